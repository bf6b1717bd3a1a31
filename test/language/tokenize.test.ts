/**
 * Proves of tokenizing:
 * 1. numbers, ratios, ranges, powers, ordinals, codes and initials stay whole; units and hyphenated words come apart
 * 2. a token is what stands at its offsets; tokens are in order and do not overlap
 * 3. it takes any string
 * 4. taken apart at spaces, plain words the fast way, a text gives what the scanner gives
 * 5. exactly the units it was made with come apart from a number
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attachedUnits, readUnitSpellings } from '../../src/language/attached-units.ts'
import { createScanner, createTokenizer, type TokenKind } from '../../src/language/tokenize.ts'
import { anyString, clinicalText, plainWords } from '../support/arbitraries.ts'

const units = attachedUnits(readUnitSpellings())
const tokenize = createTokenizer(units)
const scan = createScanner(units)
const foldedTokens = (text: string) => tokenize(text).map(({ folded }) => folded)

test.each([
  { text: '', tokens: [] },
  { text: ' \n\t', tokens: [] },
  { text: 'fever', tokens: ['fever'] },
  { text: 'acute renal failure', tokens: ['acute', 'renal', 'failure'] },
  { text: 'Fever, chills; cough.', tokens: ['fever', 'chills', 'cough'] },
  { text: 'Tab. Dolo-650mg', tokens: ['tab', 'dolo', '650', 'mg'] },
  { text: '10-19% of body', tokens: ['10-19', '%', 'of', 'body'] },
])('tokenizes $text', ({ text, tokens }) => {
  expect(foldedTokens(text)).toEqual(tokens)
})

describe('numbers:', () => {
  test.each([
    { text: '7', tokens: ['7'] },
    { text: '0.05', tokens: ['0.05'] },
    { text: '1,000', tokens: ['1,000'] },
    { text: '1,000,000.5', tokens: ['1,000,000.5'] },
    { text: 'one, two, 3, 4', tokens: ['one', 'two', '3', '4'] },
    { text: '12,5', tokens: ['12', '5'] },
    { text: '500mg', tokens: ['500', 'mg'] },
    { text: '500 mg', tokens: ['500', 'mg'] },
    { text: '500mgs', tokens: ['500', 'mgs'] },
    { text: '1,000.5mg', tokens: ['1,000.5', 'mg'] },
    { text: '250µg', tokens: ['250', 'ug'] },
    { text: '250μg', tokens: ['250', 'ug'] },
    { text: '6hours', tokens: ['6', 'hours'] },
    { text: '100mgtablet', tokens: ['100mgtablet'] },
    { text: '120/80', tokens: ['120/80'] },
    { text: '120/80mmHg', tokens: ['120/80', 'mmhg'] },
    { text: '12/05/2024', tokens: ['12/05/2024'] },
    { text: '5:30', tokens: ['5:30'] },
    { text: '10-19', tokens: ['10-19'] },
    { text: '10-19mg', tokens: ['10-19', 'mg'] },
    { text: '2–4', tokens: ['2-4'] },
    { text: '10^9', tokens: ['10^9'] },
    { text: '10⁹/L', tokens: ['10^9', 'l'] },
    { text: '4.5 x10^9/L', tokens: ['4.5', 'x', '10^9', 'l'] },
    { text: '1st 2nd 3rd 10th', tokens: ['1st', '2nd', '3rd', '10th'] },
    { text: '2nd-degree', tokens: ['2nd', 'degree'] },
    { text: '2d echo', tokens: ['2d', 'echo'] },
    { text: '22q11', tokens: ['22q11'] },
    { text: '45x', tokens: ['45x'] },
    { text: '½ tablet', tokens: ['1/2', 'tablet'] },
    { text: '2½ tablets', tokens: ['2', '1/2', 'tablets'] },
  ])('reads $text', ({ text, tokens }) => {
    expect(foldedTokens(text)).toEqual(tokens)
  })
})

describe('words, initials and codes:', () => {
  test.each([
    { text: 'E11.9', tokens: ['e11.9'] },
    { text: 'S72.001A.', tokens: ['s72.001a'] },
    { text: 'C4A.9', tokens: ['c4a.9'] },
    { text: 'XE11.9', tokens: ['xe11', '9'] },
    { text: 'S.L.E.', tokens: ['sle'] },
    { text: 's.l.e', tokens: ['sle'] },
    { text: 'p.o. daily', tokens: ['po', 'daily'] },
    { text: 'U.S.A', tokens: ['usa'] },
    { text: 'E. coli', tokens: ['e', 'coli'] },
    { text: 'w/o', tokens: ['w/o'] },
    { text: 'w/ fever', tokens: ['w/', 'fever'] },
    { text: 'h/o MI', tokens: ['h/o', 'mi'] },
    { text: 'k/c/o DM', tokens: ['k/c/o', 'dm'] },
    { text: 'and/or', tokens: ['and', 'or'] },
    { text: 'hand-foot', tokens: ['hand', 'foot'] },
    { text: 'hand–foot', tokens: ['hand', 'foot'] },
    { text: "Crohn's", tokens: ["crohn's"] },
    { text: 'Crohn’s', tokens: ["crohn's"] },
    { text: "patients' rights", tokens: ['patients', 'rights'] },
    { text: "'quoted'", tokens: ['quoted'] },
    { text: 'covid19', tokens: ['covid', '19'] },
    { text: 'type2', tokens: ['type', '2'] },
    { text: 'b12', tokens: ['b12'] },
    { text: 'hba1c', tokens: ['hba1c'] },
    { text: 'h1n1', tokens: ['h1n1'] },
    { text: 'Sjögren', tokens: ['sjogren'] },
    { text: 'Sjo\u0308gren', tokens: ['sjogren'] },
    { text: 'हृदय रोग', tokens: ['हृदय', 'रोग'] },
    { text: 'சர்க்கரை நோய்', tokens: ['சர்க்கரை', 'நோய்'] },
    { text: 'مرض السكري', tokens: ['مرض', 'السكري'] },
    { text: '糖尿病', tokens: ['糖尿病'] },
    { text: 'fever😀cough', tokens: ['fever', 'cough'] },
    { text: 'a\ud800b', tokens: ['a', 'b'] },
  ])('reads $text', ({ text, tokens }) => {
    expect(foldedTokens(text)).toEqual(tokens)
  })
})

describe('signs:', () => {
  test.each([
    { text: '95%', tokens: ['95', '%'] },
    { text: 'HER2+', tokens: ['her2', '+'] },
    { text: 'HIV +ve', tokens: ['hiv', '+ve'] },
    { text: 'HIV -ve', tokens: ['hiv', '-ve'] },
    { text: 'salt + water', tokens: ['salt', 'water'] },
    { text: 'a+b', tokens: ['a', 'b'] },
  ])('reads $text', ({ text, tokens }) => {
    expect(foldedTokens(text)).toEqual(tokens)
  })
})

test.each<{ text: string; kinds: TokenKind[] }>([
  { text: 'fever', kinds: ['word'] },
  { text: '38.5', kinds: ['number'] },
  { text: '500mg', kinds: ['number', 'word'] },
  { text: '120/80', kinds: ['number'] },
  { text: '3rd', kinds: ['word'] },
  { text: 'E11.9', kinds: ['code'] },
  { text: '9 %', kinds: ['number', 'sign'] },
  { text: 'HER2+', kinds: ['word', 'sign'] },
])('says that $text is $kinds', ({ text, kinds }) => {
  expect(tokenize(text).map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  { text: 'hand-foot', hyphenated: [true, false] },
  { text: 'hand foot', hyphenated: [false, false] },
  { text: 'hand - foot', hyphenated: [false, false] },
  { text: 'b-12', hyphenated: [true, false] },
  { text: 'hand-', hyphenated: [false] },
])('marks the hyphen in $text', ({ text, hyphenated }) => {
  expect(tokenize(text).map((token) => token.hyphenated)).toEqual(hyphenated)
})

test('gives what stands at its offsets, in order and without overlap, for any string', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      let end = 0
      for (const token of tokenize(text)) {
        expect(token.start).toBeGreaterThanOrEqual(end)
        expect(token.end).toBeGreaterThan(token.start)
        expect(text.slice(token.start, token.end)).toBe(token.text)
        end = token.end
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  { length: 1000, folded: 'e'.repeat(1000) },
  { length: 1001, folded: 'é'.repeat(1001) },
])('folds a token of $length letters as far as it may be a word', ({ length, folded }) => {
  expect(foldedTokens(`fever ${'É'.repeat(length)}`)).toEqual(['fever', folded])
})

test('never takes a number apart', () => {
  const unit = fc.constantFrom('mg', 'mgs', 'x', 'q', 'mmHg', 'tablet', 'days', '')
  fc.assert(
    fc.property(fc.nat(), unit, (number, rest) => {
      const [first] = tokenize(`${number}${rest}`)
      expect(first!.text.startsWith(String(number))).toBe(true)
    }),
  )
})

test.each([
  { what: 'plain words', texts: plainWords },
  { what: 'clinical text', texts: clinicalText },
  { what: 'any text', texts: anyString },
  {
    what: 'marks between letters',
    texts: fc.string({ unit: fc.constantFrom(..."aAvVeE1 -,;:()[]./%+x'") }),
  },
])('reads $what as the scanner does', ({ texts }) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(tokenize(text)).toEqual(scan(text))
    }),
    { numRuns: 500 },
  )
})

test.each([
  { units: [], tokens: ['5mg', '5drops'] },
  { units: ['mg'], tokens: ['5', 'mg', '5drops'] },
  { units: ['drops', 'mg'], tokens: ['5', 'mg', '5', 'drops'] },
])('made with $units, splits 5mg 5drops as $tokens', ({ units, tokens }) => {
  expect(createTokenizer(units)('5mg 5drops').map(({ folded }) => folded)).toEqual(tokens)
})
