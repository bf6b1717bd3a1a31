import { madeOnce } from './remember.ts'

/** Where in a word a British root is replaced: at its start, at its end, or anywhere. */
export type SpellingRule = readonly [british: string, american: string, position: string]

/** Beginnings in American spelling of words that begin with these letters in British spelling: "oesop" → "esophag". */
export type Beginnings = (letters: string) => string[]

/** Turns British spelling into American: "haemorrhage" → "hemorrhage". Words without a British root come back as they are. */
export type Americanize = (word: string) => string

/**
 * Compiles rules into one function over folded words. Rules for the start and the end of a word apply once, the others
 * wherever the root is; of several roots in one place the longest does.
 */
export function createAmericanize(rules: readonly SpellingRule[]): Americanize {
  const american = new Map(rules.map(([british, form]) => [british, form]))
  const rootsOf = (chosen: readonly SpellingRule[]) =>
    chosen.map(([british, , position]) => (position === 'end' ? `${british}$` : british))
  const inside = rules.filter(([, , position]) => position !== 'start')
  const pattern = new RegExp(`^${oneOf(rootsOf(rules))}|${oneOf(rootsOf(inside))}`, 'g')
  return (word) =>
    word.length < 4 ? word : word.replace(pattern, (root) => american.get(root) ?? root)
}

/** The pattern of any of some roots, the longest first. It looks at a letter once, however many roots begin with it. */
function oneOf(roots: readonly string[]): string {
  const rests = new Map<string, string[]>()
  for (const root of roots)
    if (root !== '') madeOnce(rests, root.charAt(0), () => []).push(root.slice(1))
  const parts = Array.from(rests, ([letter, rest]) => letter + oneOf(rest))
  if (roots.includes('')) parts.push('')
  if (parts.length === 0) return '(?!)'
  return parts.length === 1 ? parts[0]! : `(?:${parts.join('|')})`
}

/** Minimum number of typed letters of a root that is not complete. */
const SHORTEST_BEGUN = 2

/**
 * Compiles the same rules for words that are being typed: a British root that the last letters begin is taken for the
 * whole American one. Letters that begin no such root give nothing.
 */
export function createBeginnings(rules: readonly SpellingRule[]): Beginnings {
  const americanize = createAmericanize(rules)
  return (letters) => {
    const found = new Set<string>()
    for (const [british, american, position] of rules) {
      const longest = Math.min(british.length - 1, letters.length)
      for (let length = longest; length >= SHORTEST_BEGUN; length--) {
        if (position === 'start' && length !== letters.length) continue
        if (!letters.endsWith(british.slice(0, length))) continue
        found.add(americanize(letters.slice(0, -length)) + american)
        break
      }
    }
    return [...found]
  }
}
