/**
 * Proves of parts of the body in running text:
 * 1. each row of the table is found by itself; a part only with a site
 * 2. adjectives, plurals, prefixes and British spelling are read without a row of their own
 * 3. sites next to one another, or with "of" between, are one; marks end it
 */

import { describe, expect, test } from 'vitest'
import { isPart } from '../../src/clinical/attributes.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { lemmaTokens } from '../../src/language/phrase-matcher.ts'
import { readTable } from '../../src/language/tables.ts'
import { attributesIn, scoredIn } from '../support/attributes.ts'

const rows = readTable('clinical/body-sites.tsv', ['phrase', 'kind'])
const of = (wanted: string) => rows.flatMap(([phrase, kind]) => (kind === wanted ? [phrase!] : []))

test('there are rows of four kinds, and more than 500 sites', () => {
  expect([...new Set(rows.map(([, kind]) => kind))].sort()).toEqual([
    'link',
    'part',
    'prefix',
    'site',
  ])
  expect(of('site').length).toBeGreaterThan(500)
})

test('each site is found by itself, whole', () => {
  const others = of('site').filter(
    (site) => attributesIn(site).join() !== `SYSTEM_ORGAN_SITE ${site}`,
  )
  expect(others).toEqual([])
})

test('no two rows are the same phrase but for inflection', () => {
  const analyzer = createAnalyzer()
  const lemmas = rows
    .filter(([, kind]) => kind !== 'prefix')
    .map(([phrase]) => lemmaTokens(analyzer.analyze(phrase!)).join(' '))
  expect(lemmas.filter((lemma, i) => lemmas.indexOf(lemma) !== i)).toEqual([])
})

test.each(of('part'))('"%s" is one only with a site', (part) => {
  expect(attributesIn(part)).toEqual([])
  expect(attributesIn(`${part} of nose`)).toEqual([`SYSTEM_ORGAN_SITE ${part} of nose`])
  expect(attributesIn(`${part} of the nose`)).toEqual([`SYSTEM_ORGAN_SITE ${part} of the nose`])
  expect(attributesIn(`nose ${part}`)).toEqual([`SYSTEM_ORGAN_SITE nose ${part}`])
})

test.each(of('prefix'))('"%s" makes a site of an adjective', (prefix) => {
  expect(attributesIn(`${prefix}clavicular`)).toEqual([`SYSTEM_ORGAN_SITE ${prefix}clavicular`])
})

describe('finds', () => {
  test.each([
    { text: 'renal', sites: ['renal'] },
    { text: 'vertebrae', sites: ['vertebrae'] },
    { text: 'oesophageal', sites: ['oesophageal'] },
    { text: 'kidney, liver', sites: ['kidney', 'liver'] },
    { text: 'kidney liver', sites: ['kidney liver'] },
    { text: 'kidney\nliver', sites: ['kidney', 'liver'] },
    { text: 'nose-tip', sites: ['nose-tip'] },
    { text: 'nose  tip', sites: ['nose'] },
    { text: 'nose/tip', sites: ['nose'] },
    { text: 'head of the pancreas', sites: ['head of the pancreas'] },
    { text: 'skin of', sites: ['skin'] },
    { text: 'supraoral', sites: [] },
    { text: 'intervention', sites: [] },
    { text: 'xxxnasal', sites: [] },
    { text: 'supranasal', sites: ['supranasal'] },
  ])('$sites in "$text"', ({ text, sites }) => {
    expect(attributesIn(text)).toEqual(sites.map((site) => `SYSTEM_ORGAN_SITE ${site}`))
  })
})

test.each([
  { lemmas: ['base'], part: true },
  { lemmas: ['nose'], part: false },
  { lemmas: ['fever'], part: false },
  { lemmas: [], part: false },
])('the first of $lemmas is for a part of a site: $part', ({ lemmas, part }) => {
  expect(isPart(lemmas, 0)).toBe(part)
})

test.each([
  { site: 'knee', score: 0.95 },
  { site: 'tip of nose', score: 0.95 },
  { site: 'interorbital', score: 0.8 },
])('is so sure of "$site": $score', ({ site, score }) => {
  expect(scoredIn(site)).toEqual([`SYSTEM_ORGAN_SITE ${site} ${score}`])
})
