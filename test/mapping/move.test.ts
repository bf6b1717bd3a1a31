/** Proves of moving a project to another release: decisions stay, those that are concerned are to be looked at again, in one step. */

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { createProject } from '../../src/mapping/projects.ts'
import { openMedlink } from '../../src/medlink.ts'
import { MINI, miniRoot, NOW } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { sourceRow } from './projects.ts'

test('a release with the same codes changes nothing but the release', async () => {
  const folder = tempFolder()
  const dir = join(folder, 'indexes')
  cpSync(await miniRoot('icd-10-cm'), dir, { recursive: true })
  await buildIndex('icd-10-cm', MINI['icd-10-cm'].release, { dir, version: '2028', now: NOW })
  const medlink = openMedlink({ dir })
  onTestFinished(() => medlink.close())
  const project = await createProject(
    join(folder, 'p'),
    medlink,
    { ontology: 'icd-10-cm', version: '2027', columns: [] },
    [sourceRow('A', 'cholera'), sourceRow('B', 'asthma')],
    { workers: 1 },
  )
  onTestFinished(() => project.close())
  await project.decide('Ann', [{ term: 1, seen: 1, decision: 'accept' }])
  const nothing = { from: '2027', to: '2028', candidates_changed: 0, changes: [] }
  expect(await project.compareTo(medlink, '2028', { workers: 1 })).toMatchObject(nothing)
  expect(await project.about()).toMatchObject({ version: '2027' })
  expect(await project.move(medlink, '2028', { workers: 1 })).toMatchObject(nothing)
  expect(await project.about()).toMatchObject({ version: '2028' })
  expect(await project.term(1)).toMatchObject({ state: 'mapped', revision: 2, look: null })
  await expect(project.move(medlink, '2028')).rejects.toMatchObject({ code: 'invalid_request' })
})
