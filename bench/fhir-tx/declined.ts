/** Suites as they are counted. */
export type Suite =
  | 'metadata'
  | 'simple-cases'
  | 'translate'
  | 'batch'
  | 'snomed'
  | 'sct-ecl'
  | 'loinc'
  | 'tx.fhir.org'

/** Cases of each suite that must be answered as expected. */
export const FLOORS: Readonly<Record<Suite, number>> = {
  metadata: 2,
  'simple-cases': 0,
  translate: 0,
  batch: 0,
  snomed: 13,
  'sct-ecl': 61,
  loinc: 34,
  'tx.fhir.org': 0,
}

/** Cases that are not answered as expected, by the reason; each by its suite and name. */
const BY_REASON: Readonly<Record<string, readonly string[]>> = {
  'the answer has a remark on a discouraged code, which the case has for code systems alone': [
    'loinc loinc-validate-filter-status-good',
  ],
  'CodeSystem and ConceptMap resources that a request brings along are not supported': [
    'simple-cases simple-expand-all',
    'simple-cases simple-expand-active',
    'simple-cases simple-expand-inactive',
    'simple-cases simple-expand-enum',
    'simple-cases simple-expand-enum-bad',
    'simple-cases simple-expand-isa',
    'simple-cases simple-expand-child-of',
    'simple-cases simple-expand-isa-o2',
    'simple-cases simple-expand-isa-c2',
    'simple-cases simple-expand-isa-o2c2',
    'simple-cases simple-expand-prop',
    'simple-cases simple-expand-regex',
    'simple-cases simple-expand-regex2',
    'simple-cases simple-expand-regexp-prop',
    'simple-cases simple-lookup-1',
    'simple-cases simple-lookup-2',
    'simple-cases simple-expand-all-count',
    'simple-cases simple-expand-contained',
    'translate translate-1',
    'translate translate-reverse',
    'tx.fhir.org snomed-translate',
  ],
  'the case asks another edition of SNOMED CT, whose codes the subset lacks': [
    'tx.fhir.org snomed-validation-1',
    'tx.fhir.org snomed-expand-active',
    'tx.fhir.org snomed-expand-inactive',
    'tx.fhir.org snomed-expand-inactive2',
    'tx.fhir.org snomed-validate-active-bad',
    'tx.fhir.org snomed-validate-active-good',
    'tx.fhir.org snomed-validate-inactive-bad',
    'tx.fhir.org snomed-validate-inactive-good',
  ],
  'the index holds no names in other languages from supplements': [
    'loinc loinc-lookup-code',
    'loinc loinc-lookup-part',
    'loinc loinc-lookup-list',
    'loinc loinc-lookup-answer',
    'loinc loinc-validate-code-uz',
    'loinc loinc-validate-code-supp2',
  ],
  'the case needs the whole of LOINC, which no release here is': [
    'loinc loinc-expand-all-limited',
    'loinc loinc-expand-status',
    'loinc loinc-expand-class-regex',
    'loinc loinc-expand-prop-component-str',
    'loinc loinc-expand-prop-order-obs',
    'loinc loinc-expand-scale-type',
    'loinc loinc-expand-prop-component',
    'loinc loinc-expand-filter-dockind-request-parameters',
  ],
  'the code system is not one of Medlink: it is refused as unknown': [
    'tx.fhir.org hgvs-expand-all',
  ],
  "the index holds no hierarchy of LOINC's parts": ['loinc loinc-expand-concept-is-a'],
  'the index does not say whose the copyright of a term is': ['loinc loinc-expand-copyright'],
  'the index holds no modules of concepts': [
    'tx.fhir.org snomed-expand-moduleid-1',
    'tx.fhir.org snomed-expand-moduleid-2',
    'tx.fhir.org snomed-expand-moduleid-3',
    'tx.fhir.org snomed-expand-moduleid-4',
    'tx.fhir.org snomed-validate-moduleid-bad',
    'tx.fhir.org snomed-validate-moduleid-good',
  ],
  'the index holds no attributes of SNOMED CT': [
    'tx.fhir.org snomed-expand-property-1',
    'tx.fhir.org snomed-expand-property-2',
    'tx.fhir.org snomed-validate-property-bad',
    'tx.fhir.org snomed-validate-property-good',
    'sct-ecl snomed-validate-ecl-refinement-simple-code-in',
    'sct-ecl snomed-validate-ecl-refinement-simple-code-out',
    'sct-ecl snomed-validate-ecl-refinement-simple-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-simple-expr-out',
    'sct-ecl snomed-validate-ecl-refinement-group-code-out',
    'sct-ecl snomed-validate-ecl-refinement-group-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-group-expr-out',
    'sct-ecl snomed-validate-ecl-refinement-morphology-code-in',
    'sct-ecl snomed-validate-ecl-refinement-morphology-code-out',
    'sct-ecl snomed-validate-ecl-refinement-morphology-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-morphology-expr-out',
    'sct-ecl snomed-validate-ecl-refinement-wildcard-code-in',
    'sct-ecl snomed-validate-ecl-refinement-wildcard-code-out',
    'sct-ecl snomed-validate-ecl-refinement-wildcard-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-wildcard-expr-out',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-code-in',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-code-out',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-expr-out',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-grouped-code-in',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-grouped-code-out',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-grouped-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-grouped-expr-out',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-rolegroup-code-in',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-rolegroup-code-out',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-rolegroup-expr-in',
    'sct-ecl snomed-validate-ecl-refinement-cardinality-rolegroup-expr-out',
    'sct-ecl snomed-expand-ecl-refinement-simple',
    'sct-ecl snomed-expand-ecl-refinement-morphology',
    'sct-ecl snomed-expand-ecl-refinement-wildcard',
    'sct-ecl snomed-expand-ecl-refinement-group',
    'sct-ecl snomed-expand-ecl-refinement-cardinality',
    'sct-ecl snomed-expand-ecl-refinement-cardinality-grouped',
    'sct-ecl snomed-expand-ecl-refinement-cardinality-rolegroup',
    'sct-ecl snomed-expand-ecl-dotted',
  ],
  'the index holds no fully specified names of retired concepts': ['snomed snomed-expand-inactive'],
  'the case expects attributes and module of the concept, which the index does not hold': [
    'snomed lookup',
    'snomed lookup-pc',
  ],
  'the case has more remarks than the answer: the code is refused all the same': [
    'snomed validate-code-pc-bad1',
    'snomed validate-code-pc-bad2',
  ],
  'the case expects the version of another edition': ['snomed validate-code-pc-none'],
  'expressions that a value set lists one by one are not supported': [
    'snomed validate-code-pc-list',
    'snomed expand-pc-list',
  ],
  'the index holds no reference sets of SNOMED CT': [
    'snomed validate-code-implied-2',
    'snomed validate-code-implied-2b',
    'sct-ecl snomed-validate-ecl-memberOf-refset-code-in',
    'sct-ecl snomed-validate-ecl-memberOf-refset-code-out',
    'sct-ecl snomed-validate-ecl-memberOf-refset-expr-out',
    'sct-ecl snomed-expand-ecl-memberOf-refset',
    'sct-ecl snomed-expand-ecl-memberOf-nonRefset',
  ],
  'three concepts of the subset are not below its root: the case leaves them out of the wildcard': [
    'sct-ecl snomed-expand-ecl-wildcard',
    'sct-ecl snomed-expand-ecl-wildcard-minus',
  ],
  '$batch-validate-code is not supported': ['batch batch-validate', 'batch batch-validate-bad'],
}

/** Reason of each case that is not answered as expected, by its suite and name. */
export const DECLINED: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_REASON).flatMap(([reason, cases]) =>
    cases.map((name) => [name, reason] as const),
  ),
)
