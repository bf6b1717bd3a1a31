/**
 * Parts of RxNorm's names, by their grammar:
 * `[distinction ][quantity ]ingredient[ strength][ / ingredient[ strength]]…[ form][ [brand]]`, and for packs
 * `{count ([(quantity) ](drug)[ / …] } Pack[ [brand]]`.
 */

import { readStrength as readPlainStrength, type Strength } from '../composition.ts'
import { formAtEnd } from '../dose-form.ts'
import type { DrugIngredient } from '../drug.ts'
import type { StrengthReader } from './strength-reader.ts'

/** A drug as its name describes it. */
export interface NamedDrug {
  readonly ingredients: readonly DrugIngredient[]
  readonly form?: string
  readonly brand?: string
  readonly quantity?: Strength
}

/** Finds the form that ends a name. */
export type FormFinder = (text: string) => string | undefined

const BRAND = /^(.*\S)\s+\[([^[\]]+)\]$/
/** Names of the sources are cut at 255 characters. */
const CUT = /(?:\.\.\.|…)$/
const QUANTITY = /^(\d[\d.]*\s[A-Z]{2,})\s+(?!\/)(?=\S)/
/** RxNorm's distinctions: "Abuse-Deterrent 12 HR …", "NDA020800 0.3 ML …", "0.25 MG, 0.5 MG Dose 3 ML …". */
const DISTINCTION =
  /^(?:(?:[A-Z][a-z]+-(?:Free|Deterrent|Aerosol|Based|Actuated)|NDA\d+|(?:[\d.]+\s[A-Z]+,?\s)+Dose)\s+)+/
/** The last number with a unit in capitals; at most a distinction follows it. */
const STRENGTH =
  /^(.*\S)\s+(\d[\d.,]*\s(?:[A-Z][A-Z\d'-]*|%|\[\S+?\])(?:\/\S+(?:\s[A-Z]+)?)?)(?:\s+\S.*)?$/
const PACK = /^\{(.*?)(?:\}\s*Pack)?$/i
const PART = /^\d+\s+(?:\(([\d.]+\s[A-Z]+)\)\s+)?\((.*)\)$/
/** Form of a name that ends with none of the release's: the text after the last strength. */
const BEHIND_STRENGTH = /\d\s(?:[A-Z][A-Z\d'-]*|%|\[\S+?\])(?:\/[A-Z\d.]\S*)?\s+([A-Z][^/]*)$/

/**
 * Finds the longest of the names of forms that ends a text, whatever its case.
 */
export function formFinder(names: Iterable<string>): FormFinder {
  const forms = new Map<string, string>()
  for (const name of names) forms.set(name.toLowerCase(), name)
  return (text) => {
    for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
      const form = forms.get(text.slice(at + 1).toLowerCase())
      if (form !== undefined) return form
    }
    return undefined
  }
}

/**
 * Parts of the name of a drug with or without strengths. Ingredients are those whose names are whole: a cut name lacks
 * the last.
 * @param withStrengths whether numbers at the end of an ingredient are its strength, not part of its name
 */
export function parseDrugName(
  name: string,
  findForm: FormFinder,
  withStrengths: boolean,
  readStrength: StrengthReader = readPlainStrength,
): NamedDrug {
  const [, branded, brand] = BRAND.exec(name) ?? []
  const unbranded = branded ?? name.trim()
  const isCut = CUT.test(unbranded)
  if (unbranded.startsWith('{')) {
    const parts = splitPack(unbranded.replace(PACK, '$1'))
    if (isCut) parts.pop()
    const ingredients = distinct(parts.flatMap((part) => partOf(part, findForm, readStrength)))
    return { ingredients, form: 'Pack', ...(brand && { brand }) }
  }
  const form = isCut
    ? undefined
    : (findForm(unbranded) ??
      (withStrengths ? BEHIND_STRENGTH.exec(unbranded)?.[1] : formAtEnd(unbranded)))
  let rest = form === undefined ? unbranded : unbranded.slice(0, -form.length).trimEnd()
  let quantity: Strength | undefined
  if (withStrengths) {
    rest = rest.replace(DISTINCTION, '')
    const [before, written] = QUANTITY.exec(rest) ?? []
    quantity = written === undefined ? undefined : readStrength(written)
    if (quantity !== undefined) rest = rest.slice(before!.length)
  }
  const parts = rest.split(' / ').filter((part) => part.trim() !== '')
  if (isCut) parts.pop()
  return {
    ingredients: parts.map((part) => ingredientOf(part, withStrengths, readStrength)),
    ...(form !== undefined && { form }),
    ...(brand !== undefined && { brand }),
    ...(quantity !== undefined && { quantity }),
  }
}

function ingredientOf(
  text: string,
  withStrength: boolean,
  readStrength: StrengthReader,
): DrugIngredient {
  const [, name, written] = (withStrength && STRENGTH.exec(text)) || []
  const strength = written === undefined ? undefined : readStrength(written)
  return strength === undefined ? { name: text.trim() } : { name: name!, strength }
}

/** The drugs of a pack, as its name lists them between slashes outside of all brackets. */
function splitPack(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === '(') depth++
    else if (letter === ')') depth--
    else if (letter === '/' && depth === 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim())
}

function partOf(
  part: string,
  findForm: FormFinder,
  readStrength: StrengthReader,
): readonly DrugIngredient[] {
  const drug = PART.exec(part)?.[2]
  return drug === undefined ? [] : parseDrugName(drug, findForm, true, readStrength).ingredients
}

function distinct(ingredients: readonly DrugIngredient[]): DrugIngredient[] {
  const byKey = new Map<string, DrugIngredient>()
  for (const each of ingredients) {
    const { name, strength } = each
    const key = `${name.toLowerCase()}|${strength?.value}|${strength?.unit}`
    if (!byKey.has(key)) byKey.set(key, each)
  }
  return [...byKey.values()]
}
