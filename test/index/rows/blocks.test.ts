/**
 * Proves of the arrays of a file:
 * 1. only blocks in which required elements stand are read, each once, whichever thread asks
 * 2. what is read is what was written, for arrays of every length, and holds to its checksum
 * 3. a block that is damaged is not there for anybody, and those beside it are
 */

import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { BLOCK_BYTES, placeArrays, readTail, writeTail } from '../../../src/index/file/tail.ts'
import { Blocks } from '../../../src/index/rows/blocks.ts'
import { tempFolder } from '../../support/tiny-index.ts'

/** A file of arrays of these lengths in bytes, behind something in the place of a database. */
function written(lengths: readonly number[], databaseBytes = 8192) {
  const file = join(tempFolder(), 'arrays')
  writeFileSync(file, new Uint8Array(databaseBytes))
  const contents = lengths.map((length, i) =>
    Uint8Array.from({ length }, (_, at) => (at * 31 + i + (at >>> 8)) & 0xff),
  )
  const places = placeArrays(lengths)
  writeTail(
    file,
    contents.map((content, i) => ({ offset: places[i]!.offset, content })),
    0,
  )
  return { file, contents, places }
}

function open(file: string, shared?: Blocks) {
  const handle = openSync(file, 'r')
  onTestFinished(() => closeSync(handle))
  return new Blocks(handle, readTail(handle, statSync(file).size)!, shared?.share())
}

const readIn = ({ shared }: Blocks) => [...shared.isRead].flatMap((each, i) => (each ? [i] : []))

test('reads the blocks of required elements and no others', () => {
  const { file, contents, places } = written([10, 5 * BLOCK_BYTES, 100])
  const blocks = open(file)
  const view = blocks.view(places[1]!)!
  const numbers = new Uint32Array(view.buffer, view.byteOffset, view.length / 4)
  const start = view.byteOffset
  expect(readIn(blocks)).toEqual([])
  blocks.require(numbers, 3, 3)
  expect(readIn(blocks)).toEqual([])
  blocks.require(view, BLOCK_BYTES - start, BLOCK_BYTES - start + 1)
  expect(readIn(blocks)).toEqual([1])
  blocks.require(numbers, (2 * BLOCK_BYTES - start) / 4, (3 * BLOCK_BYTES - start) / 4)
  expect(readIn(blocks)).toEqual([1, 2])
  blocks.require(view, 3 * BLOCK_BYTES - start - 1, 3 * BLOCK_BYTES - start + 1)
  expect(readIn(blocks)).toEqual([1, 2, 3])
  blocks.require(view, 0, view.length)
  expect(readIn(blocks)).toEqual([0, 1, 2, 3, 4, 5])
  expect(Buffer.compare(view, contents[1]!)).toBe(0)
})

test('a block that was read is not read again, by whom ever', () => {
  const { file, contents, places } = written([3 * BLOCK_BYTES])
  const first = open(file)
  const mine = first.view(places[0]!)!
  first.require(mine, 0, 1)
  const second = open(file, first)
  writeFileSync(file, readFileSync(file).fill(0, 0, 3 * BLOCK_BYTES))
  const theirs = second.view(places[0]!)!
  second.require(theirs, 0, 1)
  expect(theirs.subarray(0, 1000)).toEqual(contents[0]!.subarray(0, 1000))
  expect(() => second.require(theirs, 0, theirs.length)).toThrow(
    `bytes ${BLOCK_BYTES} to ${2 * BLOCK_BYTES - 1} have another checksum`,
  )
  expect(mine[BLOCK_BYTES]).toBe(0)
})

test('what one thread reads the others have', () => {
  const { file, contents, places } = written([3 * BLOCK_BYTES])
  const first = open(file)
  const second = open(file, first)
  const theirs = second.view(places[0]!)!
  second.require(theirs, 0, theirs.length)
  expect(readIn(first)).toEqual(readIn(second))
  expect(Buffer.compare(first.view(places[0]!)!, contents[0]!)).toBe(0)
})

test('beside a damaged block all others can be read', () => {
  const { file, contents, places } = written([40 * BLOCK_BYTES])
  const bytes = readFileSync(file)
  bytes[20 * BLOCK_BYTES]! ^= 1
  writeFileSync(file, bytes)
  const blocks = open(file)
  const view = blocks.view(places[0]!)!
  expect(() => blocks.require(view, 0, view.length)).toThrow(/have another checksum/)
  expect(readIn(blocks)).not.toContain(20)
  blocks.require(view, 21 * BLOCK_BYTES - view.byteOffset, view.length)
  expect(view.subarray(-1000)).toEqual(contents[0]!.subarray(-1000))
})

test('after it was closed nothing is read', () => {
  const { file, places } = written([3 * BLOCK_BYTES])
  const blocks = open(file)
  const view = blocks.view(places[0]!)!
  blocks.require(view, 0, 1)
  blocks.close()
  blocks.require(view, 0, 1)
  expect(() => blocks.require(view, 0, view.length)).toThrow('not open')
})

test('there is no view of what is not within the arrays', () => {
  const { file } = written([100])
  const blocks = open(file)
  expect(blocks.view({ offset: 0, bytes: 100 })).toHaveLength(100)
  for (const place of [
    { offset: -8, bytes: 8 },
    { offset: 0, bytes: 101 },
    { offset: 104, bytes: 1 },
    { offset: 0, bytes: -1 },
  ])
    expect(blocks.view(place)).toBeUndefined()
})

test('arrays of every length come back, each at a multiple of eight bytes', () => {
  const length = fc.oneof(fc.nat(20), fc.integer({ min: BLOCK_BYTES - 9, max: BLOCK_BYTES + 9 }))
  fc.assert(
    fc.property(
      fc.array(length, { maxLength: 6 }),
      fc.integer({ min: 1, max: 20 }),
      (lengths, d) => {
        const { file, contents, places } = written(lengths, d * 8192)
        const blocks = open(file)
        for (const [i, place] of places.entries()) {
          const view = blocks.view(place)!
          blocks.require(view, 0, view.length)
          expect(view.byteOffset % 8).toBe(0)
          expect(Buffer.compare(view, contents[i]!)).toBe(0)
        }
      },
    ),
    { numRuns: 30 },
  )
})
