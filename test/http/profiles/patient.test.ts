/**
 * Proves of patients:
 * 1. a request is read into what is stored by the rules of contract 2.1, and refused with every fault it has
 * 2. what is shown has the names of the request, and nothing that was never set
 */

import { describe, expect, test } from 'vitest'
import {
  makePatientSchema,
  patientSchema,
  patientView,
  patientViewSchema,
} from '../../../src/http/profiles/patient.ts'
import type { Profile } from '../../../src/records/records.ts'

const schema = makePatientSchema(() => Date.UTC(2026, 2, 1, 12))

const PLAIN = { dob: '1990-05-17', gen: 'F' }

const WHOLE = {
  fn: 'Anna',
  mn: 'Maria',
  ln: 'Berg',
  s: 'Ms.',
  dob: '1990-05-17',
  gen: 'F',
  bloodgroup: 'AB-',
  mobile: '+91 98765 43210',
  email: 'Anna@Example.org',
  username: ' MRN-1 ',
  abha: 'Anna@abdm',
  extras: { ward: 'C', _draft: true },
}

const STORED = {
  fn: 'anna',
  mn: 'maria',
  ln: 'berg',
  s: 'Ms.',
  dob: '1990-05-17',
  gen: 'F',
  bg: 'AB-',
  mobile: '+919876543210',
  email: 'anna@example.org',
  username: 'MRN-1',
  abha: 'Anna@abdm',
  extras: { ward: 'C' },
}

describe('reads', () => {
  test.each([
    { name: 'every field', body: WHOLE, read: STORED },
    { name: 'a first name only', body: { ...PLAIN, fn: 'ANNA' }, read: { ...PLAIN, fn: 'anna' } },
    {
      name: 'a full name, which is not split',
      body: { ...PLAIN, fln: 'Anna  Maria BERG' },
      read: { ...PLAIN, fln: 'anna maria berg' },
    },
    {
      name: 'parts next to a full name',
      body: { ...PLAIN, fln: 'Anna Berg', mn: 'M', ln: 'B' },
      read: { ...PLAIN, fln: 'anna berg', mn: 'm', ln: 'b' },
    },
    {
      name: 'undefined as nothing',
      body: { ...PLAIN, fn: 'a', fln: undefined, bloodgroup: undefined, s: undefined },
      read: { ...PLAIN, fn: 'a' },
    },
  ])('$name', ({ body, read }) => {
    expect(schema.parse(body)).toStrictEqual(read)
  })
})

const NAMED = { ...PLAIN, fn: 'Anna' }
const FIELDS = 'fn, mn, ln, fln, s, dob, gen, bloodgroup, mobile, email, username, abha, extras'
const UNKNOWN = ` a profile must not have fields other than ${FIELDS}`
const NO_OBJECT = ' a profile must be an object'

describe('refuses', () => {
  test.each([
    { name: 'no name', body: PLAIN, says: ['fn or fln must be present'] },
    {
      name: 'parts of a name only',
      body: { ...PLAIN, mn: 'x', ln: 'y' },
      says: ['fn or fln must be present'],
    },
    {
      name: 'two names',
      body: { ...NAMED, fln: 'Anna Berg' },
      says: ['fln must not be given together with fn'],
    },
    {
      name: 'nothing in it',
      body: {},
      says: [
        'dob must be a day of the calendar as YYYY-MM-DD',
        'gen must be one of M, F, O',
        'fn or fln must be present',
      ],
    },
    {
      name: 'an empty name',
      body: { ...PLAIN, fn: ' ' },
      says: ['fn must be a non-empty string'],
    },
    {
      name: 'a name that is no text',
      body: { ...PLAIN, fn: 7 },
      says: ['fn must be a non-empty string'],
    },
    { name: 'null', body: { ...NAMED, mn: null }, says: ['mn must be a non-empty string'] },
    {
      name: 'a gender of its own',
      body: { ...NAMED, gen: 'X' },
      says: ['gen must be one of M, F, O'],
    },
    {
      name: 'a blood group by its stored name',
      body: { ...NAMED, bg: 'A+' },
      says: [UNKNOWN],
    },
    {
      name: 'another blood group',
      body: { ...NAMED, bloodgroup: 'C+' },
      says: ['bloodgroup must be one of A+, A-, B+, B-, AB+, AB-, O+, O-'],
    },
    {
      name: 'a birth date to come',
      body: { ...NAMED, dob: '2026-03-03' },
      says: ['dob must not be in the future'],
    },
    {
      name: 'a misspelt field and a fault of another',
      body: { ...NAMED, emial: 'x', email: 'x' },
      says: ['email must be an email address', UNKNOWN],
    },
    {
      name: 'fields that are the server’s',
      body: { ...NAMED, oid: '1', bid: '2' },
      says: [UNKNOWN],
    },
    {
      name: 'extras',
      body: { ...NAMED, extras: { a: [[]] } },
      says: ['extras must not hold lists in lists'],
    },
    {
      name: 'a key that leads to a prototype',
      body: JSON.parse('{"fn":"a","dob":"1990-05-17","gen":"F","__proto__":{"mn":"x"}}'),
      says: [UNKNOWN],
    },
    { name: 'a constructor', body: { ...NAMED, constructor: 'x' }, says: [UNKNOWN] },
    ...[null, undefined, 'x', 7, [], [PLAIN]].map((body) => ({
      name: `${JSON.stringify(body)}`,
      body,
      says: [NO_OBJECT],
    })),
  ])('$name', ({ body, says }) => {
    const { error } = schema.safeParse(body)
    expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(says)
  })
})

test('the clock of the machine counts where none is given', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const isRead = (dob: string) => patientSchema.safeParse({ ...NAMED, dob }).success
  expect([inDays(0), inDays(3)].map(isRead)).toEqual([true, false])
})

const PROFILE: Profile = {
  kind: 'patient',
  bid: 'b1',
  oid: '12345678901234567',
  c_ate: 1_700_000_000,
  u_ate: 1_700_000_001,
  ...STORED,
}

describe('shows', () => {
  test('every field by the names of the request', () => {
    const view = patientView(PROFILE)
    const { bg, ...rest } = STORED
    expect(view).toStrictEqual({
      ...rest,
      bloodgroup: bg,
      oid: '12345678901234567',
      bid: 'b1',
      ps: 'P',
      is_age: false,
      c_ate: 1_700_000_000,
      u_ate: 1_700_000_001,
    })
    expect(patientViewSchema.encode(view)).toEqual(view)
  })

  test('nothing that was never set', () => {
    const { kind, bid, oid, c_ate, u_ate } = PROFILE
    const view = patientView({ kind, bid, oid, c_ate, u_ate, fln: 'a b', mn: undefined })
    expect(view).toStrictEqual({ oid, bid, ps: 'P', is_age: false, c_ate, u_ate, fln: 'a b' })
    expect(patientViewSchema.encode(view)).toEqual(view)
  })

  test('nothing but what its schema has', () => {
    const view = { ...patientView(PROFILE), kind: 'patient' }
    expect(patientViewSchema.safeEncode(view).success).toBe(false)
  })
})
