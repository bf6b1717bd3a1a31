/** How concepts lead to others: what became of retired ones, and which lie below which. */

import { MedlinkError } from '../../../errors.ts'
import type { ReplacementRecord } from '../../../index/records.ts'
import { type Content, claimRow, type Reader } from './content.ts'
import { relationOf } from './modules.ts'
import { readRows } from './rf2.ts'

const ASSOCIATION_COLUMNS = {
  required: ['refsetId', 'referencedComponentId', 'targetComponentId'],
} as const

/** Reads historical associations. */
export const readAssociations: Reader = async (file, { content, faults, unknown }) => {
  const { concepts, descriptions, associations } = content
  let rows = 0
  const sha256 = await readRows(file, 'member', ASSOCIATION_COLUMNS, faults, (row) => {
    const relation = relationOf(row.text('refsetId'))
    if (relation === undefined) return
    const ids = relation === 'refers_to' ? descriptions.ids : concepts.ids
    const source = row.find('referencedComponentId', ids)
    const target = row.find('targetComponentId', concepts.ids)
    if (row.active && (source === -1 || target === -1)) {
      const what = `of ${file.name} that name a component the release lacks`
      const column = source === -1 ? 'referencedComponentId' : 'targetComponentId'
      unknown.add(what, () => row.text(column))
      return
    }
    rows++
    const place = claimRow(row, associations)
    if (place === -1) return
    associations.active[place] = row.active
    associations.relations[place] = relation
    associations.sources[place] = source
    associations.targets[place] = target
  })
  return { sha256, rows }
}

/** Why a description was retired, where that says that it was never a name of its concept. */
const WRONG: readonly string[] = [
  '900000000000485001', // erroneous
  '900000000000494007', // inappropriate: does not describe the concept
  '723278000', // not semantically equivalent
  '1186919006', // meaning unknown
]

/** The reference set of the reasons why descriptions were retired. */
const DESCRIPTION_INACTIVATION = '900000000000490003'

const REASON_COLUMNS = { required: ['refsetId', 'referencedComponentId', 'valueId'] } as const

/** Reads why descriptions were retired. */
export const readReasons: Reader = async (file, { content: { descriptions, reasons }, faults }) => {
  let rows = 0
  const sha256 = await readRows(file, 'member', REASON_COLUMNS, faults, (row) => {
    if (!row.is('refsetId', DESCRIPTION_INACTIVATION)) return
    const description = row.find('referencedComponentId', descriptions.ids)
    if (description === -1) return
    rows++
    const place = claimRow(row, reasons)
    if (place === -1) return
    reasons.descriptions[place] = description
    reasons.wrong[place] = row.active && WRONG.some((reason) => row.is('valueId', reason))
  })
  return { sha256, rows }
}

/** The relations under which the target means what the retired concept meant. */
const SAME_MEANING: ReadonlySet<string> = new Set(['same_as', 'replaced_by'])

/** Most steps from a retired concept to the one in its place: longer ways are taken for cycles. */
const MAX_HOPS = 10

export interface History {
  /** In the order of the associations. */
  readonly replacements: readonly ReplacementRecord[]
  /** The active concept that a concept's names lead to: itself, or the one way that same_as and replaced_by lead. */
  successorOf(concept: number): number | undefined
  /** Descriptions that name another concept than their own: pairs of description and concept. */
  readonly references: readonly (readonly [description: number, concept: number])[]
}

/** @param codes of the concepts by place */
export function readHistory(
  { concepts, associations }: Content,
  codes: readonly string[],
): History {
  const replacements: ReplacementRecord[] = []
  const references: [number, number][] = []
  const next = new Map<number, number[]>()
  for (const [place, isActive] of associations.active.entries()) {
    if (!isActive) continue
    const relation = associations.relations[place]!
    const source = associations.sources[place]!
    const target = associations.targets[place]!
    if (relation === 'refers_to') {
      references.push([source, target])
    } else if (!concepts.active[source]) {
      replacements.push({ code: codes[source]!, replacement: codes[target]!, relation })
      if (!SAME_MEANING.has(relation)) continue
      const targets = next.get(source)
      if (targets === undefined) next.set(source, [target])
      else targets.push(target)
    }
  }
  return {
    replacements,
    references,
    successorOf: (concept) => findSuccessor(concept, next, concepts.active),
  }
}

/** Retired concepts that the ways from one may lead over: more have no one end. */
const MAX_WAYS = 100

/** The one active concept at the ends of all ways; undefined when there is none, or several. */
function findSuccessor(
  start: number,
  next: ReadonlyMap<number, readonly number[]>,
  active: readonly boolean[],
): number | undefined {
  const ends = new Set<number>()
  const seen = new Set([start])
  let reached = [start]
  for (let hop = 0; hop <= MAX_HOPS && reached.length > 0; hop++) {
    const further = new Set<number>()
    for (const concept of reached) {
      if (active[concept]) ends.add(concept)
      else for (const target of next.get(concept) ?? []) if (!seen.has(target)) further.add(target)
      if (ends.size > 1 || seen.size + further.size > MAX_WAYS) return undefined
    }
    reached = [...further]
    for (const concept of reached) seen.add(concept)
  }
  const [end] = ends
  return ends.size === 1 ? end : undefined
}

/** Which concepts lie directly below which; concepts are given by position in an order of one's own. */
export interface Hierarchy {
  /** The parents of concept `i` are `parents[offsets[i] … offsets[i + 1])`, ascending, each once. */
  readonly offsets: Uint32Array
  readonly parents: Uint32Array
}

/** @param edges of positions below `size`, in any order: `concepts[i]` lies directly below `above[i]` */
export function layOutHierarchy(
  size: number,
  concepts: readonly number[],
  above: readonly number[],
): Hierarchy {
  const sorted = Float64Array.from(concepts, (concept, i) => concept * size + above[i]!).sort()
  const unique = sorted.filter((edge, place) => edge !== sorted[place - 1])
  const offsets = new Uint32Array(size + 1)
  for (const edge of unique) offsets[Math.floor(edge / size) + 1]!++
  for (let i = 0; i < size; i++) offsets[i + 1]! += offsets[i]!
  return { offsets, parents: Uint32Array.from(unique, (edge) => edge % size) }
}

/**
 * Hands over each cycle that is found on the way up, as the concepts on it from a place in `way` on; the last of them leads
 * back to the first. Without the edges from the last to the first of each, the hierarchy has no cycle.
 */
export function findCycles(
  { offsets, parents }: Hierarchy,
  onCycle: (way: readonly number[], from: number) => void,
): void {
  const size = offsets.length - 1
  const next = offsets.slice()
  const isDone = new Uint8Array(size)
  /** The place of a concept on the way, plus 1. */
  const placeOnWay = new Uint32Array(size)
  const way: number[] = []
  for (let start = 0; start < size; start++) {
    if (isDone[start]) continue
    way.push(start)
    placeOnWay[start] = 1
    for (let concept = way.at(-1); concept !== undefined; concept = way.at(-1)) {
      if (next[concept] === offsets[concept + 1]) {
        isDone[concept] = 1
        placeOnWay[concept] = 0
        way.pop()
        continue
      }
      const parent = parents[next[concept]!++]!
      if (placeOnWay[parent]! > 0) {
        onCycle(way, placeOnWay[parent]! - 1)
      } else if (!isDone[parent]) {
        placeOnWay[parent] = way.push(parent)
      }
    }
  }
}

/** Concepts above one, at any depth; in SNOMED CT some hundred. */
const MAX_ANCESTORS = 2000

/**
 * How many concepts lie below each, at any depth. A few steps for each pair of a concept and one above it.
 * @throws MedlinkError `release_invalid` for too many pairs
 */
export function countDescendants({ offsets, parents }: Hierarchy): Uint32Array {
  const size = offsets.length - 1
  const counts = new Uint32Array(size)
  /** The concept, plus 1, from which a concept was last reached. */
  const reachedFrom = new Uint32Array(size)
  const reached: number[] = []
  for (let start = 0; start < size; start++) {
    let ancestors = 0
    reached.push(start)
    for (let concept = reached.pop(); concept !== undefined; concept = reached.pop()) {
      for (let i = offsets[concept]!; i < offsets[concept + 1]!; i++) {
        const parent = parents[i]!
        if (reachedFrom[parent] === start + 1) continue
        reachedFrom[parent] = start + 1
        counts[parent]!++
        if (++ancestors > MAX_ANCESTORS) throw tooDeep()
        reached.push(parent)
      }
    }
  }
  return counts
}

function tooDeep(): MedlinkError {
  return new MedlinkError(
    'release_invalid',
    `a concept of the IS-A hierarchy lies below more than ${MAX_ANCESTORS} others: no release is so deep`,
  )
}
