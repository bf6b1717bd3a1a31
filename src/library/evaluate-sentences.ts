import * as z from 'zod'
import type { Trait, TraitName } from '../contract.ts'
import { type AgreementWithF1, agreementOver } from './agreement.ts'
import { parseCaseLine } from './case-line.ts'
import { contextAt } from './context-at.ts'
import { quantile } from './evaluate.ts'

const TEXT = 'must be a non-empty string'
const FLAG = 'must be true or false'

/** A sentence that names a condition, and what it says of it. */
export const sentenceCaseSchema = z.object({
  id: z.string('must be a string'),
  sentence: z.string(TEXT).min(1, TEXT),
  condition: z.string(TEXT).min(1, TEXT),
  negated: z.boolean(FLAG),
  historical: z.boolean(FLAG),
  /** True if it is another person's. */
  not_patient: z.boolean(FLAG),
})
export type SentenceCase = z.infer<typeof sentenceCaseSchema>

/** A sentence with what Medlink reads of its condition. */
export interface AnsweredSentence {
  readonly sentence: SentenceCase
  readonly traits: readonly Trait[]
  readonly ms: number
}

/** Figures of a set of sentences. */
export interface SentenceEvaluation {
  readonly n: number
  readonly negation: AgreementWithF1
  readonly history: AgreementWithF1
  readonly family: AgreementWithF1
  readonly p50_ms: number
  readonly p99_ms: number
}

/** The context of each sentence's condition, one at a time, in their order. Reading the tables takes none of the time. */
export function* answerSentences(
  sentences: readonly SentenceCase[],
): Generator<AnsweredSentence, void> {
  if (sentences[0] !== undefined) traitsOf(sentences[0])
  for (const sentence of sentences) {
    const start = performance.now()
    const traits = traitsOf(sentence)
    yield { sentence, traits, ms: performance.now() - start }
  }
}

/** Counts what the answers show. */
export function evaluateSentences(answers: readonly AnsweredSentence[]): SentenceEvaluation {
  const agreement = (trait: TraitName, isWanted: (sentence: SentenceCase) => boolean) =>
    agreementOver(
      answers,
      ({ traits }) => traits.some(({ name }) => name === trait),
      ({ sentence }) => isWanted(sentence),
    )
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    n: answers.length,
    negation: agreement('NEGATION', ({ negated }) => negated),
    history: agreement('PAST_HISTORY', ({ historical }) => historical),
    family: agreement('PERTAINS_TO_FAMILY', ({ not_patient }) => not_patient),
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
  }
}

function traitsOf({ sentence, condition }: SentenceCase): readonly Trait[] {
  const { begin, end } = placeOf(sentence, condition)
  return contextAt(sentence, begin, end)
}

/**
 * Where a sentence names a condition, in UTF-16 units: as it is written, in any case of letters, at its first place; else
 * the stretch whose words are the condition's and few others; the whole sentence where it has none of them.
 */
export function placeOf(
  sentence: string,
  condition: string,
): { readonly begin: number; readonly end: number } {
  const escaped = condition.trim().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const found = new RegExp(escaped.replace(/\s+/g, '\\s+'), 'iu').exec(sentence)
  if (found !== null) return { begin: found.index, end: found.index + found[0].length }
  return closestStretch(sentence, condition) ?? { begin: 0, end: sentence.length }
}

/** The stretch of words in which the condition's exceed the others by the most, the first of several. */
function closestStretch(sentence: string, condition: string) {
  const own = new Set([...wordsIn(condition)].map(([word]) => word.toLowerCase()))
  let best: { begin: number; end: number } | undefined
  let most = 0
  let sum = 0
  let begin = 0
  for (const { 0: word, index } of wordsIn(sentence)) {
    if (sum <= 0) {
      sum = 0
      begin = index
    }
    sum += own.has(word.toLowerCase()) ? 1 : -1
    if (sum <= most) continue
    most = sum
    best = { begin, end: index + word.length }
  }
  return best
}

function wordsIn(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(/[\p{L}\p{N}]+/gu)
}

/** Parses one line of a file of sentences. @throws MedlinkError `invalid_request` naming the line */
export function parseSentence(line: string, lineNumber: number): SentenceCase {
  return parseCaseLine(sentenceCaseSchema, 'a sentence', line, lineNumber)
}
