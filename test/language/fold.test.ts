/**
 * Proves of folding:
 * 1. the ways of writing one string become one
 * 2. it is idempotent
 * 3. it takes any string
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../src/language/tokenize.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'

test.each([
  { text: '', folded: '' },
  { text: 'Fever', folded: 'fever' },
  { text: 'TYPE 2 DIABETES', folded: 'type 2 diabetes' },
  { text: 'Ménière', folded: 'meniere' },
  { text: 'Me\u0301nie\u0300re', folded: 'meniere' },
  { text: 'Sjögren’s', folded: "sjogren's" },
  { text: 'Crohn`s', folded: "crohn's" },
  { text: 'Guillain–Barré', folded: 'guillain-barre' },
  { text: 'Löffler ‑ Strümpell', folded: 'loffler - strumpell' },
  { text: 'cœliac', folded: 'coeliac' },
  { text: 'β-thalassæmia', folded: 'beta-thalassaemia' },
  { text: 'Ω-3', folded: 'omega-3' },
  { text: 'α₁-antitrypsin', folded: 'alpha1-antitrypsin' },
  { text: 'Straße', folded: 'strasse' },
  { text: 'Ørsted, Łódź', folded: 'orsted, lodz' },
  { text: 'İSTANBUL', folded: 'istanbul' },
  { text: 'ﬁbrosis', folded: 'fibrosis' },
  { text: 'ＣＯＶＩＤ－１９', folded: 'covid-19' },
  { text: '250 µg', folded: '250 ug' },
  { text: '250 μg', folded: '250 ug' },
  { text: '250 ㎍', folded: '250 ug' },
  { text: 'μ-opioid', folded: 'mu-opioid' },
  { text: '10⁹', folded: '10^9' },
  { text: '10⁹/L', folded: '10^9/l' },
  { text: 'm²', folded: 'm2' },
  { text: '½', folded: '1/2' },
  { text: '1⁄2', folded: '1/2' },
  { text: '120 × 80', folded: '120 x 80' },
  { text: 'grade Ⅱ', folded: 'grade ii' },
  { text: 'a\u00a0b', folded: 'a b' },
  { text: 'हृदय', folded: 'हृदय' },
  { text: 'சர்க்கரை', folded: 'சர்க்கரை' },
  { text: '糖尿病', folded: '糖尿病' },
  { text: '\ud800x', folded: '\ud800x' },
])('folds $text to $folded', ({ text, folded }) => {
  expect(fold(text)).toBe(folded)
})

test('is idempotent for any string', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      const once = fold(text)
      expect(fold(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})

test('is idempotent for every single character', () => {
  const changing: string[] = []
  for (let code = 0; code <= 0x2fa20; code++) {
    const once = fold(String.fromCodePoint(code))
    if (fold(once) !== once) changing.push(code.toString(16))
  }
  expect(changing).toEqual([])
})
