/**
 * Proves of signatures:
 * 1. they are those of Standard Webhooks: its own library takes them, and so does HMAC-SHA-256 by hand
 * 2. a key is base64 behind `whsec_`, or plain characters, and long enough
 */

import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { isSigningKey, makeSigningKey, signatureHeaders } from '../../../src/http/webhooks/sign.ts'

const plain = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 24,
  maxLength: 64,
})
const coded = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)

test('are what the library of the convention and node:crypto expect', () => {
  const given = fc.tuple(fc.oneof(plain, coded), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(given, ([key, text]) => {
      fc.pre(isSigningKey(key))
      const now = Date.now()
      const body = JSON.stringify({ text })
      const headers = signatureHeaders(key, 'evt_1', now, body)
      const isCoded = key.startsWith('whsec_')
      const webhook = isCoded ? new Webhook(key) : new Webhook(key, { format: 'raw' })
      expect(webhook.verify(body, { ...headers })).toEqual({ text })
      expect(() => webhook.verify(`${body} `, { ...headers })).toThrow()
      const seconds = Math.floor(now / 1000)
      const bytes = isCoded ? Buffer.from(key.slice(6), 'base64') : key
      const mac = createHmac('sha256', bytes).update(`evt_1.${seconds}.${body}`).digest('base64')
      expect(headers).toEqual({
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${mac}`,
      })
    }),
  )
})

test('a key that is made is good, and another each time', () => {
  const made = makeSigningKey()
  expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(isSigningKey(made)).toBe(true)
  expect(makeSigningKey()).not.toBe(made)
})

test.each([
  ['24 bytes in base64', `whsec_${'A'.repeat(32)}`, true],
  ['23 bytes in base64', `whsec_${'A'.repeat(30)}A=`, false],
  ['64 bytes in base64', `whsec_${Buffer.alloc(64).toString('base64')}`, true],
  ['65 bytes in base64', `whsec_${Buffer.alloc(65).toString('base64')}`, false],
  ['base64 of a URL', `whsec_${'-'.repeat(32)}`, false],
  ['base64 with more behind it', `whsec_${'A'.repeat(32)}=`, false],
  ['nothing behind the beginning', 'whsec_', false],
  ['24 characters', 'x'.repeat(24), true],
  ['23 characters', 'x'.repeat(23), false],
  ['64 characters', '~'.repeat(64), true],
  ['65 characters', 'x'.repeat(65), false],
  ['a space', `${'x'.repeat(24)} y`, false],
  ['other letters', 'ü'.repeat(24), false],
  ['a control character', `${'x'.repeat(24)}\x7f`, false],
  ['nothing', '', false],
])('a key of %s is good: %3$s', (_, key, isGood) => {
  expect(isSigningKey(key)).toBe(isGood)
})
