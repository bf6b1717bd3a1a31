import type { BrandAmount, BrandProduct } from '../brands.ts'
import {
  type Component,
  isSameStrength,
  keyOfComponents,
  readStrength,
  type Strength,
  strengthsOf,
} from '../composition.ts'
import { isPoured } from './forms.ts'
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
/** Where nothing says that it is a liquid: a number after a name is then no amount in a millilitre, but may be a percentage. */
const BARE_READINGS: typeof READINGS = { 'mg/mL': [[0.1, 0]] }
const MICROGRAMS = 1000
const AS_IT_STANDS = [[1, 0]] as const
/** Volume of a spoon in mL: people write its content as the strength of a liquid. */
const SPOON = 5
const PER_ML = '/mL'
const PER_PUFF = '/actuat'

/** A strength of a text, with the ingredient that it is of where the text says which. */
export interface StatedStrength extends WrittenStrength {
  readonly base?: string | undefined
  /** True if the text has no unit, form or route that makes the number an amount in a millilitre. */
  readonly isBare?: true
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
  { value, unit, isBare }: StatedStrength,
  strength: Strength,
  { quantity, form }: Presentation,
): boolean {
  if (unit === undefined) {
    const own = strength.unit
    const readings = (isBare ? BARE_READINGS[own] : undefined) ?? READINGS[own] ?? AS_IT_STANDS
    if (
      own === 'mg/mL' &&
      !isBare &&
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

/** Strengths below this in mg are also written as micrograms. */
const LEAST_MILLIGRAMS = 1

/**
 * How the strengths of a text answer a row of Medlink's tables of brands. A number without a unit is the label, or what a
 * piece, an ampoule, a spoon or a puff of the row holds; it is never an amount per millilitre that the row does not count
 * in. "Budecort 0.5" is 0.5 mg in 2 mL, so Budecort 1, which is 0.5 mg/mL, has another strength.
 *
 * @param written in the order of the text
 * @param namesakes all rows of the brand: the sum of a row is no number of it where another row has it as its label
 */
export function matchRow(
  written: readonly WrittenStrength[],
  row: BrandProduct,
  namesakes: readonly BrandProduct[] = [],
): StrengthMatch {
  const { amounts } = row
  if (written.length === 0) return amounts.length === 0 ? 'same' : 'unsaid'
  if (isLabel(written, row)) return 'same'
  if (amounts.length === 0) return 'silent'
  if (isSum(written, amounts) && !namesakes.some((other) => isLabel(written, other))) return 'same'
  const left = [...amounts]
  for (const each of written) {
    const at = left.findIndex((amount) => isAmount(each, amount))
    if (at < 0) return isWrittenAgain(written, amounts) ? 'same' : 'other'
    left.splice(at, 1)
  }
  return left.length === 0 ? 'same' : 'partial'
}

/** True if a row is about a product of an index: of one brand both, they agree in all but the number that is written. */
export function isRowOf(row: BrandProduct, { components, form, release }: Composed): boolean {
  return (
    row.form === form &&
    row.release === release &&
    keyOfComponents(row.components) === keyOfComponents(components)
  )
}

type Composed = Pick<BrandProduct, 'components' | 'form' | 'release'>

/**
 * True if the numbers of a text are those of the label, in its unit or without one. A number with a unit is the label of a
 * row that says no unit only where it is an amount of the row, too.
 */
function isLabel(written: readonly WrittenStrength[], { label, amounts }: BrandProduct): boolean {
  const { numbers, strength } = readLabel(label)
  if (numbers.length === 0 || numbers.length !== written.length) return false
  return written.every((each, i) => {
    const { value, unit } = each
    if (unit !== undefined && strength !== undefined)
      return isSameStrength({ value, unit }, strength)
    if (!isClose(value, numbers[i]!)) return false
    return unit === undefined || amounts.some((amount) => isAmount(each, amount))
  })
}

/** Count on a label. */
export interface Label {
  /** "75/20" is 75 and 20, "60K" is 60,000; empty for another label. */
  readonly numbers: readonly number[]
  /** The strength of a label with a unit: "1 g", "60K" units. */
  readonly strength?: Strength
}

const NUMBERS = /^#?(\d[\d.]*(?:[/-]\d[\d.]*)*)$/
const NUMBER_AND_UNIT = /^([\d.]+) ?(mg|g|%)$/
/** Units of vitamin D, in thousands and in lakhs. */
const MANY_UNITS = /^(\d+)(K|L)$/
const MULTIPLES: Readonly<Record<string, number>> = { K: 1000, L: 100_000 }
const CONCENTRATION = /^U-(\d+)$/

/** Reads the label of a row; a label of another kind has no numbers. */
export function readLabel(label: string): Label {
  const numbers = NUMBERS.exec(label)?.[1]
  if (numbers !== undefined) return { numbers: numbers.split(/[/-]/).map(Number) }
  const [, number, unit] = NUMBER_AND_UNIT.exec(label) ?? []
  if (number !== undefined)
    return { numbers: [Number(number)], strength: readStrength(`${number} ${unit}`)! }
  const [, many, multiple] = MANY_UNITS.exec(label) ?? []
  if (many !== undefined) {
    const value = Number(many) * MULTIPLES[multiple!]!
    return { numbers: [value], strength: { value, unit: '[IU]' } }
  }
  const units = CONCENTRATION.exec(label)?.[1]
  if (units === undefined) return { numbers: [] }
  return { numbers: [Number(units)], strength: { value: Number(units), unit: '[IU]/mL' } }
}

/** True if a strength of a text is what a row has of an ingredient. */
function isAmount({ value, unit }: WrittenStrength, amount: BrandAmount): boolean {
  const { held, number, strength } = amount
  if (unit !== undefined)
    return [held, strength].some((own) => isSameStrength({ value, unit }, own))
  if (isClose(value, number) || isClose(value, held.value)) return true
  return (
    held.unit === 'mg' && held.value < LEAST_MILLIGRAMS && isClose(value, held.value * MICROGRAMS)
  )
}

/** "625" of 500 mg and 125 mg. */
function isSum(written: readonly WrittenStrength[], amounts: readonly BrandAmount[]): boolean {
  const [only] = written
  const [first] = amounts
  if (written.length !== 1 || amounts.length < 2 || only === undefined || first === undefined)
    return false
  if (
    amounts.some(
      ({ held, strength }) =>
        held.unit !== first.held.unit || strength.unit !== first.strength.unit,
    )
  )
    return false
  const total = (of: (amount: BrandAmount) => number) =>
    amounts.reduce((sum, amount) => sum + of(amount), 0)
  return isAmount(only, {
    number: total(({ number }) => number),
    held: { ...first.held, value: total(({ held }) => held.value) },
    strength: { ...first.strength, value: total(({ strength }) => strength.value) },
  })
}

/** "150 mg … 150 mg": said again, of a row of one strength. */
function isWrittenAgain(
  written: readonly WrittenStrength[],
  amounts: readonly BrandAmount[],
): boolean {
  const [only, second] = amounts
  return only !== undefined && second === undefined && written.every((each) => isAmount(each, only))
}

const ROUNDING = 0.005

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))
}
