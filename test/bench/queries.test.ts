/**
 * 1. Kinds that are names as they stand have as many words as they say, each name at most once.
 * 2. A query with a noise word is a name and one word that it does not have.
 * 3. The right codes of a query are those of all concepts with its name, in any case of letters.
 * 4. The same seed draws the same queries, at most as many of a kind as are wanted.
 */
import { describe, expect, test } from 'vitest'
import { byKind, drawQueries, QUERY_KINDS } from '../../bench/queries.ts'
import type { Name } from '../../bench/subject.ts'
import { requireOntology } from '../../src/ontologies/all.ts'

const TEXTS = [
  'Gout',
  'Migraine',
  'Renal stone',
  'Acute gout attack',
  'Acute renal failure',
  'Stone of left kidney',
  'Chronic pain in right knee',
  'Open fracture of left femoral shaft',
  'Closed fracture of right femoral neck',
  'Open wound of left hand with foreign body',
]
const names: Name[] = TEXTS.map((text, id) => ({
  id,
  code: `C${id}`,
  text,
  kind: 'preferred',
}))
const subject = { ontology: requireOntology('icd-10-cm'), version: '1' }
const draw = (all: readonly Name[] = names, perKind = 50) => drawQueries(all, subject, perKind, 7)

describe('drawQueries', () => {
  test.each([
    { kind: '1 word', least: 1, most: 1, n: 2 },
    { kind: '2-3 words', least: 2, most: 3, n: 3 },
    { kind: '3 words', least: 3, most: 3, n: 2 },
    { kind: '4-6 words', least: 4, most: 6, n: 4 },
    { kind: '6 words', least: 6, most: 6, n: 2 },
    { kind: '7+ words', least: 7, most: 99, n: 1 },
    { kind: 'title', least: 1, most: 99, n: TEXTS.length },
  ] as const)('draws names of $kind as they stand', ({ kind, least, most, n }) => {
    const texts = byKind(draw())
      .get(kind)!
      .map(({ request }) => request.query)
    expect(texts).toHaveLength(n)
    expect(new Set(texts).size).toBe(n)
    for (const text of texts) {
      expect(TEXTS).toContain(text)
      expect(text.split(' ').length).toBeGreaterThanOrEqual(least)
      expect(text.split(' ').length).toBeLessThanOrEqual(most)
    }
  })

  test('adds one word to a name that the name does not have', () => {
    const queries = byKind(draw()).get('noise word')!
    expect(queries).toHaveLength(TEXTS.length)
    for (const { request, gold } of queries) {
      const words = request.query.split(' ')
      const own = TEXTS[Number(gold[0]!.slice(1))]!.split(' ')
      const strangers = words.filter((word) => !own.includes(word))
      expect(strangers).toHaveLength(1)
      expect(words.filter((word) => word !== strangers[0])).toEqual(own)
    }
  })

  test('leaves the kind out when every word is of every name', () => {
    expect(byKind(draw([names[0]!])).has('noise word')).toBe(false)
  })

  test('counts every code that has the name as right, whatever its case', () => {
    const twice = [...names, { id: 10, code: 'D', text: 'GOUT', kind: 'synonym' } as const]
    const gout = byKind(draw(twice))
      .get('1 word')!
      .find(({ request }) => request.query === 'Gout')!
    expect(gout.gold).toEqual(['C0', 'D'])
  })

  test('draws the same for the same seed and at most as many of a kind as are wanted', () => {
    expect(draw()).toEqual(draw())
    const few = byKind(draw(names, 2))
    for (const own of few.values()) expect(own.length).toBeLessThanOrEqual(2)
    expect([...few.keys()]).toEqual(QUERY_KINDS.filter((kind) => kind !== 'evals'))
  })
})
