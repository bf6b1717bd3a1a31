/**
 * Proves of records that processes of their own use, on SQLite and on PostgreSQL:
 * 1. several may open a new database at once
 * 2. what was acknowledged is there when they are killed in the middle, and the database crashes
 * 3. a process survives its database: what fails meanwhile is told, and afterwards it goes on
 * 4. of two processes that want the same usernames, one gets each
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import { compiledChild } from '../support/compiled.ts'
import { START_MS } from '../support/postgres.ts'
import { CRASHING, type CrashingKind, query } from './databases.ts'

/** A process takes seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const CHILD = 'records/child'
/** Acknowledgements of both processes together, after which they are killed. */
const ENOUGH = 120

interface Child {
  readonly child: ChildProcess
  readonly lines: AsyncIterator<string>
}

/** Starts a process that has the records open when the promise resolves. */
async function startChild(place: RecordsPlace): Promise<Child> {
  const argv = [compiledChild(CHILD), JSON.stringify(place)]
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('open')
  return { child, lines }
}

describe.each(CRASHING)('%s', (_, start) => {
  let kind: CrashingKind
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind?.stop())

  test('keeps what it acknowledged, and every username once', async () => {
    const place = await kind.newPlace()
    // Both make the tables, or find them made.
    const children = await Promise.all([startChild(place), startChild(place)])
    const acknowledged: string[][] = [[], []]
    const read = children.map(async ({ lines }, nth) => {
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        acknowledged[nth]!.push(line.value)
        if (acknowledged.flat().length === ENOUGH)
          for (const { child } of children) child.kill('SIGKILL')
      }
    })
    for (const { child } of children) child.stdin!.write('\n')
    const ended = children.map(({ child }) => once(child, 'exit'))
    await Promise.all([...read, ...ended])
    await kind.crash()

    const rows = await query(place, 'select oid, username from profile')
    const there = rows.map(({ oid, username }) => `${oid} ${username}`)
    const all = acknowledged.flat()
    expect(all.length).toBeGreaterThanOrEqual(ENOUGH)
    expect(there).toEqual(expect.arrayContaining(all))
    expect(new Set(rows.map(({ username }) => username)).size).toBe(rows.length)
    // At most the one that each was making is there without an acknowledgement.
    expect(there.length).toBeLessThanOrEqual(all.length + children.length)
    const records = await openRecords(place)
    onTestFinished(() => records.close())
    const [oid] = all.at(-1)!.split(' ')
    expect(await records.profiles.get('patient', oid!)).toMatchObject({ oid })
    expect(await records.profiles.create({ kind: 'patient', bid: 'b', username: 'user 0' })).toBe(
      'username_taken',
    )
  })

  test('goes on after the database crashed in the middle of creates', async () => {
    const records = await openRecords(await kind.newPlace())
    onTestFinished(() => records.close())
    const create = (i: number) =>
      records.profiles.create({ kind: 'patient', bid: 'b', username: `user ${i}` })
    const running = Array.from({ length: 200 }, (_, i) => create(i))
    const settled = Promise.allSettled(running)
    await Promise.race(running)
    await kind.crash()
    const made = (await settled).flatMap((each) => {
      if (each.status === 'fulfilled') return [each.value]
      expect(each.reason).toMatchObject({ name: 'MedlinkError', code: 'no_records' })
      return []
    })
    for (const profile of made) {
      if (profile === 'username_taken') throw new Error('every username is another')
      expect(await records.profiles.get('patient', profile.oid)).toEqual(profile)
    }
    expect(await create(200)).toMatchObject({ username: 'user 200' })
  })
})
