/**
 * Proves of the records of a table, the miniature release and small changes of it:
 * 1. every code is a concept with its axes; deprecated ones have no names and answer by what replaces them
 * 2. panels, documents, surveys, and what can only be ordered are no results
 * 3. of codes that differ in the method only, one is the usual
 * 4. a test without a unit is one whose component has one property in its specimen, and that none
 * 5. example units teach which properties they stand beside
 */

import { describe, expect, test } from 'vitest'
import { UNIT_PROPERTY } from '../../../../src/ontologies/loinc/facts.ts'
import { makeRecords } from '../../../../src/ontologies/loinc/release/records.ts'
import { readLoincTables } from '../../../../src/ontologies/loinc/release/release.ts'
import type { LoincRow } from '../../../../src/ontologies/loinc/release/row.ts'

const MINI = new URL('../../../fixtures/loinc-mini', import.meta.url).pathname
const tables = await readLoincTables(MINI)
const records = makeRecords(tables)
const conceptOf = (code: string) => records.concepts.find((concept) => concept.code === code)!
const glucose = tables.rows.find(({ code }) => code === '2345-7')!

function conceptsOf(rows: readonly Partial<LoincRow>[]) {
  const numbered = rows.map((row, i): LoincRow => ({ ...glucose, code: `${i}-0`, ...row }))
  return makeRecords({ ...tables, rows: numbered })
}

test('a release is what its tables say it is', () => {
  expect(records).toMatchObject({ ontology: 'loinc', version: '9.01', edges: [], maps: [] })
  expect(records.licence).toBe(tables.licence)
  expect(records.sources).toBe(tables.sources)
  expect(records.warnings).toBe(tables.warnings)
  expect(records.concepts.map(({ code }) => code)).toEqual(tables.rows.map(({ code }) => code))
})

test('a concept has its long name, the family of its component, and its axes', () => {
  expect(conceptOf('2345-7')).toEqual({
    code: '2345-7',
    name: 'Glucose [Mass/volume] in Serum or Plasma',
    family: 'glucose',
    active: true,
    attributes: {
      component: 'Glucose',
      property: 'MCnc',
      time_aspect: 'Pt',
      system: 'Ser/Plas',
      scale: 'Qn',
      method: '',
      class: 'CHEM',
      class_type: 1,
      loinc_status: 'ACTIVE',
      order_observation: 'Both',
      is_usual: true,
      is_result: true,
      is_unitless: false,
      is_one_specimen: false,
      rank: 1,
      example_unit: 'mg/dL',
    },
  })
})

test.each([
  { code: '2345-7', isResult: true, why: 'a test' },
  { code: '8480-6', isResult: true, why: 'a clinical measurement' },
  { code: '9000009-2', isResult: true, why: 'of no class type' },
  { code: '58410-2', isResult: false, why: 'a panel' },
  { code: '9000012-6', isResult: false, why: 'a panel by its members' },
  { code: '9000010-0', isResult: false, why: 'a survey' },
  { code: '9000004-3', isResult: false, why: 'discouraged' },
])('$code is a result: $isResult, being $why', ({ code, isResult }) => {
  expect(conceptOf(code).attributes.is_result).toBe(isResult)
})

test.each([
  { what: 'a document', row: { scale: 'Doc' }, isResult: false },
  { what: 'a set', row: { scale: 'Set' }, isResult: false },
  { what: 'something without a scale', row: { scale: '-' }, isResult: false },
  { what: 'a panel', row: { isPanel: true }, isResult: false },
  { what: 'something ordered only', row: { orderObs: 'Order' }, isResult: false },
  { what: 'a claims attachment', row: { classType: 3 }, isResult: false },
  { what: 'something observed only', row: { orderObs: 'Observation' }, isResult: true },
  { what: 'a culture', row: { scale: 'Nom' }, isResult: true },
  { what: 'a trial term', row: { status: 'TRIAL' }, isResult: true },
] as const)('$what is a result: $isResult', ({ row, isResult }) => {
  const [concept] = conceptsOf([row]).concepts
  expect(concept!.attributes.is_result).toBe(isResult)
})

test('a notice of a third party stays with its term', () => {
  expect(conceptOf('9000010-0').attributes.copyright_notice).toContain('"as is"')
  expect(conceptOf('2345-7').attributes).not.toHaveProperty('copyright_notice')
})

test('a deprecated code has no names, and what replaces it is known', () => {
  const deprecated = tables.rows.filter(({ status }) => status === 'DEPRECATED')
  expect(deprecated).toHaveLength(5)
  for (const { code } of deprecated) {
    expect(conceptOf(code).active).toBe(false)
    expect(records.terms.filter((term) => term.code === code)).toEqual([])
  }
  expect(records.replacements).toContainEqual({
    code: '9000001-9',
    replacement: '2345-7',
    relation: 'MAP_TO',
  })
})

test('every active code but deprecated ones has its long name', () => {
  const named = new Set(records.terms.filter(({ shared }) => !shared).map(({ code }) => code))
  const active = records.concepts.filter(({ active }) => active)
  expect([...named].sort()).toEqual(active.map(({ code }) => code).sort())
})

test('codes of one component share its names', () => {
  const families = new Map(records.concepts.map(({ code, family }) => [code, family]))
  const shared = records.terms.filter(({ shared, text }) => shared && text === 'Glucose')
  expect(shared.map(({ code }) => families.get(code))).toEqual(['glucose'])
})

describe('of codes that differ in the method only, the usual one is', () => {
  test.each([
    {
      what: 'the one most reported',
      rows: [
        { method: '', rank: 60 },
        { method: 'Automated count', rank: 4 },
        { method: 'Manual count', rank: 0 },
      ],
      usual: [false, true, false],
    },
    {
      what: 'the one without a method, if it is reported at all',
      rows: [
        { method: 'Calculated', rank: 4 },
        { method: '', rank: 9000 },
        { method: 'Direct assay', rank: 60 },
      ],
      usual: [false, true, false],
    },
    {
      what: 'any that is reported rather than one that is not',
      rows: [
        { method: '', rank: 0 },
        { method: 'Test strip', rank: 9000 },
      ],
      usual: [false, true],
    },
    {
      what: 'the one without a method where none has a rank',
      rows: [
        { method: 'Test strip', rank: 0 },
        { method: '', rank: 0 },
      ],
      usual: [false, true],
    },
    {
      what: 'the first where all have a method and none a rank',
      rows: [
        { method: 'Test strip', rank: 0 },
        { method: 'Glucometer', rank: 0 },
      ],
      usual: [true, false],
    },
    {
      what: 'one each for other specimens, properties, times and scales',
      rows: [
        { rank: 1 },
        { rank: 2, system: 'Urine' },
        { rank: 3, property: 'SCnc' },
        { rank: 4, timeAspect: '24H' },
        { rank: 5, scale: 'Ord' },
        { rank: 6, component: 'Fructose' },
        { rank: 7, component: 'GLUCOSE' },
      ],
      usual: [true, true, true, true, true, true, false],
    },
  ])('$what', ({ rows, usual }) => {
    const { concepts } = conceptsOf(rows)
    expect(concepts.map(({ attributes }) => attributes.is_usual)).toEqual(usual)
  })
})

describe('a specimen that a table leaves blank is', () => {
  interface Row {
    readonly what: string
    readonly rows: readonly Partial<LoincRow>[]
    readonly system: string
  }
  const blank = { system: '', longName: 'Glucose by Glucometer' }
  test.each<Row>([
    {
      what: 'that in which the test is reported',
      rows: [blank, { rank: 5 }],
      system: 'Ser/Plas',
    },
    { what: 'not known where no code has a rank', rows: [blank, { rank: 0 }], system: '' },
    {
      what: 'not known where the test is done in two',
      rows: [blank, { rank: 5 }, { system: 'Urine' }],
      system: '',
    },
    {
      what: 'not known where the other one is of another property',
      rows: [blank, { rank: 5, property: 'SCnc' }],
      system: '',
    },
    {
      what: 'not known where the only other one is deprecated',
      rows: [blank, { rank: 5, status: 'DEPRECATED' }],
      system: '',
    },
    {
      what: 'the one that the long name says, though it was not read',
      rows: [{ ...blank, longName: 'Glucose in goo' }, { rank: 5 }],
      system: '',
    },
  ])('$what', ({ rows, system }) => {
    const [first] = conceptsOf(rows).concepts
    expect(first!.attributes.system).toBe(system)
  })
})

describe('a test has no unit', () => {
  const PROPERTIES =
    `Aper Color Find ID Imp LsCnc Morph Prid PrThr Rden SpGrav Type MCnc SCnc NCnc NFr
    Ratio Titr RelTime Osmol Susc Naric ACnc`.split(/\s+/)

  test('whose property has none', () => {
    const rows = PROPERTIES.map((property, i) => ({ property, component: `Thing ${i}` }))
    const unitless = conceptsOf(rows).concepts.filter(({ attributes }) => attributes.is_unitless)
    expect(unitless.map(({ attributes }) => attributes.property)).toEqual(PROPERTIES.slice(0, 12))
  })

  test.each<{ what: string; rows: readonly Partial<LoincRow>[]; unitless: readonly boolean[] }>([
    {
      what: 'in each method',
      rows: [{ property: 'PrThr' }, { property: 'PrThr', method: 'Test strip' }],
      unitless: [true, true],
    },
    {
      what: 'beside no other property',
      rows: [{ property: 'PrThr' }, { property: 'MCnc' }],
      unitless: [false, false],
    },
    {
      what: 'beside no other one without a unit either',
      rows: [{ property: 'PrThr' }, { property: 'Prid' }],
      unitless: [false, false],
    },
    {
      what: 'whatever the component has in another specimen',
      rows: [{ property: 'PrThr', system: 'Urine' }, { property: 'MCnc' }],
      unitless: [true, false],
    },
    {
      what: 'but in serum and plasma, which are one',
      rows: [
        { property: 'PrThr', system: 'Ser' },
        { property: 'MCnc', system: 'Plas' },
        { property: 'PrThr', system: 'Ser/Plas', component: 'Fructose' },
        { property: 'MCnc', system: 'Ser/Plas/Bld', component: 'Fructose' },
        { property: 'PrThr', system: 'Ser', component: 'Lactose' },
        { property: 'MCnc', system: 'Bld', component: 'Lactose' },
      ],
      unitless: [false, false, false, false, true, false],
    },
    {
      what: 'whatever a panel and a deprecated code have',
      rows: [
        { property: 'PrThr' },
        { property: '-', scale: '-' },
        { property: 'MCnc', status: 'DEPRECATED' },
      ],
      unitless: [true, true, true],
    },
    {
      what: 'as an INR, in which laboratories print none',
      rows: [
        { property: 'RelTime', component: 'Coagulation tissue factor induced.INR' },
        { property: 'RelTime', component: 'Coagulation tissue factor induced.INRs' },
        { property: 'RelTime', component: 'Coagulation tissue factor induced' },
      ],
      unitless: [true, false, false],
    },
    {
      what: 'of which the property is known',
      rows: [{ property: '', longName: 'Glucose' }],
      unitless: [false],
    },
  ])('$what', ({ rows, unitless }) => {
    const { concepts } = conceptsOf(rows)
    expect(concepts.map(({ attributes }) => attributes.is_unitless)).toEqual(unitless)
  })
})

describe('a test has one specimen', () => {
  const OTHERS = Array.from({ length: 5000 }, (_, i) => ({ component: `Thing ${i}` }))
  test.each<{ what: string; rows: readonly Partial<LoincRow>[]; one: readonly boolean[] }>([
    { what: 'alone', rows: [{ system: 'Bld' }], one: [true] },
    { what: 'but not two', rows: [{ system: 'Bld' }, { system: 'Urine' }], one: [false, false] },
    {
      what: 'in serum and plasma',
      rows: [{ system: 'Ser' }, { system: 'Plas' }],
      one: [true, true],
    },
    {
      what: 'whatever any specimen has',
      rows: [{ system: 'Bld' }, { system: 'XXX' }, { system: 'Specimen' }],
      one: [true, false, false],
    },
    {
      what: 'whatever fluids have that are always named',
      rows: [{ system: 'Ser/Plas' }, { system: 'CSF' }, { system: 'Plr fld' }],
      one: [true, false, false],
    },
    {
      what: 'whatever rare ones have beside a common one',
      rows: [
        { system: 'Ser/Plas', rank: 26 },
        { system: 'Urine', rank: 0 },
      ],
      one: [true, false],
    },
    {
      what: 'but not two common ones',
      rows: [
        { system: 'Ser/Plas', rank: 26 },
        { system: 'Urine', rank: 1900 },
      ],
      one: [false, false],
    },
    {
      what: 'also a fluid that is always named',
      rows: [{ system: 'Semen' }],
      one: [true],
    },
    {
      what: 'for each property, and for each time',
      rows: [
        { system: 'Bld', property: 'MCnc' },
        { system: 'Urine', property: 'MRat', timeAspect: '24H' },
        { system: 'Urine', property: 'MCnc', timeAspect: '24H' },
      ],
      one: [true, true, true],
    },
    {
      what: 'whatever a panel and a deprecated code have',
      rows: [
        { system: 'Bld' },
        { system: 'Urine', scale: '-' },
        { system: 'CSF', status: 'DEPRECATED' },
      ],
      one: [true, false, false],
    },
  ])('$what', ({ rows, one }) => {
    const { concepts } = conceptsOf([...rows, ...OTHERS])
    const found = concepts.slice(0, rows.length)
    expect(found.map(({ attributes }) => attributes.is_one_specimen)).toEqual(one)
  })

  test('of which a sample says nothing', () => {
    const of = (count: number) => conceptsOf(OTHERS.slice(0, count)).concepts[0]!.attributes
    expect(of(4999).is_one_specimen).toBe(false)
    expect(of(5000).is_one_specimen).toBe(true)
  })
})

describe('example units', () => {
  const facts = (rows: readonly Partial<LoincRow>[]) =>
    conceptsOf(rows).facts.map(
      ({ relation, subject, object, weight }) =>
        `${relation === UNIT_PROPERTY ? '' : relation}${subject} ${object} ${weight}`,
    )

  test('teach their properties as shares of the commonest', () => {
    const rows = [
      { units: '', ucumUnits: 'mg/dL', property: 'MCnc' },
      { units: '', ucumUnits: 'g/L', property: 'MCnc' },
      { units: 'ug/mL', ucumUnits: '', property: 'Susc' },
      { units: '', ucumUnits: 'mmol/L', property: 'SCnc' },
    ]
    expect(facts(rows)).toEqual([
      'mass/volume MCnc 1',
      'mass/volume Susc 0.5',
      'substance/volume SCnc 1',
    ])
  })

  test('of a kind count once for a code', () => {
    const rows = [{ units: 'mg/dL', ucumUnits: 'mg/dL;g/L', property: 'MCnc' }, {}]
    expect(facts(rows)).toEqual(['mass/volume MCnc 1'])
  })

  test('of no kind, and beside no property, teach nothing', () => {
    const longName = 'Glucose'
    expect(facts([{ units: 'flurbs; widgets', ucumUnits: '' }])).toEqual([])
    expect(facts([{ ucumUnits: 'mg/dL', property: '', longName }])).toEqual([])
  })

  test('of deprecated codes teach nothing', () => {
    expect(facts([{ status: 'DEPRECATED' }])).toEqual([])
  })
})

test('the first example unit is kept, and blank axes are read from the long name', () => {
  const [concept] = conceptsOf([{ ucumUnits: 'mg/dL;g/L', system: '', property: '' }]).concepts
  expect(concept!.attributes).toMatchObject({
    example_unit: 'mg/dL',
    system: 'Ser/Plas',
    property: 'MCnc',
  })
})
