import type { ConceptRecord, ReleaseRecords } from '../../../index/records.ts'
import { readCommonness } from '../../commonness.ts'
import { findingNumberOf } from '../code-ranges.ts'

/** A code whose category holds what is common is itself so much of that. */
const SHARE_OF_CATEGORY = 0.45
/** A header comes right behind the best of its codes, by so much a step down. */
const HEADER_STEP = 12
const UNSPECIFIED = /\bunspecified\b/i
/** Bonus of a code that is not listed, for being the general one. */
const GENERAL = { category: 16, subcategory: 8, unspecified: 14, condition: 12 } as const

/**
 * How prominent codes are: as common as the table says, and a header nearly as prominent as the best of its codes. Of other
 * codes those of common categories come first, then the general ones: categories, unspecified conditions.
 */
export function prominenceIn({ concepts }: ReleaseRecords): (concept: ConceptRecord) => number {
  const listed = readCommonness('icd-10-cm')
  const bestBelow = new Map<string, number>()
  for (const { code } of concepts) {
    const own = listed.get(code) ?? 0
    for (let length = code.length - 1; own > 0 && length >= 3; length--) {
      const header = code.slice(0, length)
      bestBelow.set(header, Math.max(bestBelow.get(header) ?? 0, own))
    }
  }
  return ({ code, name, attributes }) => {
    const known = listed.get(code)
    if (known !== undefined) return known
    const below = bestBelow.get(code)
    if (below !== undefined && attributes.is_billable !== true) return below - HEADER_STEP
    const category = code.slice(0, 3)
    const best = Math.max(bestBelow.get(category) ?? 0, listed.get(category) ?? 0)
    return Math.round(SHARE_OF_CATEGORY * best) + generalityOf(code, name)
  }
}

function generalityOf(code: string, name: string): number {
  let points = findingNumberOf(code) === 0 ? 0 : GENERAL.condition
  if (code.length === 3) points += GENERAL.category
  else if (code.length === 5) points += GENERAL.subcategory
  return UNSPECIFIED.test(name) ? points + GENERAL.unspecified : points
}
