import { isRecord } from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import { nearestName } from './nearest-name.ts'
import { printable } from './printable.ts'

/** Characters of an unknown option that a message repeats. */
const MAX_OPTION_LENGTH = 40

/** The names of a call's options, each once: the type holds the list and the options together. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: unknown }

/**
 * Refuses options that are no object, and an option that the call does not have: a misspelt one would be lost.
 *
 * @param call the function's name, for the message
 * @throws MedlinkError `invalid_request`, with the option that is likely to be meant
 */
export function requireOptions<Options>(
  call: string,
  options: unknown,
  names: OptionNames<Options>,
): void {
  const known = Object.keys(names)
  if (!isRecord(options))
    throw new MedlinkError(
      'invalid_request',
      `${call} needs an object of options: ${known.join(', ')}`,
    )
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(names, key))
  if (unknown === undefined) return
  const meant = nearestName(unknown, known)
  const advice =
    meant === undefined ? `its options are ${known.join(', ')}` : `did you mean ${meant}?`
  throw new MedlinkError(
    'invalid_request',
    `${call} has no option ${printable(unknown, MAX_OPTION_LENGTH)}: ${advice}`,
  )
}
