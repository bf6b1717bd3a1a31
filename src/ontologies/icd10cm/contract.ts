import * as z from 'zod'
import {
  conditions,
  flag,
  meanings,
  metadataWith,
  type OntologyContract,
  resultWith,
  rowWith,
  text,
  unclear,
} from '../../contract/shapes.ts'
import {
  breakdownWith,
  CONDITION_REJECTIONS,
  comprehensionWith,
  entityWith,
  PROBLEM,
} from '../../contract/text-shapes.ts'

/** Kinds of encounters, as ICD-10-CM's seventh characters tell them apart. */
export const ENCOUNTERS = ['initial', 'subsequent', 'sequela'] as const

const YES_OR_NO = 'must be true or false'

/** Besides those of conditions: `not_billable`, the request asks for a code that can be billed and no such code says the same as the header. */
const rejections = [...CONDITION_REJECTIONS, 'not_billable'] as const

const metadata = metadataWith(rejections, {
  conditions,
  meanings,
  unclear,
  is_billable: flag,
  /** The header that was found, if the request asks for a code instead of it: J45 for J45.909. */
  billable_of: z.string().optional(),
  chapter: text,
  block: text,
  category: text,
})

const entity = entityWith(rowWith(metadata))

/**
 * ICD-10-CM: give the code for this encounter if the code found lacks only that (S93.401 → S93.401A); for a fracture the
 * closed one, with routine healing. An encounter in the text counts instead, and a code that has one stays.
 */
const encounter = z.enum(ENCOUNTERS, `must be ${ENCOUNTERS.join(', ')}`).optional()

/** ICD-10-CM's part of the contract. */
export const contract = {
  name: 'icd-10-cm',
  hints: z.object({}),
  options: {
    /**
     * ICD-10-CM: give a code that can be billed: instead of a header its code for unspecified cases (J45 → J45.909). Nothing
     * is linked if no code says the same (`not_billable`).
     */
    billable: z.boolean(YES_OR_NO).default(false),
    encounter,
  },
  textOptions: {
    encounter,
    /**
     * ICD-10-CM: accept only codes that can be billed? Default: a code that can be billed instead of a header that says no
     * more, and the header if there is none; a text that is one mention is answered like a link.
     */
    billable: z.boolean(YES_OR_NO).optional(),
  },
  filters: {
    /** ICD-10-CM: only codes that can be billed. */
    billable: z.boolean(YES_OR_NO).optional(),
  },
  suggestion: {
    /** ICD-10-CM: true if the code can be billed. */
    is_billable: z.boolean().optional(),
  },
  rejections,
  result: resultWith('icd-10-cm', metadata, breakdownWith(entity).nullable()),
  comprehension: comprehensionWith('icd-10-cm', entity),
  problem: entity.extend(PROBLEM),
  isTextDefault: true,
} as const satisfies OntologyContract
