/** Proves of the command audit: it prints the end of a sound chain and its entries, and refuses a broken one and wrong options. */

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openRecords } from '../../src/http/http.ts'
import { medlink, tempFolder } from './support.ts'

async function folderWithEntries(): Promise<string> {
  const data = await tempFolder()
  const records = await openRecords({ folder: data })
  for (const patient of ['1', '2'])
    await records.audit.add({ operation: `of ${patient}`, action: 'read', patient }, 'done')
  await records.close()
  return data
}

test('a chain is checked against what was printed before', async () => {
  const data = await folderWithEntries()
  const { code, stdout } = await medlink(['audit', 'verify', '--data', data])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^2:[\da-f]{64}\n$/)])
  const again = await medlink(['audit', 'verify', '--data', data, '--known', stdout.trim()])
  expect(again.code).toBe(0)
  const db = new Database(join(data, 'records.sqlite'))
  db.exec(`update audit set entry = replace(entry, 'done', 'refused') where seq = 1`)
  db.close()
  const broken = await medlink(['audit', 'verify', '--data', data])
  expect([broken.code, broken.stdout]).toEqual([1, ''])
  expect(broken.stderr).toContain('entry 1 of the trail: the entry was changed')
})

test('entries are printed as resources of FHIR', async () => {
  const data = await folderWithEntries()
  const { code, stdout } = await medlink(['audit', 'export', '--data', data, '--format', 'fhir'])
  expect(code).toBe(0)
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events).toMatchObject([
    { resourceType: 'AuditEvent', id: '1', subtype: [{}, { code: 'of 1' }] },
    { resourceType: 'AuditEvent', id: '2', subtype: [{}, { code: 'of 2' }] },
  ])
})

test('entries of a patient are printed', async () => {
  const data = await folderWithEntries()
  const { code, stdout } = await medlink(['audit', 'export', '--data', data, '--patient', '2'])
  expect(code).toBe(0)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ seq: 2, operation: 'of 2', patient: '2', outcome: 'done' }])
  const late = await medlink(['audit', 'export', '--data', data, '--from', '2999-01-01'])
  expect([late.code, late.stdout]).toEqual([0, ''])
})

test.each([
  ['verify', '--known', 'x'],
  ['export', '--from', 'x'],
])('%s %s %s is wrong', async (...argv) => {
  expect((await medlink(['audit', ...argv, '--data', await tempFolder()])).code).toBe(2)
})
