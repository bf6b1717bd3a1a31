import * as z from 'zod'
import type { Profile } from '../../records/records.ts'
import { type BloodGroup, type Gender, genSchema } from './fields.ts'

/** The fields that are shown of patients and users alike. Nothing is transformed: the server encodes answers by it. */
export const sharedViewShape = {
  /** Identifier. */
  oid: z.string(),
  /** Workspace. */
  bid: z.string(),
  /** Times at which it was made and last changed, in epoch seconds. */
  c_ate: z.int(),
  u_ate: z.int(),
  gen: genSchema.optional(),
  dob: z.iso.date().optional(),
  /** True if the birth date was derived from an age: never, here. */
  is_age: z.boolean(),
  fn: z.string().optional(),
  mn: z.string().optional(),
  ln: z.string().optional(),
  fln: z.string().optional(),
  /** E.164. */
  mobile: z.string().optional(),
  email: z.string().optional(),
  /** Salutation. */
  s: z.string().optional(),
  username: z.string().optional(),
  extras: z.record(z.string(), z.unknown()).optional(),
}

/** Fields of a profile that all views share. */
export function sharedView(profile: Profile) {
  const { oid, bid, c_ate, u_ate, dob, fn, mn, ln, fln, mobile, email, s, username } = profile
  // The only way in is through the schemas of this folder.
  const gen = profile.gen as Gender | undefined
  const extras = profile.extras && { ...profile.extras }
  const times = { c_ate, u_ate }
  const names = { fn, mn, ln, fln }
  return {
    oid,
    bid,
    ...times,
    gen,
    dob,
    is_age: false,
    ...names,
    mobile,
    email,
    s,
    username,
    extras,
  }
}

/** The blood group of a profile, which patients and users have by different names. */
export function bloodGroupOf({ bg }: Profile): BloodGroup | undefined {
  return bg as BloodGroup | undefined
}
