import { type Feature, traitsSaid } from '../../ontology.ts'
import { breadthOf, type CodedQualifier, groupNumber, groupOf, maskOf } from '../traits.ts'
import type { SnomedQuery } from './query.ts'

/**
 * How well a candidate's values of a qualifier answer the mention's: what nobody mentioned is not guessed, what was
 * mentioned may be recorded beside the code.
 */
function agreement(kind: CodedQualifier): Feature<SnomedQuery> {
  const mask = maskOf(kind)
  return {
    name: kind,
    of: 'code',
    applies: () => true,
    measure: ({ traits }, match) => {
      const asked = traits & mask
      const found = traitsSaid(match) & mask
      if (asked === 0) return found === 0 ? 1 : 0
      if ((asked & found) !== 0) return 1
      return found === 0 ? 0.5 : 0
    },
  }
}

/** Naive Bayes is surer than it should be: words are not independent. */
const SOFTENED = 0.25
/** What is left of a kind's fit when the mention asks for another one. */
const NOT_ASKED = 0.5

/** With more below it than 2 to the power of this, a concept is as general as they come. */
const BROADEST = 12

/** Evidence of SNOMED CT's own kind. */
export const snomedFeatures: readonly Feature<SnomedQuery>[] = [
  agreement('side'),
  agreement('course'),
  agreement('severity'),
  agreement('context'),
  {
    name: 'group',
    of: 'code',
    applies: () => true,
    measure: ({ asked, likelihood }, { conceptTraits }) => {
      if (asked.has(groupOf(conceptTraits))) return 1
      const fit = likelihood[groupNumber(conceptTraits)]! ** SOFTENED
      return asked.size === 0 ? fit : fit * NOT_ASKED
    },
  },
  {
    name: 'general',
    of: 'code',
    applies: () => true,
    measure: (_, { conceptTraits }) => Math.min(1, breadthOf(conceptTraits) / BROADEST),
  },
  {
    name: 'whole',
    of: 'name',
    applies: () => true,
    measure: ({ leftOut }) => 1 - leftOut,
  },
]
