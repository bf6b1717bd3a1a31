import { z } from 'zod'
import { MedlinkError } from './errors.ts'

/** The ontologies of the contract, in the order in which the registry lists them. */
export const ONTOLOGY_NAMES = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const
export type OntologyName = (typeof ONTOLOGY_NAMES)[number]

/** What keeps a candidate from being linked, however likely it is, by the requirements of its ontology. */
export const REJECTIONS = [
  'unit_missing',
  'unit_conflict',
  'specimen_missing',
  'specimen_conflict',
  'name_incomplete',
  'not_a_result',
  'context_differs',
] as const
export type Rejection = (typeof REJECTIONS)[number]

/** The longest query that is answered, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 10_000

/** A request to link one mention. Field names are the wire's. */
export const linkRequestSchema = z.object({
  /** Free text of one mention: 1 to 10,000 characters, not only white space. */
  query: z
    .string()
    .max(MAX_QUERY_LENGTH, `is longer than ${MAX_QUERY_LENGTH} characters`)
    .refine((query) => query.trim() !== '', 'is empty'),
  ontology: z.enum(ONTOLOGY_NAMES),
  /** A version the registry lists; the newest installed one when left out. */
  version: z.string().min(1).optional(),
  /** How many candidates to return, 1 to 10. */
  top_k: z.int().min(1).max(10).default(5),
  /** Hints, by the ontology's own keys; keys it does not know are ignored. */
  metadata: z.record(z.string(), z.unknown()).optional(),
  request_id: z.string().min(1).optional(),
  /** `concept`: one result a code. `term`: every matching name its own result. */
  collapse: z.enum(['concept', 'term']).default('concept'),
})

/** What a caller writes. */
export type LinkRequest = z.input<typeof linkRequestSchema>
/** The same with defaults filled in. */
export type ParsedLinkRequest = z.output<typeof linkRequestSchema>

function unknownOntology(name: string): MedlinkError {
  return new MedlinkError(
    'unknown_ontology',
    `there is no ontology "${name.slice(0, 40)}": there are ${ONTOLOGY_NAMES.join(', ')}`,
  )
}

/** Checks a request and fills in defaults. @throws MedlinkError `invalid_request` or `unknown_ontology`; never repeats the query */
export function parseLinkRequest(request: unknown): ParsedLinkRequest {
  const parsed = linkRequestSchema.safeParse(request)
  if (parsed.success) return parsed.data
  const isOtherOntology = parsed.error.issues.some(({ path }) => path[0] === 'ontology')
  const { ontology } = (request ?? {}) as { ontology?: unknown }
  if (isOtherOntology && typeof ontology === 'string') throw unknownOntology(ontology)
  throw new MedlinkError('invalid_request', z.prettifyError(parsed.error))
}

/**
 * Why a result is linked or not: `linked`; `not_first`, another candidate is likelier; `below_threshold`, not likely
 * enough; `ambiguous`, another code fits as well; `retired`, the code is out of use and nothing replaces it; and what
 * the ontology requires: the unit or specimen `…_missing` or in `…_conflict` with the code, `name_incomplete`, words of
 * the mention that the code has no place for, `not_a_result`, a panel or a document, `context_differs`, the mention
 * denies, suspects or remembers the condition, or tells it of a relative, and the code does not.
 */
export const LINK_REASONS = [
  'linked',
  'not_first',
  'below_threshold',
  'ambiguous',
  'retired',
  ...REJECTIONS,
] as const
export type LinkReason = (typeof LINK_REASONS)[number]

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const attribute = z.union([value, z.record(z.string(), value)])

export const linkResultItemSchema = z.object({
  term_id: z.string(),
  /** The name that matched. */
  term_name: z.string(),
  /** Probability in [0, 1] that the code is right. */
  score: z.number().min(0).max(1).nullable(),
  is_linked: z.boolean(),
  metadata: z.record(z.string(), attribute),
})
export type LinkResultItem = z.infer<typeof linkResultItemSchema>

export const linkResultSchema = z.object({
  request_id: z.string(),
  query: z.string(),
  query_breakdown: z.record(z.string(), z.unknown()).nullable(),
  ontology: z.enum(ONTOLOGY_NAMES),
  version: z.string(),
  index_name: z.string(),
  model_version: z.string(),
  results: z.array(linkResultItemSchema),
})
export type LinkResult = z.infer<typeof linkResultSchema>

/** One feature's part of a score: `value` in [0, 1], `share` of the total weight, `value · share` summed is the score. */
export interface ScorePart {
  readonly feature: string
  readonly value: number
  readonly share: number
}

/** Why one result stands where it stands. */
export interface Explanation {
  readonly term_id: string
  /** Sum of the parts, before calibration. */
  readonly ranking_score: number
  readonly parts: readonly ScorePart[]
  /** What was read in place of the words of the query, with the weight it was given. */
  readonly readings: readonly Substitution[]
}

export interface Substitution {
  readonly text: string
  readonly read_as: string
  readonly weight: number
  readonly because: string
}

/** A link result with its reasons; `explanations[i]` belongs to `results[i]`. */
export interface ExplainedResult extends LinkResult {
  readonly explanations: readonly Explanation[]
}
