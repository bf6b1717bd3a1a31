/** How clients log in. */

import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type * as shapes from '../../../src/http/shapes.ts'
import { openRecords, type RecordsPlace } from '../../../src/records/open.ts'
import type { Answer } from '../../support/server.ts'
import { type Asking, NAME } from './asking.ts'

/** Clients log in and stay logged in; a refresh token that comes again ends its family. */
export function testAccounts({ ask }: Asking, placeOf: () => RecordsPlace): void {
  describe('a client', () => {
    /** Registers one, as `medlink client add` does. */
    async function register(bid = 'clinic') {
      const records = await openRecords(placeOf())
      try {
        return await records.clients.add({ bid, oid: '30000000000000003', role: 'admin' })
      } finally {
        await records.close()
      }
    }
    const login = (body: unknown) => ask('POST /connect-auth/v1/account/login', { body })
    const refresh = (refresh_token: unknown) =>
      ask('POST /connect-auth/v1/account/refresh-token', { body: { refresh_token } })
    const tokensOf = ({ body }: Answer) => body as z.infer<typeof shapes.tokensSchema>

    test('logs in, asks by its token, and goes on by its refresh tokens, each good once', async () => {
      const { client_id, client_secret } = await register()
      const first = tokensOf(await login({ client_id, client_secret }))
      expect(first).toMatchObject({ expires_in: 3600, refresh_expires_in: 2_592_000 })
      const { iat, exp, ...claims } = decodeJwt(first.access_token)
      expect(exp! - iat!).toBe(3600)
      expect(claims).toEqual({
        ...{ sub: '30000000000000003', cid: client_id, bid: 'clinic' },
        ...{ role: 'admin', idp: 'api-key' },
      })
      const profile = { fn: 'a', gen: 'O', dob: '2000-01-01' }
      const asking = (access: string) =>
        ask('POST /profiles/v1/patient/', {
          body: profile,
          headers: { authorization: `Bearer ${access}`, 'client-id': client_id },
        })
      expect(await asking(first.access_token)).toMatchObject({ status: 201 })
      const second = tokensOf(await refresh(first.refresh_token))
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(await asking(second.access_token)).toMatchObject({ status: 201 })
      const third = tokensOf(await refresh(second.refresh_token))
      // The thief, and with it everybody else of the family.
      for (const { refresh_token } of [first, third])
        expect(await refresh(refresh_token)).toMatchObject({ status: 401 })
    })

    test('with another secret or id, or none, is refused', async () => {
      const { client_id, client_secret } = await register()
      const answers = await Promise.all([
        login({ client_id, client_secret: `${client_secret}x` }),
        login({ client_id: 'mlc_0123456789abcdef', client_secret }),
        login({ client_id }),
        login({ client_id, client_secret, role: NAME }),
        refresh('x'),
        refresh(7),
      ])
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 400, 400, 401, 400])
      const [wrongSecret, wrongId] = answers.map(({ body }) => body)
      expect(wrongSecret).toEqual(wrongId)
    })
  })
}
