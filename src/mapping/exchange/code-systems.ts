import type { LinkedOntology } from '../../medlink.ts'

/** Names of a vocabulary in other formats. */
export interface CodeSystem {
  /** As FHIR has it: https://terminology.hl7.org/external_terminologies.html. */
  readonly uri: string
  /** Prefix of its codes in SSSOM, and what it stands for. */
  readonly prefix: string
  readonly expansion: string
  /** `vocabulary_id` of OMOP's vocabularies, the one that codes are written with first. */
  readonly vocabularies: readonly [string, ...string[]]
}

export const CODE_SYSTEMS: Readonly<Record<LinkedOntology, CodeSystem>> = {
  snomed: {
    uri: 'http://snomed.info/sct',
    prefix: 'SCTID',
    expansion: 'http://snomed.info/id/',
    vocabularies: ['SNOMED', 'SNOMED Veterinary'],
  },
  loinc: {
    uri: 'http://loinc.org',
    prefix: 'LOINC',
    expansion: 'https://loinc.org/rdf/',
    vocabularies: ['LOINC'],
  },
  medication: {
    uri: 'http://www.nlm.nih.gov/research/umls/rxnorm',
    prefix: 'RXNORM',
    expansion: 'http://purl.bioontology.org/ontology/RXNORM/',
    vocabularies: ['RxNorm', 'RxNorm Extension'],
  },
  'icd-10-cm': {
    uri: 'http://hl7.org/fhir/sid/icd-10-cm',
    prefix: 'ICD10CM',
    expansion: 'http://purl.bioontology.org/ontology/ICD10CM/',
    vocabularies: ['ICD10CM'],
  },
}
