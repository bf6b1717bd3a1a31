/**
 * Proves of history and hierarchy:
 * 1. a retired concept's names go to the one active concept that same_as and replaced_by lead to
 * 2. every association of a retired concept is a replacement; of an active one there is none
 * 3. cycles are found, and without their last edges there is none
 * 4. descendants are counted once each, however many ways lead to them
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContent } from '../../../../src/ontologies/snomed/release/content.ts'
import {
  countDescendants,
  findCycles,
  layOutHierarchy,
  readHistory,
} from '../../../../src/ontologies/snomed/release/history.ts'

type Association = readonly [relation: string, source: number, target: number]

/** Concepts 0, 1, … of which these are active, with these associations. */
function historyOf(active: readonly number[], size: number, associations: readonly Association[]) {
  const content = createContent()
  for (let i = 0; i < size; i++) content.concepts.active.push(active.includes(i))
  for (const [relation, source, target] of associations) {
    content.associations.active.push(true)
    content.associations.relations.push(relation)
    content.associations.sources.push(source)
    content.associations.targets.push(target)
  }
  return readHistory(
    content,
    content.concepts.active.map((_, i) => `c${i}`),
  )
}

const chainOf = (length: number) =>
  Array.from({ length }, (_, i): Association => ['same_as', i, i + 1])

test.each([
  { what: 'an active concept', active: [0], associations: [], end: 0 },
  { what: 'a concept without association', active: [1], associations: [], end: undefined },
  { what: 'same_as', active: [1], associations: [['same_as', 0, 1]], end: 1 },
  { what: 'replaced_by', active: [1], associations: [['replaced_by', 0, 1]], end: 1 },
  {
    what: 'two words for one',
    active: [1],
    associations: [
      ['same_as', 0, 1],
      ['replaced_by', 0, 1],
    ],
    end: 1,
  },
  {
    what: 'two targets',
    active: [1, 2],
    associations: [
      ['same_as', 0, 1],
      ['same_as', 0, 2],
    ],
    end: undefined,
  },
  {
    what: 'two targets that meet',
    active: [3],
    associations: [
      ['same_as', 0, 1],
      ['same_as', 0, 2],
      ['same_as', 1, 3],
      ['same_as', 2, 3],
    ],
    end: 3,
  },
  {
    what: 'possibly_equivalent_to',
    active: [1],
    associations: [['possibly_equivalent_to', 0, 1]],
    end: undefined,
  },
  {
    what: 'a target that is retired',
    active: [2],
    associations: [['same_as', 0, 1]],
    end: undefined,
  },
  {
    what: 'a cycle',
    active: [2],
    associations: [
      ['same_as', 0, 1],
      ['same_as', 1, 0],
    ],
    end: undefined,
  },
  {
    what: 'a cycle with a way out',
    active: [2],
    associations: [
      ['same_as', 0, 1],
      ['same_as', 1, 0],
      ['same_as', 1, 2],
    ],
    end: 2,
  },
  { what: 'a way of 10 steps', active: [10], associations: chainOf(10), end: 10 },
  { what: 'a way of 11 steps', active: [11], associations: chainOf(11), end: undefined },
] satisfies readonly {
  what: string
  active: number[]
  associations: Association[]
  end: number | undefined
}[])('follows $what to $end', ({ active, associations, end }) => {
  expect(historyOf(active, 12, associations).successorOf(0)).toBe(end)
})

test('tells replacements of retired concepts, and references of descriptions', () => {
  const { replacements, references } = historyOf([1, 2], 3, [
    ['was_a', 0, 1],
    ['possibly_equivalent_to', 0, 2],
    ['same_as', 1, 2],
    ['refers_to', 7, 2],
  ])
  expect(replacements).toEqual([
    { code: 'c0', replacement: 'c1', relation: 'was_a' },
    { code: 'c0', replacement: 'c2', relation: 'possibly_equivalent_to' },
  ])
  expect(references).toEqual([[7, 2]])
})

test('one retired concept for very many others has no successor', () => {
  const many = 200_000
  const associations = Array.from({ length: many }, (_, i): Association => ['same_as', 0, i + 1])
  expect(historyOf([], many + 1, associations).successorOf(0)).toBeUndefined()
  expect(historyOf([1, 2], many + 1, associations).successorOf(0)).toBeUndefined()
})

test.each([
  { retired: 99, end: 1000 },
  { retired: 101, end: undefined },
])('ways over $retired retired concepts end in $end', ({ retired, end }) => {
  const associations = Array.from({ length: retired - 1 }, (_, i): Association[] => [
    ['same_as', 0, i + 1],
    ['same_as', i + 1, 1000],
  ])
  expect(historyOf([1000], 1001, associations.flat()).successorOf(0)).toBe(end)
})

test.each([2000, 2001])('counts what is below in a chain of %i', (length) => {
  const below = Array.from({ length }, (_, i) => i + 1)
  const above = below.map((i) => i - 1)
  const count = () => countDescendants(layOutHierarchy(length + 1, below, above))
  if (length === 2000) expect(count()[0]).toBe(2000)
  else expect(count).toThrow('lies below more than 2000 others')
})

test('lays out parents by concept, each once', () => {
  const { offsets, parents } = layOutHierarchy(4, [3, 1, 3, 3, 2], [1, 0, 2, 1, 0])
  expect([...offsets]).toEqual([0, 0, 1, 2, 4])
  expect([...parents]).toEqual([0, 0, 1, 2])
})

function cyclesOf(size: number, edges: readonly (readonly [number, number])[]): number[][] {
  const cycles: number[][] = []
  const hierarchy = layOutHierarchy(
    size,
    edges.map(([concept]) => concept),
    edges.map(([, parent]) => parent),
  )
  findCycles(hierarchy, (way, from) => cycles.push(way.slice(from)))
  return cycles
}

test.each([
  {
    what: 'none',
    edges: [
      [1, 0],
      [2, 0],
      [3, 1],
      [3, 2],
    ],
    cycles: [],
  },
  { what: 'a concept below itself', edges: [[1, 1]], cycles: [[1]] },
  {
    what: 'a pair',
    edges: [
      [1, 2],
      [2, 1],
      [3, 1],
    ],
    cycles: [[1, 2]],
  },
  {
    what: 'a longer one',
    edges: [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 1],
    ],
    cycles: [[1, 2, 3]],
  },
] satisfies { what: string; edges: [number, number][]; cycles: number[][] }[])(
  'finds cycles: $what',
  ({ edges, cycles }) => {
    expect(cyclesOf(4, edges)).toEqual(cycles)
  },
)

const SIZE = 8
const anyEdges = fc.array(fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)), { maxLength: 20 })

test('has no cycle without the last edge of each cycle', () => {
  fc.assert(
    fc.property(anyEdges, (edges) => {
      const last = new Set(cyclesOf(SIZE, edges).map((cycle) => `${cycle.at(-1)} ${cycle[0]}`))
      const others = edges.filter(([concept, parent]) => !last.has(`${concept} ${parent}`))
      expect(cyclesOf(SIZE, others)).toEqual([])
    }),
  )
})

test('counts descendants as a walk down from every concept does', () => {
  fc.assert(
    fc.property(anyEdges, (edges) => {
      const down = edges.filter(([concept, parent]) => concept > parent)
      const below = (start: number): Set<number> => {
        const found = new Set<number>()
        for (const [concept, parent] of down) {
          if (parent !== start) continue
          found.add(concept)
          for (const each of below(concept)) found.add(each)
        }
        return found
      }
      const hierarchy = layOutHierarchy(
        SIZE,
        down.map(([concept]) => concept),
        down.map(([, parent]) => parent),
      )
      const expected = Array.from({ length: SIZE }, (_, start) => below(start).size)
      expect([...countDescendants(hierarchy)]).toEqual(expected)
    }),
  )
})
