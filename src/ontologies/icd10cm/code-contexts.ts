import { CONTEXT, type Context } from '../../clinical/qualifiers.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { type CodeRange, holds } from './code-ranges.ts'

/** Below data/: codes for what is no present condition of the patient. */
export const CODE_CONTEXTS_TABLE = 'icd-10-cm/code-contexts.tsv'

interface ContextRange extends CodeRange {
  readonly bit: number
}

const ranges = lazily((): readonly ContextRange[] =>
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
  return ranges().find((range) => holds(range, code))?.bit ?? 0
}
