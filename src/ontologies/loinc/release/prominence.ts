import type { ConceptRecord } from '../../../index/records.ts'
import { MAX_PROMINENCE } from '../../../index/words/type-ahead.ts'
import { readCommonness } from '../../commonness.ts'

/** Lost with every doubling of a test's rank among the commonest ones (COMMON_TEST_RANK). */
const POINTS_A_DOUBLING = 11
/** The usual one of the codes that differ in nothing but the method. */
const USUAL = 8
/** A result, and no panel, document or survey. */
const RESULT = 12

/** How prominent tests are: as common as the table says or LOINC's own rank; of others the usual ones come first. */
export function prominenceIn(): (concept: ConceptRecord) => number {
  const listed = readCommonness('loinc')
  return ({ code, attributes: { rank, is_usual, is_result } }) => {
    const general = (is_usual === true ? USUAL : 0) + (is_result === true ? RESULT : 0)
    return Math.max(listed.get(code) ?? 0, prominenceOfRank(Number(rank ?? 0)), general)
  }
}

/** @param rank 1 for the commonest test, 0 for one without a rank */
function prominenceOfRank(rank: number): number {
  return rank > 0
    ? Math.max(0, MAX_PROMINENCE - Math.round(POINTS_A_DOUBLING * Math.log2(rank)))
    : 0
}
