/** The vocabularies' parts of the contract, composed. */
import type * as z from 'zod'
import { CONTRACTS, ENTITY_KINDS, type EntityKind, KINDS } from '../ontologies/contracts.ts'
import type { COMMON_REASONS, OntologyContract } from './shapes.ts'

type Contracts = typeof CONTRACTS
type Contract = Contracts[number]
type NamesOf<List extends readonly OntologyContract[]> = {
  readonly [I in keyof List]: List[I]['name']
}
/** Part of a vocabulary that texts can be linked to. */
type TextContract = Extract<Contract, { readonly comprehension: z.ZodObject }>

/** Names of the vocabularies, in the order in which the registry lists them. */
export const LINKED_ONTOLOGIES = CONTRACTS.map(({ name }) => name) as unknown as NamesOf<Contracts>
export type LinkedOntology = Contract['name']

export const TEXT_CONTRACTS = CONTRACTS.filter(
  (contract): contract is TextContract => 'comprehension' in contract,
)

/** Names of those that texts can be linked to. */
export const COMPREHENDED_ONTOLOGIES = nonEmpty(TEXT_CONTRACTS.map(({ name }) => name))
export type ComprehendedOntology = TextContract['name']

/** Name of the vocabulary of requests about a text that name none. */
export const DEFAULT_TEXT_ONTOLOGY = TEXT_CONTRACTS.find(
  (contract): contract is Extract<TextContract, { readonly isTextDefault: true }> =>
    'isTextDefault' in contract,
)!.name

export { ENTITY_KINDS, type EntityKind }

/** Vocabulary of each kind of entity other than problems, whose vocabulary the request names. */
export const KIND_ONTOLOGIES = {
  medication: KINDS.medication.ontology,
  test: KINDS.test.ontology,
  procedure: KINDS.procedure.ontology,
  allergy: KINDS.allergy.ontology,
} as const

/** Hints that a vocabulary reads, by its name: text or numbers, as they are printed. */
export const hintSchemas = byName('hints')

/** Reasons of its own that a vocabulary has not to link a candidate, however likely it is, by its name. */
export const REJECTIONS = byName('rejections')
export type Rejection<O extends LinkedOntology = LinkedOntology> = (typeof REJECTIONS)[O][number]

/** Why a result is linked or not: a common reason, or one of its vocabulary. */
export type LinkReason<O extends LinkedOntology = LinkedOntology> =
  | (typeof COMMON_REASONS)[number]
  | Rejection<O>

type HintKey<O extends LinkedOntology> = O extends LinkedOntology
  ? keyof (typeof hintSchemas)[O]['shape']
  : never

/** Hints of a request to one of these vocabularies. */
export type Hints<O extends LinkedOntology> = [HintKey<O>] extends [never]
  ? Record<string, never>
  : { readonly [Key in HintKey<O>]?: string | number | undefined }

/** Fields of requests that mean something to a vocabulary, and those that do so to any, each with its schema. */
const OWN_OPTIONS = Object.fromEntries(
  CONTRACTS.map(({ name, options, textOptions }) => [name, { ...options, ...textOptions }]),
) as Readonly<Record<LinkedOntology, z.ZodRawShape>>
const ALL_OPTIONS: z.ZodRawShape = Object.assign({}, ...Object.values(OWN_OPTIONS))

/** Fields that are options of other vocabularies alone, by the vocabulary's name. */
export const FOREIGN_OPTIONS = Object.fromEntries(
  CONTRACTS.map(({ name }) => {
    const foreign = Object.keys(ALL_OPTIONS).filter((key) => !Object.hasOwn(OWN_OPTIONS[name], key))
    return [name, new Set(foreign)]
  }),
) as unknown as Readonly<Record<LinkedOntology, ReadonlySet<string>>>

/** One field of each contract, by the vocabulary's name. */
function byName<Field extends keyof OntologyContract & keyof Contract>(field: Field) {
  return Object.fromEntries(CONTRACTS.map((contract) => [contract.name, contract[field]])) as {
    readonly [Each in Contract as Each['name']]: Each[Field]
  }
}

type ShapeField = 'options' | 'textOptions' | 'filters' | 'suggestion'
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? { [Key in keyof All]: All[Key] }
  : never

/** Fields that the vocabularies add to a shape, all together. */
export function fieldsOf<Field extends ShapeField>(field: Field): Together<Contract[Field]> {
  return Object.assign({}, ...CONTRACTS.map((contract) => contract[field]))
}

/** A list as zod's enumerations and unions want it. */
export function nonEmpty<Item>(items: readonly Item[]): [Item, ...Item[]] {
  return items as [Item, ...Item[]]
}
