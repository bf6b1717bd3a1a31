/**
 * Proves of the trimester that a text says:
 * 1. weeks next to words of a pregnancy are counted as ICD-10-CM counts them
 * 2. in a sentence on a condition of pregnancy weeks need no other word, but are none of a time or a plan
 * 3. other times are no weeks of a pregnancy, and of several trimesters none is said
 */

import { expect, test } from 'vitest'
import { trimesterIn, trimesterOfSentence, trimesterOfWeeks } from '../../src/clinical/gestation.ts'

test.each([
  ['G2P1 28wk, GDM', 'third'],
  ['OB visit 33w2d G3P1', 'third'],
  ['27+6 weeks of gestation', 'second'],
  ['Primigravida at 14 weeks', 'second'],
  ['pregnant, 13 weeks by LMP', 'first'],
  ['ANC visit 24 wks', 'second'],
  ['Booking visit 9/40, pregnancy well', 'first'],
  ['G2P1 28wk, last scan at 32 weeks of gestation', 'third'],
  ['SLIUF 34 weeks. Oligohydramnios', 'third'],
  ['Cephalic. 37 weeks. Placenta high', 'third'],
  ['Oligohydramnios. GA 35w3d', 'third'],
  ['G2P1 37+4. PIH. Previous: 1 miscarriage at 9/40', 'third'],
  ['Pregnant, 30/40. Past preterm delivery at 34 weeks of gestation', 'third'],
  ['G2P1, prev LSCS at 37/40', 'third'],
  ['Pregnant, threatened miscarriage at 9/40', 'first'],
])('%s: %s', (text, trimester) => {
  expect(trimesterIn(text)).toBe(trimester)
})

test.each([
  'cough for 28 weeks',
  'G2P1, cough 3 weeks',
  'pregnant, seen at 10 weeks ago',
  'Polyhydramnios. Cough for 6 weeks.',
  'Oligohydramnios, review in 8 weeks.',
  'G1, scans at 12 weeks and at 20 weeks of gestation',
  'pregnant, 50 weeks of gestation',
  'pregnant, 2 weeks of gestation',
  'Pregnant. H/o stillbirth at 38/40',
  'G2P1, BP 12+4',
  '',
])('%s: none', (text) => {
  expect(trimesterIn(text)).toBeUndefined()
})

test.each([
  [3, undefined],
  [4, 'first'],
  [13, 'first'],
  [14, 'second'],
  [27, 'second'],
  [28, 'third'],
  [43, 'third'],
  [44, undefined],
])('week %d is in the trimester: %s', (weeks, trimester) => {
  expect(trimesterOfWeeks(weeks)).toBe(trimester)
})

test.each([
  ['37 wks PIH', 'third'],
  ['APH 31 weeks', 'third'],
  ['PPROM 30+2', 'third'],
  ['Hyperemesis 9 weeks', 'first'],
  ['PIH, review in 6 weeks', undefined],
  ['PIH for 6 weeks', undefined],
  ['PIH 12 weeks, 30 weeks', undefined],
  ['PIH 36 weeks, previous miscarriage at 9 weeks', 'third'],
  ['PIH, previous miscarriage at 9 weeks', undefined],
  ['PIH', undefined],
])('the sentence %s: %s', (sentence, trimester) => {
  expect(trimesterOfSentence(sentence)).toBe(trimester)
})
