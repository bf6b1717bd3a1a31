import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readModel } from '../../src/linker/model.ts'
import { nameFeatures } from '../../src/linker/rank.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import type { Feature } from '../../src/ontologies/ontology.ts'
import { tempFolder } from '../support/tiny-index.ts'

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

const MODELS = fileURLToPath(new URL('../../data/models', import.meta.url))
const shipped = JSON.parse(readFileSync(join(MODELS, 'icd-10-cm.json'), 'utf8'))

/** Reads the shipped model with this in place of what it says. */
function readChanged(change: object): unknown {
  const file = join(tempFolder(), 'changed')
  writeFileSync(`${file}.json`, JSON.stringify({ ...shipped, ...change }))
  return readModel(relative(MODELS, file), FEATURES)
}

/** The shipped proofs with this in place of what the high strictness says. */
function proofsWith(change: object): object {
  const { strictness } = shipped.proofs
  const high = { ...strictness.high, ...change }
  return { ...shipped.proofs, strictness: { ...strictness, high } }
}

test.each([
  { what: 'asks for no lead', change: { margin: 0 } },
  { what: 'asks for the largest lead', change: { margin: 1 } },
])('a model that $what is read', ({ change }) => {
  expect(readChanged(change)).toMatchObject(change)
})

test.each([
  { what: 'asks to trail', change: { margin: -0.01 } },
  { what: 'asks for more than the largest lead', change: { margin: 1.01 } },
  { what: 'has a day for a date', change: { date: 'Monday' } },
  {
    what: 'has a feature count for nothing',
    change: { weights: { ...shipped.weights, words: 0 } },
  },
  { what: 'lacks the proofs', change: { proofs: undefined } },
  ...Object.entries({
    'links by nothing': { links: [] },
    'links by what there is not': { links: ['a hunch'] },
    'is righter than always': { precision: 1.01 },
    'covers less than nothing': { coverage: -0.01 },
    'has half an interval': { interval: [0.9] },
  }).map(([what, change]) => ({ what, change: { proofs: proofsWith(change) } })),
  { what: 'says more than a model does', change: { note: 'a good one' } },
])('a model that $what is refused', ({ change }) => {
  expect(() => readChanged(change)).toThrow(
    expect.objectContaining({ name: 'MedlinkError', code: 'data_invalid' }),
  )
})

test.each([
  { strictness: 'high', basis: 'synonym', links: true },
  { strictness: 'high', basis: 'lay', links: false },
  { strictness: 'balanced', basis: 'lay', links: true },
] as const)('$strictness links by $basis: $links', ({ strictness, basis, links }) => {
  const { proofs } = readModel('icd-10-cm', FEATURES)
  expect(proofs.strictness[strictness].links.includes(basis)).toBe(links)
})

test.each(['icd-10-cm', 'loinc', 'snomed'])('%s: what balanced links is more', (ontology) => {
  const { proofs } = JSON.parse(readFileSync(join(MODELS, `${ontology}.json`), 'utf8'))
  const { high, balanced } = proofs.strictness
  expect(balanced.links).toEqual(expect.arrayContaining(high.links))
  expect(balanced.links.length).toBeGreaterThan(high.links.length)
  for (const { precision, interval, coverage } of [high, balanced]) {
    expect(interval[0]).toBeLessThanOrEqual(precision)
    expect(interval[1]).toBeGreaterThanOrEqual(precision)
    expect(coverage).toBeGreaterThan(0.5)
  }
})
