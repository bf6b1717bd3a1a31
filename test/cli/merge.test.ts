/** Proves of `medlink merge`: what it writes and says, and that it replaces nothing unasked. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

const env = { MEDLINK_DIR: starterRoot('loinc') }

test('the shards of a table are what map writes without shards', async () => {
  const folder = await tempFolder()
  const path = (name: string) => join(folder, name)
  await writeFile(path('tests.csv'), 'test,unit\nHemoglobin,g/dL\nIron,\nGlucose,mg/dL\n')
  const map = async (out: string, ...more: readonly string[]) => {
    const argv = ['map', path('tests.csv'), '-o', 'loinc', '--out', path(out), '--jobs', '1']
    expect((await medlink([...argv, ...more], { env })).code).toBe(0)
  }
  await map('whole.csv')
  await map('1.csv', '--shard', '1/2')
  await map('2.csv', '--shard', '2/2')

  const argv = ['merge', path('2.csv'), path('1.csv'), '--out', path('out.csv')]
  const { code, stdout, stderr } = await medlink(argv, { env: {} })
  expect({ code, stdout, stderr: stderr.replaceAll(`${folder}/`, '') }).toEqual({
    ...{ code: 0, stdout: '', stderr: 'medlink: 3 rows of 2 parts are in out.csv\n' },
  })
  expect(await readFile(path('out.csv'), 'utf8')).toBe(await readFile(path('whole.csv'), 'utf8'))

  expect(await medlink(argv, { env: {} })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/out\.csv already exists/),
  })
  const again = await medlink([...argv, '--force', '--json'], { env: {} })
  expect(JSON.parse(again.stdout)).toEqual({ parts: 2, rows: 3 })
})

test('a part that is missing is told', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, '1.csv'), 'row,rows,test,code\n1,2,x,y\n')
  const out = join(folder, 'out.csv')
  expect(await medlink(['merge', join(folder, '1.csv'), '--out', out], { env: {} })).toMatchObject({
    code: 1,
    stderr: 'medlink: row 2 of 2 is in none of the parts: give all parts\n',
  })
})
