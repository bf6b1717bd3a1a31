import type { TermRecord } from '../../src/index/records.ts'
import { type Analyzer, contentOf } from '../../src/language/analyze.ts'
import { lemmaTokens } from '../../src/language/phrase-matcher.ts'

/** A row that says of two phrases, or of a code and a phrase, that the one means the other. */
export interface Statement {
  /** File and line. */
  readonly place: string
  readonly one: string
  readonly other: string
}

/** A statement that something speaks against. */
export interface Fault extends Statement {
  /** What does, as a sentence. */
  readonly why: string
}

/** The codes that a phrase is a name of, in whatever order and inflection of its words; none where it is no name. */
export type NameBook = (phrase: string) => ReadonlySet<string>

/** The words of a phrase but for order, inflection and function words, in one string. */
export function createPhraseKey(analyzer: Analyzer): (phrase: string) => string {
  return (phrase) =>
    lemmaTokens(contentOf(analyzer.analyze(phrase)))
      .sort()
      .join(' ')
}

export function createNameBook(
  terms: readonly Pick<TermRecord, 'code' | 'text'>[],
  keyOf: (phrase: string) => string,
): NameBook {
  const codes = new Map<string, Set<string>>()
  for (const { code, text } of terms) {
    const key = keyOf(text)
    const known = codes.get(key)
    if (known === undefined) codes.set(key, new Set([code]))
    else known.add(code)
  }
  const none = new Set<string>()
  return (phrase) => codes.get(keyOf(phrase)) ?? none
}

/**
 * Whether what is meant is told apart from what is said: both have codes, and no two of them are one.
 *
 * @param areOne whether two codes may go by one name
 */
export function areApart(
  said: ReadonlySet<string>,
  meant: ReadonlySet<string>,
  areOne: (one: string, other: string) => boolean,
): boolean {
  if (said.size === 0 || meant.size === 0) return false
  return ![...said].some((one) => [...meant].some((other) => areOne(one, other)))
}

/** Up to three codes, for a message. */
export function listCodes(codes: ReadonlySet<string>): string {
  const shown = [...codes].slice(0, 3).join(', ')
  return codes.size > 3 ? `${shown}, …` : shown
}
