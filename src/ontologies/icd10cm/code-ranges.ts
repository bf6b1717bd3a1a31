import { FINDING_KINDS, type FindingKind } from '../../clinical/findings.ts'
import { CONTEXT, type Context } from '../../clinical/qualifiers.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'

/** Facts about a code by its place in the classification: the kind of finding, whether it lasts, and its context. */

/** The codes from the first to the last, and all below them. */
export interface CodeRange {
  readonly first: string
  readonly last: string
}

/** True if a code is in a range. */
export function holds({ first, last }: CodeRange, code: string): boolean {
  return code >= first && (code <= last || code.startsWith(last))
}

/** Below data/: codes for conditions, and which of them are signs or symptoms. */
const KINDS_TABLE = 'icd-10-cm/finding-kinds.tsv'
/** Below data/: codes for conditions that, once there, are hardly ever gone. */
const LASTING_TABLE = 'icd-10-cm/lasting.tsv'
/** Both of them. */
export const FINDING_TABLES = [KINDS_TABLE, LASTING_TABLE]

interface KindRange extends CodeRange {
  /** Place in FINDING_KINDS, from 1. */
  readonly number: number
}

const kinds = lazily((): readonly KindRange[] =>
  readTable(KINDS_TABLE, ['first', 'last', 'kind']).map(([first, last, kind]) => ({
    first: first!,
    last: last!,
    number: FINDING_KINDS.indexOf(kind as FindingKind) + 1,
  })),
)
const lasting = lazily((): readonly CodeRange[] =>
  readTable(LASTING_TABLE, ['first', 'last']).map(([first, last]) => {
    return { first: first!, last: last! }
  }),
)

/**
 * Kind of finding of a code, as a number from 1 by its place in FINDING_KINDS; 0 for a code of no condition: an external
 * cause, an encounter. Among ranges that hold the code the most exact one counts.
 *
 * @throws MedlinkError `data_invalid`
 */
export function findingNumberOf(code: string): number {
  let found: KindRange | undefined
  for (const range of kinds()) {
    if (!holds(range, code)) continue
    if (found === undefined || range.first.length >= found.first.length) found = range
  }
  return found?.number ?? 0
}

/** The kind that a number of {@link findingNumberOf} says. */
export function findingOfNumber(number: number): FindingKind | undefined {
  return FINDING_KINDS[number - 1]
}

/**
 * True if a patient who ever had the condition still has it: diabetes, but not pneumonia. @throws MedlinkError `data_invalid`
 */
export function isLasting(code: string): boolean {
  return lasting().some((range) => holds(range, code))
}

/** Below data/: codes for what is no present condition of the patient. */
export const CODE_CONTEXTS_TABLE = 'icd-10-cm/code-contexts.tsv'

interface ContextRange extends CodeRange {
  readonly bit: number
}

const contexts = lazily((): readonly ContextRange[] =>
  readTable(CODE_CONTEXTS_TABLE, ['first', 'last', 'context']).map(([first, last, context]) => ({
    first: first!,
    last: last!,
    bit: CONTEXT[context as Context],
  })),
)

/**
 * Context of a code by its place in the classification: Z80 to Z84 are a family's history. A bit of {@link CONTEXT}, 0 for
 * the codes of conditions.
 *
 * @throws MedlinkError `data_invalid`
 */
export function contextOfCode(code: string): number {
  return contexts().find((range) => holds(range, code))?.bit ?? 0
}
