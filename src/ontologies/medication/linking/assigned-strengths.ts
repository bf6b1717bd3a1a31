import type { Part, WrittenStrength } from './prescription.ts'
import type { StatedStrength } from './strength-match.ts'

/** A name of one ingredient in a text. */
export interface NamedBase {
  readonly part: Part
  readonly bases: readonly string[]
}

/**
 * The strengths of a text, each with its ingredient where the text names as many ingredients as strengths: "A 5 mg + B
 * 10 mg", "A/B 5/10" and "5 mg A, 10 mg B" all say A 5, B 10.
 *
 * @param names of ingredients, in the order of the text
 */
export function assignStrengths(
  strengths: readonly WrittenStrength[],
  names: readonly NamedBase[],
): readonly StatedStrength[] {
  const bases = names.map((name) => name.bases)
  const isClear = bases.length > 1 && bases.length === strengths.length
  if (!isClear || bases.some(({ length }) => length !== 1)) return strengths
  return strengths.map((strength, i) => ({ ...strength, base: bases[i]![0]! }))
}
