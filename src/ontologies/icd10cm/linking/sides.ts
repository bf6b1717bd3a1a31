import type { Icd10cmColumns } from '../columns.ts'

/** Characters of a code right below its category, without its dot. */
const BELOW_CATEGORY = 4

type Columns = Pick<Icd10cmColumns['concept'], 'unspecified' | 'billable' | 'code_length'>

/** True for the code of a disease without its kind, which has no codes for sides below it: "unspecified cataract", H26.9. */
export function isForAnySide(
  { unspecified, billable, code_length }: Columns,
  concept: number,
): boolean {
  return (
    unspecified[concept] !== 0 && billable[concept] !== 0 && code_length[concept] === BELOW_CATEGORY
  )
}
