import * as z from 'zod'
import {
  flag,
  hint,
  metadataWith,
  type OntologyContract,
  resultWith,
  rowWith,
  text,
} from '../../contract/shapes.ts'
import { kindWith, stretch } from '../../contract/text-shapes.ts'

/** Kinds of drug concepts, in the order of RxNorm's term types IN, PIN, MIN, SCDF, SCDC, SCD, GPCK, BN, SBDF, SBDC, SBD and BPCK. */
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

/** Detail of a linked drug: `product` has all that the text says, `ingredient` the ingredients alone. */
export const GRANULARITIES = ['product', 'ingredient'] as const

/**
 * `context_differs`: the text says that the drug is not given now; `name_incomplete`: the code has no place for words of the
 * text; `name_adds`: there is such a product under a brand alone, which the text does not name; `generic_mismatch`: the text or its hints name other
 * ingredients; `salt_mismatch`, `volume_mismatch`, `form_mismatch` and `qualifier_mismatch` ("SR"): no product is as the
 * text says; `no_such_product`: each of these exists, and no installed product has all, or the drug has no product here;
 * `volume_needed` and `form_needed`: several products have this name; `qualifier_needed`: several products differ in words
 * that the text lacks (release, salt, volume, syringe or pen); `several_drugs`: the line names several drugs, to be asked
 * for one by one; `misspelt`: the name was corrected, and a drug is never linked by a name that is not written.
 */
const rejections = [
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
  'qualifier_needed',
  'no_such_product',
  'several_drugs',
  'misspelt',
] as const

const metadata = metadataWith(rejections, {
  form_info: z
    .strictObject({
      /** A form of data/medication/forms.tsv. */
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
  /** The texts of the drugs of a line that names several, to be asked for one by one. */
  parts: z.array(z.string()).optional(),
  /**
   * Facts of the first row that are sure although no product is linked, and with `granularity: 'ingredient'` the facts that
   * are linked: each ingredient with its code (null if no release has it), the strengths and the form that the text says.
   */
  certain: z
    .strictObject({
      ingredients: z.array(z.strictObject({ name: z.string(), id: text })),
      strengths: z.array(z.string()),
      form: text,
    })
    .optional(),
  /** Words that the text lacks. */
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
      /** Name that was read instead of a misspelt one. */
      corrected: z.string().optional(),
      uncoded_reason: text,
    })
    .optional(),
  /** Context of the drug if it is not given now: denied, doubted, stopped, past, allergy, family, planned. */
  context: z.string().optional(),
})

/** How a prescription and its hints were taken apart. */
const breakdown = z.strictObject({
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

/**
 * Status of a medication: taken (`current`), begun by this note (`new`), ended (`stopped`), paused (`held`), to be taken under
 * a condition or later (`planned`), not taken (`negated`), taken before (`past`), not tolerated (`allergy`), or another
 * person's (`family`).
 */
export const MEDICATION_STATUSES = [
  'current',
  'new',
  'stopped',
  'held',
  'planned',
  'negated',
  'past',
  'allergy',
  'family',
] as const

/** Statements about a medication, in the words of Amazon Comprehend Medical. */
export const MEDICATION_ATTRIBUTES = [
  'STRENGTH',
  'FORM',
  'ROUTE_OR_MODE',
  'DOSAGE',
  'FREQUENCY',
  'DURATION',
] as const

/** Status of an allergy: the patient's own, denied, doubted, or another person's. */
export const ALLERGY_STATUSES = ['present', 'negated', 'doubtful', 'family'] as const

/** The ingredients; `id` is null if no release has a code for one. Empty if the drug is not known for certain. */
const ingredients = z.array(z.strictObject({ name: z.string(), id: text }))

const medication = kindWith(
  'medication',
  MEDICATION_STATUSES,
  MEDICATION_ATTRIBUTES,
  {
    ingredients,
    /** As the text says; null if it does not. */
    strength: text,
    form: text,
    route: text,
    dose: text,
    frequency: text,
    duration: text,
  },
  rowWith(metadata),
)

const allergy = kindWith(
  'allergy',
  ALLERGY_STATUSES,
  ['REACTION'],
  {
    /** The substance; null for a statement about all of them: "NKDA". */
    substance: text,
    /** The ingredients, if the substance is a drug that is known for certain. */
    ingredients,
    /** Reactions to it, in order of place. */
    reactions: z.array(stretch),
  },
  rowWith(metadata),
)

/** Medication's part of the contract. */
export const contract = {
  name: 'medication',
  hints: z.object({
    /** "Tablet", "Inj.". */
    form: hint,
    /** The ingredients, whatever the brand: "amoxicillin; clavulanic acid". */
    generic_name: hint,
    /** The unit of a dose: "mg", "tablet". */
    dose_unit: hint,
    dose_custom: hint,
  }),
  options: {
    /**
     * Medication: detail of a linked code. `ingredient` gives the ingredient instead of the product, for checks of allergies
     * and interactions; for a combination its concept, or a linked row for each ingredient if no release has one.
     */
    granularity: z.enum(GRANULARITIES, 'must be product or ingredient').default('product'),
  },
  textOptions: {},
  filters: {},
  suggestion: {},
  rejections,
  result: resultWith('medication', metadata, breakdown.nullable()),
  kinds: { medication, allergy },
} as const satisfies OntologyContract
