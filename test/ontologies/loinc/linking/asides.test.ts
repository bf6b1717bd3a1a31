/**
 * Proves of words beside a test's name that their form or place gives away:
 * 1. codes of allergens next to IgE, and trade names, say nothing
 * 2. an abbreviation in brackets that repeats the words before it is known as such
 * 3. one letter after a comma is a specimen, and so is one after the German for "in"
 * 4. sides and numbers tell drains apart
 * 5. words that call the cells of a marker what they are say nothing
 * 6. numbers in a series say nothing, and an allergen's code has the letter of its group
 * 7. brackets with words that no name has say nothing
 * 8. phrases are put in order, and none overlaps an earlier list's
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../../../src/language/analyze.ts'
import {
  findAllergenCodes,
  findAllergenGroup,
  findCellWords,
  findDrainNumbers,
  findGermanSpecimens,
  findLoneSpecimens,
  findSeriesNumbers,
  findTradeNames,
  findUnknownBrackets,
  merge,
  repeatedAbbreviations,
} from '../../../../src/ontologies/loinc/linking/asides.ts'
import type { Found } from '../../../../src/ontologies/loinc/linking/phrases.ts'
import { anyString, clinicalText } from '../../../support/arbitraries.ts'

const analyzer = createAnalyzer()

/** The words of phrases, joined. */
function formsIn(text: string, found: readonly Found[]): string[] {
  const words = analyzer.analyze(text)
  return found.map(({ from, to }) =>
    words
      .slice(from, to)
      .map(({ form }) => form)
      .join(' '),
  )
}

describe('codes of allergens', () => {
  test.each([
    { text: 'F244-IgE Cucumber', codes: ['f244'] },
    { text: 'Cucumber (f244) IgE', codes: ['f244'] },
    { text: 'Cucumber IgE f244', codes: ['f244'] },
    { text: 'd3 Dermatophagoides microceras, IgE', codes: ['d3'] },
    { text: 'F244 Cucumber', codes: [] },
    { text: 'Bet v1 IgE', codes: [] },
    { text: 'Allergen, Phl p5 rye IgE', codes: [] },
    { text: 'IgE', codes: [] },
    { text: 'Nut f9 IgG', codes: [] },
    { text: 'Hazel t4 IgE', codes: ['t4'] },
  ])('$codes in "$text"', ({ text, codes }) => {
    expect(formsIn(text, findAllergenCodes(analyzer.analyze(text)))).toEqual(codes)
  })
})

describe('words for cells', () => {
  test.each([
    { text: 'CD3 pos. lymphocytes', words: ['pos', 'lymphocytes'] },
    { text: 'CD19+ Lymphs', words: ['+', 'lymphs'] },
    { text: 'CD3+CD4+ cells', words: ['cells'] },
    { text: 'CD45RA cells', words: [] },
    { text: 'CD11b positive cells', words: ['positive', 'cells'] },
    { text: 'Lymphocytes CD4', words: [] },
    { text: 'Lymphocytes', words: [] },
  ])('$words in "$text"', ({ text, words }) => {
    expect(formsIn(text, findCellWords(analyzer.analyze(text)))).toEqual(words)
  })
})

describe('trade names', () => {
  test.each([
    { text: 'Lamotrigine (Lamictal(R)), Serum', names: ['lamictal r'] },
    { text: 'Gabapentin (Neurontin®)', names: ['neurontin'] },
    { text: 'Primidone (Mysoline)(R), S', names: ['mysoline r'] },
    { text: 'Topiramate (Topamax™)', names: ['topamax'] },
    { text: 'Lamotrigine (Lamictal)', names: [] },
    { text: 'Hemoglobin (R)', names: [] },
  ])('$names in "$text"', ({ text, names }) => {
    expect(formsIn(text, findTradeNames(analyzer.analyze(text), text))).toEqual(names)
  })
})

describe('abbreviations in brackets', () => {
  test.each([
    { text: 'Rheumatoid Factor (RF)', repeated: ['rf'] },
    { text: 'Parvovirus (PAR) Ab', repeated: ['par'] },
    { text: 'Adrenocorticotrophin (ACTH)', repeated: ['acth'] },
    { text: 'Protein (PE)', repeated: [] },
    { text: 'Cholesterol (HDL)', repeated: [] },
    { text: 'Testosterone (T)', repeated: [] },
    { text: 'Rheumatoid Factor (RF IgM)', repeated: [] },
    { text: '(RF)', repeated: [] },
  ])('$repeated of "$text"', ({ text, repeated }) => {
    expect(repeatedAbbreviations(analyzer.analyze(text))).toEqual(repeated)
  })
})

describe('lone letters', () => {
  test.each([
    { text: 'Calcium, U', letters: ['U'] },
    { text: 'Copper,S', letters: ['S'] },
    { text: 'Renin, P', letters: ['P'] },
    { text: 'Zinc U, Random', letters: ['U'] },
    { text: 'Cadmium, B, Trace', letters: ['B'] },
    { text: 'Renin, P (upright)', letters: ['P'] },
    { text: 'Cocaine, OF', letters: ['OF'] },
    { text: 'Lead, WB', letters: ['WB'] },
    { text: 'Rate, of', letters: [] },
    { text: 'Calcium U', letters: [] },
    { text: 'Protein S', letters: [] },
    { text: 'Calcium, Ur', letters: [] },
    { text: ', S', letters: [] },
  ])('$letters in "$text"', ({ text, letters }) => {
    const found = findLoneSpecimens(analyzer.analyze(text), text)
    expect(found.map(({ letter }) => letter)).toEqual(letters)
  })
})

describe('specimens in German', () => {
  test.each([
    { text: 'Natrium i.U.', letters: ['U'] },
    { text: 'Calcium i. S.', letters: ['S'] },
    { text: 'Renin i.P', letters: ['P'] },
    { text: 'i.U. Kreatinin', letters: ['U'] },
    { text: 'Insulin I.U.', letters: [] },
    { text: 'Insulin i.u.', letters: [] },
    { text: 'Ceftriaxon i.S.A.', letters: ['S'] },
    { text: 'Vitamin A i.Ur', letters: [] },
    { text: 'HDLi.S.', letters: [] },
    { text: 'i.v.', letters: [] },
  ])('$letters in "$text"', ({ text, letters }) => {
    const words = analyzer.analyze(text)
    const found = findGermanSpecimens(words, text)
    expect(found.map(({ letter }) => letter)).toEqual(letters)
    for (const { from, to } of found)
      expect(
        words
          .slice(from, to)
          .map(({ form }) => form)
          .join(''),
      ).toMatch(/^i[sup]a?$/)
  })
})

describe('sides and numbers of drains', () => {
  test.each([
    { text: 'R Nephrostomy #2', found: ['r', '2'] },
    { text: 'Left Blake Drain # 1', found: ['left', '1'] },
    { text: 'Drain 2', found: [] },
    { text: 'Gastric tube right', found: [] },
  ])('$found in "$text"', ({ text, found }) => {
    expect(formsIn(text, findDrainNumbers(analyzer.analyze(text), text))).toEqual(found)
  })
})

test('phrases are in order, and none overlaps one of an earlier list', () => {
  const [a, b, c] = [
    { from: 3, to: 5, said: [] },
    { from: 0, to: 1, said: [] },
    { from: 4, to: 6, said: [] },
  ]
  expect(merge([a!], [b!, c!])).toEqual([b, a])
})

test('any text is read without an error, and phrases lie inside of it', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      const words = analyzer.analyze(text)
      for (const { from, to } of [...findAllergenCodes(words), ...findTradeNames(words, text)]) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(words.length)
      }
      for (const { from, to } of findGermanSpecimens(words, text)) {
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(words.length)
      }
      for (const { at } of findLoneSpecimens(words, text)) expect(at).toBeLessThan(words.length)
    }),
  )
})

describe('brackets with words that no name has', () => {
  const known = new Set(['time', 'free', 'ck'])
  test.each([
    { text: 'Time (Thromborel-S)', found: ['thromborel s'], why: 'a reagent' },
    { text: 'Time (Free)', found: [], why: 'a word of names' },
    { text: 'Time (Xyz free)', found: [], why: 'one word of names among them' },
    { text: 'Time (D)', found: [], why: 'a letter, which may tell two tests apart' },
    { text: 'Thromborel time', found: [], why: 'no brackets' },
  ])('$text: $why', ({ text, found }) => {
    const brackets = findUnknownBrackets(analyzer.analyze(text), (form) => known.has(form))
    expect(formsIn(text, brackets)).toEqual(found)
  })
})

describe('numbers in a series', () => {
  test.each([
    { text: 'LH #5', found: ['5'], why: 'behind the name' },
    { text: '#4 Salivary Cortisol', found: ['4'], why: 'in front of it' },
    { text: 'Factor 5', found: [], why: 'a number without the sign' },
    { text: 'Neutrophils #', found: [], why: 'the sign without a number' },
  ])('$text: $why', ({ text, found }) => {
    expect(formsIn(text, findSeriesNumbers(analyzer.analyze(text), text))).toEqual(found)
  })
})

test.each([
  { text: 'F284-IgE Turkey', group: 'f' },
  { text: 'Olive Tree (T9) IgE', group: 't' },
  { text: 'Turkey IgE', group: undefined },
  { text: 'F284 Turkey', group: undefined },
])("the group of $text's code is $group", ({ text, group }) => {
  expect(findAllergenGroup(analyzer.analyze(text))).toBe(group)
})
