/**
 * Proves of the records, on SQLite and on PostgreSQL:
 * 1. a profile comes back as it was made and changed, whatever its text; its identifier is new, its times are the clock's
 * 2. of those that want one username, or change one profile, at once, one wins, or none loses; also over two connections
 * 3. a change that throws, or takes a username that is taken, leaves the profile as it was
 * 4. a client logs in with its own secret only, and asking for one that there is not takes as long
 * 5. a refresh token is good once; one that comes again ends its family, whatever happens at the same time
 * 6. a client that is removed has no tokens, and one that changes speaks through the token as it is then
 * 7. secrets and tokens stand nowhere in the database, and expired tokens do not stay there
 * 8. closing waits for what is running and refuses the rest
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import { openPostgres } from '../../src/records/postgres.ts'
import { profilesOf } from '../../src/records/profiles.ts'
import type { Client, NewProfile, Profile, Records } from '../../src/records/records.ts'
import { openSqlite } from '../../src/records/sqlite.ts'
import { Store } from '../../src/records/store.ts'
import { START_MS } from '../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from './databases.ts'

const TEXT_FIELDS = 's fn mn ln fln dob gen bg mobile email username abha'.split(' ')
const CLIENT = { bid: 'b-1', oid: '10000000000000001', role: 'user' } as const

/** Any text but NUL, which no request may hold: of any plane, quotes and control characters among it. */
const text = fc.string({ unit: 'binary', maxLength: 300 }).map((each) => each.replaceAll('\0', ''))
const fields = fc.record(
  {
    ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, fc.option(text, { nil: undefined })])),
    extras: fc.option(
      fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5, noNullPrototype: true }),
      { nil: undefined },
    ),
  },
  { requiredKeys: [] },
)

/** What is left of fields when they have been stored and read. */
function stored(given: object): object {
  return JSON.parse(JSON.stringify(given))
}

function atOnce<T>(count: number, ask: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, nth) => ask(nth)))
}

const madeOf = (results: readonly (Profile | 'username_taken' | undefined)[]) =>
  results.filter((each): each is Profile => typeof each === 'object')

describe.each(DATABASES)('%s', (name, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  /** Two connections to the same records, with one clock. */
  let records: Records
  let others: Records
  let time = 1_800_000_000_000

  beforeAll(async () => {
    kind = await start()
    place = await kind.newPlace()
    const now = () => time
    ;[records, others] = await Promise.all([
      openRecords(place, { now }),
      openRecords(place, { now }),
    ])
  }, START_MS)
  afterAll(async () => {
    await Promise.all([records?.close(), others?.close()])
    await kind?.stop()
  })

  let names = 0
  const newName = () => `name ${names++}`
  async function make(profile: Partial<NewProfile> = {}): Promise<Profile> {
    return (await records.profiles.create({ kind: 'patient', bid: 'b', ...profile })) as Profile
  }
  async function addClient(to = records, bid = 'b-1'): Promise<Client> {
    const { client_secret: _, ...client } = await to.clients.add({ ...CLIENT, bid })
    return client
  }

  describe('profiles', () => {
    test('come back as they were made and changed', async () => {
      const whole = fc.tuple(fields, fields, fc.constantFrom('patient', 'emr_user'), text)
      await fc.assert(
        fc.asyncProperty(whole, async ([before, change, kind, workspace]) => {
          // A workspace of its own, so that no username is taken.
          const bid = `${newName()} ${workspace}`
          const made = (await records.profiles.create({ kind, bid, ...before })) as Profile
          const times = { c_ate: time / 1000, u_ate: time / 1000 }
          expect(made).toEqual({ oid: made.oid, kind, bid, ...stored(before), ...times })
          expect(await others.profiles.get(kind, made.oid)).toEqual(made)
          const changed = await others.profiles.update(kind, made.oid, (found) => {
            expect(found).toEqual(made)
            return change
          })
          expect(changed).toEqual({ ...made, ...undefinedRemoved(made, change) })
          expect(Object.values(changed as object)).not.toContain(undefined)
          expect(await records.profiles.get(kind, made.oid)).toEqual(changed)
        }),
        { numRuns: 40 },
      )
    })

    /** A profile and a change as one object, without what the change removes. */
    function undefinedRemoved(made: object, change: object): object {
      const removed = Object.fromEntries(
        Object.keys(change).map((name) => [name, undefined as unknown]),
      )
      return { ...made, ...removed, ...stored(change) }
    }

    test.each([
      ['half a character', { fn: 'a\ud800b', username: 'c\udc00' }],
      ['a long text', { fn: 'x'.repeat(100_000), extras: { note: 'y'.repeat(100_000) } }],
      ['a long username of four bytes each', { username: '\u{1f600}'.repeat(255) }],
      ['NUL in the extras', { extras: { '\0': 'a\0b' } }],
      ['a name of JavaScript', { extras: JSON.parse('{"__proto__": {"a": 1}}') }],
      ['what looks like a statement', { ln: `'; DROP TABLE profile; --`, mn: '$1 ? :a @b' }],
      ['nothing', {}],
      ['empty text', { fn: '', extras: {} }],
    ])('keep %s', async (_, fields) => {
      const made = await make({ bid: newName(), ...fields })
      expect(await records.profiles.get('patient', made.oid)).toEqual(made)
      if (!('username' in fields)) expect(made).toMatchObject(stored(fields))
    })

    test('have identifiers of 17 digits, none twice', async () => {
      const made = await atOnce(50, () => make())
      for (const { oid } of made) expect(oid).toMatch(/^[1-9]\d{16}$/)
      expect(new Set(made.map(({ oid }) => oid)).size).toBe(50)
    })

    test('get another identifier where one is taken', async () => {
      const { oid } = await make()
      const store = new Store(
        'folder' in place
          ? await openSqlite(`${place.folder}/records.sqlite`)
          : await openPostgres(place.databaseUrl),
      )
      onTestFinished(() => store.close())
      const given = [oid, oid, '99999999999999999']
      const profiles = profilesOf(
        store,
        () => time,
        () => given.shift()!,
      )
      const made = await profiles.create({ kind: 'emr_user', bid: 'b', username: newName() })
      expect(made).toMatchObject({ oid: '99999999999999999' })
      expect(await records.profiles.get('patient', oid)).toBeDefined()
    })

    test('are found under their own kind and identifier only', async () => {
      const { oid } = await make()
      expect(await records.profiles.get('emr_user', oid)).toBeUndefined()
      expect(await records.profiles.update('emr_user', oid, () => ({}))).toBeUndefined()
      for (const other of ['10000000000000000', '', 'a\0b', `${oid} `, '\ud800']) {
        expect(await records.profiles.get('patient', other)).toBeUndefined()
        const change = () => expect.unreachable()
        expect(await records.profiles.update('patient', other, change)).toBeUndefined()
      }
    })

    test('tell when they were made and changed', async () => {
      const made = await make()
      time += 61_999
      const changed = await records.profiles.update('patient', made.oid, () => ({ fn: 'A' }))
      expect(changed).toEqual({ ...made, fn: 'A', u_ate: made.c_ate + 61 })
      time += 1
    })

    test('are changed in nothing but their fields', async () => {
      const made = await make({ fn: 'A' })
      const sly = { ...made, fn: 'B', oid: '1', bid: 'other', kind: 'emr_user', c_ate: 0 }
      expect(await records.profiles.update('patient', made.oid, () => sly)).toEqual({
        ...made,
        fn: 'B',
      })
    })

    test('are as they were when a change throws', async () => {
      const made = await make({ fn: 'A' })
      // It is the caller's, whatever it looks like.
      for (const code of ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'ECONNRESET']) {
        const reason = Object.assign(new Error('no'), { code })
        const run = records.profiles.update('patient', made.oid, () => {
          throw reason
        })
        await expect(run).rejects.toBe(reason)
      }
      expect(await records.profiles.get('patient', made.oid)).toEqual(made)
    })

    test('have usernames of their own in a workspace and kind', async () => {
      const [username, bid] = [newName(), newName()]
      const create = (profile: Partial<NewProfile>) =>
        records.profiles.create({ kind: 'patient', bid, username, ...profile })
      expect(await create({})).toMatchObject({ username })
      expect(await create({})).toBe('username_taken')
      for (const other of [
        { kind: 'emr_user' as const },
        { bid: newName() },
        { username: `${username} ` },
        { username: username.toUpperCase() },
        { username: undefined },
        { username: undefined },
      ])
        expect(await create(other)).toBeTypeOf('object')
    })

    test('do not take a username that is taken, and can have one that is free again', async () => {
      const [one, other] = [newName(), newName()]
      const first = await make({ username: one, fn: 'A' })
      const second = await make({ username: other, fn: 'B' })
      const take = () =>
        records.profiles.update('patient', second.oid, () => ({ username: one, fn: 'C' }))
      expect(await take()).toBe('username_taken')
      expect(await records.profiles.get('patient', second.oid)).toEqual(second)
      await records.profiles.update('patient', first.oid, () => ({ username: undefined }))
      expect(await take()).toEqual({ ...second, username: one, fn: 'C' })
    })

    test('are found by their fields, in their workspace and kind, in parts', async () => {
      const [bid, mobile] = [newName(), '+919876543210']
      const create = async (more: object) => {
        const made = await records.profiles.create({ kind: 'patient', bid, mobile, ...more })
        return made as Profile
      }
      const all = [await create({}), await create({ abha: 'a' }), await create({ username: 'u' })]
      await create({ kind: 'emr_user' })
      await create({ bid: newName() })
      await create({ mobile: '+919876543211' })
      const sorted = all.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
      const find = (more: object, limit = 9) =>
        others.profiles.find({ kind: 'patient', bid, mobile, limit, ...more })
      expect(await find({})).toEqual(sorted)
      expect(await find({}, 2)).toEqual(sorted.slice(0, 2))
      expect(await find({ after: sorted[1]!.oid })).toEqual(sorted.slice(2))
      expect(await find({ abha: 'a' })).toEqual([all[1]])
      expect(await find({ mobile: undefined, username: 'u' })).toEqual([all[2]])
      expect(await find({ abha: 'a', username: 'u' })).toEqual([])
    })

    test('one of twenty that want a username gets it', async () => {
      for (let round = 0; round < 3; round++) {
        const username = newName()
        const results = await atOnce(20, (nth) =>
          [records, others][nth % 2]!.profiles.create({ kind: 'patient', bid: 'b', username }),
        )
        const [winner, ...more] = madeOf(results)
        expect(more).toEqual([])
        expect(results.filter((each) => each === 'username_taken')).toHaveLength(19)
        expect(await others.profiles.get('patient', winner!.oid)).toEqual(winner)
      }
    })

    test('one of ten that change theirs to a username gets it', async () => {
      const made = await atOnce(10, () => make({ username: newName() }))
      const username = newName()
      const results = await atOnce(10, (nth) =>
        [records, others][nth % 2]!.profiles.update('patient', made[nth]!.oid, () => ({
          username,
        })),
      )
      expect(madeOf(results)).toHaveLength(1)
      expect(results.filter((each) => each === 'username_taken')).toHaveLength(9)
    })

    test('lose no change of many at once', async () => {
      const { oid } = await make({ extras: { count: 0 } })
      await atOnce(30, (nth) =>
        [records, others][nth % 2]!.profiles.update('patient', oid, ({ extras }) => ({
          extras: { ...extras, count: Number(extras!.count) + 1, [`by ${nth}`]: true },
        })),
      )
      const { extras } = (await records.profiles.get('patient', oid))!
      expect(extras).toMatchObject({ count: 30 })
      expect(Object.keys(extras!)).toHaveLength(31)
    })
  })

  describe('clients', () => {
    test('log in with their own secret only', async () => {
      const { client_secret, ...client } = await records.clients.add({ ...CLIENT, role: 'admin' })
      const other = await records.clients.add(CLIENT)
      expect(client).toEqual({
        client_id: expect.stringMatching(/^mlc_[\w-]{16}$/),
        ...{ bid: 'b-1', oid: CLIENT.oid, role: 'admin', created: Math.floor(time / 1000) },
      })
      expect(client_secret).toMatch(/^[\w-]{43}$/)
      expect(await others.clients.authenticate(client.client_id, client_secret)).toEqual(client)
      const wrong = [
        [client.client_id, other.client_secret],
        ['mlc_0000000000000000', client_secret],
        ['a\0b', '\ud800'],
      ] as const
      const tries = wrong.map(([id, secret]) => records.clients.authenticate(id, secret))
      for (const given of await Promise.all(tries)) expect(given).toBeUndefined()
    })

    test('are listed in their order until they are removed', async () => {
      const own = await openRecords(await kind.newPlace())
      onTestFinished(() => own.close())
      expect(await own.clients.list()).toEqual([])
      const added: Client[] = []
      for (const bid of ['b', 'a']) added.push(await addClient(own, bid))
      expect(await own.clients.list()).toEqual(added)
      expect(await own.clients.remove(added[0]!.client_id)).toBe(true)
      expect(await own.clients.remove(added[0]!.client_id)).toBe(false)
      expect(await own.clients.remove('a\0b')).toBe(false)
      expect(await own.clients.list()).toEqual([added[1]])
    })

    test.runIf(name === 'SQLite')('that there are not take as long', async () => {
      const { client_id } = await addClient()
      const timeOf = async (id: string) => {
        const times: number[] = []
        for (let nth = 0; nth < 2; nth++) {
          const start = performance.now()
          await records.clients.authenticate(id, 'wrong')
          times.push(performance.now() - start)
        }
        return Math.min(...times)
      }
      const known = await timeOf(client_id)
      expect(await timeOf('mlc_0000000000000000')).toBeGreaterThan(known / 3)
      expect(await timeOf('no identifier')).toBeGreaterThan(known / 3)
    })
  })

  describe('refresh tokens', () => {
    let client: Client
    beforeAll(async () => {
      client = await addClient()
    })
    const startFamily = async () => (await records.refreshTokens.start(client, 60)).token
    const rotate = async (token: string, by = records) =>
      (await by.refreshTokens.rotate(token, 60))?.token

    test('are good once each', async () => {
      const first = await records.refreshTokens.start(client, 60)
      const login = expect.stringMatching(/^[\da-f-]{36}$/)
      expect(first).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), client, login })
      const second = await others.refreshTokens.rotate(first.token, 60)
      expect(second).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        client,
        login: first.login,
      })
      expect(second!.token).not.toBe(first.token)
      expect(await rotate(second!.token)).toBeDefined()
      expect((await records.refreshTokens.start(client, 60)).login).not.toBe(first.login)
    })

    test('that come again end their family and no other', async () => {
      const first = await startFamily()
      const bystander = await startFamily()
      const second = await rotate(first)
      const third = await rotate(second!)
      expect(await rotate(first)).toBeUndefined()
      expect(await rotate(third!)).toBeUndefined()
      expect(await rotate(second!)).toBeUndefined()
      expect(await rotate(bystander)).toBeDefined()
    })

    test.each(['', 'unknown', 'a\0b', '\ud800', 'x'.repeat(100_000)])(
      'that are none are refused (%#)',
      async (token) => {
        expect(await rotate(token)).toBeUndefined()
      },
    )

    test('expire to the second', async () => {
      const [early, late] = [await startFamily(), await startFamily()]
      time += 59_999
      expect(await rotate(early)).toBeDefined()
      time += 1
      expect(await rotate(late)).toBeUndefined()
    })

    test('one of two at once gets the next, which is ended by the other', async () => {
      for (let round = 0; round < 6; round++) {
        const token = await startFamily()
        const given = (await atOnce(2, (nth) => rotate(token, [records, others][nth]!))).filter(
          (each) => each !== undefined,
        )
        expect(given).toHaveLength(1)
        expect(await rotate(given[0]!)).toBeUndefined()
      }
    })

    test('an old one that comes with the current one leaves no token that is good', async () => {
      for (let round = 0; round < 6; round++) {
        const old = await startFamily()
        const current = (await rotate(old))!
        const [next, fromOld] = await Promise.all([rotate(current, others), rotate(old)])
        expect(fromOld).toBeUndefined()
        for (const token of [old, current, ...(next === undefined ? [] : [next])])
          expect(await rotate(token)).toBeUndefined()
      }
    })

    test('speak for the client as it is', async () => {
      const changing = await addClient()
      const { token } = await records.refreshTokens.start(changing, 60)
      await query(
        place,
        `update client set role = 'admin' where client_id = '${changing.client_id}'`,
      )
      expect((await records.refreshTokens.rotate(token, 60))?.client).toEqual({
        ...changing,
        role: 'admin',
      })
    })

    test('go with their client, also when they are used meanwhile', async () => {
      for (let round = 0; round < 2; round++) {
        const leaving = await addClient()
        const tokens = await atOnce(4, () => records.refreshTokens.start(leaving, 60))
        const [isRemoved, ...rotated] = await Promise.all([
          others.clients.remove(leaving.client_id),
          ...tokens.map(({ token }) => rotate(token)),
        ])
        expect(isRemoved).toBe(true)
        for (const token of [...tokens.map((each) => each.token), ...rotated])
          if (token !== undefined) expect(await rotate(token)).toBeUndefined()
        const left = await query(
          place,
          `select hash from refresh_token where client_id = '${leaving.client_id}'`,
        )
        expect(left).toEqual([])
        await expect(records.refreshTokens.start(leaving, 60)).rejects.toMatchObject({
          code: 'invalid_request',
        })
      }
    })

    test('stand in the database as hashes, as secrets do, and no longer than they are good', async () => {
      const { client_secret, ...own } = await records.clients.add(CLIENT)
      const { token } = await records.refreshTokens.start(own, 60)
      const rows = async () =>
        JSON.stringify([
          await query(place, 'select * from refresh_token'),
          await query(place, 'select * from client'),
        ])
      const before = await rows()
      expect(before).toContain(own.client_id)
      expect(before).toContain('$scrypt$ln=15,r=8,p=1$')
      for (const secret of [client_secret, token]) expect(before).not.toContain(secret)
      time += 60_000
      await startFamily()
      expect(await query(place, 'select * from refresh_token')).toHaveLength(1)
    })
  })

  test('closing waits for what is running and refuses the rest', async () => {
    const own = await openRecords(place)
    await own.check()
    const creating = atOnce(5, () => own.profiles.create({ kind: 'patient', bid: 'closing' }))
    const closing = own.close()
    await expect(own.check()).rejects.toMatchObject({ code: 'closed' })
    await closing
    await own.close()
    for (const made of madeOf(await creating))
      expect(await records.profiles.get('patient', made.oid)).toEqual(made)
  })
})
