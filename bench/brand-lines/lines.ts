/**
 * Lines of prescriptions for every row of the tables of brands, and the product that each one says, by the cells of the
 * tables alone.
 */
import { pick } from '../../scripts/support/random.ts'
import type { LinkResult } from '../../src/contract.ts'
import { readTable } from '../../src/language/tables.ts'
import { isSameSet } from '../../src/ontologies/medication/words.ts'
import { isSameAmount, readAmount } from '../drug-lines/products.ts'
import { groupBy } from '../groups.ts'
import { readWords } from '../tables.ts'

export const WAYS = ['bare', 'unit', 'form', 'glued', 'reversed'] as const
export type Way = (typeof WAYS)[number]

/** A row of a table of brands, as written. */
export interface BrandRow {
  readonly brand: string
  readonly label: string
  readonly ingredients: readonly string[]
  /** "0.5 mg/2 ml", in the order of the ingredients; empty where the row has none. */
  readonly strengths: readonly string[]
  readonly form: string
  readonly release: string
}

/** A line of a row. */
export interface BrandLine {
  readonly way: Way
  readonly text: string
  readonly row: BrandRow
  /** True if no other product is written so. */
  readonly isOne: boolean
}

const COLUMNS = ['brand', 'label', 'ingredients', 'strengths', 'form', 'release', 'maker']

/** All rows of both tables. @throws MedlinkError `data_invalid` */
export function readBrandRows(): BrandRow[] {
  return ['brands-in', 'brands-us'].flatMap((table) =>
    readTable(`medication/${table}.tsv`, COLUMNS).map(
      ([brand, label, ingredients, strengths, form, release]): BrandRow => ({
        brand: brand!,
        label: label === '-' ? '' : label!,
        ingredients: ingredients!.split(' + '),
        strengths: strengths === '-' ? [] : strengths!.split(' + '),
        form: form!,
        release: release === '-' ? '' : release!,
      }),
    ),
  )
}

/** Words for each form: those that lead a line, "Tab _", and those behind a strength, "_ tablet". */
const { form: FORM_WORDS } = readWords<'form'>('brand-lines/forms.tsv')
/** People write a syrup for any of these. */
const ORAL_LIQUIDS = new Set(['syrup', 'suspension', 'solution'])

const PLAIN_AMOUNT = /^([\d.]+) (\S+?)(?:\/.*)?$/

/** The numbers that a row is asked by: those of its label, or of its strengths. */
function numbersOf({ brand, label, strengths }: BrandRow): string {
  if (label !== '') return label
  // "P-500" has its number already.
  if (/\d/.test(brand)) return ''
  return strengths.map((each) => PLAIN_AMOUNT.exec(each)?.[1] ?? '').join('/')
}

/** The amount that a label counts: "625 mg" of 500 mg and 125 mg; the strengths as written where it counts no sum. */
function amountOf({ label, strengths }: BrandRow): string {
  const parts = strengths.map((each) => PLAIN_AMOUNT.exec(each))
  const units = new Set(parts.map((part) => part?.[2]))
  const sum = parts.reduce((total, part) => total + Number(part?.[1]), 0)
  const [unit] = units
  if (units.size === 1 && unit !== undefined && Number(label) === Number(sum.toPrecision(6)))
    return `${label} ${unit}`
  return strengths.join(' + ')
}

function writeLine(way: Way, row: BrandRow, random: () => number): string | undefined {
  const numbers = numbersOf(row)
  const { brand } = row
  const written = pick(FORM_WORDS[row.form] ?? [`_ ${row.form}`], random)
  const [lead = '', behind = ''] = written.split('_').map((word) => word.trim())
  const join = (...words: string[]) => words.filter((word) => word !== '').join(' ')
  if (way !== 'form' && row.strengths.length === 0) return undefined
  if (/[^\d./-]|^$/.test(numbers) && (way === 'bare' || way === 'glued')) return undefined
  switch (way) {
    case 'bare':
      return `${brand} ${numbers}`
    case 'unit':
      return `${brand} ${amountOf(row)}`
    case 'form':
      return join(lead, brand, numbers, behind)
    case 'glued':
      return /\d$/.test(brand) ? undefined : join(lead, `${brand}${numbers}`, behind)
    case 'reversed':
      return join(amountOf(row), brand, lead === '' ? behind : row.form)
  }
}

/** True if a line that names a form may mean a row. */
function isFormOf(form: string, row: BrandRow): boolean {
  return form === row.form || (ORAL_LIQUIDS.has(form) && ORAL_LIQUIDS.has(row.form))
}

/** All lines of all rows. The same seed gives the same ones. */
export function writeBrandLines(rows: readonly BrandRow[], random: () => number): BrandLine[] {
  const byBrand = groupBy(rows, ({ brand }) => brand.toLowerCase())
  return rows.flatMap((row) => {
    const namesakes = byBrand.get(row.brand.toLowerCase())!
    return WAYS.flatMap((way): BrandLine[] => {
      const text = writeLine(way, row, random)
      if (text === undefined) return []
      const isPlaced = way === 'form' || way === 'glued' || way === 'reversed'
      const rivals = namesakes.filter(
        (other) =>
          productKey(other) !== productKey(row) &&
          (!isPlaced || isFormOf(row.form, other)) &&
          isWrittenLike(way, other, row),
      )
      return [{ way, text, row, isOne: rivals.length === 0 }]
    })
  })
}

function isWrittenLike(way: Way, other: BrandRow, row: BrandRow): boolean {
  if (way === 'unit' || way === 'reversed') return amountOf(other) === amountOf(row)
  return numbersOf(other) === numbersOf(row)
}

/** All that tells products of a brand apart. */
function productKey({ ingredients, strengths, form, release }: BrandRow): string {
  return [ingredients.join('+'), strengths.join('+'), form, release].join('|')
}

/** Facts about the product of an answer. */
export interface Answer {
  readonly brand: string
  readonly ingredients: readonly string[]
  /** "500 mg", in the order of the ingredients. */
  readonly strengths: readonly string[]
  readonly form: string
  readonly release: string
}

/** Reads what a row of an answer says. */
export function answerOf({ metadata }: LinkResult<'medication'>['results'][number]): Answer {
  return {
    brand: metadata.brand_name ?? '',
    ingredients: metadata.generic_name?.split(' + ') ?? [],
    strengths: metadata.volume?.split(' + ') ?? [],
    form: metadata.form_info?.form ?? '',
    release: metadata.form_info?.release ?? '',
  }
}

/** First difference between an answer and the row; undefined where it is the row's product. */
export function differenceOf(answer: Answer, row: BrandRow): string | undefined {
  if (answer.brand.toLowerCase() !== row.brand.toLowerCase()) return 'brand'
  if (!isSameSet(answer.ingredients, row.ingredients)) return 'ingredients'
  if (answer.strengths.length !== row.strengths.length) return 'strength'
  const isSame = row.strengths.every((strength, i) => {
    const at = answer.ingredients.indexOf(row.ingredients[i]!)
    return isSameAmount(readAmount(strength), readAmount(answer.strengths[at] ?? ''))
  })
  if (!isSame) return 'strength'
  if (answer.form !== row.form) return 'form'
  return answer.release === row.release ? undefined : 'release'
}
