import * as z from 'zod'
import { isRecord } from '../../internal.ts'
import { splitFullName } from './names.ts'

/** The names of a request, whose other faults are reported elsewhere: any of them may be anything. */
type GivenNames = Readonly<Partial<Record<'fn' | 'mn' | 'ln' | 'fln', unknown>>>

interface NameFault {
  readonly field: keyof GivenNames
  readonly message: string
}

/** Faults of the names of a request taken together. */
export type NameRule = (names: GivenNames) => readonly NameFault[]

/** Contract 2.1, 4.2: fn and fln are two ways to say the same. */
export const oneNameAtMost: NameRule = ({ fn, fln }) =>
  fn === undefined || fln === undefined
    ? []
    : [{ field: 'fln', message: 'must not be given together with fn' }]

/** Contract 2.1. */
export const nameNeeded: NameRule = ({ fn, fln }) =>
  fn === undefined && fln === undefined ? [{ field: 'fn', message: 'or fln must be present' }] : []

/** Contract 4.2. */
export const nameNeededForParts: NameRule = ({ fn, mn, ln, fln }) =>
  fn === undefined && fln === undefined && (mn !== undefined || ln !== undefined)
    ? [{ field: 'fn', message: 'or fln must be present when the name is updated' }]
    : []

/** Contract 2.2: fln is split. Parts that say otherwise would be lost, and are refused. */
export const partsAsSplit: NameRule = ({ fln, ...parts }) => {
  if (typeof fln !== 'string') return []
  const split = splitFullName(fln)
  const differing = (['mn', 'ln'] as const).filter(
    (part) => typeof parts[part] === 'string' && parts[part] !== split[part],
  )
  const message = 'must be left out, or as in fln, which is split on spaces into fn, mn and ln'
  return differing.map((field) => ({ field, message }))
}

/**
 * The body of a request that sets fields of a profile: these and no others, since one that is misspelt would be lost.
 * Faults of fields and of the names together are reported at once.
 *
 * The message for an unknown field lists those that there are. zod's issue has the unknown ones in `keys`, and so has its
 * `message` of the whole error: neither may be shown or logged.
 */
export function profileInput<const Shape extends z.ZodRawShape>(
  shape: Shape,
  rules: readonly NameRule[],
) {
  const known = Object.keys(shape).join(', ')
  return z
    .strictObject(shape, {
      error: ({ code }) =>
        code === 'unrecognized_keys'
          ? `a profile must not have fields other than ${known}`
          : 'a profile must be an object',
    })
    .superRefine(
      (fields, { addIssue }) => {
        for (const { field, message } of rules.flatMap((rule) => rule(fields as GivenNames)))
          addIssue({ code: 'custom', path: [field], message })
      },
      // Otherwise zod skips it where a field has a fault.
      { when: ({ value }) => isRecord(value) },
    )
}
