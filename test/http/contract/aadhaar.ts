/** The beginning of a registration by Aadhaar number, contract 4.7. */

import { describe, expect, test } from 'vitest'
import { type Asking, NAME } from './asking.ts'

const INIT = 'POST /abdm/na/v1/registration/aadhaar/init'
/** Its last digit is the right one, and nobody's: it is a number of the sandbox. */
const NUMBER = '234567890124'

/** A good number gets a transaction and a hint; nothing of it comes back. */
export function testAadhaar({ ask, refused, user: USER }: Asking): void {
  test('a registration is begun', async () => {
    const { body, text } = await ask(INIT, { as: USER, body: { aadhaar_number: NUMBER } })
    expect(body).toEqual({
      txn_id: expect.stringMatching(/^[\da-f-]{36}$/),
      hint: expect.stringMatching(/^OTP sent to mobile number ending \*{6}\d{4}$/),
    })
    expect(JSON.stringify(body) + text).not.toContain(NUMBER)
  })

  describe('a registration is refused', () => {
    test.each([
      ['of a number with another check digit', { aadhaar_number: '234567890123' }],
      ['of a number that is too short', { aadhaar_number: NUMBER.slice(1) }],
      ['of no text', { aadhaar_number: Number(NUMBER) }],
      ['of nothing', {}],
      ['with another field', { aadhaar_number: NUMBER, [NAME]: 1 }],
    ])('%s', async (_, body) => {
      const said = await refused(INIT, { as: USER, body })
      expect(said).toMatch(/^invalid_request: /)
      expect(said).not.toMatch(/\d{6}/)
    })
  })
}
