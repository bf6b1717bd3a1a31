/**
 * Proves of the look-up of a site's names:
 * 1. of names with the same words that is found which is bound to the most of the request's hints, and none to others
 * 2. of equal ones the last that was given counts; two codes on equal terms are none
 * 3. names that begin as typed are those that a search through all of them finds
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SiteNameRecord } from '../../src/index/records.ts'
import { SiteNames } from '../../src/linker/site-names.ts'
import { siteNameKey } from '../../src/ontologies/site-names.ts'
import { analyzer } from '../support/linker.ts'

/** "sugar mg/dl serum → 1"; a dash where it is bound to none. */
function record(line: string): SiteNameRecord {
  const [words = '', unit = '', specimen = '', , code = ''] = line.split(' ')
  const bare = (hint: string) => (hint === '-' ? '' : hint)
  return { words, unit: bare(unit), specimen: bare(specimen), name: words, code, note: '' }
}

const namesOf = (...lines: string[]) => new SiteNames(lines.map(record), analyzer)

test.each<{
  what: string
  names: readonly string[]
  hints?: Record<string, string>
  code: string | undefined
}>([
  { what: 'no hints on either side', names: ['sugar - - → 1'], code: '1' },
  { what: 'hints that nobody asks for', names: ['sugar - - → 1'], hints: { unit: 'g' }, code: '1' },
  { what: 'a hint that is not there', names: ['sugar mg/dl - → 1'], code: undefined },
  { what: 'another unit', names: ['sugar mg/dl - → 1'], hints: { unit: 'g' }, code: undefined },
  {
    what: 'another specimen',
    names: ['sugar - serum → 1'],
    hints: { specimen: 'urine' },
    code: undefined,
  },
  { what: 'its unit', names: ['sugar mg/dl - → 1'], hints: { unit: 'MG / dL' }, code: '1' },
  { what: 'its specimen', names: ['sugar - serum → 1'], hints: { specimen: 'Serum' }, code: '1' },
  {
    what: 'a unit in the place of a specimen',
    names: ['sugar - mg → 1'],
    hints: { unit: 'mg' },
    code: undefined,
  },
  {
    what: 'one of two hints',
    names: ['sugar mg serum → 1'],
    hints: { unit: 'mg' },
    code: undefined,
  },
  {
    what: 'the one that is bound',
    names: ['sugar - - → 1', 'sugar mg - → 2'],
    hints: { unit: 'mg' },
    code: '2',
  },
  {
    what: 'the one that is not',
    names: ['sugar - - → 1', 'sugar mg - → 2'],
    hints: { unit: 'g' },
    code: '1',
  },
  {
    what: 'the one that is bound twice',
    names: ['sugar mg - → 1', 'sugar mg serum → 2', 'sugar - serum → 3'],
    hints: { unit: 'mg', specimen: 'serum' },
    code: '2',
  },
  {
    what: 'two that are bound to one each',
    names: ['sugar mg - → 1', 'sugar - serum → 2'],
    hints: { unit: 'mg', specimen: 'serum' },
    code: undefined,
  },
  {
    what: 'two such for one code',
    names: ['sugar mg - → 1', 'sugar - serum → 1'],
    hints: { unit: 'mg', specimen: 'serum' },
    code: '1',
  },
  { what: 'the last of equal ones', names: ['sugar - - → 1', 'sugar - - → 2'], code: '2' },
])('$what', ({ names, hints = {}, code }) => {
  expect(namesOf(...names).find('Sugar', hints)?.code).toBe(code)
})

test.each(['sugars', 'sugar level', 'suga', 'sugr', '', '%'])('"%s" is not sugar', (text) => {
  expect(namesOf('sugar - - → 1').find(text, {})).toBeUndefined()
})

test('what is typed finds the names that begin so', () => {
  const name = fc.stringMatching(/^[ab]{1,3}( [ab]{1,2})?$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(name),
      fc.oneof(name, fc.constantFrom('', 'c', 'A')),
      (all, typed) => {
        const records = all.map((text, i) => ({
          ...{ words: siteNameKey(text, analyzer), unit: '', specimen: '' },
          ...{ name: text, code: String(i), note: '' },
        }))
        const begun = siteNameKey(typed, analyzer)
        // Names that differ in their signs or spacing only are one.
        const last = new Map(records.map((each) => [each.words, each]))
        const expected = [...last.values()]
          .filter(({ words }) => begun !== '' && words.startsWith(begun))
          .sort((a, b) => (a.words < b.words ? -1 : 1))
        expect(new SiteNames(records, analyzer).beginning(typed)).toEqual(expected)
      },
    ),
  )
})
