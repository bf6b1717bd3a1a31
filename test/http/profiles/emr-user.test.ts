/**
 * Proves of users of the EMR:
 * 1. an update is read by the rules of contract 2.2 and 4.2, a new user by the same with a name
 * 2. an update changes what it names, and names stay whole
 * 3. what is shown is contract 2.2, and nothing that was never set
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changesOf,
  emrUserUpdateSchema,
  emrUserView,
  emrUserViewSchema,
  makeEmrUserUpdateSchema,
  makeNewEmrUserSchema,
  newEmrUserSchema,
} from '../../../src/http/profiles/emr-user.ts'
import { joinName, splitFullName } from '../../../src/http/profiles/names.ts'
import type { Profile } from '../../../src/records/records.ts'

const now = () => Date.UTC(2026, 2, 1, 12)
const updateSchema = makeEmrUserUpdateSchema(now)
const newSchema = makeNewEmrUserSchema(now)

const OTHERS = {
  mobile: '+91 98765-43210',
  email: 'Dr.Rao@Example.org',
  gen: 'M',
  dob: '1970-01-31',
  bg: 'O+',
  s: 'Dr.',
  extras: { room: 4, _x: 1 },
}
const OTHERS_READ = {
  ...OTHERS,
  mobile: '+919876543210',
  email: 'dr.rao@example.org',
  extras: { room: 4 },
}

describe('reads an update of', () => {
  test.each([
    { name: 'nothing', body: {}, read: {} },
    { name: 'all but the name', body: OTHERS, read: OTHERS_READ },
    {
      name: 'the parts of a name, in their case',
      body: { fn: ' Anil', mn: 'K.', ln: 'de  Rao' },
      read: { fn: 'Anil', mn: 'K.', ln: 'de Rao' },
    },
    { name: 'the full name', body: { fln: 'Anil  K. Rao' }, read: { fln: 'Anil K. Rao' } },
    {
      name: 'the full name with parts as it is split',
      body: { fln: 'Anil K. Rao', ln: 'Rao', mn: ' K.' },
      read: { fln: 'Anil K. Rao', mn: 'K.', ln: 'Rao' },
    },
    { name: 'undefined', body: { s: undefined, fn: undefined, gen: 'F' }, read: { gen: 'F' } },
  ])('$name', ({ body, read }) => {
    expect(updateSchema.parse(body)).toStrictEqual(read)
  })
})

const FIELDS = 'mobile, email, gen, dob, fn, mn, ln, fln, bg, s, extras'
const AS_SPLIT = 'must be left out, or as in fln, which is split on spaces into fn, mn and ln'
const UPDATED = 'fn or fln must be present when the name is updated'
const TOGETHER = 'fln must not be given together with fn'

describe('refuses an update of', () => {
  test.each([
    { name: 'two names', body: { fn: 'Anil', fln: 'Anil Rao' }, says: [TOGETHER] },
    { name: 'a middle name alone', body: { mn: 'K.' }, says: [UPDATED] },
    { name: 'a last name alone', body: { ln: 'Rao' }, says: [UPDATED] },
    { name: 'both', body: { mn: 'K.', ln: 'Rao', s: 'Dr.' }, says: [UPDATED] },
    {
      name: 'a full name and a part that it has otherwise',
      body: { fln: 'Anil de Rao', ln: 'de Rao' },
      says: [`ln ${AS_SPLIT}`],
    },
    {
      name: 'a full name and parts that it lacks',
      body: { fln: 'Anil', mn: 'K.', ln: 'Rao' },
      says: [`mn ${AS_SPLIT}`, `ln ${AS_SPLIT}`],
    },
    {
      name: 'names that are no text',
      body: { fln: 'Anil Rao', mn: 7 },
      says: ['mn must be a non-empty string'],
    },
    {
      name: 'a full name of no text',
      body: { fln: 7, mn: 'K.' },
      says: ['fln must be a non-empty string'],
    },
    {
      name: 'every other field, malformed',
      body: { mobile: '1', email: 'x', gen: 'm', dob: '1', bg: 'A', s: '', extras: [] },
      says: [
        'mobile must be a valid telephone number that begins with + and its country code',
        'email must be an email address',
        'gen must be one of M, F, O',
        'dob must be a day of the calendar as YYYY-MM-DD',
        'bg must be one of A+, A-, B+, B-, AB+, AB-, O+, O-',
        's must be a non-empty string',
        'extras must be a dictionary',
      ],
    },
    {
      name: 'what a user may not change',
      body: { username: 'x' },
      says: [` a profile must not have fields other than ${FIELDS}`],
    },
    {
      name: 'a blood group by its name of patients, and a name',
      body: { bloodgroup: 'A+', ln: 'Rao' },
      says: [` a profile must not have fields other than ${FIELDS}`, UPDATED],
    },
    { name: 'a list', body: [], says: [' a profile must be an object'] },
  ])('$name', ({ body, says }) => {
    expect(faultsOf(updateSchema.safeParse(body))).toEqual(says)
  })
})

describe('reads a new user', () => {
  test.each([
    {
      name: 'by a full name',
      body: { fln: 'Anil K. V. Rao', username: ' rao ', ...OTHERS },
      read: {
        fn: 'Anil',
        mn: 'K. V.',
        ln: 'Rao',
        fln: 'Anil K. V. Rao',
        username: 'rao',
        ...OTHERS_READ,
      },
    },
    { name: 'by one word', body: { fln: 'Anil' }, read: { fn: 'Anil', fln: 'Anil' } },
    {
      name: 'by the parts of a name',
      body: { fn: 'Anil', ln: 'de Rao' },
      read: { fn: 'Anil', ln: 'de Rao', fln: 'Anil de Rao' },
    },
    { name: 'by a first name', body: { fn: 'Anil' }, read: { fn: 'Anil', fln: 'Anil' } },
  ])('$name', ({ body, read }) => {
    expect(newSchema.parse(body)).toStrictEqual(read)
  })

  test.each([
    { name: 'without a name', body: OTHERS, says: ['fn or fln must be present'] },
    { name: 'with a last name only', body: { ln: 'Rao' }, says: ['fn or fln must be present'] },
    { name: 'with two names', body: { fn: 'Anil', fln: 'Anil Rao' }, says: [TOGETHER] },
    { name: 'with contradicting parts', body: { fln: 'A B', ln: 'C' }, says: [`ln ${AS_SPLIT}`] },
    {
      name: 'with an unknown field',
      body: { fn: 'Anil', role: 'admin' },
      says: [` a profile must not have fields other than ${FIELDS}, username`],
    },
  ])('but not $name', ({ body, says }) => {
    expect(faultsOf(newSchema.safeParse(body))).toEqual(says)
  })
})

test('the clock of the machine counts where none is given', () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const schema of [emrUserUpdateSchema, newEmrUserSchema]) {
    const isRead = (dob: string) => schema.safeParse({ fn: 'Anil', dob }).success
    expect([inDays(0), inDays(3)].map(isRead)).toEqual([true, false])
  }
})

const PROFILE: Profile = {
  kind: 'emr_user',
  bid: 'b1',
  oid: '12345678901234567',
  c_ate: 1_700_000_000,
  u_ate: 1_700_000_001,
  fn: 'Anil',
  mn: 'K.',
  ln: 'Rao',
  fln: 'Anil K. Rao',
  gen: 'M',
}

describe('changes', () => {
  test.each([
    { name: 'nothing', update: {}, changes: {} },
    { name: 'what is given', update: { s: 'Dr.', extras: {} }, changes: { s: 'Dr.', extras: {} } },
    {
      name: 'every part of the name by a full one',
      update: { fln: 'Asha N. Iyer' },
      changes: { fn: 'Asha', mn: 'N.', ln: 'Iyer', fln: 'Asha N. Iyer' },
    },
    {
      name: 'parts that a full name lacks to nothing',
      update: { fln: 'Asha Iyer' },
      changes: { fn: 'Asha', mn: undefined, ln: 'Iyer', fln: 'Asha Iyer' },
    },
    {
      name: 'all but the first to nothing by one word',
      update: { fln: 'Asha' },
      changes: { fn: 'Asha', mn: undefined, ln: undefined, fln: 'Asha' },
    },
    {
      name: 'the first name, and keeps the rest',
      update: { fn: 'Sunil' },
      changes: { fn: 'Sunil', mn: 'K.', ln: 'Rao', fln: 'Sunil K. Rao' },
    },
    {
      name: 'the parts that are given',
      update: { fn: 'Sunil', ln: 'de Rao', gen: 'O' as const },
      changes: { fn: 'Sunil', mn: 'K.', ln: 'de Rao', fln: 'Sunil K. de Rao', gen: 'O' },
    },
  ])('$name', ({ update, changes }) => {
    expect(changesOf(update, PROFILE)).toStrictEqual(changes)
  })

  test('a name that had no other parts', () => {
    const changes = changesOf({ fn: 'Asha' }, {})
    expect(changes).toEqual({ fn: 'Asha', fln: 'Asha' })
  })

  test('so that the parts always make up the full name', () => {
    const part = fc.stringMatching(/^[A-Z][a-z]{0,3}( [A-Z][a-z])?$/)
    const name = fc.oneof(
      fc.record({ fln: part }),
      fc.record({ fn: part, mn: part, ln: part }, { requiredKeys: ['fn'] }),
    )
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (updates) => {
        let profile: Profile = PROFILE
        for (const update of updates)
          profile = { ...profile, ...changesOf(updateSchema.parse(update), profile) }
        const { fn = '', mn, ln, fln } = profile
        expect(joinName({ fn, mn, ln })).toBe(fln)
        expect(fln).toBe(joinName(splitFullName(fln!)))
      }),
    )
  })
})

describe('shows', () => {
  test('contract 2.2, with mn, username and extras', () => {
    const view = emrUserView({ ...PROFILE, ...OTHERS_READ, username: 'rao', abha: 'x' })
    expect(view).toStrictEqual({
      oid: '12345678901234567',
      bid: 'b1',
      ps: 'S',
      c_ate: 1_700_000_000,
      u_ate: 1_700_000_001,
      gen: 'M',
      dob: '1970-01-31',
      is_age: false,
      fn: 'Anil',
      mn: 'K.',
      ln: 'Rao',
      fln: 'Anil K. Rao',
      bg: 'O+',
      mobile: '+919876543210',
      email: 'dr.rao@example.org',
      s: 'Dr.',
      username: 'rao',
      extras: { room: 4 },
    })
    expect(emrUserViewSchema.encode(view)).toEqual(view)
  })

  test('nothing that was never set', () => {
    const { kind, bid, oid, c_ate, u_ate } = PROFILE
    const view = emrUserView({ kind, bid, oid, c_ate, u_ate, fn: 'a', fln: 'a', ln: undefined })
    expect(view).toStrictEqual({
      oid,
      bid,
      ps: 'S',
      c_ate,
      u_ate,
      is_age: false,
      fn: 'a',
      fln: 'a',
    })
    expect(emrUserViewSchema.encode(view)).toEqual(view)
  })
})

function faultsOf({
  error,
}: ReturnType<typeof updateSchema.safeParse | typeof newSchema.safeParse>) {
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}
