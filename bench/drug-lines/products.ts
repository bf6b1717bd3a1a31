/**
 * Drugs by their publishers' own words: rows of Drugs@FDA and names of RxNorm, each read without the code of src, so that a
 * benchmark can say which product an answer is.
 */
import { readFileSync } from 'node:fs'
import { readRows, readWords } from '../tables.ts'

/** An amount of one ingredient. A percentage and an amount per gram are per millilitre: 1 % is 10 mg. */
export interface Amount {
  readonly value: number
  readonly unit: 'mg' | 'units' | 'meq' | 'mmol'
  /** '' for a piece or a whole container. */
  readonly per: '' | 'ml' | 'h' | 'actuat'
}

export interface Ingredient {
  /** Words of the name without those of its salt, sorted. */
  readonly base: string
  /** '' for none; hydrates are none. */
  readonly salt: string
  readonly amount?: Amount | undefined
}

/** A drug, as far as its publisher describes it. */
export interface Product {
  readonly code: string
  readonly name: string
  readonly ingredients: readonly Ingredient[]
  /** '' for none. */
  readonly brand: string
  readonly form: Form | undefined
  /** Volume of the container in mL; 0 for none. */
  readonly volume: number
}

/** A dose form. */
export interface Form {
  readonly kind: string
  /** `er`, `dr`, `odt`, `chewable`, …, joined by spaces; '' for immediate release. */
  readonly release: string
  readonly route: string
  /** All that are listed: "ORAL, RECTAL". */
  readonly routes: readonly string[]
  /** `syringe`, `pen`, …; '' where none is said. */
  readonly presentation: string
}

/** Patterns of names of forms: of kinds, routes and presentations the first that a name matches counts. */
const SIGNS = readRows('drug-lines/signs.tsv').map(({ kind, name = '', pattern = '' }) => ({
  ...{ kind, name, pattern: new RegExp(pattern) },
}))

/** Reads the name of a form of either publisher. */
export function readForm(text: string): Form {
  const all = (kind: string) =>
    SIGNS.filter((sign) => sign.kind === kind && sign.pattern.test(text.toLowerCase())).map(
      ({ name }) => name,
    )
  const [kind = 'other'] = all('kind')
  const routes = all('route')
  return {
    kind,
    // Every patch releases over time.
    release: kind === 'patch' ? '' : all('release').join(' '),
    ...{ routes, route: routes[0] ?? '' },
    presentation: all('presentation')[0] ?? '',
  }
}

const NAMES = readWords<'salt' | 'silent' | 'of a product' | 'at the end'>('drug-lines/words.tsv')
const wordsOf = (kind: keyof typeof NAMES) => NAMES[kind]['']!
/** Words of names that are a salt's or an ester's, those that say nothing, and those of a product that make no brand of it. */
const SALTS = new Set(wordsOf('salt'))
const SILENT = new Set(wordsOf('silent'))
const OF_PRODUCT = new Set(wordsOf('of a product'))

/** Reads the name of an ingredient. */
export function readIngredient(name: string): { readonly base: string; readonly salt: string } {
  // An acid is called by its salt: alendronic acid, alendronate.
  const plain = name.toLowerCase().replace(/(\p{L}{3,})ic acid\b/gu, '$1ate')
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SILENT.has(word))
  const isSalt = (word: string) => SALTS.has(word)
  const hasBase = words.some((word) => !isSalt(word))
  const base = hasBase ? words.filter((word) => !isSalt(word)) : words
  return {
    base: base.sort().join(' '),
    salt: hasBase ? words.filter(isSalt).sort().join(' ') : '',
  }
}

/** The beginning of a name, up to the words of its salt; the whole name where it begins with one. */
export function writeBase(name: string): string {
  const words = name.toLowerCase().split(' ')
  const end = words.findIndex((word) => SALTS.has(word) || SILENT.has(word))
  return (end > 0 ? words.slice(0, end) : words).join(' ')
}

const MASS: Readonly<Record<string, number>> = { mg: 1, g: 1000, gm: 1000, mcg: 0.001, ug: 0.001 }
const UNITS: Readonly<Record<string, Amount['unit']>> = {
  ...{ unt: 'units', unit: 'units', units: 'units', iu: 'units', meq: 'meq', mmol: 'mmol' },
}
const PER: Readonly<Record<string, Amount['per']>> = {
  ...{ ml: 'ml', hr: 'h', h: 'h', actuat: 'actuat', inh: 'actuat', spray: 'actuat' },
  ...{ vial: '', packet: '', bot: '' },
}
const AMOUNT =
  /^(?:eq )?([\d,]*\.?\d+) ?(mg|gm?|mcg|ug|unt|units?|iu|meq|mmol|%)(?: [a-z]+(?: acid)?)?(?:\/([\d.]*) ?(ml|mg|gm?|hr|h|actuat|inh|spray|vial|packet|bot))?$/

/** Reads an amount of either publisher: "EQ 500MG BASE/5ML", "0.5 MG/ML", "1%". Undefined where it is none. */
export function readAmount(text: string): Amount | undefined {
  const plain = text
    .toLowerCase()
    .replace(/\s*\*\*.*$/, '')
    .replace(/\s*\((?:[^()]*\)\s*$|base\))/, '')
    .replace(/usp (?=units)/, '')
    .trim()
  const [, number, unit, count, per] = AMOUNT.exec(plain) ?? []
  if (number === undefined || unit === undefined) return undefined
  const value = Number(number.replaceAll(',', ''))
  const kind = UNITS[unit] ?? 'mg'
  const inUnit = value * (MASS[unit] ?? 1)
  if (unit === '%') return { value: value * 10, unit: 'mg', per: 'ml' }
  const parts = Number(count || 1)
  if (per === undefined) return { value: inUnit, unit: kind, per: '' }
  if (MASS[per] !== undefined)
    return { value: (inUnit / (parts * MASS[per])) * 1000, unit: kind, per: 'ml' }
  return { value: inUnit / parts, unit: kind, per: PER[per]! }
}

/** Differences up to this share are rounding. */
const ROUNDING = 0.005

/** True if two amounts are one. A volume turns an amount per millilitre into that of the container. */
export function isSameAmount(a: Amount | undefined, b: Amount | undefined, volume = 0): boolean {
  if (a === undefined || b === undefined) return a === b
  if (a.unit !== b.unit) return false
  if (a.per === b.per) return isClose(a.value, b.value)
  const isOfContainer = a.per === '' && b.per === 'ml' && volume > 0
  return isOfContainer && isClose(a.value, b.value * volume)
}

/** True if two values differ by no more than rounding. */
export function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROUNDING * Math.max(a, b)
}

/** A row of Drugs@FDA with what it was read from. */
export interface FdaRow extends Product {
  /** "METFORMIN HYDROCHLORIDE", in the order of {@link Product.ingredients}. */
  readonly names: readonly string[]
  /** "EQ 500MG BASE/5ML", in the same order. */
  readonly strengths: readonly string[]
  /** "TABLET;ORAL" */
  readonly written: string
}

/** All rows of a Products.txt; amounts that cannot be read are left open. */
export function readFdaRows(path: string): FdaRow[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').split(/\r?\n/)
  const at = new Map(header.split('\t').map((name, i) => [name, i]))
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t')
      return fdaRow((name) => cells[at.get(name)!] ?? '')
    })
}

function fdaRow(cell: (name: string) => string): FdaRow {
  const names = cell('ActiveIngredient')
    .split(';')
    .map((name) => name.trim())
  const written = cell('Strength').replace(/\s*\*\*.*$/, '')
  const strengths = written.split(';').map((each) => percentOf(each.trim()))
  const isPaired = strengths.length === names.length
  return {
    code: `FDA:${cell('ApplNo').padStart(6, '0')}-${cell('ProductNo').padStart(3, '0')}`,
    name: `${cell('DrugName')} ${written} ${cell('Form')}`,
    names,
    strengths,
    written: cell('Form'),
    ingredients: names.map((name, i) => ({
      ...readIngredient(name),
      amount: isPaired ? readAmount(strengths[i]!) : undefined,
    })),
    brand: isGeneric(cell('DrugName'), names) ? '' : cell('DrugName'),
    form: readForm(cell('Form')),
    volume: 0,
  }
}

/** A percentage that a spreadsheet made a share of: "2E-3" is 0.2 %. */
const SHARE = /^\d(?:\.\d+)?E-\d+$/

function percentOf(strength: string): string {
  return SHARE.test(strength) ? `${Number((Number(strength) * 100).toPrecision(6))}%` : strength
}

function isGeneric(name: string, ingredients: readonly string[]): boolean {
  const own = new Set(ingredients.flatMap((each) => each.toLowerCase().match(/[\p{L}\p{N}]+/gu)))
  const words: string[] = name.toLowerCase().match(/[\p{L}\p{N}.%]+/gu) ?? []
  return (
    words.some((word) => own.has(word)) &&
    words.every(
      (word) =>
        own.has(word) ||
        SALTS.has(word) ||
        SILENT.has(word) ||
        OF_PRODUCT.has(word) ||
        /^\d/.test(word),
    )
  )
}

const BRAND = / \[([^[\]]+)\]$/
const QUANTITY = /^([\d.]+) (ML|HR|ACTUAT|MG|GM?) (?=\S)/
const DISTINCTION = /^(?:(?:[A-Z][a-z]+-(?:Free|Deterrent|Based|Actuated)|NDA\d+) )+/
const STRENGTH = /^(.+?) ([\d.]+ [A-Z]+(?:\/[A-Z]+)?|[\d.]+ %)(?: (.+))?$/

const FORM_AT_END = new RegExp(`(?: (?:${wordsOf('at the end').join('|')}))+$`)

/** Reads a name of RxNorm by its grammar: `[quantity ]ingredient strength[ / …] form[ [brand]]`. */
export function readRxNormName(code: string, name: string): Product {
  const brand = BRAND.exec(name)?.[1] ?? ''
  let rest = name.replace(BRAND, '').replace(DISTINCTION, '')
  const [quantity = '', number, unit] = QUANTITY.exec(rest) ?? []
  rest = rest.slice(quantity.length)
  let form = ''
  const ingredients = rest.split(' / ').map((part) => {
    const [, ingredient, strength, behind] = STRENGTH.exec(part) ?? []
    if (behind !== undefined) form = behind
    return ingredient === undefined
      ? readIngredient(part.replace(FORM_AT_END, ''))
      : { ...readIngredient(ingredient), amount: readAmount(strength!) }
  })
  return {
    ...{ code, name, ingredients, brand },
    form: form === '' ? undefined : readForm(form),
    volume: unit === 'ML' ? Number(number) : 0,
  }
}
