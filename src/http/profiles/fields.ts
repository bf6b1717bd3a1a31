/** The fields of profiles, one zod schema each. A message completes "<field> …" and repeats nothing of the value. */

import * as z from 'zod'
import { textOf } from '../text.ts'
import { parseMobile } from './mobile.ts'

/** Contract 2.1, 2.2. */
export const GENDERS = ['M', 'F', 'O'] as const
export type Gender = (typeof GENDERS)[number]

/** Contract 2.1, 2.2. */
export const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const
export type BloodGroup = (typeof BLOOD_GROUPS)[number]

/** The time in milliseconds since 1970, as Date.now gives it. */
export type Clock = () => number

/** In UTF-16 units, after white space is put right. */
export const MAX_NAME_LENGTH = 256
export const MAX_SALUTATION_LENGTH = 32
export const MAX_IDENTIFIER_LENGTH = 128
/** RFC 5321, 4.5.3.1.3, as erratum 1690 to RFC 3696 reads it. */
export const MAX_EMAIL_LENGTH = 254

/** No living person was born before; an older date is a slip of the hand. */
export const EARLIEST_DOB = '1850-01-01'

const EMAIL = 'must be an email address'
const MOBILE = 'must be a valid telephone number that begins with + and its country code'
const DATE = 'must be a day of the calendar as YYYY-MM-DD'
const DAY_MS = 86_400_000

/** A name or a part of one, in the case in which it is written. */
export const nameSchema = textOf(MAX_NAME_LENGTH, tidy)

/** The same in lower case, as contract 2.1 stores patients. */
export const lowerNameSchema = textOf(MAX_NAME_LENGTH, (name) => tidy(name).toLowerCase())

export const salutationSchema = textOf(MAX_SALUTATION_LENGTH, tidy).meta({
  description: 'Salutation',
})

/** In Unicode's composed form (NFC): the same name is the same, however it was typed. */
export const usernameSchema = textOf(MAX_IDENTIFIER_LENGTH, composed).meta({
  description: 'What the hospital or a partner calls the person by: unique in a workspace',
})

export const abhaSchema = textOf(MAX_IDENTIFIER_LENGTH).meta({ description: 'ABHA address' })

export const genSchema = z
  .enum(GENDERS, `must be one of ${GENDERS.join(', ')}`)
  .meta({ description: 'Gender' })

export const bloodGroupSchema = z
  .enum(BLOOD_GROUPS, `must be one of ${BLOOD_GROUPS.join(', ')}`)
  .meta({ description: 'Blood group' })

/** In lower case; addresses of letters beyond ASCII are refused, as zod reads them. */
export const emailSchema = z
  .string(EMAIL)
  .trim()
  .max(MAX_EMAIL_LENGTH, {
    error: `must not be longer than ${MAX_EMAIL_LENGTH} characters`,
    abort: true,
  })
  .check(z.email(EMAIL))
  // After the check: the lower case of some letters beyond ASCII is within it.
  .toLowerCase()
  .meta({ description: 'Email address' })

/** In E.164. */
export const mobileSchema = z
  .string(MOBILE)
  .meta({
    description: 'Telephone number with + and country code; spaces and hyphens may be in it',
  })
  .transform((text, { addIssue }) => {
    const number = parseMobile(text)
    if (number !== undefined) return number
    addIssue({ code: 'custom', message: MOBILE })
    return z.NEVER
  })

/**
 * A day from {@link EARLIEST_DOB} to tomorrow by UTC: east of Greenwich tomorrow is today.
 *
 * @param now is asked each time a date is read
 */
export function makeDobSchema(now: Clock) {
  return z.iso
    .date({ error: DATE, abort: true })
    .refine((day) => day >= EARLIEST_DOB, `must not be before ${EARLIEST_DOB}`)
    .refine(
      (day) => day <= new Date(now() + DAY_MS).toISOString().slice(0, 10),
      'must not be in the future',
    )
    .meta({ description: 'Birth date' })
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function composed(text: string): string {
  return text.normalize('NFC').trim()
}
