/** Proves that the review page shows what lies above and below a code, of many the first, and how many more there are. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Desk } from '../../../src/http/review/desk.ts'
import { createProject } from '../../../src/mapping/mapping.ts'
import { openMedlink } from '../../../src/medlink.ts'
import { starterRoot } from '../../support/shared-index.ts'

const folder = mkdtempSync(join(tmpdir(), 'medlink-review-'))
const medlink = openMedlink({ dir: starterRoot('icd-10-cm') })
const settings = { ontology: 'icd-10-cm', columns: [] } as const
const project = await createProject(join(folder, 'problems.medmap'), medlink, settings, [])
const desk = new Desk(medlink, project, 'problems')
afterAll(async () => {
  await project.close()
  medlink.close()
  rmSync(folder, { recursive: true })
})

test('nothing above, and of ten codes below the first eight', async () => {
  const { above, below, more } = await desk.place('E11')
  expect({ above, more }).toEqual({ above: [], more: 2 })
  expect(below.map(({ code }) => code)).toEqual(
    ['0', '1', '2', '3', '4', '5', '6', '8'].map((digit) => `E11.${digit}`),
  )
  expect(below).toHaveLength(8)
})

test('its category above, and nothing below', async () => {
  expect(await desk.place('E11.9')).toEqual({
    ...{ above: [{ code: 'E11', name: 'Type 2 diabetes mellitus' }], below: [], more: 0 },
  })
})

test('a code that there is not', async () => {
  await expect(desk.place('E11.x')).rejects.toMatchObject({ code: 'unknown_code' })
})
