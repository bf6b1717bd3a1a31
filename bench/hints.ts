import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EvaluationCase } from '../src/library/evaluate.ts'
import { type EvalSet, readEvalSets } from './eval-sets.ts'

/** What a request's metadata say beside the mention, and under which keys. */
const KEYS = { unit: ['unit'], specimen: ['specimen', 'specimen_text'] } as const
export type Hint = keyof typeof KEYS
export const HINTS: readonly Hint[] = ['unit', 'specimen']

/** True if a case has a hint of this kind that is text. */
export function hasHint({ request: { metadata = {} } }: EvaluationCase, hint: Hint): boolean {
  return KEYS[hint].some((key) => typeof metadata[key] === 'string' && metadata[key] !== '')
}

/** Which kinds of hints the cases of a set have. */
export function hintsOf({ cases }: EvalSet): Hint[] {
  return HINTS.filter((hint) => cases.some((one) => hasHint(one, hint)))
}

/** The files of a folder whose cases are of this ontology and have hints; none when there is no such folder. */
export function filesWithHints(folder: string, ontology: string): string[] {
  if (!existsSync(folder)) return []
  return readEvalSets(folder)
    .filter((set) => set.ontology === ontology && hintsOf(set).length > 0)
    .map(({ name }) => join(folder, `${name}.jsonl`))
}
