import { readStrength, type Strength } from '../composition.ts'

/** Texts that are kept; a list of 250,000 products has some thousand strengths. */
const MAX_TEXTS = 100_000

/** The strength that a text is; undefined when it is none. */
export type StrengthReader = (text: string) => Strength | undefined

/** {@link readStrength} that reads the same text once. */
export function createStrengthReader(): StrengthReader {
  const known = new Map<string, Strength | undefined>()
  return (text) => {
    if (known.has(text)) return known.get(text)
    const strength = readStrength(text)
    if (known.size < MAX_TEXTS) known.set(text, strength)
    return strength
  }
}
