import * as z from 'zod'
import {
  flag,
  hint,
  metadataWith,
  type OntologyContract,
  resultWith,
  rowWith,
  TEXT,
  text,
} from '../../contract/shapes.ts'
import { kindWith } from '../../contract/text-shapes.ts'

/** Facts of a test that a request lets Medlink take for granted. */
export const ASSUMPTIONS = ['nothing', 'usual'] as const

/**
 * The unit or specimen is `…_missing`, or in `…_conflict` with the code, as the kind of value may be; `name_incomplete`: the code has no place for words
 * of the text; `name_adds`: the name has words that the text does not say; `not_a_result`: a panel or a document.
 */
const rejections = [
  'unit_missing',
  'unit_conflict',
  'specimen_missing',
  'specimen_conflict',
  'value_conflict',
  'name_incomplete',
  'name_adds',
  'not_a_result',
] as const

const metadata = metadataWith(rejections, {
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
  /** Facts taken for granted under `assume: 'usual'`, in LOINC's words; absent if there are none. */
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

/** How a lab test and its hints were taken apart. */
const breakdown = z.strictObject({
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

/** Status of a test: with a result, ordered now, to be done later, not done, or another person's. */
export const TEST_STATUSES = ['resulted', 'ordered', 'planned', 'negated', 'family'] as const

/** Statements about a test. */
export const TEST_ATTRIBUTES = [
  'TEST_VALUE',
  'TEST_UNIT',
  'TEST_RANGE',
  'TEST_FLAG',
  'SPECIMEN',
  'TIME_EXPRESSION',
] as const

/** How a result is flagged. */
export const TEST_FLAGS = ['high', 'low', 'abnormal', 'normal'] as const

const test = kindWith(
  'test',
  TEST_STATUSES,
  TEST_ATTRIBUTES,
  {
    /** As the text says; null if it does not. */
    value: text,
    unit: text,
    range: text,
    /** Flag that the text itself gives: "H", "↑", "elevated". */
    flag: z.enum(TEST_FLAGS).nullable(),
    specimen: text,
    /** The time of this result. */
    time: text,
  },
  rowWith(metadata),
)

/** LOINC's part of the contract. */
export const contract = {
  name: 'loinc',
  hints: z.object({
    unit: hint,
    value: hint,
    range: hint,
    specimen: hint,
    specimen_text: hint,
    panel_name: hint,
    method: hint,
    extended_test_name: hint,
  }),
  options: {
    /**
     * LOINC: link a test without its unit or specimen? `nothing`: never. `usual`: to the code that nearly all laboratories
     * mean; `metadata.assumed` has the facts taken for granted.
     */
    assume: z.enum(ASSUMPTIONS, 'must be nothing or usual').default('nothing'),
  },
  textOptions: {},
  filters: {
    /** LOINC: only tests of this class: "CHEM". */
    class: z.string(TEXT).min(1, TEXT).optional(),
    /** LOINC: only tests of this specimen, as laboratories or LOINC write it: "urine", "Ser/Plas". */
    specimen: z.string(TEXT).min(1, TEXT).optional(),
  },
  suggestion: {},
  rejections,
  result: resultWith('loinc', metadata, breakdown.nullable()),
  kinds: { test },
} as const satisfies OntologyContract
