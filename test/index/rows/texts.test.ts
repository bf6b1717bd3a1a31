/**
 * Proves of lists of texts:
 * 1. every text comes back as it was, whatever it holds, by its place alone
 * 2. names take less than half of their letters
 * 3. equal lists give equal bytes; the commonest pieces have the smallest numbers, and rare ones are spelled
 * 4. what is to be read is asked for before it is read, and no more than the texts around it
 * 5. bytes that are none of a list come to an end
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildTexts, Pieces, STEP, Texts } from '../../../src/index/rows/texts.ts'
import { readTable } from '../../../src/language/tables.ts'

const nothing = () => {}

function opened(lists: readonly (readonly string[])[], require = nothing as never): Texts[] {
  const built = buildTexts(lists)
  const pieces = new Pieces(built.pieces, require)
  return built.lists.map((list) => new Texts(list, pieces, require))
}

const word = fc.constantFrom('acute', 'of', 'left', 'Heart', 'failure', '123', '(', ')', ', ', '"')
const clinical = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const anything = fc.oneof(clinical, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

test('every text comes back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anything, { maxLength: 60 }), { maxLength: 4 }), (lists) => {
      const texts = opened(lists)
      for (const [i, list] of lists.entries())
        expect(list.map((_, place) => texts[i]!.at(place))).toEqual(list)
    }),
  )
})

test.each([
  { what: 'nothing', text: '' },
  { what: 'a space', text: ' ' },
  { what: 'spaces at both ends and between', text: '  a  b ' },
  { what: 'half of a surrogate pair', text: 'a\ud83d b' },
  { what: 'a NUL and what numbers of pieces are', text: '\0\u0001\u0002' },
  { what: 'letters beyond ASCII', text: 'Ménière’s 疾病 \uffff' },
  { what: 'a tab and a line feed', text: 'a\tb\n' },
  { what: 'a long one', text: 'ab '.repeat(20_000) },
])('a text of $what comes back', ({ text }) => {
  const [once, often] = opened([[text], Array.from({ length: 40 }, () => text)])
  expect(once!.at(0)).toBe(text)
  for (const place of [0, 15, 16, 17, 39]) expect(often!.at(place)).toBe(text)
})

test('names take less than half of their letters', () => {
  const names = ['part-a-i.tsv', 'part-j-z.tsv'].flatMap((file) =>
    readTable(`starter/icd-10-cm/${file}`, ['code', 'billable', 'name']).map((row) => row[2]!),
  )
  const { pieces, lists } = buildTexts([names])
  const bytes = lists[0]!.bytes.length + pieces.bytes.length + pieces.offsets.byteLength
  expect(names.length).toBeGreaterThan(2000)
  expect(bytes / names.join('').length).toBeLessThan(0.5)
})

describe('the dictionary', () => {
  test('has the commonest pieces first, those as common by their letters', () => {
    const { pieces } = buildTexts([
      [...many('fever', 9), ...many('cough', 20), ...many('bleed', 9)],
    ])
    const dictionary = new Pieces(pieces, nothing)
    const texts = Array.from({ length: pieces.offsets.length - 1 }, (_, i) => dictionary.at(i))
    expect(texts).toEqual(['cough', 'bleed', 'fever'])
  })

  test.each([
    { piece: 'fever', times: 3, isKept: true },
    { piece: 'fever', times: 2, isKept: false },
    { piece: 'ab', times: 7, isKept: true },
    { piece: 'ab', times: 6, isKept: false },
    { piece: 'a', times: 1000, isKept: false },
  ])('holds $piece that comes $times times: $isKept', ({ piece, times, isKept }) => {
    const { pieces } = buildTexts([many(piece, times)])
    expect(pieces.offsets.length - 1).toBe(isKept ? 1 : 0)
  })

  test('is the same for the same lists', () => {
    expect(buildTexts([['a b', 'b c'], ['c']])).toEqual(buildTexts([['a b', 'b c'], ['c']]))
  })
})

test('asks for what it reads and for no more than the texts around it', () => {
  const list = Array.from({ length: 100 }, (_, i) => `fever of kind ${i}`)
  const { pieces, lists } = buildTexts([list])
  const { bytes, starts } = lists[0]!
  const asked: [number, number][] = []
  const texts = new Texts(lists[0]!, new Pieces(pieces, nothing), (array, from, to) => {
    if (array === bytes) asked.push([from, to])
  })
  expect(texts.at(STEP * 2 + 3)).toBe(list[STEP * 2 + 3])
  expect(texts.at(99)).toBe(list[99])
  expect(asked).toEqual([
    [starts[2], starts[3]],
    [starts[6], bytes.length],
  ])
})

test('bytes that are none of a list come to an end', () => {
  const bytes = fc.uint8Array({ maxLength: 40 })
  fc.assert(
    fc.property(bytes, bytes, fc.nat(STEP), (own, dictionary, place) => {
      const pieces = { bytes: dictionary, offsets: Uint32Array.of(0, dictionary.length) }
      const texts = new Texts(
        { bytes: own, starts: Uint32Array.of(0, own.length) },
        new Pieces(pieces, nothing),
        nothing,
      )
      expect(texts.at(place)).toBeTypeOf('string')
    }),
  )
})

function many(text: string, times: number): string[] {
  return Array.from({ length: times }, () => text)
}
