/** Profiles where the contract shows nothing of them: who makes and reads them, and fields that there are not. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { patientsFoundSchema } from '../../../src/http/profiles/patient.ts'
import { type Asking, NAME, NOBODY } from './asking.ts'
import { PATIENT, requestsOf, STAFF } from './requests.ts'

/** Profiles are made and read within a workspace; unknown fields are refused. */
export function testProfiles(asking: Asking): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  const { createPatient, createUser, newPatient, readPatient, newUser } = requestsOf(asking)

  test.each([
    { rule: 'an unknown field', body: { ...PATIENT, nick: NAME }, says: 'a profile must not' },
    { rule: 'a field of EMR users', body: { ...PATIENT, bg: 'A+' }, says: 'a profile must not' },
    { rule: 'an oid', body: { ...PATIENT, oid: NOBODY }, says: 'a profile must not' },
    { rule: 'a list', body: [PATIENT], says: 'a profile must be an object' },
  ])('a patient is refused: $rule', async ({ body, says }) => {
    const said = await refused('POST /profiles/v1/patient/', { as: USER, body })
    expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
  })

  test('a username is one profile’s of a workspace and a kind', async () => {
    const named = { ...PATIENT, username: 'MRN-7' }
    const staff = { fn: 'a', username: 'MRN-7' }
    expect((await createPatient(named)).status).toBe(201)
    expect((await createPatient(named)).status).toBe(409)
    expect((await createPatient(named, STRANGER)).status).toBe(201)
    expect((await createUser(staff)).status).toBe(201)
    expect((await createUser(staff)).status).toBe(409)
  })

  describe('a patient is changed', () => {
    const change = (oid: string, body: unknown, as = USER) =>
      ask(`PATCH /profiles/v1/patient/${oid}`, { as, body })

    test('in what is given, and loses what is null', async () => {
      const username = `MRN-${randomUUID()}`
      const body = { ln: 'Rao', email: 'a@b.org', mobile: '+919876543210', extras: { a: 1 } }
      const oid = await newPatient({ ...body, username, bloodgroup: 'A+' })
      const before = await readPatient(oid)
      expect((await change(oid, {})).body).toEqual({ message: 'the profile was updated' })
      expect(await readPatient(oid)).toEqual({ ...before, u_ate: expect.any(Number) })
      await change(oid, {
        fn: 'Asha',
        bloodgroup: 'B-',
        email: null,
        extras: null,
        dob: '1999-12-31',
      })
      const { email: _, extras: __, ...kept } = before
      expect(await readPatient(oid)).toEqual({
        ...{ ...kept, fn: 'asha', bloodgroup: 'B-', dob: '1999-12-31', u_ate: expect.any(Number) },
      })
      await change(oid, { fln: 'Asha Devi RAO' })
      const { fn: ___, ln: ____, ...unnamed } = kept
      expect(await readPatient(oid)).toMatchObject({
        ...unnamed,
        ...{ bloodgroup: 'B-' },
        dob: '1999-12-31',
        u_ate: expect.any(Number),
        fln: 'asha devi rao',
      })
      expect(await readPatient(oid)).not.toHaveProperty('fn')
    })

    test.each([
      { body: { gen: null }, says: 'gen must be one of M, F, O' },
      { body: { dob: null }, says: 'dob must be' },
      { body: { fn: null }, says: 'fn must be' },
      { body: { ln: NAME }, says: 'fn or fln must be present when the name is updated' },
      { body: { fn: NAME, fln: NAME }, says: 'fln must not be given together with fn' },
      { body: { bg: 'A+' }, says: 'a profile must not have fields other than' },
      { body: { mobile: NAME }, says: 'mobile must be' },
    ])('not by $body', async ({ body, says }) => {
      const oid = await newPatient()
      const before = await readPatient(oid)
      const said = await refused(`PATCH /profiles/v1/patient/${oid}`, { as: USER, body })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
      expect(await readPatient(oid)).toEqual(before)
    })

    test('within its workspace, to a username that is free', async () => {
      const [username, oid] = [`MRN-${randomUUID()}`, await newPatient()]
      await newPatient({ username })
      expect((await change(oid, { username })).status).toBe(409)
      expect((await change(oid, { s: 'Ms.' }, STRANGER)).status).toBe(404)
      expect((await change(NOBODY, { s: 'Ms.' })).status).toBe(404)
      expect((await change(await newUser(), { s: 'Ms.' })).status).toBe(404)
      expect(await readPatient(oid)).not.toHaveProperty('s')
    })
  })

  describe('patients are found', () => {
    type Found = z.infer<typeof patientsFoundSchema>
    const find = async (query: string, as = USER) =>
      (await ask(`GET /profiles/v1/patient/?${query}`, { as })).body as Found
    const oidsOf = ({ items }: Found) => items.map(({ oid }) => oid)

    test.each([
      { field: 'username', given: () => `MRN ${randomUUID()}`, other: 'x' },
      { field: 'abha', given: () => `${randomUUID()}@abdm`, other: 'x@abdm' },
      {
        field: 'mobile',
        given: () => `+9198${String(Math.random()).slice(2, 10)}`,
        other: '+919876500000',
      },
    ])('by $field', async ({ field, given, other }) => {
      const value = given()
      const oid = await newPatient({ [field]: value })
      await newPatient({ [field]: value }, STRANGER)
      const found = await find(`${field}=${encodeURIComponent(value)}`)
      expect(found).toEqual({ items: [await readPatient(oid)], next_token: null })
      expect((await find(`${field}=${encodeURIComponent(other)}`)).items).toEqual([])
      expect(oidsOf(await find(`${field}=${encodeURIComponent(value)}`, STRANGER))).not.toContain(
        oid,
      )
    })

    test.each([
      "' OR 1=1 --",
      "x' OR 'a'='a",
      '%',
      '_',
      '*',
      '"',
      '\\',
      '{{7*7}}',
      'a; DROP TABLE profile',
    ])('by %s as text alone', async (username) => {
      const oid = await newPatient({ username })
      await newPatient({ username: `${username} ${randomUUID()}` })
      expect(oidsOf(await find(`username=${encodeURIComponent(username)}`))).toEqual([oid])
    })

    test('in parts, by all fields together, and by a number as a form sends it', async () => {
      const mobile = `+9197${String(Math.random()).slice(2, 10)}`
      const oids = (await Promise.all([1, 2, 3].map(() => newPatient({ mobile })))).sort()
      const abha = `${randomUUID()}@abdm`
      const both = await newPatient({ mobile, abha })
      const read: string[] = []
      for (let offset = ''; ; ) {
        const part = await find(`mobile=${mobile}&limit=2${offset}`)
        read.push(...oidsOf(part))
        if (part.next_token === null) break
        expect(part.items).toHaveLength(2)
        offset = `&offset=${part.next_token}`
      }
      expect(read).toEqual([...oids, both].sort())
      expect(oidsOf(await find(`mobile=${mobile}&abha=${abha}`))).toEqual([both])
    })

    test.each([
      { query: '', says: 'a search needs one of username, mobile, abha' },
      { query: 'fn=a', says: 'a search needs one of' },
      { query: 'mobile=1', says: 'mobile must be a valid telephone number' },
      { query: 'username=a&limit=0', says: 'limit must be a whole number from 1 to 100' },
      { query: 'username=a&offset=x', says: 'offset must be the next_token' },
      { query: 'username=a&username=b', says: 'username must be a non-empty string' },
    ])('not by "$query"', async ({ query, says }) => {
      const said = await refused(`GET /profiles/v1/patient/?${query}`, { as: USER })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
    })
  })

  describe('a user of the EMR', () => {
    test.each([
      { rule: 'without a name', body: { gen: 'F' }, says: 'fn or fln must be present' },
      { rule: 'with a field of patients', body: { fn: NAME, abha: NAME }, says: 'a profile must' },
    ])('is refused $rule', async ({ body, says }) => {
      const said = await refused('POST /profiles/v1/emr-user/', { as: ADMIN, body })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
    })

    test('is made by an admin alone', async () => {
      expect((await createUser(STAFF)).body).toEqual({ oid: expect.stringMatching(/^\d{17}$/) })
      expect((await createUser(STAFF, USER)).status).toBe(403)
    })

    test('is not read as a patient, nor a patient as a user', async () => {
      const [user, patient] = [await newUser(), await newPatient()]
      for (const path of [`emr-user/${patient}`, `patient/${user}`])
        expect(await refused(`GET /profiles/v1/${path}`, { as: USER })).toMatch(
          /^profile_not_found/,
        )
    })
  })

  test('a profile is read within its workspace only', async () => {
    const operation = `GET /profiles/v1/patient/${await newPatient()}`
    expect(await refused(operation, { as: STRANGER })).toMatch(/^profile_not_found: /)
    expect((await ask(operation, { as: ADMIN })).status).toBe(200)
  })

  test.each([
    ['patient', 'GET', undefined],
    ['patient', 'PATCH', { s: 'Ms.' }],
    ['patient', 'DELETE', undefined],
    ['emr-user', 'GET', undefined],
    ['emr-user', 'PATCH', { s: 'Ms.' }],
  ] as const)('another workspace’s %s is as none to %s', async (kind, method, body) => {
    const oid = kind === 'patient' ? await newPatient() : await newUser()
    const of = async (asked: string) => {
      const question = { as: STRANGER, ...(body !== undefined && { body }) }
      const answer = await ask(`${method} /profiles/v1/${kind}/${asked}`, question)
      return { status: answer.status, body: answer.body }
    }
    expect(await of(oid)).toEqual(await of(NOBODY))
    expect(await of(oid)).toMatchObject({ status: 404, body: { code: 'profile_not_found' } })
  })

  test.each(["GET /profiles/v1/patient/'%20or%201=1", 'GET /profiles/v1/patient/%00'])(
    'nobody is found by %s',
    async (operation) => {
      expect(await refused(operation, { as: ADMIN })).toMatch(/^profile_not_found: /)
    },
  )
}
