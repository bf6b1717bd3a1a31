import type { PhraseRecord, TermRecord } from '../index/records.ts'
import { type Analyzer, contentOf } from '../language/analyze.ts'
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

/**
 * The phrases, and those that come to a name of the release by way of another phrase where they are no name themselves.
 * What comes of it is for the first step's reason, and counts for less than either step.
 */
export function withChains(
  phrases: readonly PhraseRecord[],
  terms: readonly TermRecord[],
  analyzer: Analyzer,
): PhraseRecord[] {
  const tokensOf = (text: string) => lemmaTokens(contentOf(analyzer.analyze(text)))
  const names = new Set(terms.map(({ text }) => inAnyOrder(tokensOf(text))))
  const readings = new Map<string, string[]>()
  const known = new Map<string, boolean>()
  const isName = (text: string) => {
    const is = known.get(text) ?? names.has(inAnyOrder(tokensOf(text)))
    known.set(text, is)
    return is
  }
  const synonyms = new Map<string, PhraseRecord[]>()
  for (const phrase of phrases) {
    readings.set(phrase.tokens, [...(readings.get(phrase.tokens) ?? []), phrase.text])
    if (phrase.because !== SECOND_STEP || !isName(phrase.text)) continue
    synonyms.set(phrase.tokens, [...(synonyms.get(phrase.tokens) ?? []), phrase])
  }
  const chained = new Map<string, PhraseRecord>()
  for (const first of phrases) {
    if (!FIRST_STEPS.has(first.because) || isName(first.text)) continue
    for (const second of synonyms.get(tokensOf(first.text).join(' ')) ?? []) {
      const { tokens, because, context } = first
      if (tokensOf(second.text).join(' ') === tokens) continue
      if (readings.get(tokens)!.includes(second.text)) continue
      const mark = `${tokens}|${second.text}|${context}`
      const weight = Math.round(first.weight * second.weight * 1000) / 1000
      if ((chained.get(mark)?.weight ?? 0) < weight)
        chained.set(mark, { tokens, text: second.text, weight, because, context })
    }
  }
  return sortPhrases([...phrases, ...chained.values()])
}

function inAnyOrder(tokens: readonly string[]): string {
  return tokens.toSorted().join(' ')
}
