import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import type { IndexedDrug } from './drug-index.ts'

/** Below data/: ingredients whose slow products last for different times. */
export const TIMES_TABLE = 'medication/release-times.tsv'

const severalTimes = lazily(
  (): ReadonlySet<string> =>
    new Set(
      readTable(TIMES_TABLE, ['ingredient', 'form']).map(([ingredient, form]) =>
        keyOf(ingredient!, form!),
      ),
    ),
)

/** Forms that release over time whether or not they say so. */
const PATCH = 'patch'

/** True if products of the ingredient in this form that release slowly do so for different times. */
export function isOfSeveralTimes({
  bases,
  form,
  release,
}: Pick<IndexedDrug, 'bases' | 'form' | 'release'>): boolean {
  const [base, another] = bases
  if (base === undefined || another !== undefined) return false
  return (release === 'er' || form === PATCH) && severalTimes().has(keyOf(base, form))
}

function keyOf(ingredient: string, form: string): string {
  return `${ingredient};${form}`
}
