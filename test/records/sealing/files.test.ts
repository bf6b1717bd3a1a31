/**
 * Proves of sealed files:
 * 1. any bytes come back, whole and in every range, and nothing of them is in the store
 * 2. a file that is changed, cut off, continued, put together anew, or under another name or key, gives an error: no byte that was
 *    not stored is given
 * 3. an error of the source is thrown as it is, and a reader that ends early leaves nothing open
 * 4. files are read and written in parts
 */

import { createSecretKey, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Blobs, ByteRange } from '../../../src/records/blobs/blobs.ts'
import { hashed } from '../../../src/records/blobs/hashing.ts'
import { CHUNK_BYTES, HEADER_BYTES } from '../../../src/records/sealing/chunks.ts'
import { filesOf } from '../../../src/records/sealing/files.ts'
import { Sealing } from '../../../src/records/sealing/sealing.ts'

const SEALED_CHUNK = CHUNK_BYTES + 16
const PLACE = { key: 'a-file', key_id: 'key-1' }

/** A store in memory that gives bytes in small parts, and knows which of its streams are open. */
class MemoryBlobs implements Blobs {
  readonly stored = new Map<string, Buffer>()
  readonly opened = new Set<Readable>()

  async put(key: string, bytes: AsyncIterable<Uint8Array>) {
    const source = hashed(bytes)
    this.stored.set(key, await buffer(source.bytes))
    return source.result()
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const whole = this.stored.get(key)!
    const wanted = range ? whole.subarray(range.start, range.end + 1) : whole
    const parts: Buffer[] = []
    for (let at = 0; at < wanted.length; at += 10_007) parts.push(wanted.subarray(at, at + 10_007))
    const stream = Readable.from(parts)
    this.opened.add(stream)
    stream.once('close', () => this.opened.delete(stream))
    return stream
  }

  async remove(key: string) {
    this.stored.delete(key)
  }
}

/** The keys of a sealing, without a database. */
class FixedKeys extends Sealing {
  readonly #keys = new Map<string, ReturnType<typeof createSecretKey>>()

  override async keyOfFiles(_: unknown, keyId: string) {
    const key = this.#keys.get(keyId) ?? createSecretKey(randomBytes(32))
    this.#keys.set(keyId, key)
    return key
  }
}

function openStore() {
  const blobs = new MemoryBlobs()
  const files = filesOf(blobs, new FixedKeys(), (work) => work(undefined as never))
  return { blobs, files }
}

/** Streams that are open once those that were destroyed have closed. */
async function openOnes({ opened }: MemoryBlobs): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve))
  return opened.size
}

async function* partsOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const C = CHUNK_BYTES
const sizes = [0, 1, 15, 16, C - 1, C, C + 1, 2 * C - 1, 2 * C, 2 * C + 1, 5 * C + 777]

test.each(sizes)('%i bytes come back, and none of them is stored', async (size) => {
  const { blobs, files } = openStore()
  const bytes = randomBytes(size)
  const facts = await files.put(PLACE, partsOf(bytes, 4099))
  expect(facts).toEqual(await new MemoryBlobs().put('a', partsOf(bytes, size + 1)))
  const stored = blobs.stored.get(PLACE.key)!
  const chunks = Math.max(1, Math.ceil(size / C))
  expect(stored.length).toBe(HEADER_BYTES + size + chunks * 16)
  if (size > 15) expect(stored.includes(bytes.subarray(0, 16))).toBe(false)
  expect((await buffer(await files.open(PLACE))).equals(bytes)).toBe(true)
  expect(await openOnes(blobs)).toBe(0)
  // The same bytes again are other bytes there.
  await files.put(PLACE, partsOf(bytes, 4099))
  expect(blobs.stored.get(PLACE.key)!.equals(stored)).toBe(false)
})

test('every range comes back', async () => {
  const { blobs, files } = openStore()
  const bytes = randomBytes(3 * C + 100)
  await files.put(PLACE, partsOf(bytes, C))
  const size = bytes.length
  const edges = [0, 1, C - 1, C, C + 1, 2 * C, 3 * C - 1, 3 * C, 3 * C + 1, size - 1]
  for (const start of edges)
    for (const end of edges.filter((each) => each >= start)) {
      const part = await buffer(await files.open(PLACE, { start, end, size }))
      expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.nat(size - 1), async (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      const part = await buffer(await files.open(PLACE, { start, end, size }))
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    }),
    { numRuns: 30 },
  )
  expect(await openOnes(blobs)).toBe(0)
})

test('the last chunk of a file of whole chunks is read alone', async () => {
  const { files } = openStore()
  const bytes = randomBytes(2 * C)
  await files.put(PLACE, partsOf(bytes, C))
  const range = { start: C, end: 2 * C - 1, size: 2 * C }
  expect((await buffer(await files.open(PLACE, range))).equals(bytes.subarray(C))).toBe(true)
})

const H = HEADER_BYTES
const S = SEALED_CHUNK
/** Changes of a file of 3 chunks and some, and whether the first chunk is good. */
const changes: readonly (readonly [string, (sealed: Buffer) => Buffer, boolean])[] = [
  ['nothing', () => Buffer.of(), false],
  ['a part of the header', (sealed) => sealed.subarray(0, H - 1), false],
  ['the header alone', (sealed) => sealed.subarray(0, H), false],
  ['a part of the first chunk', (sealed) => sealed.subarray(0, H + 40), false],
  ['the first chunk alone', (sealed) => sealed.subarray(0, H + S), false],
  ['two chunks', (sealed) => sealed.subarray(0, H + 2 * S), true],
  ['all but the last byte', (sealed) => sealed.subarray(0, -1), true],
  ['a byte more', (sealed) => Buffer.concat([sealed, Buffer.of(0)]), true],
  [
    'a chunk twice',
    (sealed) => Buffer.concat([sealed.subarray(0, H + S), sealed.subarray(H)]),
    true,
  ],
  [
    'two chunks the other way round',
    (sealed) =>
      Buffer.concat([
        sealed.subarray(0, H),
        sealed.subarray(H + S, H + 2 * S),
        sealed.subarray(H, H + S),
        sealed.subarray(H + 2 * S),
      ]),
    false,
  ],
  [
    'a chunk left out',
    (sealed) => Buffer.concat([sealed.subarray(0, H + S), sealed.subarray(H + 2 * S)]),
    true,
  ],
  ...[0, 4, H - 1, H, H + S - 1].map((at) => [`byte ${at}`, flipped(at), false] as const),
  ...[H + S, H + 3 * S + 5].map((at) => [`byte ${at}`, flipped(at), true] as const),
]

function flipped(at: number) {
  return (sealed: Buffer) => {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    return changed
  }
}

test.each(changes)('%s: no byte is given that was not stored', async (_, change, isFirstGood) => {
  const { blobs, files } = openStore()
  const bytes = randomBytes(3 * C + 100)
  await files.put(PLACE, partsOf(bytes, C))
  blobs.stored.set(PLACE.key, change(blobs.stored.get(PLACE.key)!))
  const given: Buffer[] = []
  const reading = async () => {
    for await (const part of await files.open(PLACE)) given.push(part)
  }
  await expect(reading()).rejects.toMatchObject({ code: 'seal_broken' })
  const all = Buffer.concat(given)
  expect(all.equals(bytes.subarray(0, all.length))).toBe(true)
  expect(all.length > 0).toBe(isFirstGood)
  expect(await openOnes(blobs)).toBe(0)
  // A range either has its bytes, or is an error.
  for (const start of [0, C, 2 * C, 3 * C]) {
    const range = { start, end: Math.min(start + C, bytes.length) - 1, size: bytes.length }
    const part = await files.open(PLACE, range).then(buffer, () => undefined)
    if (part !== undefined) expect(part.equals(bytes.subarray(start, range.end + 1))).toBe(true)
  }
})

test('a file opens under its name and its key alone', async () => {
  const { blobs, files } = openStore()
  await files.put(PLACE, partsOf(randomBytes(100), 10))
  blobs.stored.set('another', blobs.stored.get(PLACE.key)!)
  for (const place of [
    { ...PLACE, key: 'another' },
    { ...PLACE, key_id: 'key-2' },
  ])
    await expect(files.open(place)).rejects.toMatchObject({ code: 'seal_broken' })
  // Neither is a plain file a sealed one.
  await files.put({ key: 'plain' }, partsOf(randomBytes(100_000), 10_000))
  await expect(files.open({ ...PLACE, key: 'plain' })).rejects.toMatchObject({
    code: 'seal_broken',
  })
})

test('an error of the source is thrown as it is', async () => {
  const { files } = openStore()
  const failure = new Error('the caller is gone')
  async function* failing() {
    yield randomBytes(100_000)
    throw failure
  }
  await expect(files.put(PLACE, failing())).rejects.toBe(failure)
})

test('a reader that ends early leaves nothing open', async () => {
  const { blobs, files } = openStore()
  await files.put(PLACE, partsOf(randomBytes(10 * C), C))
  const unread = await files.open(PLACE)
  unread.destroy()
  for await (const _ of await files.open(PLACE)) break
  expect(await openOnes(blobs)).toBe(0)
})

test('a file is stored and read in parts', async () => {
  const { blobs, files } = openStore()
  let taken = 0
  let stored = 0
  async function* source() {
    for (let nth = 0; nth < 50; nth++) {
      taken += C
      // As much as two chunks is held.
      expect(taken - stored).toBeLessThanOrEqual(4 * C)
      yield randomBytes(C)
    }
  }
  const put = blobs.put.bind(blobs)
  blobs.put = async (key, bytes) => {
    async function* counted() {
      for await (const part of bytes) {
        stored += part.length
        yield part
      }
    }
    return put(key, counted())
  }
  await files.put(PLACE, source())
  let most = 0
  for await (const part of await files.open(PLACE)) most = Math.max(most, part.length)
  expect(most).toBeLessThanOrEqual(C)
})
