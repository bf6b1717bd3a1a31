import * as z from 'zod'
import type { Profile, ProfileFields } from '../../records/records.ts'
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
import { nameNeeded, oneNameAtMost, profileInput } from './input.ts'
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
