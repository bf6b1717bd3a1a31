/**
 * Proves of the starter of drugs: every code once, RXCUIs or Medlink's own behind a prefix; every drug has a name and
 * ingredients; it says whose it is.
 */

import { expect, test } from 'vitest'
import { readStarter } from '../../../../src/ontologies/medication/release/starter.ts'

const { concepts, licence, version, ontology } = readStarter()

test('says whose it is', () => {
  expect([ontology, version]).toEqual(['medication', 'starter'])
  expect(licence).toContain('Apache-2.0')
  expect(licence).toContain('does not endorse')
})

test('has every code once, an RXCUI or one of its own', () => {
  const codes = concepts.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.filter((code) => !/^(?:\d{1,8}|ML:\S+)$/.test(code))).toEqual([])
})

test('every drug has a name, ingredients and where it is from', () => {
  const lacking = concepts.filter(
    ({ name, attributes }) =>
      name === '' || attributes.generic_name === '' || attributes.source !== 'medlink',
  )
  expect(lacking).toEqual([])
})

test('has ingredients, generic products and brands', () => {
  const levels = new Set(concepts.map(({ attributes }) => attributes.product_type))
  expect([...levels].toSorted()).toEqual(['branded_drug', 'clinical_drug', 'ingredient'])
})
