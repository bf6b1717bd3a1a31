/** Who may ask, contract 5. */

import { UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { type Claims, SECRET, tokenOf } from '../../support/server.ts'
import { type Asking, NAME, NOBODY } from './asking.ts'

/** Every operation is refused to whoever has no good token, or asks as another client. */
export function testCallers(asking: Asking): void {
  const { ask, refused, admin: ADMIN } = asking

  const PLAIN = { query: NAME, ontology: 'icd-10-cm', version: '2027' }
  /** Operations that ask for a token, and whether for client-id too. */
  const GUARDED = [
    { operation: 'POST /med-link/nel/link', body: PLAIN, isOfClient: false },
    {
      operation: 'POST /med-link/nel/link/batch',
      body: { ...PLAIN, queries: [NAME] },
      isOfClient: false,
    },
    { operation: 'POST /med-link/comprehend', body: { text: NAME }, isOfClient: false },
    { operation: 'GET /med-link/registry/', isOfClient: false },
    { operation: 'GET /med-link/suggest?prefix=a&ontology=loinc', isOfClient: false },
    {
      operation: 'POST /profiles/v1/patient/',
      body: { fn: NAME, gen: 'O', dob: '2000-01-01' },
      isOfClient: true,
    },
    { operation: `GET /profiles/v1/patient/${NOBODY}`, isOfClient: true },
    { operation: 'POST /profiles/v1/emr-user/', body: { fn: NAME }, isOfClient: true },
    { operation: `GET /profiles/v1/emr-user/${NOBODY}`, isOfClient: true },
    { operation: `PATCH /profiles/v1/emr-user/${NOBODY}`, body: { fn: NAME }, isOfClient: true },
    { operation: 'POST /mr/api/v2/docs', body: { file: '' }, isOfClient: false },
    { operation: 'GET /mr/api/v1/docs', isOfClient: false },
    { operation: `GET /mr/api/v1/docs/${NOBODY}`, isOfClient: false },
    {
      operation: 'POST /abdm/na/v1/registration/aadhaar/init',
      body: { aadhaar_number: NAME },
      isOfClient: false,
    },
    {
      operation: 'POST /notification/v1/connect/webhook/subscriptions',
      body: { endpoint: NAME },
      isOfClient: true,
    },
    { operation: 'GET /notification/v1/connect/webhook/subscriptions', isOfClient: true },
    { operation: 'DELETE /notification/v1/connect/webhook/subscriptions/whs_1', isOfClient: true },
    { operation: 'POST /notification/v1/reminders', body: { event: NAME }, isOfClient: true },
    { operation: 'GET /notification/v1/reminders/evt_1', isOfClient: true },
    { operation: 'DELETE /notification/v1/reminders/evt_1', isOfClient: true },
    { operation: 'GET /notification/v1/deliveries', isOfClient: true },
    { operation: 'POST /notification/v1/deliveries/dlv_1/replay', isOfClient: true },
  ]

  describe('who is no caller is refused by', () => {
    test.each(GUARDED)('$operation', async ({ operation, body, isOfClient }) => {
      const token = await tokenOf(ADMIN)
      const bearing = (value: string, others = {}) =>
        refused(operation, { body, headers: { authorization: value, ...others } })
      expect(await refused(operation, { body })).toBe(
        'unauthorized: a valid bearer token is needed',
      )
      expect(await bearing(`Basic ${token}`)).toMatch(/^unauthorized/)
      // A token counts before what is wrong with the body.
      expect(await refused(operation, { ...(body && { body: '{' }) })).toMatch(/^unauthorized/)
      expect(await bearing(`Bearer ${token}`, { 'client-id': 'other' })).toMatch(/^forbidden/)
      const { body: said } = await ask(operation, {
        body,
        headers: { authorization: `bearer ${token}` },
      })
      expect(JSON.stringify(said).includes('the header client-id')).toBe(isOfClient)
    })
  })

  test.each([
    { name: 'of another secret', token: () => tokenOf(ADMIN, `${SECRET}!`) },
    {
      name: 'that is expired',
      token: () => tokenOf({ ...ADMIN, exp: 1_700_000_000 } as Claims, SECRET, 1_700_000_000),
    },
    {
      name: 'without a signature',
      token: async () => new UnsecuredJWT({ ...ADMIN }).setExpirationTime('1h').encode(),
    },
    { name: 'without a workspace', token: () => tokenOf({ ...ADMIN, bid: '' }) },
    { name: 'of another role', token: () => tokenOf({ ...ADMIN, role: 'root' }) },
    { name: 'that is none', token: async () => 'x.y.z' },
    { name: 'larger than all headers may be', token: async () => 'x'.repeat(20_000) },
  ])('a token $name is none', async ({ token }) => {
    const headers = { authorization: `Bearer ${await token()}`, 'client-id': ADMIN.cid }
    const answer = await asking.server.ask('GET /med-link/registry/', { headers })
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
}
