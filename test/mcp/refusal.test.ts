/**
 * Proves of refusals:
 * 1. each code has a next step
 * 2. only messages of the library are quoted
 */

import { expect, test } from 'vitest'
import { refusalOf } from '../../src/mcp/refusal.ts'
import { MEDLINK_ERROR_CODES, MedlinkError } from '../../src/medlink.ts'

test.each(MEDLINK_ERROR_CODES)('%s says what to do next', (code) => {
  const { error } = refusalOf(new MedlinkError(code, 'because'))
  expect(error).toEqual({ code, message: 'because', next: expect.stringMatching(/^\w.*\.$/) })
})

test.each([new Error('asha of ward 7'), new TypeError('asha'), 'asha', undefined])(
  'another error is internal and not quoted: %s',
  (thrown) => {
    const refusal = refusalOf(thrown)
    expect(refusal.error.code).toBe('internal')
    expect(JSON.stringify(refusal)).not.toContain('asha')
  },
)
