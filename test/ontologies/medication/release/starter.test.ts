/**
 * Proves of the starter of drugs: every code once, RXCUIs or Medlink's own behind a prefix; every drug has a name and
 * ingredients; it says whose it is. And of what Medlink adds to releases: ingredients and combinations that they lack.
 */

import { expect, test } from 'vitest'
import {
  ownIngredients,
  readStarter,
} from '../../../../src/ontologies/medication/release/starter.ts'
import { drug, drugRelease } from '../../../support/drugs.ts'

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

test('has ingredients, their combinations, generic products and brands', () => {
  const levels = new Set(concepts.map(({ attributes }) => attributes.product_type))
  expect([...levels].toSorted()).toEqual([
    'branded_drug',
    'clinical_drug',
    'combination',
    'ingredient',
  ])
})

test('releases get the ingredients and combinations that they lack', () => {
  const { drugs } = ownIngredients([
    drugRelease([
      drug('1', 'clinical_drug', 'metformin 500 mg + quelbramine 5 mg'),
      drug('2', 'clinical_drug', 'quelbramine 5 mg + metformin 850 mg'),
      drug('3', 'clinical_drug', 'metformin 500 mg + glimepiride 1 mg'),
      drug('4', 'combination', 'glimepiride + metformin'),
      drug('5', 'clinical_drug', 'a 1 mg + b 1 mg + c 1 mg + d 1 mg + e 1 mg + f 1 mg + g 1 mg'),
    ]),
  ])
  const added = drugs.filter(({ level }) => level === 'combination')
  expect(added.map(({ code, name }) => [code, name])).toEqual([
    ['ML:metformin-quelbramine', 'metformin / quelbramine'],
  ])
  expect(drugs.map(({ code }) => code)).toEqual(expect.arrayContaining(['6809', 'ML:quelbramine']))
})
