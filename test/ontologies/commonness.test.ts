/**
 * Proves of how prominent concepts are:
 * 1. the tables of what clinics and laboratories meet say it where they have a row, the more often the more
 * 2. of other codes of ICD-10-CM those of common categories come first, headers behind the best of their codes, and general ones
 * 3. of other tests of LOINC those of a good rank come first, then usual results; of blood before others as common
 * 4. of other concepts of SNOMED CT what problem lists are made of comes first, then what is broad
 * 5. codes of the tables are codes: of ICD-10-CM's form, with LOINC's and SNOMED CT's check digits
 */

import { describe, expect, test } from 'vitest'
import type { ConceptRecord, ReleaseRecords } from '../../src/index/records.ts'
import { MAX_PROMINENCE } from '../../src/index/words/type-ahead.ts'
import { requireOntology } from '../../src/ontologies/all.ts'
import { readCommonness } from '../../src/ontologies/commonness.ts'
import { icd10cmRelease } from '../../src/ontologies/icd10cm/release/icd10cm-release.ts'
import { loincRelease } from '../../src/ontologies/loinc/release/loinc-release.ts'
import { medicationRelease } from '../../src/ontologies/medication/release/medication-release.ts'
import type { OntologyRelease } from '../../src/ontologies/ontology.ts'
import { snomedRelease } from '../../src/ontologies/snomed/release/snomed-release.ts'
import { tinyRelease } from '../support/tiny-index.ts'

const concept = (
  code: string,
  attributes: ConceptRecord['attributes'] = {},
  name = 'A name',
): ConceptRecord => ({ code, name, family: code, active: true, attributes })

/** Prominence of each of some concepts that are a release. */
function prominenceOf(release: OntologyRelease, concepts: readonly ConceptRecord[]): number[] {
  const records: ReleaseRecords = { ...tinyRelease, concepts }
  return concepts.map(release.prominenceIn(records))
}

test.each([
  { met: 'daily', code: 'I10', prominence: MAX_PROMINENCE },
  { met: 'weekly', code: 'K35.80', prominence: 125 },
  { met: 'monthly', code: 'I05.0', prominence: 100 },
  { met: 'yearly', code: 'A00.9', prominence: 75 },
])('what is met $met has $prominence', ({ code, prominence }) => {
  expect(readCommonness('icd-10-cm').get(code)).toBe(prominence)
})

test.each(['icd-10-cm', 'loinc', 'snomed'])(
  'the codes for %s are written as codes are',
  (ontology) => {
    const { parseCode } = requireOntology(ontology)
    const codes = [...readCommonness(ontology).keys()]
    expect(codes.length).toBeGreaterThan(300)
    expect(codes.filter((code) => parseCode(code) !== code)).toEqual([])
  },
)

describe('of ICD-10-CM', () => {
  const billable = { is_billable: true }
  const header = { is_billable: false }

  test('a row of the table counts, and headers stand behind the best of their codes', () => {
    const codes = [concept('J45.909', billable), concept('J45.90', header), concept('J45', header)]
    expect(prominenceOf(icd10cmRelease, codes)).toEqual([150, 138, 138])
  })

  test('other codes of the category have a share of that', () => {
    const codes = [concept('J45.909', billable), concept('J45.52', billable)]
    expect(prominenceOf(icd10cmRelease, codes)[1]).toBe(Math.round(0.45 * 150) + 12)
  })

  test.each([
    { code: 'A05', name: 'x', points: 16 + 12 },
    { code: 'A05.8', name: 'x', points: 8 + 12 },
    { code: 'A05.81', name: 'x', points: 12 },
    { code: 'A05.81', name: 'Unspecified x', points: 14 + 12 },
    { code: 'W92', name: 'x', points: 16 },
  ])('$code "$name", in no common category, has $points', ({ code, name, points }) => {
    expect(prominenceOf(icd10cmRelease, [concept(code, billable, name)])).toEqual([points])
  })
})

describe('of LOINC', () => {
  test.each([
    { code: '718-7', attributes: { rank: 2000 }, points: 150 },
    { code: '1-8', attributes: { rank: 1 }, points: 150 },
    { code: '1-8', attributes: { rank: 2 }, points: 139 },
    { code: '1-8', attributes: { rank: 1024, is_usual: true, is_result: true }, points: 40 },
    { code: '1-8', attributes: { rank: 20_000 }, points: 0 },
    { code: '1-8', attributes: { rank: 0, is_usual: true, is_result: true }, points: 20 },
    { code: '1-8', attributes: { rank: null, is_usual: false, is_result: true }, points: 12 },
    { code: '1-8', attributes: { rank: 0, is_usual: true, is_result: false }, points: 8 },
  ])('$code with $attributes has $points', ({ code, attributes, points }) => {
    expect(prominenceOf(loincRelease, [concept(code, attributes)])).toEqual([points])
  })

  test.each([
    { blood: 1, urine: 1, points: [150, 138] },
    { blood: 2, urine: 1, points: [139, 150] },
  ])('a test of urine comes behind that of blood which is as common: $points', (ranks) => {
    const of = (system: string, rank: number) => {
      return { ...concept(`${system}-1`, { system, rank }), family: 'hemoglobin' }
    }
    const codes = [of('Bld', ranks.blood), of('Urine', ranks.urine)]
    expect(prominenceOf(loincRelease, codes)).toEqual(ranks.points)
  })
})

describe('of SNOMED CT', () => {
  test.each([
    { code: '38341003', attributes: { semantic_tag: null, breadth: 0 }, points: 150 },
    { code: '1', attributes: { semantic_tag: 'disorder', breadth: 0 }, points: 24 },
    { code: '1', attributes: { semantic_tag: 'finding', breadth: 2 }, points: 26 },
    { code: '1', attributes: { semantic_tag: 'procedure', breadth: 0 }, points: 16 },
    { code: '1', attributes: { semantic_tag: 'disorder', breadth: 15 }, points: 54 },
    { code: '1', attributes: { semantic_tag: 'substance', breadth: 1 }, points: 3 },
    { code: '1', attributes: { semantic_tag: null }, points: 0 },
  ])('$code with $attributes has $points', ({ code, attributes, points }) => {
    expect(prominenceOf(snomedRelease, [concept(code, attributes)])).toEqual([points])
  })
})

test('of drugs the usual product of most brands comes first, and ingredients before what is seldom sold', () => {
  const tablet = (mg: number) =>
    medicationRelease.readStarter().concepts.find(({ code }) => {
      return code === `ML:acetaminophen-${mg}-mg-tablet`
    })!
  const [usual, other, unknown] = prominenceOf(medicationRelease, [
    tablet(650),
    tablet(1000),
    concept('161'),
  ])
  expect(usual).toBeGreaterThan(other!)
  expect(unknown).toBe(0)
})
