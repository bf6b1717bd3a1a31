/**
 * Proves of what a LOINC code needs for a yes:
 * 1. what speaks against it comes first: a panel, a name that has too little, another unit, specimen, time or method than
 *    was said or than the name implies, and what a challenge adds
 * 2. then what is missing: unit and specimen, each pinned by what is said, by the test itself, by what practice takes, or by a
 *    name such as "urine culture"
 * 3. practice may be asked for one of the two, and only what it takes without a word
 * 4. a sibling as likely contests a code: as common, only suggested by a panel, or possible where something is assumed
 * 5. so do methods of which none is the plain test's, and another component that the unit is of
 *    and a code of the very test in blood, where the name adds that word
 * 6. a code of another component is a rival where it has the name as much
 */

import { describe, expect, test } from 'vitest'
import { AXIS_VALUES, type Axis, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import type { LoincColumns } from '../../../../src/ontologies/loinc/columns.ts'
import type { LoincQuery } from '../../../../src/ontologies/loinc/linking/query.ts'
import {
  isContested,
  isRival,
  rejection,
} from '../../../../src/ontologies/loinc/linking/requirements.ts'
import type { ResultValue } from '../../../../src/ontologies/loinc/linking/result.ts'
import type { Match } from '../../../../src/ontologies/ontology.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { asked, type Code, codeOf, inOneIndex, queryOf } from '../../../support/loinc.ts'

type Asked = LoincQuery['asked']
type Against = ReturnType<typeof rejection>

const SERUM = asked('system', { Ser: 1, 'Ser/Plas': 1 })
const MASS = asked('property', { MCnc: 1, MSCnc: 0.6 })
const FULL: Asked = { ...SERUM, ...MASS }
const GRADE = asked('scale', { Ord: 1, OrdQn: 0.9, Nom: 0.5 })
const DAY = asked('time', { '24H': 1, '12H': 0.4 })
const RIGHT: Code = { system: 'Ser/Plas', property: 'MCnc', scale: 'Qn', time: 'Pt' }
const graded: ResultValue = { kind: 'grade' }
const numeric: ResultValue = { kind: 'number', number: 5 }

interface Row {
  readonly what: string
  readonly query?: Partial<LoincQuery>
  readonly code?: Code
  readonly match?: Partial<Match>
  readonly against: Against
}

/** One test a row; FULL is asked of RIGHT where nothing else is said. */
function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    test.each(rows)('$what: $against', (row) => {
      const { query = { asked: FULL }, code, match, against } = row
      expect(rejection(queryOf(query), codeOf({ ...RIGHT, ...code }, match))).toBe(against)
    })
  })
}

const note = (conflict: boolean) => ({ text: 'as sent', understood: true, conflict })

const FOUND: Asked = { ...SERUM, ...asked('property', { Imp: 1, PrThr: 0.7 }, 'text') }
const PRESENCE: Code = { property: 'PrThr', scale: 'Ord' }

table('antibodies of a class alone', [
  ...['igm', 'igg', 'immunoglobulin a'].map((name) => ({
    what: `as ${name} that is found are against something unsaid`,
    query: { asked: FOUND, name },
    code: PRESENCE,
    against: 'name_incomplete' as const,
  })),
  {
    what: 'have an amount',
    query: { asked: FULL, name: 'igm' },
    against: undefined,
  },
  {
    what: 'are found by a method that is said',
    query: {
      asked: { ...FOUND, ...asked('method', { Immunofixation: 1 }, 'text') },
      name: 'igm',
    },
    code: { ...PRESENCE, method: 'Immunofixation' },
    against: undefined,
  },
  {
    what: 'are no others',
    query: { asked: FOUND, name: 'zika igm' },
    code: PRESENCE,
    against: undefined,
  },
])

table('against a code speaks', [
  { what: 'nothing', against: undefined },
  { what: 'that it is a panel', code: { isResult: false }, against: 'not_a_result' },
  {
    what: 'words that the name lacks',
    match: { queryMass: 10, matchedQueryMass: 5.9 },
    against: 'name_incomplete',
  },
  {
    what: 'nothing by a few words that the name lacks',
    match: { queryMass: 10, matchedQueryMass: 6 },
    against: undefined,
  },
  {
    what: 'words that the mention lacks',
    match: { exactness: 0, nameMass: 10, matchedNameMass: 5.9 },
    against: 'name_incomplete',
  },
  {
    what: 'nothing by a few words that the mention lacks',
    match: { exactness: 0, nameMass: 10, matchedNameMass: 6 },
    against: undefined,
  },
  {
    what: 'nothing by words beside an exact name',
    match: { exactness: 0.6, nameMass: 10, matchedNameMass: 5.9 },
    against: undefined,
  },
  {
    what: 'all at once, the panel first',
    query: { unitsDiffer: true },
    code: { isResult: false },
    match: { matchedQueryMass: 0 },
    against: 'not_a_result',
  },
  {
    what: 'all at once, the name next',
    query: { unitsDiffer: true },
    match: { matchedQueryMass: 0 },
    against: 'name_incomplete',
  },
])

table('a hint that contradicts the mention', [
  ...(['specimen', 'specimen_text'] as const).flatMap((key): Row[] => [
    {
      what: `as ${key}, beside a word left out of the name`,
      query: { asked: FULL, leavesOut: true, hints: { [key]: note(true) } },
      against: 'specimen_conflict',
    },
    {
      what: `as ${key}, where the word is part of the name`,
      query: { asked: FULL, hints: { [key]: note(true) } },
      against: undefined,
    },
    {
      what: `not, as ${key}`,
      query: { asked: FULL, leavesOut: true, hints: { [key]: note(false) } },
      against: undefined,
    },
  ]),
  {
    what: 'as unit, beside a word left out of the name',
    query: { asked: FULL, leavesOut: true, hints: { unit: note(true) } },
    against: 'unit_conflict',
  },
  {
    what: 'as unit, where the word is part of the name',
    query: { asked: FULL, hints: { unit: note(true) } },
    against: undefined,
  },
  {
    what: 'not, as unit',
    query: { asked: FULL, leavesOut: true, hints: { unit: note(false) } },
    against: undefined,
  },
  {
    what: 'as unit, and the mention has a unit of its own',
    query: { asked: FULL, unitsDiffer: true },
    against: 'unit_conflict',
  },
])

table('a ratio, and two fractions', [
  ...['MRto', 'Ratio', 'MFr', ''].map((property) => ({
    what: `the other way round, of ${property || 'no known property'}`,
    query: { asked: SERUM, isTurnedRound: () => true },
    code: { property },
    against: 'name_incomplete' as const,
  })),
  {
    what: 'nothing by two names of one test with a slash',
    query: { asked: FULL, isTurnedRound: () => true },
    against: undefined,
  },
  {
    what: 'only one of two fractions',
    query: { asked: FULL, lacksFraction: () => true },
    against: 'name_incomplete',
  },
])

const perField = (unit: string) => ({
  asked: { ...asked('system', { 'Urine sed': 1 }), ...asked('property', { Naric: 1 }) },
  unit: readUnit(unit),
})
const IN_FIELD: Code = { system: 'Urine sed', property: 'Naric' }

table('a count in a field', [
  {
    what: 'of low power for high power',
    query: perField('/hpf'),
    code: { ...IN_FIELD, method: 'Microscopy.light.LPF' },
    against: 'unit_conflict',
  },
  {
    what: 'of high power for low power',
    query: perField('/lpf'),
    code: { ...IN_FIELD, method: 'Microscopy.light.HPF' },
    against: 'unit_conflict',
  },
  {
    what: 'nothing by the same field',
    query: perField('/lpf'),
    code: { ...IN_FIELD, method: 'Microscopy.light.LPF' },
    against: undefined,
  },
  { what: 'nothing by no field', query: perField('/lpf'), code: IN_FIELD, against: undefined },
])

table('a value that is no amount in its unit', [
  {
    what: 'a quantity',
    query: { asked: FULL, valueDiffers: true },
    against: 'value_conflict',
  },
  {
    what: 'nothing by a finding',
    query: { asked: { ...SERUM, ...asked('property', { PrThr: 1 }) }, valueDiffers: true },
    code: PRESENCE,
    against: undefined,
  },
])

const named = (method: string): Asked => ({ ...FULL, ...asked('method', { [method]: 1 }, 'text') })

table('a named method', [
  {
    what: 'another one in the text than in the hint',
    query: { asked: FULL, hints: { method: note(true) } },
    against: 'name_incomplete',
  },
  {
    what: 'the immunoassay of a laboratory for a rapid one',
    query: { asked: { ...FULL, ...asked('method', { 'IA.rapid': 1, IA: 0.7 }) } },
    code: { method: 'IA' },
    against: 'name_incomplete',
  },
  {
    what: 'nothing by an immunoassay',
    query: { asked: { ...FULL, ...asked('method', { IA: 1 }) } },
    code: { method: 'IA' },
    against: undefined,
  },
])

table('a more sensitive method', [
  {
    what: 'the plain test, where the text names it',
    query: { asked: named('High sensitivity') },
    against: 'name_incomplete',
  },
  {
    what: 'the plain test, where the name implies it',
    code: { implied: { method: 'Detection limit <= 0.01 ng/mL' } },
    against: 'name_incomplete',
  },
  {
    what: 'nothing by the test itself',
    query: { asked: named('High sensitivity') },
    code: { method: 'High sensitivity' },
    against: undefined,
  },
  { what: 'nothing by another named method', query: { asked: named('IA') }, against: undefined },
])

table('a method of few laboratories', [
  ...['RIA', 'LA', 'Trichrome stain', 'Automated', 'Flow cytometry', 'Sequencing', 'RAST'].map(
    (method) => ({
      what: `${method} that nothing names`,
      code: { method },
      against: 'name_adds' as const,
    }),
  ),
  {
    what: 'nothing where named',
    query: { asked: named('RIA') },
    code: { method: 'RIA' },
    against: undefined,
  },
  {
    what: 'nothing where implied',
    code: { method: 'RIA', implied: { method: 'RIA' } },
    against: undefined,
  },
  { what: 'nothing by a usual one', code: { method: 'IA' }, against: undefined },
])

table('an amount over a time', [
  {
    what: 'of a day, in a minute',
    query: { asked: FULL, unit: readUnit('ug/min') },
    code: { time: '24H' },
    against: 'name_adds',
  },
  ...['mg/24 hrs', 'g/d'].map((unit) => ({
    what: `nothing in ${unit}`,
    query: { asked: FULL, unit: readUnit(unit) },
    code: { time: '24H' },
    against: undefined,
  })),
])

table('blood of one vessel', [
  {
    what: 'that the name implies, for blood',
    query: { asked: { ...MASS, ...asked('system', { Bld: 1, BldV: 0.85 }) } },
    code: { system: 'Bld', implied: { system: 'BldV' } },
    against: 'specimen_conflict',
  },
])

table('a specimen that is said', [
  { what: 'another one', code: { system: 'Urine' }, against: 'specimen_conflict' },
  { what: "LOINC's any", code: { system: 'XXX' }, against: 'specimen_conflict' },
  {
    what: "LOINC's any, though it fits",
    query: { asked: { ...MASS, ...asked('system', { Ser: 1, XXX: 0.9 }) } },
    code: { system: 'XXX' },
    against: 'specimen_conflict',
  },
  {
    what: "LOINC's any, asked for",
    query: { asked: { ...MASS, ...asked('system', { XXX: 1 }) } },
    code: { system: 'XXX' },
    against: undefined,
  },
  { what: 'none known of the code', code: { system: '' }, against: 'specimen_conflict' },
  {
    what: 'one that fits half',
    query: { asked: { ...MASS, ...asked('system', { Ser: 1, 'Ser/Plas': 0.5 }) } },
    against: undefined,
  },
  {
    what: 'one that fits less',
    query: { asked: { ...MASS, ...asked('system', { Ser: 1, 'Ser/Plas': 0.49 }) } },
    against: 'specimen_conflict',
  },
  {
    what: 'in words of the mention',
    query: { asked: { ...MASS, ...asked('system', { 'Ser/Plas': 1 }, 'text') } },
    against: undefined,
  },
  {
    what: 'in words of the mention, another one',
    query: { asked: { ...MASS, ...asked('system', { Urine: 1 }, 'text') }, leavesOut: true },
    against: 'specimen_conflict',
  },
  {
    what: "in words of the test's own name, and none is",
    query: { asked: { ...MASS, ...asked('system', { Tiss: 1 }, 'text') } },
    against: 'specimen_missing',
  },
  {
    what: "in words of the test's own name, which has one specimen",
    query: { asked: { ...MASS, ...asked('system', { Tiss: 1 }, 'text') } },
    code: { isOneSpecimen: true },
    against: undefined,
  },
  {
    what: 'in words that the name does not have, another one',
    query: { asked: { ...MASS, ...asked('system', { Tiss: 1 }, 'text') } },
    match: { exactness: 0 },
    against: 'specimen_conflict',
  },
  ...['BldA', 'BldV', 'BldC', 'BldMV', 'BldCo', 'BldCoA', 'BldCoV', 'PlasV'].flatMap(
    (system): Row[] => [
      {
        what: `${system} for blood`,
        query: { asked: { ...MASS, ...asked('system', { Bld: 1, [system]: 0.9 }) } },
        code: { system },
        against: 'specimen_conflict',
      },
      {
        what: `${system}, asked for`,
        query: { asked: { ...MASS, ...asked('system', { Bld: 0.8, [system]: 1 }) } },
        code: { system },
        against: undefined,
      },
    ],
  ),
])

test('of vessels alone, and of no specimen, blood is too little', () => {
  const weights = new Float32Array(AXIS_VALUES).fill(0.9)
  const query = queryOf({ asked: { ...MASS, system: { weights, source: 'hint' } } })
  const refused = Array.from({ length: AXIS_VALUES - 1 }, (_, i) => i + 1).filter(
    (system) => rejection(query, codeWith('system', system)) !== undefined,
  )
  const vessels = ['BldA', 'BldV', 'BldC', 'BldMV', 'BldCo', 'BldCoA', 'BldCoV', 'PlasV', 'XXX']
  expect(refused).toEqual(numbersOf('system', vessels))
})

/** RIGHT with another number on an axis. */
function codeWith(axis: Axis, number: number): Match<LoincColumns> {
  const match = codeOf(RIGHT)
  match.columns.concept[axis][0] = number
  return match
}

function numbersOf(axis: Axis, values: readonly string[]): number[] {
  return values.map((value) => axisNumber(axis, value)).sort((a, b) => a - b)
}

table('a unit or a word for the property', [
  { what: 'of another one', code: { property: 'SCnc' }, against: 'unit_conflict' },
  {
    what: 'that fits half',
    query: { asked: { ...SERUM, ...asked('property', { MCnc: 0.5 }) } },
    against: undefined,
  },
  {
    what: 'that fits less',
    query: { asked: { ...SERUM, ...asked('property', { MCnc: 0.49 }) } },
    against: 'unit_conflict',
  },
  { what: 'beside a code whose property is not known', code: { property: '' }, against: undefined },
  {
    what: 'of another one, in words',
    query: { asked: { ...SERUM, ...asked('property', { SCnc: 1 }, 'text') } },
    against: 'unit_conflict',
  },
])

table('a name that implies', [
  {
    what: 'the code’s own values',
    code: { method: 'HPLC', implied: { ...RIGHT, method: 'HPLC' } },
    against: undefined,
  },
  {
    what: 'what is not known of the code',
    query: { asked: MASS },
    code: {
      system: '',
      property: '',
      scale: '',
      time: '',
      implied: { ...RIGHT, method: 'HPLC' },
    },
    against: undefined,
  },
  { what: 'another property', code: { implied: { property: 'NFr' } }, against: 'unit_conflict' },
  {
    what: 'mass, in moles',
    query: { asked: { ...SERUM, ...asked('property', { SCnc: 1 }) } },
    code: { property: 'SCnc', implied: { property: 'MCnc' } },
    against: undefined,
  },
  {
    what: 'moles, in mass',
    code: { implied: { property: 'SCnc' } },
    against: undefined,
  },
  {
    what: 'mass in a time, in moles',
    query: { asked: { ...SERUM, ...asked('property', { SRat: 1 }) } },
    code: { property: 'SRat', implied: { property: 'MRat' } },
    against: undefined,
  },
  {
    what: 'mass in a time, in moles in a volume',
    query: { asked: { ...SERUM, ...asked('property', { SCnc: 1 }) } },
    code: { property: 'SCnc', implied: { property: 'MRat' } },
    against: 'unit_conflict',
  },
  {
    what: 'mass, in moles without a unit',
    query: { asked: SERUM },
    code: { property: 'SCnc', implied: { property: 'MCnc' } },
    against: 'unit_conflict',
  },
  { what: 'another scale', code: { implied: { scale: 'Ord' } }, against: 'unit_conflict' },
  { what: 'another time', code: { implied: { time: '24H' } }, against: 'name_adds' },
  {
    what: 'another method that finds the same',
    code: { method: 'RPR', implied: { method: 'VDRL' } },
    against: 'name_adds',
  },
  {
    what: 'a wider method',
    code: { method: 'Acid fast stain', implied: { method: 'Acid fast stain.Ziehl-Neelsen' } },
    against: undefined,
  },
  {
    what: 'another method',
    code: { method: 'HPLC', implied: { method: 'Westergren' } },
    against: 'name_adds',
  },
  {
    what: 'a specimen that is not the one said',
    code: { implied: { system: 'RBC' } },
    against: undefined,
  },
  {
    what: 'another specimen where none is said',
    query: { asked: MASS },
    code: { implied: { system: 'RBC' } },
    against: 'specimen_conflict',
  },
])

const HPLC = asked('method', { HPLC: 1 })
table('a method that is said', [
  {
    what: 'the one of the code',
    query: { asked: { ...FULL, ...HPLC } },
    code: { method: 'HPLC' },
    against: undefined,
  },
  {
    what: 'another one',
    query: { asked: { ...FULL, ...HPLC } },
    code: { method: 'Westergren' },
    against: 'name_incomplete',
  },
  { what: 'none of the code', query: { asked: { ...FULL, ...HPLC } }, against: undefined },
  {
    what: 'one that the code’s is sometimes taken for',
    query: { asked: { ...FULL, ...asked('method', { HPLC: 1, Westergren: 0.4 }) } },
    code: { method: 'Westergren' },
    against: 'name_incomplete',
  },
  {
    what: 'one that the code’s often is',
    query: { asked: { ...FULL, ...asked('method', { HPLC: 1, Westergren: 0.5 }) } },
    code: { method: 'Westergren' },
    against: undefined,
  },
  { what: 'nowhere', code: { method: 'HPLC' }, against: undefined },
])

const PANEL_DAY = asked('time', { '24H': 1 }, 'panel')

table('a panel over hours', [
  {
    what: 'has tests of one moment',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    against: undefined,
  },
  {
    what: 'has none of one moment with a unit over hours',
    query: { asked: { ...FULL, ...PANEL_DAY }, unit: readUnit('mg/24 h') },
    against: 'name_adds',
  },
  {
    what: 'has tests over its hours',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    code: { time: '24H' },
    against: undefined,
  },
  {
    what: 'has none over other hours',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    code: { time: '12H' },
    against: 'name_adds',
  },
])

table('a collection over hours', [
  { what: 'of which nobody speaks', code: { time: '24H' }, against: 'name_adds' },
  { what: 'of which nothing is known', code: { time: '' }, against: undefined },
  {
    what: 'that is said',
    query: { asked: { ...FULL, ...DAY } },
    code: { time: '24H' },
    against: undefined,
  },
  {
    what: 'that is said, of a spot test',
    query: { asked: { ...FULL, ...DAY } },
    code: { time: 'Pt' },
    against: 'name_adds',
  },
  {
    what: 'that fits half',
    query: { asked: { ...FULL, ...asked('time', { '12H': 0.5 }) } },
    code: { time: '12H' },
    against: undefined,
  },
  {
    what: 'that fits less',
    query: { asked: { ...FULL, ...DAY } },
    code: { time: '12H' },
    against: 'name_adds',
  },
  {
    what: 'that is said, of a code whose time is not known',
    query: { asked: { ...FULL, ...DAY } },
    code: { time: '' },
    against: undefined,
  },
  {
    what: 'that the name implies',
    code: { time: '24H', implied: { time: '24H' } },
    against: undefined,
  },
  {
    what: 'that the unit says',
    query: { asked: FULL, unit: readUnit('mg/24 h') },
    code: { time: '24H' },
    against: undefined,
  },
  {
    what: 'beside a flow',
    query: { asked: FULL, unit: readUnit('mL/min') },
    code: { time: '24H' },
    against: 'name_adds',
  },
])

const CLEARED = { ...asked('system', { 'Urine+Ser/Plas': 1 }), ...asked('property', { VRat: 1 }) }
table('the hours of a clearance', [
  {
    what: 'go without saying',
    query: { asked: CLEARED },
    code: { system: 'Urine+Ser/Plas', property: 'VRat', time: '24H' },
    against: undefined,
  },
  {
    what: 'go without saying by body surface',
    query: {
      asked: { ...CLEARED, ...asked('property', { ArVRat: 1 }) },
    },
    code: { system: 'Urine+Ser/Plas', property: 'ArVRat', time: '12H' },
    against: undefined,
  },
  {
    what: 'are not those of another ratio',
    query: { asked: { ...CLEARED, ...asked('property', { MRto: 1 }) } },
    code: { system: 'Urine+Ser/Plas', property: 'MRto', time: '24H' },
    against: 'name_adds',
  },
  {
    what: 'are not those of another flow',
    query: { asked: { ...CLEARED, ...asked('system', { Urine: 1 }) } },
    code: { system: 'Urine', property: 'VRat', time: '24H' },
    against: 'name_adds',
  },
  {
    what: 'are others where they are said',
    query: { asked: { ...CLEARED, ...DAY } },
    code: { system: 'Urine+Ser/Plas', property: 'VRat', time: '72H' },
    against: 'name_adds',
  },
])

table('a time after a meal or a dose', [
  {
    what: 'by a name that says it',
    code: { isChallenge: true },
    match: { kind: 'curated' },
    against: undefined,
  },
  {
    what: 'by a related name',
    code: { isChallenge: true },
    match: { kind: 'entry' },
    against: 'name_adds',
  },
  { what: 'not, by a related name', match: { kind: 'entry' }, against: undefined },
])

const ONE_CODE: Code = { implied: { time: 'Pt' } }
const OUTPUT: Code = { implied: { time: 'Pt', property: 'Vol' } }
const CURATED = { kind: 'curated' } as const

table('the name of one code', [
  { what: 'leaves nothing open', query: {}, code: ONE_CODE, match: CURATED, against: undefined },
  {
    what: 'that is official is that of a component',
    query: {},
    code: ONE_CODE,
    against: 'unit_missing',
  },
  {
    what: 'is no other form of it',
    query: {},
    code: ONE_CODE,
    match: { ...CURATED, exactness: 0.9 },
    against: 'unit_missing',
  },
  {
    what: 'may need a unit',
    query: {},
    code: { ...OUTPUT, property: '' },
    match: CURATED,
    against: 'unit_missing',
  },
  {
    what: 'may have the unit that it needs',
    query: { asked: asked('property', { Vol: 1 }) },
    code: { ...OUTPUT, property: '' },
    match: CURATED,
    against: undefined,
  },
  {
    what: 'may have a unit that is as good as the one that it needs',
    query: { asked: asked('property', { VRat: 1, Vol: 0.5 }) },
    code: { ...OUTPUT, property: '' },
    match: CURATED,
    against: undefined,
  },
  {
    what: 'may have another unit',
    query: { asked: asked('property', { VRat: 1, Vol: 0.4 }) },
    code: { ...OUTPUT, property: '' },
    match: CURATED,
    against: 'unit_conflict',
  },
])

table('a number in a series', [
  {
    what: 'is not of the plain test',
    query: { asked: FULL, isInSeries: true },
    against: 'name_incomplete',
  },
  {
    what: 'is of a challenge',
    query: { asked: FULL, isInSeries: true },
    code: { isChallenge: true },
    against: undefined,
  },
  {
    what: 'may be of the name of one code',
    query: { isInSeries: true },
    code: ONE_CODE,
    match: CURATED,
    against: undefined,
  },
])

table('missing is', [
  { what: 'the unit', query: { asked: SERUM }, against: 'unit_missing' },
  { what: 'the specimen', query: { asked: MASS }, against: 'specimen_missing' },
  { what: 'the unit first, of both', query: {}, against: 'unit_missing' },
  {
    what: 'nothing of the whole official name',
    query: {},
    match: { kind: 'preferred' },
    against: undefined,
  },
  {
    what: 'the unit of an official name that has more',
    query: {},
    match: { kind: 'preferred', exactness: 0.6 },
    against: 'unit_missing',
  },
  { what: 'the unit of another whole name', query: {}, against: 'unit_missing' },
])

table('the whole official name', [
  {
    what: 'beside another unit',
    code: { property: 'SCnc' },
    match: { kind: 'preferred' },
    against: 'unit_conflict',
  },
  {
    what: 'beside another specimen',
    code: { system: 'Urine' },
    match: { kind: 'preferred' },
    against: 'specimen_conflict',
  },
  {
    what: 'beside a specimen that a panel suggests',
    query: { asked: asked('system', { Urine: 1 }, 'panel') },
    match: { kind: 'preferred' },
    against: undefined,
  },
  {
    what: 'with words that seem to say something else',
    query: {
      asked: {
        ...asked('system', { Milk: 1 }, 'text'),
        ...asked('property', { NCnc: 1 }, 'text'),
        ...asked('method', { HPLC: 1 }, 'text'),
        ...asked('time', { '12H': 1 }, 'text'),
      },
    },
    code: { method: 'Westergren', time: '24H', implied: { scale: 'Ord' } },
    match: { kind: 'preferred' },
    against: undefined,
  },
  {
    what: 'that has more words, which say something else',
    query: { asked: { ...MASS, ...asked('system', { Milk: 1 }, 'text') }, leavesOut: true },
    match: { kind: 'preferred', exactness: 0.6 },
    against: 'specimen_conflict',
  },
  {
    what: 'of a panel',
    query: {},
    code: { isResult: false },
    match: { kind: 'preferred' },
    against: 'not_a_result',
  },
])

table('a unit is pinned', [
  {
    what: 'by a grade',
    query: { asked: { ...SERUM, ...GRADE }, value: graded },
    code: { scale: 'Ord' },
    against: undefined,
  },
  {
    what: 'by a finding that fits half',
    query: { asked: { ...SERUM, ...GRADE }, value: { kind: 'text' } },
    code: { scale: 'Nom' },
    against: undefined,
  },
  {
    what: 'by a finding that fits less: not',
    query: { asked: { ...SERUM, ...asked('scale', { Nom: 0.4 }) }, value: { kind: 'text' } },
    code: { scale: 'Nom' },
    against: 'unit_missing',
  },
  {
    what: 'by a grade beside a quantity: not',
    query: { asked: { ...SERUM, ...GRADE }, value: graded },
    against: 'value_conflict',
  },
  {
    what: 'by a number: not',
    query: { asked: { ...SERUM, ...asked('scale', { Qn: 1 }) }, value: numeric },
    against: 'unit_missing',
  },
  {
    what: 'by the nature of the test',
    query: { asked: SERUM },
    code: { isUnitless: true },
    against: undefined,
  },
  {
    what: 'of an interpretation that is seldom reported: not',
    query: { asked: SERUM },
    code: { isUnitless: true, property: 'Imp' },
    against: 'unit_missing',
  },
  {
    what: 'of one that is often reported',
    query: { asked: SERUM },
    code: { isUnitless: true, property: 'Imp', commonness: 1 },
    against: undefined,
  },
])

test('a word for the property pins a unit of what is measured or graded', () => {
  const query = queryOf({ asked: { ...SERUM, ...asked('property', { MCnc: 1 }, 'text') } })
  const pinned = ['Qn', 'Ord', 'OrdQn', 'Nom', 'Nar', 'SemiQn', 'Doc', ''].filter(
    (scale) => rejection(query, codeOf({ ...RIGHT, scale })) === undefined,
  )
  expect(pinned).toEqual(['Qn', 'Ord', 'OrdQn', 'SemiQn'])
})

test.each([
  { name: 'reticulocyte', count: { NCnc: 1, NFr: 0.1 }, against: 'unit_missing' },
  { name: 'retic', count: { NCnc: 1, NFr: 0.1 }, against: 'unit_missing' },
  { name: 'nrbc', count: { NCnc: 1, NFr: 0.1 }, against: 'unit_missing' },
  { name: 'normoblasts', count: { NCnc: 1, NFr: 0.1 }, against: 'unit_missing' },
  { name: 'reticulocytes', count: { NCnc: 1 }, against: undefined },
  { name: 'platelets', count: { NCnc: 1, NFr: 0.1 }, against: undefined },
  { name: 'reticulin', count: { NCnc: 1, NFr: 0.1 }, against: undefined },
])(
  'a count of $name $count pins no unit where it may be per hundred',
  ({ name, count, against }) => {
    const query = queryOf({ asked: { ...SERUM, ...asked('property', count, 'text') }, name })
    expect(rejection(query, codeOf({ ...RIGHT, property: 'NCnc' }))).toBe(against)
  },
)

const CULTURE: Code = {
  ...{ system: 'Urine', property: 'Prid', scale: 'Nom', method: 'Culture' },
  implied: { system: 'Urine', property: 'Prid', scale: 'Nom', method: 'Culture' },
}
const ARBITRARY = asked('property', { PrThr: 1, ACnc: 0.5 })
table('a value without a unit', [
  {
    what: 'is a word, and the code is an amount that such a word may grade',
    query: { asked: { ...SERUM, ...ARBITRARY, ...GRADE }, value: graded },
    code: { property: 'ACnc' },
    against: 'value_conflict',
  },
  {
    what: 'is a word, and the code is of another property',
    query: { asked: { ...SERUM, ...ARBITRARY, ...GRADE }, value: graded },
    against: 'value_conflict',
  },
  {
    what: 'is a word, and so is the code’s result',
    query: { asked: { ...SERUM, ...ARBITRARY, ...GRADE }, value: graded },
    code: { property: 'PrThr', scale: 'Ord' },
    against: undefined,
  },
  {
    what: 'is a word, and the code’s scale is not known',
    query: { asked: { ...SERUM, ...ARBITRARY, ...GRADE }, value: graded },
    code: { property: 'ACnc', scale: '' },
    against: undefined,
  },
  {
    what: 'is a word, and the name says the property',
    query: {
      asked: { ...SERUM, ...asked('property', { MCnc: 1 }, 'text'), ...GRADE },
      value: graded,
    },
    against: undefined,
  },
  {
    what: 'is a number, and the code is a finding',
    query: { asked: { ...SERUM, ...asked('scale', { Qn: 1 }) }, value: numeric },
    code: { property: 'PrThr', scale: 'Ord', isUnitless: true },
    against: 'value_conflict',
  },
  {
    what: 'is a word next to a unit, which says what is measured',
    query: { asked: { ...FULL, ...GRADE }, value: graded, unit: readUnit('mg/dL') },
    against: undefined,
  },
])

table('a name that says what is identified, and where,', [
  { what: 'needs neither unit nor specimen', query: {}, code: CULTURE, against: undefined },
  {
    what: 'has its specimen once more',
    query: { asked: asked('system', { Urine: 1 }) },
    code: CULTURE,
    against: undefined,
  },
  {
    what: 'is of no other specimen',
    query: { asked: asked('system', { Bld: 1 }) },
    code: { ...CULTURE, system: 'Bld' },
    against: 'specimen_conflict',
  },
  {
    what: 'needs a specimen if it has none',
    query: {},
    code: { ...CULTURE, implied: { property: 'Prid' } },
    against: 'specimen_missing',
  },
  {
    what: 'needs a unit if it is in another form',
    query: {},
    code: CULTURE,
    match: { exactness: 0.9 },
    against: 'unit_missing',
  },
  {
    what: 'needs a unit if it is of a presence',
    query: {},
    code: { ...CULTURE, property: 'PrThr', implied: { system: 'Urine', property: 'PrThr' } },
    against: 'unit_missing',
  },
])

const BY_PANEL = (values: Readonly<Record<string, number>>): Asked => ({
  ...MASS,
  ...asked('system', values, 'panel'),
})
table('a specimen is pinned', [
  { what: 'by a panel', query: { asked: BY_PANEL({ 'Ser/Plas': 0.6 }) }, against: undefined },
  {
    what: 'by a panel that hardly suggests it: not',
    query: { asked: BY_PANEL({ 'Ser/Plas': 0.59 }) },
    against: 'specimen_missing',
  },
  {
    what: 'by a panel that suggests another one: not',
    query: { asked: BY_PANEL({ Urine: 1 }) },
    against: 'specimen_missing',
  },
  {
    what: 'by a panel beside a code that has none: not',
    query: { asked: BY_PANEL({ 'Ser/Plas': 1 }) },
    code: { system: '' },
    against: 'specimen_missing',
  },
  {
    what: 'by the name beside a unit',
    query: { asked: MASS },
    code: { implied: { system: 'Ser/Plas' } },
    against: undefined,
  },
  {
    what: 'by the name whose words say another one: not',
    query: { asked: { ...MASS, ...asked('system', { Milk: 1 }, 'text') } },
    code: { implied: { system: 'Ser/Plas' } },
    against: 'specimen_missing',
  },
  {
    what: 'by the name beside a word for the property: not',
    query: { asked: asked('property', { MCnc: 1 }, 'text') },
    code: { implied: { system: 'Ser/Plas' } },
    against: 'specimen_missing',
  },
  {
    what: 'a specimen, of a test of blood only that has a unit',
    query: { asked: MASS },
    code: { isOneSpecimen: true },
    against: undefined,
  },
  {
    what: 'a specimen, of a type in blood only, which has no unit',
    query: { asked: {} },
    code: { isOneSpecimen: true, isUnitless: true, property: 'Type', scale: 'Nom' },
    against: undefined,
  },
  {
    what: 'a specimen, of a gene in blood and tissue only',
    query: { asked: {} },
    code: { isOneSpecimen: true, isUnitless: true, property: 'Prid', system: 'Bld/Tiss' },
    against: undefined,
  },
  {
    what: 'a specimen, of a presence in blood only, which may be a number elsewhere',
    query: { asked: {} },
    code: { isOneSpecimen: true, isUnitless: true, property: 'PrThr', scale: 'Ord' },
    against: 'specimen_missing',
  },
  {
    what: 'a specimen, of a test of urine only by creatinine',
    query: { asked: MASS, unit: readUnit('mg/g creat') },
    code: { isOneSpecimen: true, system: 'Urine' },
    against: undefined,
  },
  {
    what: 'a specimen, of a test of saliva only by creatinine',
    query: { asked: MASS, unit: readUnit('mg/g creat') },
    code: { isOneSpecimen: true, system: 'Saliva' },
    against: 'specimen_missing',
  },
  {
    what: 'a specimen, of a test of urine only',
    query: { asked: MASS },
    code: { isOneSpecimen: true, system: 'Urine' },
    against: 'specimen_missing',
  },
  {
    what: 'by a bare name: not',
    query: {},
    code: { isUnitless: true, implied: { system: 'Ser/Plas' } },
    against: 'specimen_missing',
  },
])

describe('what practice takes', () => {
  const rows: readonly Row[] = [
    { what: 'a specimen', query: { asked: MASS, assumesUsual: true }, against: undefined },
    {
      what: 'a specimen, not allowed',
      query: { asked: MASS, assumesUsual: false },
      against: 'specimen_missing',
    },
    { what: 'a property', query: { asked: SERUM, assumesUsual: true }, against: undefined },
    {
      what: 'a property, not allowed',
      query: { asked: SERUM, assumesUsual: false },
      against: 'unit_missing',
    },
    { what: 'both: never', query: { assumesUsual: true }, against: 'unit_missing' },
    {
      what: 'a specimen where a panel suggests another one',
      query: { asked: BY_PANEL({ Urine: 1 }), assumesUsual: true },
      against: undefined,
    },
  ]
  test.each(rows)('$what: $against', ({ query, against }) => {
    expect(rejection(queryOf(query), codeOf(RIGHT))).toBe(against)
  })

  test.each<{ axis: 'system' | 'property'; beside: Asked; usual: readonly string[] }>([
    {
      axis: 'system',
      beside: MASS,
      usual: ['Ser/Plas', 'Ser', 'Plas', 'Ser/Plas/Bld', 'Bld', 'RBC', 'PPP', '^Patient'],
    },
    {
      axis: 'property',
      beside: SERUM,
      usual: ['MCnc', 'CCnc', 'ACnc', 'EntVol', 'EntMass', 'VFr', 'Time', 'Vel'],
    },
  ])('of each $axis: $usual and no other', ({ axis, beside, usual }) => {
    const query = queryOf({ asked: beside, assumesUsual: true })
    const taken = Array.from({ length: AXIS_VALUES }, (_, number) => number).filter(
      (number) => rejection(query, codeWith(axis, number)) === undefined,
    )
    expect(taken).toEqual(numbersOf(axis, usual))
  })
})

/** Whether the first of several matches is contested by the others. */
function isContestedIn(
  query: Partial<LoincQuery>,
  matches: readonly Match<LoincColumns>[],
): boolean {
  const [first, ...others] = inOneIndex(matches)
  return isContested(queryOf(query), first!, others)
}

interface Contest {
  readonly what: string
  readonly query?: Partial<LoincQuery>
  readonly first?: Code
  readonly others: readonly Code[]
  readonly contested: boolean
}

/** One test a row; FULL is asked of RIGHT, commonness 4, where nothing else is said, and so it is of the others. */
function contests(name: string, rows: readonly Contest[]): void {
  const COMMON: Code = { ...RIGHT, commonness: 4 }
  describe(name, () => {
    test.each(rows)(
      '$what: $contested',
      ({ query = { asked: FULL }, first, others, contested }) => {
        const codes = [first, ...others].map((code) => codeOf({ ...COMMON, ...code }))
        expect(isContestedIn(query, codes)).toBe(contested)
      },
    )
  })
}

contests('a code is contested by', [
  { what: 'nothing', others: [], contested: false },
  {
    what: 'another specimen, as common',
    query: { asked: MASS },
    others: [{ system: 'Bld' }],
    contested: true,
  },
  {
    what: 'another specimen, rarer',
    query: { asked: MASS },
    others: [{ system: 'Bld', commonness: 3 }],
    contested: false,
  },
  {
    what: 'another specimen, more common',
    query: { asked: MASS },
    others: [{ system: 'Bld', commonness: 5 }],
    contested: true,
  },
  {
    what: 'any of several',
    query: { asked: MASS },
    others: [{ system: 'Bld', commonness: 3 }, { system: 'Urine' }],
    contested: true,
  },
  {
    what: 'another property',
    query: { asked: SERUM },
    others: [{ property: 'SCnc' }],
    contested: true,
  },
  {
    what: 'another property, rarer',
    query: { asked: SERUM },
    others: [{ property: 'SCnc', commonness: 3 }],
    contested: false,
  },
  { what: 'another scale', others: [{ scale: 'Ord' }], contested: true },
  {
    what: 'another scale of numbers, of one method',
    others: [{ scale: 'OrdQn' }],
    contested: false,
  },
  { what: 'a test strip’s steps, of one method', others: [{ scale: 'SemiQn' }], contested: false },
  {
    what: 'a scale beside one of numbers',
    first: { scale: 'Ord' },
    others: [{ scale: 'OrdQn' }],
    contested: true,
  },
  {
    what: 'another time',
    query: { asked: { ...FULL, ...asked('time', { '24H': 1, '12H': 1 }) } },
    first: { time: '24H' },
    others: [{ time: '12H' }],
    contested: true,
  },
  {
    what: 'another time that fits less',
    query: { asked: { ...FULL, ...asked('time', { '24H': 1, '12H': 0.9 }) } },
    first: { time: '24H' },
    others: [{ time: '12H' }],
    contested: false,
  },
  { what: 'a time of which nobody speaks', others: [{ time: '24H' }], contested: false },
  {
    what: 'hours of the panel',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    others: [{ time: '24H', commonness: 1 }],
    contested: true,
  },
  {
    what: 'hours of the panel in another property: not',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    others: [{ time: '24H', commonness: 1, property: 'MRat' }],
    contested: false,
  },
  {
    what: 'other hours than those of the panel: not',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    others: [{ time: '12H', commonness: 1 }],
    contested: false,
  },
  {
    what: 'one moment where the first is over the hours of the panel: not',
    query: { asked: { ...FULL, ...PANEL_DAY } },
    first: { time: '24H' },
    others: [{ time: '24H', commonness: 1, method: 'HPLC' }],
    contested: false,
  },
  ...(['10*9/L', '/nL', '10*3/uL'] as const).map((unit) => ({
    what: `the plain code of an automated count in ${unit}`,
    query: { asked: FULL, unit: readUnit(unit) },
    first: { method: 'Automated count' },
    others: [{ commonness: 1 }],
    contested: unit !== '10*3/uL',
  })),
  {
    what: 'a panel',
    query: { asked: MASS },
    others: [{ system: 'Bld', isResult: false }],
    contested: false,
  },
  { what: 'a specimen that is not the one said', others: [{ system: 'Urine' }], contested: false },
  {
    what: 'a specimen that fits as well',
    query: { asked: { ...MASS, ...asked('system', { 'Ser/Plas': 0.9, Bld: 0.9 }) } },
    others: [{ system: 'Bld' }],
    contested: true,
  },
  {
    what: 'a specimen that fits less',
    query: { asked: { ...MASS, ...asked('system', { 'Ser/Plas': 0.9, Bld: 0.8 }) } },
    others: [{ system: 'Bld' }],
    contested: false,
  },
])

test('nothing contests the whole official name, and it contests every other one', () => {
  const query = { asked: MASS }
  const [code, other] = [codeOf(RIGHT), codeOf({ ...RIGHT, system: 'Bld' })]
  const rarer = codeOf({ ...RIGHT, system: 'Bld', commonness: 0 }, { kind: 'preferred', family: 1 })
  const common = codeOf({ ...RIGHT, commonness: 4 })
  expect(isContestedIn(query, [common, rarer])).toBe(true)
  expect(isContestedIn(query, [common, { ...rarer, exactness: 0.6 }])).toBe(false)
  expect(isContestedIn(query, [{ ...code, kind: 'preferred' }, other])).toBe(false)
  expect(isContestedIn(query, [{ ...code, kind: 'preferred', exactness: 0.6 }, other])).toBe(true)
  expect(isContestedIn(query, [code, other])).toBe(true)
})

test('the name of one code is not contested by the other codes of its component', () => {
  const own = codeOf({ ...RIGHT, ...ONE_CODE, commonness: 1 }, { family: 1, ...CURATED })
  const other = codeOf({ ...RIGHT, commonness: 4, property: 'SCnc' }, { family: 1 })
  expect(isContestedIn({}, [own, other])).toBe(false)
  expect(isContestedIn({}, [{ ...own, exactness: 0 }, other])).toBe(true)
})

test.each([
  { what: 'of another component', first: 0.9, other: { family: 2 }, is: true },
  {
    what: 'of another one by a related name',
    first: 0.9,
    other: { family: 2, kind: 'entry' },
    is: false,
  },
  { what: 'of the same one', first: 0.9, other: { family: 1 }, is: false },
  { what: 'that is no exact name', first: 0.9, other: { family: 2, exactness: 0.9 }, is: false },
  { what: 'beside the very name', first: 1, other: { family: 2 }, is: false },
] as const)('the very word $what contests another form of it: $is', ({ first, other, is }) => {
  const own = codeOf({ ...RIGHT, commonness: 4 }, { family: 1, exactness: first })
  const elsewhere = codeOf({ ...RIGHT, system: 'Urine' }, other)
  expect(isContestedIn({ asked: FULL }, [own, elsewhere])).toBe(is)
})

test.each([
  { what: 'of another component', kind: 'entry', other: { family: 2, kind: 'entry' }, is: true },
  { what: 'of the same one', kind: 'entry', other: { family: 1, kind: 'entry' }, is: false },
  { what: 'and its own', kind: 'synonym', other: { family: 2, kind: 'entry' }, is: false },
  {
    what: 'and a name of another',
    kind: 'entry',
    other: { family: 2, kind: 'curated' },
    is: false,
  },
] as const)('a related name $what contests a code: $is', ({ kind, other, is }) => {
  const sibling: Code = { ...RIGHT, system: 'Urine', commonness: 1 }
  const first = codeOf({ ...RIGHT, commonness: 4 }, { family: 1, kind })
  expect(isContestedIn({ asked: FULL }, [first, codeOf(sibling, other)])).toBe(is)
  const less = codeOf(sibling, { ...other, queryMass: 2, matchedQueryMass: 1 })
  expect(isContestedIn({ asked: FULL }, [first, less])).toBe(false)
})

test('a name for a number is that of any scale of numbers', () => {
  const fitting = ['Qn', 'Ord', 'OrdQn', 'Nom', 'SemiQn', 'Doc'].filter((scale) => {
    const code = codeOf({ ...RIGHT, scale, implied: { scale: 'Qn' } })
    return rejection(queryOf({ asked: FULL }), code) === undefined
  })
  expect(fitting).toEqual(['Qn', 'OrdQn', 'SemiQn'])
})

test('of scales, numbers are told from everything else', () => {
  const same = ['Qn', 'Ord', 'OrdQn', 'Nom', 'Nar', 'SemiQn', 'Doc'].filter(
    (scale) => !isContestedIn({ asked: FULL }, [codeOf(RIGHT), codeOf({ ...RIGHT, scale })]),
  )
  expect(same).toEqual(['Qn', 'OrdQn', 'SemiQn'])
})

contests('a rarer sibling contests', [
  {
    what: 'what only a panel suggests',
    query: { asked: BY_PANEL({ 'Ser/Plas': 0.9, Bld: 0.9 }) },
    others: [{ system: 'Bld', commonness: 1 }],
    contested: true,
  },
  {
    what: 'what a panel suggests more: not',
    query: { asked: BY_PANEL({ 'Ser/Plas': 1, Bld: 0.9 }) },
    others: [{ system: 'Bld', commonness: 1 }],
    contested: false,
  },
  {
    what: 'in the specimen that a panel suggests: not',
    query: { asked: asked('system', { 'Ser/Plas': 1 }, 'panel') },
    others: [{ property: 'SCnc', commonness: 1 }],
    contested: false,
  },
  {
    what: 'a code whose property is not known',
    first: { property: '' },
    others: [{ commonness: 1 }],
    contested: true,
  },
  {
    what: 'a code whose property is not known, in another specimen: not',
    query: { asked: { ...MASS, ...asked('system', { 'Ser/Plas': 1, Bld: 1 }) } },
    first: { property: '' },
    others: [{ system: 'Bld', commonness: 1 }],
    contested: false,
  },
])

const ASSUMING = (asked: Asked): Partial<LoincQuery> => ({ asked, assumesUsual: true })
contests('where something is assumed, there is a doubt', [
  {
    what: 'by urine that is tested, too',
    query: ASSUMING(MASS),
    others: [{ system: 'Urine', commonness: 1 }],
    contested: true,
  },
  {
    what: 'not by urine that nobody tests',
    query: ASSUMING(MASS),
    others: [{ system: 'Urine', commonness: 0 }],
    contested: false,
  },
  {
    what: 'not by blood',
    query: ASSUMING(MASS),
    others: [{ system: 'Bld', commonness: 1 }],
    contested: false,
  },
  {
    what: 'not by a code whose specimen is not known',
    query: ASSUMING(MASS),
    others: [{ system: '', commonness: 1 }],
    contested: false,
  },
  {
    what: 'not by urine where the specimen is said',
    query: ASSUMING({ ...MASS, ...asked('system', { 'Ser/Plas': 1, Urine: 1 }) }),
    others: [{ system: 'Urine', commonness: 1 }],
    contested: false,
  },
  {
    what: 'not by urine where nothing is assumed',
    query: { asked: MASS },
    others: [{ system: 'Urine', commonness: 1 }],
    contested: false,
  },
  {
    what: 'not by another scale, rarer',
    query: ASSUMING(MASS),
    others: [{ scale: 'Ord', commonness: 1 }],
    contested: false,
  },
  {
    what: 'by any other property',
    query: ASSUMING(SERUM),
    others: [{ property: 'SCnc', commonness: 0 }],
    contested: true,
  },
  {
    what: 'not by a code whose property is not known',
    query: ASSUMING(SERUM),
    others: [{ property: '', commonness: 1 }],
    contested: false,
  },
  {
    what: 'not by another property where a unit is given',
    query: ASSUMING({ ...SERUM, ...asked('property', { MCnc: 1, SCnc: 1 }) }),
    others: [{ property: 'SCnc', commonness: 1 }],
    contested: false,
  },
])

const MDRD = 'Creatinine-based formula (MDRD)'
const CYSTATIN = 'Cystatin C-based formula'
const SERUM_OR_BLOOD = asked('system', { 'Ser/Plas': 1, 'Ser/Plas/Bld': 0.9 })
contests('of methods, one is contested by', [
  {
    what: 'another stain that the name may mean as well',
    first: {
      ...{ method: 'Acid fast stain.Ziehl-Neelsen', commonness: 0 },
      implied: { method: 'Acid fast stain' },
    },
    others: [{ method: 'Rhodamine-auramine fluorochrome stain', commonness: 0 }],
    contested: true,
  },
  {
    what: 'no other stain, if the name implies its own',
    first: {
      ...{ method: 'Acid fast stain', commonness: 0 },
      implied: { method: 'Acid fast stain' },
    },
    others: [{ method: 'Acid fast stain.Ziehl-Neelsen', commonness: 0 }],
    contested: false,
  },
  {
    what: 'another field of the microscope',
    first: { method: 'Microscopy.light.HPF' },
    others: [{ method: 'Microscopy.light.LPF' }],
    contested: true,
  },
  {
    what: 'no other field, if the unit is of its own',
    query: { asked: FULL, unit: readUnit('/hpf') },
    first: { method: 'Microscopy.light.HPF' },
    others: [{ method: 'Microscopy.light.LPF' }],
    contested: false,
  },
  {
    what: 'no narrower method that is as good',
    first: { method: 'Test strip' },
    others: [{ method: 'Test strip.automated' }],
    contested: false,
  },
  { what: 'another one', first: { method: MDRD }, others: [{ method: CYSTATIN }], contested: true },
  {
    what: 'another one, however rare',
    first: { method: MDRD },
    others: [{ method: CYSTATIN, commonness: 0 }],
    contested: true,
  },
  {
    what: 'others of which none is the plain test’s',
    first: { method: MDRD },
    others: [{ method: MDRD }, { method: CYSTATIN }],
    contested: true,
  },
  {
    what: 'others beside the plain test',
    first: { method: MDRD },
    others: [{ method: CYSTATIN }, {}],
    contested: false,
  },
  { what: 'the plain test alone', first: { method: MDRD }, others: [{}], contested: false },
  {
    what: 'the same of another specimen than red cells, where blood was said',
    query: { asked: { ...MASS, ...asked('system', { Bld: 1, RBC: 0.9, Urine: 0 }) } },
    first: { system: 'RBC' },
    others: [{ system: 'XXX', commonness: 0 }],
    contested: true,
  },
  {
    what: 'the same of a specimen that was not said, where blood was: not',
    query: { asked: { ...MASS, ...asked('system', { Bld: 1, RBC: 0.9, Ser: 0.4 }) } },
    first: { system: 'RBC' },
    others: [{ system: 'Ser', commonness: 0 }],
    contested: false,
  },
  {
    what: 'the same of another specimen, where red cells were said: not',
    query: { asked: { ...MASS, ...asked('system', { RBC: 1 }) } },
    first: { system: 'RBC' },
    others: [{ system: 'XXX', commonness: 0 }],
    contested: false,
  },
  {
    what: 'the same of another specimen, where the name is of red cells: not',
    query: { asked: { ...MASS, ...asked('system', { Bld: 1, RBC: 0.9 }) } },
    first: { system: 'RBC', implied: { system: 'RBC' } },
    others: [{ system: 'XXX', commonness: 0 }],
    contested: false,
  },
  {
    what: 'the same of a specimen that is not known: not',
    query: { asked: { ...MASS, ...asked('system', { Bld: 1, RBC: 0.9 }) } },
    first: { system: 'RBC' },
    others: [{ system: '', commonness: 0 }],
    contested: false,
  },
  {
    what: 'another property of another specimen than red cells: not',
    query: { asked: { ...MASS, ...asked('system', { Bld: 1, RBC: 0.9 }) } },
    first: { system: 'RBC' },
    others: [{ system: 'XXX', property: 'SCnc', commonness: 0 }],
    contested: false,
  },
  ...(
    [
      { what: 'the very test in blood, where the name adds blood', contested: true },
      { what: 'the same, where a hint says blood: not', source: 'hint', contested: false },
      {
        what: 'the same, where blood is part of the name: not',
        leavesOut: false,
        contested: false,
      },
      { what: 'the same, where the usual is assumed: not', assumesUsual: true, contested: false },
      { what: 'the same of veins: not', other: { system: 'BldV' }, contested: false },
      { what: 'another property in blood: not', other: { property: 'SCnc' }, contested: false },
    ] as const
  ).map(({ what, contested, ...given }) => {
    const {
      source = 'text',
      other = {},
      leavesOut = true,
      assumesUsual = false,
    } = {
      source: undefined,
      other: undefined,
      leavesOut: undefined,
      assumesUsual: undefined,
      ...given,
    }
    const blood = asked('system', { Bld: 1, 'Ser/Plas': 0.8 }, source)
    return {
      what,
      query: { asked: { ...MASS, ...blood }, leavesOut, assumesUsual },
      others: [{ system: 'Bld', commonness: 0, ...other }],
      contested,
    }
  }),
  {
    what: 'one of its kind by the same name, as rare',
    first: { method: 'Acid fast stain.Ziehl-Neelsen', commonness: 0 },
    others: [{ method: 'Acid fast stain.Kinyoun modified', commonness: 0 }],
    contested: true,
  },
  {
    what: 'a rarer one of its kind: not',
    first: { method: 'Acid fast stain', commonness: 1 },
    others: [{ method: 'Acid fast stain.Kinyoun modified', commonness: 0 }],
    contested: false,
  },
  {
    what: 'a screen that is named, whatever its property',
    query: { asked: { ...FULL, ...asked('method', { Screen: 1, '-': 0.7 }) } },
    others: [{ method: 'Screen', property: 'PrThr', scale: 'Ord' }],
    contested: true,
  },
  {
    what: 'a screen of another specimen: not',
    query: { asked: { ...FULL, ...asked('method', { Screen: 1, '-': 0.7 }) } },
    others: [{ method: 'Screen', property: 'PrThr', scale: 'Ord', system: 'Urine' }],
    contested: false,
  },
  {
    what: 'a screen that nobody named: not',
    others: [{ method: 'Screen', property: 'PrThr', scale: 'Ord' }],
    contested: false,
  },
  { what: 'the same one', first: { method: MDRD }, others: [{ method: MDRD }], contested: false },
  { what: 'none, being the plain test', others: [{ method: MDRD }], contested: false },
  {
    what: 'none that the name implies',
    first: { method: MDRD, implied: { method: MDRD } },
    others: [{ method: CYSTATIN }],
    contested: false,
  },
  {
    what: 'another one in a specimen as common that fits less',
    query: { asked: { ...MASS, ...SERUM_OR_BLOOD } },
    first: { method: MDRD },
    others: [{ method: CYSTATIN, system: 'Ser/Plas/Bld' }],
    contested: true,
  },
  {
    what: 'another one in a rarer specimen that fits less',
    query: { asked: { ...MASS, ...SERUM_OR_BLOOD } },
    first: { method: MDRD },
    others: [{ method: CYSTATIN, system: 'Ser/Plas/Bld', commonness: 3 }],
    contested: false,
  },
  {
    what: 'another one on a scale that fits less',
    query: { asked: { ...FULL, ...asked('scale', { Qn: 1, Ord: 0.9 }) } },
    first: { method: MDRD },
    others: [{ method: CYSTATIN, scale: 'Ord' }],
    contested: false,
  },
])

const methods = (
  values: Readonly<Record<string, number>>,
  source: 'hint' | 'text' | 'caption' = 'hint',
): Partial<LoincQuery> => ({
  asked: { ...FULL, ...asked('method', values, source) },
})
contests('where a method is said, a code is contested by', [
  {
    what: 'one that fits better',
    query: methods({ [MDRD]: 0.8, [CYSTATIN]: 0.9 }),
    first: { method: MDRD },
    others: [{ method: CYSTATIN }],
    contested: true,
  },
  {
    what: 'one that fits as well',
    query: methods({ [MDRD]: 0.9, [CYSTATIN]: 0.9 }),
    first: { method: MDRD },
    others: [{ method: CYSTATIN }],
    contested: true,
  },
  {
    what: 'no other one',
    query: methods({ [MDRD]: 0.9 }),
    first: { method: MDRD },
    others: [{ method: MDRD }],
    contested: false,
  },
  {
    what: 'one that fits, being the plain test',
    query: methods({ [MDRD]: 0.51 }),
    others: [{ method: MDRD }],
    contested: true,
  },
  {
    what: 'one that fits half, being the plain test',
    query: methods({ [MDRD]: 0.5 }),
    others: [{ method: MDRD }],
    contested: false,
  },
  {
    what: 'one that fits, though the plain test fits better',
    query: methods({ '-': 1, [MDRD]: 0.8 }),
    others: [{ method: MDRD }],
    contested: true,
  },
  {
    what: 'one that fits worse',
    query: methods({ [MDRD]: 1, [CYSTATIN]: 0.9 }),
    first: { method: MDRD },
    others: [{ method: CYSTATIN }],
    contested: false,
  },
  {
    what: 'the plain test, if only a caption says the method',
    query: methods({ [MDRD]: 1, '-': 0.9 }, 'caption'),
    first: { method: MDRD },
    others: [{}],
    contested: true,
  },
  {
    what: 'no plain test, if the name says the method',
    query: methods({ [MDRD]: 1, '-': 0.9 }, 'text'),
    first: { method: MDRD },
    others: [{}],
    contested: false,
  },
  {
    what: 'none, being the plain test, if only a caption says the method',
    query: methods({ '-': 1, [MDRD]: 0.8 }, 'caption'),
    others: [{ method: MDRD }],
    contested: false,
  },
])

describe('another component is contested for where the unit is of its size', () => {
  /** Both are shown in a unit of so many g/L. */
  const contested = (
    { own = 10e-9, its = 1e-9, unit = 'pg/mL' }: { own?: number; its?: number; unit?: string },
    code: Code = {},
    match: Partial<Match> = {},
    query: Partial<LoincQuery> = {},
  ) =>
    isContestedIn({ asked: FULL, unit: readUnit(unit), ...query }, [
      codeOf({ ...RIGHT, unitSize: own, commonness: 4 }),
      codeOf({ ...RIGHT, unitSize: its, commonness: 1, ...code }, { family: 1, ...match }),
    ])

  test.each([
    { what: 'ten times less than the own', own: 10e-9, its: 1e-9, yes: false },
    { what: 'nearly twenty times less than the own', own: 19e-9, its: 1e-9, yes: false },
    { what: 'more than twenty times less than the own', own: 21e-9, its: 1e-9, yes: true },
    { what: 'more than twenty times the own', own: 0.04e-9, its: 1e-9, yes: true },
    { what: 'far from its own', own: 100e-9, its: 0.19e-9, yes: false },
  ])('by a rare one, $what: $yes', ({ yes, ...sizes }) => {
    expect(contested(sizes, { commonness: 0 })).toBe(yes)
  })

  test.each([
    { what: 'a tenth of the own', own: 10e-9, its: 1e-9, yes: true },
    { what: 'ten times the own', own: 0.1e-9, its: 1e-9, yes: true },
    { what: 'just five times less than the own', own: 4.9e-9, its: 1e-9, yes: false },
    { what: 'more than five times less than the own', own: 5.1e-9, its: 1e-9, yes: true },
    { what: 'just five times the own', own: 0.21e-9, its: 1e-9, yes: false },
    { what: 'more than five times the own', own: 0.19e-9, its: 1e-9, yes: true },
    { what: 'near its own, and below', own: 100e-9, its: 0.21e-9, yes: true },
    { what: 'far from its own, and below', own: 100e-9, its: 0.19e-9, yes: false },
    { what: 'near its own, and above', own: 100e-9, its: 4.9e-9, yes: true },
    { what: 'far from its own, and above', own: 100e-9, its: 5.1e-9, yes: false },
    { what: 'of both', own: 1e-9, its: 1e-9, yes: false },
    { what: 'five times less than the own', unit: 'g/L', own: 5, its: 1, yes: true },
    { what: 'five times the own', unit: 'g/dL', own: 2, its: 10, yes: true },
    { what: 'of a code without a unit', own: 0, its: 1e-9, yes: false },
    { what: 'of a code beside one without a unit', own: 10e-9, its: 0, yes: false },
  ])('$what: $yes', ({ yes, ...sizes }) => {
    expect(contested(sizes)).toBe(yes)
  })

  test('not by a unit of another dimension', () => {
    expect(contested({ unit: 'mmHg' })).toBe(false)
  })

  test('not without a unit', () => {
    expect(contested({}, {}, {}, { unit: undefined })).toBe(false)
  })

  test('not where something speaks against the other one', () => {
    expect(contested({}, { system: 'Urine' })).toBe(false)
    expect(contested({}, { isResult: false })).toBe(false)
  })

  test('not where the other one lacks a word of the mention', () => {
    expect(contested({}, {}, { queryMass: 10, matchedQueryMass: 9.9 })).toBe(false)
  })

  test('not by a code of the same component', () => {
    expect(contested({}, { commonness: 0 }, { family: 0 })).toBe(false)
  })
})

describe('a code is a rival', () => {
  test.each<{
    readonly what: string
    readonly first?: Partial<Match>
    readonly code?: Code
    readonly other?: Partial<Match>
    readonly rival: boolean
  }>([
    { what: 'of another component', rival: true },
    { what: 'of the same component: no', other: { family: 0 }, rival: false },
    { what: 'that is a panel: no', code: { isResult: false }, rival: false },
    { what: 'in another specimen than was said: no', code: { system: 'Urine' }, rival: false },
    { what: 'by a related name only: no', other: { kind: 'entry' }, rival: false },
    {
      what: 'by a related name, as the first one',
      first: { kind: 'entry' },
      other: { kind: 'entry' },
      rival: true,
    },
    { what: 'of one by a related name', first: { kind: 'entry' }, rival: true },
  ])('$what', ({ first, code, other, rival }) => {
    const query = queryOf({ asked: FULL })
    const own = codeOf(RIGHT, { ...first })
    expect(isRival(query, own, codeOf({ ...RIGHT, ...code }, { family: 1, ...other }))).toBe(rival)
  })

  test('of the name of one code only by a whole official name', () => {
    const own = codeOf({ ...RIGHT, ...ONE_CODE }, CURATED)
    const rival = (other: Partial<Match>) =>
      isRival(queryOf({ asked: FULL }), own, codeOf(RIGHT, { family: 1, ...other }))
    expect(rival({ kind: 'synonym' })).toBe(false)
    expect(rival({ kind: 'preferred' })).toBe(true)
  })
})

test('a screen with the unit of its cut-off is contested if it may be a finding', () => {
  const query = { asked: FULL, unit: readUnit('ng/mL') }
  const finding = codeOf({ ...RIGHT, property: 'PrThr', scale: 'Ord' })
  const contested = (isCutOff: boolean, ...codes: Match<LoincColumns>[]) =>
    isContestedIn({ ...query, isCutOff }, codes)
  expect(contested(true, codeOf(RIGHT))).toBe(false)
  expect(contested(true, finding)).toBe(true)
  expect(contested(false, finding)).toBe(false)
  const both = { asked: { ...SERUM, ...asked('property', { MCnc: 1, PrThr: 1 }) } }
  expect(isContestedIn({ ...query, ...both, isCutOff: true }, [codeOf(RIGHT), finding])).toBe(true)
})

describe("a panel's method", () => {
  const ofPanel = { ...FULL, ...asked('method', { Confirm: 1 }, 'panel') }
  const ofName = { ...FULL, ...asked('method', { Confirm: 1 }, 'text') }
  const confirmed = { ...RIGHT, method: 'Confirm' }

  test('speaks against another method, and not against the plain code', () => {
    const against = (method: string) =>
      rejection(queryOf({ asked: ofPanel }), codeOf({ ...RIGHT, method }))
    expect(against('Screen')).toBe('name_incomplete')
    expect(against('Confirm')).toBeUndefined()
    expect(against('')).toBeUndefined()
  })

  test('does not contest the plain code', () => {
    const both = [codeOf(RIGHT), codeOf(confirmed)]
    expect(isContestedIn({ asked: ofPanel }, both)).toBe(false)
    expect(isContestedIn({ asked: ofName }, both)).toBe(true)
  })
})
