/**
 * Proves of how likely a candidate is right:
 * 1. every match belongs to one regime, by how exact it is and whose name it is
 * 2. the probability lies in (0, 1) and a larger lead never lowers it
 * 3. what the ontology has something against is calibrated by itself where the model does so
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REJECTIONS } from '../../src/contract.ts'
import { TERM_KINDS } from '../../src/index/records.ts'
import {
  calibrate,
  calibrationInputs,
  type Evidence,
  REGIMES,
  type Regime,
  regimeOf,
} from '../../src/linker/decide.ts'
import { type Model, readModel } from '../../src/linker/model.ts'
import { nameFeatures } from '../../src/linker/rank.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { loinc } from '../../src/ontologies/loinc/loinc.ts'
import type { NamedOntology } from '../../src/ontologies/ontology.ts'
import { matchOf } from '../support/linker.ts'

/** The models that Medlink comes with, and the names of the features they weigh. */
const SHIPPED = [icd10cm as NamedOntology, loinc as NamedOntology].map(
  ({ name, features: own }) => {
    const features = [...nameFeatures, ...own]
    return {
      ontology: name,
      model: readModel(name, features),
      features: features.map((f) => f.name),
    }
  },
)
const FEATURES = SHIPPED[0]!.features

const evidenceOf = (given: Partial<Evidence> = {}): Evidence => ({
  score: 0.9,
  margin: 0.05,
  rivalIsRelated: false,
  rivalIsIndistinguishable: false,
  match: matchOf(),
  rejection: undefined,
  measured: { features: FEATURES, values: FEATURES.map(() => 1) },
  hasOfficialSynonyms: true,
  ...given,
})

const MATCHES: Readonly<Record<Regime, Evidence['match']>> = {
  title: matchOf(),
  exact_official: matchOf({ kind: 'synonym' }),
  exact_curated: matchOf({ kind: 'curated' }),
  close_official: matchOf({ exactness: 0 }),
  close_curated: matchOf({ kind: 'curated', exactness: 0 }),
}

test.each([
  { kind: 'preferred', exactness: 1, regime: 'title' },
  { kind: 'preferred', exactness: 0.9, regime: 'exact_official' },
  { kind: 'synonym', exactness: 1, regime: 'exact_official' },
  { kind: 'preferred', exactness: 0.63, regime: 'exact_official' },
  { kind: 'preferred', exactness: 0, regime: 'close_official' },
  { kind: 'synonym', exactness: 0.9, regime: 'exact_official' },
  { kind: 'synonym', exactness: 0, regime: 'close_official' },
  { kind: 'short', exactness: 1, regime: 'close_official' },
  { kind: 'short', exactness: 0, regime: 'close_official' },
  { kind: 'entry', exactness: 1, regime: 'close_official' },
  { kind: 'entry', exactness: 0, regime: 'close_official' },
  { kind: 'curated', exactness: 1, regime: 'exact_curated' },
  { kind: 'curated', exactness: 0.8, regime: 'exact_curated' },
  { kind: 'curated', exactness: 0, regime: 'close_curated' },
] as const)('a name of kind $kind that is the mention at $exactness is $regime', (row) => {
  expect(regimeOf(matchOf(row))).toBe(row.regime)
})

const unit = fc.double({ min: 0, max: 1, noNaN: true })
/** Any evidence of these features. */
const ALL_REJECTIONS = [...new Set(Object.values(REJECTIONS).flat())]

const anyEvidence = (features: readonly string[]): fc.Arbitrary<Evidence> =>
  fc.record({
    score: unit,
    margin: fc.double({ min: -1, max: 1, noNaN: true }),
    rivalIsRelated: fc.boolean(),
    rivalIsIndistinguishable: fc.boolean(),
    rejection: fc.option(fc.constantFrom(...ALL_REJECTIONS), { nil: undefined }),
    hasOfficialSynonyms: fc.boolean(),
    match: fc
      .record({
        kind: fc.constantFrom(...TERM_KINDS),
        exactness: fc.constantFrom(0, 0.63, 0.8, 0.9, 1),
        queryMass: fc.double({ min: 0, max: 500, noNaN: true }),
      })
      .map(matchOf),
    measured: fc.tuple(...features.map(() => unit)).map((values) => ({ features, values })),
  })

describe.each(SHIPPED)('of the shipped model of $ontology', ({ model: shipped, features }) => {
  const measured = { features, values: features.map(() => 1) }

  test('every coefficient has its input', () => {
    const inputs = Object.keys(calibrationInputs(evidenceOf({ measured })))
    for (const logistic of Object.values(shipped.calibration))
      expect(inputs).toEqual(expect.arrayContaining(Object.keys(logistic?.coefficients ?? {})))
  })

  test('the probability lies between 0 and 1', () => {
    fc.assert(
      fc.property(anyEvidence(features), (evidence) => {
        const probability = calibrate(shipped, evidence)
        expect(probability).toBeGreaterThan(0)
        expect(probability).toBeLessThan(1)
      }),
    )
  })

  test('a larger lead never lowers the probability', () => {
    fc.assert(
      fc.property(anyEvidence(features), unit, (evidence, more) => {
        const margin = evidence.margin + more
        expect(calibrate(shipped, { ...evidence, margin })).toBeGreaterThanOrEqual(
          calibrate(shipped, evidence),
        )
      }),
    )
  })
})

test.each([
  { what: 'the score', given: { score: 0.4 }, input: 'score', value: 0.4 },
  { what: 'a lead', given: { margin: 0.03 }, input: 'margin', value: 0.03 },
  { what: 'a lead beyond the full one', given: { margin: 0.7 }, input: 'margin', value: 0.1 },
  { what: 'a trailing beyond that', given: { margin: -0.7 }, input: 'margin', value: -0.1 },
  { what: 'no rival', given: { margin: 1 }, input: 'margin', value: 0.1 },
  { what: 'a mention', given: {}, input: 'mass', value: 0.25 },
  {
    what: 'a long mention',
    given: { match: matchOf({ queryMass: 99 }) },
    input: 'mass',
    value: 1,
  },
  { what: 'another thing', given: {}, input: 'related_rival', value: 0 },
  { what: 'a relative', given: { rivalIsRelated: true }, input: 'related_rival', value: 1 },
  { what: 'a rival that differs', given: {}, input: 'indistinguishable_rival', value: 0 },
  {
    what: 'a twin',
    given: { rivalIsIndistinguishable: true },
    input: 'indistinguishable_rival',
    value: 1,
  },
  { what: 'official names', given: {}, input: 'beside_official', value: 1 },
  { what: 'no such', given: { hasOfficialSynonyms: false }, input: 'beside_official', value: 0 },
  { what: 'a feature', given: {}, input: 'exact', value: 1 },
])('$what is weighed as $input $value', ({ given, input, value }) => {
  expect(calibrationInputs(evidenceOf(given))[input]).toBeCloseTo(value, 9)
})

/** Every regime its own constant probability. */
const model: Model = {
  ...SHIPPED[0]!.model,
  calibration: {
    title: { intercept: Math.log(4), coefficients: {} },
    exact_official: { intercept: 0, coefficients: {} },
    exact_curated: { intercept: Math.log(3), coefficients: {} },
    close_official: { intercept: -Math.log(3), coefficients: {} },
    close_curated: { intercept: 0, coefficients: { score: 2, margin: -4 } },
  },
  margin: 0.02,
}

test.each([
  { regime: 'title', probability: 0.8 },
  { regime: 'exact_official', probability: 0.5 },
  { regime: 'exact_curated', probability: 0.75 },
  { regime: 'close_official', probability: 0.25 },
  { regime: 'close_curated', probability: 1 / (1 + Math.exp(-(2 * 0.9 - 4 * 0.05))) },
] as const)('$regime is calibrated by its own function', ({ regime, probability }) => {
  const evidence = evidenceOf({ match: MATCHES[regime] })
  expect(calibrate(model, evidence)).toBeCloseTo(probability, 9)
})

describe('what is rejected to', () => {
  const rejected = { intercept: -Math.log(9), coefficients: { margin: 10 } }
  const withRejected: Model = { ...model, calibration: { ...model.calibration, rejected } }
  const withRejection = (regime: Regime) =>
    evidenceOf({ rejection: 'unit_missing', match: MATCHES[regime], margin: 0 })

  test.each(REGIMES)('is calibrated by its own function, not by that of %s', (regime) => {
    expect(calibrate(withRejected, withRejection(regime))).toBeCloseTo(0.1, 9)
  })

  test.each(REGIMES)('is calibrated like %s where it has none', (regime) => {
    const evidence = withRejection(regime)
    const open = { ...evidence, rejection: undefined }
    expect(calibrate(model, evidence)).toBe(calibrate(model, open))
  })

  test.each(REGIMES)('does not change how %s is calibrated without an rejection', (regime) => {
    const open = { ...withRejection(regime), rejection: undefined }
    expect(calibrate(withRejected, open)).toBe(calibrate(model, open))
  })
})
