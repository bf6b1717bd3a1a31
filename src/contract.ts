/**
 * The wire's shapes, one zod schema each; types follow from them. Field names are the contract's everywhere, so nothing
 * is translated.
 */
import * as z from 'zod'
import { MedlinkError } from './errors.ts'

/** The ontologies of the contract, in the order in which the registry lists them. */
export const ONTOLOGY_NAMES = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const
export type OntologyName = (typeof ONTOLOGY_NAMES)[number]

/** Those among them that this version of Medlink links. */
export const LINKED_ONTOLOGIES = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const
export type LinkedOntology = (typeof LINKED_ONTOLOGIES)[number]

// Requests

/** The longest query that is answered, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 10_000

/** The longest hint that is read, in UTF-16 units: what stands next to a test or a patient's name, not a report. */
export const MAX_HINT_LENGTH = 1000

const hint = z.union([z.string(), z.number()]).optional()

/** The hints that an ontology reads, by its name: text or numbers, as they are printed. */
export const hintSchemas = {
  snomed: z.object({
    /** Of the patient in years, for the rules of the map to ICD-10-CM. */
    age: hint,
    /** Of the patient: "female", "M", … */
    sex: hint,
    gender: hint,
  }),
  loinc: z.object({
    unit: hint,
    value: hint,
    range: hint,
    specimen: hint,
    specimen_text: hint,
    panel_name: hint,
    extended_test_name: hint,
  }),
  medication: z.object({
    /** "Tablet", "Inj.". */
    form: hint,
    /** Of the ingredients, whatever the brand: "amoxicillin; clavulanic acid". */
    generic_name: hint,
    /** What a dose is counted in: "mg", "tablet". */
    dose_unit: hint,
    dose_custom: hint,
  }),
  'icd-10-cm': z.object({}),
} as const satisfies Record<LinkedOntology, z.ZodObject>

/** The hints of any ontology. */
const HINT_KEYS = Object.values(hintSchemas).flatMap(({ shape }) => Object.keys(shape))

type HintKey<O extends LinkedOntology> = O extends LinkedOntology
  ? keyof (typeof hintSchemas)[O]['shape']
  : never

/** What the `metadata` of a request to one of these ontologies may hold. */
export type Hints<O extends LinkedOntology> = [HintKey<O>] extends [never]
  ? Record<string, never>
  : { readonly [Key in HintKey<O>]?: string | number | undefined }

const TEXT = 'must be text that is not empty'
const COUNT = 'must be a whole number from 1 to 10'

/** What an encounter may be, as ICD-10-CM's seventh characters tell them apart. */
export const ENCOUNTERS = ['initial', 'subsequent', 'sequela'] as const

/** What a request lets Medlink take for granted. */
export const ASSUMPTIONS = ['nothing', 'usual'] as const
export type Assumption = (typeof ASSUMPTIONS)[number]

/**
 * How sure a yes has to be: `high` gives it where it is nearly always right, `balanced` more often, and patients' own words
 * count. Each model states what either has shown (data/models).
 */
export const STRICTNESSES = ['high', 'balanced'] as const
export type Strictness = (typeof STRICTNESSES)[number]

/** A request to link one mention. Unknown fields are ignored; unknown hints are too, and named in the answer. */
export const linkRequestSchema = z.object({
  /** Free text of one mention: 1 to 10,000 characters, not only white space. */
  query: z
    .string(TEXT)
    .max(MAX_QUERY_LENGTH, `must not be longer than ${MAX_QUERY_LENGTH} characters`)
    .refine((query) => query.trim() !== '', TEXT),
  ontology: z.enum(LINKED_ONTOLOGIES, `must be one of ${LINKED_ONTOLOGIES.join(', ')}`),
  /** A version the registry lists; the newest installed one when left out. */
  version: z.string(TEXT).min(1, TEXT).optional(),
  /** How many candidates to return, 1 to 10. */
  top_k: z.int(COUNT).min(1, COUNT).max(10, COUNT).default(5),
  /** Hints, by the ontology's own keys, see {@link hintSchemas}; text of up to 1,000 characters, or numbers. */
  metadata: z
    .record(z.string(), z.unknown(), 'must be an object of hints')
    .superRefine(refuseLongHints)
    .optional(),
  request_id: z.string(TEXT).min(1, TEXT).optional(),
  /** `concept`: one result a code. `term`: every matching name its own result. */
  collapse: z.enum(['concept', 'term'], 'must be concept or term').default('concept'),
  /**
   * Of ICD-10-CM, give a code that can be billed: in the place of a header its code for what is not specified (J45 →
   * J45.909), and nothing is linked where none says the same (`not_billable`). Means nothing to the other ontologies.
   */
  billable: z.boolean('must be true or false').default(false),
  /**
   * Of ICD-10-CM, give the code for this encounter where the code found lacks only that (S93.401 → S93.401A); of a
   * fracture the closed one, and routine healing. An encounter that the mention itself says counts instead, and a code
   * that has one stays. Means nothing to the other ontologies.
   */
  encounter: z.enum(ENCOUNTERS, `must be ${ENCOUNTERS.join(', ')}`).optional(),
  /**
   * LOINC: whether a test without its unit or specimen may be linked. `nothing`: never. `usual`: to the code that nearly
   * all laboratories mean, and `metadata.assumed` says what was taken for granted.
   */
  assume: z.enum(ASSUMPTIONS, 'must be nothing or usual').default('nothing'),
  /** How sure a yes has to be. */
  strictness: z.enum(STRICTNESSES, 'must be high or balanced').default('high'),
})

function refuseLongHints(
  metadata: Readonly<Record<string, unknown>>,
  { addIssue }: z.RefinementCtx,
): void {
  for (const key of HINT_KEYS) {
    const hint = metadata[key]
    if (typeof hint !== 'string' || hint.length <= MAX_HINT_LENGTH) continue
    const message = `must not be longer than ${MAX_HINT_LENGTH} characters`
    addIssue({ code: 'custom', path: [key], message })
  }
}

type Written = z.input<typeof linkRequestSchema>

/** A request to link one mention against one of these ontologies, with the hints that they read. */
export interface LinkRequest<O extends LinkedOntology = LinkedOntology>
  extends Omit<Written, 'ontology' | 'metadata'> {
  ontology: O
  metadata?: Hints<O> | undefined
}

/** A request with defaults filled in. */
export type ParsedLinkRequest = z.output<typeof linkRequestSchema>

/** What a request demands of the codes in its answer, beside that they are right. */
export type Demands = Pick<ParsedLinkRequest, 'billable' | 'encounter'>

/** Checks a request and fills in defaults. @throws MedlinkError `invalid_request` or `unknown_ontology`; repeats nothing of it */
export function parseLinkRequest(request: unknown): ParsedLinkRequest {
  const parsed = linkRequestSchema.safeParse(request)
  if (parsed.success) return parsed.data
  const isOtherOntology = parsed.error.issues.some(({ path }) => path[0] === 'ontology')
  const { ontology } = (request ?? {}) as { ontology?: unknown }
  if (isOtherOntology && typeof ontology === 'string') throw unknownOntology()
  throw new MedlinkError('invalid_request', describeIssues(parsed.error, 'a request'))
}

/** `unknown_ontology`, with those that there are. What was asked for may be a patient's text, and is not repeated. */
export function unknownOntology(): MedlinkError {
  return new MedlinkError(
    'unknown_ontology',
    `this version of Medlink has no such ontology: it has ${LINKED_ONTOLOGIES.join(', ')}`,
  )
}

/**
 * What a schema of this file has against a value, in its own words: "top_k must be a whole number from 1 to 10".
 *
 * @param whole what the value is called where it is no object at all
 */
export function describeIssues({ issues }: z.ZodError, whole: string): string {
  return issues
    .map(({ path, message }) =>
      path.length === 0 ? `${whole} must be an object` : `${path.join('.')} ${message}`,
    )
    .join('; ')
}

/** What is typed to be completed, in UTF-16 units: some words, not a note. */
const MAX_PREFIX_LENGTH = 1000
const LIMIT = 'must be a whole number from 1 to 50'
const TAGS = 'must be a list of semantic tags'

/** A request for what the letters typed so far may become. Unknown fields are ignored. */
export const suggestRequestSchema = linkRequestSchema
  .pick({ ontology: true, version: true })
  .extend({
    /** What was typed, up to 1,000 characters; nothing finds nothing. */
    prefix: z
      .string('must be text')
      .max(MAX_PREFIX_LENGTH, `must not be longer than ${MAX_PREFIX_LENGTH} characters`),
    /** Rows at most, 1 to 50. */
    limit: z.int(LIMIT).min(1, LIMIT).max(50, LIMIT).default(10),
    /** Of SNOMED CT, only concepts with one of these semantic tags: `['disorder', 'finding']`. */
    semantic_tags: z.array(z.string(TAGS), TAGS).min(1, TAGS).optional(),
    /** Of ICD-10-CM, only codes that can be billed. */
    billable: z.boolean('must be true or false').optional(),
    /** Of LOINC, only tests of this class: "CHEM". */
    class: z.string(TEXT).min(1, TEXT).optional(),
    /** Of LOINC, only tests of this specimen, as laboratories or LOINC write it: "urine", "Ser/Plas". */
    specimen: z.string(TEXT).min(1, TEXT).optional(),
  })

/** The filters of a {@link SuggestRequest}. Each belongs to one ontology, and is refused by the others. */
export const SUGGEST_FILTERS = ['semantic_tags', 'billable', 'class', 'specimen'] as const

/** A request for suggestions. */
export type SuggestRequest = z.input<typeof suggestRequestSchema>

/** Such a request with defaults filled in. */
export type ParsedSuggestRequest = z.output<typeof suggestRequestSchema>

/** A code that may be meant by what is typed. */
export const suggestionSchema = z.strictObject({
  code: z.string(),
  /** The official title. */
  name: z.string(),
  /** The name that was found, where it is not the title. */
  matched: z.string().optional(),
  /** Of ICD-10-CM: whether the code can be billed. */
  is_billable: z.boolean().optional(),
  /** Of SNOMED CT: the semantic tag; null where the release has none. */
  tag: z.string().nullable().optional(),
})

/** A row of type-ahead. */
export type Suggestion = z.infer<typeof suggestionSchema>

/** Checks a request and fills in defaults. @throws MedlinkError `invalid_request` or `unknown_ontology`; repeats nothing of it */
export function parseSuggestRequest(request: unknown): ParsedSuggestRequest {
  const parsed = suggestRequestSchema.safeParse(request)
  if (parsed.success) return parsed.data
  const { ontology } = (request ?? {}) as { ontology?: unknown }
  if (typeof ontology === 'string' && !isLinkedOntology(ontology)) throw unknownOntology()
  throw new MedlinkError('invalid_request', describeIssues(parsed.error, 'a request'))
}

/** The hints that an ontology reads, as text, and the keys that mean nothing to it or hold neither text nor a number. */
export function readHints(
  ontology: LinkedOntology,
  metadata: Readonly<Record<string, unknown>> = {},
): { readonly hints: Record<string, string>; readonly ignored: string[] } {
  const { shape } = hintSchemas[ontology]
  const hints: Record<string, string> = {}
  const ignored: string[] = []
  for (const [key, value] of Object.entries(metadata)) {
    if (value === null || value === undefined) continue
    const isText =
      typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    if (isText && Object.hasOwn(shape, key)) hints[key] = String(value)
    else ignored.push(key)
  }
  return { hints, ignored }
}

// Results

/** What keeps a candidate from being linked, however likely it is, by the requirements of its ontology. */
export const REJECTIONS = {
  snomed: [
    'context_differs',
    'too_vague',
    'several_meanings',
    'several_conditions',
    'name_incomplete',
    'name_adds',
  ],
  loinc: [
    'unit_missing',
    'unit_conflict',
    'specimen_missing',
    'specimen_conflict',
    'name_incomplete',
    'name_adds',
    'not_a_result',
  ],
  medication: [
    'context_differs',
    'name_incomplete',
    'name_adds',
    'generic_mismatch',
    'salt_mismatch',
    'volume_mismatch',
    'volume_needed',
    'form_mismatch',
    'form_needed',
    'qualifier_mismatch',
    'misspelt',
  ],
  'icd-10-cm': [
    'context_differs',
    'too_vague',
    'several_meanings',
    'several_conditions',
    'name_incomplete',
    'name_adds',
    'not_billable',
  ],
} as const satisfies Record<LinkedOntology, readonly string[]>
export type Rejection<O extends LinkedOntology = LinkedOntology> = (typeof REJECTIONS)[O][number]

/**
 * What the first result of an answer rests on, the strongest first: the text is a `code`; it is a `site_name`, what the
 * site itself calls the code; it is an `official_name` or a `curated_name`, word for word; it has the `same_words` in another order or form; words were read as a `synonym` or an
 * `abbreviation` says, corrected in their `spelling`, or taken as patients mean them (`lay`); words were left out that
 * say nothing of which condition it is (`spared_words`); or something is left over on either side (`partial`).
 */
export const LINK_BASES = [
  'code',
  'site_name',
  'official_name',
  'curated_name',
  'same_words',
  'synonym',
  'abbreviation',
  'spelling',
  'lay',
  'spared_words',
  'partial',
] as const
export type LinkBasis = (typeof LINK_BASES)[number]

const COMMON_REASONS = [
  'linked',
  'not_first',
  'below_threshold',
  'ambiguous',
  'truncated',
  'retired',
] as const

/**
 * Why a result is linked or not: `linked`; `not_first`, another candidate is likelier; `below_threshold`, not likely
 * enough; `ambiguous`, another code fits as well; `truncated`, another one might, had the text not asked for too much work;
 * `retired`, the code is out of use and nothing replaces it; and what
 * the ontology requires: the unit or specimen `…_missing` or in `…_conflict` with the code, `name_incomplete`, words of
 * the mention that the code has no place for, `name_adds`, words of the name that the mention does not say,
 * `too_vague`, too little to be coded, `several_meanings`, an abbreviation of more than one thing, `several_conditions`, a
 * list to be asked for part by part, `not_a_result`, a panel or a document, `not_billable`, a header where a code was asked
 * for that can be billed and none says the same, `context_differs`, the mention denies, suspects or remembers the condition,
 * tells it of a relative or
 * only plans or fears it, and the code does not. Of drugs: `volume_needed` or `form_needed`, several products are
 * called so, `volume_mismatch`, `form_mismatch`, `qualifier_mismatch` ("SR") or `salt_mismatch`, none of them is as the
 * text says, `generic_mismatch`, the text or its hints name other ingredients, `misspelt`, the name was corrected and
 * nothing else bears it out.
 */
export type LinkReason<O extends LinkedOntology = LinkedOntology> =
  | (typeof COMMON_REASONS)[number]
  | Rejection<O>

/** What a drug's concept says: by RxNorm's term types IN, PIN, MIN, SCDF, SCDC, SCD, GPCK, BN, SBDF, SBDC, SBD and BPCK. */
export const PRODUCT_TYPES = [
  'ingredient',
  'precise_ingredient',
  'combination',
  'ingredient_form',
  'ingredient_strength',
  'clinical_drug',
  'pack',
  'brand',
  'brand_form',
  'brand_strength',
  'branded_drug',
  'branded_pack',
] as const

const text = z.string().nullable()
const flag = z.boolean().nullable()

/** What a list of conditions holds, to be asked for one by one. */
const conditions = z.array(z.string()).optional()

/** A row's metadata, of these keys and those that every ontology has. */
function metadataWith<const O extends LinkedOntology, Shape extends z.ZodRawShape>(
  ontology: O,
  shape: Shape,
) {
  const reasons: readonly LinkReason<O>[] = [...COMMON_REASONS, ...REJECTIONS[ontology]]
  return z.strictObject({
    ...shape,
    /** The code's official name. */
    preferred_name: z.string(),
    link_reason: z.enum(reasons),
    /** What the first result rests on; left out of the others. */
    link_basis: z.enum(LINK_BASES).optional(),
    /** The question whose answer would settle the first row: "which specimen?". */
    needed: z.string().optional(),
    /**
     * Whether the text asked for more work than a link does, which is counted and not timed: words were not read, or
     * names not looked at, and nothing is linked. Left out where nothing was.
     */
    truncated: z.literal(true).optional(),
  })
}

const snomedMetadata = metadataWith('snomed', {
  conditions,
  semantic_tag: text,
  is_core: flag,
  source: text,
  /** ISO 639-1 and ISO 15924, of the name that matched. */
  language: z.string(),
  script: z.string(),
  /** The map's codes for this patient, and what would have to be known of the patient for the others. */
  icd10cm: text.optional(),
  icd10cm_needed: z.string().optional(),
  /** What the mention says of the finding and the code does not. */
  qualifiers: z
    .partialRecord(z.enum(['laterality', 'course', 'severity', 'context']), z.string())
    .optional(),
})

const loincMetadata = metadataWith('loinc', {
  component: text,
  property: text,
  time_aspect: text,
  system: text,
  scale: text,
  method: text,
  class: text,
  /** ACTIVE, TRIAL, DISCOURAGED or DEPRECATED. */
  loinc_status: text,
  /** Order, Observation, Both or Subset; '' where the release does not say. */
  order_observation: text,
  /** A third party's notice, to be shown with the term: LOINC's licence asks for it. */
  copyright_notice: z.string().optional(),
  /** The unit as UCUM. */
  unit_normalised: text.optional(),
  /** What was taken for granted under `assume: 'usual'`, in LOINC's words; left out where it was nothing. */
  assumed: z
    .strictObject({
      system: z.string().optional(),
      property: z.string().optional(),
      method: z.string().optional(),
    })
    .optional(),
  /** Null where nothing is known or given. */
  matching_breakdown: z
    .strictObject({
      component_match: z.number(),
      unit_match: flag,
      specimen_match: flag,
      value_type_match: flag,
      ref_time_match: flag,
      value_normalised: text,
    })
    .optional(),
})

const medicationMetadata = metadataWith('medication', {
  form_info: z
    .strictObject({
      /** Of data/medication/forms.tsv. */
      form: z.string(),
      /** er, dr, odt, dispersible, chewable, effervescent or sublingual; null for a form that says nothing of it. */
      release: text,
      route: text,
    })
    .nullable(),
  /** The strengths: "500 mg + 125 mg". */
  volume: text,
  /** The ingredients without their salts: "amoxicillin + clavulanate". */
  generic_name: text,
  /** The code of the generic drug; of the ingredient where there is none. */
  generic_id: text,
  generic_composition: text,
  product_type: z.enum(PRODUCT_TYPES),
  brand_name: text,
  manufacturer_name: text,
  /** Which of the releases in the index the code is of. */
  source: z.string(),
  /** What the text would have to say. */
  linking_requirements: z
    .strictObject({ form_needed: z.boolean(), volume_needed: z.boolean() })
    .optional(),
  /** Scores in [0, 1] as decimals; null where the text says nothing of it. */
  matching_breakdown: z
    .strictObject({
      drug_detection_score: z.string(),
      volume_detection_score: z.string(),
      form_detection_score: z.string(),
      brand_match: flag,
      volume_exact_match: flag,
      form_exact_match: flag,
      form_qualifier_exact_match: flag,
      salt_qualifier_exact_match: flag,
      /** What was read in place of a misspelt name. */
      corrected: z.string().optional(),
      uncoded_reason: text,
    })
    .optional(),
  /** What the text says of the drug beyond that it is given: denied, doubted, stopped, past, allergy, family, planned. */
  context: z.string().optional(),
})

/** How a prescription and its hints were taken apart. */
const medicationBreakdown = z.strictObject({
  brand_name: text,
  generic_name: text,
  form: text,
  /** The numbers of the strength as written, without their unit: "650", "75/20". */
  volume: text,
  /** "500 mg", one for each ingredient where the product is known. */
  strengths: z.array(z.string()),
  release: text,
  route: text,
  dose: text,
  frequency: text,
  duration: text,
  context: text,
})

const icd10cmMetadata = metadataWith('icd-10-cm', {
  conditions,
  is_billable: flag,
  /** The header that was found, where the request has a code in its place: J45 of J45.909. */
  billable_of: z.string().optional(),
  chapter: text,
  block: text,
  category: text,
})

/** How a lab test and its hints were taken apart. */
const loincBreakdown = z.strictObject({
  test_name: z.string(),
  value: text,
  unit_orig: text,
  /** UCUM. */
  unit: text,
  property: text,
  specimen: text,
  range: text,
  panel_name: text,
  /** Keys of hints. */
  not_understood: z.array(z.string()),
  conflicts: z.array(z.string()),
})

// Clinical text

/** The version of ICD-10-CM by which free text is linked: its conditions one by one, on the newest release installed. */
export const COMPREHEND = 'comprehend'

/** The ontologies that free text can be linked to. */
export const COMPREHENDED_ONTOLOGIES = ['snomed', 'icd-10-cm'] as const
export type ComprehendedOntology = (typeof COMPREHENDED_ONTOLOGIES)[number]

/**
 * What a text says of an entity, in the words of Amazon Comprehend Medical's InferICD10CM: a `DIAGNOSIS`, a `SIGN` that was
 * seen, a `SYMPTOM` that was told; and where it is no present condition of the patient's own: absent (`NEGATION`), a relative's
 * (`PERTAINS_TO_FAMILY`), planned, feared or looked for (`HYPOTHETICAL`), or doubted (`LOW_CONFIDENCE`). `PAST_HISTORY` is
 * the one that InferICD10CM has not.
 */
export const TRAITS = [
  'DIAGNOSIS',
  'SIGN',
  'SYMPTOM',
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'PAST_HISTORY',
] as const
export type TraitName = (typeof TRAITS)[number]

/**
 * What is said of an entity: how fast or long it runs (`ACUITY`), its side or position (`DIRECTION`), where it is
 * (`SYSTEM_ORGAN_SITE`), its stage, grade or type (`QUALITY`), how many or large (`QUANTITY`); a time that it lasts or
 * began (`TIME_TO_DX_NAME`), and any other time told with it (`TIME_EXPRESSION`).
 */
export const ATTRIBUTE_TYPES = [
  'ACUITY',
  'DIRECTION',
  'SYSTEM_ORGAN_SITE',
  'QUALITY',
  'QUANTITY',
  'TIME_TO_DX_NAME',
  'TIME_EXPRESSION',
] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]

/** How an attribute belongs to its entity; `OVERLAP` is a time or whatever else is said of it. */
export const RELATIONSHIP_TYPES = ['SYSTEM_ORGAN_SITE', 'QUALITY', 'OVERLAP'] as const

const share = z.number().min(0).max(1)
/** A place in the caller's text: UTF-16 indexes, `end_offset` exclusive. */
const place = { begin_offset: z.int().min(0), end_offset: z.int().min(0) }

const trait = z.strictObject({ name: z.enum(TRAITS), score: share })
const attribute = z.strictObject({
  type: z.enum(ATTRIBUTE_TYPES),
  text: z.string(),
  score: share,
  ...place,
  relationship_type: z.enum(RELATIONSHIP_TYPES),
  /** How sure it is that this is said of the entity. */
  relationship_score: share,
})

/** A trait of an entity with how sure it is, in [0, 1]. */
export type Trait = z.infer<typeof trait>
/** An attribute of an entity with its place in the text. */
export type Attribute = z.infer<typeof attribute>

/** Two entities of one text whose codes ICD-10-CM says cannot be coded together. */
const comprehendNote = z.strictObject({
  type: z.literal('EXCLUDES1'),
  /** Places in `entities`, ascending. */
  entities: z.tuple([z.int(), z.int()]),
  codes: z.tuple([z.string(), z.string()]),
})

/** A condition of a text, its candidates being rows of an ontology. */
function entityWith<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    /** As it is written. */
    text: z.string(),
    ...place,
    /** How sure it is that the text names a condition here. */
    score: share,
    traits: z.array(trait),
    attributes: z.array(attribute),
    /** Best first; linked only as a present condition of the patient's own, or to a code for a history of it. */
    results: z.array(row),
  })
}

/** One candidate. */
function rowWith<Metadata extends z.ZodType>(metadata: Metadata) {
  return z.strictObject({
    term_id: z.string(),
    /** The name that matched. */
    term_name: z.string(),
    /** Probability in [0, 1] that the code is right; null where the ontology has none. */
    score: z.number().min(0).max(1).nullable(),
    is_linked: z.boolean(),
    metadata,
  })
}

const snomedEntity = entityWith(rowWith(snomedMetadata))
const icd10cmEntity = entityWith(rowWith(icd10cmMetadata))

/** What {@link COMPREHEND} found in a text: the main entity, and all of them in order of place. */
const comprehendBreakdown = z.strictObject({
  /** The main entity as it is written; null where the text names no condition. */
  entity: z.string().nullable(),
  entity_score: share.nullable(),
  traits: z.array(trait),
  attributes: z.array(attribute),
  entities: z.array(icd10cmEntity),
  notes: z.array(comprehendNote),
  /** Where the text asked for more work than is done for one: the end of it was not read. Left out where it was. */
  truncated: z.literal(true).optional(),
})

function resultWith<
  const O extends LinkedOntology,
  Metadata extends z.ZodType,
  Breakdown extends z.ZodType,
>(ontology: O, metadata: Metadata, breakdown: Breakdown) {
  return z.strictObject({
    request_id: z.string(),
    query: z.string(),
    query_breakdown: breakdown,
    ontology: z.literal(ontology),
    version: z.string(),
    index_name: z.string(),
    model_version: z.string(),
    /** Keys of the request's metadata that mean nothing to the ontology; left out when there are none. */
    ignored_hints: z.array(z.string()).optional(),
    /** Best first, at most one of them linked. */
    results: z.array(rowWith(metadata)),
  })
}

/** A link result of any ontology. */
export const linkResultSchema = z.discriminatedUnion('ontology', [
  resultWith('snomed', snomedMetadata, z.null()),
  resultWith('loinc', loincMetadata, loincBreakdown.nullable()),
  resultWith('medication', medicationMetadata, medicationBreakdown.nullable()),
  resultWith('icd-10-cm', icd10cmMetadata, comprehendBreakdown.nullable()),
])

/** The answer to a {@link LinkRequest} of the same ontology. */
export type LinkResult<O extends LinkedOntology = LinkedOntology> = Extract<
  z.infer<typeof linkResultSchema>,
  { ontology: O }
>

/** One candidate. */
export type LinkResultItem<O extends LinkedOntology = LinkedOntology> =
  LinkResult<O>['results'][number]

/** A request to find the conditions of a text and link each. Unknown fields are ignored. */
export const comprehendRequestSchema = linkRequestSchema
  .pick({
    version: true,
    top_k: true,
    request_id: true,
    encounter: true,
    strictness: true,
  })
  .extend({
    /**
     * Whether codes have to be such as can be billed. Where this is left out, a code that can be stands in the place of a
     * header that says no more, and the header itself where there is none; a text that is one mention is answered as a link.
     */
    billable: z.boolean('must be true or false').optional(),
    /** A note, or a line of one: 1 to 10,000 characters, not only white space. */
    text: linkRequestSchema.shape.query,
    ontology: z
      .enum(COMPREHENDED_ONTOLOGIES, `must be one of ${COMPREHENDED_ONTOLOGIES.join(', ')}`)
      .default('icd-10-cm'),
  })

/** A request to find the conditions of a text. */
export interface ComprehendRequest<O extends ComprehendedOntology = ComprehendedOntology>
  extends Omit<z.input<typeof comprehendRequestSchema>, 'ontology'> {
  ontology?: O | undefined
}

/** Such a request with defaults filled in. */
export type ParsedComprehendRequest = z.output<typeof comprehendRequestSchema>

function comprehensionWith<const O extends ComprehendedOntology, Entity extends z.ZodType>(
  ontology: O,
  entity: Entity,
) {
  return z.strictObject({
    request_id: z.string(),
    text: z.string(),
    ontology: z.literal(ontology),
    /** The release that answered. */
    version: z.string(),
    index_name: z.string(),
    model_version: z.string(),
    /** Where the main one of `entities` stands, null where there is none. */
    main: z.int().nullable(),
    /** In order of place. */
    entities: z.array(entity),
    notes: z.array(comprehendNote),
    /** Where the text asked for more work than is done for one: the end of it was not read. Left out where it was. */
    truncated: z.literal(true).optional(),
  })
}

/** The conditions of a text. */
export const comprehendResultSchema = z.discriminatedUnion('ontology', [
  comprehensionWith('snomed', snomedEntity),
  comprehensionWith('icd-10-cm', icd10cmEntity),
])

/** The answer to a {@link ComprehendRequest} of the same ontology. */
export type ComprehendResult<O extends ComprehendedOntology = ComprehendedOntology> = Extract<
  z.infer<typeof comprehendResultSchema>,
  { ontology: O }
>

/** A condition of a text. */
export type Entity<O extends ComprehendedOntology = ComprehendedOntology> =
  ComprehendResult<O>['entities'][number]

/** Checks a request and fills in defaults. @throws MedlinkError `invalid_request` or `unknown_ontology`; repeats nothing of it */
export function parseComprehendRequest(request: unknown): ParsedComprehendRequest {
  const parsed = comprehendRequestSchema.safeParse(request)
  if (parsed.success) return parsed.data
  const { ontology } = (request ?? {}) as { ontology?: unknown }
  const isUnknown = typeof ontology === 'string' && !isLinkedOntology(ontology)
  if (isUnknown) throw unknownOntology()
  throw new MedlinkError('invalid_request', describeIssues(parsed.error, 'a request'))
}

function isLinkedOntology(name: string): boolean {
  return LINKED_ONTOLOGIES.some((each) => each === name)
}

/** One feature's part of a score: `value` in [0, 1], `share` of the total weight, `value · share` summed is the score. */
export interface ScorePart {
  readonly feature: string
  readonly value: number
  readonly share: number
}

/**
 * What a word of a mention is in a name: the `same_word`, or an `inflection` of it; another one by what is said of
 * `synonym` or `abbreviation`, corrected in its `spelling`, or by what patients mean (`lay`); one that only shares its
 * stem, or stands for it loosely (`related`). A word that is none of the name's is `agreed` where the code says the same
 * in other words, `spared` where it says nothing of which condition it is, `silent` where it says nothing at all
 * ("unspecified"), `other_name` where such words are another name of the same thing ("(AEC)"), and else `left_over`.
 */
export const WORD_ACCOUNTS = [
  'same_word',
  'inflection',
  'synonym',
  'abbreviation',
  'spelling',
  'lay',
  'related',
  'agreed',
  'spared',
  'silent',
  'other_name',
  'left_over',
] as const

/** A word of a mention, or words that were read as others, and what accounts for it. */
export interface WordEvidence {
  readonly word: string
  readonly by: (typeof WORD_ACCOUNTS)[number]
  /** The word of the name that it is, or the words that it was read as. */
  readonly of?: string
}

/** Why one result stands where it stands. */
export interface Explanation {
  readonly term_id: string
  /** Sum of the parts, before calibration. */
  readonly ranking_score: number
  readonly parts: readonly ScorePart[]
  /** What was read in place of the words of the query, with the weight it was given. */
  readonly readings: readonly Substitution[]
  /**
   * Of the first result where links are proofs: what accounts for the words of the mention, function words aside; left
   * out where the text is a code.
   */
  readonly account?: readonly WordEvidence[]
  /** With `account`: words of the name that say something which the mention does not. */
  readonly added?: readonly string[]
  /** Of a name that the site gave the code: what the site says of it. */
  readonly note?: string
  /** With `account`: the name that is accounted for, where another one of the code proves more than the one that matched. */
  readonly account_of?: string
}

/** Something read in place of words: a synonym, an abbreviation's long form, a correction. */
export interface Substitution {
  readonly text: string
  readonly read_as: string
  /** In (0, 1). */
  readonly weight: number
  readonly because: string
}

/** A link result with its reasons; `explanations[i]` belongs to `results[i]`. */
export type ExplainedResult<O extends LinkedOntology = LinkedOntology> = LinkResult<O> & {
  readonly explanations: readonly Explanation[]
  /** Of prescriptions, what each stretch of the text was taken for: UTF-16 offsets `begin` (inclusive) and `end`. */
  readonly parse?: readonly {
    readonly kind: string
    readonly begin: number
    readonly end: number
    readonly value: string
  }[]
}
