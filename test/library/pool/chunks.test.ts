/**
 * Proves of chunks:
 * 1. they hold the items of the source in order, each once, and are whole but for the last one
 * 2. what a source has given does not wait for what it takes its time over
 * 3. the end is told to the source, which is not waited for when it is late
 */

import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChunkReader } from '../../../src/library/pool/chunks.ts'

async function chunksOf<Item>(reader: ChunkReader<Item>): Promise<Item[][]> {
  const chunks: Item[][] = []
  for (;;) {
    const chunk = await reader.read()
    if (chunk.length === 0) return chunks
    chunks.push(chunk)
  }
}

/** Waits for so many turns of the event loop before each item. */
async function* withPauses(turns: readonly number[], state = { ended: false }) {
  try {
    for (const [item, pause] of turns.entries()) {
      for (let turn = 0; turn < pause; turn++) await setImmediate()
      yield item
    }
  } finally {
    state.ended = true
  }
}

test.each([
  { count: 0, sizes: [] },
  { count: 1, sizes: [1] },
  { count: 3, sizes: [3] },
  { count: 4, sizes: [3, 1] },
  { count: 6, sizes: [3, 3] },
])('$count items in chunks of 3 are $sizes', async ({ count, sizes }) => {
  const items = Array.from({ length: count }, (_, i) => i)
  for (const source of [items, new Set(items), withPauses(items.map(() => 0))]) {
    const chunks = await chunksOf(new ChunkReader<number>(source, 3))
    expect(chunks.map(({ length }) => length)).toEqual(sizes)
    expect(chunks.flat()).toEqual(items)
  }
})

test('hold every item once and in order, whatever the source takes its time over', async () => {
  const pauses = fc.array(fc.constantFrom(0, 0, 0, 1, 3), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(pauses, fc.integer({ min: 1, max: 5 }), async (turns, size) => {
      const chunks = await chunksOf(new ChunkReader(withPauses(turns), size))
      expect(chunks.flat()).toEqual(turns.map((_, i) => i))
      expect(Math.max(0, ...chunks.map(({ length }) => length))).toBeLessThanOrEqual(size)
    }),
    { numRuns: 40 },
  )
})

test('a chunk ends where the source takes its time', async () => {
  expect(await chunksOf(new ChunkReader(withPauses([0, 0, 9, 0]), 3))).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('no more is asked of a source than a chunk holds', async () => {
  let asked = 0
  function* source() {
    for (;;) yield asked++
  }
  const reader = new ChunkReader(source(), 3)
  await reader.read()
  expect(asked).toBe(3)
})

test('a source that fails', async () => {
  const reason = new Error('broken')
  async function* failing() {
    yield* [0, 1]
    await setImmediate()
    await setImmediate()
    throw reason
  }
  const reader = new ChunkReader(failing(), 3)
  expect(await reader.read()).toEqual([0, 1])
  // It fails while nobody reads.
  await sleep(5)
  await expect(reader.read()).rejects.toBe(reason)
  await reader.end()
})

test.each([
  { when: 'before it is read', read: 0, turns: [0, 0] },
  { when: 'between two chunks', read: 1, turns: [0, 0] },
])('the end is waited for $when', async ({ read, turns }) => {
  const state = { ended: false }
  const reader = new ChunkReader(withPauses(turns, state), 1)
  for (let i = 0; i < read; i++) await reader.read()
  await reader.end()
  // A generator that nobody has begun has nothing to end.
  expect(state.ended).toBe(read > 0)
  expect(await reader.read()).toEqual([])
})

test('the end is waited for while a chunk is read of what is there', async () => {
  const state = { ended: false }
  const reader = new ChunkReader(withPauses(Array(1000).fill(0), state), 1000)
  const reading = reader.read()
  await Promise.resolve()
  await reader.end()
  expect(state.ended).toBe(true)
  expect((await reading).length).toBeLessThan(1000)
})

test('the end does not wait for a source that is late', async () => {
  const state = { ended: false }
  const reader = new ChunkReader(withPauses([0, 1e9], state), 2)
  expect(await reader.read()).toEqual([0])
  await reader.end()
  expect(state.ended).toBe(false)
})

test('nor for its failing to end', async () => {
  let goOn = () => {}
  // A source that sleeps may be in time on a busy machine.
  const late = new Promise<void>((resolve) => {
    goOn = resolve
  })
  async function* source() {
    yield 0
    await late
    try {
      yield 1
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: what a source may do
      throw new Error('broken')
    }
  }
  const reader = new ChunkReader(source(), 2)
  expect(await reader.read()).toEqual([0])
  await reader.end()
  goOn()
  // It must not end the process.
  await sleep(6)
})
