/**
 * Proves of what a gateway says:
 * 1. a text that holds 12 digits is withheld, however they are written: together, apart, in other scripts, in Base64
 * 2. other texts are passed on as they are, up to a length
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutNumbers } from '../../../src/http/aadhaar/redact.ts'

const NUMBER = '234567890124'
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  { what: 'plain', text: `Aadhaar ${NUMBER} is not valid` },
  { what: 'with spaces', text: '2345 6789 0124' },
  { what: 'with hyphens', text: 'no mobile for 2345-6789-0124' },
  { what: 'with other things between', text: '[2,3,4,5,6,7,8,9,0,1,2,4]' },
  { what: 'within more digits', text: `99${NUMBER}1` },
  { what: 'in full width', text: '２３４５６７８９０１２４' },
  { what: 'in Devanagari', text: '२३४५६७८९०१२४' },
  { what: 'in Base64', text: `sent: ${base64(NUMBER)}` },
  { what: 'in Base64 of more', text: base64(`{"aadhaar":"${NUMBER}"}`) },
  { what: 'in Base64 with spaces', text: base64('2345 6789 0124') },
  { what: 'in Base64 for URLs', text: Buffer.from(`~~~${NUMBER}`).toString('base64url') },
  { what: 'in Base64 after a letter', text: `x${base64(NUMBER)}` },
  { what: 'in Base64 after two letters', text: `xy${base64(NUMBER)}` },
  { what: 'in Base64 after three letters', text: `xyz${base64(NUMBER)}` },
  { what: 'in hexadecimal', text: Buffer.from(NUMBER).toString('hex') },
  { what: 'too long to be a message', text: 'a'.repeat(301) },
])('withholds a number $what', ({ text }) => {
  expect(withoutNumbers(text)).toBeUndefined()
})

test.each([
  'OTP sent to Aadhaar registered mobile number ending with ******0124',
  'Aadhaar number XXXXXXXX0124 does not have a mobile number',
  'wait until 07:19:03',
  'eleven digits: 23456789012',
  'digits 234567 and words 890124',
  'अमान्य आधार',
  'UnauthorizedAccessException',
  'a'.repeat(300),
  '',
])('passes on: %s', (text) => {
  expect(withoutNumbers(text)).toBe(text)
})

test('no number comes through, whatever it stands between', () => {
  const around = fc.string({ maxLength: 40 })
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9]\d{11}$/), around, around, (number, before, after) => {
      expect(withoutNumbers(`${before}${number}${after}`)).toBeUndefined()
      expect(withoutNumbers(`${before} ${base64(number)} ${after}`)).toBeUndefined()
    }),
  )
})
