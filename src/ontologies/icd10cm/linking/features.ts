import { bitsSaid, type Feature, type Match } from '../../ontology.ts'
import type { Icd10cmColumns } from '../columns.ts'
import { ENCOUNTER, INTENT, LATERALITY, type QualifierKind, TRIMESTER } from '../qualifiers.ts'
import type { Icd10cmQuery } from './query.ts'

type Icd10cmFeature = Feature<Icd10cmQuery, Icd10cmColumns>

const always = () => true

/** What a candidate says of each kind. Every column is named where it is read: reading one by a name in a variable is slow. */
const SAID: Readonly<Record<QualifierKind, (match: Match<Icd10cmColumns>) => number>> = {
  laterality: (match) => bitsSaid(match, ({ laterality }) => laterality),
  encounter: (match) => bitsSaid(match, ({ encounter }) => encounter),
  trimester: (match) => bitsSaid(match, ({ trimester }) => trimester),
  intent: (match) => bitsSaid(match, ({ intent }) => intent),
  unspecified: (match) => bitsSaid(match, ({ unspecified }) => unspecified),
  residual: (match) => bitsSaid(match, ({ residual }) => residual),
  negated: (match) => bitsSaid(match, ({ negated }) => negated),
}

/**
 * How well a name's value of one qualifier answers the mention's. A side, an encounter or a trimester that nobody
 * mentioned is never guessed: the name that leaves it `open` comes first.
 */
function qualifier(
  name: 'laterality' | 'encounter' | 'trimester' | 'intent',
  open: number,
): Icd10cmFeature {
  const saidBy = SAID[name]
  return {
    name,
    of: 'code',
    applies: always,
    measure: (query, match) => {
      const asked = query[name]
      const said = saidBy(match)
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
    measure: (query, match) => (SAID[column](match) === query[column] ? 1 : 0),
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
      const saysSo = SAID.unspecified(match) !== 0
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
