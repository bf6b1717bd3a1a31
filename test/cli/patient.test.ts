/** Proves of the command patient: a hold begins and ends, an archive holds everything, and all of it is in the audit trail. */

import { createHash, randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openBlobs, openRecords } from '../../src/http/http.ts'
import type { AuditEntry } from '../../src/records/audit/entry.ts'
import type { Profile } from '../../src/records/records.ts'
import { unzip } from '../support/zip.ts'
import { medlink, tempFolder } from './support.ts'

const PDF = Buffer.from('%PDF-1.4\nhello\n%%EOF\n')

async function folderWithPatient() {
  const data = await tempFolder()
  const records = await openRecords({ folder: data })
  const blobs = await openBlobs({ folder: join(data, 'files') })
  const profile = { kind: 'patient', bid: 'b', fn: 'asha', username: 'MRN-7' } as const
  const { oid } = (await records.profiles.create(profile)) as Profile
  const id = randomUUID()
  const stored = await blobs.put(id, Readable.from([PDF]))
  await records.documents.begin(id)
  await records.documents.add({
    ...{ id, bid: 'b', patient: oid, document_type: 'lr', title: 'Über', tags: ['a'], cases: [] },
    ...{ auto_tags: [], media_type: 'application/pdf', has_thumbnail: false, ...stored },
  })
  await records.webhooks.reminders.schedule({
    ...{ bid: 'b', event: 'appointment.reminder', event_time: 2_000_000_000_000, patient: 'MRN-7' },
    ...{ transaction_id: 't', payload: '{"data":{"patient_id":"MRN-7"}}' },
  })
  await records.close()
  return { data, oid, id }
}

async function entriesOf(data: string): Promise<AuditEntry[]> {
  const records = await openRecords({ folder: data })
  const entries: AuditEntry[] = []
  for await (const { entry } of records.audit.read()) entries.push(JSON.parse(entry))
  await records.close()
  return entries
}

test('a hold begins and ends', async () => {
  const { data, oid } = await folderWithPatient()
  const heldAt = async () => {
    const records = await openRecords({ folder: data })
    const profile = await records.profiles.get('patient', oid)
    await records.close()
    return profile?.held_at
  }
  expect(await medlink(['patient', 'hold', oid, '--data', data])).toMatchObject({ code: 0 })
  expect(await heldAt()).toEqual(expect.any(Number))
  expect(await medlink(['patient', 'release', oid, '--data', data])).toMatchObject({ code: 0 })
  expect(await heldAt()).toBeUndefined()
  const record = { type: 'patient', id: oid }
  expect(await entriesOf(data)).toMatchObject([
    { operation: 'medlink patient hold', action: 'update', outcome: 'done', record, patient: oid },
    { operation: 'medlink patient release', action: 'update', record, patient: oid },
  ])
})

test('an archive holds all that is stored', async () => {
  const { data, oid, id } = await folderWithPatient()
  const file = join(data, 'a.zip')
  const { code, stderr } = await medlink(['patient', 'export', oid, '--data', data, '--to', file])
  expect([code, stderr]).toEqual([0, expect.stringContaining(file)])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const entries = await unzip(file)
  const name = `files/${id}.pdf`
  expect([...entries.keys()]).toEqual(['patient.json', 'documents.json', 'reminders.json', name])
  const read = (of: string) => JSON.parse(entries.get(of)!.toString())
  expect(read('patient.json')).toMatchObject({ oid, fn: 'asha', username: 'MRN-7' })
  const sha256 = createHash('sha256').update(PDF).digest('hex')
  expect(read('documents.json')).toMatchObject([
    { id, title: 'Über', tags: ['a'], files: [{ name, size: PDF.length, sha256 }] },
  ])
  expect(read('reminders.json')).toMatchObject([{ payload: { data: { patient_id: 'MRN-7' } } }])
  expect(entries.get(name)).toEqual(PDF)
  expect(await entriesOf(data)).toMatchObject([
    { operation: 'medlink patient export', action: 'read', outcome: 'done', patient: oid },
  ])
})

test.each(['hold', 'release', 'export'])('%s of nobody is refused', async (command) => {
  const data = await tempFolder()
  const { code, stderr } = await medlink(['patient', command, '12345678901234567', '--data', data])
  expect([code, stderr]).toEqual([1, 'medlink: there is no patient with this oid\n'])
  expect(existsSync('patient-12345678901234567.zip')).toBe(false)
})
