/** Each ontology as a code system of FHIR: its URI, its versions, its properties and the uses of its names. */
import type { CodeName, LinkedOntology } from '../medlink.ts'
import type { Coding } from './resources.ts'

/** Relations of an index as properties and filters of FHIR. */
export interface Relations {
  /** Properties whose values are codes, with the relation that leads to them. */
  readonly values: Readonly<Record<string, string>>
  /** Properties whose values are the codes from which a relation leads here. */
  readonly holders: Readonly<Record<string, string>>
  /** Filters that select the codes at the end of chains of relations, which begin with the code that is their value. */
  readonly chains: Readonly<Record<string, readonly (readonly string[])[]>>
}

/** How an ontology looks from FHIR. */
export interface Profile {
  readonly uri: string
  readonly title: string
  /** Properties of FHIR with the attribute of the index that holds each. */
  readonly properties: Readonly<Record<string, string>>
  /** Relations of the index between its codes and others of the code system, such as LOINC's parts and answers. */
  readonly relations?: Relations
  /** Kinds of names that are given as designations, with their use. */
  readonly designations: Readonly<Partial<Record<CodeName['kind'], Coding>>>
  /** True if codes can be combined to expressions, so that no expansion has all members of a set. */
  readonly hasGrammar?: true
  /** Attribute that tells the code system of a code, where an index holds several, and its value for this one. */
  readonly own?: { readonly attribute: string; readonly value: string }
  /** Property that is filtered by an expression of the code system's own language, and who reads it. */
  readonly constraint?: 'ecl'
  /** Attribute whose value tells more than active or not: LOINC's DISCOURAGED. */
  readonly status?: string
}

const SNOMED = 'http://snomed.info/sct'
const LOINC = 'http://loinc.org'

/** Properties of LOINC's terms whose values are parts. */
const PART_PROPERTIES = [
  ...['COMPONENT', 'PROPERTY', 'TIME_ASPCT', 'SYSTEM', 'SCALE_TYP', 'METHOD_TYP'],
  ...['document-kind', 'document-role', 'document-setting'],
  ...['document-subject-matter-domain', 'document-type-of-service'],
]

const SYNONYM: Coding = { system: SNOMED, code: '900000000000013009', display: 'Synonym' }

export const PROFILES: Readonly<Record<LinkedOntology, Profile>> = {
  snomed: {
    uri: SNOMED,
    title: 'SNOMED CT',
    properties: { sufficientlyDefined: 'is_defined' },
    designations: {
      preferred: SYNONYM,
      synonym: SYNONYM,
      full: { system: SNOMED, code: '900000000000003001', display: 'Fully specified name' },
    },
    hasGrammar: true,
    constraint: 'ecl',
  },
  'icd-10-cm': {
    uri: 'http://hl7.org/fhir/sid/icd-10-cm',
    title: 'ICD-10-CM',
    properties: { billable: 'is_billable', chapter: 'chapter', block: 'block' },
    designations: {},
  },
  loinc: {
    uri: LOINC,
    title: 'LOINC',
    properties: {
      COMPONENT: 'component',
      PROPERTY: 'property',
      TIME_ASPCT: 'time_aspect',
      SYSTEM: 'system',
      SCALE_TYP: 'scale',
      METHOD_TYP: 'method',
      CLASS: 'class',
      CLASSTYPE: 'class_type',
      STATUS: 'loinc_status',
      ORDER_OBS: 'order_observation',
      EXTERNAL_COPYRIGHT_NOTICE: 'copyright_notice',
      PartTypeName: 'part_type',
      PartDisplayName: 'display_name',
    },
    relations: {
      values: {
        ...Object.fromEntries(PART_PROPERTIES.map((name) => [name, name])),
        'answer-list': 'answer-list',
        Answer: 'Answer',
      },
      holders: { 'answers-for': 'answer-list', AnswerList: 'Answer' },
      chains: { LIST: [['Answer']], 'answers-for': [['Answer'], ['answer-list', 'Answer']] },
    },
    designations: {
      preferred: { system: LOINC, code: 'LONG_COMMON_NAME', display: 'LONG_COMMON_NAME' },
      short: { system: LOINC, code: 'SHORTNAME', display: 'SHORTNAME' },
    },
    status: 'loinc_status',
  },
  medication: {
    uri: 'http://www.nlm.nih.gov/research/umls/rxnorm',
    title: 'RxNorm',
    properties: {},
    designations: {},
    own: { attribute: 'source', value: 'rxnorm' },
  },
}

/** Kinds of names that Medlink's tables or retired descriptions brought: they are no displays of a code. */
const NO_DISPLAYS: ReadonlySet<string> = new Set(['curated', 'entry'])

/** True for a name that the release itself gives a code today. */
export function isOfficial({ kind }: CodeName): boolean {
  return !NO_DISPLAYS.has(kind)
}
