import { expect, test } from 'vitest'
import { CHAPTERS, getChapter } from '../../../../src/ontologies/icd10cm/release/chapters.ts'

test.each([
  { code: 'A00', chapter: 1 },
  { code: 'C4A.9', chapter: 2 },
  { code: 'D3A.8', chapter: 2 },
  { code: 'D49.9', chapter: 2 },
  { code: 'D50', chapter: 3 },
  { code: 'E88.A', chapter: 4 },
  { code: 'H59.9', chapter: 7 },
  { code: 'H60.90', chapter: 8 },
  { code: 'I5A', chapter: 9 },
  { code: 'J4A.0', chapter: 10 },
  { code: 'M1A.9XX0', chapter: 13 },
  { code: 'O9A.1', chapter: 15 },
  { code: 'Q90.9', chapter: 17 },
  { code: 'QA0.0101', chapter: 17 },
  { code: 'QA1', chapter: 17 },
  { code: 'R00', chapter: 18 },
  { code: 'T88.9XXS', chapter: 19 },
  { code: 'U07.1', chapter: 22 },
  { code: 'V00', chapter: 20 },
  { code: 'Y99', chapter: 20 },
  { code: 'Z3A.00', chapter: 21 },
])('puts $code into chapter $chapter', ({ code, chapter }) => {
  expect(getChapter(code, CHAPTERS)?.number).toBe(chapter)
})

test('has 22 chapters, sorted by range', () => {
  const ranges = CHAPTERS.map(({ range }) => range)
  expect(ranges).toEqual(ranges.toSorted())
  expect(new Set(CHAPTERS.map(({ number }) => number)).size).toBe(22)
})
