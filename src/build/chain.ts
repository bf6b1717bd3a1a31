import type { PhraseRecord, TermRecord } from '../index/records.ts'
import type { Word } from '../language/analyze.ts'
import { groupBy } from '../language/group.ts'
import { lemmaTokens } from '../language/phrase-matcher.ts'
import { sortPhrases } from './phrases.ts'

/**
 * Tables say each thing once: "SOB" is shortness of breath, which is dyspnea. A release with few names may have the last
 * of these only, so what a phrase is read as is looked up in its turn, one step further.
 */

/** Reasons for a reading that is certain enough to be read on: a wider name is not. */
const FIRST_STEPS: ReadonlySet<string> = new Set([
  'abbreviation',
  'abbreviation by itself',
  'abbreviation in context',
  'abbreviation of several',
  'lay',
  'synonym',
])
const SECOND_STEP = 'synonym'

/** A text as the words of its phrase. */
interface Understood {
  readonly tokens: string
  /** It is a name of the release. */
  readonly isName: boolean
}

/**
 * The phrases, and those that come to a name of the release by way of another phrase where they are no name themselves.
 * What comes of it is for the first step's reason, and counts for less than either step.
 *
 * @param contentIn words of a text without function words
 */
export function withChains(
  phrases: readonly PhraseRecord[],
  terms: readonly TermRecord[],
  contentIn: (text: string) => readonly Word[],
): PhraseRecord[] {
  const tokensOf = (text: string) => lemmaTokens(contentIn(text))
  const names = new Set(terms.map(({ text }) => inAnyOrder(tokensOf(text))))
  const known = new Map<string, Understood>()
  const understand = ({ text }: PhraseRecord) => {
    let understood = known.get(text)
    if (understood === undefined) {
      const tokens = tokensOf(text)
      understood = { tokens: tokens.join(' '), isName: names.has(inAnyOrder(tokens)) }
      known.set(text, understood)
    }
    return understood
  }
  const read = phrases.map(understand)
  const ends = phrases.filter(({ because }, i) => because === SECOND_STEP && read[i]!.isName)
  const endsOf = groupBy(ends, ({ tokens }) => tokens)
  const chained = new Map<string, PhraseRecord>()
  for (const [i, first] of phrases.entries()) {
    const middle = read[i]!
    if (!FIRST_STEPS.has(first.because) || middle.isName) continue
    for (const second of endsOf.get(middle.tokens) ?? []) {
      const { tokens, because, context } = first
      if (understand(second).tokens === tokens) continue
      const mark = `${tokens}|${second.text}|${context}`
      const weight = Math.round(first.weight * second.weight * 1000) / 1000
      if ((chained.get(mark)?.weight ?? 0) < weight)
        chained.set(mark, { tokens, text: second.text, weight, because, context })
    }
  }
  const found = [...chained.values()]
  const chainedTokens = new Set(found.map(({ tokens }) => tokens))
  const direct = new Set(phrases.filter(({ tokens }) => chainedTokens.has(tokens)).map(pairOf))
  return sortPhrases([...phrases, ...found.filter((phrase) => !direct.has(pairOf(phrase)))])
}

function pairOf({ tokens, text }: PhraseRecord): string {
  return `${tokens}|${text}`
}

function inAnyOrder(tokens: readonly string[]): string {
  return tokens.toSorted().join(' ')
}
