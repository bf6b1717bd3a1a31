import type { Word } from '../text/analyze.ts'
import { PhraseMatcher } from '../text/phrase-matcher.ts'
import { readTable } from '../text/tables.ts'
import { LATERALITY_TABLE, readLaterality } from './laterality.ts'

/** Below data/: phrases that qualify a finding without being part of its name. */
export const PHRASE_TABLE = 'clinical/qualifiers.tsv'
/** Below data/: every table that qualifiers are found by. */
export const QUALIFIER_TABLES = [LATERALITY_TABLE, PHRASE_TABLE]

/** Statement of a phrase about a finding; `aside` is nothing that a code could say: degree, frequency, time, padding. */
export const QUALIFIER_KINDS = ['laterality', 'course', 'severity', 'context', 'aside'] as const
export type QualifierKind = (typeof QUALIFIER_KINDS)[number]

export interface Qualifier {
  readonly kind: QualifierKind
  /** E.g. `left`, `chronic`, `severe`, `suspected`. */
  readonly value: string
}

/** A qualifier in a list of words: those of [from, to). */
export interface FoundQualifier extends Qualifier {
  readonly from: number
  readonly to: number
}

let phrases: PhraseMatcher<Qualifier> | undefined
/** Every word of the phrases. */
const formsOfPhrases = new Set<string>()

/** The qualifiers in a list of words, none overlapping, the longest first from the left. @throws MedlinkError `data_invalid` */
export function findQualifiers(words: readonly Word[]): FoundQualifier[] {
  phrases ??= readPhrases()
  // A loop, not `map`: see Expander. Every link comes here several times.
  const forms: string[] = []
  for (let i = 0; i < words.length; i++) forms.push(words[i]!.form)
  const found: FoundQualifier[] = []
  let free = 0
  for (const { from, to, value } of phrases.find(forms)) {
    const start = value.value === 'time' ? startOfTime(words, from, free) : from
    free = to
    found.push({ ...value, from: start, to })
  }
  return found
}

/** True if a form is in a phrase that qualifies a finding: it is spelled right, even if no name has it. */
export function isWordOfQualifiers(form: string): boolean {
  phrases ??= readPhrases()
  return formsOfPhrases.has(form)
}

/** Words that charts write before a number of days. */
const BEFORE_TIME: ReadonlySet<string> = new Set(['x', 'for', 'since', 'from'])

/** A number before a time is included, and the word before that: "x 3 days", "since 3 days". */
function startOfTime(words: readonly Word[], from: number, free: number): number {
  if (from <= free || words[from - 1]!.kind !== 'number') return from
  return from - 1 > free && BEFORE_TIME.has(words[from - 2]!.form) ? from - 2 : from - 1
}

function readPhrases(): PhraseMatcher<Qualifier> {
  const matcher = new PhraseMatcher<Qualifier>()
  for (const [word, value] of readLaterality())
    addPhrase(matcher, [word], { kind: 'laterality', value })
  for (const [phrase, kind, value] of readTable(PHRASE_TABLE, ['phrase', 'kind', 'value']))
    addPhrase(matcher, phrase!.split(' '), { kind: kind as QualifierKind, value: value! })
  return matcher
}

function addPhrase(
  matcher: PhraseMatcher<Qualifier>,
  forms: readonly string[],
  qualifier: Qualifier,
): void {
  matcher.set(forms, qualifier)
  for (const form of forms) formsOfPhrases.add(form)
}
