import { type Feature, traitsSaid } from '../../ontology.ts'
import {
  BILLABLE,
  codeLength,
  ENCOUNTER,
  ENCOUNTER_MASK,
  INTENT,
  INTENT_MASK,
  NEGATED,
  OTHER,
  SIDE,
  SIDE_MASK,
  TRIMESTER,
  TRIMESTER_MASK,
  UNSPECIFIED,
} from '../traits.ts'

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
    of: 'code',
    applies: always,
    measure: ({ traits }, match) =>
      qualifier(traits & SIDE_MASK, traitsSaid(match) & SIDE_MASK, SIDE.unspecified),
  },
  {
    name: 'encounter',
    of: 'code',
    applies: always,
    measure: ({ traits }, match) =>
      qualifier(traits & ENCOUNTER_MASK, traitsSaid(match) & ENCOUNTER_MASK, ENCOUNTER.initial),
  },
  {
    name: 'trimester',
    of: 'code',
    applies: always,
    measure: ({ traits }, match) =>
      qualifier(traits & TRIMESTER_MASK, traitsSaid(match) & TRIMESTER_MASK, TRIMESTER.unspecified),
  },
  {
    // Guidelines I.C.19.e.5(b): no intent indicated is coded as accidental.
    name: 'intent',
    of: 'code',
    applies: always,
    measure: ({ traits }, match) =>
      qualifier(traits & INTENT_MASK, traitsSaid(match) & INTENT_MASK, INTENT.accidental),
  },
  {
    name: 'unspecified',
    of: 'code',
    applies: always,
    measure: ({ traits }, match) => {
      const saysSo = (traitsSaid(match) & UNSPECIFIED) !== 0
      if ((traits & UNSPECIFIED) !== 0) return saysSo ? 1 : 0
      return saysSo ? 0.6 : 1
    },
  },
  {
    name: 'residual',
    of: 'code',
    applies: always,
    measure: ({ traits }, match) => ((traitsSaid(match) & OTHER) === (traits & OTHER) ? 1 : 0),
  },
  {
    name: 'negation',
    of: 'code',
    applies: always,
    measure: ({ traits }, match) => ((traitsSaid(match) & NEGATED) === (traits & NEGATED) ? 1 : 0),
  },
  {
    name: 'billable',
    of: 'code',
    applies: always,
    measure: (_, { conceptTraits }) => ((conceptTraits & BILLABLE) === 0 ? 0 : 1),
  },
  {
    // A category speaks of the condition as such, each further character of something more. A mention that says
    // "unspecified" itself asks for the code at the end of the line.
    name: 'general',
    of: 'code',
    applies: always,
    measure: ({ traits }, { conceptTraits }) =>
      (traits & UNSPECIFIED) !== 0
        ? (conceptTraits & BILLABLE) === 0
          ? 0.5
          : 1
        : (7 - codeLength(conceptTraits)) / 4,
  },
]
