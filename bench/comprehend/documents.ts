/** Codes of whole documents. */

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

/** The codes of each document's entities, of all or of those that are linked. */
export function codesOf(answers: readonly AnsweredDocument[], { linked = false } = {}): CodeSets[] {
  return answers.map(({ codes, result: { entities } }) => ({
    wanted: codes,
    found: entities
      .filter(({ results }) => !linked || results.some(({ is_linked }) => is_linked))
      .flatMap((entity) => ownCode(entity) ?? []),
  }))
}
