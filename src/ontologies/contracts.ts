import { contract as icd10cm } from './icd10cm/contract.ts'
import { contract as loinc } from './loinc/contract.ts'
import { contract as medication } from './medication/contract.ts'
import { contract as snomed } from './snomed/contract.ts'

/** Each vocabulary's part of the contract, in the order in which the registry lists them. */
export const CONTRACTS = [snomed, loinc, medication, icd10cm] as const

/** Kinds of entities of a text. */
export const ENTITY_KINDS = ['problem', 'medication', 'test', 'procedure', 'allergy'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** Vocabulary of each kind of entity other than problems, and the entity's shape. */
export const KINDS = {
  medication: { ontology: medication.name, entity: medication.kinds.medication },
  test: { ontology: loinc.name, entity: loinc.kinds.test },
  procedure: { ontology: snomed.name, entity: snomed.kinds.procedure },
  allergy: { ontology: medication.name, entity: medication.kinds.allergy },
} as const
