import { parseQuantities } from '../../units/quantity.ts'
import { normalizeStrength } from '../../units/strength.ts'
import { PLUS } from './ingredients.ts'

/** One ingredient of a drug as Medlink compares it. */
export interface Component {
  /** The ingredient by its canonical name, without a salt. */
  readonly base: string
  /** "besylate"; '' where none is said. */
  readonly salt: string
  /** Undefined where the concept says none. */
  readonly strength?: Strength | undefined
}

const BETWEEN = ';'
const WITHIN = '|'

/** Ingredients, salts and strengths as one text, which {@link readComposition} reads back. */
export function writeComposition(components: readonly Component[]): string {
  return components
    .map(({ base, salt, strength }) =>
      [base, salt, strength?.value ?? '', strength?.unit ?? ''].join(WITHIN),
    )
    .join(BETWEEN)
}

export function readComposition(written: string): Component[] {
  if (written === '') return []
  return written.split(BETWEEN).map((component) => {
    const [base, salt, value, unit] = component.split(WITHIN)
    return {
      base: base!,
      salt: salt!,
      ...(value !== '' && { strength: { value: Number(value), unit: unit! } }),
    }
  })
}

/** The ingredients with their strengths, in any order. */
export function keyOfComponents(components: readonly Component[]): string {
  return components
    .map(({ base, strength }) => `${base} ${strength?.value} ${strength?.unit}`)
    .sort()
    .join(';')
}

/** The strengths that are said, in the order of their ingredients. */
export function strengthsOf(components: readonly Component[]): Strength[] {
  // A loop: drugs are compared by it, hundreds for a text.
  const strengths: Strength[] = []
  for (const { strength } of components) if (strength !== undefined) strengths.push(strength)
  return strengths
}

/** Exponent beyond which people do not write a plain number: below a microgram's thousandth, above ten digits. */
const DIGITS = 6

/** A strength as people read it: "500 mg", "40 mg/mL", "0.5 %", "90 mcg/actuat", "100 units/mL". */
export function describeStrength({ value, unit }: Strength): string {
  if (unit.startsWith('mg') && value < 1 && unit !== 'mg/g' && unit !== 'mg/mL')
    return `${round(value * 1000)} mcg${unit.slice('mg'.length)}`
  return `${round(value)} ${unit.replace('[IU]', 'units')}`
}

/** "amoxicillin 500 mg + clavulanate 125 mg". */
export function describeComposition(components: readonly Component[]): string {
  return components
    .map(({ base, salt, strength }) =>
      [base, salt, strength === undefined ? '' : describeStrength(strength)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(PLUS)
}

function round(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

/**
 * A strength in the unit that all strengths of its sort are compared in: "mg", "mg/mL", "mg/g", "mg/h", "[IU]",
 * "[IU]/mL", "meq", "mmol", "mL", "%", or what the source wrote where UCUM has no such unit ("cells"); per puff "mg/actuat".
 */
export interface Strength {
  readonly value: number
  readonly unit: string
}

/** RxNorm's, the FDA's and Indian words for what UCUM writes otherwise. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?:\b|(?<=\d))(?:USP\s+)?(?:UNT|UNITS?)\b/gi, 'units'],
  [/\bI\.U\.?/gi, 'IU'],
  [/\bMEQ\b/gi, 'meq'],
  [/\bHR?S?\b/gi, 'h'],
  [/\bGMS?\b/gi, 'g'],
]
/** Large numbers in words; thousandths of units do not occur. */
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/^([\d,.]+)\s*(?:million|mill?)\s*(?=(?:units|IU)\b)/i, 1_000_000],
  [/^([\d,.]+)\s*M(?=IU\b)/, 1_000_000],
  [/^([\d,.]+)\s*(?:lacs?|lakhs?)\s*(?=(?:units|IU)\b)/i, 100_000],
]
const PER_ACTUATION = /\s*\/\s*(?:ACTUAT|ACTUATION|INH|INHALATION|SPRAY|PUFF|BLISTER)S?\b/i
/** Containers, which are not part of a strength: the whole content of a vial is meant. */
const CONTAINER =
  /(?:\s*\/\s*|(?<=\d\s*(?:GM?|ML)) )(?:VIAL|AMPU?L?E?|PACKET|POUCH|SACHET|BOT|BOTTLE|SCOOPFUL|SYRINGE|PEN|BAG|CARTRIDGE|TAB|TABLET|CAP|CAPSULE)S?$/i
/** Remarks of the FDA, and the same strength said a second time. */
const ASIDE = /\s*\*\*.*$|\s*\([^()]*\)\s*$/
/** "EQ 81MG VALPROIC ACID", "EQ 1GM BASE/VIAL": as much as so much of what is named. */
const EQUIVALENT = /^EQ\s+([\d.,]+\s*[A-Z%]+)(?:\s+[A-Z][A-Z ,-]*)?(?=\/|$)/i
/** "0.5 mg/2 ml", "12 units/ml", "100 mcg/actuat": as most strengths are written. */
const PLAIN =
  /^(\d{1,10}(?:\.\d{1,10})?) ?(mg|mcg|ng|g|%|units|iu|meq|mmol|ml)(?:\/(\d{1,4}(?:\.\d{1,4})?)? ?(ml|l|g|h|actuat))?$/i
type Plain = readonly [unit: string, factor: number]
const PLAIN_UNITS: Readonly<Record<string, Plain>> = {
  ...{ mg: ['mg', 1], mcg: ['mg', 0.001], ng: ['mg', 0.000001], g: ['mg', 1000] },
  ...{ '%': ['%', 1], ml: ['mL', 1] },
  ...{ units: ['[IU]', 1], iu: ['[IU]', 1], meq: ['meq', 1], mmol: ['mmol', 1] },
}
const PLAIN_PARTS: Readonly<Record<string, Plain>> = {
  ...{ ml: ['mL', 1], l: ['mL', 1000], g: ['g', 1], h: ['h', 1], actuat: ['actuat', 1] },
}
/** Units that strengths over a part are compared in. */
const COMPARED = new Set([
  ...['mg/mL', 'mg/g', 'mg/h', '[IU]/mL', '[IU]/g', 'meq/mL', 'mmol/mL'],
  ...['mg/actuat', '[IU]/actuat'],
])
const SIGNIFICANT_DIGITS = 12
const NUMBER_AND_WORD = /^([\d,]*\.?\d+)\s*([\p{L}\][_.%/-]+)$/u

/**
 * The strength that a text is: "325 MG", "EQ 500MG BASE", "0.125MG/5ML", "1%", "20,000 UNITS/ML", "90 MCG/ACTUAT",
 * "100MG/VIAL", "1.2 lac units". Undefined when it is none, or two. A percentage stays one: 1 % of a liquid is 10 mg/mL,
 * of a cream 10 mg/g. Never throws.
 */
export function readStrength(text: string): Strength | undefined {
  return readPlain(text) ?? readOther(text)
}

/** The same of what is written plainly, without the parser of units, which takes a fifth of a second to load. */
function readPlain(text: string): Strength | undefined {
  const [, number, written, parts, per] = PLAIN.exec(text) ?? []
  if (number === undefined || written === undefined) return undefined
  const [own, factor] = PLAIN_UNITS[written.toLowerCase()]!
  const [part, size] = PLAIN_PARTS[per?.toLowerCase() ?? ''] ?? []
  const unit = part === undefined ? own : `${own}/${part}`
  const count = Number(parts ?? 1) * (size ?? 1)
  if (count === 0 || (part !== undefined && !COMPARED.has(unit))) return undefined
  const value = (Number(number) * factor) / count
  return { value: Number(value.toPrecision(SIGNIFICANT_DIGITS)), unit }
}

function readOther(text: string): Strength | undefined {
  let written = text.trim().replace(ASIDE, '').replace(ASIDE, '').replace(EQUIVALENT, '$1')
  written = written.replace(CONTAINER, '')
  for (const [word, plain] of WORDS) written = written.replace(word, plain)
  let times = 1
  for (const [words, value] of MULTIPLES) {
    if (!words.test(written)) continue
    written = written.replace(words, '$1 ')
    times = value
  }
  const isPerActuation = PER_ACTUATION.test(written)
  if (isPerActuation) written = written.replace(PER_ACTUATION, '')
  const [first] = parseQuantities(written)
  if (first?.kind === 'amount' && first.start === 0 && first.end === written.length) {
    const { value, unit } = normalizeStrength(first)
    return { value: value * times, unit: isPerActuation ? `${unit}/actuat` : unit }
  }
  const [, number, unit] = NUMBER_AND_WORD.exec(written) ?? []
  if (number === undefined || unit === undefined) return undefined
  const value = Number(number.replaceAll(',', '')) * times
  return Number.isFinite(value) ? { value, unit: unit.toLowerCase() } : undefined
}

/** Forms whose containers are different products. */
const IN_CONTAINERS = new Set(['injection', 'infusion', 'nebules'])
/** "10MG/10ML (1MG/ML)", "EQ 4MG BASE/2ML", "1MG/ML (1MG/ML)". */
const IN_MILLILITRES = /\/ ?(\d{1,5}(?:\.\d{1,3})?)? ?ML\b(?: ?\([^()]{0,40}\/ ?ML\))?/i
/** Fluids are listed by what 100 mL of them have, whatever the bag holds. */
const PER_HUNDRED = 100
/** "25MG/2.5GM PACKET". */
const IN_GRAMS = /\/ ?(\d{1,3}(?:\.\d{1,3})?) ?GM (?:PACKET|ACTUATION|TUBE)/i
/** "HEPARIN SODIUM 25,000 UNITS IN DEXTROSE 5% … 10,000 UNITS/100ML": a bag by all that is in it. */
const BAG =
  /(\d[\d,]{0,9}) (?:USP )?UNITS (?:IN|AND) \D.{0,80} (\d[\d,]{0,9}) ?(?:USP )?UNITS\/(\d{1,4})?ML/

/**
 * Content of the container that a product's name says, in mL, or in g of a gel: 10 of "EPINEPHRINE 10MG/10ML (1MG/ML)", 250
 * of a bag, 1 of "1MG/ML (1MG/ML)". 0 for a strength in a millilitre, in 100 of a fluid, and for any other form.
 */
export function contentIn(name: string, form: string): number {
  if (form === 'gel') return Number(IN_GRAMS.exec(name)?.[1] ?? 0)
  if (!IN_CONTAINERS.has(form)) return 0
  const [, all, part, volume] = BAG.exec(name) ?? []
  if (all !== undefined && part !== undefined)
    return (numberOf(all) / numberOf(part)) * Number(volume ?? 1)
  const [written, millilitres] = IN_MILLILITRES.exec(name) ?? []
  if (written === undefined) return 0
  const content = Number(millilitres ?? 1)
  const isSaidTwice = written.endsWith(')')
  return !isSaidTwice && (content === 1 || content === PER_HUNDRED) ? 0 : content
}

function numberOf(written: string): number {
  return Number(written.replaceAll(',', ''))
}

/** Concentrations that differ in what they are per: a millilitre and a gram of what is given weigh about the same. */
const MG_PER_PART: Readonly<Record<string, number>> = { 'mg/mL': 1, 'mg/g': 1, '%': 10 }
/** Two numbers of one strength differ by rounding at most: 0.0833 and 0.083. */
const TOLERANCE = 0.005

/** True if two strengths are one: 1 % and 10 mg/mL, 0.5 g and 500 mg; rounded to two or three digits. */
export function isSameStrength(a: Strength, b: Strength): boolean {
  const [x, y] = [MG_PER_PART[a.unit], MG_PER_PART[b.unit]]
  if (x !== undefined && y !== undefined) return isClose(a.value * x, b.value * y)
  return a.unit === b.unit && isClose(a.value, b.value)
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}
