/**
 * Proves of the bytes of a workspace, on both databases:
 * 1. of additions and announcements that come at once to two processes exactly as many are taken as there is room for
 * 2. a deletion, an erasure and an announcement that expires give back what they took, and nothing else does
 * 3. a file that is refused is garbage; a batch that is refused takes nothing
 * 4. documents of before the count are counted, once, sealed ones included
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../src/records/blobs/folder.ts'
import { STEPS } from '../../src/records/migrations.ts'
import type { RecordsPlace } from '../../src/records/open.ts'
import type { NewDocument, Profile, Records } from '../../src/records/records.ts'
import { START_MS } from '../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from './databases.ts'
import { openUntilEnd } from './until-end.ts'

const FILE = { media_type: 'application/pdf', sha256: 'ab'.repeat(32) }
const TEXTS = { document_type: 'ps', tags: [], auto_tags: [], cases: [], has_thumbnail: false }

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind?.stop())
  beforeEach(async () => {
    place = await kind.newPlace()
  })

  const open = (keys?: string, now?: () => number) => openUntilEnd(place, keys, now)

  async function bytesOf(bid: string): Promise<number | undefined> {
    const [row] = await query(place, `select bytes from workspace where bid = '${bid}'`)
    return row && Number(row.bytes)
  }

  async function add(
    { documents }: Records,
    patient: string,
    size: number,
    { max, key, ...others }: Partial<NewDocument> & { max?: number; key?: string } = {},
  ) {
    const id = randomUUID()
    await documents.begin(id)
    const document = { id, bid: 'b', patient, ...TEXTS, ...FILE, size, ...others }
    return documents.add(document, key, max)
  }

  const announced = (patient: string, sizes: readonly number[], id = randomUUID()) => ({
    ...{ id, bid: 'b', patient, document_type: 'lr', tags: [], cases: [] },
    files: sizes.map((file_size) => ({ content_type: 'application/pdf', file_size })),
  })

  test('takes exactly as many as there is room for, from two processes at once', async () => {
    const [one, two] = [await open(), await open()]
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, nth) => {
        const records = nth % 2 === 0 ? one : two
        if (nth % 4 < 2) return add(records, `p${nth % 8}`, 10, { max: 105 })
        return records.uploads.announce([announced(`p${nth % 8}`, [4, 6])], 60, 105)
      }),
    )
    expect(answers.filter((answer) => answer === 'full')).toHaveLength(30)
    expect(await bytesOf('b')).toBe(100)
    expect(await add(one, 'p', 5, { max: 105 })).toMatchObject({ size: 5 })
    expect(await add(two, 'p', 1, { max: 105 })).toBe('full')
    // Others have their own room, and more is taken where there is no quota.
    expect(await add(one, 'p', 105, { max: 105, bid: 'c' })).toMatchObject({ size: 105 })
    expect(await add(two, 'p', 106, { max: 105, bid: 'd' })).toBe('full')
    expect(await bytesOf('d')).toBeUndefined()
    expect(await add(two, 'p', 1)).toMatchObject({ size: 1 })
    expect(await bytesOf('b')).toBe(106)
  })

  test('what goes gives back what it took', async () => {
    let time = Date.now()
    const records = await open(undefined, () => time)
    const { documents, patients, profiles, uploads } = records
    const { oid } = (await profiles.create({ kind: 'patient', bid: 'b', fn: 'a' })) as Profile
    const kept = await add(records, 'p', 1, { key: 'key' })
    // The same again.
    expect(await add(records, 'p', 1, { key: 'key', max: 1 })).toEqual(kept)
    expect(await add(records, 'p', 1, { key: 'key', sha256: 'cd'.repeat(32) })).toBe('other_bytes')
    const { id } = (await add(records, oid, 10)) as { id: string }
    await documents.update({ id }, { tags: ['x'], patient: 'p' })
    await documents.update({ id }, { patient: oid })
    await add(records, oid, 100)
    const upload = announced(oid, [400, 600])
    for (const _ of [1, 2]) expect(await uploads.announce([upload], 60, 1111)).toBe('announced')
    expect(await bytesOf('b')).toBe(1111)
    await documents.remove({ id })
    await documents.remove({ id })
    expect(await bytesOf('b')).toBe(1101)

    time += 61_000
    expect(await uploads.expire()).toBe(1)
    expect(await bytesOf('b')).toBe(101)
    expect(await uploads.announce([announced(oid, [7])], 60)).toBe('announced')
    expect(await patients.erase({ bid: 'b', patient: oid })).toMatchObject({ documents: 1 })
    expect(await bytesOf('b')).toBe(1)
    expect(await add(records, oid, 10)).toBe('erased')
    expect(await uploads.announce([announced(oid, [7])], 60)).toBe('erased')
    expect(await bytesOf('b')).toBe(1)
  })

  test('a file that arrives by a form is counted once', async () => {
    const records = await open()
    const upload = announced('p', [3, 4])
    await records.uploads.announce([upload], 60, 7)
    for (const [place, size] of [3, 4].entries()) {
      const key = randomUUID()
      await records.documents.begin(key)
      await records.uploads.addFile(upload.id, place, { key, ...FILE, size }, null)
    }
    expect(await bytesOf('b')).toBe(7)
    expect(await records.documents.remove({ id: upload.id })).toHaveLength(2)
    expect(await bytesOf('b')).toBe(0)
  })

  test('what is refused leaves nothing', async () => {
    const records = await open()
    expect(await add(records, 'p', 2, { max: 1 })).toBe('full')
    expect(await records.documents.abandoned()).toHaveLength(1)
    const batch = [announced('p', [1]), announced('p', [1])]
    expect(await records.uploads.announce(batch, 60, 1)).toBe('full')
    expect(await query(place, 'select document_id from upload')).toEqual([])
    expect(await bytesOf('b')).toBeUndefined()
  })

  test('documents of before are counted, and a rotation counts none twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'medlink-bytes-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const blobs = await openFolder(folder)
    const before = await open()
    const id = randomUUID()
    await before.documents.begin(id)
    await before.files(blobs).put({ key: id }, Readable.from([Buffer.alloc(9)]))
    const document = { id, bid: 'b', patient: 'p', ...TEXTS, ...FILE, size: 9 }
    expect(await before.documents.add(document)).toMatchObject({ size: 9 })
    await before.uploads.announce([announced('p', [40, 50]), announced('q', [1])], 60)
    await before.close()
    await query(place, 'drop table workspace')
    await query(place, 'alter table document drop column consent')
    await query(place, `update records_version set version = ${STEPS.indexOf(stepOfBytes())}`)

    const records = await open(`key:${randomBytes(32).toString('hex')}`)
    expect(await bytesOf('b')).toBe(100)
    expect(await records.keys.rotate(blobs)).toMatchObject({ documents: 3, isWhole: true })
    expect(await bytesOf('b')).toBe(100)
    await records.documents.remove({ id })
    expect(await bytesOf('b')).toBe(91)
  })
})

/** The step of the tables that counts. */
function stepOfBytes() {
  return STEPS.find(({ name }) => name === 'countBytes')!
}
