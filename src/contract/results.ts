/** Answers: one zod schema each, from which types follow. */
import * as z from 'zod'
import { CONTRACTS } from '../ontologies/contracts.ts'
import {
  type ComprehendedOntology,
  fieldsOf,
  type LinkedOntology,
  nonEmpty,
  TEXT_CONTRACTS,
} from './ontologies.ts'

/** A link result of any vocabulary. */
export const linkResultSchema = z.discriminatedUnion(
  'ontology',
  nonEmpty(CONTRACTS.map(({ result }) => result)),
)

/** The answer to a link request of the same vocabulary. */
export type LinkResult<O extends LinkedOntology = LinkedOntology> = Extract<
  z.infer<typeof linkResultSchema>,
  { ontology: O }
>

/** One candidate. */
export type LinkResultItem<O extends LinkedOntology = LinkedOntology> =
  LinkResult<O>['results'][number]

/** The conditions of a text. */
export const comprehendResultSchema = z.discriminatedUnion(
  'ontology',
  nonEmpty(TEXT_CONTRACTS.map(({ comprehension }) => comprehension)),
)

/** The answer to a request about a text, of the same vocabulary. */
export type ComprehendResult<O extends ComprehendedOntology = ComprehendedOntology> = Extract<
  z.infer<typeof comprehendResultSchema>,
  { ontology: O }
>

/** A condition of a text. */
export type Entity<O extends ComprehendedOntology = ComprehendedOntology> =
  ComprehendResult<O>['entities'][number]

/** A code that may be meant by the letters typed so far. */
export const suggestionSchema = z.strictObject({
  code: z.string(),
  /** The official title. */
  name: z.string(),
  /** The name that was found, if it is not the title. */
  matched: z.string().optional(),
  ...fieldsOf('suggestion'),
})

/** A row of type-ahead. */
export type Suggestion = z.infer<typeof suggestionSchema>
