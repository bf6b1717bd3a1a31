/**
 * Proves of lemmas:
 * 1. inflected forms of a word share its lemma
 * 2. other words do not, however alike they begin
 * 3. short words and words that are not plain English are their own lemma
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lemmaOf } from '../../src/language/lemma.ts'
import { anyString } from '../support/arbitraries.ts'

describe('forms of one word', () => {
  test.each([
    ['fracture', 'fractures', 'fractured', 'fracturing'],
    ['day', 'days'],
    ['carcinoma', 'carcinomas'],
    ['kidney', 'kidneys'],
    ['disease', 'diseases', 'diseased'],
    ['biopsy', 'biopsies', 'biopsied'],
    ['virus', 'viruses'],
    ['cause', 'causes', 'caused', 'causing'],
    ['house', 'houses'],
    ['headache', 'headaches'],
    ['reach', 'reaches', 'reached', 'reaching'],
    ['abscess', 'abscesses'],
    ['box', 'boxes'],
    ['rash', 'rashes'],
    ['buzz', 'buzzes', 'buzzing'],
    ['stenosis', 'stenoses'],
    ['analysis', 'analyses'],
    ['dose', 'doses'],
    ['caries', 'caries'],
    ['series', 'series'],
    ['bleed', 'bleeds', 'bleeding'],
    ['swell', 'swells', 'swelled', 'swelling'],
    ['stop', 'stopped', 'stopping'],
    ['vomit', 'vomits', 'vomited', 'vomiting'],
    ['reduce', 'reduced', 'reducing'],
    ['relieve', 'relieved'],
    ['wheeze', 'wheezed', 'wheezing'],
    ['dilate', 'dilated', 'dilating'],
    ['treat', 'treated'],
    ['occlude', 'occluded'],
    ['load', 'loaded'],
    ['examine', 'examined'],
    ['drain', 'drained', 'draining'],
    ['measure', 'measured'],
    ['discharge', 'discharged'],
    ['change', 'changed'],
    ['manage', 'managed'],
    ['tingle', 'tingling'],
    ['curl', 'curled'],
    ['shake', 'shaking'],
    ['inflame', 'inflamed'],
    ['scrape', 'scraped'],
    ['prescribe', 'prescribed'],
    ['cry', 'cries', 'cried', 'crying'],
    ['increase', 'increased'],
    ['pass', 'passes', 'passed', 'passing'],
  ])('of %s', (base, ...forms) => {
    expect([base, ...forms].map(lemmaOf)).toEqual([base, ...forms].map(() => lemmaOf(base)))
  })
})

describe('two words', () => {
  test.each([
    ['several', 'severe'],
    ['genus', 'genu'],
    ['days', 'dai'],
    ['general', 'generic'],
    ['organ', 'organic'],
    ['universal', 'university'],
    ['policy', 'police'],
    ['abscess', 'absces'],
    ['focus', 'focu'],
    ['basis', 'basi'],
    ['need', 'ne'],
    ['string', 'str'],
    ['spring', 'spr'],
    ['lateral', 'later'],
    ['relative', 'relation'],
    ['operation', 'operative'],
  ])('%s and %s', (one, other) => {
    expect(lemmaOf(one)).not.toBe(lemmaOf(other))
  })
})

test.each(['gas', 'hed', 'b12', 'αs', 'naïves', 'x-rays', '', '10s'])('%j is its own', (word) => {
  expect(lemmaOf(word)).toBe(word)
})

test('any string has a lemma, no longer than the word with an "e" or "is" to it', () => {
  fc.assert(
    fc.property(anyString, (word) => {
      expect(lemmaOf(word).length).toBeLessThanOrEqual(word.length + 1)
    }),
  )
})
