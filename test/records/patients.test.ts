/**
 * Proves of patients as a whole, on SQLite and on PostgreSQL:
 * 1. an erasure removes the profile, documents, also those that were moved to the patient, and reminders by oid and username,
 *    and leaves all that is others'; nothing in any table but the audit trail names anything of the patient but the oid
 * 2. it says what it removed, and its files are garbage from then on
 * 3. it is in the audit trail in its own transaction
 * 4. nothing is added for a patient who was erased, also by those who do so at the same time
 * 5. a legal hold prevents an erasure, and that a document leaves the patient, until it is released
 */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import type { DocumentOwner, NewDocument, Profile, Records } from '../../src/records/records.ts'
import { START_MS } from '../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from './databases.ts'

const MARK = 'zqxjkv'
const BID = 'b'
const TABLES = [
  ...['profile', 'document', 'document_change', 'document_feed', 'document_file', 'upload'],
  ...['reminder', 'delivery', 'client', 'erasure', 'pending_file'],
]

function newDocument(owner: DocumentOwner, more: Partial<NewDocument> = {}): NewDocument {
  return {
    ...{ id: randomUUID(), ...owner, document_type: 'ps', tags: [MARK], auto_tags: [], cases: [] },
    ...{ media_type: 'application/pdf', size: 14, sha256: 'ab'.repeat(32), has_thumbnail: false },
    ...more,
  }
}

/** Adds a document as an upload does. */
async function addTo(records: Records, document: NewDocument) {
  await records.documents.begin(document.id)
  return records.documents.add(document)
}

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  let records: Records
  let others: Records
  beforeAll(async () => {
    kind = await start()
    place = await kind.newPlace()
    ;[records, others] = await Promise.all([openRecords(place), openRecords(place)])
  }, START_MS)
  afterAll(async () => {
    await Promise.all([records?.close(), others?.close()])
    await kind?.stop()
  })

  async function newPatient(more: object = {}): Promise<DocumentOwner & { username: string }> {
    const username = randomUUID()
    const profile = { kind: 'patient', bid: BID, fn: MARK, username, ...more } as const
    const { oid } = (await records.profiles.create(profile)) as Profile
    return { bid: BID, patient: oid, username }
  }

  const remind = (patient: string) =>
    records.webhooks.reminders.schedule({
      ...{ bid: BID, event: 'appointment.reminder', event_time: Date.now() + 1e9, patient },
      ...{ transaction_id: randomUUID(), payload: JSON.stringify({ patient_name: MARK }) },
    })

  test('are erased with everything, and nobody else is', async () => {
    const { username, ...owner } = await newPatient()
    const { username: _, ...other } = await newPatient({ fn: 'b' })
    const [one, pictured, moved, away, kept] = [
      newDocument(owner, { title: MARK }),
      newDocument(owner, { has_thumbnail: true }),
      newDocument(other),
      newDocument(owner, { tags: [] }),
      newDocument(other, { tags: [] }),
    ]
    for (const each of [one, pictured, moved, away, kept]) await addTo(records, each)
    await records.documents.update(one, { title: `${MARK} again` })
    await records.documents.update(moved, { patient: owner.patient })
    await records.documents.update(away, { patient: other.patient })
    for (const name of [owner.patient, username, username]) await remind(name)
    await records.webhooks.reminders.schedule({
      ...{ bid: BID, event: 'appointment.reminder', event_time: Date.now() + 1e9 },
      ...{ transaction_id: randomUUID(), payload: '{}', patient: other.patient },
    })
    const draft = { operation: 'DELETE', action: 'delete', record: { type: 'patient' } } as const
    const erased = await records.audit.during({ ...draft }, () => records.patients.erase(owner))
    const keys = [one.id, pictured.id, `${pictured.id}-thumbnail`, moved.id].sort()
    expect(erased).toEqual({
      ...{ documents: 3, reminders: 3, deliveries: 0 },
      keys: expect.toSatisfy((found) => String([...found].sort()) === String(keys)),
    })
    expect((await others.documents.abandoned()).sort()).toEqual(keys)
    for (const table of TABLES) {
      const rows = JSON.stringify(await query(place, `select * from ${table}`))
      expect([table, rows.includes(MARK) || rows.includes(username)]).toEqual([table, false])
      expect([table, rows.includes(owner.patient)]).toEqual([table, table === 'erasure'])
    }
    const { documents, reminders } = (await records.patients.read(other.patient))!
    expect(documents.map(({ id }) => id)).toEqual([kept.id, away.id])
    expect(reminders).toHaveLength(1)
    expect(await records.patients.erase(owner)).toBeUndefined()
    const entries = []
    for await (const { entry } of records.audit.read({ patient: owner.patient }))
      entries.push(JSON.parse(entry))
    expect(entries).toMatchObject([{ ...draft, outcome: 'done', record: { id: owner.patient } }])
    for (const key of keys) await records.documents.forget(key)
  })

  test('are of a workspace, and are no users', async () => {
    const owner = await newPatient()
    expect(await records.patients.erase({ ...owner, bid: 'c' })).toBeUndefined()
    const user = (await records.profiles.create({ kind: 'emr_user', bid: BID })) as Profile
    expect(await records.patients.erase({ bid: BID, patient: user.oid })).toBeUndefined()
    for (const oid of [user.oid, '1'])
      expect([
        ...[await records.patients.hold(oid), await records.patients.release(oid)],
        await records.patients.read(oid),
      ]).toEqual([false, false, undefined])
    expect(await records.profiles.get('patient', owner.patient)).toBeDefined()
  })

  test('who were erased have nothing added, also at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const { username: _, ...owner } = await newPatient()
      const { username: __, ...other } = await newPatient()
      const [early, foreign] = [newDocument(owner), newDocument(other)]
      for (const each of [early, foreign]) await addTo(records, each)
      const [erased] = await Promise.all([
        (round % 2 ? others : records).patients.erase(owner),
        ...[0, 1].map(() => addTo(others, newDocument(owner))),
        others.documents.update(foreign, { patient: owner.patient }),
        records.documents.update(early, { title: 'a' }),
      ])
      expect(erased).toBeDefined()
      expect(await addTo(records, newDocument(owner))).toBe('erased')
      expect(await records.documents.update(foreign, { patient: owner.patient })).toBeUndefined()
      expect(await records.documents.list(owner, {}, 10)).toMatchObject({ documents: [] })
      for (const table of ['document', 'document_feed', 'document_change'])
        expect(
          await query(place, `select * from ${table} where patient = '${owner.patient}'`),
        ).toEqual([])
    }
  })

  test('who were erased get no reminder, also at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const { username, ...owner } = await newPatient()
      const [erased] = await Promise.all([
        (round % 2 ? others : records).patients.erase(owner),
        ...[owner.patient, username, owner.patient, username].map(remind),
      ])
      expect(erased).toBeDefined()
      expect(await remind(owner.patient)).toBe('erased')
      const scheduled = await query(
        place,
        `select * from reminder where patient in ('${owner.patient}', '${username}')`,
      )
      // By a username that nobody has any more, a reminder is about anybody: it may be scheduled after the erasure.
      expect(scheduled.filter(({ patient }) => patient !== username)).toEqual([])
    }
  })

  test('under a legal hold keep everything', async () => {
    const { username: _, ...owner } = await newPatient()
    const { username: __, ...other } = await newPatient()
    const document = newDocument(owner)
    await addTo(records, document)
    expect(await records.patients.hold(owner.patient)).toBe(true)
    const held = (await records.profiles.get('patient', owner.patient))!.held_at
    expect(held).toEqual(expect.any(Number))
    expect(await others.patients.hold(owner.patient)).toBe(true)
    expect(await others.patients.erase(owner)).toBe('held')
    expect(await others.documents.remove(document)).toBe('held')
    expect(await others.documents.update(document, { patient: other.patient })).toBe('held')
    expect(await others.documents.update(document, { title: 'a' })).toMatchObject({ title: 'a' })
    expect((await records.patients.read(owner.patient))!.documents).toHaveLength(1)
    expect(await records.patients.release(owner.patient)).toBe(true)
    expect(await records.profiles.get('patient', owner.patient)).not.toHaveProperty('held_at')
    expect(await records.documents.remove(document)).toEqual([document.id])
    expect(await records.patients.erase(owner)).toMatchObject({ documents: 0 })
  })
})
