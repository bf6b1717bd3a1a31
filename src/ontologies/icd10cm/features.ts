import type { Feature } from '../ontology.ts'
import {
  BILLABLE,
  ENCOUNTER,
  ENCOUNTER_MASK,
  OTHER,
  SIDE,
  SIDE_MASK,
  TRIMESTER,
  TRIMESTER_MASK,
  UNSPECIFIED,
  WITHOUT,
} from './traits.ts'

/** What a mention says beside the name of the condition: trait bits, see traits.ts. */
export interface Icd10cmQuery {
  readonly traits: number
}

/**
 * How well a name's value of one qualifier answers the mention's. A side, an encounter or a trimester that nobody
 * mentioned is never guessed: the name that leaves it open comes first.
 */
function qualifier(asked: number, said: number, open: number): number {
  if (asked === 0) return said === 0 ? 1 : said === open ? 0.9 : 0
  if ((said & asked) !== 0) return 1
  return said === 0 || said === open ? 0.5 : 0
}

const always = () => true

/** Evidence of ICD-10-CM's own kind. Sources: the guidelines' conventions, section I.A and I.B.13; chapter 19 and 15. */
export const icd10cmFeatures: readonly Feature<Icd10cmQuery>[] = [
  {
    name: 'side',
    applies: always,
    measure: ({ traits }, { nameTraits }) =>
      qualifier(traits & SIDE_MASK, nameTraits & SIDE_MASK, SIDE.unspecified),
  },
  {
    name: 'encounter',
    applies: always,
    measure: ({ traits }, { nameTraits }) =>
      qualifier(traits & ENCOUNTER_MASK, nameTraits & ENCOUNTER_MASK, ENCOUNTER.initial),
  },
  {
    name: 'trimester',
    applies: always,
    measure: ({ traits }, { nameTraits }) =>
      qualifier(traits & TRIMESTER_MASK, nameTraits & TRIMESTER_MASK, TRIMESTER.unspecified),
  },
  {
    name: 'unspecified',
    applies: always,
    measure: ({ traits }, { nameTraits }) =>
      (nameTraits & UNSPECIFIED) === (traits & UNSPECIFIED) ? 1 : 0.5,
  },
  {
    name: 'residual',
    applies: always,
    measure: ({ traits }, { nameTraits }) => ((nameTraits & OTHER) === (traits & OTHER) ? 1 : 0),
  },
  {
    name: 'without',
    applies: always,
    measure: ({ traits }, { nameTraits }) =>
      (nameTraits & WITHOUT) === (traits & WITHOUT) ? 1 : 0,
  },
  {
    name: 'billable',
    applies: always,
    measure: (_, { conceptTraits }) => ((conceptTraits & BILLABLE) === BILLABLE ? 1 : 0),
  },
  {
    name: 'general',
    applies: always,
    measure: (_, { conceptTraits }) => (7 - Math.min(7, conceptTraits >>> 1)) / 4,
  },
]
