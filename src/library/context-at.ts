import { assertionsFor } from '../clinical/assertions.ts'
import { TOLD_AS_HISTORY } from '../clinical/history.ts'
import { readSentences } from '../clinical/sentences.ts'
import { OF_CONTEXT } from '../comprehend/traits.ts'
import type { Trait } from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import { createAnalyzer } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'

const analyzer = lazily(createAnalyzer)

/**
 * Context of the condition at a place of a text, by the words of the text alone and without an index: the traits of an
 * entity without its kind, and with `PAST_HISTORY` for every condition in a history, where a chronic one may still be
 * present. Empty if the place has no word.
 *
 * @param begin begin of the place, a UTF-16 index into the text
 * @param end end of the place, exclusive
 * @throws MedlinkError `invalid_request` if the text is not a string, or the place is not in it
 * @example
 * contextAt('no chest pain', 3, 13) // [{ name: 'NEGATION', score: … }]
 */
export function contextAt(text: string, begin: number, end: number): readonly Trait[] {
  if (typeof text !== 'string') throw new MedlinkError('invalid_request', 'text must be a string')
  const isPlace = Number.isInteger(begin) && Number.isInteger(end) && begin >= 0 && begin <= end
  if (!isPlace || end > text.length)
    throw new MedlinkError(
      'invalid_request',
      'begin and end must be whole numbers from 0 to the length of the text, begin first',
    )
  const words = analyzer().analyze(text)
  const from = words.findIndex((word) => word.end > begin && word.start < end)
  if (from < 0) return []
  const to = words.findLastIndex((word) => word.end > begin && word.start < end) + 1
  const sentences = readSentences(text, words)
  const [said = []] = assertionsFor(text, words, sentences, [{ from, to }])
  return said
    .filter(({ context, score }) => context !== 'past' || score >= TOLD_AS_HISTORY)
    .map(({ context, score }) => ({ name: OF_CONTEXT[context], score }))
}
