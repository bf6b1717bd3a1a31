import { type Component, strengthsOf } from '../composition.ts'
import { isSameStrength, type Strength } from '../strengths.ts'
import { isPoured } from './doses.ts'
import type { WrittenStrength } from './prescription.ts'

/**
 * How the strengths of a text answer those of a product: the `same`; `unsaid`, the text has none; `silent`, the product
 * has none; some of a combination's (`partial`); or `other` ones.
 */
export type StrengthMatch = 'same' | 'unsaid' | 'silent' | 'partial' | 'other'

/**
 * Units that a number without one may count, with the strengths that are usually written so: milligrams, micrograms for
 * less than a milligram, grams for at least a tenth of one, percent.
 */
const READINGS: Readonly<Record<string, readonly (readonly [factor: number, least: number])[]>> = {
  mg: [
    [1, 0],
    [1000, 0],
    [0.001, 100],
  ],
  'mg/mL': [
    [1, 0],
    [0.1, 0],
    [1000, 0],
  ],
  'mg/g': [
    [1, 0],
    [0.1, 0],
  ],
  'mg/actuat': [
    [1, 0],
    [1000, 0],
  ],
  'mg/h': [
    [1, 0],
    [1000, 0],
  ],
}
const MICROGRAMS = 1000
const AS_IT_STANDS = [[1, 0]] as const
/** Volume of a spoon in mL: people write its content as the strength of a liquid. */
const SPOON = 5
const PER_ML = '/mL'
const PER_PUFF = '/actuat'

/** A strength of a text, with the ingredient that it is of where the text says which. */
export interface StatedStrength extends WrittenStrength {
  readonly base?: string | undefined
}

/** Qualities of a product, besides its composition, on which the writing of its strengths depends. */
export interface Presentation {
  /** Content of a unit of it, in mL; 0 if it is not stated. */
  readonly quantity: number
  readonly form: string
}

const NOTHING_SAID: Presentation = { quantity: 0, form: '' }

/** @param stated the strengths of the text, in order */
export function matchStrengths(
  stated: readonly StatedStrength[],
  components: readonly Component[],
  product: Presentation = NOTHING_SAID,
): StrengthMatch {
  const own = strengthsOf(components)
  if (stated.length === 0) return own.length === 0 ? 'same' : 'unsaid'
  if (own.length === 0) return 'silent'
  if (isSumOf(stated, own)) return 'same'
  const left = components.filter(({ strength }) => strength !== undefined)
  for (const each of stated) {
    const at = left.findIndex(
      ({ base, strength }) =>
        (each.base === undefined || each.base === base) && isSame(each, strength!, product),
    )
    if (at < 0) return isRepeated(each, stated, own, product) ? 'same' : 'other'
    left.splice(at, 1)
  }
  return left.length === 0 ? 'same' : 'partial'
}

/** True if a product has the very strengths of a text: no number is a sum, nor read in a unit that is not written. */
export function isVerbatim(
  stated: readonly StatedStrength[],
  components: readonly Component[],
): boolean {
  const left = strengthsOf(components)
  return stated.every(({ value, unit }) => {
    const at = left.findIndex((own) => isSameStrength({ value, unit: unit ?? own.unit }, own))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** The same of the product that a text means: no number stands for several of it, or for what it might count. */
export function matchComponents(
  meant: readonly Component[],
  { components, quantity, form }: Presentation & { readonly components: readonly Component[] },
): StrengthMatch {
  const asked = strengthsOf(meant)
  const left = strengthsOf(components)
  for (const { value, unit } of asked) {
    const written = { value, unit, start: 0, end: 0 }
    const at = left.findIndex((strength) => isSame(written, strength, { quantity, form }))
    if (at < 0) return 'other'
    left.splice(at, 1)
  }
  return left.length === 0 ? 'same' : 'partial'
}

/** "0.5 % 0.5 %", "150 mg … 150 mg": said again, of a product of one strength. "150 mg + 150 mg" is of two. */
function isRepeated(
  each: WrittenStrength,
  written: readonly WrittenStrength[],
  own: readonly Strength[],
  product: Presentation,
): boolean {
  return (
    own.length === 1 &&
    !written.some(({ isJoined }) => isJoined) &&
    written.every((other) => isSame(other, own[0]!, product)) &&
    each !== written[0]
  )
}

/** "625" of 500 mg and 125 mg. */
function isSumOf(written: readonly WrittenStrength[], own: readonly Strength[]): boolean {
  const [only] = written
  const [first] = own
  if (written.length !== 1 || own.length < 2 || only === undefined || first === undefined)
    return false
  if (first.unit === '%' || own.some(({ unit }) => unit !== first.unit)) return false
  const value = own.reduce((sum, strength) => sum + strength.value, 0)
  return isSame(only, { value, unit: first.unit }, NOTHING_SAID)
}

function isSame(
  { value, unit }: WrittenStrength,
  strength: Strength,
  { quantity, form }: Presentation,
): boolean {
  if (unit === undefined) {
    const own = strength.unit
    const readings = READINGS[own] ?? AS_IT_STANDS
    if (
      own === 'mg/mL' &&
      isPoured(form) &&
      isSameStrength({ value: value / SPOON, unit: own }, strength)
    )
      return true
    return readings.some(
      ([factor, least]) =>
        strength.value >= least &&
        (factor !== MICROGRAMS || strength.value < 1) &&
        isSameStrength({ value: value / factor, unit: own }, strength),
    )
  }
  const written = { value, unit }
  if (isSameStrength(written, strength)) return true
  // People write the amount of a puff alone, and the whole content of a vial.
  if (strength.unit === `${unit}${PER_PUFF}`) return isSameStrength(written, { ...strength, unit })
  if (strength.unit === `${unit}${PER_ML}`)
    return quantity > 0
      ? isSameStrength(written, { value: strength.value * quantity, unit })
      : false
  return false
}
