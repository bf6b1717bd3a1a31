import * as z from 'zod'
import { UNFIT } from '../text.ts'

/** The longest key, in UTF-16 units: contract 8. */
export const MAX_KEY_LENGTH = 16

/** The most that the extras of one profile may take, in bytes of their JSON in UTF-8: room for notes, not for files. */
export const MAX_EXTRAS_BYTES = 65_536

/** Characters that no text has: those that no line has, but for tabs and the ends of lines. */
const UNFIT_IN_LINES = new RegExp(`(?![\\t\\n\\r])${UNFIT.source}`, 'u')

type Dictionary = Readonly<Record<string, unknown>>

/**
 * Extras as contract 8 allows them: a dictionary of null, booleans, finite numbers, texts, lists of these, and dictionaries
 * that hold no further ones. Keys that start with _ are dropped first, at every level. A key may be the name of a person:
 * faults are reported for the extras as a whole, each kind once.
 */
export const extrasSchema = z
  .record(z.string(), z.unknown(), 'must be a dictionary')
  .meta({
    description:
      'Anything else: null, booleans, numbers, texts, lists of these, and one level of dictionaries. ' +
      `Keys have at most ${MAX_KEY_LENGTH} characters; those that start with _ are ignored.`,
  })
  .transform((extras, { addIssue }) => {
    const faults = new Set<string>()
    const read = readDictionary(extras, 'extras', faults)
    // Endless nesting is never turned to JSON.
    if (faults.size === 0 && Buffer.byteLength(JSON.stringify(read)) > MAX_EXTRAS_BYTES)
      faults.add(`must not be longer than ${MAX_EXTRAS_BYTES} bytes as JSON`)
    for (const message of faults) addIssue({ code: 'custom', message })
    return faults.size === 0 ? read : z.NEVER
  })

/** A dictionary without its private keys; what is wrong with it is added to `faults`. */
function readDictionary(
  dictionary: Dictionary,
  place: 'extras' | 'dictionary',
  faults: Set<string>,
): Record<string, unknown> {
  const kept = Object.keys(dictionary).filter((key) => !key.startsWith('_'))
  const entries = kept.map((key): [string, unknown] => {
    if (key.length > MAX_KEY_LENGTH)
      faults.add(`must not have keys longer than ${MAX_KEY_LENGTH} characters (UTF-16 units)`)
    refuseUnfit(key, faults)
    const value = dictionary[key]
    if (!isDictionary(value)) return [key, readValue(value, faults)]
    if (place === 'extras') return [key, readDictionary(value, 'dictionary', faults)]
    faults.add('must not nest dictionaries more than one level deep')
    return [key, null]
  })
  // Gives every key to the object itself, whatever it is called.
  return Object.fromEntries(entries)
}

function readValue(value: unknown, faults: Set<string>): unknown {
  if (!Array.isArray(value)) {
    refuseOther(value, faults)
    return value
  }
  for (const item of value) {
    if (Array.isArray(item)) faults.add('must not hold lists in lists')
    else if (isDictionary(item)) faults.add('must not hold dictionaries in lists')
    else refuseOther(item, faults)
  }
  return [...value]
}

/** Refuses what is no scalar. */
function refuseOther(value: unknown, faults: Set<string>): void {
  if (typeof value === 'string') refuseUnfit(value, faults)
  else if (value !== null && typeof value !== 'boolean' && !Number.isFinite(value))
    faults.add('must hold null, true, false, finite numbers, texts, lists and dictionaries only')
}

function refuseUnfit(text: string, faults: Set<string>): void {
  if (!UNFIT_IN_LINES.test(text)) return
  faults.add('must hold well-formed Unicode without control characters only')
}

function isDictionary(value: unknown): value is Dictionary {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
