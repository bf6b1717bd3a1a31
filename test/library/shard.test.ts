/** Proves of shards: each request is of one, equal ones of the same, and they are about equally large. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfShard, parseShard } from '../../src/internal.ts'

const shardsOf = (request: unknown, count: number) =>
  Array.from({ length: count }, (_, i) => i + 1).filter((index) =>
    isOfShard(request, { index, count }),
  )

test('every request is of exactly one shard', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (request, count) => {
      expect(shardsOf(request, count)).toHaveLength(1)
    }),
  )
})

test('the order of keys and the id of a request make no difference', () => {
  for (let i = 0; i < 50; i++) {
    const one = {
      query: `a${i}`,
      ontology: 'loinc',
      metadata: { unit: 'g', specimen: 's' },
      request_id: '1',
    }
    const other = {
      request_id: '2',
      metadata: { specimen: 's', unit: 'g' },
      ontology: 'loinc',
      query: `a${i}`,
    }
    expect(shardsOf(one, 50)).toEqual(shardsOf(other, 50))
  }
})

test('a hash that is written down: shards are the same tomorrow', () => {
  expect(
    [{ query: 'a' }, { query: 'b' }, 'text', null].map((each) => shardsOf(each, 1000)),
  ).toMatchInlineSnapshot(`
    [
      [
        22,
      ],
      [
        132,
      ],
      [
        902,
      ],
      [
        937,
      ],
    ]
  `)
})

test('shards are about equally large', () => {
  const sizes = [0, 0, 0, 0]
  for (let i = 0; i < 4000; i++) sizes[shardsOf({ query: `term ${i}` }, 4)[0]! - 1]!++
  for (const size of sizes) expect(Math.abs(size - 1000)).toBeLessThan(100)
})

test.each(['1/1', '2/8', '8/8'])('%s is a shard', (text) => {
  const { index, count } = parseShard(text)
  expect(`${index}/${count}`).toBe(text)
})

test.each(['', '0/1', '2/1', '1', '1/', '/1', 'a/b', '1/2/3', '1.5/2', '-1/2', '1/0'])(
  '%j is none',
  (text) => {
    expect(() => parseShard(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  },
)
