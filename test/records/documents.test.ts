/**
 * Proves of documents, on SQLite and on PostgreSQL:
 * 1. a document comes back as it was added and changed, and is its owner's only
 * 2. a list that is read in parts, of any size, has each document that was there when it began once, where it stood then,
 *    whatever is added and changed meanwhile; what was added comes after them, once
 * 3. a list is read for a day, also by what was there for a moment only
 * 4. whoever asks from one list to the next for what changed since misses nothing, with clocks that differ by a minute
 * 5. of writers at once, over two connections, none is overtaken: a reader who has seen one change has seen all before it
 * 6. a key adds one document, for a day, for one patient; with other bytes it is refused
 * 7. a file that gave no sign of life for three minutes is known as abandoned, and no document gets it any more
 * 8. lists neither lose nor repeat a document while others are removed and moved, to and fro; one that is removed or moved is
 *    nowhere but where it is, its files are garbage once it is removed, and documents move both ways at once
 * 9. a document whose files are announced is listed once all are there, and gone if they do not come in time
 */

import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import type { Document, DocumentOwner, NewDocument, Records } from '../../src/records/records.ts'
import { START_MS } from '../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from './databases.ts'

const DAY = 24 * 3600
const SHA256 = 'ab'.repeat(32)

function newDocument(owner: DocumentOwner, more: Partial<NewDocument> = {}): NewDocument {
  return {
    ...{ id: randomUUID(), ...owner, document_type: 'ps', tags: [], auto_tags: [], cases: [] },
    ...{ media_type: 'application/pdf', size: 14, sha256: SHA256, has_thumbnail: false, ...more },
  }
}

/** Adds a document as an upload does. */
async function addTo(records: Records, document: NewDocument, key?: string) {
  await records.documents.begin(document.id)
  return records.documents.add(document, key)
}

const idsOf = (documents: readonly Document[]) => documents.map(({ id }) => id)

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  /** Two connections to the same records, each with a clock of its own. */
  let records: Records
  let others: Records
  /** Epoch seconds. */
  let time = 1_800_000_000
  let othersAreBehind = 0

  beforeAll(async () => {
    kind = await start()
    place = await kind.newPlace()
    ;[records, others] = await Promise.all([
      openRecords(place, { now: () => time * 1000 + 7 }),
      openRecords(place, { now: () => (time - othersAreBehind) * 1000 + 7 }),
    ])
  }, START_MS)
  afterAll(async () => {
    await Promise.all([records?.close(), others?.close()])
    await kind?.stop()
  })

  afterEach(async () => {
    time += 200
    for (const key of await records.documents.abandoned()) await records.documents.forget(key)
  })

  let patients = 0
  const newOwner = (): DocumentOwner => ({ bid: 'b', patient: `patient ${patients++}` })
  async function add(owner: DocumentOwner, to = records): Promise<string> {
    const added = await addTo(to, newDocument(owner))
    return (added as Document).id
  }
  /** A whole list, in parts. */
  async function readAll(
    owner: DocumentOwner,
    { limit = 100, updatedAfter }: { limit?: number; updatedAfter?: number | undefined } = {},
    between: () => unknown = () => {},
  ) {
    const ids: string[] = []
    let part = (await records.documents.list(owner, { updatedAfter }, limit))!
    for (;;) {
      expect(part.documents.length).toBeLessThanOrEqual(limit)
      ids.push(...idsOf(part.documents))
      if (part.next === undefined) return { ids, refreshedAt: part.refreshedAt }
      await between()
      part = (await records.documents.list(owner, part.next, limit))!
    }
  }

  test('come back as they were added and changed', async () => {
    const owner = newOwner()
    const whole = newDocument(owner, {
      ...{ title: 'a “title”', tags: ['a', 'b'], auto_tags: ['c'], cases: ['d'] },
      ...{ document_date: -3_000_000_000, has_thumbnail: true, size: 2 ** 40 },
    })
    const bare = newDocument(owner)
    for (const document of [whole, bare]) {
      const added = await addTo(records, document)
      expect(added).toEqual({ ...document, upload_date: time })
      expect(await others.documents.get(document.id)).toEqual(added)
    }
    time += 5
    const changed = await others.documents.update(whole, { title: undefined, tags: ['x'] })
    const { title: _, ...untitled } = whole
    expect(changed).toEqual({ ...untitled, tags: ['x'], upload_date: time - 5 })
    expect(await records.documents.get(whole.id)).toEqual(changed)
    expect(await records.documents.update({ id: randomUUID() }, {})).toBeUndefined()
    expect(await records.documents.get(randomUUID())).toBeUndefined()
    expect((await readAll(owner)).ids).toEqual([bare.id, whole.id])
    for (const other of [{ ...owner, bid: 'c' }, newOwner()])
      expect(await records.documents.list(other, {}, 5)).toEqual({
        ...{ documents: [], refreshedAt: null, next: undefined },
      })
  })

  test('are each in a list once, whatever is added and changed while it is read', async () => {
    const step = fc.record({ kind: fc.constantFrom('add', 'change'), which: fc.nat(30) })
    const run = fc.record({
      before: fc.array(step, { maxLength: 12 }),
      limit: fc.integer({ min: 1, max: 5 }),
      between: fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(run, async ({ before, limit, between }) => {
        const owner = newOwner()
        /** In the order of their last change. */
        const there: string[] = []
        const added: string[] = []
        const perform = async ({ kind, which }: { kind: string; which: number }) => {
          time += which % 2
          if (kind === 'add' || there.length === 0) {
            there.push(await add(owner, which % 3 === 0 ? others : records))
            return added.push(there.at(-1)!)
          }
          const [id] = there.splice(which % there.length, 1)
          there.push(id!)
          return records.documents.update({ id: id! }, { title: `change ${which}` })
        }
        for (const each of before) await perform(each)
        const atStart = [...there]
        added.length = 0
        const parts = between.values()
        const { ids } = await readAll(owner, { limit }, async () => {
          for (const each of parts.next().value ?? []) await perform(each)
        })
        expect(ids.slice(0, atStart.length)).toEqual(atStart)
        // After the end of the list nothing was added while it was read.
        expect(ids.slice(atStart.length)).toEqual(added)
        expect((await readAll(owner)).ids).toEqual(there)
      }),
      { numRuns: 15 },
    )
  })

  test('are each in a list once at most, whatever is removed and moved while it is read', async () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'change', 'remove', 'move', 'come back'),
      which: fc.nat(30),
    })
    const run = fc.record({
      before: fc.array(step, { maxLength: 15 }),
      limit: fc.integer({ min: 1, max: 3 }),
      between: fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(run, async ({ before, limit, between }) => {
        const [owner, other] = [newOwner(), newOwner()]
        /** In the order of their last change. */
        const there: string[] = []
        const away: string[] = []
        const gone = new Set<string>()
        let added: string[] = []
        const take = (from: string[], which: number) => from.splice(which % from.length, 1)[0]!
        const perform = async ({ kind, which }: { kind: string; which: number }) => {
          const { documents } = which % 3 === 0 ? others : records
          if (kind === 'come back' && away.length > 0) {
            const id = take(away, which)
            there.push(id)
            return documents.update({ id, ...other }, { patient: owner.patient })
          }
          if (kind === 'add' || there.length === 0) {
            there.push(await add(owner))
            return added.push(there.at(-1)!)
          }
          const id = take(there, which)
          if (kind === 'change' || kind === 'come back') {
            there.push(id)
            return documents.update({ id }, { title: `change ${which}` })
          }
          gone.add(id)
          if (kind === 'remove') return documents.remove({ id, ...owner })
          away.push(id)
          return documents.update({ id, ...owner }, { patient: other.patient })
        }
        for (const each of before) await perform(each)
        const atStart = [...there]
        added = []
        gone.clear()
        const parts = between.values()
        const { ids } = await readAll(owner, { limit }, async () => {
          for (const each of parts.next().value ?? []) await perform(each)
        })
        expect(new Set(ids).size).toBe(ids.length)
        const stayed = (id: string) => !gone.has(id)
        expect(ids.filter((id) => atStart.includes(id) && stayed(id))).toEqual(
          atStart.filter(stayed),
        )
        expect(ids.filter((id) => added.includes(id) && stayed(id))).toEqual(added.filter(stayed))
        expect((await readAll(owner)).ids).toEqual(there)
        expect((await readAll(other)).ids).toEqual(away)
      }),
      { numRuns: 25 },
    )
  })

  test('that are removed are nowhere, and their files are garbage', async () => {
    const owner = newOwner()
    const [plain, pictured] = [newDocument(owner), newDocument(owner, { has_thumbnail: true })]
    for (const document of [plain, pictured]) await addTo(records, document)
    for (const which of [
      { ...plain, patient: 'x' },
      { ...plain, bid: 'x' },
    ])
      expect(await records.documents.remove(which)).toBeUndefined()
    expect(await records.documents.remove(plain)).toEqual([plain.id])
    const keys = [pictured.id, `${pictured.id}-thumbnail`]
    expect(await others.documents.remove(pictured)).toEqual(keys)
    expect(await records.documents.remove(plain)).toBeUndefined()
    expect(await records.documents.update(plain, { title: 'a' })).toBeUndefined()
    expect(await records.documents.get(plain.id)).toBeUndefined()
    expect((await readAll(owner)).ids).toEqual([])
    expect((await records.documents.abandoned()).sort()).toEqual([plain.id, ...keys].sort())
  })

  test('that are moved take no key along', async () => {
    const [from, to] = [newOwner(), newOwner()]
    const [one, other] = [newDocument(from), newDocument(to)]
    await addTo(records, one, 'key')
    await addTo(records, other, 'key')
    const moved = await records.documents.update(one, { patient: to.patient })
    expect(moved).toMatchObject({ ...one, patient: to.patient })
    expect((await readAll(to)).ids).toEqual([other.id, one.id])
    expect((await readAll(from)).ids).toEqual([])
    expect(await addTo(records, newDocument(from), 'key')).toMatchObject(from)
  })

  test('move both ways at once', async () => {
    const [one, other] = [newOwner(), newOwner()]
    const ids = await Promise.all(Array.from({ length: 6 }, (_, nth) => add(nth % 2 ? one : other)))
    for (let round = 0; round < 5; round++)
      await Promise.all(
        ids.map((id, nth) => {
          const { patient } = (nth + round) % 2 ? other : one
          return (nth % 3 ? records : others).documents.update({ id }, { patient })
        }),
      )
    const found = [...(await readAll(one)).ids, ...(await readAll(other)).ids]
    expect(found.sort()).toEqual(ids.toSorted())
  })

  test('are listed for a day as they stood', async () => {
    const owner = newOwner()
    const [first, second, third] = [await add(owner), await add(owner), await add(owner)]
    const { next } = (await records.documents.list(owner, {}, 1))!
    await records.documents.update({ id: second }, { title: 'changed' })
    time += DAY
    await records.documents.update({ id: second }, { title: 'changed again' })
    const rest = (await records.documents.list(owner, next!, 5))!
    expect(rest.documents.map(({ id, title }) => [id, title])).toEqual([
      [second, 'changed again'],
      [third, undefined],
    ])
    time += 1
    expect(await records.documents.list(owner, next!, 5)).toBeUndefined()
    // What no list shows any more is forgotten, later than that by as much as clocks may differ.
    time += 59
    await records.documents.update({ id: first }, {})
    expect(
      await query(
        place,
        `select until from document_change where patient = '${owner.patient}' and seq = 2`,
      ),
    ).toHaveLength(1)
    time += 1
    await records.documents.update({ id: first }, {})
    const where = `from document_change where patient = '${owner.patient}'`
    expect(await query(place, `select seq ${where} order by seq`)).toEqual(
      [1, 3, 4, 5, 6, 7].map((seq) => ({ seq: 'folder' in place ? seq : String(seq) })),
    )
  })

  test('may come again for a minute, since another clock may be behind by as much', async () => {
    const owner = newOwner()
    await add(owner)
    const changed = time
    for (const [passed, refreshedAt] of [
      [0, changed - 1],
      [60, changed - 1],
      [61, changed],
    ] as const) {
      time = changed + passed
      expect(await readAll(owner)).toMatchObject({ refreshedAt })
    }
    time = changed + 60
    const { refreshedAt } = await readAll(owner)
    othersAreBehind = 60
    const late = await add(owner, others)
    othersAreBehind = 0
    expect((await readAll(owner, { updatedAfter: refreshedAt! })).ids).toContain(late)
  })

  test('are not missed from one list to the next, with clocks that differ', async () => {
    const step = fc.record({
      ...{ pass: fc.constantFrom(0, 0, 1, 30, 59, 61, 3600), isOthers: fc.boolean() },
      ...{ isChange: fc.boolean(), asks: fc.boolean() },
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 0, max: 60 }),
        async (steps, behind) => {
          othersAreBehind = behind
          const owner = newOwner()
          const [one] = [await add(owner)]
          let updatedAfter: number | undefined
          let missing = new Set<string>([one])
          const ask = async () => {
            const { ids, refreshedAt } = await readAll(owner, { updatedAfter })
            for (const id of missing) expect(ids).toContain(id)
            missing = new Set()
            updatedAfter = refreshedAt!
          }
          for (const { pass, isOthers, isChange, asks } of steps) {
            time += pass
            const { documents } = isOthers ? others : records
            if (isChange) await documents.update({ id: one }, { title: 'a' })
            missing.add(isChange ? one : await add(owner, isOthers ? others : records))
            if (asks) await ask()
          }
          await ask()
          // Once all is quiet for longer than clocks differ, nothing comes again.
          time += 61
          await ask()
          expect((await readAll(owner, { updatedAfter })).ids).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
    othersAreBehind = 0
  })

  test('are not overtaken, however many are written at once', async () => {
    const owner = newOwner()
    const first = await add(owner)
    const write = async (to: Records, nth: number) => {
      for (let i = 0; i < 6; i++)
        if (i % 3 === 2) await to.documents.update({ id: first }, { title: `${nth} ${i}` })
        else await add(owner, to)
    }
    let isDone = false
    const writing = Promise.all(
      Array.from({ length: 8 }, (_, nth) => write(nth % 2 ? records : others, nth)),
    ).then(() => {
      isDone = true
    })
    const lists: string[][] = []
    while (!isDone) {
      lists.push((await readAll(owner, { limit: 2 })).ids)
      // Reads of SQLite wait for nothing: writers would never have their turn.
      await nextTurn()
    }
    await writing
    const all = (await readAll(owner, { limit: 7 })).ids.filter((id) => id !== first)
    expect(all).toHaveLength(32)
    for (const list of lists) {
      const seen = list.filter((id) => id !== first)
      expect(list.length - seen.length).toBe(1)
      expect(seen).toEqual(all.slice(0, seen.length))
    }
  })

  describe('under a key', () => {
    test('are added once for a day, by one patient', async () => {
      const [owner, other] = [newOwner(), newOwner()]
      const { documents } = records
      const added = (await addTo(records, newDocument(owner), 'key')) as Document
      expect(await addTo(records, newDocument(owner, { title: 'other' }), 'key')).toEqual(added)
      const bytes = newDocument(owner, { sha256: 'cd'.repeat(32) })
      expect(await addTo(records, bytes, 'key')).toBe('other_bytes')
      expect(await documents.get(bytes.id)).toBeUndefined()
      expect((await readAll(owner)).ids).toEqual([added.id])
      for (const [whose, key] of [
        [other, 'key'],
        [{ ...owner, bid: 'c' }, 'key'],
        [owner, 'KEY'],
        [owner, undefined],
      ] as const) {
        const document = newDocument(whose)
        expect(await addTo(records, document, key)).toMatchObject({ id: document.id })
      }
      time += DAY - 1
      expect(await addTo(records, newDocument(owner), 'key')).toEqual(added)
      time += 1
      const later = newDocument(owner)
      expect(await addTo(records, later, 'key')).toMatchObject({ id: later.id })
      expect(await addTo(records, newDocument(owner), 'key')).toMatchObject({ id: later.id })
    })

    test('are added once by any number at once', async () => {
      const owner = newOwner()
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, nth) =>
          addTo(nth % 2 ? records : others, newDocument(owner), 'key'),
        ),
      )
      expect(new Set(added.map((each) => (each as Document).id)).size).toBe(1)
      expect((await readAll(owner)).ids).toEqual([(added[0] as Document).id])
    })
  })

  test('whose files gave no sign of life for three minutes are never added', async () => {
    const [lost, alive, kept] = [newOwner(), newOwner(), newOwner()].map((each) =>
      newDocument(each),
    )
    for (const { id } of [lost!, alive!]) await records.documents.begin(id)
    await addTo(records, kept!)
    time += 179
    expect(await records.documents.abandoned()).toEqual([])
    await others.documents.keepAlive([alive!.id, randomUUID()])
    time += 1
    expect(await records.documents.abandoned()).toEqual([lost!.id])
    await others.documents.keepAlive([lost!.id])
    expect(await others.documents.add(lost!)).toBe('abandoned')
    expect(await others.documents.abandoned()).toEqual([lost!.id])
    await records.documents.forget(lost!.id)
    expect(await others.documents.abandoned()).toEqual([])
    expect(await records.documents.add(alive!)).toMatchObject({ id: alive!.id })
    expect(await records.documents.add(newDocument(newOwner()))).toBe('abandoned')
  })

  describe('whose files are announced', () => {
    const FILES = [
      { content_type: 'application/pdf', file_size: 5 },
      { content_type: 'image/png', file_size: 7 },
    ]
    const newUpload = (owner: DocumentOwner) => ({
      ...{ id: randomUUID(), ...owner, document_type: 'lr', tags: ['a'], cases: [], files: FILES },
    })
    async function addFile(id: string, place: number, to = records, sha256 = SHA256) {
      const key = randomUUID()
      await to.documents.begin(key)
      return to.uploads.addFile(id, place, { key, media_type: 'image/png', size: 5, sha256 })
    }

    test('are listed once all are there, whoever adds them at once', async () => {
      for (let round = 0; round < 5; round++) {
        const upload = newUpload(newOwner())
        expect(await records.uploads.announce([upload], 60)).toBe('announced')
        expect(await others.uploads.find(upload.id, 1)).toEqual({ file_size: 7, key_id: null })
        expect(await records.documents.get(upload.id)).toBeUndefined()
        expect((await readAll(upload)).ids).toEqual([])
        const added = await Promise.all([
          ...[0, 1, 1].map((place) => addFile(upload.id, place, place ? others : records)),
        ])
        expect(added.filter((each) => typeof each === 'object')).toHaveLength(1)
        expect((await readAll(upload)).ids).toEqual([upload.id])
        const document = (await records.documents.get(upload.id))!
        expect(await records.documents.filesOf(document)).toHaveLength(2)
        const files = await records.documents.filesOf(document)
        expect(await records.documents.remove(upload)).toEqual(files.map(({ key }) => key))
      }
    })

    test('take each file once, and none that is not awaited', async () => {
      const upload = newUpload(newOwner())
      await records.uploads.announce([upload], 60)
      expect(await addFile(upload.id, 0)).toBe('added')
      expect(await addFile(upload.id, 0)).toBe('same')
      expect(await addFile(upload.id, 0, records, 'cd'.repeat(32))).toBe('other_bytes')
      for (const [id, place] of [
        [upload.id, 2],
        [randomUUID(), 0],
      ] as const) {
        expect(await records.uploads.find(id, place)).toBeUndefined()
        expect(await addFile(id, place)).toBeUndefined()
      }
    })

    test('are announced all or none', async () => {
      const [one, other] = [newUpload(newOwner()), newUpload(newOwner())]
      await records.uploads.announce([one], 60)
      expect(await records.uploads.announce([other, { ...one, files: [FILES[0]!] }], 60)).toBe(
        'taken',
      )
      expect(await records.uploads.find(other.id, 0)).toBeUndefined()
      expect(await others.uploads.announce([{ ...one, patient: other.patient }], 60)).toBe('taken')
      expect(await others.uploads.announce([one, other], 60)).toBe('announced')
    })

    test('are gone when their time is over, with the files that came', async () => {
      const [one, kept] = [newUpload(newOwner()), newUpload(newOwner())]
      await records.uploads.announce([one, kept], 60)
      await addFile(one.id, 1)
      const [{ key }] = (await query(
        place,
        `select key from document_file where key is not null and document_id = '${one.id}'`,
      )) as [{ key: string }]
      time += 59
      await records.uploads.announce([kept], 60)
      time += 1
      await others.uploads.expire()
      expect(await records.uploads.find(one.id, 0)).toBeUndefined()
      expect(await addFile(one.id, 0)).toBeUndefined()
      expect(await records.uploads.find(kept.id, 0)).toBeDefined()
      expect(await records.documents.abandoned()).toContain(key)
      for (const table of ['document', 'document_file', 'upload']) {
        const rows = JSON.stringify(await query(place, `select * from ${table}`))
        expect(rows).not.toContain(one.id)
      }
    })
  })
})
