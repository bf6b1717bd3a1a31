import type { ConceptRecord, ReleaseRecords } from '../../../index/records.ts'
import { MAX_PROMINENCE } from '../../../index/words/type-ahead.ts'
import { readCommonness } from '../../commonness.ts'

/** Lost with every doubling of a test's rank among the commonest ones (COMMON_TEST_RANK). */
const POINTS_A_DOUBLING = 11
/** The usual one of the codes that differ in nothing but the method. */
const USUAL = 8
/** A result, and no panel, document or survey. */
const RESULT = 12

/** A test that is as common in blood comes behind that one by so much: who says no specimen means blood. */
const NOT_BLOOD = 12
const BLOOD = new Set(['Bld', 'PPP', 'Plas', 'Ser', 'Ser/Plas', 'Ser/Plas/Bld'])

/** How prominent tests are: as common as the table says or LOINC's own rank; of others the usual ones come first. */
export function prominenceIn({ concepts }: ReleaseRecords): (concept: ConceptRecord) => number {
  const listed = readCommonness('loinc')
  const commonnessOf = ({ code, attributes: { rank, is_usual, is_result } }: ConceptRecord) => {
    const general = (is_usual === true ? USUAL : 0) + (is_result === true ? RESULT : 0)
    return Math.max(listed.get(code) ?? 0, prominenceOfRank(Number(rank ?? 0)), general)
  }
  const ofBlood = new Map<string, number>()
  for (const concept of concepts)
    if (concept.active && isOfBlood(concept))
      ofBlood.set(concept.family, Math.max(ofBlood.get(concept.family) ?? 0, commonnessOf(concept)))
  return (concept) => {
    const own = commonnessOf(concept)
    const isBehind = !isOfBlood(concept) && own <= (ofBlood.get(concept.family) ?? -1)
    return isBehind ? Math.max(0, own - NOT_BLOOD) : own
  }
}

function isOfBlood({ attributes: { system } }: ConceptRecord): boolean {
  return BLOOD.has(String(system))
}

/** @param rank 1 for the commonest test, 0 for one without a rank */
function prominenceOfRank(rank: number): number {
  return rank > 0
    ? Math.max(0, MAX_PROMINENCE - Math.round(POINTS_A_DOUBLING * Math.log2(rank)))
    : 0
}
