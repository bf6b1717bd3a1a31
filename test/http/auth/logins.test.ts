/**
 * Proves of tokens that a client got by logging in, over two servers of the same records:
 * 1. once the client is removed, they are refused at once by every server, and other clients' are not
 * 2. logging out ends access and refresh tokens of the login, and of no other
 * 3. a refresh token that comes twice ends the access tokens of its login, too
 * 4. a token that was made otherwise is of no login, which logging out says; with a registered client's name it ends with it
 */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRecords, type Records } from '../../../src/http/http.ts'
import {
  claimsWith,
  expectRefusal,
  headersOf,
  hs256,
  makeFolder,
  startServer,
  type TestServer,
} from '../../support/http.ts'

const folder = makeFolder()
const stores: Records[] = []
const servers: TestServer[] = []
beforeAll(async () => {
  for (let i = 0; i < 2; i++) {
    const records = await openRecords({ folder })
    stores.push(records)
    servers.push(await startServer({ records }))
  }
})
afterAll(async () => {
  for (const server of servers) await server.close()
  for (const records of stores) await records.close()
})

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

function account(path: string, payload: object | undefined, token?: string) {
  return servers[0]!.app.inject({
    ...{ method: 'POST' as const, url: `/connect-auth/v1/account/${path}` },
    ...(payload && { payload }),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
}

async function logIn({ client_id, client_secret }: { client_id: string; client_secret: string }) {
  return (await account('login', { client_id, client_secret })).json<Tokens>()
}

const register = () => stores[0]!.clients.add({ bid: 'hospital-a', role: 'user' })

/** What each of the servers answers to a token. */
async function statuses(token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answers = servers.map(({ app }) => app.inject({ url: '/med-link/registry/', headers }))
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
}

test('tokens of a client that was removed are refused at once by every server', async () => {
  const [leaving, staying] = [await register(), await register()]
  const [left, stayed] = [await logIn(leaving), await logIn(staying)]
  expect(await statuses(left.access_token)).toEqual([200, 200])
  await stores[1]!.clients.remove(leaving.client_id)
  expect(await statuses(left.access_token)).toEqual([401, 401])
  expect(await statuses(stayed.access_token)).toEqual([200, 200])
})

test('logging out ends the login, and no other of the same client', async () => {
  const client = await register()
  const [first, other] = [await logIn(client), await logIn(client)]
  const { refresh_token } = first
  const next = (await account('refresh-token', { refresh_token })).json<Tokens>()
  const answer = await account('logout', undefined, first.access_token)
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'logged out' }])
  for (const { access_token } of [first, next])
    expect(await statuses(access_token)).toEqual([401, 401])
  const late = await account('refresh-token', { refresh_token: next.refresh_token })
  expectRefusal(late, 401, 'unauthorized')
  expect(await statuses(other.access_token)).toEqual([200, 200])
})

test('a refresh token that comes twice ends the access tokens of its login', async () => {
  const { access_token, refresh_token } = await logIn(await register())
  await account('refresh-token', { refresh_token })
  expect(await statuses(access_token)).toEqual([200, 200])
  await account('refresh-token', { refresh_token })
  expect(await statuses(access_token)).toEqual([401, 401])
})

test('a token that was made otherwise is of no login', async () => {
  const { headers } = { headers: headersOf() }
  const token = headers.authorization!.replace('Bearer ', '')
  expect(expectRefusal(await account('logout', {}, token), 400, 'invalid_request')).toBe(
    'the token does not come from a login: it is valid until it expires',
  )
})

test('a token that was made otherwise for a registered client ends with it', async () => {
  const { client_id } = await register()
  const token = hs256(claimsWith({ cid: client_id }))
  expect(await statuses(token)).toEqual([200, 200])
  await stores[0]!.clients.remove(client_id)
  expect(await statuses(token)).toEqual([401, 401])
})
