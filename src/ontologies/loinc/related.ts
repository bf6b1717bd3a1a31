/** Relations of LOINC's codes, by the names that FHIR gives the same properties. */
export const RELATIONS = {
  /** From a test to a list of answers. */
  answerList: 'answer-list',
  /** From a list to its answers, in its order. */
  answer: 'Answer',
} as const

/** Relation from a test to its part, by the PartTypeName of the part. */
export const PART_RELATIONS: Readonly<Record<string, string>> = {
  COMPONENT: 'COMPONENT',
  PROPERTY: 'PROPERTY',
  TIME: 'TIME_ASPCT',
  SYSTEM: 'SYSTEM',
  SCALE: 'SCALE_TYP',
  METHOD: 'METHOD_TYP',
  'Document.Kind': 'document-kind',
  'Document.Role': 'document-role',
  'Document.Setting': 'document-setting',
  'Document.SubjectMatterDomain': 'document-subject-matter-domain',
  'Document.TypeOfService': 'document-type-of-service',
}
