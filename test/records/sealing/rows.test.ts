/**
 * Proves of sealed records, on both databases:
 * 1. what is written comes back, is found by its equals and is unique, as without keys; of what is personal nothing is in the database
 * 2. a value that was moved to another row or workspace, damaged, or lost its key is an error, never a text
 * 3. records do not open without the keys that sealed them, and the message has nothing of a key
 * 4. plain records of before are read and found, keep their names to themselves, and are sealed by a rotation, with their files;
 *    then nothing plain is taken any more
 * 5. a rotation wraps the data keys by the first master key; the old one is not needed then
 * 6. after a restore the keys of the backup count
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Blobs } from '../../../src/records/blobs/blobs.ts'
import { openFolder } from '../../../src/records/blobs/folder.ts'
import { thumbnailKey } from '../../../src/records/documents.ts'
import type { RecordsPlace } from '../../../src/records/open.ts'
import type { Document, Erased, Profile, Records } from '../../../src/records/records.ts'
import { START_MS } from '../../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from '../databases.ts'
import { openUntilEnd } from '../until-end.ts'

const MARK = 'Zqxjkvb'
const DAY_MS = 24 * 3_600_000

const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
const FIRST = `first:${first}`
const SECOND = `second:${second}`

const FIELDS = {
  ...{
    s: `${MARK} Dr`,
    fn: `${MARK} asha`,
    mn: `${MARK} m`,
    ln: `${MARK} rao`,
    fln: `${MARK} fln`,
  },
  ...{ dob: `${MARK}-01-31`, gen: `${MARK} F`, bg: `${MARK} O+`, mobile: `+91${MARK}` },
  ...{ email: `${MARK}@example.org`, username: `${MARK} 1`, abha: `${MARK}@abdm` },
  extras: { note: `${MARK} note`, list: [MARK, 1] },
}
const TABLES = ['profile', 'document', 'document_file', 'reminder', 'subscription', 'delivery']

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  let root: string
  beforeAll(async () => {
    kind = await start()
    root = mkdtempSync(join(tmpdir(), 'medlink-sealing-'))
  }, START_MS)
  afterAll(async () => {
    await kind?.stop()
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(async () => {
    place = await kind.newPlace()
  })

  const open = (keys?: string, now?: () => number) => openUntilEnd(place, keys, now)

  /** Everything that the tables with personal data hold. */
  async function stored(): Promise<string> {
    const rows = await Promise.all(TABLES.map((table) => query(place, `select * from ${table}`)))
    return JSON.stringify(rows)
  }

  const newPatient = async ({ profiles }: Records, bid = 'b', username: string = FIELDS.username) =>
    (await profiles.create({ kind: 'patient', bid, ...FIELDS, username })) as Profile

  async function addDocument(
    { documents, files }: Records,
    blobs: Blobs,
    patient: string,
    key?: string,
  ): Promise<Document> {
    const id = randomUUID()
    const key_id = await files(blobs).keyIdFor('b')
    for (const each of [id, thumbnailKey(id)]) {
      await documents.begin(each)
      const bytes = Readable.from([Buffer.from(`${MARK} ${each}`)])
      await files(blobs).put({ key: each, key_id }, bytes)
    }
    const document = {
      ...{ id, bid: 'b', patient, document_type: 'ps', title: `${MARK} title` },
      ...{ tags: [`${MARK} tag`], auto_tags: [`${MARK} auto`], cases: [`${MARK} case`] },
      ...{ media_type: 'application/pdf', size: 44, sha256: 'ab'.repeat(32), key_id },
    }
    const added = await documents.add({ ...document, has_thumbnail: false }, key)
    if (typeof added === 'string') throw new Error(added)
    if (added.id !== id) return added
    return (await documents.update({ id }, { has_thumbnail: true })) as Document
  }

  /** The files of a document, and its small picture, as readers get them. */
  async function contentsOf(records: Records, blobs: Blobs, document: Document) {
    const { key_id, thumbnail_key = thumbnailKey(document.id) } = document
    const keys = (await records.documents.filesOf(document)).map(({ key }) => key)
    const places = [...keys, thumbnail_key].map((key) => ({ key, key_id }))
    return Promise.all(places.map(async (file) => text(await records.files(blobs).open(file))))
  }

  async function newBlobs() {
    const folder = mkdtempSync(join(root, 'files-'))
    const blobs = await openFolder(folder)
    const contents = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    return { blobs, marked: () => contents().filter((bytes) => bytes.includes(MARK)).length }
  }

  const reminder = (id: string, patient: string) => ({
    ...{ bid: 'b', event: 'appointment.reminder', event_time: Date.now() - 1, patient },
    ...{ transaction_id: `${MARK} ${id}`, payload: `{"name":"${MARK} ${id}"}` },
  })
  const SUBSCRIPTION = {
    ...{ bid: 'b', endpoint: `https://${MARK}.example/`, event_names: ['appointment.reminder'] },
    signing_key: `${MARK} whsec`,
  }
  const ADMISSION = {
    limit: 9,
    except: [],
    exceptWorkspaces: [],
    only: undefined,
    admit: () => true,
  }

  test('everything comes back, and nothing personal is in the database', async () => {
    const records = await open(FIRST)
    const { blobs, marked } = await newBlobs()
    expect(records.keys.state).toBe('whole')
    const patient = await newPatient(records)
    const { oid } = patient
    const others = await open(FIRST)
    expect(await others.profiles.get('patient', oid)).toEqual({ ...patient, ...FIELDS })
    for (const field of ['username', 'mobile', 'abha'] as const) {
      const found = { kind: 'patient', bid: 'b', [field]: FIELDS[field], limit: 9 } as const
      expect(await others.profiles.find(found)).toEqual([patient])
      expect(await others.profiles.find({ ...found, bid: 'other' })).toEqual([])
      expect(await others.profiles.find({ ...found, [field]: 'x' })).toEqual([])
    }
    expect(await newPatient(others)).toBe('username_taken')
    const other = await newPatient(others, 'b', `${MARK} 2`)
    const take = () => ({ username: FIELDS.username })
    expect(await records.profiles.update('patient', other.oid, take)).toBe('username_taken')
    const rename = () => ({ fn: `${MARK} new`, mobile: undefined, username: `${MARK} 3` })
    const renamed = await records.profiles.update('patient', other.oid, rename)
    const { mobile: _, ...rest } = other
    expect(renamed).toEqual({ ...rest, ...rename(), mobile: undefined, u_ate: expect.any(Number) })
    expect(await newPatient(others, 'b', `${MARK} 2`)).toBeTypeOf('object')

    const document = await addDocument(records, blobs, oid, `${MARK} key`)
    expect(await others.documents.get(document.id)).toEqual(document)
    expect(document).toMatchObject({ title: `${MARK} title`, cases: [`${MARK} case`] })
    expect(await contentsOf(others, blobs, document)).toEqual([
      `${MARK} ${document.id}`,
      `${MARK} ${thumbnailKey(document.id)}`,
    ])
    expect(await addDocument(others, blobs, oid, `${MARK} key`)).toMatchObject({ id: document.id })
    await others.documents.update({ id: document.id }, { tags: [`${MARK} b`] })
    expect((await records.documents.list({ bid: 'b', patient: oid }, {}, 9))?.documents).toEqual([
      { ...document, tags: [`${MARK} b`] },
    ])

    const subscription = await records.webhooks.subscriptions.add(SUBSCRIPTION)
    expect(await others.webhooks.subscriptions.list('b')).toEqual([subscription])
    const { reminders, outbox } = others.webhooks
    const made = await reminders.schedule(reminder('1', oid))
    expect(await records.webhooks.reminders.schedule(reminder('1', oid))).toEqual(made)
    const changed = { ...reminder('1', oid), payload: '{}' }
    expect(await reminders.schedule(changed)).toBe('taken')
    await outbox.release()
    expect(await outbox.claim({ leaseMs: 1000, admission: ADMISSION })).toMatchObject([
      {
        ...{ endpoint: SUBSCRIPTION.endpoint, signingKey: SUBSCRIPTION.signing_key },
        payload: reminder('1', oid).payload,
      },
    ])
    await reminders.schedule(reminder('2', FIELDS.username))
    expect(await stored()).not.toContain(MARK)
    expect(marked()).toBe(0)

    expect(await others.patients.read(oid)).toMatchObject({
      profile: FIELDS,
      documents: [{ title: `${MARK} title` }],
      reminders: [{ transaction_id: `${MARK} 1` }, { transaction_id: `${MARK} 2` }],
    })
    expect(await others.patients.erase({ bid: 'b', patient: oid })).toMatchObject({
      ...{ documents: 1, reminders: 2, deliveries: 1 },
    })
  })

  test('a document that is announced is sealed', async () => {
    const records = await open(FIRST)
    const { blobs, marked } = await newBlobs()
    const upload = {
      ...{ id: randomUUID(), bid: 'b', patient: 'p', document_type: 'lr' },
      ...{ tags: [MARK], cases: [MARK] },
      files: [{ content_type: 'image/png', file_size: 7 }],
    }
    expect(await records.uploads.announce([upload], 60)).toBe('announced')
    const { key_id } = (await records.uploads.find(upload.id, 0))!
    expect(key_id).toBeTypeOf('string')
    const key = randomUUID()
    await records.documents.begin(key)
    const put = records.files(blobs).put({ key, key_id }, Readable.from([Buffer.from(MARK)]))
    const file = { key, media_type: 'image/png', ...(await put) }
    // A plain file is none for a sealed document.
    expect(await records.uploads.addFile(upload.id, 0, file, null)).toBeUndefined()
    const added = await records.uploads.addFile(upload.id, 0, file, key_id)
    expect(added).toMatchObject({ tags: [MARK], key_id, size: 7 })
    expect([await stored(), marked()]).toEqual([expect.not.stringContaining(MARK), 0])
  })

  describe('a value', () => {
    const BROKEN = { code: 'seal_broken' }

    test('opens in its own row alone', async () => {
      const records = await open(FIRST)
      const [a, b, far] = [
        await newPatient(records, 'b', 'a'),
        await newPatient(records, 'b', 'b'),
        await newPatient(records, 'far', 'a'),
      ]
      await query(
        place,
        `update profile set sealed = (select sealed from profile where oid = '${a.oid}') where oid = '${b.oid}'`,
      )
      await expect(records.profiles.get('patient', b.oid)).rejects.toMatchObject(BROKEN)
      await expect(
        records.profiles.find({ kind: 'patient', bid: 'b', limit: 9 }),
      ).rejects.toMatchObject(BROKEN)
      const change = () => ({ fn: 'x' })
      await expect(records.profiles.update('patient', b.oid, change)).rejects.toMatchObject(BROKEN)
      expect(await records.profiles.get('patient', a.oid)).toEqual(a)
      // Its workspace counts, too.
      await query(place, `update profile set bid = 'b2' where oid = '${far.oid}'`)
      await expect(records.profiles.get('patient', far.oid)).rejects.toMatchObject(BROKEN)
    })

    test.each([
      ['damaged', "sealed = replace(sealed, substr(sealed, 40, 3), 'AAA')"],
      ['cut off', 'sealed = substr(sealed, 1, 12)'],
      ['emptied', "sealed = ''"],
      ['taken away', 'sealed = null'],
      ['of an unknown form', "sealed = '2' || substr(sealed, 2)"],
      ['said to be plain', "key_id = null, fn = 'forged'"],
    ])('that is %s is an error', async (_, change) => {
      const records = await open(FIRST)
      const { oid } = await newPatient(records)
      await query(place, `update profile set ${change}`)
      const error = await records.profiles.get('patient', oid).catch((thrown) => thrown)
      expect(error).toMatchObject(BROKEN)
      expect(error.message).not.toContain(MARK)
    })

    test('that cannot be opened parks its delivery, and holds up no other', async () => {
      const records = await open(FIRST)
      const { reminders, subscriptions, outbox } = records.webhooks
      await subscriptions.add(SUBSCRIPTION)
      const damaged = (await reminders.schedule(reminder('1', 'p'))) as { id: string }
      const whole = (await reminders.schedule(reminder('2', 'p'))) as { id: string }
      await query(
        place,
        `update reminder set sealed = substr(sealed, 1, 20) where id = '${damaged.id}'`,
      )
      await outbox.release()
      const claimed = await outbox.claim({ leaseMs: 1000, admission: ADMISSION })
      expect(claimed).toMatchObject([{ eventId: whole.id }])
      expect(
        await outbox.list('b', { status: 'parked', after: undefined, limit: 9 }),
      ).toMatchObject([{ event_id: damaged.id, last_result: 'the record cannot be read' }])
    })
  })

  describe('records', () => {
    const other = randomBytes(32).toString('base64')
    test.each([
      ['no keys', undefined, /^the records are sealed: MEDLINK_DATA_KEYS .* is missing$/],
      ['other keys', `other:${other}`, /^MEDLINK_DATA_KEYS has no key first,/],
      [
        'another key of the same name',
        `first:${other}`,
        /^the key first of MEDLINK_DATA_KEYS is not/,
      ],
    ])('do not open with %s', async (_, keys, message) => {
      await newPatient(await open(FIRST))
      const error = await open(keys).catch((thrown) => thrown)
      expect(error).toMatchObject({
        code: 'settings_invalid',
        message: expect.stringMatching(message),
      })
      expect(error.message).not.toContain(other)
      expect(error.message).not.toContain(first)
    })

    test('of before the keys are read, and sealed by a rotation', async () => {
      const { blobs, marked } = await newBlobs()
      const plain = await open()
      expect(plain.keys.state).toBe('off')
      await expect(plain.keys.rotate(blobs)).rejects.toMatchObject({ code: 'settings_invalid' })
      const patient = await newPatient(plain)
      const { oid } = patient
      const document = await addDocument(plain, blobs, oid, 'key')
      await plain.webhooks.subscriptions.add(SUBSCRIPTION)
      const scheduled = await plain.webhooks.reminders.schedule(reminder('1', oid))
      const upload = {
        ...{ id: randomUUID(), bid: 'b', patient: oid, document_type: 'lr', tags: [], cases: [] },
        files: [0, 1].map(() => ({ content_type: 'image/png', file_size: 7 })),
      }
      await plain.uploads.announce([upload], 60)
      const early = { key: randomUUID(), media_type: 'image/png' }
      await plain.documents.begin(early.key)
      const bytes = () => Readable.from([Buffer.from(MARK)])
      const put = await plain.files(blobs).put(early, bytes())
      expect(await plain.uploads.addFile(upload.id, 0, { ...early, ...put }, null)).toBe('added')
      for (let nth = 0; nth < 250; nth++)
        await plain.profiles.create({ kind: 'patient', bid: `w${nth % 3}`, username: `u ${nth}` })
      expect(await stored()).toContain(MARK)
      expect(marked()).toBe(3)
      await plain.close()

      const records = await open(FIRST)
      expect(records.keys.state).toBe('mixed')
      expect(await records.profiles.get('patient', oid)).toEqual(patient)
      const find = { kind: 'patient', bid: 'b', mobile: FIELDS.mobile, limit: 9 } as const
      expect(await records.profiles.find(find)).toEqual([patient])
      // Its name is its own, also where others are sealed.
      expect(await newPatient(records)).toBe('username_taken')
      const young = await newPatient(records, 'b', `${MARK} 2`)
      expect(await records.profiles.find(find)).toHaveLength(2)
      const take = () => ({ username: FIELDS.username })
      expect(await records.profiles.update('patient', young.oid, take)).toBe('username_taken')
      expect(await records.profiles.update('patient', oid, take)).toMatchObject(FIELDS)
      expect(await records.webhooks.reminders.schedule(reminder('1', oid))).toEqual(scheduled)
      expect(await addDocument(records, blobs, oid, 'key')).toEqual(document)
      // The file of a document that is announced takes the document's form.
      expect(await records.uploads.find(upload.id, 1)).toEqual({ file_size: 7, key_id: null })
      await records.documents.update({ id: document.id }, { tags: [`${MARK} b`] })
      expect(await contentsOf(records, blobs, document)).toHaveLength(2)

      const late = { key: randomUUID(), media_type: 'image/png' }
      await records.documents.begin(late.key)
      const latePut = await records.files(blobs).put(late, bytes())
      const rotation = await records.keys.rotate(blobs)
      expect(rotation).toMatchObject({ keys: 0, rows: 252, isWhole: true })
      expect(records.keys.state).toBe('whole')
      expect(await stored()).not.toContain(MARK)
      // One that was stored before the rotation is not taken after it.
      expect(marked()).toBe(1)
      const addLate = records.uploads.addFile(upload.id, 1, { ...late, ...latePut }, null)
      expect(await addLate).toBeUndefined()
      await blobs.remove(late.key)
      const { key_id } = (await records.uploads.find(upload.id, 1))!
      const put2 = await records.files(blobs).put({ ...late, key_id }, bytes())
      const whole = await records.uploads.addFile(upload.id, 1, { ...late, ...put2 }, key_id)
      expect(whole).toMatchObject({ id: upload.id })
      const filesOfUpload = await records.documents.filesOf(whole as Document)
      for (const { key } of filesOfUpload)
        expect(await text(await records.files(blobs).open({ key, key_id }))).toBe(MARK)

      const sealed = (await records.documents.get(document.id))!
      expect(sealed).toMatchObject({ title: `${MARK} title`, tags: [`${MARK} b`] })
      expect(await contentsOf(records, blobs, sealed)).toEqual([
        `${MARK} ${document.id}`,
        `${MARK} ${thumbnailKey(document.id)}`,
      ])
      expect(marked()).toBe(0)
      const seen = await records.documents.list({ bid: 'b', patient: oid }, {}, 99)
      expect(seen!.documents.map(({ id }) => id)).toContain(document.id)
      expect(await records.profiles.find(find)).toHaveLength(2)
      // Nothing is left to do, and what is plain from now on is refused.
      expect(await records.keys.rotate(blobs)).toEqual({
        keys: 0,
        rows: 0,
        documents: 0,
        isWhole: true,
      })
      await expect(records.files(blobs).open({ key: 'x' })).rejects.toMatchObject({
        code: 'seal_broken',
      })
      const removed = await records.patients.erase({ bid: 'b', patient: oid })
      for (const key of (removed as Erased).keys) await blobs.remove(key)
      expect(removed).toMatchObject({ reminders: 1 })
    })

    test('of a server without keys that ran on are found by the next rotation', async () => {
      const { blobs } = await newBlobs()
      const plain = await open()
      const records = await open(FIRST)
      await newPatient(records)
      // It is not ready any more.
      await expect(plain.check()).rejects.toMatchObject({ code: 'settings_invalid' })
      await records.check()
      const late = await newPatient(plain, 'b', `${MARK} late`)
      await expect(records.profiles.get('patient', late.oid)).rejects.toMatchObject({
        code: 'seal_broken',
      })
      // The other way round, too.
      await expect(
        plain.profiles.find({ kind: 'patient', bid: 'b', limit: 9 }),
      ).rejects.toMatchObject({ code: 'seal_broken' })
      expect(await records.keys.rotate(blobs)).toMatchObject({ rows: 1, isWhole: true })
      expect(await records.profiles.get('patient', late.oid)).toEqual(late)
    })

    test('change to another master key', async () => {
      const { blobs } = await newBlobs()
      const old = await open(FIRST)
      const patients = [await newPatient(old), await newPatient(old, 'c')]
      const document = await addDocument(old, blobs, patients[0]!.oid)
      const records = await open(`${SECOND}, ${FIRST}`)
      const young = await newPatient(records, 'd')
      expect(await records.keys.rotate(blobs)).toEqual({
        keys: 2,
        rows: 0,
        documents: 0,
        isWhole: true,
      })
      const after = await open(SECOND)
      for (const patient of [...patients, young])
        expect(await after.profiles.get('patient', patient.oid)).toEqual(patient)
      expect(await contentsOf(after, blobs, document)).toHaveLength(2)
      expect(await old.profiles.get('patient', patients[0]!.oid)).toEqual(patients[0])
      await expect(open(FIRST)).rejects.toMatchObject({ code: 'settings_invalid' })
    })

    test('have one key a workspace, however many begin at once', async () => {
      const all = await Promise.all([open(FIRST), open(FIRST)])
      await Promise.all(
        Array.from({ length: 20 }, (_, nth) => newPatient(all[nth % 2]!, 'b', `u ${nth}`)),
      )
      expect(await query(place, 'select id from data_key')).toHaveLength(1)
      const third = await open(FIRST)
      expect(await third.profiles.find({ kind: 'patient', bid: 'b', limit: 99 })).toHaveLength(20)
    })

    test('keep nothing of a key that a transaction made which was taken back', async () => {
      const records = await open(FIRST)
      const upload = (id: string) => ({
        ...{ id, bid: 'b', patient: 'p', document_type: 'lr', tags: [], cases: [] },
        files: [{ content_type: 'image/png', file_size: 7 }],
      })
      const id = randomUUID()
      const two = [upload(id), { ...upload(id), cases: ['x'], bid: 'other' }]
      expect(await records.uploads.announce(two, 60)).toBe('taken')
      const made = await newPatient(records)
      const others = await open(FIRST)
      expect(await others.profiles.get('patient', made.oid)).toEqual(made)
    })

    test('do not wait for each other at their key', async () => {
      const records = await open(FIRST)
      await newPatient(records)
      // SQLite has one writer at a time.
      if (!('databaseUrl' in place)) return
      const other = new pg.Client(place.databaseUrl)
      await other.connect()
      onTestFinished(() => other.end())
      await other.query('begin; select * from data_key for update')
      expect(await newPatient(records, 'b', 'another')).toMatchObject({ username: 'another' })
    })

    test('that are exchanged under a server have their own keys', async () => {
      const records = await open(FIRST)
      const before = await newPatient(records)
      // As a restore of an earlier backup does.
      await query(place, 'delete from profile')
      await query(place, 'delete from data_key')
      await expect(newPatient(records)).rejects.toMatchObject({ code: 'internal' })
      const after = await newPatient(records)
      const others = await open(FIRST)
      expect(await others.profiles.get('patient', after.oid)).toEqual(after)
      expect(await others.profiles.get('patient', before.oid)).toBeUndefined()
    })

    test('keep an Idempotency-Key for a day', async () => {
      let time = Date.now()
      const records = await open(FIRST, () => time)
      const { blobs } = await newBlobs()
      const one = await addDocument(records, blobs, 'p', 'key')
      time += 2 * DAY_MS
      const two = await addDocument(records, blobs, 'p', 'key')
      expect(two.id).not.toBe(one.id)
      await records.documents.update({ id: one.id }, { tags: ['x'] })
      expect((await addDocument(records, blobs, 'p', 'key')).id).toBe(two.id)
    })
  })
})
