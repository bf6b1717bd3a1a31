/** Proves of the brands of Medlink's tables: each is read as the codes of its ingredients, what most have in common first. */

import { expect, test } from 'vitest'
import type { ConceptRecord } from '../../../../src/index/records.ts'
import { brandNames } from '../../../../src/ontologies/medication/release/brand-names.ts'

const concept = (code: string, family: string, level: string, active = true): ConceptRecord => ({
  ...{ code, name: code, family, active, attributes: { product_type: level } },
})

const concepts = [
  concept('FDA:1', 'acetaminophen', 'branded_drug'),
  concept('313782', 'acetaminophen', 'clinical_drug'),
  concept('1', 'acetaminophen', 'clinical_drug', false),
  concept('161', 'acetaminophen', 'ingredient'),
  concept('5640', 'ibuprofen', 'ingredient'),
  concept('817958', 'acetaminophen + ibuprofen', 'combination'),
]

const namesOf = (own: readonly ConceptRecord[]) =>
  new Map(brandNames({ concepts: own } as never).map(({ text, codes }) => [text, codes]))

test.each([
  { brand: 'Crocin', codes: ['161', '313782', 'FDA:1'] },
  { brand: 'Combiflam', codes: ['817958'] },
  { brand: 'Glycomet', codes: undefined },
])('$brand is read as $codes', ({ brand, codes }) => {
  expect(namesOf(concepts).get(brand)).toEqual(codes)
})

test('a release without the ingredients has none of the brands', () => {
  expect(namesOf([])).toEqual(new Map())
})
