/**
 * Proves of all bodies of profiles:
 * 1. no path and no message repeats a value or an unknown key, whatever comes
 * 2. no body breaks a schema or reaches a prototype
 * 3. their schemas, and those of the answers, can be told as JSON Schema, for OpenAPI
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  emrUserUpdateSchema,
  emrUserViewSchema,
  newEmrUserSchema,
} from '../../../src/http/profiles/emr-user.ts'
import { patientSchema, patientViewSchema } from '../../../src/http/profiles/patient.ts'

const BODIES = { patientSchema, emrUserUpdateSchema, newEmrUserSchema }

const FIELDS = [
  ...['fn', 'mn', 'ln', 'fln', 's', 'dob', 'gen', 'bloodgroup', 'bg', 'mobile', 'email'],
  ...['username', 'abha', 'extras'],
]

/** What no message of ours has in it. */
const SECRET = 'Zoë'
const secret = fc.constantFrom(
  ...[SECRET, ` ${SECRET}\0`, SECRET.repeat(200), `${SECRET}@`, `+91 ${SECRET}`, `1990-${SECRET}`],
)
const value = fc.oneof(
  secret,
  fc.dictionary(secret, fc.oneof(secret, fc.dictionary(secret, fc.dictionary(secret, secret)))),
  fc.array(fc.oneof(secret, fc.array(secret), fc.dictionary(secret, secret)), { maxLength: 2 }),
  fc.constantFrom(null, true, 7, Number.NaN, undefined),
)
const key = fc.oneof(
  { arbitrary: fc.constantFrom(...FIELDS), weight: 9 },
  { arbitrary: fc.oneof(secret, fc.constantFrom('__proto__', 'constructor')), weight: 1 },
)
const body = fc
  .array(fc.tuple(key, value), { maxLength: 12 })
  .map((entries) => Object.fromEntries(entries) as unknown)

describe.each(Object.entries(BODIES))('%s', (_, schema) => {
  test('repeats nothing of a request', () => {
    fc.assert(
      fc.property(
        fc.oneof({ arbitrary: body, weight: 9 }, { arbitrary: value, weight: 1 }),
        (sent) => {
          for (const { path, message } of schema.safeParse(sent).error?.issues ?? []) {
            expect(message).not.toContain(SECRET)
            expect(
              path.length === 0 || (path.length === 1 && FIELDS.includes(String(path[0]))),
            ).toBe(true)
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('is broken by no JSON, and reaches no prototype', () => {
    const known = fc.dictionary(key, fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(fc.oneof(known, fc.jsonValue()), (sent) => {
        const { data } = schema.safeParse(JSON.parse(JSON.stringify(sent)))
        if (data !== undefined) expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
      }),
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('is told as JSON Schema', () => {
    const told = z.toJSONSchema(schema, { io: 'input' })
    expect(told).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        fn: { type: 'string', minLength: 1, maxLength: 256 },
        dob: { type: 'string', format: 'date' },
        gen: { enum: ['M', 'F', 'O'] },
        s: { type: 'string', description: 'Salutation' },
        mobile: { type: 'string' },
        email: { type: 'string', format: 'email', maxLength: 254 },
        extras: { type: 'object' },
      },
    })
    const { required } = told
    expect(required).toEqual(schema === patientSchema ? ['dob', 'gen'] : undefined)
  })
})

test.each(Object.entries({ patientViewSchema, emrUserViewSchema }))(
  '%s is told as JSON Schema',
  (_, schema) => {
    const { required } = z.toJSONSchema(schema, { io: 'output' })
    expect([...required!].sort()).toEqual(['bid', 'c_ate', 'is_age', 'oid', 'ps', 'u_ate'])
  },
)
