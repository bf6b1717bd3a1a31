/** Profiles where the contract shows nothing of them: who makes and reads them, and fields that there are not. */

import { describe, expect, test } from 'vitest'
import { type Asking, NAME, NOBODY } from './asking.ts'
import { PATIENT, requestsOf, STAFF } from './requests.ts'

/** Profiles are made and read within a workspace; unknown fields are refused. */
export function testProfiles(asking: Asking): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  const { createPatient, createUser, newPatient, newUser } = requestsOf(asking)

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
    expect(await refused(operation, { as: STRANGER })).toMatch(/^forbidden: /)
    expect((await ask(operation, { as: ADMIN })).status).toBe(200)
  })

  test.each(["GET /profiles/v1/patient/'%20or%201=1", 'GET /profiles/v1/patient/%00'])(
    'nobody is found by %s',
    async (operation) => {
      expect(await refused(operation, { as: ADMIN })).toMatch(/^profile_not_found: /)
    },
  )
}
