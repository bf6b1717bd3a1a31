import type { BrandAmount, BrandProduct } from '../brands.ts'
import { keyOfComponents } from '../composition.ts'
import { isSameStrength, readStrength, type Strength } from '../strengths.ts'
import type { WrittenStrength } from './prescription.ts'
import type { StrengthMatch } from './strength-match.ts'

/** Strengths below this in mg are also written as micrograms. */
const LEAST_MILLIGRAMS = 1
const MICROGRAMS = 1000

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
    if (at < 0) return isRepeated(written, amounts) ? 'same' : 'other'
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
function isRepeated(written: readonly WrittenStrength[], amounts: readonly BrandAmount[]): boolean {
  const [only, second] = amounts
  return only !== undefined && second === undefined && written.every((each) => isAmount(each, only))
}

const ROUNDING = 0.005

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b))
}
