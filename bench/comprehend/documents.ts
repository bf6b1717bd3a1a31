/** Codes of whole documents, and what a threshold on either score would leave of them. */

import type { Agreement } from '../../src/library/agreement.ts'
import {
  type AnsweredDocument,
  compareSets,
  ownCode,
} from '../../src/library/evaluate-documents.ts'

/** By the first three characters of each code, and by the whole of it. */
export interface CodeAgreement {
  readonly category: Agreement
  readonly code: Agreement
}

/** The codes of one document that were found, with those that are right. */
export interface CodeSets {
  readonly wanted: readonly string[]
  readonly found: readonly string[]
}

/** What is found against what is right, over all documents together. */
export function agreementOfCodes(sets: readonly CodeSets[]): CodeAgreement {
  const category = (codes: readonly string[]) => codes.map((code) => code.slice(0, 3))
  return {
    category: compareSets(
      sets.map(({ wanted, found }) => ({ wanted: category(wanted), found: category(found) })),
    ),
    code: compareSets(sets),
  }
}

/** What decides whether the code of an entity counts. */
export type Measure = 'code_score' | 'entity_score' | 'is_linked'

/** The codes of each document whose entities measure at least `threshold`; a link measures 1, no link 0. */
export function codesAt(
  answers: readonly AnsweredDocument[],
  measure: Measure,
  threshold: number,
): CodeSets[] {
  return answers.map(({ codes, result }) => ({
    wanted: codes,
    found: result.entities
      .filter((entity) => measured(entity, measure) >= threshold)
      .flatMap((entity) => ownCode(entity) ?? []),
  }))
}

type Entity = AnsweredDocument['result']['entities'][number]

function measured({ score, results }: Entity, measure: Measure): number {
  if (measure === 'entity_score') return score
  if (measure === 'code_score') return results[0]?.score ?? 0
  return results.some(({ is_linked }) => is_linked) ? 1 : 0
}
