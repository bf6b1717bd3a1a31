/**
 * Proves of the memory of an open index:
 * 1. everything large in it can be shared with other threads
 * 2. an index opened with it reads nothing twice, and answers the same
 * 3. memory of another index is refused
 * 4. rows that were found sound for it are not read again, those of a file that changed since are
 * 5. what one thread reads later, all have; of another file nothing is taken over
 */

import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BLOCK_BYTES } from '../../src/index/file/tail.ts'
import { MedlinkIndex, type SharedMemory } from '../../src/index/reader.ts'
import { flipBit } from '../support/damaged-index.ts'
import {
  expectation,
  largeRelease,
  tempFolder,
  tinyRelease,
  writeTiny,
} from '../support/tiny-index.ts'
import { readTyped } from '../support/typed.ts'

function open(file: string, shared?: SharedMemory): MedlinkIndex {
  const index = new MedlinkIndex(file, expectation, shared)
  onTestFinished(() => index.close())
  return index
}

function writeTemporary(release = tinyRelease): string {
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file, release)
  return file
}

/** Every array in a value, at any depth. */
function arraysIn(value: unknown): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value]
  if (value instanceof Map) return [...value.values()].flatMap(arraysIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(arraysIn)
  return []
}

test('every array is over memory that threads share', () => {
  const { shared } = open(writeTemporary())
  const arrays = arraysIn(shared)
  expect(arrays.length).toBeGreaterThan(23)
  expect(shared.bitmaps.keys.length).toBeGreaterThan(0)
  for (const { buffer } of arrays) expect(buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('an index opened with the memory of another holds no copy and finds the same', () => {
  const file = writeTemporary()
  const first = open(file)
  const second = open(file, first.shared)
  expect(second.shared).toBe(first.shared)
  expect(second.arrays.termWords.bytes).toBe(first.arrays.termWords.bytes)
  const key = first.keys.idOf('heart')
  const search = ({ searcher }: MedlinkIndex) =>
    searcher.search([{ mass: 1, alternatives: [{ key, weight: 1 }] }], 10, 0)
  expect(search(second)).toEqual(search(first))
  expect(search(first).length).toBeGreaterThan(2)
  expect(second.getConcept('B01')).toEqual(first.getConcept('B01'))
})

test('memory of another index is refused', () => {
  const { shared } = open(writeTemporary())
  const other = writeTemporary({ ...tinyRelease, terms: tinyRelease.terms.slice(1) })
  expect(() => new MedlinkIndex(other, expectation, shared)).toThrow(
    expect.objectContaining({
      code: 'index_incompatible',
      message: expect.stringMatching(/icd-10-cm_2027_\w+ was replaced .* ask again/),
    }),
  )
})

test('rows are held to their checksums once, unless the file has changed since', () => {
  const DATE = 1_700_000_000
  const file = writeTemporary(largeRelease)
  utimesSync(file, DATE, DATE)
  const { shared } = open(file)
  flipBit(file, BLOCK_BYTES)
  utimesSync(file, DATE, DATE)
  expect(open(file, shared).name).toBe(shared.name)
  utimesSync(file, DATE, DATE + 1)
  expect(() => open(file, shared)).toThrow(expect.objectContaining({ code: 'index_corrupt' }))
})

test('what one thread reads later, all have', () => {
  const file = writeTemporary(largeRelease)
  const first = open(file)
  const second = open(file, first.shared)
  const { isRead } = first.shared.blocks
  const before = isRead.filter((each) => each === 1).length
  void second.typeAhead
  expect(isRead.filter((each) => each === 1).length).toBeGreaterThan(before)
  expect(first.typeAhead.matches(readTyped(first, 'heart'), 3)).toEqual(
    second.typeAhead.matches(readTyped(second, 'heart'), 3),
  )
})

test('of another file of the same content nothing is taken over', () => {
  const [file, other] = [writeTemporary(largeRelease), join(tempFolder(), 'tiny.sqlite')]
  writeTiny(other, largeRelease, { now: new Date('2026-11-22T00:00:00Z') })
  const index = open(other, open(file).shared)
  expect(index.shared.file).not.toEqual(open(file).shared.file)
  expect(index.getConcept('C6999')?.name).toBe('Heart failure of kind 6999')
})
