import type { LinkedOntology } from '../contract.ts'
import { requireOntology } from './all.ts'
import { icd10cmRelease } from './icd10cm/release/icd10cm-release.ts'
import { loincRelease } from './loinc/release/loinc-release.ts'
import { medicationRelease } from './medication/release/medication-release.ts'
import type { OntologyRelease } from './ontology.ts'
import { snomedRelease } from './snomed/release/snomed-release.ts'

/** The releases this version of Medlink can build: one for every ontology of all.ts. Loads every reader of releases. */
const releases = new Map<LinkedOntology, OntologyRelease>(
  [snomedRelease, loincRelease, medicationRelease, icd10cmRelease].map((release) => [
    release.name,
    release,
  ]),
)

/** @throws MedlinkError `unknown_ontology` for a name that this version of Medlink does not know */
export function requireOntologyRelease(name: string): OntologyRelease {
  return releases.get(requireOntology(name).name)!
}
