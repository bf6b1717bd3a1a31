import { expect, test } from 'vitest'
import { readModel } from '../../src/linker/model.ts'
import { nameFeatures } from '../../src/linker/name-features.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import type { Feature } from '../../src/ontologies/ontology.ts'

const FEATURES: readonly Feature<never>[] = [...nameFeatures, ...icd10cm.features]
const unheardOf: Feature<never> = {
  name: 'unheard_of',
  of: 'code',
  applies: () => true,
  measure: () => 1,
}

test('the shipped model weighs every feature there is', () => {
  const model = readModel('icd-10-cm', FEATURES)
  expect(model.id).toMatch(/^icd-10-cm-/)
  expect(Object.keys(model.weights).sort()).toEqual(FEATURES.map(({ name }) => name).sort())
})

test('features have names of their own', () => {
  expect(new Set(FEATURES.map(({ name }) => name)).size).toBe(FEATURES.length)
})

test('the order of the features does not matter', () => {
  expect(readModel('icd-10-cm', FEATURES.toReversed())).toEqual(readModel('icd-10-cm', FEATURES))
})

test.each([
  { what: 'lacks a weight', features: [...FEATURES, unheardOf] },
  { what: 'has a weight too many', features: FEATURES.slice(1) },
  { what: 'has another weight instead', features: [...FEATURES.slice(1), unheardOf] },
  { what: 'has weights and there are no features', features: [] },
])('a model that $what is refused', ({ features }) => {
  expect(() => readModel('icd-10-cm', features)).toThrow(
    expect.objectContaining({
      name: 'MedlinkError',
      code: 'data_invalid',
      message: expect.stringContaining('data/models/icd-10-cm.json'),
    }),
  )
})
