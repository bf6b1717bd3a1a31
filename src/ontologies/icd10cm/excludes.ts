import type { FactRecord } from '../../index/records.ts'
import { type CodeRange, holds } from './code-ranges.ts'

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
