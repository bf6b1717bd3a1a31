import type { Word } from '../../../language/analyze.ts'
import type { Icd10cmColumns } from '../columns.ts'

/** A code that a mention has next to its name: "Hypertension [I10]", "J45.909 - asthma". */
export interface WrittenCode {
  /** `concept.id` of the code. */
  readonly concept: number
  /** The other words. */
  readonly words: readonly Word[]
}

const CODE = String.raw`[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?`
/** In brackets or not, before the name. */
const FIRST = new RegExp(String.raw`^\s*[[(]?(${CODE})[\])]?(?:\s*[-–:]\s*|\s+)(?=\S)`)
/** Behind the name in brackets. */
const IN_BRACKETS = new RegExp(String.raw`\s[[(](${CODE})[\])]\s*$`)
/** Behind the name without: a point tells it from a vertebra, a vitamin and a gene. */
const LAST = /\s(?:[-–:]\s*)?([A-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4})\s*$/

/**
 * The code that is written at the beginning or at the end of a mention, and the words of its name; undefined where there is none.
 *
 * @param idOf the `concept.id` of a code; undefined where the release lacks it
 */
export function writtenCodeIn(
  text: string,
  words: readonly Word[],
  idOf: (code: string) => number | undefined,
): WrittenCode | undefined {
  for (const pattern of [FIRST, IN_BRACKETS, LAST]) {
    const match = pattern.exec(text)
    if (match === null) continue
    const concept = idOf(match[1]!)
    if (concept === undefined) continue
    const end = match.index + match[0].length
    const rest = words.filter((word) => word.end <= match.index || word.start >= end)
    if (rest.some(({ stop }) => !stop)) return { concept, words: rest }
  }
  return undefined
}

/** True if a code is the one that is written, or says the same: a header and the code for it unspecified. */
export function isWrittenCode(
  concept: number,
  written: number,
  { unspecified_offset: offset }: Icd10cmColumns['concept'],
): boolean {
  return (
    concept === written ||
    concept + offset[concept]! === written ||
    written + offset[written]! === concept
  )
}
