/** Answers: one zod schema each, from which types follow. */
import * as z from 'zod'
import { CONTRACTS, ENTITY_KINDS, type EntityKind, KINDS } from '../ontologies/contracts.ts'
import {
  type ComprehendedOntology,
  fieldsOf,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  nonEmpty,
  TEXT_CONTRACTS,
} from './ontologies.ts'
import { noteWith } from './text-shapes.ts'

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

/** The conditions of a text, as a link of the version `comprehend` has them. */
const conditionsResultSchema = z.discriminatedUnion(
  'ontology',
  nonEmpty(TEXT_CONTRACTS.map(({ comprehension }) => comprehension)),
)

/** The conditions of a text in one vocabulary. */
export type ConditionsResult<O extends ComprehendedOntology = ComprehendedOntology> = Extract<
  z.infer<typeof conditionsResultSchema>,
  { ontology: O }
>

/** A condition of a text. */
export type Condition<O extends ComprehendedOntology = ComprehendedOntology> =
  ConditionsResult<O>['entities'][number]

const indexOntology = z.enum(LINKED_ONTOLOGIES)
const { medication, test, procedure, allergy } = KINDS

/** The entities of a text, of every kind. */
export const comprehendResultSchema = z.discriminatedUnion(
  'ontology',
  nonEmpty(
    TEXT_CONTRACTS.map(({ name, problem }) => {
      const kinds = [problem, medication.entity, test.entity, procedure.entity, allergy.entity]
      return noteWith(
        name,
        z.discriminatedUnion('type', nonEmpty(kinds)),
        indexOntology,
        ENTITY_KINDS,
      )
    }),
  ),
)

type AnyComprehendResult = z.infer<typeof comprehendResultSchema>
type OtherEntity = {
  [Kind in keyof typeof KINDS]: z.infer<(typeof KINDS)[Kind]['entity']>
}[keyof typeof KINDS]

/** A problem of a text: a condition of a patient. */
export type Problem<O extends ComprehendedOntology = ComprehendedOntology> = {
  type: 'problem'
} & Condition<O>

/** An entity of a text, of any kind or of one. */
export type Entity<
  O extends ComprehendedOntology = ComprehendedOntology,
  Kind extends EntityKind = EntityKind,
> = Extract<Problem<O> | OtherEntity, { type: Kind }>

/** The answer to a request about a text, its problems in this vocabulary, with entities of these kinds. */
export type ComprehendResult<
  O extends ComprehendedOntology = ComprehendedOntology,
  Kind extends EntityKind = EntityKind,
> = Omit<AnyComprehendResult, 'ontology' | 'entities'> & {
  ontology: O
  entities: Entity<O, Kind>[]
}

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
