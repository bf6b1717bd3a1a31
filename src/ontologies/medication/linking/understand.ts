import { type Distinctions, readDistinctions } from '../dose-form.ts'
import { drugWords, isSameSet, nameKey } from '../words.ts'
import type { DrugIndex, DrugName } from './drug-index.ts'
import { matchForm, matchRelease, matchRoute } from './forms.ts'
import type { LookAlikes } from './look-alikes.ts'
import { brandOptions, genericOptions, likeliest, type Option } from './options.ts'
import type { Part, Prescription } from './prescription.ts'
import { saltOfBrand } from './salts.ts'
import { assignStrengths, drugsOf, looseSalts } from './several-ingredients.ts'
import type { StatedStrength } from './strength-match.ts'

/** The hints of a request, as the product itself would say them. */
export interface DrugHints {
  readonly form: string
  readonly route: string
  readonly releases: readonly string[]
  /** Canonical names of ingredients; none where no generic name is given. */
  readonly bases: readonly string[]
  readonly salt: string
  /** The unit a dose is counted in: "mg", "tablet"; '' for none. */
  readonly doseUnit: string
  /** True if there are more ingredients than are looked at. */
  readonly isCut: boolean
}

/** A text as it was understood, with the meanings of its names. */
export interface Understanding {
  readonly prescription: Prescription
  /** The brand as the index or Medlink's tables write it; '' where none is named. */
  readonly brand: string
  /** Ingredients that the text or the hints name, by canonical name, in their order. */
  readonly bases: readonly string[]
  /** True if a hint names the ingredients. */
  readonly isHinted: boolean
  /** The four letters that tell a biosimilar from its original: "atto"; '' for none. */
  readonly suffix: string
  /** Without words for water, purity or source; where none is written, that of the brand. */
  readonly salts: readonly string[]
  readonly written: readonly StatedStrength[]
  readonly form: string
  readonly releases: readonly string[]
  readonly route: string
  readonly doseUnit: string
  /** Contents of vials or bottles, in mL: "2 ml amp", "40 mg/0.4 mL"; where none is written, that of the brand. */
  readonly quantities: readonly number[]
  readonly distinctions: Distinctions
  /** Concepts of the index that are sold under the brand, whatever else they say. */
  readonly branded: readonly number[]
  /** Every product under the names, whatever else the text says; those among them that nothing of it contradicts. */
  readonly known: readonly Option[]
  readonly options: readonly Option[]
  /** Words of the text that nothing accounts for. */
  readonly leftOver: readonly Part[]
  readonly corrections: Corrections
  /** True if the text names drugs that no product has together, or the hint another one than the text. */
  readonly isContradicted: boolean
  /** Texts of the drugs of a line that names several; empty for one drug. */
  readonly several: readonly string[]
  /** True if an ingredient that it names may be any of several: "insulin". */
  readonly isGroup: boolean
  /** True if the text or its hints have more words or names than are looked at. */
  readonly isCut: boolean
  /** True if it names forms that are given in different ways: "inj … tablet". */
  readonly hasOtherForm: boolean
}

interface Named {
  readonly part: Part
  readonly name: DrugName
}

/** Names of a text, and ingredients of a hint, that are looked up: a combination has a dozen. */
export const MAX_NAMES = 16

/** @param corrections what is read instead of words of the prescription */
export function understand(
  prescription: Prescription,
  hints: DrugHints,
  drugs: DrugIndex,
  corrections: Corrections = NO_CORRECTIONS,
): Understanding {
  const { names, leftOver, salts, suffix } = namesIn(prescription, drugs, corrections)
  const generics = names.filter(({ name }) => name.ingredients !== undefined)
  const branded = names.filter(({ name }) => name.ingredients === undefined)
  const ofText = [...new Set(generics.flatMap(({ name }) => name.ingredients!.bases))]
  const bases = ofText.length > 0 ? ofText : hints.bases
  const doseUnit = hints.doseUnit || (prescription.doseUnit ?? '')
  const form = prescription.form ?? hints.form
  const said = {
    form,
    releases: prescription.releases.length > 0 ? prescription.releases : hints.releases,
    route: (prescription.route ?? hints.route) || routeOfForm(form),
    written: assignStrengths(
      prescription.strengths,
      generics.map(({ part, name }) => ({ part, bases: name.ingredients!.bases })),
    ).map((strength) =>
      form === '' && strength.unit === undefined && (prescription.route ?? hints.route) === ''
        ? { ...strength, isBare: true as const }
        : strength,
    ),
  }
  const every =
    branded.length > 0
      ? brandOptions(
          branded.map(({ name }) => name),
          drugs,
          said.written,
        )
      : genericOptions(bases, drugs, said.written)
  const stated = [...new Set([...ofText, ...hints.bases])]
  const consistent = every.filter((option) => branded.length === 0 || has(option, stated))
  const known = consistent.length > 0 ? consistent : every
  const brandKeys = new Set(branded.map(({ name }) => brandOf(name, drugs)))
  const brand = branded.length === 0 ? '' : [...brandKeys][0]!
  const saltsWritten = [
    ...prescription.salts,
    ...generics.map(({ name }) => name.ingredients!.salt),
    ...salts,
    suffix,
    hints.salt,
  ]
    .map((salt) => drugs.ingredientNames.saltAlone(salt))
    .filter((salt) => salt !== '')
  const isTorn = brandKeys.size > 1 || consistent.length === 0
  const options = likeliest(
    known.filter((option) => fits(option, said)),
    said.written,
    doseUnit,
  )
  const quantities = quantitiesIn(prescription)
  return {
    prescription,
    brand,
    bases,
    isHinted: hints.bases.length > 0,
    suffix,
    salts:
      saltsWritten.length > 0 ? saltsWritten : [saltOfBrand(brand)].filter((salt) => salt !== ''),
    ...said,
    doseUnit,
    quantities: quantities.length > 0 ? quantities : contentsOf(options),
    distinctions: readDistinctions(withoutTimes(prescription)),
    branded: branded.flatMap(({ name }) => [...name.products, ...name.relatives]),
    known,
    options,
    leftOver,
    corrections,
    isContradicted:
      brandKeys.size > 1 ||
      (consistent.length === 0 && every.length > 0) ||
      (branded.length === 0 && isOther(ofText, hints.bases)),
    several: isTorn
      ? drugsOf(prescription, (part) => branded.some((each) => each.part.start === part.start))
      : [],
    isGroup: bases.some((base) => drugs.ingredientNames.isGroup(base)),
    isCut: prescription.isCut || prescription.names.length > MAX_NAMES || hints.isCut,
    hasOtherForm: hasOtherForm(prescription),
  }
}

/** The names of a text, looked up, and its words that are of none. */
function namesIn(
  prescription: Prescription,
  drugs: DrugIndex,
  { names: corrected }: Corrections,
): {
  readonly names: readonly Named[]
  readonly leftOver: readonly Part[]
  /** Salts that are drugs by other names: sodium phosphate. */
  readonly salts: readonly string[]
  readonly suffix: string
} {
  const salts = prescription.names.map((part, i) =>
    saltAfter(prescription.names[i - 1], part, drugs),
  )
  const own = prescription.names.filter((_, i) => salts[i] === undefined)
  const parts = new Map(own.map((part) => [part.value, part]))
  let names = [...parts]
    .slice(0, MAX_NAMES)
    .map(([key, part]): Named => ({ part, name: drugs.read(corrected.get(key) ?? key) }))
  const brandParts = new Set(
    names.filter(({ name }) => name.ingredients === undefined).map(({ part }) => part),
  )
  const loose = looseSalts(prescription, (part) => brandParts.has(part))
  let leftOver = prescription.parts.filter((part) => part.kind === 'unknown' || loose.has(part))
  let suffix = ''
  for (const unknown of leftOver) {
    if (loose.has(unknown)) continue
    const word = nameKey(prescription.text.slice(unknown.start, unknown.end))
    if (isSuffix(word, unknown, names, prescription.text, drugs)) {
      suffix = word
      leftOver = leftOver.filter((other) => other !== unknown)
      continue
    }
    // "Augmentin 625 Duo": a word after the number may be the brand's.
    const at = names.findIndex(({ part }) => drugs.isName(`${part.value} ${word}`))
    if (at < 0) continue
    const { part } = names[at]!
    names = names.with(at, { part, name: drugs.read(`${part.value} ${word}`) })
    leftOver = leftOver.filter((other) => other !== unknown)
  }
  return { names, leftOver, salts: salts.filter((salt) => salt !== undefined), suffix }
}

/** The salt that a name right after another is: sodium phosphate is a drug, and dexamethasone sodium phosphate one drug. */
function saltAfter(
  before: Part | undefined,
  part: Part,
  { ingredientNames }: DrugIndex,
): string | undefined {
  // Potassium chloride after sodium chloride is another drug.
  const isSalt = ingredientNames.salts.has(before?.value.split(' ').at(-1) ?? '')
  if (before?.end !== part.start - 1 || isSalt) return undefined
  const { bases, salt, isKnown } = ingredientNames.read(`${before.value} ${part.value}`)
  const own = ingredientNames.read(before.value)
  const isOne = isKnown && own.isKnown && own.salt === '' && isSameSet(bases, own.bases)
  return isOne && salt !== '' ? salt : undefined
}

/** True if a word is what tells a biosimilar of the name right before it from its original. */
function isSuffix(
  word: string,
  { start }: Part,
  names: readonly Named[],
  text: string,
  drugs: DrugIndex,
): boolean {
  const before = names.find(({ part }) => part.end < start && text.slice(part.end, start) === '-')
  const bases = before?.name.ingredients?.bases ?? []
  return bases.length > 0 && [...drugs.family(bases)].some((id) => drugs.drug(id).suffix === word)
}

/** True if nothing that the text says of strength, form, route and release contradicts a product. */
function fits(
  { form, release, route, strengths, drug }: Option,
  said: Pick<Understanding, 'form' | 'route' | 'releases'>,
): boolean {
  return (
    strengths !== 'other' &&
    matchForm(said.form, form, drug?.isPowder) !== 'other' &&
    matchRoute(said.route, drug?.routes ?? [route], form) !== 'other' &&
    matchRelease(said.releases, release) !== 'other'
  )
}

/** A syrup is drunk; other liquids are also put on the skin. */
function routeOfForm(form: string): string {
  return form === 'syrup' ? 'oral' : ''
}

/** Forms that drops, nebules and injections have besides: "eye drops, susp". */
const STATES: ReadonlySet<string> = new Set(['solution', 'suspension', 'powder'])

function hasOtherForm({ parts }: Prescription): boolean {
  const forms = parts
    .filter(({ kind, value }) => kind === 'form' && !STATES.has(value))
    .map(({ value }) => value)
  return forms.some((form) => matchForm(form, forms[0]!) === 'other')
}

/** Parts that say when a dose is given: their numbers are no remark of the product. */
const TIMES: ReadonlySet<string> = new Set(['frequency', 'duration', 'dose'])

function withoutTimes({ text, parts }: Prescription): string {
  return parts
    .filter(({ kind }) => !TIMES.has(kind))
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
}

const DENOMINATOR = /\/\s*(\d+(?:\.\d+)?)\s*ml/i

function quantitiesIn({ text, quantity, strengths }: Prescription): number[] {
  const volumes = strengths.flatMap(({ start, end }) => {
    const [, volume] = DENOMINATOR.exec(text.slice(start, end)) ?? []
    return volume === undefined ? [] : [Number(volume)]
  })
  return quantity?.unit === 'mL' ? [quantity.value, ...volumes] : volumes
}

/** Content of the one container that a brand of Medlink's tables comes in. */
function contentsOf(options: readonly Option[]): readonly number[] {
  const contents = new Set(options.map(({ content }) => content))
  return contents.size === 1 && !contents.has(0) ? [...contents] : []
}

/** True if a product has all ingredients that are stated; "insulin" is any of them. */
function has({ components }: Option, stated: readonly string[]): boolean {
  return stated.every((base) =>
    components.some((component) => component.base === base || isWordOf(base, component.base)),
  )
}

function isWordOf(word: string, name: string): boolean {
  return drugWords(name).some(({ text }) => text === word)
}

/** True if text and hint both name ingredients, and not the same ones. */
function isOther(ofText: readonly string[], hinted: readonly string[]): boolean {
  return ofText.length > 0 && hinted.length > 0 && !isSameSet(ofText, hinted)
}

function brandOf({ products, brands }: DrugName, drugs: DrugIndex): string {
  return brands[0]?.brand ?? (products[0] === undefined ? '' : drugs.drug(products[0]).brand)
}

/** Names that were read instead of what is written. */
export interface Corrections {
  /** The name by the word or name of the text, folded. */
  readonly names: ReadonlyMap<string, string>
  /** True if a name was guessed from one that is near: what is guessed is shown, and never linked. */
  readonly areGuesses: boolean
}

export const NO_CORRECTIONS: Corrections = { names: new Map(), areGuesses: false }

const MAX_CORRECTED = 4
/** Shorter words are no names of drugs. */
const NAME_LIKE = /^\p{L}{4,}$/u

/**
 * Corrections of a text. In one with names, letters and digits that were taken for one another ("Am1odipine"); in one
 * without a name, unknown words that are each near to one name alone. Nothing is guessed where an unknown word is left.
 *
 * @param hinted ingredients of the request's hint, with which a guess must agree
 */
export function correctionsOf(
  prescription: Prescription,
  hinted: readonly string[],
  drugs: DrugIndex,
  lookAlikes: LookAlikes,
): Corrections {
  if (prescription.names.length > 0) return misreadIn(prescription)
  const { text, parts } = prescription
  const unknown = parts
    .filter(({ kind }) => kind === 'unknown')
    .map(({ start, end }) => nameKey(text.slice(start, end)))
    .filter((word) => NAME_LIKE.test(word))
  const names = new Map<string, string>()
  for (const word of unknown.slice(0, MAX_CORRECTED)) {
    const name = guess(word, hinted, drugs, lookAlikes)
    if (name === undefined) return NO_CORRECTIONS
    names.set(word, name)
  }
  return { names, areGuesses: names.size > 0 }
}

function misreadIn({ text, names }: Prescription): Corrections {
  const misread = names.filter(
    ({ start, end, value }) => lettersOf(nameKey(text.slice(start, end))) !== lettersOf(value),
  )
  return { names: new Map(misread.map(({ value }) => [value, value])), areGuesses: false }
}

/** The one name that a misspelt word is near to. */
function guess(
  word: string,
  hinted: readonly string[],
  drugs: DrugIndex,
  lookAlikes: LookAlikes,
): string | undefined {
  const [only, second] = drugs.near(word).filter((name) => agrees(drugs.read(name), hinted, drugs))
  if (only === undefined || second !== undefined) return undefined
  return lookAlikes.allows(word, only) ? only : undefined
}

function lettersOf(key: string): string {
  return key.replaceAll(' ', '')
}

/** True if a name may be read where a hint says what the drug is. */
function agrees(name: DrugName, hinted: readonly string[], drugs: DrugIndex): boolean {
  if (hinted.length === 0) return true
  const sets = [
    name.ingredients?.bases ?? [],
    ...name.products.map((id) => drugs.drug(id).bases),
    ...name.brands.map(({ components }) => components.map(({ base }) => base)),
  ]
  return sets.some((bases) => isSameSet(bases, hinted))
}
