/**
 * Proves of mentions of lab tests, over the index of the starter:
 * 1. specimen, unit, property, time, method and scale are read out of text and hints
 * 2. a hint wins over the text; text narrows it where both agree, and a conflict is noted where they do not
 * 3. what is not understood is noted, and never an error
 * 4. the words to look up are put together, taken apart and left out as laboratories write them
 * 5. words beside the name are known as such, and where a name leaves them out
 * 6. where no unit is given, the reference range may tell it
 */

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { buildStarter } from '../../../../src/build/build.ts'
import type { Assumption } from '../../../../src/contract.ts'
import { MedlinkIndex } from '../../../../src/index/reader.ts'
import { type Axis, axisName, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { LoincReader } from '../../../../src/ontologies/loinc/linking/query.ts'
import { loinc } from '../../../../src/ontologies/loinc/loinc.ts'
import { weightsOf } from '../../../../src/ontologies/loinc/weights.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { anyString, clinicalText } from '../../../support/arbitraries.ts'
import { analyzer, fileFolder } from '../../../support/linker.ts'

const NOW = new Date('2026-11-21T00:00:00Z')
const { file } = await buildStarter('loinc', { dir: fileFolder(), now: NOW })
const index = new MedlinkIndex(file, {
  textVersion: analyzer.version,
  columns: loinc.columns,
})
afterAll(() => index.close())
const reader = new LoincReader(index, analyzer)

type Hints = Readonly<Record<string, string>>

const read = (text: string, hints: Hints = {}, assume?: Assumption) =>
  reader.read({ text, words: analyzer.analyze(text), hints, ...(assume && { assume }) })

/** What a mention is understood as, by the first way to take it apart. */
function understand(text: string, hints: Hints = {}) {
  const [first] = read(text, hints)
  return first!.understand(first!.words)
}

/** The words of each way, those in brackets in brackets. */
const ways = (text: string, hints: Hints = {}) =>
  read(text, hints).map(({ words }) =>
    words.map(({ form, optional }) => (optional ? `(${form})` : form)).join(' '),
  )

/** The value asked for most on an axis; undefined where nothing is. */
function mostAsked(text: string, hints: Hints, axis: Axis): string | number | undefined {
  const weights = understand(text, hints).asked[axis]?.weights
  if (weights === undefined) return undefined
  const number = weights.indexOf(Math.max(...weights))
  return axis === 'system' || axis === 'property' ? axisName(axis, number) : number
}

/** How well a value of an axis fits what is asked for. */
const weightOf = (text: string, hints: Hints, axis: Axis, value: string) =>
  understand(text, hints).asked[axis]?.weights[axisNumber(axis, value)] ?? 0

interface Row {
  readonly text: string
  readonly hints?: Hints
}

const nameOf = ({ text, hints }: Row) => `"${text}" ${hints ? JSON.stringify(hints) : ''}`

/** One test a row. */
function table<R extends Row>(rows: readonly R[], check: (row: R) => void): void {
  for (const row of rows) test(nameOf(row), () => check(row))
}

describe('the specimen of', () => {
  interface SpecimenRow extends Row {
    readonly specimen: string | undefined
    readonly source?: 'hint' | 'text' | 'panel'
  }
  table<SpecimenRow>(
    [
      { text: 'glucose', specimen: undefined },
      { text: 'urine glucose', specimen: 'Urine', source: 'text' },
      { text: 'Glucose, CSF', specimen: 'CSF', source: 'text' },
      { text: 'S. Creatinine', specimen: 'Ser', source: 'text' },
      { text: 'Serum creatinine', specimen: 'Ser', source: 'text' },
      { text: 'glucose', hints: { specimen: 'Serum' }, specimen: 'Ser', source: 'hint' },
      { text: 'glucose', hints: { specimen: 'Urine, spot' }, specimen: 'Urine', source: 'hint' },
      { text: 'glucose', hints: { specimen_text: 'Plasma' }, specimen: 'Plas', source: 'hint' },
      { text: 'glucose', hints: { specimen: 'EDTA whole blood' }, specimen: 'Bld', source: 'hint' },
      { text: 'glucose', hints: { specimen: 'goo' }, specimen: undefined },
      { text: 'glucose', hints: { specimen: '' }, specimen: undefined },
      { text: 'urine glucose', hints: { specimen: 'goo' }, specimen: 'Urine', source: 'text' },
      { text: 'glucose', hints: { panel_name: 'CBC' }, specimen: 'Bld', source: 'panel' },
      { text: 'glucose', hints: { panel_name: 'CSF analysis' }, specimen: 'CSF', source: 'panel' },
      {
        text: 'cocaine',
        hints: { panel_name: 'Confirm, OF' },
        specimen: 'Saliva',
        source: 'panel',
      },
      { text: 'lead', hints: { panel_name: 'Metals, WB' }, specimen: 'Bld', source: 'panel' },
      // The specimen that a panel names, before its usual one; cells are counted.
      {
        text: 'glucose',
        hints: { panel_name: 'Cell count, CSF' },
        specimen: 'CSF',
        source: 'panel',
      },
      {
        text: 'MCV',
        hints: { panel_name: 'CBC with differential/platelet' },
        specimen: 'Bld',
        source: 'panel',
      },
      { text: 'glucose', hints: { panel_name: 'Monday' }, specimen: undefined },
      {
        text: 'urine glucose',
        hints: { panel_name: 'CBC' },
        specimen: 'Urine',
        source: 'text',
      },
      {
        text: 'glucose',
        hints: { specimen: 'Serum', panel_name: 'Urine routine' },
        specimen: 'Ser',
        source: 'hint',
      },
      // A sample may be any, urine is one of them.
      {
        text: 'glucose',
        hints: { specimen: 'urine sample' },
        specimen: 'Urine',
        source: 'hint',
      },
      // The name of what is counted is no specimen.
      { text: 'WBC', hints: { specimen: 'CSF' }, specimen: 'CSF', source: 'hint' },
      {
        text: 'Pus cells',
        hints: { specimen: 'Urine' },
        specimen: 'Urine',
        source: 'hint',
      },
      {
        text: 'Occult blood',
        hints: { specimen: 'Stool' },
        specimen: 'Stool',
        source: 'hint',
      },
      // Both fit "any specimen", and still exclude each other.
      {
        text: 'Serum glucose',
        hints: { specimen: 'Urine' },
        specimen: 'Urine',
        source: 'hint',
      },
    ],
    ({ text, hints = {}, specimen, source }) => {
      expect(mostAsked(text, hints, 'system')).toBe(specimen)
      expect(understand(text, hints).asked.system?.source).toBe(source)
    },
  )

  test('one of several is one that fits them all', () => {
    const hints = { specimen: 'serum, plasma' }
    expect(weightOf('glucose', hints, 'system', 'Ser/Plas')).toBeGreaterThan(0.9)
    expect(weightOf('glucose', { specimen: 'serum or urine' }, 'system', 'Urine')).toBeGreaterThan(
      0.3,
    )
  })

  test('text narrows a hint that agrees', () => {
    const hints = { specimen: 'blood' }
    expect(weightOf('glucose', hints, 'system', 'Bld')).toBe(1)
    expect(mostAsked('serum glucose', hints, 'system')).toBe('Ser')
    expect(weightOf('serum glucose', hints, 'system', 'Bld')).toBeLessThan(0.5)
    expect(weightOf('serum glucose', hints, 'system', 'WBC')).toBe(0)
    expect(weightOf('arterial glucose', hints, 'system', 'WBC')).toBe(0)
    for (const text of ['serum glucose', 'arterial glucose'])
      expect(understand(text, hints).hints.specimen!.conflict).toBe(false)
  })

  test('the narrower word decides', () => {
    expect(mostAsked('arterial glucose', { specimen: 'blood' }, 'system')).toBe('BldA')
    expect(mostAsked('capillary glucose', { specimen: 'blood' }, 'system')).toBe('BldC')
  })

  test.each(['RBC', 'WBC', 'Platelets', 'Lymphocytes', 'Platelet count'])(
    'cells in the name of a test are no specimen: %s',
    (text) => {
      expect(understand(text).asked.system).toBeUndefined()
      expect(mostAsked(text, { specimen: 'CSF' }, 'system')).toBe('CSF')
    },
  )

  test('cells are a specimen where a hint says so', () => {
    expect(mostAsked('glucose', { specimen: 'RBC' }, 'system')).toBe('RBC')
  })
})

describe('the unit of', () => {
  interface UnitRow extends Row {
    readonly unit: string | undefined
    readonly property: string | undefined
    readonly source?: 'hint' | 'text'
  }
  table<UnitRow>(
    [
      { text: 'glucose', unit: undefined, property: undefined },
      {
        text: 'glucose',
        hints: { unit: 'mg/dL' },
        unit: 'mg/dL',
        property: 'MCnc',
        source: 'hint',
      },
      {
        text: 'glucose',
        hints: { unit: 'mmol/L' },
        unit: 'mmol/L',
        property: 'SCnc',
        source: 'hint',
      },
      { text: 'Hb', hints: { unit: 'gm%' }, unit: 'g/dL', property: 'MCnc', source: 'hint' },
      { text: 'ALT', hints: { unit: 'U/L' }, unit: 'U/L', property: 'CCnc', source: 'hint' },
      {
        text: 'WBC',
        hints: { unit: '10^3/uL' },
        unit: '10*3/uL',
        property: 'NCnc',
        source: 'hint',
      },
      { text: 'Neutrophils', hints: { unit: '%' }, unit: '%', property: 'NFr', source: 'hint' },
      { text: 'glucose', hints: { unit: 'flurbs' }, unit: undefined, property: undefined },
      { text: 'glucose', hints: { unit: '' }, unit: undefined, property: undefined },
      {
        text: 'glucose',
        hints: { unit: 'flurbs|mg/dL' },
        unit: 'mg/dL',
        property: 'MCnc',
        source: 'hint',
      },
      { text: 'Haemoglobin (g/dL)', unit: 'g/dL', property: 'MCnc', source: 'text' },
      { text: 'Glucose [mmol/L]', unit: 'mmol/L', property: 'SCnc', source: 'text' },
      { text: 'Neutrophils (%)', unit: '%', property: 'NFr', source: 'text' },
      { text: 'Platelets (10^3/uL)', unit: '10*3/uL', property: 'NCnc', source: 'text' },
      { text: 'Glucose (fasting)', unit: undefined, property: undefined },
      {
        text: 'Glucose (mg/dL)',
        hints: { unit: 'mmol/L' },
        unit: 'mmol/L',
        property: 'SCnc',
        source: 'hint',
      },
      {
        text: 'glucose',
        hints: { value: '5.5 mmol/L' },
        unit: 'mmol/L',
        property: 'SCnc',
        source: 'text',
      },
      {
        text: 'glucose',
        hints: { range: '70 - 100 mg/dL' },
        unit: 'mg/dL',
        property: 'MCnc',
        source: 'text',
      },
      {
        text: 'glucose',
        hints: { value: '5.5 mmol/L', range: '70 - 100 mg/dL' },
        unit: 'mmol/L',
        property: 'SCnc',
        source: 'text',
      },
      { text: 'glucose', hints: { value: '100' }, unit: undefined, property: undefined },
      // High, not hours.
      {
        text: 'glucose',
        hints: { value: '250 H' },
        unit: undefined,
        property: undefined,
      },
    ],
    ({ text, hints = {}, unit, property, source }) => {
      const query = understand(text, hints)
      expect(query.unit?.ucum).toBe(unit)
      expect(mostAsked(text, hints, 'property')).toBe(property)
      expect(query.asked.property?.source).toBe(source)
    },
  )

  test('a property by words alone', () => {
    expect(mostAsked('Neutrophils #', {}, 'property')).toBe('NCnc')
    expect(mostAsked('Absolute neutrophils', {}, 'property')).toBe('NCnc')
    expect(mostAsked('Leukocytes [#/volume]', {}, 'property')).toBe('NCnc')
    for (const text of ['Leukocytes [#/area]', 'Pus cells #/HPF', 'Casts #/lpf'])
      expect(mostAsked(text, {}, 'property')).not.toBe('NCnc')
    expect(weightOf('Neutrophils %', {}, 'property', 'NFr')).toBe(1)
    expect(weightOf('Neutrophils %', {}, 'property', 'NCnc')).toBe(0)
    expect(mostAsked('ANA titer', {}, 'property')).toBe('Titr')
  })

  test('words narrow a unit that agrees', () => {
    const hints = { unit: '%' }
    expect(weightOf('Protein C', hints, 'property', 'MFr')).toBeGreaterThan(0)
    expect(weightOf('Protein C differential', hints, 'property', 'MFr')).toBe(0)
  })

  test('an activity in percent is relative to the normal one', () => {
    const hints = { unit: '%', specimen: 'Plasma' }
    for (const property of ['RelTime', 'RelCCnc'])
      expect(weightOf('Protein S activity', hints, 'property', property)).toBeGreaterThan(0)
  })
})

describe('a test of a panel has no unit if the list says nothing but the panel:', () => {
  const panel = { panel_name: 'Thyroid antibodies' }
  test.each<{ hints: Hints; is: boolean }>([
    { hints: panel, is: true },
    { hints: {}, is: false },
    { hints: { unit: 'IU/mL' }, is: false },
    { hints: { ...panel, unit: 'IU/mL' }, is: false },
    { hints: { ...panel, value: '5' }, is: false },
    { hints: { ...panel, range: '0-9' }, is: false },
  ])('$hints: $is', ({ hints, is }) => {
    expect(understand('anti-TPO', hints).isListedUnitless).toBe(is)
  })
})

describe('the unit of a screen is that of its cut-off:', () => {
  test.each<{ text: string; hints: Hints; is: boolean }>([
    { text: 'Cocaine screen', hints: { unit: 'ng/mL' }, is: true },
    { text: 'Cocaine', hints: { unit: 'ng/mL', panel_name: 'Urine drug screen' }, is: true },
    { text: 'Cocaine, IA', hints: { unit: 'ng/mL' }, is: true },
    { text: 'Cocaine', hints: { unit: 'ng/mL' }, is: false },
    { text: 'Cocaine by GC/MS', hints: { unit: 'ng/mL' }, is: false },
    { text: 'Cocaine confirmation', hints: { unit: 'ng/mL' }, is: false },
    { text: 'Cocaine screen', hints: {}, is: false },
    { text: 'Antibody screen', hints: { unit: 'IU/mL' }, is: false },
  ])('"$text" $hints: $is', ({ text, hints, is }) => {
    expect(understand(text, hints).isCutOff).toBe(is)
    const presence = weightOf(text, hints, 'property', 'PrThr')
    const grade = weightOf(text, hints, 'scale', 'Ord')
    expect([presence, grade]).toEqual(is ? [1, 1] : [0, 0])
    if (is) expect(weightOf(text, hints, 'property', 'MCnc')).toBe(1)
  })
})

test('a panel of susceptibilities says the property', () => {
  const weightIn = (panel_name: string) => weightOf('Amikacin', { panel_name }, 'property', 'Susc')
  expect(weightIn('Aerobic susceptibility')).toBe(1)
  expect(weightIn('Drug levels')).toBe(0)
})

describe('time, method and scale', () => {
  table<Row & { readonly axis: Axis; readonly value: string }>(
    [
      { text: '24 hr creatinine', axis: 'time', value: '24H' },
      { text: 'Protein, 24 hours', axis: 'time', value: '24H' },
      { text: 'Spot protein', axis: 'time', value: 'Pt' },
      { text: 'HbA1c by HPLC', axis: 'method', value: 'HPLC' },
      { text: 'ESR Westergren', axis: 'method', value: 'Westergren' },
      {
        text: 'Codeine',
        hints: { panel_name: 'Opiates Confirmation' },
        axis: 'method',
        value: 'Confirm',
      },
      {
        text: 'Enterovirus',
        hints: { panel_name: 'Viral Cult' },
        axis: 'method',
        value: 'Viral culture',
      },
      {
        text: 'Bilirubin',
        hints: { panel_name: 'Routine urinalysis' },
        axis: 'method',
        value: 'Test strip',
      },
      { text: 'HBsAg qualitative', axis: 'scale', value: 'Ord' },
      { text: 'hCG quantitative', axis: 'scale', value: 'Qn' },
      // A collected specimen says how long it was collected.
      { text: 'Creatinine 24 hr urine', axis: 'time', value: '24H' },
      { text: 'Spot urine protein', axis: 'time', value: 'Pt' },
      {
        text: 'protein',
        hints: { panel_name: 'Protein, 24 hr urine' },
        axis: 'time',
        value: '24H',
      },
      {
        text: 'Creatinine',
        hints: { specimen: '24 hr urine' },
        axis: 'time',
        value: '24H',
      },
    ],
    ({ text, hints = {}, axis, value }) => {
      expect(mostAsked(text, hints, axis)).toBe(axisNumber(axis, value))
    },
  )

  test.each([
    { hints: {}, scale: undefined },
    { hints: { value: '5' }, scale: 'Qn' },
    { hints: { value: '< 5 mg/dL' }, scale: 'Qn' },
    { hints: { unit: 'mg/dL' }, scale: 'Qn' },
    { hints: { value: 'Positive' }, scale: 'Ord' },
    { hints: { value: '1+' }, scale: 'Ord' },
    { hints: { value: 'Reactive' }, scale: 'Ord' },
    { hints: { value: 'Escherichia coli' }, scale: 'Nom' },
    { hints: { value: 'Acidic' }, scale: 'Nom' },
    { hints: { value: 'Positive', unit: 'mg/dL' }, scale: 'Ord' },
    { hints: { value: '' }, scale: undefined },
  ])('$hints asks for the scale $scale', ({ hints, scale }) => {
    const number = scale === undefined ? undefined : axisNumber('scale', scale)
    expect(mostAsked('protein', hints, 'scale')).toBe(number)
  })

  test.each<{
    text?: string
    hints?: Hints
    axis: Axis
    weights: Readonly<Record<string, number>>
  }>([
    { hints: { value: '5' }, axis: 'scale', weights: { Qn: 1, SemiQn: 0.9, OrdQn: 0.8 } },
    {
      hints: { value: 'Positive' },
      axis: 'scale',
      weights: { Ord: 1, OrdQn: 0.9, SemiQn: 0.5, Nom: 0.5 },
    },
    {
      hints: { value: 'Escherichia coli' },
      axis: 'scale',
      weights: { Nom: 1, Nar: 1, Ord: 0.4 },
    },
    {
      hints: { value: 'Positive' },
      axis: 'property',
      weights: {
        PrThr: 1,
        Arb: 0.8,
        ACnc: 0.5,
        Imp: 0.5,
        Aper: 0.5,
        Prid: 0.5,
        Naric: 0.4,
        Type: 0.5,
        Find: 0.4,
      },
    },
    {
      hints: { value: 'Escherichia coli' },
      axis: 'property',
      weights: {
        Prid: 1,
        Type: 1,
        Aper: 1,
        Color: 1,
        Imp: 0.9,
        Find: 0.9,
        Morph: 0.9,
        PrThr: 0.5,
      },
    },
    { text: 'WBC#', axis: 'property', weights: { NCnc: 1, Num: 0.3 } },
  ])(
    '"$text" $hints fits on the axis $axis $weights',
    ({ text = 'thing', hints, axis, weights }) => {
      const found = understand(text, hints).asked[axis]!.weights
      const expected = weightsOf(axis, Object.entries(weights))
      expect(found).toEqual(expected)
    },
  )

  test.each([
    { hints: {}, greatest: undefined },
    { hints: { value: '6500' }, greatest: 6500 },
    { hints: { range: '40 - 75' }, greatest: 75 },
    { hints: { value: '62', range: '40 - 75' }, greatest: 75 },
    { hints: { value: '80', range: '40 - 75' }, greatest: 80 },
    { hints: { value: 'Positive' }, greatest: undefined },
    { hints: { value: '-3' }, greatest: undefined },
    { hints: { value: '0' }, greatest: 0 },
  ])('$hints goes up to $greatest', ({ hints, greatest }) => {
    expect(understand('Neutrophils', hints).greatest).toBe(greatest)
  })
})

describe('a hint wins over the text', () => {
  interface ConflictRow extends Row {
    readonly axis: Axis
    readonly value: string
    readonly conflict: string | undefined
  }
  table<ConflictRow>(
    [
      {
        text: 'Serum sodium',
        hints: { specimen: 'Serum' },
        axis: 'system',
        value: 'Ser',
        conflict: undefined,
      },
      {
        text: 'Urine sodium',
        hints: { specimen: 'Serum' },
        axis: 'system',
        value: 'Ser',
        conflict: 'specimen',
      },
      {
        text: 'Urine sodium',
        hints: { specimen: 'CSF' },
        axis: 'system',
        value: 'CSF',
        conflict: 'specimen',
      },
      {
        text: 'Neutrophils #',
        hints: { unit: '10^3/uL' },
        axis: 'property',
        value: 'NCnc',
        conflict: undefined,
      },
      {
        text: 'Neutrophils %',
        hints: { unit: '%' },
        axis: 'property',
        value: 'NFr',
        conflict: undefined,
      },
      {
        text: 'Neutrophils %',
        hints: { unit: '10^3/uL' },
        axis: 'property',
        value: 'NCnc',
        conflict: 'unit',
      },
      {
        text: 'Neutrophils #',
        hints: { unit: '%' },
        axis: 'property',
        value: 'NFr',
        conflict: 'unit',
      },
      {
        text: 'ANA titer',
        hints: { unit: 'mg/dL' },
        axis: 'property',
        value: 'MCnc',
        conflict: 'unit',
      },
      {
        text: 'HBsAg quantitative',
        hints: { value: 'Positive' },
        axis: 'scale',
        value: 'OrdQn',
        conflict: undefined,
      },
      {
        text: 'CRP quantitative',
        hints: { value: 'Staphylococcus aureus' },
        axis: 'scale',
        value: 'Nom',
        conflict: 'value',
      },
      // A specimen is no conflict where it is a name.
      {
        text: 'RBC',
        hints: { specimen: 'CSF' },
        axis: 'system',
        value: 'CSF',
        conflict: undefined,
      },
    ],
    ({ text, hints = {}, axis, value, conflict }) => {
      const query = understand(text, hints)
      const weights = query.asked[axis]!.weights
      expect(weights[axisNumber(axis, value)]).toBeGreaterThan(0)
      expect(weights.indexOf(Math.max(...weights))).toBe(axisNumber(axis, value))
      expect(query.asked[axis]!.source).toBe('hint')
      const conflicts = Object.keys(query.hints).filter((key) => query.hints[key]!.conflict)
      expect(conflicts).toEqual(conflict === undefined ? [] : [conflict])
    },
  )
})

describe('hints that are understood', () => {
  test.each([
    { hints: { unit: 'mg/dL' }, understood: { unit: true } },
    { hints: { unit: 'flurbs' }, understood: { unit: false } },
    { hints: { specimen: 'Serum' }, understood: { specimen: true } },
    { hints: { specimen: 'goo' }, understood: { specimen: false } },
    { hints: { specimen_text: 'goo' }, understood: { specimen_text: false } },
    { hints: { value: '5' }, understood: { value: true } },
    { hints: { value: ' ' }, understood: { value: false } },
    { hints: { range: '70 - 100' }, understood: { range: true } },
    { hints: { range: 'junk' }, understood: { range: false } },
    { hints: { panel_name: 'LFT' }, understood: { panel_name: true } },
    { hints: { panel_name: 'Monday' }, understood: { panel_name: false } },
    {
      hints: { unit: 'flurbs', specimen: 'Serum', range: 'junk' },
      understood: { unit: false, specimen: true, range: false },
    },
    { hints: { colour: 'red' }, understood: {} },
  ])('$hints: $understood', ({ hints, understood }) => {
    const notes = understand('glucose', hints).hints
    const found = Object.entries(notes).map(([key, note]) => [key, note.understood])
    expect(Object.fromEntries(found)).toEqual(understood)
    const sent: Hints = hints
    for (const [key, { text }] of Object.entries(notes)) expect(text).toBe(sent[key])
  })
})

test('what is in brackets tells two tests apart oftener than a word beside the name', () => {
  expect(ways('S. Bilirubin (direct)')[1]).toBe('bilirubin (direct)')
  expect(ways('Serum bilirubin direct')[1]).toBe('bilirubin')
})

test('a specimen beside the code of an allergen is the allergen', () => {
  expect(ways('Milk f2 IgE')[1]).toBe('milk ige')
  expect(ways('Milk f2 protein')[1]).not.toBe('milk protein')
  expect(mostAsked('Milk f2 IgE', {}, 'system')).toBeUndefined()
  expect(mostAsked('Milk protein', {}, 'system')).toBe('Milk')
  expect(mostAsked('Wheat f4 IgE, serum', {}, 'system')).toBe('Ser')
})

describe('the ways to look up', () => {
  table<Row & { readonly ways: readonly string[] }>(
    [
      { text: 'glucose', ways: ['glucose'] },
      { text: 'Urine glucose', ways: ['urine glucose', 'glucose'] },
      { text: 'Glucose level', ways: ['glucose level', 'glucose'] },
      { text: 'S. Creatinine', ways: ['s creatinine', 'creatinine'] },
      {
        text: 'Creatinine 24 hr urine',
        ways: ['creatinine 24 hr urine', 'creatinine'],
      },
      { text: 'Haemoglobin (g/dL)', ways: ['hemoglobin'] },
      { text: 'Urine', ways: ['urine'] },
      { text: 'Serum level', ways: ['serum level'] },
      { text: 'Protein S', ways: ['protein s'] },
      { text: 'Protein S (%)', ways: ['protein s'] },
      { text: 'S G P T', ways: ['sgpt'] },
      { text: 'S.G.O.T', ways: ['sgot'] },
      { text: 'H D L', ways: ['hdl'] },
      { text: 'FetalFN', ways: ['fetal fn'] },
      { text: 'AbnLymp', ways: ['abn lymp'] },
      { text: 'HbA1c', ways: ['hba1c'] },
      // The added word is as firm as those that were written.
      { text: 'Anti TPO', ways: ['antitpo', 'tpo ab'] },
      { text: 'Anti-TPO', ways: ['antitpo', 'tpo ab'] },
      { text: 'Serum Anti-HBs', ways: ['serum antihbs', 'hbs ab'] },
      { text: 'Antithrombin', ways: ['antithrombin'] },
      { text: 'Glucose (fasting)', ways: ['glucose (fasting)', '(glucose) fasting'] },
      {
        text: 'GLU',
        hints: { extended_test_name: 'Glucose level in urine' },
        ways: ['glu', 'glucose in'],
      },
      { text: 'GLU', hints: { extended_test_name: 'Urine' }, ways: ['glu', 'urine'] },
      { text: 'GLU', hints: { extended_test_name: ' ' }, ways: ['glu'] },
    ],
    ({ text, hints, ways: expected }) => {
      expect(new Set(ways(text, hints))).toEqual(new Set(expected))
      expect(ways(text, hints)[0]).toBe(expected[0])
    },
  )

  test('of many specimens each of the first four may be part of the name', () => {
    expect(ways('glucose urine csf stool saliva sweat')).toEqual([
      'glucose urine csf stool saliva sweat',
      'glucose',
      'glucose urine',
      'glucose csf',
      'glucose stool',
      'glucose saliva',
    ])
  })

  test.each(['Anti TPO', 'Anti-TPO', 'anti tpo'])('%s is an antibody to TPO', (text) => {
    expect(ways(text).slice(0, 2)).toEqual(['antitpo', 'tpo ab'])
  })

  test('the words of the name that is looked up are the name', () => {
    const named = read('Urine glucose').map(({ words, understand }) => understand(words).name)
    expect(named).toEqual(['urine glucose', 'glucose'])
  })

  test('the whole mention gets one reading where another way is likelier, unlikely ways get one', () => {
    const readings = read('Urine glucose (fasting)', { extended_test_name: 'FBS' }).map(
      ({ readings }) => readings,
    )
    expect(readings.length).toBeGreaterThan(2)
    expect(readings).toEqual([1, 4, ...readings.slice(2).map(() => 1)])
    expect(read('glucose').map(({ readings }) => readings)).toEqual([4])
  })

  test('words keep their places in the text', () => {
    for (const text of ['S G P T level', 'Anti-TPO antibody', 'Urine glucose'])
      for (const { words } of read(text))
        for (const { start, end } of words) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(start).toBeLessThan(end)
        }
  })
})

test('a panel of allergies says no specimen, as what they are to is none', () => {
  const panel = { panel_name: 'Allergen profile, milk' }
  expect(understand('Cucumber IgE', panel).asked.system).toBeUndefined()
  expect(understand('Calcium', panel).asked.system?.source).toBe('panel')
})

describe('in a series', () => {
  test.each([
    { text: 'Cortisol #3', is: true },
    { text: 'FSH # 2', is: true },
    { text: 'C-peptide, timepoint 4', is: true },
    { text: 'Aldosterone, time point 2', is: true },
    { text: 'Insulin, specimen 3', is: true },
    { text: 'Neutrophils #', is: false },
    { text: 'NEUT#', is: false },
    { text: 'Complement C3', is: false },
    { text: 'Wound drain #2', hints: { unit: 'mL' }, is: false },
    { text: 'Wound drain #2', hints: { unit: 'mg/dL' }, is: true },
  ])('"$text" $hints: $is', ({ text, hints, is }) => {
    for (const { words, understand } of read(text, hints ?? {}))
      expect(understand(words).isInSeries).toBe(is)
  })

  test('its number is no count, and that of a drain is no part of its name', () => {
    expect(understand('Cortisol #3').asked.property).toBeUndefined()
    expect([...understand('R chest tube #2', { unit: 'mL' }).asides].sort()).toEqual(['2', 'r'])
    // A site is a name there.
    expect([...understand('L pleural #1', { unit: 'mL' }).asides].sort()).toEqual(['1', 'l'])
  })
})

describe('beside the name', () => {
  table<Row & { readonly asides: readonly string[] }>(
    [
      { text: 'glucose', asides: [] },
      { text: 'Urine glucose', asides: ['urine'] },
      { text: 'Serum glucose level', asides: ['serum', 'level'] },
      { text: 'Creatinine 24 hr urine', asides: ['24', 'hr', 'urine'] },
      // What is the whole mention is its name.
      { text: 'Urine', asides: [] },
      // What is counted is the name's.
      { text: 'Platelet count', asides: ['count'] },
      { text: 'glucose', hints: { specimen: 'EDTA plasma' }, asides: ['edta', 'plasma'] },
      // A letter after a comma is a specimen, but not that of a name.
      { text: 'Magnesium, S', asides: ['s'] },
      { text: 'Protein, S', asides: [] },
      { text: 'Alkaline Phosphatase (AP)', asides: ['ap'] },
      // An additive of tubes is what is measured, unless it is part of a specimen.
      { text: 'Heparin level', asides: ['level'] },
      { text: 'Glucose, fluoride plasma', asides: ['fluoride', 'plasma'] },
      { text: 'Glucose (fluoride)', asides: ['fluoride'] },
      { text: 'Amylase (other)', asides: ['other'] },
      { text: 'Lymphocytes other', asides: [] },
      { text: 'Phenytoin (Dilantin(R))', asides: ['dilantin', 'r'] },
      // What is of a class of antibodies is an antibody.
      {
        text: 'f244 cucumber IgE',
        asides: ['f244', 'ab', 'abs', 'antibody', 'antibodies', 'autoantibody', 'autoantibodies'],
      },
      {
        text: 'Urine glucose',
        hints: { specimen: 'urine', specimen_text: 'spot sample' },
        asides: ['urine', 'spot', 'sample'],
      },
    ],
    ({ text, hints, asides }) => {
      for (const { words, understand } of read(text, hints))
        expect([...understand(words).asides].sort()).toEqual([...asides].sort())
    },
  )

  table<Row & { readonly leftOut: readonly boolean[] }>(
    [
      { text: 'glucose', leftOut: [false] },
      { text: 'Urine glucose', leftOut: [false, true] },
      { text: 'Pus cells', leftOut: [false, true] },
      { text: 'Serum level', leftOut: [false] },
      // Brackets are no part of a name where nothing but other axes is in them.
      { text: 'Creatinine (urine)', leftOut: [true, true] },
      { text: '(Urine) creatinine (serum)', leftOut: [true, true] },
      { text: 'Leucocytes (pus cells)', leftOut: [false, false] },
      { text: 'Creatinine (urine) (modified)', leftOut: [false, false] },
      { text: 'Procalcitonin (PCT)', leftOut: [false, false] },
      { text: 'Glucose (fasting)', leftOut: [false, false] },
    ],
    ({ text, hints, leftOut }) => {
      const found = read(text, hints).map(({ words, understand }) => understand(words).leavesOut)
      expect(found.slice(0, leftOut.length)).toEqual(leftOut)
    },
  )

  table<Row & { readonly differ: boolean }>(
    [
      { text: 'Glucose (mg/dL)', differ: false },
      { text: 'Glucose (mg/dL)', hints: { unit: 'mmol/L' }, differ: true },
      { text: 'Glucose (mg/dL)', hints: { unit: 'g/L' }, differ: false },
      { text: 'Glucose (mg/dL)', hints: { unit: 'flurbs' }, differ: false },
      { text: 'ALT (U/L)', hints: { unit: 'IU/L' }, differ: false },
      { text: 'Glucose', hints: { unit: 'mmol/L' }, differ: false },
      { text: 'Neutrophils (%)', hints: { unit: '10^3/uL' }, differ: true },
      { text: 'NEUT#', hints: { unit: '%' }, differ: true },
      { text: 'NEUT#', hints: { unit: '10^3/uL' }, differ: false },
      { text: 'Casts #/LPF', hints: { unit: '/LPF' }, differ: false },
      { text: 'NEUT', hints: { unit: '%' }, differ: false },
    ],
    ({ text, hints = {}, differ }) => {
      const query = understand(text, hints)
      expect(query.unitsDiffer).toBe(differ)
      expect(query.hints.unit?.conflict ?? false).toBe(differ)
    },
  )
})

test.each([
  { hints: { specimen: 'Urine' }, conflicts: { specimen: true } },
  { hints: { specimen_text: 'Urine' }, conflicts: { specimen_text: true } },
  {
    hints: { specimen: 'goo', specimen_text: 'Urine' },
    conflicts: { specimen: false, specimen_text: true },
  },
  {
    hints: { specimen: 'Urine', specimen_text: 'goo' },
    conflicts: { specimen: true, specimen_text: false },
  },
])('a specimen that contradicts the name is noted where it was said: $hints', (row) => {
  const { hints } = understand('Serum glucose', row.hints)
  const found = Object.entries(hints).map(([key, { conflict }]) => [key, conflict])
  expect(Object.fromEntries(found)).toEqual(row.conflicts)
})

test.each([
  { assume: undefined, assumes: false },
  { assume: 'nothing', assumes: false },
  { assume: 'usual', assumes: true },
] as const)('assuming $assume takes what is usual: $assumes', ({ assume, assumes }) => {
  for (const { words, understand } of read('Urine glucose', {}, assume))
    expect(understand(words).assumesUsual).toBe(assumes)
})

test('no mention and no hints throw, and there is always a way to look it up', () => {
  const text = fc.oneof(anyString, clinicalText)
  const keys = ['unit', 'specimen', 'specimen_text', 'value', 'range', 'panel_name', 'method']
  const hints = fc.dictionary(fc.constantFrom(...keys, 'extended_test_name', 'other'), text)
  fc.assert(
    fc.property(text, hints, (text, hints) => {
      const found = read(text, hints)
      expect(found.length).toBeGreaterThan(0)
      for (const { words, understand } of found) {
        const query = understand(words)
        for (const asked of Object.values(query.asked)) {
          expect(Math.max(...asked.weights)).toBeLessThanOrEqual(1)
          expect(Math.min(...asked.weights)).toBeGreaterThanOrEqual(0)
        }
        const known = Object.keys(hints).filter((key) => keys.includes(key))
        expect(Object.keys(query.hints).sort()).toEqual(known.sort())
      }
    }),
  )
})

describe('the unit that a range tells', () => {
  table(
    [
      { text: 'Neutrophils', hints: { range: '40 - 80' }, unit: '%' },
      { text: 'Blood Neutrophils', hints: { range: '2.0 - 7.0' }, unit: '10*3/uL' },
      { text: 'Neutrophils', hints: { range: '40 - 80', unit: ' ' }, unit: '%' },
      { text: 'Neutrophils', hints: { range: '40 - 80', unit: 'flurbs' }, unit: undefined },
      { text: 'Neutrophils', hints: { range: '40 - 80', unit: '10*3/uL' }, unit: '10*3/uL' },
      { text: 'Neutrophils', hints: { range: '40 - 80 /uL' }, unit: '/uL' },
      { text: 'Neutrophils', hints: {}, unit: undefined },
    ],
    ({ text, hints, unit }) => {
      expect(understand(text, hints).unit).toEqual(unit && readUnit(unit))
    },
  )
})

describe('"abs" is', () => {
  test.each([
    { text: 'Lymphs, Abs', property: 'NCnc', why: 'absolute next to cells' },
    { text: 'Gliadin Abs', property: undefined, why: 'antibodies elsewhere' },
  ])('$why: $text', ({ text, property }) => {
    expect(mostAsked(text, {}, 'property')).toBe(property)
  })
})

describe('a panel of the airways says the specimen', () => {
  const panel = { panel_name: 'Respiratory Panel' }
  test.each([
    { text: 'Adenovirus DNA', system: 'Respiratory' },
    { text: 'Legionella Antibody', system: undefined },
    { text: 'Legionella IgG', system: undefined },
  ])('$text: $system', ({ text, system }) => {
    expect(mostAsked(text, panel, 'system')).toBe(system)
  })
})

describe('a method in brackets with a specimen is a caption', () => {
  test.each([
    { text: 'Neutrophils (EDTA Blood/Automated)', source: 'caption' },
    { text: 'ESR (Blood, Westergren)', source: 'caption' },
    { text: 'Platelets, blood (automated)', source: 'text' },
    { text: 'Automated platelet count (EDTA blood)', source: 'text' },
  ])('$text: $source', ({ text, source }) => {
    expect(understand(text).asked.method?.source).toBe(source)
    expect(understand(text).asked.system?.source).toBe('text')
  })
})

describe('a test that is called by its method alone', () => {
  test.each([
    { text: 'VDRL, CSF', is: true },
    { text: 'Reagin VDRL, CSF', is: false },
    { text: 'Glucose, CSF', is: false },
  ])('$text: $is', ({ text, is }) => {
    const query = understand(text)
    expect(query.asked.system).toBeDefined()
    expect(query.isMethodAlone).toBe(is)
  })
})

describe('the name of a panel', () => {
  test.each([
    { text: 'Lipid Profile', is: true },
    { text: 'Serum lipid profile', is: true },
    { text: 'lipid profile, fasting, with apolipoprotein B', is: false },
    { text: 'Lipid casts', is: false },
  ])('$text: $is', ({ text, is }) => {
    expect(understand(text).isOfPanel).toBe(is)
  })
})

describe('a specimen in short German', () => {
  test.each([
    { text: 'Natrium i.U.', system: 'Urine', name: 'natrium' },
    { text: 'Calcium i.S.', system: 'Ser', name: 'calcium' },
    { text: 'Insulin I.U.', system: undefined, name: 'insulin iu' },
  ])('$text: $system', ({ text, system, name }) => {
    expect(mostAsked(text, {}, 'system')).toBe(system)
    expect(ways(text)).toContain(name)
  })
})

describe('a mention that says no thing is one of its panel', () => {
  const named = (text: string, panel_name: string) =>
    read(text, { panel_name }).flatMap(({ words, understand: by }) =>
      by(words).isNamedByPanel ? [words.map(({ form }) => form).join(' ')] : [],
    )
  test.each([
    { text: 'Log10', panel: 'HCV, Quant', names: ['hcv log10'], why: 'a number' },
    {
      text: 'Ratio',
      panel: 'Protein Panel',
      names: ['protein'],
      why: 'a kind of test, which is an axis',
    },
    { text: 'Glucose', panel: 'Lipid Panel', names: [], why: 'not where a thing is said' },
    { text: 'Ratio', panel: 'Panel', names: [], why: 'not where the panel says none' },
    { text: 'Ratio', panel: 'Iron Zinc Lead Copper Gold', names: [], why: 'nor where it lists' },
    { text: 'Adenovirus', panel: 'DFA', names: ['adenovirus ag'], why: 'what is looked for' },
  ])('$text of $panel: $why', ({ text, panel, names }) => {
    expect(named(text, panel)).toEqual(names)
  })
})

test.each<{ text: string; hints: Hints; is: boolean }>([
  { text: 'PT control', hints: { unit: 'sec' }, is: true },
  { text: 'Mean normal PT', hints: {}, is: true },
  { text: 'Cortisol, AM', hints: { unit: 'ug/dL' }, is: true },
  { text: 'Bili direct', hints: { unit: 'mg/dL' }, is: true },
  { text: 'Troponin T', hints: { unit: 'ng/L' }, is: true },
  { text: 'Troponin T', hints: { unit: 'ng/mL' }, is: false },
  { text: 'hs Troponin T', hints: { unit: 'ng/L' }, is: false },
  { text: 'PT', hints: { unit: 'sec' }, is: false },
  { text: 'Cortisol', hints: { unit: 'ug/dL' }, is: false },
])('"$text" $hints means another test: $is', ({ text, hints, is }) => {
  expect(understand(text, hints).isOtherTest).toBe(is)
})
