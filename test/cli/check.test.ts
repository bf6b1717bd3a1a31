/**
 * Proves of `medlink check`:
 * 1. it exits 0 when every index is sound, and 1 with what is damaged when one is not
 * 2. it looks at one ontology, or at all that are installed; where nothing is, that is an error
 * 3. files that this version cannot read count as not sound
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexPath } from '../../src/index/registry.ts'
import { flipBit } from '../support/damaged-index.ts'
import { copyStarter } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

async function installed(): Promise<{ dir: string; loinc: string }> {
  const dir = await tempFolder()
  copyStarter('loinc', dir)
  copyStarter('icd-10-cm', dir)
  return { dir, loinc: indexPath(dir, 'loinc', 'starter') }
}

test('says that sound indexes are', async () => {
  const { dir } = await installed()
  expect(await medlink(['check', '--dir', dir])).toEqual({
    code: 0,
    stdout: 'loinc\tstarter\tsound\nicd-10-cm\tstarter\tsound\n',
    stderr: '',
  })
})

test('says what is damaged, and exits 1', async () => {
  const { dir, loinc } = await installed()
  flipBit(loinc, 1000)
  const { code, stdout, stderr } = await medlink(['check', '--dir', dir])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    `loinc\tstarter\tnot sound\n  ${loinc} is damaged: bytes 0 to 65535 have another checksum. Build or copy it again\n`,
  )
  expect(stdout).toContain('icd-10-cm\tstarter\tsound\n')
  expect(stderr).toBe('medlink: 1 of 2 indexes cannot be used\n')
})

test('looks at one ontology', async () => {
  const { dir, loinc } = await installed()
  flipBit(loinc, 1000)
  const sound = await medlink(['check', '-o', 'icd-10-cm', '--dir', dir])
  expect(sound).toMatchObject({ code: 0, stdout: 'icd-10-cm\tstarter\tsound\n' })
  expect(await medlink(['check', '-o', 'loinc', '--dir', dir])).toMatchObject({ code: 1 })
  expect(await medlink(['check', '-o', 'snomed', '--dir', dir])).toMatchObject({
    code: 1,
    stderr: `medlink: no version of snomed is installed in ${dir}\n`,
  })
  expect(await medlink(['check', '-o', 'rxnorm', '--dir', dir])).toMatchObject({ code: 1 })
})

test('finds nothing where nothing is', async () => {
  const dir = await tempFolder()
  expect(await medlink(['check', '--dir', dir])).toMatchObject({
    code: 1,
    stderr: `medlink: no version of any ontology is installed in ${dir}\n`,
  })
})

test('a file that this version cannot read is not sound', async () => {
  const { dir } = await installed()
  writeFileSync(join(dir, 'loinc', '1.sqlite'), 'not an index')
  const { code, stdout } = await medlink(['check', '-o', 'loinc', '--json', '--dir', dir])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual([
    {
      ontology: 'loinc',
      version: '1',
      faults: [
        {
          code: 'index_incompatible',
          message: `${join(dir, 'loinc', '1.sqlite')} is not a Medlink index: move it away, or build one in its place`,
        },
      ],
    },
    { ontology: 'loinc', version: 'starter', faults: [] },
  ])
})
