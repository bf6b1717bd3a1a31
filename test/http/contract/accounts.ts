/** How clients log in. */

import { expect, test } from 'vitest'
import type { z } from 'zod'
import type * as shapes from '../../../src/http/shapes.ts'
import type { Answer } from '../../support/server.ts'
import { type Asking, NAME } from './asking.ts'
import type { Running } from './places.ts'
import { PATIENT } from './requests.ts'

/** Registers a client, as `medlink client add` does. */
async function register({ openRecords }: Running) {
  const records = await openRecords()
  try {
    return await records.clients.add({ bid: 'clinic', oid: '30000000000000003', role: 'admin' })
  } finally {
    await records.close()
  }
}

let addresses = 0
/** Headers of a request by way of a proxy from an address that no other request comes from: log-ins are limited by address. */
export const fromElsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` })

type Tokens = z.infer<typeof shapes.tokensSchema>

const tokensOf = ({ body }: Answer) => body as Tokens

/** Registers a client and logs it in. */
export async function logIn({ ask }: Asking, running: Running) {
  const { client_id, client_secret } = await register(running)
  const body = { client_id, client_secret }
  const headers = fromElsewhere()
  const tokens = tokensOf(await ask('POST /connect-auth/v1/account/login', { body, headers }))
  return { client_id, tokens }
}

/** A client asks by its token, and goes on by its refresh tokens; one that comes again ends its family. */
export async function testRefreshing(
  { ask }: Asking,
  client_id: string,
  first: Tokens,
): Promise<void> {
  const refresh = (refresh_token: string) =>
    ask('POST /connect-auth/v1/account/refresh-token', { body: { refresh_token } })
  const statusWith = async (access: string) => {
    const headers = { authorization: `Bearer ${access}`, 'client-id': client_id }
    return (await ask('POST /profiles/v1/patient/', { body: PATIENT, headers })).status
  }
  expect(await statusWith(first.access_token)).toBe(201)
  const second = tokensOf(await refresh(first.refresh_token))
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await statusWith(second.access_token)).toBe(201)
  const third = tokensOf(await refresh(second.refresh_token))
  // The thief, and with it everybody else of the family.
  for (const { refresh_token } of [first, third])
    expect(await refresh(refresh_token)).toMatchObject({ status: 401 })
}

/** A client ends its login, and asks by its token no more. */
export async function testLoggingOut(asking: Asking, running: Running): Promise<void> {
  const { ask } = asking
  const { client_id, tokens } = await logIn(asking, running)
  const { access_token, refresh_token } = tokens
  const headers = { authorization: `Bearer ${access_token}`, 'client-id': client_id }
  const operation = 'POST /connect-auth/v1/account/logout'
  expect(await ask(operation, { headers })).toMatchObject({ status: 200 })
  expect(await ask(operation, { headers })).toMatchObject({ status: 401 })
  const body = { refresh_token }
  expect(await ask('POST /connect-auth/v1/account/refresh-token', { body })).toMatchObject({
    status: 401,
  })
}

/** Whoever is no client is refused. */
export function testAccounts({ ask }: Asking, running: () => Running): void {
  test('a client with another secret or id is refused', async () => {
    const { client_id, client_secret } = await register(running())
    const answers = await Promise.all(
      [
        { client_id, client_secret: `${client_secret}x` },
        { client_id: 'mlc_0123456789abcdef', client_secret },
        { client_id, client_secret, role: NAME },
      ].map((body) =>
        ask('POST /connect-auth/v1/account/login', { body, headers: fromElsewhere() }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 400])
    const [wrongSecret, wrongId] = answers.map(({ body }) => body)
    expect(wrongSecret).toEqual(wrongId)
  })
}
