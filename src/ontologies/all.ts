import { LINKED_ONTOLOGIES, type LinkedOntology, unknownOntology } from '../contract.ts'
import { icd10cm } from './icd10cm/icd10cm.ts'
import { loinc } from './loinc/loinc.ts'
import { medication } from './medication/medication.ts'
import type { NamedOntology, Ontology } from './ontology.ts'
import { snomed } from './snomed/snomed.ts'

/** The ontologies this version of Medlink can link, and build: see all-releases.ts. */
const ontologies = new Map<LinkedOntology, Ontology>(
  [snomed, loinc, medication, icd10cm].map((ontology) => [ontology.name, ontology as Ontology]),
)

/** Names of the ontologies that can be built, in the registry's order. */
export function buildableOntologies(): LinkedOntology[] {
  return LINKED_ONTOLOGIES.filter((name) => ontologies.has(name))
}

/** @throws MedlinkError `unknown_ontology` for a name that this version of Medlink does not know */
export function requireOntology(name: string): Ontology {
  const ontology = ontologies.get(name as LinkedOntology)
  if (ontology === undefined) throw unknownOntology()
  return ontology
}

/** The same of one whose mentions are names of its codes, for what fits and measures their ranking. @throws TypeError */
export function requireNamedOntology(name: string): NamedOntology {
  const ontology = requireOntology(name)
  if ('createResolver' in ontology) throw new TypeError(`${name} is not linked by names`)
  return ontology
}
