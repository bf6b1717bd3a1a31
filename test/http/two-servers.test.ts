/**
 * Proves of two servers over the same records, in SQLite and in PostgreSQL:
 * 1. of two that are asked for the same username at once, exactly one gives it away
 * 2. what one acknowledged, the other knows at once: profiles, changes, and refresh tokens that are used up
 * 3. when one is killed in the middle, everything that it acknowledged is there for the other, and for the one that takes its
 *    place, and every username once
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import { DATABASES, type DatabaseKind } from '../records/databases.ts'
import { type Answer, type Claims, type Server, startServer } from '../support/server.ts'

const ADMIN: Claims = { sub: '10000000000000001', cid: 'app', bid: 'clinic', role: 'admin' }
/** Names that both servers are asked for. */
const CONTESTED = 20
/** Profiles that are being made when a server is killed, and acknowledgements of it that are waited for. */
const ASKED = 200
const ENOUGH = 40
/** Requests to one server at the same time. */
const AT_ONCE = 10

const oidOf = ({ body }: Answer) => (body as { oid: string }).oid

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  let dir: string
  let servers: [Server, Server]
  beforeAll(async () => {
    // Without indexes they start sooner.
    dir = mkdtempSync(join(tmpdir(), 'medlink-two-'))
    kind = await start()
    place = await kind.newPlace()
    // Both make the tables, or find them made.
    servers = await Promise.all([startServer({ dir, place }), startServer({ dir, place })])
  })
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop()
    await kind?.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') for (const server of servers) console.log(server.log())
  })

  const create = (server: Server, username: string) =>
    server.ask('POST /profiles/v1/patient/', {
      as: ADMIN,
      body: { fn: 'a', gen: 'O', dob: '2000-01-01', username },
    })
  const read = (server: Server, oid: string) =>
    server.ask(`GET /profiles/v1/patient/${oid}`, { as: ADMIN })

  test('of two that want a username one gets it, and the other can read whose it is', async () => {
    const names = Array.from({ length: CONTESTED }, (_, i) => `contested ${i}`)
    const races = names.map(async (name) => {
      const answers = await Promise.all(servers.map((server) => create(server, name)))
      const winner = answers.findIndex(({ status }) => status === 201)
      const { body } = await read(servers[1 - winner]!, oidOf(answers[winner]!))
      return { statuses: answers.map(({ status }) => status).sort(), body }
    })
    for (const [i, { statuses, body }] of (await Promise.all(races)).entries()) {
      expect(statuses).toEqual([201, 409])
      expect(body).toMatchObject({ username: names[i] })
    }
  })

  test('what one changes the other shows', async () => {
    const [one, other] = servers
    const made = await one.ask('POST /profiles/v1/emr-user/', {
      as: ADMIN,
      body: { fln: 'Asha Rao' },
    })
    const path = `/profiles/v1/emr-user/${oidOf(made)}`
    const changes = Array.from({ length: AT_ONCE }, (_, i) => ({ extras: { i } }))
    const statuses = changes.map(async (body, i) => {
      const { status } = await servers[i % 2]!.ask(`PATCH ${path}`, { as: ADMIN, body })
      return status
    })
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    await one.ask(`PATCH ${path}`, { as: ADMIN, body: { s: 'Dr.' } })
    const [seen, own] = await Promise.all(
      [other, one].map((server) => server.ask(`GET ${path}`, { as: ADMIN })),
    )
    expect(seen!.body).toMatchObject({ fln: 'Asha Rao', s: 'Dr.' })
    expect(seen!.body).toEqual(own!.body)
  })

  test('a refresh token that both are given at once is good at one of them', async () => {
    const records = await openRecords(place)
    const { client_id, client_secret } = await records.clients
      .add({ bid: 'clinic', oid: ADMIN.sub, role: 'user' })
      .finally(() => records.close())
    const { body } = await servers[0].ask('POST /connect-auth/v1/account/login', {
      body: { client_id, client_secret },
    })
    const { refresh_token } = body as { refresh_token: string }
    const answers = await Promise.all(
      servers.map((server) =>
        server.ask('POST /connect-auth/v1/account/refresh-token', { body: { refresh_token } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('when one is killed, what it acknowledged is there', async () => {
    const [killed, other] = servers
    const acknowledged = new Map<string, string>()
    const names = Array.from({ length: ASKED }, (_, i) => `mortal ${i}`)
    const waiting = [...names]
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const answer = await create(killed, name).catch(() => undefined)
        // Killed: whoever asked knows nothing of this one.
        if (answer === undefined) return
        expect(answer.status).toBe(201)
        acknowledged.set(name, oidOf(answer))
        if (acknowledged.size === ENOUGH) process.kill(killed.pid, 'SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(await killed.ended).toEqual({ code: null, signal: 'SIGKILL' })
    expect(acknowledged.size).toBeGreaterThanOrEqual(ENOUGH)
    expect(acknowledged.size).toBeLessThan(ASKED)

    servers = [await startServer({ dir, place }), other]
    for (const server of servers) {
      const found = [...acknowledged].map(async ([name, oid]) => {
        const { body } = await read(server, oid)
        expect(body).toMatchObject({ oid, username: name })
      })
      await Promise.all(found)
    }
    // Of those that it did not acknowledge, each that was being made is there or is not.
    const again = names.map(async (name, i) => {
      const { status } = await create(servers[i % 2]!, name)
      return [name, status] as const
    })
    const taken = (await Promise.all(again)).filter(([, status]) => status !== 201)
    expect(taken.every(([, status]) => status === 409)).toBe(true)
    const takenNames = taken.map(([name]) => name)
    expect(takenNames).toEqual(expect.arrayContaining([...acknowledged.keys()]))
    expect(taken.length).toBeLessThanOrEqual(acknowledged.size + AT_ONCE)
  })
})
