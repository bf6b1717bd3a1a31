import type { Word } from '../text/analyze.ts'
import { readTable } from '../text/tables.ts'

/** Below data/: phrases that qualify a finding without being part of its name. */
export const QUALIFIER_TABLE = 'snomed/qualifiers.tsv'

/** What a phrase says of a finding; `aside` says nothing that a code could: degree, frequency, time, padding. */
export const QUALIFIER_KINDS = ['side', 'course', 'severity', 'context', 'aside'] as const
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

interface Phrases {
  readonly qualifiers: ReadonlyMap<string, Qualifier>
  /** Words of the longest phrase by its first word. */
  readonly longest: ReadonlyMap<string, number>
}

let phrases: Phrases | undefined

/** The qualifiers in a list of words, none overlapping, the longest first from the left. @throws MedlinkError `data_invalid` */
export function findQualifiers(words: readonly Word[]): FoundQualifier[] {
  phrases ??= readPhrases()
  const found: FoundQualifier[] = []
  for (let at = 0; at < words.length; ) {
    const next = qualifierAt(words, at, found.at(-1)?.to ?? 0, phrases)
    if (next !== undefined) found.push(next)
    at = next?.to ?? at + 1
  }
  return found
}

/** The longest qualifier that begins at a word; a number before it is taken in where it is `free` on. */
function qualifierAt(
  words: readonly Word[],
  from: number,
  free: number,
  { qualifiers, longest }: Phrases,
): FoundQualifier | undefined {
  const most = longest.get(words[from]!.form) ?? 0
  for (let to = Math.min(words.length, from + most); to > from; to--) {
    let text = words[from]!.form
    for (let i = from + 1; i < to; i++) text += ` ${words[i]!.form}`
    const qualifier = qualifiers.get(text)
    if (qualifier === undefined) continue
    const isCounted =
      qualifier.value === 'time' && from > free && words[from - 1]!.kind === 'number'
    return { ...qualifier, from: isCounted ? from - 1 : from, to }
  }
  return undefined
}

function readPhrases(): Phrases {
  const qualifiers = new Map<string, Qualifier>()
  const longest = new Map<string, number>()
  for (const [phrase, kind, value] of readTable(QUALIFIER_TABLE, ['phrase', 'kind', 'value'])) {
    qualifiers.set(phrase!, { kind: kind as QualifierKind, value: value! })
    const words = phrase!.split(' ')
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  }
  return { qualifiers, longest }
}
