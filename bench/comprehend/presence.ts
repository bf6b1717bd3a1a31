/** How well presence and absence are told apart in sentences with marked conditions. */

import { NOT_OWN } from '../../src/comprehend/answer.ts'
import { type Count, isWronglyLinked, linkedCode, type Pair } from './notes.ts'

/** Counts what the pairs of marked conditions show. */
export function presenceFigures(pairs: readonly Pair[]): Readonly<Record<string, Count>> {
  const found = pairs.filter((pair) => pair.found !== undefined)
  const own = pairs.filter(({ marked }) => marked!.patient_has)
  return {
    found: { n: found.length, of: pairs.length },
    'traits right, of those found': { n: found.filter(hasRightTraits).length, of: found.length },
    "linked, of the patient's own": { n: own.filter(isLinked).length, of: own.length },
    'linked though not had': {
      n: pairs.filter(isWronglyLinked).length,
      of: pairs.length - own.length,
    },
  }
}

export function isLinked(pair: Pair): boolean {
  return linkedCode(pair) !== undefined
}

/** The traits of what was found that say that it is not the patient's own, sorted. */
export function traitsOf({ found }: Pair): string[] {
  const traits = found?.traits.map(({ name }) => name) ?? []
  return traits.filter((name) => NOT_OWN.has(name)).toSorted()
}

export function hasRightTraits(pair: Pair): boolean {
  return traitsOf(pair).join() === [...pair.marked!.traits].sort().join()
}
