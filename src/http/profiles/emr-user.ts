import * as z from 'zod'
import type { Profile, ProfileFields } from '../../records/records.ts'
import { extrasSchema } from './extras.ts'
import {
  bloodGroupSchema,
  type Clock,
  emailSchema,
  genSchema,
  makeDobSchema,
  mobileSchema,
  nameSchema,
  salutationSchema,
  usernameSchema,
} from './fields.ts'
import {
  nameNeeded,
  nameNeededForParts,
  oneNameAtMost,
  partsAsSplit,
  profileInput,
} from './input.ts'
import { joinName, splitFullName } from './names.ts'
import { present } from './present.ts'
import { bloodGroupOf, sharedView, sharedViewShape } from './view.ts'

/** The body of `PATCH /profiles/v1/emr-user/{oid}`, contract 2.2: what is to change. Names keep their case. */
export const emrUserUpdateSchema = makeEmrUserUpdateSchema(() => Date.now())
export type EmrUserUpdate = z.output<typeof emrUserUpdateSchema>

/** The body of `POST /profiles/v1/emr-user/`: the same with a name, read into what is stored. */
export const newEmrUserSchema = makeNewEmrUserSchema(() => Date.now())

/** {@link emrUserUpdateSchema} by another clock. */
export function makeEmrUserUpdateSchema(now: Clock) {
  const rules = [oneNameAtMost, nameNeededForParts, partsAsSplit]
  return profileInput(makeShape(now), rules).transform((update) => present(update))
}

/** {@link newEmrUserSchema} by another clock. */
export function makeNewEmrUserSchema(now: Clock) {
  const shape = { ...makeShape(now), username: usernameSchema.optional() }
  return profileInput(shape, [nameNeeded, oneNameAtMost, partsAsSplit]).transform(
    ({ username, ...fields }): ProfileFields => present({ ...changesOf(fields, {}), username }),
  )
}

function makeShape(now: Clock) {
  return {
    mobile: mobileSchema.optional(),
    email: emailSchema.optional(),
    gen: genSchema.optional(),
    dob: makeDobSchema(now).optional(),
    fn: nameSchema.optional().meta({ description: 'First name' }),
    mn: nameSchema.optional().meta({ description: 'Middle name' }),
    ln: nameSchema.optional().meta({ description: 'Last name' }),
    fln: nameSchema.optional().meta({ description: 'Full name; it is split into fn, mn and ln' }),
    bg: bloodGroupSchema.optional(),
    s: salutationSchema.optional(),
    extras: extrasSchema.optional(),
  }
}

/**
 * Changes of a profile by an update. A full name replaces all parts, those that it lacks are removed (undefined); a first
 * name replaces itself and the parts next to it, and the full name is made anew. Extras are replaced as a whole.
 */
export function changesOf(
  update: EmrUserUpdate,
  profile: Pick<ProfileFields, 'mn' | 'ln'>,
): ProfileFields {
  const { fn, mn = profile.mn, ln = profile.ln, fln, ...others } = update
  if (fln !== undefined) {
    const split = splitFullName(fln)
    return { ...others, fn: split.fn, mn: split.mn, ln: split.ln, fln }
  }
  if (fn === undefined) return others
  return { ...others, fn, mn, ln, fln: joinName({ fn, mn, ln }) }
}

/** The answer to `GET /profiles/v1/emr-user/{oid}`: contract 2.2, with mn, username and extras. */
export const emrUserViewSchema = z.strictObject({
  ...sharedViewShape,
  /** Staff. */
  ps: z.literal('S'),
  bg: bloodGroupSchema.optional(),
})
export type EmrUserView = z.infer<typeof emrUserViewSchema>

/** Shown fields of a user of the EMR. Fields never set are absent. */
export function emrUserView(profile: Profile): EmrUserView {
  return present({ ...sharedView(profile), ps: 'S' as const, bg: bloodGroupOf(profile) })
}
