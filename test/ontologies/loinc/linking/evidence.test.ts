/**
 * Proves of evidence:
 * 1. a hint wins over the text, the text over a panel's name
 * 2. what agrees narrows, the more exact one decides; what excludes each other is a conflict
 * 3. a general specimen is nothing in common, cells are told from other specimens
 * 4. "blood" is no serum to a test of whole blood
 * 5. every weight stays in [0, 1], and what is narrowed fits both sides
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Axis, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import {
  AskedAxes,
  areApart,
  commonSpecimen,
  namesCells,
} from '../../../../src/ontologies/loinc/linking/evidence.ts'
import { type Weights, weightsOf } from '../../../../src/ontologies/loinc/weights.ts'

type Wanted = Readonly<Record<string, number>>

const wanted = (values: Wanted, axis: Axis = 'system') => weightsOf(axis, Object.entries(values))

/** The weights above 0, of the values named. */
function read(weights: Weights | undefined, values: readonly string[], axis: Axis = 'system') {
  return Object.fromEntries(values.map((value) => [value, weights?.[axisNumber(axis, value)] ?? 0]))
}

const BLOOD: Wanted = { Bld: 1, 'Ser/Plas': 0.9, BldA: 0.4, XXX: 0.5 }
const SERUM: Wanted = { Ser: 1, 'Ser/Plas': 0.9, XXX: 0.5 }
const URINE: Wanted = { Urine: 1, 'Urine sed': 0.8, XXX: 0.5 }
const ARTERIAL: Wanted = { BldA: 1, Bld: 0.8 }

describe('to a test of whole blood,', () => {
  const LOOSE: Wanted = { Bld: 1, 'Ser/Plas': 1, Ser: 0.95, Plas: 0.95, PPP: 0.9, RBC: 0.7 }
  const SYSTEMS = Object.keys(LOOSE)
  const taken = (text?: Wanted) => {
    const evidence = new AskedAxes({})
    if (text !== undefined) evidence.addText({ axis: 'system', weights: wanted(text) })
    evidence.takeWholeBlood()
    return evidence.asked.system?.weights
  }

  test('blood is no serum', () => {
    const weights = read(taken(LOOSE), SYSTEMS)
    expect(weights).toMatchObject(read(wanted(LOOSE), ['Bld', 'RBC']))
    for (const fluid of ['Ser/Plas', 'Ser', 'Plas', 'PPP']) {
      expect(weights[fluid]).toBeLessThan(0.5)
      expect(weights[fluid]).toBeGreaterThan(0)
    }
  })

  test.each([
    { what: 'serum', text: SERUM },
    { what: 'arterial blood', text: ARTERIAL },
  ])('$what stays what it is', ({ text }) => {
    expect(taken(text)).toEqual(wanted(text))
  })

  test('nothing is said where nothing was', () => {
    expect(taken()).toBeUndefined()
  })
})

describe('a hint and the text:', () => {
  test.each<{
    readonly what: string
    readonly text: Wanted
    readonly hint: Wanted
    readonly asked: Wanted
    readonly conflict: boolean
  }>([
    {
      what: 'the text is the more exact one',
      text: { 'Ser/Plas': 1, BldA: 0.3, Urine: 0.7 },
      hint: BLOOD,
      asked: { 'Ser/Plas': 1, BldA: 0.3, Urine: 0, Bld: 0, XXX: 0 },
      conflict: false,
    },
    {
      what: 'the hint is the more exact one',
      text: BLOOD,
      hint: { 'Ser/Plas': 1, Ser: 0.9 },
      asked: { 'Ser/Plas': 1, Ser: 0, Bld: 0 },
      conflict: false,
    },
    {
      what: 'neither takes the other for possible, for all that fits both',
      text: { Ser: 1, Plas: 0.6 },
      hint: { Bld: 1, Plas: 0.5 },
      asked: { Bld: 1, Plas: 0.5, Ser: 0 },
      conflict: true,
    },
    {
      what: 'only a general specimen in common',
      text: URINE,
      hint: SERUM,
      asked: SERUM,
      conflict: true,
    },
    {
      what: 'nothing in common',
      text: { CSF: 1 },
      hint: { Stool: 1 },
      asked: { Stool: 1, CSF: 0 },
      conflict: true,
    },
    {
      what: 'too little in common',
      text: { CSF: 1, Urine: 0.3 },
      hint: { Stool: 1, Urine: 0.3 },
      asked: { Stool: 1, Urine: 0.3, CSF: 0 },
      conflict: true,
    },
  ])('$what', ({ text, hint, asked, conflict }) => {
    const evidence = new AskedAxes({ specimen: 'as sent' })
    evidence.addText({ axis: 'system', weights: wanted(text) })
    evidence.note('specimen', true)
    evidence.addHint('system', wanted(hint), 'specimen')
    const found = read(evidence.asked.system?.weights, Object.keys(asked))
    for (const [value, weight] of Object.entries(asked))
      expect(found[value], value).toBeCloseTo(weight, 6)
    expect(evidence.asked.system?.source).toBe('hint')
    expect(evidence.notes).toEqual({ specimen: { text: 'as sent', understood: true, conflict } })
  })

  test.each([
    { text: { MCnc: 1, MSCnc: 0.5 }, hint: { SCnc: 1, MSCnc: 0.4 }, MSCnc: 0.2, conflict: false },
    { text: { MCnc: 1, MSCnc: 0.4 }, hint: { SCnc: 1, MSCnc: 0.4 }, MSCnc: 0.4, conflict: true },
  ])('on another axis what fits both is asked for: $text, $hint', (row) => {
    const evidence = new AskedAxes({ unit: 'as sent' })
    evidence.addText({ axis: 'property', weights: wanted(row.text, 'property') })
    evidence.note('unit', true)
    evidence.addHint('property', wanted(row.hint, 'property'), 'unit')
    const found = read(evidence.asked.property?.weights, ['MSCnc', 'MCnc'], 'property')
    expect(found.MSCnc).toBeCloseTo(row.MSCnc, 6)
    expect(found.MCnc).toBe(0)
    expect(evidence.notes.unit!.conflict).toBe(row.conflict)
  })

  // Each takes the other for possible: the text ought to decide, arterial within blood.
  test('where both are possible the text decides', () => {
    const evidence = new AskedAxes({})
    evidence.addText({ axis: 'system', weights: wanted(ARTERIAL) })
    evidence.addHint('system', wanted({ ...BLOOD, BldA: 0.75 }), 'specimen')
    const { BldA, Bld } = read(evidence.asked.system?.weights, ['BldA', 'Bld'])
    expect(BldA).toBeGreaterThan(Bld!)
  })
})

describe('the text:', () => {
  test('a second word narrows the first, or is passed over where they exclude each other', () => {
    const evidence = new AskedAxes({})
    evidence.addText({ axis: 'system', weights: wanted(BLOOD) })
    evidence.addText({ axis: 'system', weights: wanted({ 'Ser/Plas': 1 }) })
    evidence.addText({ axis: 'system', weights: wanted({ CSF: 1 }) })
    expect(evidence.asked.system?.source).toBe('text')
    expect(read(evidence.asked.system?.weights, ['Ser/Plas', 'Bld', 'CSF'])).toEqual({
      'Ser/Plas': 1,
      Bld: 0,
      CSF: 0,
    })
  })

  test.each([
    ['before', 0],
    ['behind', 1],
  ] as const)(
    'of two methods that allow each other the one that leaves less open decides: %s',
    (_, at) => {
      const culture = { Culture: 1, 'Anaerobic culture': 0.6, 'Aerobic culture': 0.85 }
      const all = [{ 'Anaerobic culture': 1, Culture: 0.6 }, culture]
      const evidence = new AskedAxes({})
      for (const each of at === 0 ? all : all.toReversed())
        evidence.addText({ axis: 'method', weights: wanted(each, 'method') })
      const names = ['Anaerobic culture', 'Culture', 'Aerobic culture']
      expect(read(evidence.asked.method?.weights, names, 'method')).toEqual({
        'Anaerobic culture': 1,
        Culture: expect.closeTo(0.6, 6),
        'Aerobic culture': 0,
      })
    },
  )

  test('noise says nothing', () => {
    const evidence = new AskedAxes({})
    evidence.addText({ axis: 'noise', weights: wanted(BLOOD) })
    expect(evidence.asked).toEqual({})
  })

  test('axes stand by themselves', () => {
    const evidence = new AskedAxes({})
    evidence.addText({ axis: 'system', weights: wanted(URINE) })
    evidence.addText({ axis: 'time', weights: wanted({ '24H': 1 }, 'time') })
    expect(Object.keys(evidence.asked).sort()).toEqual(['system', 'time'])
  })
})

test('a panel counts where nothing else is said, and a hint after it is a hint', () => {
  const evidence = new AskedAxes({})
  evidence.addPanel('system', wanted(BLOOD))
  evidence.addPanel('system', wanted(URINE))
  expect(evidence.asked.system).toEqual({ weights: wanted(BLOOD), source: 'panel' })
  const said = new AskedAxes({})
  said.addText({ axis: 'system', weights: wanted(URINE) })
  said.addPanel('system', wanted(BLOOD))
  expect(said.asked.system).toEqual({ weights: wanted(URINE), source: 'text' })
})

test('notes are of hints that were sent', () => {
  const evidence = new AskedAxes({ unit: 'flurbs', value: '' })
  evidence.note('unit', false)
  evidence.note('value', false)
  evidence.note('range', true)
  expect(evidence.notes).toEqual({
    unit: { text: 'flurbs', understood: false, conflict: false },
    value: { text: '', understood: false, conflict: false },
  })
  evidence.addHint('system', wanted(URINE), 'specimen')
  expect(Object.keys(evidence.notes)).toEqual(['unit', 'value'])
})

test('a conflict is noted of hints that were sent', () => {
  const evidence = new AskedAxes({ unit: 'mg/dL' })
  evidence.note('unit', true)
  evidence.noteConflict('unit')
  evidence.noteConflict('specimen')
  expect(evidence.notes).toEqual({ unit: { text: 'mg/dL', understood: true, conflict: true } })
})

test.each<{ a: Wanted; b: Wanted; apart: boolean }>([
  { a: { MCnc: 1 }, b: { SCnc: 1 }, apart: true },
  { a: { MCnc: 1, MSCnc: 0.6 }, b: { SCnc: 1, MSCnc: 0.6 }, apart: true },
  { a: { CCnc: 1, ACnc: 0.5 }, b: { ACnc: 1 }, apart: false },
  { a: { CCnc: 1, ACnc: 0.4 }, b: { ACnc: 1 }, apart: true },
])('$a and $b are apart: $apart', ({ a, b, apart }) => {
  const [one, other] = [wanted(a, 'property'), wanted(b, 'property')]
  expect(areApart(one, other)).toBe(apart)
  expect(areApart(other, one)).toBe(apart)
})

describe('the common specimen', () => {
  test.each<{ what: string; all: readonly Wanted[]; common: Wanted }>([
    { what: 'of one is that one', all: [URINE], common: URINE },
    {
      what: 'of several fits them all best',
      all: [
        { Ser: 1, 'Ser/Plas': 1 },
        { Plas: 1, 'Ser/Plas': 1 },
      ],
      common: { 'Ser/Plas': 1, Ser: 0.5, Plas: 0.5 },
    },
    {
      what: 'leaves a general one out',
      all: [{ XXX: 1, Specimen: 0.9, Urine: 0.4 }, URINE],
      common: URINE,
    },
    {
      what: 'is general where all are',
      all: [{ XXX: 1 }, { XXX: 0.6, 'Body fld': 1 }],
      common: { XXX: 1, 'Body fld': 0.625 },
    },
  ])('$what', ({ all, common }) => {
    const found = read(commonSpecimen(all.map((one) => wanted(one))), Object.keys(common))
    for (const [value, weight] of Object.entries(common))
      expect(found[value], value).toBeCloseTo(weight, 6)
  })
})

test.each([
  { values: { RBC: 1, Bld: 0.85 }, cells: true },
  { values: { WBC: 1 }, cells: true },
  { values: { Platelets: 1, PRP: 0.8 }, cells: true },
  { values: { Lymphocytes: 1 }, cells: true },
  { values: { Retic: 1 }, cells: true },
  { values: { Sperm: 1 }, cells: true },
  { values: { Fibroblasts: 1 }, cells: true },
  { values: { Bld: 1, RBC: 0.9 }, cells: false },
  { values: { Urine: 1 }, cells: false },
  { values: {}, cells: false },
])('$values are cells: $cells', ({ values, cells }) => {
  expect(namesCells(wanted(values as Wanted))).toBe(cells)
})

test('whatever is said, a value asked for fits the hint, and weights stay in [0, 1]', () => {
  const systems = ['Bld', 'BldA', 'Ser/Plas', 'Ser', 'Urine', 'CSF', 'XXX', 'Specimen']
  const any = fc
    .dictionary(fc.constantFrom(...systems), fc.integer({ min: 0, max: 10 }), { minKeys: 1 })
    .map((tenths) =>
      wanted(Object.fromEntries(Object.entries(tenths).map(([k, v]) => [k, v / 10]))),
    )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 3 }), any, (texts, hint) => {
      const evidence = new AskedAxes({})
      for (const weights of texts) evidence.addText({ axis: 'system', weights })
      evidence.addHint('system', hint, 'specimen')
      const { weights } = evidence.asked.system!
      const isRight = (weight: number, number: number) =>
        weight >= 0 && weight <= 1 && (weight === 0 || hint[number]! > 0)
      expect([...weights].filter((weight, number) => !isRight(weight, number))).toEqual([])
    }),
  )
})
