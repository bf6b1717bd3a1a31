/**
 * Proves of the audit trail, on both databases:
 * 1. entries form one chain, in which a change, a removal, a cut at either end and a swap are found, with their place
 * 2. several processes and many writers append to one chain without a gap
 * 3. a write has its entry in its own transaction: both are there, or neither
 * 4. what was removed since its time was over leaves a chain that still holds; a cut that says so falsely does not
 * 5. entries are read by time, workspace and patient
 * 6. writes at the same time share a transaction, and one that fails leaves the others
 * 7. entries that cannot be stored make their requests wait, and none that was taken is lost
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditDraft } from '../../../src/records/audit/entry.ts'
import { openRecords, type RecordsPlace } from '../../../src/records/open.ts'
import type { Records } from '../../../src/records/records.ts'
import { START_MS } from '../../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from '../databases.ts'

const PATIENT = { kind: 'patient', bid: 'a', fln: 'asha' } as const

async function openHere(place: RecordsPlace, now = Date.now): Promise<Records> {
  const records = await openRecords(place, { now })
  onTestFinished(() => records.close())
  return records
}

function draft(changes: Partial<AuditDraft> = {}): AuditDraft {
  const record = { type: 'patient' }
  return { operation: 'POST /p', action: 'create', workspace: 'a', record, ...changes }
}

async function entriesOf({ audit }: Records, filter = {}) {
  const entries: {
    seq: number
    operation: string
    outcome: string
    record?: { id?: string }
    patient?: string
  }[] = []
  for await (const { seq, entry } of audit.read(filter)) entries.push({ seq, ...JSON.parse(entry) })
  return entries
}

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind.stop())

  /** A place with five entries. */
  async function fiveEntries() {
    const place = await kind.newPlace()
    const records = await openHere(place)
    for (const nth of [1, 2, 3, 4, 5])
      await records.audit.add(draft({ operation: `${nth}` }), 'done')
    return { place, records }
  }

  test('an empty chain holds, and one of entries says how far', async () => {
    const records = await openHere(await kind.newPlace())
    expect(await records.audit.verify()).toMatchObject({
      isWhole: true,
      first: 1,
      last: { seq: 0 },
    })
    await records.audit.add(draft(), 'refused')
    expect(await records.audit.verify()).toMatchObject({
      isWhole: true,
      first: 1,
      last: { seq: 1 },
    })
    expect(await entriesOf(records)).toEqual([
      {
        ...{ seq: 1, time: expect.stringMatching(/^\d{4}-.*Z$/), operation: 'POST /p' },
        ...{ action: 'create', outcome: 'refused', workspace: 'a', record: { type: 'patient' } },
      },
    ])
  })

  test.each([
    {
      what: 'a changed entry',
      statement: `update audit set entry = replace(entry, 'done', 'refused') where seq = 3`,
      found: { seq: 3, fault: 'the entry was changed' },
    },
    {
      what: 'a changed hash',
      statement: `update audit set hash = (select hash from audit where seq = 1) where seq = 5`,
      found: { seq: 5, fault: 'the entry was changed' },
    },
    {
      what: 'a removed entry',
      statement: 'delete from audit where seq = 2',
      found: { seq: 2, fault: 'the entry is missing' },
    },
    {
      what: 'a removed end',
      statement: 'delete from audit where seq > 3',
      found: { seq: 4, fault: 'the entry is missing' },
    },
    {
      what: 'a removed end, with its mark',
      statement:
        'delete from audit where seq > 3; update audit_head set seq = 3, hash = (select hash from audit where seq = 3)',
      found: { seq: 4, fault: 'the end of the chain is missing' },
    },
    {
      what: 'a removed beginning, with its mark',
      statement:
        'update audit_head set anchor_seq = 2, anchor_hash = (select hash from audit where seq = 2); delete from audit where seq <= 2',
      found: { seq: 3, fault: 'the beginning of the chain was cut off' },
    },
    {
      what: 'an entry under another patient',
      statement: `update audit set patient = '1' where seq = 1`,
      found: { seq: 1, fault: 'the columns of the entry were changed' },
    },
    {
      what: 'an entry of another workspace',
      statement: `update audit set workspace = 'b' where seq = 1`,
      found: { seq: 1, fault: 'the columns of the entry were changed' },
    },
    {
      what: 'an entry of another time',
      statement: 'update audit set time_ms = time_ms + 1 where seq = 1',
      found: { seq: 1, fault: 'the columns of the entry were changed' },
    },
    {
      what: 'another end',
      statement: `update audit_head set hash = 'abc'`,
      found: { seq: 5, fault: 'the end of the chain was changed' },
    },
    {
      what: 'an entry too many',
      statement: `insert into audit select 6, hash, time_ms, workspace, patient, entry from audit where seq = 5; update audit_head set seq = 6`,
      found: { seq: 6, fault: 'the entry was changed' },
    },
  ])('finds $what', async ({ statement, found }) => {
    const { place, records } = await fiveEntries()
    const whole = await records.audit.verify()
    const known = whole.isWhole ? whole.last : expect.unreachable()
    expect(await records.audit.verify(known)).toEqual(whole)
    for (const each of statement.split('; ')) await query(place, each)
    expect(await records.audit.verify(known)).toEqual({ isWhole: false, ...found })
  })

  test('finds a chain that was written anew', async () => {
    const { records } = await fiveEntries()
    const known = { seq: 2, hash: 'f'.repeat(64) }
    expect(await records.audit.verify(known)).toEqual({
      ...{ isWhole: false, seq: 2, fault: 'the chain was replaced by another one' },
    })
  })

  test('many writers of several processes make one chain', async () => {
    const place = await kind.newPlace()
    const all = await Promise.all([openHere(place), openHere(place), openHere(place)])
    await Promise.all(
      all.flatMap((records, nth) =>
        Array.from({ length: 30 }, async (_, count) => {
          const record = { type: 'patient' }
          await records.audit.during(draft({ operation: `${nth}-${count}`, record }), () =>
            records.profiles.create(PATIENT),
          )
          await records.audit.addSoon(draft({ operation: `read ${nth}-${count}` }), 'done')
        }),
      ),
    )
    for (const { audit } of all) await audit.flush()
    const entries = await entriesOf(all[0]!)
    expect(new Set(entries.map(({ operation }) => operation)).size).toBe(180)
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 180 }, (_, nth) => nth + 1))
    expect(await all[1]!.audit.verify()).toMatchObject({ isWhole: true, last: { seq: 180 } })
    // The identifier is known before the write.
    const made = entries.filter(({ operation }) => !operation.startsWith('read'))
    expect(
      made.every(({ record, patient }) => /^\d{17}$/.test(record!.id!) && patient === record!.id),
    ).toBe(true)
  })

  test('a write is there with its entry, or neither is', async () => {
    const place = await kind.newPlace()
    const records = await openHere(place)
    const create = (username: string) =>
      records.audit.during(draft(), () => records.profiles.create({ ...PATIENT, username }))
    const first = (await create('one')) as { oid: string }
    expect(await create('one')).toBe('username_taken')
    await records.audit.during(draft({ action: 'update' }), () =>
      records.profiles.update('patient', first.oid, () => ({ mn: 'k' })),
    )
    expect(await entriesOf(records)).toMatchObject([
      { seq: 1, action: 'create', record: { id: first.oid } },
      // The name was taken: nothing was written but the entry.
      { seq: 2, action: 'create' },
      { seq: 3, action: 'update', record: { id: first.oid }, patient: first.oid },
    ])
    // No entry can be stored.
    for (const table of ['audit', 'audit_pending'])
      await query(place, `alter table ${table} rename to ${table}_elsewhere`)
    await expect(create('two')).rejects.toThrow()
    await expect(
      records.audit.during(draft(), () =>
        records.profiles.update('patient', first.oid, () => ({ mn: 'lost' })),
      ),
    ).rejects.toThrow()
    expect(await records.profiles.get('patient', first.oid)).toMatchObject({ mn: 'k' })
    expect(await query(place, 'select count(*) as count from profile')).toMatchObject([
      { count: expect.toSatisfy((count) => Number(count) === 1) },
    ])
    expect((await query(place, 'select seq from audit_elsewhere')).length).toBe(3)
  })

  test('writes at the same time have an entry each, and one that is refused leaves the others', async () => {
    const place = await kind.newPlace()
    const records = await openHere(place)
    const logBytes = () =>
      'folder' in place ? statSync(join(place.folder, 'records.sqlite-wal')).size : 0
    const create = (username: string) => {
      const own = draft({ operation: username })
      return records.audit.during(own, () => records.profiles.create({ ...PATIENT, username }))
    }
    const names = Array.from({ length: 40 }, (_, nth) => `name ${nth}`)
    const before = logBytes()
    const made = await Promise.all([...names, 'name 0'].map(create))
    const together = logBytes() - before
    expect(made.filter((each) => each === 'username_taken').length).toBe(1)
    const oids = made.flatMap((each) => (each === 'username_taken' ? [] : [each.oid]))
    const entries = await entriesOf(records)
    expect(entries.length).toBe(41)
    expect(new Set(entries.map(({ record }) => record!.id)).size).toBe(41)
    expect(entries.map(({ record }) => record!.id)).toEqual(expect.arrayContaining(oids))
    expect(await records.audit.verify()).toMatchObject({ isWhole: true, last: { seq: 41 } })
    if (!('folder' in place)) return
    // A transaction of its own writes each of its pages into the log.
    const start = logBytes()
    for (const name of names) await create(`${name} alone`)
    expect(together).toBeLessThan((logBytes() - start) / 3)
  })

  test('a write that the database cannot make leaves those at the same time', async () => {
    const records = await openHere(await kind.newPlace())
    const create = (fields: object) =>
      records.audit.during(draft(), () => records.profiles.create({ ...PATIENT, ...fields }))
    const bid = null as unknown as string
    const made = await Promise.allSettled([create({}), create({ bid }), create({})])
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    // The failure has an entry, too.
    expect((await entriesOf(records)).map(({ outcome }) => outcome).sort()).toEqual([
      'done',
      'done',
      'failed',
    ])
  })

  test('a change that returns no row has its entry, unless it changes none', async () => {
    const records = await openHere(await kind.newPlace())
    const { oid } = (await records.profiles.create(PATIENT)) as { oid: string }
    const hold = async (of: string) => {
      const own = draft({ operation: of, action: 'update' })
      return [await records.audit.during(own, () => records.patients.hold(of)), own.stored]
    }
    expect(await hold(oid)).toEqual([true, 1])
    expect(await hold('1'.repeat(17))).toEqual([false, undefined])
    expect(await entriesOf(records)).toMatchObject([
      { seq: 1, operation: oid },
      { seq: 2, operation: '1'.repeat(17) },
    ])
    expect(await records.audit.verify()).toMatchObject({ isWhole: true })
  })

  test('entries that a process left behind are chained by the next', async () => {
    const place = await kind.newPlace()
    const records = await openHere(place)
    const entry = JSON.stringify({ time: new Date().toISOString(), operation: 'left behind' })
    await query(place, `insert into audit_pending values ('${'0'.repeat(28)}', '${entry}')`)
    if ('databaseUrl' in place) {
      expect(await (await openHere(place)).audit.verify()).toMatchObject({ last: { seq: 1 } })
      expect(await entriesOf(records)).toMatchObject([{ operation: 'left behind' }])
    }
  })

  test('what nobody asked for has no entry', async () => {
    const records = await openHere(await kind.newPlace())
    await records.profiles.create(PATIENT)
    expect(await entriesOf(records)).toEqual([])
  })

  test('entries whose time is over go, and the chain holds', async () => {
    const clock = { time: Date.UTC(2026, 0, 1) }
    const place = await kind.newPlace()
    const records = await openHere(place, () => clock.time)
    for (const nth of [1, 2, 3]) await records.audit.add(draft({ operation: `${nth}` }), 'done')
    clock.time += 1000
    await records.audit.add(draft({ operation: '4' }), 'done')
    expect(await records.audit.prune(clock.time - 1000)).toBe(0)
    expect(await records.audit.prune(clock.time)).toBe(3)
    expect((await entriesOf(records)).map(({ operation }) => operation)).toEqual([
      '4',
      'audit retention',
    ])
    expect(await records.audit.verify()).toMatchObject({
      isWhole: true,
      first: 4,
      last: { seq: 5 },
    })
    clock.time += 1000
    expect(await records.audit.prune(clock.time)).toBe(2)
    expect(await records.audit.verify()).toMatchObject({
      isWhole: true,
      first: 6,
      last: { seq: 6 },
    })
    // A place of an entry that is gone cannot be looked up.
    expect(await records.audit.verify({ seq: 2, hash: 'a' })).toMatchObject({ isWhole: true })
    await query(place, `update audit_head set anchor_hash = 'abc'`)
    expect(await records.audit.verify()).toMatchObject({ isWhole: false, seq: 6 })
  })

  test('entries are found by time, workspace and patient', async () => {
    const clock = { time: 1000 }
    const records = await openHere(await kind.newPlace(), () => clock.time)
    for (const changes of [
      { operation: '1', patient: 'p' },
      { operation: '2', patient: 'q' },
      { operation: '3', patient: 'p', workspace: 'b' },
      { operation: '4', patient: 'p' },
    ]) {
      await records.audit.add(draft(changes), 'done')
      clock.time += 1000
    }
    const found = async (filter: object) =>
      (await entriesOf(records, filter)).map(({ operation }) => operation).join('')
    expect(await found({})).toBe('1234')
    expect(await found({ patient: 'p' })).toBe('134')
    expect(await found({ workspace: 'b' })).toBe('3')
    expect(await found({ from: 2000 })).toBe('234')
    expect(await found({ until: 2000 })).toBe('1')
    expect(await found({ from: 2000, until: 4000, patient: 'p' })).toBe('3')
  })

  test('entries that cannot be stored are waited for, and none is lost', async () => {
    const place = await kind.newPlace()
    const records = await openHere(place)
    await query(place, 'alter table audit rename to audit_elsewhere')
    await records.audit.addSoon(draft({ operation: 'taken' }), 'done')
    await records.audit.flush()
    await expect(records.audit.addSoon(draft({ operation: 'refused' }), 'done')).rejects.toThrow()
    await query(place, 'alter table audit_elsewhere rename to audit')
    await records.audit.addSoon(draft({ operation: 'again' }), 'done')
    expect((await entriesOf(records)).map(({ operation }) => operation)).toEqual(['taken', 'again'])
    expect(await records.audit.verify()).toMatchObject({ isWhole: true })
  })

  test('entries that wait are stored before the records close', async () => {
    const place = await kind.newPlace()
    const records = await openRecords(place)
    for (const nth of [1, 2, 3]) void records.audit.addSoon(draft({ operation: `${nth}` }), 'done')
    await records.close()
    expect((await entriesOf(await openHere(place))).length).toBe(3)
  })
})
