/** Where in a word a British root is replaced: at its start, at its end, or anywhere. */
export type SpellingRule = readonly [british: string, american: string, position: string]

/** Beginnings in American spelling of words that begin with these letters in British spelling: "oesop" → "esophag". */
export type Beginnings = (letters: string) => string[]

/** Turns British spelling into American: "haemorrhage" → "hemorrhage". Words without a British root come back as they are. */
export type Americanize = (word: string) => string

/** Functions by their rules: the pattern takes milliseconds, and each reader of words has one of the same table. */
const known = new WeakMap<readonly SpellingRule[], Americanize>()

/**
 * Compiles rules into one function over folded words, once for each list. Rules for the start and the end of a word apply once,
 * the others wherever the root is; of several roots in one place the longest does.
 */
export function createAmericanize(rules: readonly SpellingRule[]): Americanize {
  const americanize = known.get(rules) ?? compileRules(rules)
  known.set(rules, americanize)
  return americanize
}

function compileRules(rules: readonly SpellingRule[]): Americanize {
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
  const sorted = roots.toSorted()
  /** The pattern of what follows the first letters of some neighbours, which have these in common. */
  const restOf = (from: number, to: number, letters: number): string => {
    const parts: string[] = []
    let at = from
    while (at < to && sorted[at]!.length === letters) at++
    const isWhole = at > from
    for (let next = at; at < to; at = next) {
      const letter = sorted[at]!.charAt(letters)
      while (next < to && sorted[next]!.charAt(letters) === letter) next++
      parts.push(letter + restOf(at, next, letters + 1))
    }
    if (isWhole) parts.push('')
    if (parts.length === 0) return '(?!)'
    return parts.length === 1 ? parts[0]! : `(?:${parts.join('|')})`
  }
  return restOf(0, sorted.length, 0)
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
