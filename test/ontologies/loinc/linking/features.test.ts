/**
 * Proves of LOINC's features, one table each:
 * 1. what was asked for gives the weight it was asked with, another value 0, silence a half
 * 2. where nothing was asked, what a name implies comes before what is usual
 * 3. every value is in [0, 1], and a feature applies by the query alone
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AXES, type Axis, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { fit, INFLECTED, loincFeatures } from '../../../../src/ontologies/loinc/linking/features.ts'
import type { LoincQuery } from '../../../../src/ontologies/loinc/linking/query.ts'
import type { ResultValue } from '../../../../src/ontologies/loinc/linking/result.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { asked, type Code, codeOf, queryOf } from '../../../support/loinc.ts'

const featureNamed = (name: string) => loincFeatures.find((feature) => feature.name === name)!

interface Row {
  readonly query?: Partial<LoincQuery>
  readonly code: Code
  readonly value: number
}

function table(name: string, rows: readonly (Row & { readonly what: string })[]): void {
  describe(name, () => {
    test.each(rows)('$what: $value', ({ query, code, value }) => {
      const read = queryOf(query)
      expect(featureNamed(name).applies(read)).toBe(true)
      expect(featureNamed(name).measure(read, codeOf(code))).toBeCloseTo(value, 6)
    })
  })
}

const URINE = asked('system', { Urine: 1, 'Urine sed': 0.75 })
table('specimen', [
  { what: 'the specimen itself', query: { asked: URINE }, code: { system: 'Urine' }, value: 1 },
  {
    what: 'a kindred one by its weight',
    query: { asked: URINE },
    code: { system: 'Urine sed' },
    value: 0.75,
  },
  { what: 'another one', query: { asked: URINE }, code: { system: 'Ser/Plas' }, value: 0 },
  { what: 'none said', query: { asked: URINE }, code: {}, value: 0.5 },
  {
    what: "a word of the test's own name",
    query: { asked: asked('system', { Tiss: 1 }, 'text') },
    code: { system: 'Ser/Plas' },
    value: 0.5,
  },
  {
    what: 'a word next to the name',
    query: { asked: asked('system', { Tiss: 1 }, 'text'), leavesOut: true },
    code: { system: 'Ser/Plas' },
    value: 0,
  },
  { what: "LOINC's any", query: { asked: URINE }, code: { system: 'XXX' }, value: 0.45 },
  {
    what: "LOINC's any, asked for",
    query: { asked: asked('system', { XXX: 1 }) },
    code: { system: 'XXX' },
    value: 1,
  },
])

table('usual_specimen', [
  { what: 'serum', code: { system: 'Ser/Plas' }, value: 1 },
  { what: 'blood', code: { system: 'Bld' }, value: 1 },
  { what: 'urine', code: { system: 'Urine' }, value: 0.75 },
  { what: 'genes', code: { system: 'Bld/Tiss' }, value: 0.75 },
  { what: 'something rare', code: { system: 'Nail' }, value: 0.2 },
  { what: 'none said', code: {}, value: 0.5 },
  {
    what: 'any, of a culture',
    code: { system: 'XXX', method: 'Culture', property: 'Prid' },
    value: 1,
  },
  {
    what: 'blood, of a culture',
    code: { system: 'Bld', method: 'Culture', property: 'Prid' },
    value: 0.8,
  },
  {
    what: 'plasma, of a viral load',
    code: { system: 'Ser/Plas', method: 'Probe.amp.tar', property: 'NCnc' },
    value: 1,
  },
  {
    what: 'none, of a culture',
    code: { method: 'Culture', property: 'Prid' },
    value: 0.5,
  },
  {
    what: 'what the name implies',
    code: { system: 'Urine', implied: { system: 'Urine' } },
    value: 1,
  },
  {
    what: 'other than the name implies',
    code: { system: 'Ser/Plas', implied: { system: 'Urine' } },
    value: 0.2,
  },
  {
    what: 'none said where the name implies one',
    code: { implied: { system: 'Urine' } },
    value: 0.5,
  },
])

const FOUND_IN_URINE = {
  practice: { system: axisNumber('system', 'Urine'), property: axisNumber('property', 'PrThr') },
}
table('usual_specimen', [
  {
    what: 'the one that practice knows',
    query: FOUND_IN_URINE,
    code: { system: 'Urine' },
    value: 1,
  },
  { what: 'another one', query: FOUND_IN_URINE, code: { system: 'Ser/Plas' }, value: 0.8 },
  {
    what: 'what the name implies, whatever practice knows',
    query: FOUND_IN_URINE,
    code: { system: 'Ser/Plas', implied: { system: 'Ser/Plas' } },
    value: 1,
  },
  { what: 'none said, whatever practice knows', query: FOUND_IN_URINE, code: {}, value: 0.5 },
  {
    what: 'serum where practice knows the property alone',
    query: { practice: { ...FOUND_IN_URINE.practice, system: 0 } },
    code: { system: 'Ser/Plas' },
    value: 1,
  },
])
table('usual_property', [
  {
    what: 'the one that practice knows',
    query: FOUND_IN_URINE,
    code: { property: 'PrThr' },
    value: 1,
  },
  { what: 'another one', query: FOUND_IN_URINE, code: { property: 'MCnc' }, value: 0.8 },
  { what: 'an activity, rather than a presence', code: { property: 'ACnc' }, value: 0.83 },
  { what: 'a presence, rather than an activity', code: { property: 'PrThr' }, value: 0.85 },
])
table('usual_scale', [
  { what: 'that of a finding', query: FOUND_IN_URINE, code: { scale: 'Ord' }, value: 1 },
  { what: 'that of a number', query: FOUND_IN_URINE, code: { scale: 'Qn' }, value: 0.8 },
])

const MASS = asked('property', { MCnc: 1, MSCnc: 0.6 })
table('property', [
  { what: 'the one asked for', query: { asked: MASS }, code: { property: 'MCnc' }, value: 1 },
  { what: 'one that fits, too', query: { asked: MASS }, code: { property: 'MSCnc' }, value: 0.6 },
  { what: 'another one', query: { asked: MASS }, code: { property: 'SCnc' }, value: 0 },
  { what: 'none said', query: { asked: MASS }, code: {}, value: 0.5 },
])

table('usual_property', [
  {
    what: 'a finding of a panel in a list without units',
    query: { isListedUnitless: true },
    code: { property: 'Prid' },
    value: 1,
  },
  {
    what: 'an amount of one',
    query: { isListedUnitless: true },
    code: { property: 'MCnc' },
    value: 0.2,
  },
  {
    what: 'an amount of one whose name implies it',
    query: { isListedUnitless: true },
    code: { property: 'MCnc', implied: { property: 'MCnc' } },
    value: 1,
  },
  { what: 'a concentration', code: { property: 'MCnc' }, value: 1 },
  { what: 'a fraction', code: { property: 'NFr' }, value: 0.9 },
  { what: 'a presence', code: { property: 'PrThr' }, value: 0.85 },
  { what: 'a rate', code: { property: 'MRat' }, value: 0.4 },
  { what: 'something rare', code: { property: 'Visc' }, value: 0.2 },
  { what: 'none said', code: {}, value: 0.5 },
  { what: 'a fraction of 65', query: { greatest: 65 }, code: { property: 'NFr' }, value: 0.9 },
  { what: 'a fraction of 100', query: { greatest: 100 }, code: { property: 'MFr' }, value: 0.9 },
  { what: 'a fraction of 6500', query: { greatest: 6500 }, code: { property: 'NFr' }, value: 0 },
  { what: 'a count of 6500', query: { greatest: 6500 }, code: { property: 'NCnc' }, value: 1 },
  {
    what: 'a fraction of 6500 that the name implies',
    query: { greatest: 6500 },
    code: { property: 'NFr', implied: { property: 'NFr' } },
    value: 0,
  },
  {
    what: 'what the name implies',
    code: { property: 'NFr', implied: { property: 'NFr' } },
    value: 1,
  },
  {
    what: 'other than the name implies',
    code: { property: 'NCnc', implied: { property: 'NFr' } },
    value: 0.2,
  },
])

const GRADE = asked('scale', { Ord: 1, OrdQn: 0.9, Nom: 0.5 })
table('scale', [
  { what: 'the one asked for', query: { asked: GRADE }, code: { scale: 'Ord' }, value: 1 },
  { what: 'one that fits, too', query: { asked: GRADE }, code: { scale: 'Nom' }, value: 0.5 },
  { what: 'another one', query: { asked: GRADE }, code: { scale: 'Qn' }, value: 0 },
  { what: 'none said', query: { asked: GRADE }, code: {}, value: 0.5 },
])

table('usual_scale', [
  {
    what: 'a finding of a panel in a list without units',
    query: { isListedUnitless: true },
    code: { scale: 'Nom' },
    value: 1,
  },
  {
    what: 'a number of one',
    query: { isListedUnitless: true },
    code: { scale: 'Qn' },
    value: 0.2,
  },
  {
    what: 'a number of one whose name implies a number',
    query: { isListedUnitless: true },
    code: { scale: 'Qn', implied: { scale: 'Qn' } },
    value: 1,
  },
  { what: 'a quantity', code: { scale: 'Qn' }, value: 1 },
  { what: 'a grade', code: { scale: 'Ord' }, value: 0.8 },
  { what: 'a document', code: { scale: 'Doc' }, value: 0.2 },
  { what: 'none said', code: {}, value: 0.5 },
  { what: 'what the name implies', code: { scale: 'Ord', implied: { scale: 'Ord' } }, value: 1 },
])

table('implied', [
  { what: 'a name that implies nothing', code: { system: 'Urine' }, value: 1 },
  { what: 'what the name implies', code: { system: 'RBC', implied: { system: 'RBC' } }, value: 1 },
  {
    what: 'other than the name implies',
    code: { system: 'Urine', implied: { system: 'RBC' } },
    value: 0,
  },
  {
    what: 'none said where the name implies one',
    code: { implied: { system: 'RBC' } },
    value: 0.5,
  },
  {
    what: 'one of two that the name implies',
    code: { system: 'RBC', property: 'NFr', implied: { system: 'RBC', property: 'MCnc' } },
    value: 0.5,
  },
  {
    what: 'what the name implies, whatever is asked for',
    query: { asked: URINE },
    code: { system: 'RBC', implied: { system: 'RBC' } },
    value: 1,
  },
])

table('conflict', [
  {
    what: 'no conflict',
    query: { asked: { ...URINE, ...MASS } },
    code: { system: 'Urine', property: 'MCnc' },
    value: 1,
  },
  {
    what: 'another specimen',
    query: { asked: { ...URINE, ...MASS } },
    code: { system: 'CSF', property: 'MCnc' },
    value: 0,
  },
  {
    what: 'another property',
    query: { asked: { ...URINE, ...MASS } },
    code: { system: 'Urine', property: 'SCnc' },
    value: 0,
  },
  { what: 'silence', query: { asked: { ...URINE, ...MASS } }, code: {}, value: 1 },
  { what: "LOINC's any specimen", query: { asked: URINE }, code: { system: 'XXX' }, value: 1 },
  {
    what: 'a property not asked for',
    query: { asked: URINE },
    code: { system: 'Urine', property: 'SCnc' },
    value: 1,
  },
])

const DAY = asked('time', { '24H': 1 })
table('time', [
  { what: 'spot', code: { time: 'Pt' }, value: 1 },
  { what: '24 hours unasked', code: { time: '24H' }, value: 0 },
  { what: 'none said', code: {}, value: 0.5 },
  {
    what: '24 hours by the unit',
    query: { unit: readUnit('mg/24 h') },
    code: { time: '24H' },
    value: 1,
  },
  {
    what: '24 hours beside a flow',
    query: { unit: readUnit('mL/min') },
    code: { time: '24H' },
    value: 0,
  },
  { what: '24 hours asked for', query: { asked: DAY }, code: { time: '24H' }, value: 1 },
  {
    what: 'spot where 24 hours are asked for',
    query: { asked: DAY },
    code: { time: 'Pt' },
    value: 0,
  },
  {
    what: 'spot where a panel is of 24 hours',
    query: { asked: asked('time', { '24H': 1 }, 'panel') },
    code: { time: 'Pt' },
    value: 0.5,
  },
  {
    what: 'spot where a panel is of 24 hours and the unit is of a day',
    query: { asked: asked('time', { '24H': 1 }, 'panel'), unit: readUnit('mg/24 h') },
    code: { time: 'Pt' },
    value: 0,
  },
  { what: 'none said where 24 hours are asked for', query: { asked: DAY }, code: {}, value: 0.5 },
  { what: 'what the name implies', code: { time: '24H', implied: { time: '24H' } }, value: 1 },
  { what: 'other than the name implies', code: { time: 'Pt', implied: { time: '24H' } }, value: 0 },
])

const HPLC = asked('method', { HPLC: 1 })
table('method', [
  { what: 'the one asked for', query: { asked: HPLC }, code: { method: 'HPLC' }, value: 1 },
  { what: 'another one', query: { asked: HPLC }, code: { method: 'Westergren' }, value: 0 },
  { what: 'none said', query: { asked: HPLC }, code: {}, value: 0.5 },
  { what: 'none, asked for', query: { asked: asked('method', { '-': 1 }) }, code: {}, value: 1 },
])

table('usual_method', [
  { what: 'none', code: {}, value: 1 },
  { what: 'an automated count', code: { method: 'Automated count' }, value: 0.9 },
  {
    what: 'an automated count of blood',
    code: { method: 'Automated count', system: 'Bld' },
    value: 0.9,
  },
  {
    what: 'an automated count of another fluid',
    query: { asked: MASS },
    code: { method: 'Automated count', system: 'CSF', isUsual: true },
    value: 0.2,
  },
  { what: 'another one', code: { method: 'HPLC' }, value: 0.5 },
  {
    what: 'the microscope by the field',
    query: { asked: MASS, unit: readUnit('/hpf') },
    code: { method: 'Microscopy.light.HPF', system: 'Urine sed' },
    value: 1,
  },
  {
    what: 'the microscope by another field',
    query: { asked: MASS, unit: readUnit('/lpf') },
    code: { method: 'Microscopy.light.HPF', system: 'Urine sed' },
    value: 0.5,
  },
  {
    what: 'the microscope by the low power field',
    query: { asked: MASS, unit: readUnit('/lpf') },
    code: { method: 'Microscopy.light.LPF', system: 'Urine sed' },
    value: 1,
  },
  {
    what: 'a usual counter by the field',
    query: { asked: MASS, unit: readUnit('/lpf') },
    code: { method: 'Automated count', system: 'Urine sed', isUsual: true },
    value: 0.5,
  },
  { what: 'one that is named where it is meant', code: { method: 'Westergren' }, value: 0 },
  {
    what: 'an aerobic culture where the name implies one of any kind',
    code: { method: 'Aerobic culture', implied: { method: 'Culture' } },
    value: 0.8,
  },
  {
    what: 'an anaerobic one',
    code: { method: 'Anaerobic culture', implied: { method: 'Culture' } },
    value: 0,
  },
  { what: 'gas chromatography', code: { method: 'GC' }, value: 0 },
  { what: 'a mass spectrometer', code: { method: 'LC/MS/MS' }, value: 0 },
  { what: 'a blot', code: { method: 'IB' }, value: 0 },
  { what: 'a blot in lines', code: { method: 'Line blot' }, value: 0 },
  { what: 'a mass spectrometer of metals', code: { method: 'ICP' }, value: 0 },
  { what: 'a mass spectrometer of organisms', code: { method: 'MS.MALDI-TOF' }, value: 0 },
  { what: 'a radioallergosorbent test', code: { method: 'RAST' }, value: 0 },
  {
    what: 'one that is named where it is meant, with a unit',
    query: { asked: MASS },
    code: { method: 'Westergren', isUsual: true },
    value: 0,
  },
  {
    what: 'one that the name implies',
    code: { method: 'Westergren', implied: { method: 'Westergren' } },
    value: 1,
  },
  {
    what: 'another one than the name implies',
    code: { method: 'RPR', implied: { method: 'VDRL' } },
    value: 0,
  },
  { what: 'none, where the name implies one', code: { implied: { method: 'HPLC' } }, value: 0.5 },
  {
    what: 'none, where the name implies a stain',
    code: { implied: { method: 'Acid fast stain' } },
    value: 0.2,
  },
  ...(['10*9/L', '10*12/L', '/nL', '/pL', '10*3/uL'] as const).flatMap((unit) => {
    const query = { asked: MASS, unit: readUnit(unit) }
    const isByLiter = unit !== '10*3/uL'
    return [
      { what: `none by ${unit}`, query, code: {}, value: isByLiter ? 1 : 0.6 },
      {
        what: `the usual automated count by ${unit}`,
        query,
        code: { method: 'Automated count', system: 'Bld', isUsual: true },
        value: isByLiter ? 0 : 1,
      },
      {
        what: `another one that is usual by ${unit}`,
        query,
        code: { method: 'HPLC', isUsual: true },
        value: 1,
      },
    ]
  }),
  {
    what: 'the usual one beside a unit',
    query: { asked: MASS },
    code: { method: 'HPLC', isUsual: true },
    value: 1,
  },
  {
    what: 'one beside a unit that is not usual',
    query: { asked: MASS },
    code: { method: 'HPLC' },
    value: 0.5,
  },
  {
    what: 'the usual one beside a property by words',
    query: { asked: asked('property', { MCnc: 1 }, 'text') },
    code: { method: 'HPLC', isUsual: true },
    value: 0.5,
  },
  {
    what: 'none beside a unit where another is usual',
    query: { asked: MASS },
    code: {},
    value: 0.6,
  },
  {
    what: 'what the name implies',
    code: { method: 'HPLC', implied: { method: 'HPLC' } },
    value: 1,
  },
  {
    what: 'other than the name implies',
    code: { method: 'Westergren', implied: { method: 'HPLC' } },
    value: 0,
  },
  { what: 'none where the name implies one', code: { implied: { method: 'HPLC' } }, value: 0.5 },
])

test('the very form of a word is worth more than another one', () => {
  const { measure } = featureNamed('same_form')
  expect(measure(queryOf(), codeOf({}, { exactness: INFLECTED }))).toBe(0)
  for (const exactness of [0, 0.6, 1]) expect(measure(queryOf(), codeOf({}, { exactness }))).toBe(1)
})

const NANOGRAMS = { asked: asked('property', { MCnc: 1 }), unit: readUnit('ng/mL') }
table('property', [
  {
    what: 'a unit of another size by far, milligrams a deciliter',
    query: NANOGRAMS,
    code: { property: 'MCnc', unitSize: 0.01 },
    value: 0.5,
  },
  {
    what: 'the other way round',
    query: { ...NANOGRAMS, unit: readUnit('mg/dL') },
    code: { property: 'MCnc', unitSize: 1e-6 },
    value: 0.5,
  },
  {
    what: 'a unit a thousand times as great, as laboratories have of one test',
    query: NANOGRAMS,
    code: { property: 'MCnc', unitSize: 1e-3 },
    value: 1,
  },
  {
    what: 'a code whose unit is not known',
    query: NANOGRAMS,
    code: { property: 'MCnc' },
    value: 1,
  },
  {
    what: 'another property, whatever the size',
    query: NANOGRAMS,
    code: { property: 'SCnc', unitSize: 0.01 },
    value: 0,
  },
])

table('commonness', [
  { what: 'the commonest', code: { commonness: 7 }, value: 1 },
  { what: 'a rarer one', code: { commonness: 3 }, value: 3 / 7 },
  { what: 'the rarest', code: { commonness: 1 }, value: 1 / 7 },
  { what: 'without a rank', code: {}, value: 0 },
])

table('ranked', [
  { what: 'with a rank', code: { commonness: 1 }, value: 1 },
  { what: 'without', code: {}, value: 0 },
])

table('result', [
  { what: 'a result', code: {}, value: 1 },
  { what: 'a panel', code: { isResult: false }, value: 0 },
])

test('features have names of their own', () => {
  const names = loincFeatures.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  { asks: 'system', on: 'specimen', off: 'usual_specimen' },
  { asks: 'property', on: 'property', off: 'usual_property' },
  { asks: 'scale', on: 'scale', off: 'usual_scale' },
  { asks: 'method', on: 'method', off: 'usual_method' },
] as const)('$on applies where it is asked for, $off where it is not', ({ asks, on, off }) => {
  const asking = queryOf({ asked: asked(asks, {}) })
  expect(featureNamed(on).applies(asking)).toBe(true)
  expect(featureNamed(off).applies(asking)).toBe(false)
  expect(featureNamed(on).applies(queryOf())).toBe(false)
  expect(featureNamed(off).applies(queryOf())).toBe(true)
})

test.each([
  { asks: [], applies: false },
  { asks: ['system'], applies: true },
  { asks: ['property'], applies: true },
  { asks: ['scale', 'time', 'method'], applies: false },
] as const)('conflict applies beside $asks: $applies', ({ asks, applies }) => {
  const all = Object.assign({}, ...asks.map((axis) => asked(axis, {})))
  expect(featureNamed('conflict').applies(queryOf({ asked: all }))).toBe(applies)
})

const VALUES: Readonly<Record<Axis, readonly string[]>> = {
  system: ['', 'Ser/Plas', 'Urine', 'XXX', 'CSF', 'no such system'],
  property: ['', 'MCnc', 'SCnc', 'NFr', 'NCnc', 'PrThr'],
  method: ['', 'HPLC', 'Automated count', 'no such method'],
  scale: ['', 'Qn', 'Ord', 'Nom', 'Doc'],
  time: ['', 'Pt', '24H', '6H'],
}
const axisValues = fc.record({
  system: fc.constantFrom(...VALUES.system),
  property: fc.constantFrom(...VALUES.property),
  method: fc.constantFrom(...VALUES.method),
  scale: fc.constantFrom(...VALUES.scale),
  time: fc.constantFrom(...VALUES.time),
})
const code = fc.record({
  system: fc.constantFrom(...VALUES.system),
  property: fc.constantFrom(...VALUES.property),
  method: fc.constantFrom(...VALUES.method),
  scale: fc.constantFrom(...VALUES.scale),
  time: fc.constantFrom(...VALUES.time),
  commonness: fc.nat(7),
  isUsual: fc.boolean(),
  isResult: fc.boolean(),
  implied: axisValues,
})
const weightsOf = (axis: Axis) =>
  fc.option(fc.dictionary(fc.constantFrom(...VALUES[axis]), fc.constantFrom(0.2, 0.5, 1)), {
    nil: undefined,
  })
const query = fc
  .record({
    wanted: fc.tuple(...AXES.map(weightsOf)),
    greatest: fc.option(fc.nat(10_000), { nil: undefined }),
    unit: fc.constantFrom(undefined, readUnit('mg/dL'), readUnit('mg/24 h'), readUnit('%')),
    value: fc.constantFrom<(ResultValue | undefined)[]>(
      undefined,
      { kind: 'grade' },
      { kind: 'number', number: 5 },
      { kind: 'text' },
    ),
  })
  .map(({ wanted, ...given }) => {
    const all = AXES.flatMap((axis, i) => {
      const values = wanted[i]
      return values === undefined ? [] : [asked(axis, values)]
    })
    return queryOf({ ...given, asked: Object.assign({}, ...all) })
  })

test('every value is in [0, 1], whatever is asked for and said', () => {
  fc.assert(
    fc.property(query, code, (query, code) => {
      const match = codeOf(code)
      for (const feature of loincFeatures) {
        if (!feature.applies(query)) continue
        const value = feature.measure(query, match)
        expect(value, feature.name).toBeGreaterThanOrEqual(0)
        expect(value, feature.name).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('a code that has what is asked for most is never behind one that has not', () => {
  fc.assert(
    fc.property(query, code, code, (query, a, b) => {
      for (const axis of ['system', 'property', 'scale'] as const) {
        const weights = query.asked[axis]?.weights
        if (weights === undefined || Math.max(...weights) < 1) continue
        const most = VALUES[axis].find((value) => weights[axisNumber(axis, value)] === 1)
        if (!most) continue
        const best = fit(axis, query, codeOf({ ...a, [axis]: most }))
        expect(best).toBe(1)
        expect(fit(axis, query, codeOf(b))).toBeLessThanOrEqual(best)
      }
    }),
  )
})
