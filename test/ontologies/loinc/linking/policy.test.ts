/**
 * Proves of what LOINC says of a mention and its answers:
 * 1. the breakdown has the contract's keys, null where nothing was said
 * 2. a result says what agrees, null where it was not asked for, and the value in the code's own unit
 * 3. what practice took for granted is said, and nothing where the code could not be linked
 * 4. the question tells the first candidate from its rivals, and never asks for what was given
 * 5. what speaks of other axes need not be part of a name
 * 6. twins differ in nothing but the method
 */

import { describe, expect, test } from 'vitest'
import type { StoredConcept } from '../../../../src/index/reader.ts'
import {
  AXIS_VALUES,
  type Axis,
  axisNumber,
  axisNumbers,
} from '../../../../src/ontologies/loinc/axes.ts'
import { type LoincColumns, loincColumns } from '../../../../src/ontologies/loinc/columns.ts'
import type { Asked } from '../../../../src/ontologies/loinc/linking/evidence.ts'
import { loincPolicy } from '../../../../src/ontologies/loinc/linking/policy.ts'
import type { LoincQuery } from '../../../../src/ontologies/loinc/linking/query.ts'
import type { Match } from '../../../../src/ontologies/ontology.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { matchIn } from '../../../support/linker.ts'
import { queryOf } from '../../../support/loinc.ts'

const { indistinguishable, breakdown, describe: describeMatch, question } = loincPolicy

/** What is asked for on each axis, with full weight. */
function asked(
  values: Partial<Record<Axis, string>>,
  source: Asked['source'] = 'hint',
): LoincQuery['asked'] {
  const axes = Object.entries(values) as [Axis, string][]
  return Object.fromEntries(
    axes.map(([axis, value]) => {
      const weights = new Float32Array(AXIS_VALUES)
      weights[axisNumber(axis, value)] = 1
      return [axis, { weights, source }]
    }),
  )
}

type AxisValues = Parameters<typeof axisNumbers>[0]

const GLUCOSE: AxisValues = { system: 'Ser/Plas', property: 'MCnc', scale: 'Qn', time: 'Pt' }
const STANDING = { commonness: 7, is_usual: 1, is_result: 1 }
const codeOf = (axes: AxisValues = {}, match: Partial<Match> = {}) =>
  matchIn(
    loincColumns,
    { concept: { ...axisNumbers({ ...GLUCOSE, ...axes }), ...STANDING } },
    { kind: 'synonym', isShared: true, ...match },
  )

function conceptOf(component: string, exampleUnit: string): StoredConcept {
  return {
    id: 0,
    code: '2345-7',
    name: component,
    family: component.toLowerCase(),
    active: true,
    attributes: { component, example_unit: exampleUnit },
  } as unknown as StoredConcept
}

describe('the breakdown', () => {
  test('of a bare name has the name and nothing else', () => {
    expect(breakdown(queryOf())).toEqual({
      test_name: 'glucose',
      value: null,
      unit_orig: null,
      unit: null,
      property: null,
      specimen: null,
      range: null,
      panel_name: null,
      not_understood: [],
      conflicts: [],
    })
  })

  test('of a name with hints has them as sent, and as understood', () => {
    const note = (text: string, understood = true, conflict = false) => ({
      text,
      understood,
      conflict,
    })
    const query = queryOf({
      asked: asked({ property: 'MCnc', system: 'Ser/Plas' }),
      unit: readUnit('mg%'),
      hints: {
        value: note('100'),
        unit: note('mg%', true, true),
        specimen: note('Serum'),
        range: note('see note', false),
        panel_name: note('Tuesday', false),
      },
    })
    expect(breakdown(query)).toEqual({
      test_name: 'glucose',
      value: '100',
      unit_orig: 'mg%',
      unit: 'mg/dL',
      property: 'MCnc',
      specimen: 'Ser/Plas',
      range: 'see note',
      panel_name: 'Tuesday',
      not_understood: ['range', 'panel_name'],
      conflicts: ['unit'],
    })
  })

  test.each([
    { weights: { Urine: 0.4, Ser: 0.9 }, specimen: 'Ser' },
    { weights: { Ser: 0.5, Urine: 0.5 }, specimen: 'Ser' },
    { weights: { 'no such system': 1, Urine: 0.4 }, specimen: 'Urine' },
    { weights: {}, specimen: null },
  ])('names the likeliest specimen of $weights: $specimen', ({ weights, specimen }) => {
    const all = new Float32Array(AXIS_VALUES)
    for (const [value, weight] of Object.entries(weights)) all[axisNumber('system', value)] = weight
    const query = queryOf({ asked: { system: { weights: all, source: 'text' } } })
    expect(breakdown(query)?.specimen).toBe(specimen)
  })
})

describe('a result says', () => {
  const describeAs = (
    query: Partial<LoincQuery>,
    match: Match,
    concept = conceptOf('Glucose', ''),
  ) => describeMatch(queryOf(query), match, concept)

  test('nothing of what was not asked for', () => {
    expect(describeAs({}, codeOf())).toEqual({
      unit_normalised: null,
      matching_breakdown: {
        component_match: 1,
        unit_match: null,
        specimen_match: null,
        value_type_match: null,
        ref_time_match: null,
        value_normalised: null,
      },
    })
  })

  test.each([
    {
      what: 'what agrees',
      axes: {},
      agreement: {
        unit_match: true,
        specimen_match: true,
        value_type_match: true,
        ref_time_match: true,
      },
    },
    {
      what: 'what does not',
      axes: { property: 'SCnc', system: 'Urine', scale: 'Ord', time: '24H' },
      agreement: {
        unit_match: false,
        specimen_match: false,
        value_type_match: false,
        ref_time_match: false,
      },
    },
    {
      what: 'nothing of what the code leaves open',
      axes: { property: '', system: '', scale: '', time: '' },
      agreement: {
        unit_match: null,
        specimen_match: null,
        value_type_match: null,
        ref_time_match: null,
      },
    },
  ])('$what', ({ axes, agreement }) => {
    const query = {
      asked: asked({ property: 'MCnc', system: 'Ser/Plas', scale: 'Qn', time: 'Pt' }),
    }
    expect(describeAs(query, codeOf(axes)).matching_breakdown).toMatchObject(agreement)
  })

  test.each([
    { matched: 10, share: 1 },
    { matched: 3.3333333, share: 0.333 },
    { matched: 0, share: 0 },
    { matched: 12, share: 1 },
  ])('$share of the words match: $matched of 10', ({ matched, share }) => {
    const described = describeAs({}, codeOf({}, { queryMass: 10, matchedQueryMass: matched }))
    expect(described.matching_breakdown).toMatchObject({ component_match: share })
  })

  test.each<{
    readonly value: number | undefined
    readonly unit: string
    readonly component: string
    readonly example: string
    readonly normalised: string | null
  }>([
    {
      value: 5.55,
      unit: 'mmol/L',
      component: 'Glucose',
      example: 'mg/dL',
      normalised: '99.99 mg/dL',
    },
    {
      value: 100,
      unit: 'mg/dL',
      component: 'Glucose',
      example: 'mmol/L',
      normalised: '5.551 mmol/L',
    },
    { value: 100, unit: 'mg/dL', component: 'glucose', example: 'mg/dL', normalised: '100 mg/dL' },
    { value: 14.5, unit: 'gm%', component: 'Hemoglobin', example: 'g/dL', normalised: '14.5 g/dL' },
    { value: 145, unit: 'g/L', component: 'Hemoglobin', example: 'g/dL', normalised: '14.5 g/dL' },
    {
      value: 1.5,
      unit: 'lakhs/cumm',
      component: 'Platelets',
      example: '10*3/uL',
      normalised: '150 10*3/uL',
    },
    {
      value: 6500,
      unit: 'cells/cumm',
      component: 'Leukocytes',
      example: '10*3/uL',
      normalised: '6.5 10*3/uL',
    },
    {
      value: 88.4,
      unit: 'umol/L',
      component: 'Creatinine',
      example: 'mg/dL',
      normalised: '1 mg/dL',
    },
    { value: 0, unit: 'mmol/L', component: 'Glucose', example: 'mg/dL', normalised: '0 mg/dL' },
    { value: 5, unit: 'mmol/L', component: 'Widget', example: 'mg/dL', normalised: null },
    { value: 5, unit: 'mmol/L', component: 'Glucose', example: 'U/L', normalised: null },
    { value: 5, unit: 'mmol/L', component: 'Glucose', example: '', normalised: null },
    { value: 5, unit: 'mmol/L', component: 'Glucose', example: 'flurbs', normalised: null },
    { value: 5, unit: 'flurbs', component: 'Glucose', example: 'mg/dL', normalised: null },
    { value: undefined, unit: 'mmol/L', component: 'Glucose', example: 'mg/dL', normalised: null },
  ])('$value $unit of $component in $example: $normalised', (row) => {
    const { value, unit, component, example, normalised } = row
    const query = {
      unit: readUnit(unit),
      ...(value !== undefined && { value: { kind: 'number' as const, number: value } }),
    }
    const described = describeAs(query, codeOf(), conceptOf(component, example))
    expect(described.unit_normalised).toBe(readUnit(unit)?.ucum ?? null)
    const { value_normalised: found } = described.matching_breakdown as {
      value_normalised: unknown
    }
    if (normalised === null) expect(found).toBeNull()
    else {
      const [number, ucum] = String(found).split(' ')
      const [expected, target] = normalised.split(' ')
      expect(ucum).toBe(target)
      expect(Number(number) / Number(expected) || 1).toBeCloseTo(1, 3)
    }
  })
})

describe('taken for granted is', () => {
  const concept = {
    ...conceptOf('Transferrin', ''),
    attributes: { system: 'Ser/Plas', property: 'MCnc', method: '' },
  } as unknown as StoredConcept
  const counted = {
    ...concept,
    attributes: { system: 'Bld', property: 'NCnc', method: 'Automated count' },
  } as unknown as StoredConcept
  const implying = (method: string) =>
    matchIn(
      loincColumns,
      { concept: { ...axisNumbers(GLUCOSE), ...STANDING }, term: axisNumbers({ method }) },
      { kind: 'synonym', isShared: true },
    )
  const ofBloodOnly = matchIn(
    loincColumns,
    {
      concept: { ...axisNumbers(GLUCOSE), ...STANDING, is_one_specimen: 1 },
      term: axisNumbers({}),
    },
    { kind: 'synonym', isShared: true },
  )
  const MASS = asked({ property: 'MCnc' })
  const BOTH = asked({ property: 'MCnc', system: 'Ser/Plas' })
  test.each<{
    readonly what: string
    readonly query: Partial<LoincQuery>
    readonly match?: Match<LoincColumns>
    readonly of?: StoredConcept
    readonly assumed: Readonly<Record<string, string>> | undefined
  }>([
    {
      what: 'the specimen',
      query: { asked: MASS, assumesUsual: true },
      assumed: { system: 'Ser/Plas' },
    },
    {
      what: 'the unit',
      query: { asked: asked({ system: 'Ser/Plas' }), assumesUsual: true },
      assumed: { property: 'MCnc' },
    },
    {
      what: 'the method',
      query: { asked: BOTH, assumesUsual: true },
      of: counted,
      assumed: { method: 'Automated count' },
    },
    {
      what: 'not the method that was said',
      query: { asked: { ...BOTH, ...asked({ method: 'HPLC' }) }, assumesUsual: true },
      of: counted,
      assumed: undefined,
    },
    {
      what: 'not the method that the name implies',
      query: { asked: BOTH, assumesUsual: true },
      match: implying('Automated count'),
      of: counted,
      assumed: undefined,
    },
    {
      what: 'nothing that was said',
      query: { asked: BOTH, assumesUsual: true },
      assumed: undefined,
    },
    { what: 'nothing where it is not allowed', query: { asked: MASS }, assumed: undefined },
    {
      what: 'the only specimen of a test',
      query: { asked: MASS },
      match: ofBloodOnly,
      assumed: { system: 'Ser/Plas' },
    },
    {
      what: 'no specimen that was said',
      query: { asked: BOTH },
      match: ofBloodOnly,
      assumed: undefined,
    },
    {
      what: 'nothing of a code that could not be linked',
      query: { assumesUsual: true },
      assumed: undefined,
    },
  ])('$what: $assumed', ({ query, match = codeOf(), of = concept, assumed }) => {
    const described = describeMatch(queryOf(query), match, of)
    expect(described.assumed).toEqual(assumed)
    expect('assumed' in described).toBe(assumed !== undefined)
  })
})

test('forms of asides are agreed', () => {
  const asides = new Set(['serum', 'level'])
  expect(loincPolicy.agreedForms(queryOf({ asides }))).toBe(asides)
})

describe('the question is', () => {
  const BOTH = asked({ property: 'MCnc', system: 'Ser/Plas' })
  const SERUM = asked({ system: 'Ser/Plas' })
  const UNIT = readUnit('mg/dL')
  test.each<{
    readonly needed: string | undefined
    readonly what: string
    readonly query: Partial<LoincQuery>
    readonly first?: Partial<AxisValues>
    readonly rival?: Partial<AxisValues>
  }>([
    {
      needed: 'count or percentage?',
      what: 'a count and a fraction',
      query: { asked: asked({ system: 'Bld' }) },
      first: { system: 'Bld', property: 'NCnc' },
      rival: { system: 'Bld', property: 'NFr' },
    },
    {
      needed: 'count or percentage?',
      what: 'a fraction and a count',
      query: { asked: asked({ system: 'Bld' }) },
      first: { system: 'Bld', property: 'NFr' },
      rival: { system: 'Bld', property: 'NCnc' },
    },
    {
      needed: 'mass or moles?',
      what: 'mass and moles',
      query: { asked: SERUM },
      rival: { property: 'SCnc' },
    },
    {
      needed: 'which unit?',
      what: 'other properties',
      query: { asked: SERUM },
      rival: { property: 'CCnc' },
    },
    {
      needed: 'a number or a finding?',
      what: 'a presence and a number',
      query: { asked: SERUM },
      first: { system: 'Ser/Plas', property: 'PrThr', scale: 'Ord' },
      rival: { system: 'Ser/Plas', property: 'MCnc', scale: 'Qn' },
    },
    { needed: 'which unit?', what: 'two tests without a unit', query: { asked: SERUM }, rival: {} },
    { needed: 'which unit?', what: 'no unit and no rival', query: { asked: SERUM } },
    {
      needed: 'which specimen?',
      what: 'no specimen',
      query: { asked: asked({ property: 'MCnc' }) },
    },
    {
      needed: 'which specimen?',
      what: 'a specimen that a panel suggests and the code has not',
      query: { asked: { ...asked({ property: 'MCnc' }), ...asked({ system: 'Urine' }, 'panel') } },
      rival: { property: 'SCnc' },
    },
    {
      needed: 'which specimen?',
      what: 'rivals in two specimens of one panel',
      query: {
        asked: { ...asked({ property: 'MCnc' }), ...asked({ system: 'Ser/Plas' }, 'panel') },
      },
      rival: { system: 'Bld' },
    },
    {
      needed: 'a number or a finding?',
      what: 'a number and a finding',
      query: { asked: BOTH },
      rival: { scale: 'Ord' },
    },
    {
      needed: 'over which time?',
      what: 'two times',
      query: { asked: BOTH },
      rival: { time: '24H' },
    },
    {
      needed: 'by which method?',
      what: 'two methods',
      query: { asked: BOTH },
      rival: { method: 'HPLC' },
    },
    {
      needed: 'over which time?',
      what: 'two times and two methods, the time first',
      query: { asked: BOTH },
      rival: { time: '24H', method: 'HPLC' },
    },
    { needed: 'which test?', what: 'two tests', query: { asked: BOTH }, rival: {} },
    { needed: undefined, what: 'no rival', query: { asked: BOTH } },
  ])('"$needed" for $what', ({ needed, query, first, rival }) => {
    const others = rival === undefined ? [] : [codeOf(rival)]
    expect(question(queryOf(query), codeOf(first), others)).toBe(needed)
  })

  test.each<{
    readonly what: string
    readonly query: Partial<LoincQuery>
    readonly first?: Partial<AxisValues>
    readonly rival?: Partial<AxisValues>
  }>([
    {
      what: 'a unit, and rivals of two properties',
      query: { asked: BOTH, unit: UNIT },
      rival: { property: 'SCnc' },
    },
    {
      what: 'a unit that says nothing of the property',
      query: { asked: SERUM, unit: UNIT },
      rival: { property: 'SCnc' },
    },
    {
      what: 'a unit that the code does not have',
      query: { asked: BOTH, unit: UNIT },
      first: { property: 'SCnc' },
      rival: {},
    },
    {
      what: 'a unit that the code does not have, and no rival',
      query: { asked: BOTH, unit: UNIT },
      first: { property: 'SCnc' },
    },
    {
      what: 'a word for the property',
      query: { asked: { ...SERUM, ...asked({ property: 'MCnc' }, 'text') } },
      rival: { property: 'SCnc' },
    },
    {
      what: 'a specimen, and rivals in two',
      query: { asked: BOTH },
      rival: { system: 'Bld' },
    },
    {
      what: 'a specimen that the code is not of',
      query: { asked: asked({ property: 'MCnc', system: 'Urine' }) },
      rival: { time: '24H' },
    },
    {
      what: 'a word for the specimen',
      query: {
        asked: { ...asked({ property: 'MCnc' }), ...asked({ system: 'Ser/Plas' }, 'text') },
      },
      rival: { system: 'Bld' },
    },
    {
      what: 'a value, and rivals on two scales',
      query: { asked: { ...BOTH, ...asked({ scale: 'Qn' }) } },
      rival: { scale: 'Ord' },
    },
    {
      what: 'a value of another kind than the code has',
      query: { asked: { ...BOTH, ...asked({ scale: 'Ord' }) }, value: { kind: 'grade' } },
      rival: { method: 'HPLC' },
    },
    {
      what: 'a time, and rivals over two',
      query: { asked: { ...BOTH, ...asked({ time: 'Pt' }) } },
      rival: { time: '24H' },
    },
    {
      what: 'a method, and rivals by two',
      query: { asked: { ...BOTH, ...asked({ method: 'HPLC' }) } },
      rival: { method: 'HPLC' },
    },
  ])('"which test?" where it was given: $what', ({ query, first, rival }) => {
    const others = rival === undefined ? [] : [codeOf(rival)]
    expect(question(queryOf(query), codeOf(first), others)).toBe('which test?')
  })
})

test.each([
  { isOfPanel: true, needed: 'it is a panel: which of its tests?' },
  { isOfPanel: false, needed: 'which unit?' },
])('what a panel lacks where the mention names one is $isOfPanel: $needed', (row) => {
  const query = queryOf({ isOfPanel: row.isOfPanel })
  const panel = matchIn(
    loincColumns,
    { concept: { ...axisNumbers(GLUCOSE), ...STANDING, is_result: 0 } },
    { kind: 'synonym', isShared: true },
  )
  expect(question(query, panel, [codeOf({ property: 'Pres' })])).toBe(row.needed)
})

describe('a missing unit is asked for by the first candidate of another property', () => {
  const first = codeOf({ system: 'Bld', property: 'NCnc' })
  const alike = codeOf({ system: 'Bld', property: 'NCnc', method: 'Automated count' })
  const fraction = codeOf({ system: 'Bld', property: 'NFr' })
  const mass = codeOf({ system: 'Bld', property: 'MCnc' })
  test.each([
    { what: 'however the nearest rival differs', others: [alike], needed: 'which unit?' },
    { what: 'behind one alike', others: [alike, fraction, mass], needed: 'count or percentage?' },
    { what: 'the best of several', others: [mass, fraction], needed: 'which unit?' },
  ])('$what: $needed', ({ others, needed }) => {
    const query = queryOf({ asked: asked({ system: 'Bld' }) })
    expect(question(query, first, others)).toBe(needed)
  })
})

test('where nothing is missing the next candidate alone is told apart', () => {
  const query = queryOf({ asked: asked({ property: 'MCnc', system: 'Ser/Plas' }) })
  const others = [codeOf({ method: 'HPLC' }), codeOf({ property: 'SCnc' })]
  expect(question(query, codeOf(), others)).toBe('by which method?')
})

describe('two codes of one component are twins', () => {
  test.each<{
    readonly what: string
    readonly rival: Partial<AxisValues>
    readonly family?: number
    readonly twins: boolean
  }>([
    { what: 'that agree on all axes', rival: {}, twins: true },
    { what: 'by two methods', rival: { method: 'HPLC' }, twins: true },
    { what: 'of two properties', rival: { property: 'SCnc' }, twins: false },
    { what: 'in two specimens', rival: { system: 'Urine' }, twins: false },
    { what: 'on two scales', rival: { scale: 'Ord' }, twins: false },
    { what: 'over two times', rival: { time: '24H' }, twins: false },
    { what: 'that are not of one', rival: {}, family: 2, twins: false },
  ])('$what: $twins', ({ rival, family = 1, twins }) => {
    const [a, b] = [codeOf({}, { family: 1 }), codeOf(rival, { family })]
    expect(indistinguishable(a, b)).toBe(twins)
    expect(indistinguishable(b, a)).toBe(twins)
  })
})
