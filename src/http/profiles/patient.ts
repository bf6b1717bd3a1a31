import * as z from 'zod'
import { FOUND_BY, type Profile, type ProfileFields } from '../../records/records.ts'
import { extrasSchema } from './extras.ts'
import {
  abhaSchema,
  bloodGroupSchema,
  type Clock,
  emailSchema,
  genSchema,
  lowerNameSchema,
  makeDobSchema,
  mobileSchema,
  salutationSchema,
  usernameSchema,
} from './fields.ts'
import { nameNeeded, nameNeededForParts, oneNameAtMost, profileInput } from './input.ts'
import { present } from './present.ts'
import { bloodGroupOf, sharedView, sharedViewShape } from './view.ts'

/** The body of `POST /profiles/v1/patient/`, contract 2.1, read into what is stored. Names are kept as given, not split. */
export const patientSchema = makePatientSchema(() => Date.now())

/** {@link patientSchema} by another clock. */
export function makePatientSchema(now: Clock) {
  return profileInput(
    {
      fn: lowerNameSchema.optional().meta({ description: 'First name; either it or fln' }),
      mn: lowerNameSchema.optional().meta({ description: 'Middle name' }),
      ln: lowerNameSchema.optional().meta({ description: 'Last name' }),
      fln: lowerNameSchema.optional().meta({ description: 'Full name; either it or fn' }),
      s: salutationSchema.optional(),
      dob: makeDobSchema(now),
      gen: genSchema,
      bloodgroup: bloodGroupSchema.optional(),
      mobile: mobileSchema.optional(),
      email: emailSchema.optional(),
      username: usernameSchema.optional(),
      abha: abhaSchema.optional(),
      extras: extrasSchema.optional(),
    },
    [nameNeeded, oneNameAtMost],
  ).transform(({ bloodgroup, ...fields }): ProfileFields => present({ ...fields, bg: bloodgroup }))
}

/** The body of `PATCH /profiles/v1/patient/{oid}`: what is to change; null removes a field that may be missing. */
export const patientUpdateSchema = makePatientUpdateSchema(() => Date.now())
export type PatientUpdate = z.output<typeof patientUpdateSchema>

/** {@link patientUpdateSchema} by another clock. */
export function makePatientUpdateSchema(now: Clock) {
  return profileInput(
    {
      fn: lowerNameSchema.optional().meta({ description: 'First name; it replaces fln' }),
      mn: lowerNameSchema.nullable().optional().meta({ description: 'Middle name' }),
      ln: lowerNameSchema.nullable().optional().meta({ description: 'Last name' }),
      fln: lowerNameSchema.optional().meta({ description: 'Full name; it replaces the parts' }),
      s: salutationSchema.nullable().optional(),
      dob: makeDobSchema(now).optional(),
      gen: genSchema.optional(),
      bloodgroup: bloodGroupSchema.nullable().optional(),
      mobile: mobileSchema.nullable().optional(),
      email: emailSchema.nullable().optional(),
      username: usernameSchema.nullable().optional(),
      abha: abhaSchema.nullable().optional(),
      extras: extrasSchema.nullable().optional(),
    },
    [oneNameAtMost, nameNeededForParts],
  ).transform((update) => present(update))
}

/**
 * Changes of a patient by an update. A first name keeps the parts next to it that are not given; a full name keeps none. A
 * field that is removed is there and undefined. Extras are replaced as a whole.
 */
export function patientChangesOf({ bloodgroup, ...update }: PatientUpdate): ProfileFields {
  const names = update.fln === undefined ? {} : { fn: null, mn: null, ln: null }
  const given = {
    ...{ ...names, ...update },
    ...(update.fn !== undefined && { fln: null }),
    ...(bloodgroup !== undefined && { bg: bloodgroup }),
  }
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, value ?? undefined]),
  )
}

const FOUND = `needs one of ${FOUND_BY.join(', ')}`
const MAX_FOUND = 100

/** The query of `GET /profiles/v1/patient/`. */
export const patientQuerySchema = z
  .strictObject(
    {
      username: usernameSchema.optional(),
      /** A + that was not encoded is a space by now. */
      mobile: z
        .preprocess(
          (text) => (typeof text === 'string' ? text.replace(/^ /, '+') : text),
          mobileSchema,
        )
        .optional(),
      abha: abhaSchema.optional(),
      limit: z
        .string()
        .regex(/^(?:[1-9][0-9]?|100)$/, `must be a whole number from 1 to ${MAX_FOUND}`)
        .transform(Number)
        .default(20),
      offset: z
        .string()
        .regex(/^[1-9][0-9]{16}$/, 'must be the next_token of an earlier part')
        .optional(),
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? `a search ${FOUND}` : undefined) },
  )
  .refine((query) => FOUND_BY.some((field) => query[field] !== undefined), `a search ${FOUND}`)

/** The answer to `GET /profiles/v1/patient/{oid}`. */
export const patientViewSchema = z.strictObject({
  ...sharedViewShape,
  /** Patient. */
  ps: z.literal('P'),
  bloodgroup: bloodGroupSchema.optional(),
  /** ABHA address. */
  abha: z.string().optional(),
})
export type PatientView = z.infer<typeof patientViewSchema>

/** Shown fields of a patient, by the names that {@link patientSchema} has. Fields never set are absent. */
export function patientView(profile: Profile): PatientView {
  const { abha } = profile
  return present({
    ...sharedView(profile),
    ps: 'P' as const,
    bloodgroup: bloodGroupOf(profile),
    abha,
  })
}

/** The answer to `GET /profiles/v1/patient/`. */
export const patientsFoundSchema = z.strictObject({
  items: z.array(patientViewSchema),
  /** The `offset` of what comes next; null at the end. */
  next_token: z.string().nullable(),
})

/** The answer to `DELETE /profiles/v1/patient/{oid}`. */
export const erasedSchema = z.strictObject({
  oid: z.string(),
  /** Numbers of what was removed besides the profile. */
  removed: z.strictObject({
    documents: z.int(),
    /** Files of documents, and their thumbnails. */
    files: z.int(),
    reminders: z.int(),
    /** Deliveries of the reminders to webhooks. */
    deliveries: z.int(),
  }),
})
