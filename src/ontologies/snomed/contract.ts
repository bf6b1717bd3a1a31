import * as z from 'zod'
import {
  conditions,
  flag,
  hint,
  meanings,
  metadataWith,
  type OntologyContract,
  resultWith,
  rowWith,
  text,
  unclear,
} from '../../contract/shapes.ts'
import {
  CONDITION_REJECTIONS,
  comprehensionWith,
  entityWith,
  kindWith,
  PROBLEM,
} from '../../contract/text-shapes.ts'

const TAGS = 'must be a list of semantic tags'

const metadata = metadataWith(CONDITION_REJECTIONS, {
  conditions,
  meanings,
  unclear,
  semantic_tag: text,
  is_core: flag,
  source: text,
  /** ISO 639-1 and ISO 15924, of the name that matched. */
  language: z.string(),
  script: z.string(),
  /** Codes of the map to ICD-10-CM for this patient, and the facts about the patient that others need. */
  icd10cm: text.optional(),
  icd10cm_needed: z.string().optional(),
  /** Statements of the text about the finding that the code lacks. */
  qualifiers: z
    .partialRecord(z.enum(['laterality', 'course', 'severity', 'context']), z.string())
    .optional(),
})

/**
 * Status of a procedure: carried out or under way (`done`), to be done (`planned`), declined by the patient (`refused`), of
 * the history (`past`), not done (`negated`), or another person's (`family`).
 */
export const PROCEDURE_STATUSES = [
  'done',
  'planned',
  'refused',
  'past',
  'negated',
  'family',
] as const

/** Statements about a procedure. */
export const PROCEDURE_ATTRIBUTES = ['DIRECTION', 'SYSTEM_ORGAN_SITE', 'TIME_EXPRESSION'] as const

type Hint = z.input<typeof hint>
type Sex = 'male' | 'female'

function isBlank(hint: Hint): boolean {
  return typeof hint === 'string' && hint.trim() === ''
}

/** The years of a hint; undefined if it is no age. */
export function ageOf(hint: Hint): number | undefined {
  const years = Number(String(hint ?? '').trim() || Number.NaN)
  return years >= 0 && years <= 150 ? years : undefined
}

/** The sex that a hint says; undefined if it says neither, for which no rule asks. */
export function sexOf(hint: Hint): Sex | undefined {
  const sex = String(hint ?? '')
    .trim()
    .toLowerCase()
  if (/^(?:f|female|woman|girl)$/.test(sex)) return 'female'
  return /^(?:m|male|man|boy)$/.test(sex) ? 'male' : undefined
}

const entity = entityWith(rowWith(metadata))

const procedure = kindWith(
  'procedure',
  PROCEDURE_STATUSES,
  PROCEDURE_ATTRIBUTES,
  {},
  rowWith(metadata),
)

/** SNOMED CT's part of the contract. */
export const contract = {
  name: 'snomed',
  hints: z.object({
    /** The patient's age in years, 0 to 150, for the rules of the map to ICD-10-CM. */
    age: hint.refine((age) => isBlank(age) || ageOf(age) !== undefined),
    /** The patient's sex: "female", "M", … */
    sex: hint.refine((sex) => isBlank(sex) || sexOf(sex) !== undefined),
    /** Another key of the sex. */
    gender: hint.refine((sex) => isBlank(sex) || sexOf(sex) !== undefined),
  }),
  options: {},
  textOptions: {},
  filters: {
    /** SNOMED CT: only concepts with one of these semantic tags: `['disorder', 'finding']`. */
    semantic_tags: z.array(z.string(TAGS), TAGS).min(1, TAGS).optional(),
  },
  suggestion: {
    /** SNOMED CT: the semantic tag; null if the release has none. */
    tag: z.string().nullable().optional(),
  },
  rejections: CONDITION_REJECTIONS,
  result: resultWith('snomed', metadata, z.null()),
  comprehension: comprehensionWith('snomed', entity),
  problem: entity.extend(PROBLEM),
  kinds: { procedure },
} as const satisfies OntologyContract
