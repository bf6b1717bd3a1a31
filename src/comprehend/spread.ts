import type { Word } from '../language/analyze.ts'
import type { Span, SpanFinder } from './spans.ts'

/** Codes of cancers, and of where they have spread to. */
const CANCER = /^C/
const SPREAD = /^C7[789]/
/** "Cancer" alone, of what the words before it say. */
const NO_PART = 'C80'

/** True for the codes of a cancer and of where it has spread to. */
export function isSpread(own: string | undefined, other: string | undefined): boolean {
  return CANCER.test(own ?? '') && SPREAD.test(other ?? '')
}

/**
 * A cancer and where it has spread to: each has a code, though a name has the words of both, "breast cancer with bone mets".
 * Any other span stays one.
 *
 * @param codeOf the code that words are linked to by themselves
 */
export function withSpread(
  words: readonly Word[],
  span: Span,
  finder: SpanFinder,
  codeOf: (from: number, to: number) => string | undefined,
): readonly Span[] {
  const { from, to } = span
  let at = from + 1
  while (at < to - 1 && words[at]!.form !== 'with') at++
  if (at >= to - 1 || codeOf(from, to) !== undefined) return [span]
  if (!isSpread(codeOf(from, at) ?? NO_PART, codeOf(at + 1, to))) return [span]
  const partOf = (first: number, last: number): Span => ({
    ...span,
    ...{ from: first, to: last, keys: finder.keysOf(words.slice(first, last)) },
  })
  return [partOf(from, at), partOf(at + 1, to)]
}
