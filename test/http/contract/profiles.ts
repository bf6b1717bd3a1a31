/** Profiles, contract 2.1, 2.2 and 4.1 to 4.3. */

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { emrUserViewSchema } from '../../../src/http/profiles/emr-user.ts'
import type { patientViewSchema } from '../../../src/http/profiles/patient.ts'
import type { Answer, Claims } from '../../support/server.ts'
import { type Asking, NAME, NOBODY } from './asking.ts'

/** Patients and users of the EMR are made, read and changed. */
export function testProfiles(asking: Asking): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking

  const createPatient = (body: unknown, as: Claims = USER) =>
    ask('POST /profiles/v1/patient/', { as, body })
  const createUser = (body: unknown, as: Claims = ADMIN) =>
    ask('POST /profiles/v1/emr-user/', { as, body })
  const oidOf = ({ body }: Answer) => (body as { oid: string }).oid
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  const BORN = { gen: 'F', dob: '1990-02-28' }
  const NAMED = { ...BORN, fn: NAME }

  describe('a patient is stored', () => {
    test.each([
      {
        rule: 'with names in lower case',
        body: { ...BORN, fn: 'Asha', mn: 'Devi', ln: 'RAO', s: 'Ms.' },
        read: { ...BORN, fn: 'asha', mn: 'devi', ln: 'rao', s: 'Ms.' },
      },
      {
        rule: 'with a full name in lower case',
        body: { ...BORN, fln: 'Asha Devi Rao' },
        read: { ...BORN, fln: 'asha devi rao' },
      },
      {
        rule: 'with an email address in lower case',
        body: { ...BORN, fn: 'a', email: 'Asha@Example.ORG' },
        read: { ...BORN, fn: 'a', email: 'asha@example.org' },
      },
      {
        rule: 'with a mobile number in E.164',
        body: { ...BORN, fn: 'a', mobile: '+91 98765-43210' },
        read: { ...BORN, fn: 'a', mobile: '+919876543210' },
      },
      ...['M', 'F', 'O'].map((gen) => ({
        rule: `with the gender ${gen}`,
        body: { ...BORN, gen, fn: 'a' },
        read: { ...BORN, gen, fn: 'a' },
      })),
      ...['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'].map((bloodgroup) => ({
        rule: `with the blood group ${bloodgroup}`,
        body: { ...BORN, bloodgroup, fn: 'a' },
        read: { ...BORN, bloodgroup, fn: 'a' },
      })),
      {
        rule: 'born today, with an ABHA address',
        body: { gen: 'O', dob: inDays(0), fn: 'a', abha: 'a@abdm' },
        read: { gen: 'O', dob: inDays(0), fn: 'a', abha: 'a@abdm' },
      },
      {
        rule: 'with extras, but for keys that begin with _',
        body: {
          ...BORN,
          fn: 'a',
          extras: { n: 1, _x: [[1]], list: ['é', null, true], d: { a: 1.5, _b: 2, c: [1] } },
        },
        read: {
          ...BORN,
          fn: 'a',
          extras: { n: 1, list: ['é', null, true], d: { a: 1.5, c: [1] } },
        },
      },
    ])('$rule', async ({ body, read }) => {
      const begun = Math.floor(Date.now() / 1000)
      const oid = oidOf(await createPatient(body))
      expect(oid).toMatch(/^[1-9]\d{16}$/)
      const { body: found } = await ask(`GET /profiles/v1/patient/${oid}`, { as: USER })
      const { c_ate, u_ate, ...rest } = found as z.infer<typeof patientViewSchema>
      expect(rest).toEqual({ ...read, oid, bid: USER.bid, ps: 'P', is_age: false })
      expect(c_ate).toBe(u_ate)
      expect(c_ate - begun).toBeLessThan(60)
      expect(c_ate - begun).toBeGreaterThanOrEqual(0)
    })
  })

  describe('a patient is refused', () => {
    test.each([
      { rule: 'without a name', body: BORN, says: 'fn or fln must be present' },
      { rule: 'with two names', body: { ...NAMED, fln: NAME }, says: 'fln must not be given' },
      { rule: 'with an empty name', body: { ...BORN, fn: ' ' }, says: 'fn must be text' },
      { rule: 'without a birth date', body: { gen: 'F', fn: NAME }, says: 'dob must be a day' },
      { rule: 'without a gender', body: { dob: BORN.dob, fn: NAME }, says: 'gen must be one of' },
      {
        rule: 'of another gender',
        body: { ...NAMED, gen: 'f' },
        says: 'gen must be one of M, F, O',
      },
      {
        rule: 'of another blood group',
        body: { ...NAMED, bloodgroup: 'A' },
        says: 'bloodgroup must',
      },
      { rule: 'born on no day', body: { ...NAMED, dob: '1990-02-29' }, says: 'dob must be a day' },
      { rule: 'born at a time', body: { ...NAMED, dob: '1990-02-28T00:00Z' }, says: 'dob must' },
      { rule: 'not yet born', body: { ...NAMED, dob: inDays(3) }, says: 'dob must not be in the' },
      {
        rule: 'with a local number',
        body: { ...NAMED, mobile: '9876543210' },
        says: 'mobile must',
      },
      { rule: 'with half an email', body: { ...NAMED, email: NAME }, says: 'email must be' },
      { rule: 'with an unknown field', body: { ...NAMED, nick: NAME }, says: 'a profile must not' },
      {
        rule: 'with the name of an EMR field',
        body: { ...NAMED, bg: 'A+' },
        says: 'a profile must',
      },
      { rule: 'with an oid', body: { ...NAMED, oid: NOBODY }, says: 'a profile must not' },
      {
        rule: 'with a list in a list of the extras',
        body: { ...NAMED, extras: { a: [[NAME]] } },
        says: 'extras must not hold lists in lists',
      },
      {
        rule: 'with a dictionary in a list of the extras',
        body: { ...NAMED, extras: { a: [{}] } },
        says: 'extras must not hold dictionaries in lists',
      },
      {
        rule: 'with dictionaries two levels deep',
        body: { ...NAMED, extras: { a: { b: {} } } },
        says: 'extras must not nest dictionaries more than one level deep',
      },
      {
        rule: 'with a key of 17 characters',
        body: { ...NAMED, extras: { [`${NAME}1234567890`]: 1 } },
        says: 'extras must not have keys longer than 16 characters',
      },
      { rule: 'that is a list', body: [NAMED], says: 'a profile must be an object' },
    ])('$rule', async ({ body, says }) => {
      const said = await refused('POST /profiles/v1/patient/', { as: USER, body })
      expect(said).toMatch(/^invalid_request: /)
      expect(said).toContain(says)
    })
  })

  test('a username is one profile’s of a workspace and a kind', async () => {
    const named = { ...BORN, fn: 'a', username: 'MRN-7' }
    const statuses = async (...asked: (() => Promise<Answer>)[]) => {
      const found: number[] = []
      for (const each of asked) found.push((await each()).status)
      return found
    }
    expect(
      await statuses(
        () => createPatient(named),
        () => createPatient(named),
        () => createPatient({ ...named, username: 'MRN-8' }),
        () => createPatient(named, STRANGER),
        () => createUser({ fn: 'a', username: 'MRN-7' }),
        () => createUser({ fn: 'a', username: 'MRN-7' }),
      ),
    ).toEqual([201, 409, 201, 201, 201, 409])
    expect(await refused('POST /profiles/v1/patient/', { as: USER, body: named })).toMatch(
      /^conflict: /,
    )
  })

  describe('a user of the EMR', () => {
    const STAFF = { fln: 'Asha Devi K. Rao', gen: 'F', dob: '1980-01-31', mobile: '+14155550123' }
    const readUser = async (oid: string, as: Claims = USER) => {
      const { body } = await ask(`GET /profiles/v1/emr-user/${oid}`, { as })
      return body as z.infer<typeof emrUserViewSchema>
    }
    const update = (oid: string, body: unknown, as: Claims = ADMIN) =>
      ask(`PATCH /profiles/v1/emr-user/${oid}`, { as, body })

    test('is made by an admin, with a full name that is split', async () => {
      const oid = oidOf(
        await createUser({ ...STAFF, bg: 'O-', email: 'R@X.org', s: 'Dr.', username: 'rao' }),
      )
      expect(oid).toMatch(/^[1-9]\d{16}$/)
      expect(await readUser(oid)).toMatchObject({
        ...STAFF,
        ...{ oid, bid: ADMIN.bid, ps: 'S', is_age: false },
        ...{ fn: 'Asha', mn: 'Devi K.', ln: 'Rao' },
        ...{ bg: 'O-', email: 'r@x.org', s: 'Dr.', username: 'rao' },
      })
    })

    test.each([
      { rule: 'without a name', body: { gen: 'F' }, says: 'fn or fln must be present' },
      { rule: 'with a field of patients', body: { fn: NAME, abha: NAME }, says: 'a profile must' },
      { rule: 'of another gender', body: { fn: NAME, gen: 'X' }, says: 'gen must be one of' },
    ])('is refused $rule', async ({ body, says }) => {
      const said = await refused('POST /profiles/v1/emr-user/', { as: ADMIN, body })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
    })

    test('is not made by a user', async () => {
      expect(await refused('POST /profiles/v1/emr-user/', { as: USER, body: STAFF })).toMatch(
        /^forbidden: /,
      )
    })

    test.each([
      {
        rule: 'what is given, normalised',
        body: { mobile: '+91 98765 43210', email: 'A@B.org', bg: 'AB-', extras: { a: 1, _b: 2 } },
        changes: {
          ...{ mobile: '+919876543210', email: 'a@b.org', bg: 'AB-', extras: { a: 1 } },
          ...{ fn: 'Asha', mn: 'Devi K.', ln: 'Rao', fln: STAFF.fln, gen: 'F' },
        },
      },
      {
        rule: 'all of the name by fln',
        body: { fln: 'Maya Iyer' },
        changes: { fn: 'Maya', ln: 'Iyer', fln: 'Maya Iyer', mn: undefined },
      },
      {
        rule: 'a part of the name by fn',
        body: { fn: 'Maya', ln: 'Iyer' },
        changes: { fn: 'Maya', mn: 'Devi K.', ln: 'Iyer', fln: 'Maya Devi K. Iyer' },
      },
      { rule: 'nothing', body: {}, changes: STAFF },
      {
        rule: 'the rest',
        body: { s: 'Prof.', gen: 'O', dob: '1981-01-31' },
        changes: { s: 'Prof.', gen: 'O', dob: '1981-01-31', mobile: STAFF.mobile },
      },
    ])('is changed: $rule', async ({ body, changes }) => {
      const oid = oidOf(await createUser(STAFF))
      const answer = await update(oid, body)
      expect(answer.body).toEqual({ message: 'the profile was updated' })
      const found = await readUser(oid)
      expect({ mn: undefined, ...found }).toMatchObject(changes)
      expect(found.u_ate).toBeGreaterThanOrEqual(found.c_ate)
    })

    test.each([
      { rule: 'a last name alone', body: { ln: NAME }, says: 'fn or fln must be present when' },
      { rule: 'both names', body: { fn: NAME, fln: NAME }, says: 'fln must not be given' },
      { rule: 'a blood group that is none', body: { bg: 'C' }, says: 'bg must be one of' },
      { rule: 'a local number', body: { mobile: '12345' }, says: 'mobile must be' },
      { rule: 'the extras to a list', body: { extras: [] }, says: 'extras must be a dictionary' },
      { rule: 'the username', body: { username: NAME }, says: 'a profile must not have' },
      { rule: 'the workspace', body: { bid: NAME }, says: 'a profile must not have' },
    ])('is not changed: $rule', async ({ body, says }) => {
      const oid = oidOf(await createUser(STAFF))
      const before = await readUser(oid)
      const said = await refused(`PATCH /profiles/v1/emr-user/${oid}`, { as: ADMIN, body })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
      expect(await readUser(oid)).toEqual(before)
    })

    test.each([
      { who: 'the user itself', as: (oid: string) => ({ ...USER, sub: oid }), status: 200 },
      { who: 'an admin', as: () => ADMIN, status: 200 },
      { who: 'another user', as: () => USER, status: 403 },
      { who: 'an admin of another workspace', as: () => STRANGER, status: 403 },
      {
        who: 'a user of its oid in another workspace',
        as: (oid: string) => ({ ...STRANGER, role: 'user', sub: oid }),
        status: 403,
      },
    ])('is changed by $who: $status', async ({ as, status }) => {
      const oid = oidOf(await createUser(STAFF))
      expect((await update(oid, { s: 'Dr.' }, as(oid))).status).toBe(status)
      expect((await readUser(oid)).s).toBe(status === 200 ? 'Dr.' : undefined)
    })

    test('is not made twice of one username, nor read by that of patients', async () => {
      const [user, patient] = [await createUser(STAFF), await createPatient({ ...BORN, fn: 'a' })]
      for (const path of [`emr-user/${oidOf(patient)}`, `patient/${oidOf(user)}`])
        expect(await refused(`GET /profiles/v1/${path}`, { as: USER })).toMatch(
          /^profile_not_found/,
        )
    })
  })

  test('a profile is read within its workspace only', async () => {
    const oid = oidOf(await createPatient({ ...BORN, fn: 'a' }))
    const said = await refused(`GET /profiles/v1/patient/${oid}`, { as: STRANGER })
    expect(said).toMatch(/^forbidden: /)
    expect((await ask(`GET /profiles/v1/patient/${oid}`, { as: ADMIN })).status).toBe(200)
  })

  test.each([
    `GET /profiles/v1/patient/${NOBODY}`,
    `GET /profiles/v1/emr-user/${NOBODY}`,
    `PATCH /profiles/v1/emr-user/${NOBODY}`,
    "GET /profiles/v1/patient/'%20or%201=1",
    'GET /profiles/v1/patient/%00',
  ])('nobody is found by %s', async (operation) => {
    const question = operation.startsWith('PATCH') ? { body: { s: 'Dr.' } } : {}
    const { body } = await ask(operation, { as: ADMIN, ...question })
    expect(body).toEqual({
      message: 'there is no profile with this identifier',
      code: 'profile_not_found',
    })
  })
}
