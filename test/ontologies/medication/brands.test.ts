/**
 * Proves of the brands that Medlink knows: each has as many strengths as ingredients, or none of any, a form of the list,
 * and the generic products have no brand.
 */

import { expect, test } from 'vitest'
import { readTable } from '../../../src/language/tables.ts'
import {
  brandsBeginning,
  readBrands,
  readClinicalDrugs,
} from '../../../src/ontologies/medication/brands.ts'

const forms = new Set(readTable('medication/forms.tsv', ['form', 'group']).map(([form]) => form))

test.each([
  { what: 'brands', products: readBrands() },
  { what: 'clinical drugs', products: readClinicalDrugs() },
])('$what have ingredients, and forms of the list', ({ products }) => {
  expect(products.length).toBeGreaterThan(500)
  expect(products.filter(({ components }) => components.length === 0)).toEqual([])
  expect(products.filter(({ form }) => !forms.has(form))).toEqual([])
})

test('only brands are called something', () => {
  expect(readBrands().filter(({ brand }) => brand === '')).toEqual([])
  expect(readClinicalDrugs().filter(({ brand, label }) => `${brand}${label}` !== '')).toEqual([])
})

test.each([
  ['telma', 2, ['Telma', 'Telma-AM']],
  ['ECOSP', 1, ['Ecosprin']],
  ['zzq', 5, []],
  [' ', 5, []],
] as const)('brands that begin with "%s", %i at most', (typed, limit, expected) => {
  expect(brandsBeginning(typed, limit)).toEqual(expected)
})
