import {
  CONTEXT,
  type Context,
  FINDING_KINDS,
  type FindingKind,
} from '../../clinical/qualifiers.ts'
import type { FactRecord } from '../../index/records.ts'
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

/**
 * Which codes cannot be coded together: the Excludes1 notes of the tabular list, "not coded here". The note of a header
 * is one of every code below it, and where it names a header, of every code below that.
 */

/** The relation of a code or range that has an Excludes1 note to a code or range that the note names. */
export const EXCLUDES1 = 'excludes1'

/** The holder of a release's facts, such as an open index. */
interface FactSource {
  facts(relation: string): readonly FactRecord[]
}

/** The Excludes1 notes of a release. */
export interface Excludes1 {
  /** True if a note of either code, or of a code above it, names the other or a code above that. */
  excludes(one: string, other: string): boolean
}

/** A code or range that has notes, and what they name. */
interface Noted {
  readonly range: CodeRange
  readonly named: CodeRange[]
}

/** Codes whose notes are kept: those of a clinic, not of the whole release. */
const MAX_KEPT = 2000

/**
 * The Excludes1 notes of an index, read when they are first asked for; keep it as long as the index is open. An index
 * whose release has no tabular list excludes nothing.
 */
export function excludes1In(index: FactSource): Excludes1 {
  let notes: readonly Noted[] | undefined
  const namedBy = new Map<string, readonly CodeRange[]>()
  /** The codes that the notes of a code, and of the codes above it, name. */
  const namedOf = (code: string) => {
    let named = namedBy.get(code)
    if (named === undefined) {
      notes ??= readNotes(index)
      if (namedBy.size >= MAX_KEPT) namedBy.clear()
      named = notes.flatMap((each) => (holds(each.range, code) ? each.named : []))
      namedBy.set(code, named)
    }
    return named
  }
  const names = (one: string, other: string) => namedOf(one).some((range) => holds(range, other))
  return {
    excludes(one, other) {
      // A note about a header and about a code below it is no contradiction.
      if (one.startsWith(other) || other.startsWith(one)) return false
      return names(one, other) || names(other, one)
    },
  }
}

function readNotes(index: FactSource): Noted[] {
  const notes = new Map<string, Noted>()
  for (const { subject, object } of index.facts(EXCLUDES1)) {
    const known = notes.get(subject)
    if (known === undefined)
      notes.set(subject, { range: rangeOf(subject), named: [rangeOf(object)] })
    else known.named.push(rangeOf(object))
  }
  return [...notes.values()]
}

/** `A15-A19`, `Z18.01-Z18.09`, or one code: the codes from the first to the last, and all below them. */
function rangeOf(span: string): CodeRange {
  const [first = '', last = first] = span.split('-')
  return { first, last }
}

/** True if a code equals another, is below it, or is in a range, both ends included. */
export function isWithin(code: string, span: string): boolean {
  return holds(rangeOf(span), code)
}
