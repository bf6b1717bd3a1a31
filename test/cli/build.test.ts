import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MINI_RELEASE, medlink, tempFolder } from './support.ts'

test.each(['--out', '--dir'])('build puts the index below %s and says what it is', async (flag) => {
  const dir = await tempFolder()
  const argv = ['build', 'icd-10-cm', '--release', MINI_RELEASE, flag, dir]
  const { code, stdout } = await medlink(argv)
  const file = join(dir, 'icd-10-cm', '2027.sqlite')
  expect(code).toBe(0)
  expect(existsSync(file)).toBe(true)
  expect(stdout).toMatch(/^built +icd-10-cm 2027$/m)
  expect(stdout).toContain(file)
  expect(stdout).toMatch(/^concepts +100$/m)
  expect(stdout).toMatch(/^time +[\d.]+ s$/m)
  expect(stdout).toMatch(/^warning +.*order file lacks/m)
})

test('build takes a version of its own, and MEDLINK_DIR', async () => {
  const dir = await tempFolder()
  const argv = ['build', 'icd-10-cm', '--release', MINI_RELEASE, '--version', '2027-04', '--json']
  const { code, stdout } = await medlink(argv, { env: { MEDLINK_DIR: dir } })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    ontology: 'icd-10-cm',
    version: '2027-04',
    file: join(dir, 'icd-10-cm', '2027-04.sqlite'),
    counts: expect.objectContaining({ concepts: 100 }),
    warnings: expect.any(Array),
    seconds: expect.any(Number),
  })
})

test('build starter builds every starter', async () => {
  const dir = await tempFolder()
  const { code, stdout } = await medlink(['build', 'starter', '--out', dir, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([{ ontology: 'icd-10-cm', version: 'starter' }])
  expect(existsSync(join(dir, 'icd-10-cm', 'starter.sqlite'))).toBe(true)
})
