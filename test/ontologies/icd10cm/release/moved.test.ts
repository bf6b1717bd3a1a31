/**
 * Proves of inclusion terms of a header that a code below has in its title:
 * 1. they move to the one code that says nothing more than the header does
 * 2. a name that the code has already is not given twice
 */

import { expect, test } from 'vitest'
import { withMovedTerms } from '../../../../src/ontologies/icd10cm/release/moved.ts'

const HEADER = 'Endometriosis of uterus'

function moved(term: string, below: readonly string[], kind: 'synonym' | 'curated' = 'synonym') {
  const codes = below.map((_, i) => `X1.${i}`)
  const concepts = [HEADER, ...below].map((name, i) => ({
    ...{ code: codes[i - 1] ?? 'X1', name, family: 'X1', active: true, attributes: {} },
  }))
  const edges = codes.map((code) => ({ code, parent: 'X1' }))
  const titles = concepts.map(({ code, name }) => ({
    ...{ code, text: name, kind: 'preferred' as const, language: 'en' },
  }))
  const terms = [...titles, { code: 'X1', text: term, kind, language: 'en' }]
  return withMovedTerms({ concepts, edges, terms })
    .slice(titles.length)
    .map(({ code, text }) => `${code} ${text}`)
}

test.each([
  { term: 'Adenomyosis', below: ['Adenomyosis of the uterus'], names: ['X1.0 Adenomyosis'] },
  { term: 'Adenomyosis', below: ['Deep adenomyosis'], names: ['X1 Adenomyosis'] },
  { term: 'Adenomyosis', below: ['Endometriosis'], names: ['X1 Adenomyosis'] },
  { term: 'Adenomyosis', below: ['Adenomyosis'], names: [] },
  { term: 'Uterus', below: ['Endometriosis of the uterus'], names: ['X1 Uterus'] },
  {
    term: 'Adenomyosis',
    below: ['Adenomyosis of uterus', 'Adenomyosis, endometriosis'],
    names: ['X1 Adenomyosis'],
  },
])('$term, above $below: $names', ({ term, below, names }) => {
  expect(moved(term, below)).toEqual(names)
})

test('titles and other names stay where they are', () => {
  expect(moved('Adenomyosis', ['Adenomyosis of uterus'], 'curated')).toEqual(['X1 Adenomyosis'])
})
