/** Bodies that are none. */

import { describe, expect, test } from 'vitest'
import { type Asking, NAME } from './asking.ts'

/** What is no JSON, or what two programs may read in two ways, is refused. */
export function testBodies(asking: Asking): void {
  const { refused, user: USER } = asking

  describe('a body is refused', () => {
    /** A profile whose body is nested so deeply. */
    const nested = (depth: number) => `{"extras":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

    test.each([
      { why: 'that is cut off', body: `{"fn":"${NAME}"`, says: 'the body is not valid JSON' },
      { why: 'that is empty', body: '', says: '' },
      {
        why: 'with a key twice',
        body: `{"fn":"${NAME}","fn":"b"}`,
        says: 'the body has a key twice',
      },
      {
        why: 'with __proto__',
        body: `{"__proto__":{"fn":"${NAME}"}}`,
        says: 'the body has a key that is not allowed',
      },
      { why: 'nested 33 deep', body: nested(33), says: 'the body is nested too deeply' },
      { why: 'nested 32 deep, for what it says', body: nested(32), says: 'dob must be' },
      {
        why: 'that is no JSON by its header',
        body: '{}',
        headers: { 'content-type': 'text/plain' },
        code: 'unsupported_media_type',
        says: 'the body must be application/json',
      },
      {
        why: 'in another charset',
        body: '{}',
        headers: { 'content-type': 'application/json; charset=latin1' },
        code: 'unsupported_media_type',
        says: 'the body must be application/json in UTF-8',
      },
    ])('$why', async ({ body, code = 'invalid_request', says, headers }) => {
      const question = { as: USER, body, ...(headers && { headers }) }
      const said = await refused('POST /profiles/v1/patient/', question)
      expect(said.slice(0, code.length + 2 + says.length)).toBe(`${code}: ${says}`)
    })

    test('whose headers are too large', async () => {
      const headers = { 'x-note': 'x'.repeat(20_000) }
      const answer = await asking.server.ask('GET /healthz', { headers })
      expect(answer).toMatchObject({ status: 431, body: { error: { code: 'header_too_large' } } })
    })
  })
}
