import { readStrength } from '../composition.ts'
import { formAtEnd } from '../dose-form.ts'
import type { DrugIngredient } from '../drug.ts'

/** Numbers with a unit, over another where it is a concentration: "5 mg", "120 mg/5 mL", "0.5 %". */
const STRENGTH =
  /(?<![\p{L}\p{N}.-])\d[\d,]*(?:\.\d+)?\s?(?:mg|mcg|microgram|g|gm|kg|mL|l|litre|unit|units|iu|IU|international unit|meq|mEq|mmol|%)(?:\s?\/\s?(?:\d[\d.]*\s?)?(?:mg|g|gm|mL|l|litre|hour|h|actuation|dose|vial|1))?(?![\p{L}\p{N}])/giu
const BETWEEN = /^\s*(?:and\b|\+|,|\/|with\b)\s*|\s*(?:\+|,|\/)\s*$/gi

/** Meaning of a plain name: "Amoxicillin 500 mg and clavulanic acid 125 mg oral tablet". */
export interface GenericDrug {
  readonly ingredients: readonly DrugIngredient[]
  readonly form?: string
}

/** Ingredients, each with the strength after it, and the form at the end of a name. Never throws. */
export function parseGenericDrug(name: string): GenericDrug {
  const strengths = [...name.matchAll(STRENGTH)]
  if (strengths.length === 0) {
    const form = formAtEnd(name)
    const rest = form === undefined ? name : name.slice(0, -form.length)
    return { ingredients: splitNames(rest).map((each) => ({ name: each })), ...(form && { form }) }
  }
  const ingredients: DrugIngredient[] = []
  let from = 0
  for (const match of strengths) {
    const ingredient = name.slice(from, match.index).replace(BETWEEN, '').trim()
    from = match.index + match[0].length
    if (ingredient === '') continue
    const strength = readStrength(match[0])
    ingredients.push(strength === undefined ? { name: ingredient } : { name: ingredient, strength })
  }
  const form = name.slice(from).trim()
  return { ingredients, ...(form !== '' && { form }) }
}

/** "amoxicillin and clavulanic acid" as two names. */
export function splitNames(text: string): string[] {
  return text
    .split(/\s+and\s+|\s*\+\s*|\s*,\s+|\s+\/\s+/i)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** The strengths of a text in order, as written. */
export function strengthsIn(text: string): {
  readonly texts: readonly string[]
  readonly end: number
} {
  const found = [...text.matchAll(STRENGTH)]
  const last = found.at(-1)
  return {
    texts: found.map(([each]) => each),
    end: last === undefined ? 0 : last.index + last[0].length,
  }
}
