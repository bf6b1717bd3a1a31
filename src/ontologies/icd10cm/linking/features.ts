import { bitsSaid, type Feature } from '../../ontology.ts'
import type { Icd10cmColumns } from '../columns.ts'
import { ENCOUNTER, INTENT, LATERALITY, TRIMESTER } from '../qualifiers.ts'
import type { Icd10cmQuery } from './query.ts'

type Icd10cmFeature = Feature<Icd10cmQuery, Icd10cmColumns>

const always = () => true

/**
 * How well a name's value of one qualifier answers the mention's. A side, an encounter or a trimester that nobody
 * mentioned is never guessed: the name that leaves it `open` comes first.
 */
function qualifier(
  name: 'laterality' | 'encounter' | 'trimester' | 'intent',
  open: number,
): Icd10cmFeature {
  return {
    name,
    of: 'code',
    applies: always,
    measure: (query, match) => {
      const asked = query[name]
      const said = bitsSaid(match, name)
      if (asked === 0) return said === 0 ? 1 : said === open ? 0.9 : 0
      if ((said & asked) !== 0) return 1
      return said === 0 || said === open ? 0.5 : 0
    },
  }
}

/** Whether both say so, or neither does. */
function flag(name: string, column: 'residual' | 'negated'): Icd10cmFeature {
  return {
    name,
    of: 'code',
    applies: always,
    measure: (query, match) => (bitsSaid(match, column) === query[column] ? 1 : 0),
  }
}

/** Evidence of ICD-10-CM's own kind. Sources: the guidelines' conventions, section I.A and I.B.13; chapter 19 and 15. */
export const icd10cmFeatures: readonly Icd10cmFeature[] = [
  qualifier('laterality', LATERALITY.unspecified),
  qualifier('encounter', ENCOUNTER.initial),
  qualifier('trimester', TRIMESTER.unspecified),
  // Guidelines I.C.19.e.5(b): no intent indicated is coded as accidental.
  qualifier('intent', INTENT.accidental),
  {
    name: 'unspecified',
    of: 'code',
    applies: always,
    measure: ({ unspecified }, match) => {
      const saysSo = bitsSaid(match, 'unspecified') !== 0
      if (unspecified !== 0) return saysSo ? 1 : 0
      return saysSo ? 0.6 : 1
    },
  },
  flag('residual', 'residual'),
  flag('negation', 'negated'),
  {
    name: 'billable',
    of: 'code',
    applies: always,
    measure: (_, { columns, concept }) => columns.concept.billable[concept]!,
  },
  {
    // A category speaks of the condition as such, each further character of something more. A mention that says
    // "unspecified" itself asks for the code at the end of the line.
    name: 'general',
    of: 'code',
    applies: always,
    measure: ({ unspecified }, { columns, concept }) =>
      unspecified !== 0
        ? columns.concept.billable[concept] === 0
          ? 0.5
          : 1
        : (7 - columns.concept.code_length[concept]!) / 4,
  },
]
