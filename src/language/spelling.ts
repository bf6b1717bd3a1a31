/** Where in a word a British root is replaced: at its start, at its end, or anywhere. */
export type SpellingRule = readonly [british: string, american: string, position: string]

/** Beginnings in American spelling of words that begin with these letters in British spelling: "oesop" → "esophag". */
export type Beginnings = (letters: string) => string[]

/** Turns British spelling into American: "haemorrhage" → "hemorrhage". Words without a British root come back as they are. */
export type Americanize = (word: string) => string

/**
 * Compiles rules into one function over folded words. Rules for the start and the end of a word apply once, the others
 * wherever the root is.
 */
export function createAmericanize(rules: readonly SpellingRule[]): Americanize {
  const american = new Map(rules.map(([british, form]) => [british, form]))
  const roots = rules.map(([british, , position]) => {
    if (position === 'start') return `^${british}`
    return position === 'end' ? `${british}$` : british
  })
  roots.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const pattern = new RegExp(roots.join('|'), 'g')
  return (word) =>
    word.length < 4 ? word : word.replace(pattern, (root) => american.get(root) ?? root)
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
