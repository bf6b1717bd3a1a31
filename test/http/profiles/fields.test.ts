/**
 * Proves of the fields of profiles:
 * 1. each is normalised as it says, and refused with one message that repeats nothing of it
 * 2. what was normalised stays as it is
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  abhaSchema,
  bloodGroupSchema,
  emailSchema,
  genSchema,
  lowerNameSchema,
  makeDobSchema,
  mobileSchema,
  nameSchema,
  salutationSchema,
  usernameSchema,
} from '../../../src/http/profiles/fields.ts'

const TEXT = 'must be a non-empty string'
const UNFIT = 'must be well-formed Unicode without control characters'
const EMAIL = 'must be an email address'
const MOBILE = 'must be a valid telephone number that begins with + and its country code'
const DATE = 'must be a day of the calendar as YYYY-MM-DD'
const GENDER = 'must be one of M, F, O'
const BLOOD_GROUP = 'must be one of A+, A-, B+, B-, AB+, AB-, O+, O-'

/** The last second of a day by UTC. */
const dobSchema = makeDobSchema(() => Date.UTC(2024, 1, 28, 23, 59, 59, 999))

const SCHEMAS = {
  name: nameSchema,
  lowerName: lowerNameSchema,
  salutation: salutationSchema,
  username: usernameSchema,
  abha: abhaSchema,
  gen: genSchema,
  bloodGroup: bloodGroupSchema,
  email: emailSchema,
  mobile: mobileSchema,
  dob: dobSchema,
} as const satisfies Record<string, z.ZodType>
type FieldName = keyof typeof SCHEMAS

interface Accepted {
  readonly field: FieldName
  readonly value: unknown
  readonly read: string
}

interface Refused {
  readonly field: FieldName
  readonly value: unknown
  readonly says: string
}

const longest = (field: FieldName, length: number): Accepted => ({
  field,
  value: ` ${'x'.repeat(length)} `,
  read: 'x'.repeat(length),
})
const tooLong = (field: FieldName, length: number): Refused => ({
  field,
  value: 'x'.repeat(length + 1),
  says: `must not be longer than ${length} characters`,
})
const of = (field: FieldName, values: readonly string[]): Accepted[] =>
  values.map((value) => ({ field, value, read: value }))
const noneOf = (field: FieldName, says: string, values: readonly unknown[]): Refused[] =>
  values.map((value) => ({ field, value, says }))

describe('accepts', () => {
  test.each<Accepted>([
    { field: 'name', value: 'Anna', read: 'Anna' },
    { field: 'name', value: ' \tAnna \u00a0\n Maria ', read: 'Anna Maria' },
    { field: 'name', value: "O'Neill-Ådland", read: "O'Neill-Ådland" },
    { field: 'name', value: '\u200fנועה', read: '\u200fנועה' },
    { field: 'name', value: 'ക്ഷ\u200dമ', read: 'ക്ഷ\u200dമ' },
    longest('name', 256),
    { field: 'lowerName', value: ' ÅSA  Berg', read: 'åsa berg' },
    longest('lowerName', 256),
    { field: 'salutation', value: ' Prof.  Dr. ', read: 'Prof. Dr.' },
    longest('salutation', 32),
    { field: 'username', value: ' MRN 0012 ', read: 'MRN 0012' },
    { field: 'username', value: 'Jose\u0301', read: 'José' },
    { field: 'username', value: '\u212bsa', read: 'Åsa' },
    longest('username', 128),
    { field: 'abha', value: ' asha.k@abdm ', read: 'asha.k@abdm' },
    longest('abha', 128),
    ...of('gen', ['M', 'F', 'O']),
    ...of('bloodGroup', ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']),
    { field: 'email', value: ' Anna.Berg+lab@Example.ORG ', read: 'anna.berg+lab@example.org' },
    {
      field: 'email',
      value: `${'x'.repeat(242)}@example.org`,
      read: `${'x'.repeat(242)}@example.org`,
    },
    { field: 'mobile', value: '+919876543210', read: '+919876543210' },
    { field: 'mobile', value: ' +91 98765-43210 ', read: '+919876543210' },
    // 40 characters, the most that are read.
    { field: 'mobile', value: `+91${' '.repeat(27)}9876543210`, read: '+919876543210' },
    { field: 'mobile', value: '+44 7400 123456', read: '+447400123456' },
    { field: 'mobile', value: '+1 212-555-0123', read: '+12125550123' },
    { field: 'mobile', value: '+47 406 12 345', read: '+4740612345' },
    ...of('dob', ['1850-01-01', '2024-02-28', '2024-02-29', '2000-02-29']),
  ])('$field $value', ({ field, value, read }) => {
    expect(SCHEMAS[field].parse(value)).toBe(read)
    expect(SCHEMAS[field].parse(read)).toBe(read)
  })
})

describe('refuses', () => {
  test.each<Refused>([
    ...(['name', 'lowerName', 'salutation', 'username', 'abha'] as const).flatMap((field) => [
      ...noneOf(field, TEXT, [undefined, null, 7, {}, ['x'], '', ' \n\u00a0']),
      ...noneOf(field, UNFIT, ['a\0b', 'a\u001bb', 'a\u007fb', 'a\u0085b', '\ud83d', 'a\udc00b']),
      // Overrides of direction, alone or around text, and tags.
      ...noneOf(field, UNFIT, ['a\u202eb', '\u2066Anna\u2069', 'Anna\u{e0041}\u{e007f}']),
      // Nothing shows: joiners, a soft hyphen, marks of direction, fillers, a blank of Braille.
      ...noneOf(field, TEXT, [
        '\u200d',
        '\u00ad\u200b \u2060',
        '\u200e\u200f',
        '\u3164\u115f',
        '\u2800',
      ]),
    ]),
    tooLong('name', 256),
    tooLong('lowerName', 256),
    // In lower case it is two units long.
    {
      field: 'lowerName',
      value: 'İ'.repeat(129),
      says: 'must not be longer than 256 characters',
    },
    tooLong('salutation', 32),
    tooLong('username', 128),
    { field: 'username', value: 'a\tb', says: UNFIT },
    tooLong('abha', 128),
    ...noneOf('gen', GENDER, [undefined, null, '', 'm', 'Male', 'X', 1]),
    ...noneOf('bloodGroup', BLOOD_GROUP, [null, '', 'a+', 'A', 'AB', 'O +', 0]),
    ...noneOf('email', EMAIL, [null, 7, '', 'anna', 'anna@', '@example.org', 'a b@example.org']),
    ...noneOf('email', EMAIL, ['anna@example', 'Anna <anna@example.org>', 'a@b.org\0']),
    // The Kelvin sign, whose lower case is a k.
    ...noneOf('email', EMAIL, ['\u212Aim@example.org']),
    {
      field: 'email',
      value: `${'x'.repeat(243)}@example.org`,
      says: 'must not be longer than 254 characters',
    },
    ...noneOf('mobile', MOBILE, [undefined, null, 919876543210, '', '+', '9876543210']),
    ...noneOf('mobile', MOBILE, ['00919876543210', '+91 12345', '+999 9876543210', '+0 123456789']),
    ...noneOf('mobile', MOBILE, ['call +919876543210', '+919876543210 ext. 5', '+91(98765)43210']),
    ...noneOf('mobile', MOBILE, ['tel:+919876543210', '++919876543210', '+91९८७६५४३२१०']),
    ...noneOf('mobile', MOBILE, [`+91${' '.repeat(28)}9876543210`, '+9198765432101234567']),
    ...noneOf('dob', DATE, [undefined, null, 20000101, '', '2000-1-1', '01-01-2000', '20000101']),
    ...noneOf('dob', DATE, ['2023-02-29', '1900-02-29', '2000-13-01', '2000-00-10', '2000-04-31']),
    ...noneOf('dob', DATE, ['2000-01-01T00:00:00Z', ' 2000-01-01', '+02000-01-01', '２000-01-01']),
    ...noneOf('dob', 'must not be before 1850-01-01', ['1849-12-31', '0001-01-01']),
    ...noneOf('dob', 'must not be in the future', ['2024-03-01', '9999-12-31']),
  ])('$field $value', ({ field, value, says }) => {
    const { error } = SCHEMAS[field].safeParse(value)
    expect(error?.issues.map(({ message }) => message)).toEqual([says])
  })
})

test('a birth date is held against the clock of when it is read', () => {
  let now = Date.UTC(2024, 11, 30)
  const schema = makeDobSchema(() => now)
  expect(schema.safeParse('2025-01-01').success).toBe(false)
  now = Date.UTC(2024, 11, 31)
  expect(schema.safeParse('2025-01-01').success).toBe(true)
})

test('what was normalised stays as it is', () => {
  const fields: FieldName[] = ['name', 'lowerName', 'salutation', 'username', 'abha']
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(' ', '\t', 'İ', 'Σ'), fc.string()) })
  fc.assert(
    fc.property(fc.constantFrom(...fields), text, (field, value) => {
      const { success, data } = SCHEMAS[field].safeParse(value)
      if (!success) return
      expect(SCHEMAS[field].parse(data)).toBe(data)
      expect(data).toBe(String(data).trim())
    }),
  )
})

test('no text breaks a field', () => {
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
  const text = fc.oneof(
    fc.string({ unit }),
    fc.string({ unit: fc.constantFrom('+', '9', '1', ' ', '-', '@', '.', 'a') }),
  )
  fc.assert(
    fc.property(text, (value) => {
      for (const schema of Object.values(SCHEMAS)) schema.safeParse(value)
      const { success, data } = mobileSchema.safeParse(value)
      if (success) expect(data).toMatch(/^\+[1-9][0-9]{1,14}$/)
    }),
  )
})
