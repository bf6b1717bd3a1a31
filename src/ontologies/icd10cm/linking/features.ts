import { agreement } from '../../../clinical/qualifiers.ts'
import type { Feature } from '../../ontology.ts'
import type { Icd10cmColumns } from '../columns.ts'
import { ENCOUNTER, INTENT, LATERALITY, type Qualifiers, TRIMESTER } from '../qualifiers.ts'

type Icd10cmFeature = Feature<Qualifiers, Icd10cmColumns>

const always = () => true

/**
 * Evidence of ICD-10-CM's own kind: a code's title speaks for a name that leaves something out. Every column is named
 * where it is read, since reading one by a name in a variable is slow. Sources: the guidelines' conventions, section I.A
 * and I.B.13; chapter 19 and 15.
 */
export const icd10cmFeatures: readonly Icd10cmFeature[] = [
  // A side, an encounter or a trimester that the mention lacks is never guessed: the name that leaves it open comes first.
  {
    name: 'laterality',
    of: 'code',
    applies: always,
    measure: ({ laterality }, { columns, concept, term }) => {
      const said = columns.concept.laterality[concept]! | columns.term.laterality[term]!
      if (said === 0 && isForAnySide(columns.concept, concept, laterality)) return 1
      return agreement(laterality, said, LATERALITY.unspecified)
    },
  },
  {
    name: 'encounter',
    of: 'code',
    applies: always,
    measure: (query, { columns, concept, term }) =>
      agreement(
        query.encounter,
        columns.concept.encounter[concept]! | columns.term.encounter[term]!,
        ENCOUNTER.initial,
      ),
  },
  {
    name: 'trimester',
    of: 'code',
    applies: always,
    measure: (query, { columns, concept, term }) =>
      agreement(
        query.trimester,
        columns.concept.trimester[concept]! | columns.term.trimester[term]!,
        TRIMESTER.unspecified,
      ),
  },
  {
    // Guidelines I.C.19.e.5(b): no intent indicated is coded as accidental.
    name: 'intent',
    of: 'code',
    applies: always,
    measure: (query, { columns, concept, term }) =>
      agreement(
        query.intent,
        columns.concept.intent[concept]! | columns.term.intent[term]!,
        INTENT.accidental,
      ),
  },
  {
    name: 'unspecified',
    of: 'code',
    applies: always,
    measure: ({ unspecified }, { columns, concept, term }) => {
      const saysSo = (columns.concept.unspecified[concept]! | columns.term.unspecified[term]!) !== 0
      if (unspecified !== 0) return saysSo ? 1 : 0
      return saysSo ? 0.6 : 1
    },
  },
  {
    name: 'residual',
    of: 'code',
    applies: always,
    measure: ({ residual }, { columns, concept, term }) =>
      (columns.concept.residual[concept]! | columns.term.residual[term]!) === residual ? 1 : 0,
  },
  {
    name: 'negation',
    of: 'code',
    applies: always,
    measure: ({ negated }, { columns, concept, term }) =>
      (columns.concept.negated[concept]! | columns.term.negated[term]!) === negated ? 1 : 0,
  },
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

/** True for the code of a condition that no codes tell apart by the sides that are asked: it is for all of them. */
export function isForAnySide(
  { sided }: Pick<Icd10cmColumns['concept'], 'sided'>,
  concept: number,
  asked: number,
): boolean {
  return (sided[concept]! & asked) === 0
}
