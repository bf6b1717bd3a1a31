import type { ConceptRecord } from '../../../index/records.ts'
import { readCommonness } from '../../commonness.ts'
import { type Group, groupOfTag } from '../semantic-tags.ts'

/** Tags of problem lists come first; tags that are not here are the least prominent. */
const GROUP_POINTS: Partial<Record<Group, number>> = {
  disorder: 24,
  finding: 20,
  procedure: 16,
  situation: 10,
  body: 8,
  observable: 6,
  event: 6,
  organism: 4,
}
/** For every doubling of what lies below a concept, and at most. */
const BREADTH_POINTS = 3
const MAX_BREADTH_POINTS = 30

/**
 * How prominent concepts are: as common as the table says; of others those come first that problem lists are made of, the
 * general ones before the special ones.
 */
export function prominenceIn(): (concept: ConceptRecord) => number {
  const listed = readCommonness('snomed')
  return ({ code, attributes: { semantic_tag, breadth } }) => {
    const group = typeof semantic_tag === 'string' ? groupOfTag(semantic_tag) : undefined
    const points = (group && GROUP_POINTS[group]) ?? 0
    const general = Math.min(MAX_BREADTH_POINTS, BREADTH_POINTS * Number(breadth ?? 0))
    return listed.get(code) ?? points + general
  }
}
