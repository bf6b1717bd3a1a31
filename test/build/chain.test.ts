/**
 * Proves of phrases that are read on:
 * 1. a phrase comes to a name of the release by way of a synonym, for its own reason and context, at both weights
 * 2. only what is certain enough is read on, only by synonyms, only to names, and only where it is no name itself
 */

import { describe, expect, test } from 'vitest'
import { withChains } from '../../src/build/chain.ts'
import type { PhraseRecord, TermRecord } from '../../src/index/records.ts'
import { contentOf } from '../../src/language/analyze.ts'
import { analyzer, phrase } from '../support/linker.ts'

const NAMES = ['Dyspnea', 'Dyspnoea (finding)', 'Nasal discharge']
const terms = NAMES.map(
  (text): TermRecord => ({ code: '1', text, kind: 'preferred', language: 'en' }),
)
const BREATH = phrase('shortness of breath', 'dyspnea')
const sob = (given: Parameters<typeof phrase>[2] = {}) =>
  phrase('sob', 'shortness of breath', { because: 'abbreviation', ...given })

/** What comes to the phrases. */
function chained(...phrases: PhraseRecord[]): PhraseRecord[] {
  return withChains(phrases, terms, (text) => contentOf(analyzer.analyze(text))).filter(
    (each) => !phrases.includes(each),
  )
}

test('a phrase is read on to a name, at the product of both weights', () => {
  expect(chained(sob(), BREATH)).toEqual([
    { tokens: 'sob', text: 'dyspnea', weight: 0.922, because: 'abbreviation', context: '' },
  ])
})

test.each([
  'abbreviation',
  'abbreviation by itself',
  'abbreviation in context',
  'abbreviation of several',
  'lay',
  'synonym',
])('what is read for "%s" is read on, in the same context', (because) => {
  expect(chained(sob({ because, context: 'chest' }), BREATH)).toMatchObject([
    { text: 'dyspnea', because, context: 'chest' },
  ])
})

test('words may stand in another order in the name', () => {
  const first = phrase('runny nose', 'rhinorrhea', { because: 'lay' })
  expect(chained(first, phrase('rhinorrhea', 'discharge, nasal'))).toHaveLength(1)
})

describe('nothing comes of', () => {
  const rows: { what: string; phrases: PhraseRecord[] }[] = [
    { what: 'a wider name', phrases: [sob({ because: 'kind of' }), BREATH] },
    {
      what: 'a second step that is no synonym',
      phrases: [sob(), phrase('shortness of breath', 'dyspnea', { because: 'lay' })],
    },
    {
      what: 'a second step that comes to no name',
      phrases: [sob(), phrase('shortness of breath', 'breathlessness')],
    },
    {
      what: 'a first step that is a name itself',
      phrases: [phrase('runny nose', 'nasal discharge'), phrase('nasal discharge', 'dyspnea')],
    },
    {
      what: 'a way back',
      phrases: [phrase('dyspnea', 'shortness of breath'), BREATH],
    },
    {
      what: 'what is known',
      phrases: [sob(), sob({ weight: 0.5 }), phrase('sob', 'dyspnea'), BREATH],
    },
  ]
  test.each(rows)('$what', ({ phrases }) => {
    expect(chained(...phrases)).toEqual([])
  })
})

test('of two ways the stronger one counts', () => {
  const weak = phrase('sob', 'breathlessness', { weight: 0.5, because: 'abbreviation' })
  const two = [weak, phrase('breathlessness', 'dyspnea'), sob(), BREATH]
  expect(chained(...two)).toMatchObject([{ text: 'dyspnea', weight: 0.922 }])
})
