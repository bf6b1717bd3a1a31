import { agreement } from '../../../clinical/qualifiers.ts'
import type { Feature, Match } from '../../ontology.ts'
import type { SnomedColumns } from '../columns.ts'
import type { CodedQualifier } from '../qualifiers.ts'
import { GROUPS } from '../semantic-tags.ts'
import type { SnomedQuery } from './query.ts'

/** Values of a candidate. Every column is named where it is read: reading one by a name in a variable is slow. */
export const SAID: Readonly<Record<CodedQualifier, (match: Match<SnomedColumns>) => number>> = {
  laterality: ({ columns, concept, term }) =>
    columns.concept.laterality[concept]! | columns.term.laterality[term]!,
  course: ({ columns, concept, term }) =>
    columns.concept.course[concept]! | columns.term.course[term]!,
  severity: ({ columns, concept, term }) =>
    columns.concept.severity[concept]! | columns.term.severity[term]!,
  context: ({ columns, concept, term }) =>
    columns.concept.context[concept]! | columns.term.context[term]!,
}

function qualifier(kind: CodedQualifier): Feature<SnomedQuery, SnomedColumns> {
  const saidBy = SAID[kind]
  return {
    name: kind,
    of: 'code',
    applies: () => true,
    measure: ({ said }, match) => agreement(said[kind], saidBy(match)),
  }
}

/** Agreement of a concept without a context with a mention that states one. */
const WITHOUT_CONTEXT = 0.93

/** Naive Bayes is surer than it should be: words are not independent. */
const SOFTENED = 0.25
/** Remaining fit of a kind when the mention names another one. */
const NOT_ASKED = 0.5

/** With more below it than 2 to the power of this, a concept is as general as they come. */
const BROADEST = 12

/** Evidence of SNOMED CT's own kind. */
export const snomedFeatures: readonly Feature<SnomedQuery, SnomedColumns>[] = [
  qualifier('laterality'),
  qualifier('course'),
  qualifier('severity'),
  {
    // A context that the mention lacks makes another concept; a stated one may be recorded next to the condition.
    name: 'context',
    of: 'code',
    applies: () => true,
    measure: ({ said }, match) => {
      const has = SAID.context(match)
      return said.context !== 0 && has === 0 ? WITHOUT_CONTEXT : agreement(said.context, has)
    },
  },
  {
    name: 'group',
    of: 'code',
    applies: () => true,
    measure: ({ asked, likelihood }, { columns, concept }) => {
      const group = columns.concept.group[concept]!
      if (asked.has(GROUPS[group]!)) return 1
      const likely = likelihood[group]!
      // Most candidates are of the likeliest kind: a power of each takes 1 % of a link.
      const fit = likely === 1 ? 1 : likely ** SOFTENED
      return asked.size === 0 ? fit : fit * NOT_ASKED
    },
  },
  {
    name: 'general',
    of: 'code',
    applies: () => true,
    measure: (_, { columns, concept }) => Math.min(1, columns.concept.breadth[concept]! / BROADEST),
  },
  {
    name: 'whole',
    of: 'name',
    applies: () => true,
    measure: ({ leftOut }) => 1 - leftOut,
  },
]
