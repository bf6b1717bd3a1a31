import type { Component } from '../composition.ts'
import { drugWords, nameKey } from '../words.ts'
import { isRowOf, matchRow } from './brand-labels.ts'
import { isMeasurable, isMeasured } from './doses.ts'
import type { DrugIndex, DrugName, IndexedDrug } from './drug-index.ts'
import { matchForm, matchRelease, matchRoute } from './forms.ts'
import type { Part, Prescription, WrittenStrength } from './prescription.ts'
import { matchStrengths, type StrengthMatch } from './strength-match.ts'

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
  /** Whether there are more ingredients than are looked at. */
  readonly isCut: boolean
}

/** A product that a text may mean. */
export interface Option {
  readonly components: readonly Component[]
  readonly form: string
  readonly release: string
  readonly route: string
  /** The concept that it is; undefined where Medlink's tables alone have it. */
  readonly drug?: IndexedDrug
  readonly strengths: StrengthMatch
}

/** What a text says, with what the names in it stand for. */
export interface Understanding {
  readonly prescription: Prescription
  /** The brand as the index or Medlink's tables write it; '' where none is named. */
  readonly brand: string
  /** Ingredients that the text or the hints name, by canonical name, in their order. */
  readonly bases: readonly string[]
  readonly salts: readonly string[]
  readonly written: readonly WrittenStrength[]
  readonly form: string
  readonly releases: readonly string[]
  readonly route: string
  readonly doseUnit: string
  /** What vials or bottles may hold, in mL: "2 ml amp", "40 mg/0.4 mL". */
  readonly quantities: readonly number[]
  /** Concepts of the index that are sold under the brand, whatever they say beside it. */
  readonly branded: readonly number[]
  /** Every product under the names, whatever else the text says; those among them that nothing of it contradicts. */
  readonly known: readonly Option[]
  readonly options: readonly Option[]
  /** Words of the text that nothing accounts for. */
  readonly leftOver: readonly Part[]
  /** What was read in place of misspelt or misread words, by the word or name, folded. */
  readonly corrections: ReadonlyMap<string, string>
  /** Whether the text names drugs that no product has together, or the hint another one than the text. */
  readonly isContradicted: boolean
  /** Whether an ingredient that it names may be any of several: "insulin". */
  readonly isGroup: boolean
  /** Whether the text or its hints have more words or names than are looked at. */
  readonly isCut: boolean
  /** Whether it names forms of which none is given like the others: "inj … tablet". */
  readonly hasOtherForm: boolean
}

interface Named {
  readonly part: Part
  readonly name: DrugName
}

const MAX_CORRECTED = 4
/** Names of a text, and ingredients of a hint, that are looked up: a combination has a dozen. */
export const MAX_NAMES = 16

/**
 * Names that are read in place of unknown words, by the word folded: of a text without any name, each that is near to one
 * name alone. Of a text with names, those whose letters and digits were taken for one another ("Am1odipine").
 */
export function correctionsOf(
  { text, names, parts }: Prescription,
  { bases }: DrugHints,
  drugs: DrugIndex,
): ReadonlyMap<string, string> {
  const corrections = new Map<string, string>()
  for (const { start, end, value } of names)
    if (lettersOf(nameKey(text.slice(start, end))) !== lettersOf(value))
      corrections.set(value, value)
  if (names.length > 0) return corrections
  const unknown = parts.filter(({ kind }) => kind === 'unknown')
  for (const { start, end } of unknown.slice(0, MAX_CORRECTED)) {
    const word = nameKey(text.slice(start, end))
    const [near, second] = drugs.near(word).filter((key) => agrees(drugs.read(key), bases, drugs))
    if (near !== undefined && second === undefined) corrections.set(word, near)
  }
  return corrections
}

function lettersOf(key: string): string {
  return key.replaceAll(' ', '')
}

/** @param corrected names that stand for words of the prescription, see {@link correctionsOf} */
export function understand(
  prescription: Prescription,
  hints: DrugHints,
  drugs: DrugIndex,
  corrected: ReadonlyMap<string, string> = new Map(),
): Understanding {
  const parts = new Map(prescription.names.map((part) => [part.value, part]))
  let names = [...parts]
    .slice(0, MAX_NAMES)
    .map(([key, part]): Named => ({ part, name: drugs.read(corrected.get(key) ?? key) }))
  const brandParts = new Set(
    names.filter(({ name }) => name.ingredients === undefined).map(({ part }) => part),
  )
  const loose = looseSalts(prescription, (part) => brandParts.has(part))
  let leftOver = prescription.parts.filter((part) => part.kind === 'unknown' || loose.has(part))
  // "Augmentin 625 Duo": a word behind the number may be the brand's.
  for (const unknown of leftOver) {
    if (loose.has(unknown)) continue
    const word = nameKey(prescription.text.slice(unknown.start, unknown.end))
    const at = names.findIndex(({ part }) => drugs.isName(`${part.value} ${word}`))
    if (at < 0) continue
    const { part } = names[at]!
    const key = `${part.value} ${word}`
    names = names.with(at, { part, name: drugs.read(key) })
    leftOver = leftOver.filter((other) => other !== unknown)
  }
  const generics = names.filter(({ name }) => name.ingredients !== undefined)
  const branded = names.filter(({ name }) => name.ingredients === undefined)
  const ofText = generics.flatMap(({ name }) => name.ingredients!.bases)
  const bases = [...new Set(ofText.length > 0 ? ofText : hints.bases)]
  const salts = [
    ...prescription.salts,
    ...generics.map(({ name }) => name.ingredients!.salt),
    hints.salt,
  ].filter((salt) => salt !== '')

  const form = prescription.form ?? hints.form
  const asked = {
    form,
    releases: prescription.releases.length > 0 ? prescription.releases : hints.releases,
    route: (prescription.route ?? hints.route) || routeOfForm(form),
    written: prescription.strengths,
  }
  const brandKeys = new Set(branded.map(({ name }) => brandOf(name, drugs)))
  const every =
    branded.length > 0
      ? brandOptions(branded, drugs, asked.written)
      : genericOptions(bases, drugs, asked.written)
  const stated = [...new Set([...ofText, ...hints.bases])]
  const consistent =
    branded.length > 0 && stated.length > 0 ? every.filter((option) => has(option, stated)) : every
  const known = consistent.length > 0 ? consistent : every
  const isContradicted =
    brandKeys.size > 1 ||
    (consistent.length === 0 && every.length > 0) ||
    (branded.length === 0 &&
      ofText.length > 0 &&
      hints.bases.length > 0 &&
      !isSameSet(ofText, hints.bases))
  const fitting = known.filter(
    ({ form, release, route, strengths, drug }) =>
      strengths !== 'other' &&
      matchForm(asked.form, form, drug?.isPowder) !== 'other' &&
      matchRoute(asked.route, route, form) !== 'other' &&
      matchRelease(asked.releases, release) !== 'other',
  )
  return {
    prescription,
    brand: branded.length === 0 ? '' : [...brandKeys][0]!,
    bases,
    salts,
    ...asked,
    doseUnit: hints.doseUnit || (prescription.doseUnit ?? ''),
    quantities: quantitiesIn(prescription),
    branded: branded.flatMap(({ name }) => [...name.products, ...name.relatives]),
    known,
    options: likeliest(fitting, asked.written, hints.doseUnit || (prescription.doseUnit ?? '')),
    leftOver,
    corrections: corrected,
    isContradicted,
    isGroup: bases.some((base) => drugs.ingredientNames.isGroup(base)),
    isCut: prescription.isCut || parts.size > MAX_NAMES || hints.isCut,
    hasOtherForm: hasOtherForm(prescription),
  }
}

/** A syrup is drunk; other liquids are also put on the skin. */
function routeOfForm(form: string): string {
  return form === 'syrup' ? 'oral' : ''
}

/** What drops, nebules and injections are of: "eye drops, susp". */
const STATES: ReadonlySet<string> = new Set(['solution', 'suspension', 'powder'])

function hasOtherForm({ parts }: Prescription): boolean {
  const forms = parts
    .filter(({ kind, value }) => kind === 'form' && !STATES.has(value))
    .map(({ value }) => value)
  return forms.some((form) => matchForm(form, forms[0]!) === 'other')
}

/** What parts one ingredient from the next; and what opens what a brand is made of. */
const JOINT = /[+/,;&]/
const OPENING = /[([]/

/**
 * Salts that are joined to what precedes as another ingredient would be, and to no name that follows: "+ potassium sulfate";
 * or that are all that is said to be in a brand. Nobody knows which drug they are.
 */
function looseSalts(
  { text, parts }: Prescription,
  isBrand: (part: Part) => boolean,
): ReadonlySet<Part> {
  const loose = new Set<Part>()
  let isLoose = false
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'salt') continue
    const before = parts[at - 1]
    const gap = text.slice(before?.end ?? 0, part.start)
    const isJoined =
      JOINT.test(gap) || (OPENING.test(gap) && before !== undefined && isBrand(before))
    if (before?.kind !== 'salt' || isJoined) isLoose = before !== undefined && isJoined
    const next = parts.slice(at + 1).find(({ kind }) => kind !== 'salt')
    const isOfNext = next?.kind === 'name' && !JOINT.test(text.slice(part.end, next.start))
    if (isLoose && !isOfNext) loose.add(part)
  }
  return loose
}

const DENOMINATOR = /\/\s*(\d+(?:\.\d+)?)\s*ml/i

function quantitiesIn({ text, quantity, strengths }: Prescription): number[] {
  const volumes = strengths.flatMap(({ start, end }) => {
    const [, volume] = DENOMINATOR.exec(text.slice(start, end)) ?? []
    return volume === undefined ? [] : [Number(volume)]
  })
  return quantity?.unit === 'mL' ? [quantity.value, ...volumes] : volumes
}

/**
 * Of products that fit, those that are told apart by what the text says: whose strengths are the text's; that can be
 * measured, where the dose is; and of these, those that give off at once.
 */
function likeliest(
  options: readonly Option[],
  written: readonly WrittenStrength[],
  doseUnit: string,
): readonly Option[] {
  const exact = preferred(options, ({ strengths }) => written.length > 0 && strengths === 'same')
  const measured = isMeasured(doseUnit) ? preferred(exact, ({ form }) => isMeasurable(form)) : exact
  return preferred(measured, ({ release }) => release === '')
}

function preferred(options: readonly Option[], is: (option: Option) => boolean): readonly Option[] {
  const those = options.filter(is)
  return those.length > 0 ? those : options
}

/** Whether a name may be read where a hint says what the drug is. */
function agrees(name: DrugName, hinted: readonly string[], drugs: DrugIndex): boolean {
  if (hinted.length === 0) return true
  const sets = [
    name.ingredients?.bases ?? [],
    ...name.products.map((id) => drugs.drug(id).components.map(({ base }) => base)),
    ...name.brands.map(({ components }) => components.map(({ base }) => base)),
  ]
  return sets.some((bases) => isSameSet(bases, hinted))
}

/** Whether a product has all ingredients that are stated; "insulin" is any of them. */
function has({ components }: Option, stated: readonly string[]): boolean {
  return stated.every((base) =>
    components.some((component) => component.base === base || isWordOf(base, component.base)),
  )
}

function isWordOf(word: string, name: string): boolean {
  return drugWords(name).some(({ text }) => text === word)
}

export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((each) => b.includes(each)) && b.every((each) => a.includes(each))
}

function brandOf({ products, brands }: DrugName, drugs: DrugIndex): string {
  return brands[0]?.brand ?? (products[0] === undefined ? '' : drugs.drug(products[0]).brand)
}

function brandOptions(
  branded: readonly Named[],
  drugs: DrugIndex,
  written: readonly WrittenStrength[],
): Option[] {
  return branded.flatMap(({ name: { products, brands } }) => [
    ...productsAmong(products, drugs).map((id): Option => {
      const drug = drugs.drug(id)
      const row = brands.find((each) => isRowOf(each, drug))
      const option = optionOf(drug, written)
      return row === undefined ? option : { ...option, strengths: matchRow(written, row, brands) }
    }),
    ...brands.map(
      (row): Option => ({
        components: row.components,
        form: row.form,
        release: row.release,
        route: '',
        strengths: matchRow(written, row, brands),
      }),
    ),
  ])
}

/** Those that say strength and form, where there are such. */
function productsAmong(concepts: readonly number[], drugs: DrugIndex): readonly number[] {
  const products = concepts.filter((id) => drugs.level(id) === 'branded_drug')
  return products.length > 0 ? products : concepts
}

function genericOptions(
  bases: readonly string[],
  drugs: DrugIndex,
  written: readonly WrittenStrength[],
): Option[] {
  const family = bases.length === 0 ? [] : [...drugs.family(bases)]
  const products = family.filter((id) => drugs.level(id) === 'clinical_drug')
  const forms = family.filter((id) => drugs.level(id) === 'ingredient_form')
  return [...products, ...forms].map((id) => optionOf(drugs.drug(id), written))
}

function optionOf(drug: IndexedDrug, written: readonly WrittenStrength[]): Option {
  const { components, form, release, route } = drug
  const strengths = matchStrengths(written, components, drug)
  return { components, form, release, route, drug, strengths }
}
