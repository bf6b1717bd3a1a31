import * as z from 'zod'
import { NOT_OWN } from '../comprehend/answer.ts'
import {
  type ComprehendRequest,
  type ComprehendResult,
  comprehendRequestSchema,
  type Problem,
} from '../contract.ts'
import { type Agreement, agreementOf } from './agreement.ts'
import { parseCaseLine } from './case-line.ts'
import { quantile } from './evaluate.ts'
import type { Medlink } from './medlink.ts'

const CODES = 'must be a list of codes'

/** A document with its codes of ICD-10-CM, wherever they are in the text. */
export const documentCaseSchema = z.object({
  id: z.string('must be a string'),
  text: comprehendRequestSchema.shape.text,
  codes: z.array(z.string(CODES), CODES),
})
export type DocumentCase = z.infer<typeof documentCaseSchema>

/** A document with what Medlink found in it. */
export interface AnsweredDocument {
  readonly id: string
  /** The right codes. */
  readonly codes: readonly string[]
  readonly result: ComprehendResult<'icd-10-cm', 'problem'>
  readonly ms: number
}

/**
 * Figures of a set of documents: the codes found in each document against the right ones, counted over all documents
 * together.
 */
export interface DocumentEvaluation {
  readonly n: number
  /** Figures by the first three characters of a code. */
  readonly category: Agreement
  readonly code: Agreement
  readonly p50_ms: number
  readonly p99_ms: number
}

/** Fields that override those of every document, if given. */
export type DocumentOverrides = Readonly<
  Pick<ComprehendRequest, 'version' | 'strictness' | 'billable' | 'encounter'>
>

/** A category of ICD-10-CM has three characters. */
const CATEGORY_LENGTH = 3

/**
 * Finds the conditions of every document on this thread, one at a time, in their order. Opening the index is not part of
 * the time a document takes.
 *
 * @throws MedlinkError what `comprehend` throws, which ends the iteration
 */
export function* answerDocuments(
  medlink: Pick<Medlink, 'comprehend'>,
  documents: readonly DocumentCase[],
  overrides: DocumentOverrides = {},
): Generator<AnsweredDocument, void> {
  const answer = (text: string) =>
    medlink.comprehend({ ...overrides, text, ontology: 'icd-10-cm', find: ['problem'], top_k: 10 })
  if (documents[0] !== undefined) answer(documents[0].text)
  for (const { id, text, codes } of documents) {
    const start = performance.now()
    const result = answer(text)
    yield { id, codes, result, ms: performance.now() - start }
  }
}

/** Counts what the answers show. */
export function evaluateDocuments(answers: readonly AnsweredDocument[]): DocumentEvaluation {
  const sets = answers.map(({ codes, result }) => ({
    wanted: codes,
    found: result.entities.flatMap((entity) => ownCode(entity) ?? []),
  }))
  const category = (code: string) => code.slice(0, CATEGORY_LENGTH)
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    n: answers.length,
    category: compareSets(
      sets.map(({ wanted, found }) => ({
        wanted: wanted.map(category),
        found: found.map(category),
      })),
    ),
    code: compareSets(sets),
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
  }
}

/**
 * The code of an entity that counts for its document: the first one of a condition that the patient has, linked or not. Of
 * one that the patient had it is the linked one, a code for the history; what is denied, doubted, only planned or a
 * relative's has none.
 */
export function ownCode({ traits, results }: Problem): string | undefined {
  const context = traits.map(({ name }) => name).filter((name) => NOT_OWN.has(name))
  if (context.some((name) => name !== 'PAST_HISTORY')) return undefined
  const rows: readonly { readonly term_id: string; readonly is_linked: boolean }[] = results
  return (context.length > 0 ? rows.find(({ is_linked }) => is_linked) : rows[0])?.term_id
}

/** Found items against right ones, over all of these sets together; repetitions in a set do not count. */
export function compareSets(
  sets: readonly { readonly wanted: readonly string[]; readonly found: readonly string[] }[],
): Agreement {
  let right = 0
  let found = 0
  let wanted = 0
  for (const each of sets) {
    const own = new Set(each.found)
    const due = new Set(each.wanted)
    found += own.size
    wanted += due.size
    for (const code of own) if (due.has(code)) right++
  }
  const { precision, recall } = agreementOf(right, found, wanted)
  return { precision, recall }
}

/** Parses one line of a file of documents. @throws MedlinkError `invalid_request` naming the line */
export function parseDocument(line: string, lineNumber: number): DocumentCase {
  return parseCaseLine(documentCaseSchema, 'a document', line, lineNumber)
}
