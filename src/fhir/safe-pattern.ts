/** Characters of a pattern, and repetitions in it, at most. */
const MAX_LENGTH = 1000
const MAX_REPEATS = 3

/**
 * A client's regular expression, which must match a whole text as FHIR has it; undefined for one that could take long: with
 * repeated groups, references, lookarounds or many repetitions. Texts are those of a release, of some hundred characters.
 */
export function safePattern(source: string): RegExp | undefined {
  if (source.length > MAX_LENGTH) return undefined
  // Classes and escaped characters cannot hold an operator.
  const bare = source.replace(/\\./g, 'a').replace(/\[(?:[^\]\\]|\\.)*\]/g, 'a')
  const hasRepeatedGroup = /\)(?:[*+]|\{)/.test(bare)
  const hasSpecialGroup = /\(\?(?!:)/.test(bare)
  const hasReference = /\\[1-9k]/.test(source)
  const repeats = bare.match(/[*+{]/g)?.length ?? 0
  if (hasRepeatedGroup || hasSpecialGroup || hasReference || repeats > MAX_REPEATS) return undefined
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    return undefined
  }
}
