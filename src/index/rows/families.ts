import { lowerBound } from '../../language/sorted.ts'
import type { ConceptRecord } from '../records.ts'

/** The concepts that the ontology takes for forms of one thing, as they are stored. Every concept is in one family. */
export interface FamiliesData {
  /** Number of each concept's family; none where every concept is a family of its own, of its own number. */
  readonly ofConcepts: Uint32Array
  /** The active concepts of family `f` are `members[offsets[f] … offsets[f + 1])`, ascending; one part where each is its own. */
  readonly offsets: Uint32Array
  readonly members: Uint32Array
}

/** Families numbered in order of their first concept. */
export function buildFamilies(
  concepts: readonly Pick<ConceptRecord, 'family' | 'active'>[],
): FamiliesData {
  const numbers = new Map<string, number>()
  const ofConcepts = Uint32Array.from(concepts, ({ family }) => {
    if (!numbers.has(family)) numbers.set(family, numbers.size)
    return numbers.get(family)!
  })
  const active = concepts.flatMap((concept, id) => (concept.active ? [id] : []))
  if (numbers.size === concepts.length)
    return {
      ofConcepts: new Uint32Array(),
      offsets: Uint32Array.of(0, active.length),
      members: Uint32Array.from(active),
    }
  const offsets = new Uint32Array(numbers.size + 1)
  for (const id of active) offsets[ofConcepts[id]! + 1]!++
  for (let family = 0; family < numbers.size; family++) offsets[family + 1]! += offsets[family]!
  const next = offsets.slice()
  const members = new Uint32Array(active.length)
  for (const id of active) members[next[ofConcepts[id]!]!++] = id
  return { ofConcepts, offsets, members }
}

/** Read access to a {@link FamiliesData}. */
export class Families {
  readonly #data: FamiliesData

  constructor(data: FamiliesData) {
    this.#data = data
  }

  /** The number of a concept's family. */
  of(concept: number): number {
    const { ofConcepts } = this.#data
    return ofConcepts.length === 0 ? concept : ofConcepts[concept]!
  }

  /** The active concepts of a family, ascending. */
  activeIn(family: number): Uint32Array {
    const { ofConcepts, offsets, members } = this.#data
    if (ofConcepts.length > 0) return members.subarray(offsets[family]!, offsets[family + 1]!)
    const at = lowerBound(members, 0, members.length, family)
    return members.subarray(at, members[at] === family ? at + 1 : at)
  }

  /** True if a concept is active. */
  hasActive(concept: number): boolean {
    return this.activeIn(this.of(concept)).includes(concept)
  }
}
