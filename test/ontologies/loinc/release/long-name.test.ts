/**
 * Proves of long common names, from which blank axes are filled in:
 * 1. specimen, property, time, scale and method are read as LOINC words them
 * 2. formulas are methods of their own
 * 3. what a table says itself stays, and what is read is what tables say
 */

import { describe, expect, test } from 'vitest'
import { readTable } from '../../../../src/language/tables.ts'
import { type Axis, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { completeAxes } from '../../../../src/ontologies/loinc/release/long-name.ts'
import { readLoincTables } from '../../../../src/ontologies/loinc/release/release.ts'
import type { LoincRow } from '../../../../src/ontologies/loinc/release/row.ts'
import { readStarter } from '../../../../src/ontologies/loinc/release/starter.ts'

const MINI = new URL('../../../fixtures/loinc-mini', import.meta.url).pathname
const { rows } = await readLoincTables(MINI)
const blank: LoincRow = {
  ...rows.find(({ code }) => code === '2345-7')!,
  component: '',
  system: '',
  property: '',
  timeAspect: '',
  scale: '',
  method: '',
}

interface Row {
  readonly name: string
  readonly component?: string
  readonly system?: string
  readonly property?: string
  /** Pt where nothing else is said: a long name has every other time in words. */
  readonly time?: string
  readonly scale?: string
  readonly method?: string
}

/** One test a row: what is not in the row is not read from the name. */
function table(what: string, rows: readonly Row[]): void {
  describe(what, () => {
    for (const { name, component = '', time = 'Pt', ...axes } of rows)
      test(`"${name}"`, () => {
        const { system, property, timeAspect, scale, method } = completeAxes({
          ...blank,
          component,
          longName: name,
        })
        expect({ system, property, timeAspect, scale, method }).toEqual({
          ...{ system: '', property: '', scale: '', method: '' },
          ...axes,
          timeAspect: time,
        })
      })
  })
}

table('specimen and property are read from', [
  {
    name: 'Immunofixation for Urine',
    component: 'Interpretation',
    system: 'Urine',
    property: 'Imp',
  },
  {
    name: 'Glucose [Mass/volume] in Serum or Plasma',
    system: 'Ser/Plas',
    property: 'MCnc',
    scale: 'Qn',
  },
  {
    name: 'Glucose [Moles/volume] in Serum or Plasma --2 hours post meal',
    system: 'Ser/Plas',
    property: 'SCnc',
    scale: 'Qn',
  },
  {
    name: 'Glucose [Mass/volume] in Body fluid',
    system: 'Body fld',
    property: 'MCnc',
    scale: 'Qn',
  },
  {
    name: 'Cholesterol in HDL [Mass/volume] in Serum or Plasma',
    system: 'Ser/Plas',
    property: 'MCnc',
    scale: 'Qn',
  },
  {
    name: 'Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma',
    system: 'Ser/Plas',
    property: 'CCnc',
    scale: 'Qn',
  },
  { name: 'Leukocytes [#/volume] in Bloodhound', property: 'NCnc', scale: 'Qn' },
  { name: 'Glucose [Wonders/volume] in Jar' },
  { name: '' },
])

table('whose specimen it is, where it is not the patient’s, is read from', [
  {
    name: 'Hemoglobin [Mass/volume] in Blood from Fetus',
    system: 'Bld^fetus',
    property: 'MCnc',
    scale: 'Qn',
  },
  {
    name: 'Rh [Type] in Blood from Blood product unit',
    system: 'Bld^blood product unit',
    property: 'Type',
    scale: 'Nom',
  },
  { name: 'Glucose [Mass/volume] in Jar from Fetus', property: 'MCnc', scale: 'Qn' },
  {
    name: 'Glucose [Mass/volume] in Blood from Fetuses',
    system: 'Bld',
    property: 'MCnc',
    scale: 'Qn',
  },
])

table('a property without brackets is read from', [
  { name: 'pH of Urine', system: 'Urine', property: 'LsCnc', scale: 'Qn' },
  { name: 'Phlegm of Urine', system: 'Urine' },
  { name: 'Prothrombin time (PT)', property: 'Time', scale: 'Qn' },
  {
    name: 'Oxygen saturation in Arterial blood by Pulse oximetry',
    system: 'BldA',
    property: 'MFr',
    scale: 'Qn',
  },
  {
    name: 'Neutrophils/100 leukocytes in Blood by Automated count',
    component: 'Neutrophils/100 leukocytes',
    system: 'Bld',
    property: 'NFr',
    scale: 'Qn',
    method: 'Automated count',
  },
  {
    name: 'Hemoglobin A1c/Hemoglobin.total in Blood',
    component: 'Hemoglobin A1c/Hemoglobin.total',
    system: 'Bld',
    property: 'MFr',
    scale: 'Qn',
  },
  {
    name: 'Protein C actual/normal in Platelet poor plasma by Chromogenic method',
    component: 'Protein C actual/normal',
    system: 'PPP',
    property: 'RelACnc',
    scale: 'Qn',
    method: 'Chromo',
  },
  {
    name: 'aPTT normal/actual in Platelet poor plasma by Coagulation assay',
    component: 'aPTT normal/actual',
    system: 'PPP',
    property: 'RelTime',
    scale: 'Qn',
    method: 'Coag',
  },
  {
    name: 'Collagen actual/normal in Platelet rich plasma by Platelet aggregation',
    component: 'Collagen actual/normal',
    system: 'PRP',
    property: 'RelTime',
    scale: 'Qn',
    method: 'Platelet aggr',
  },
])

table('the hours of a collection are read from', [
  {
    name: 'Creatinine [Mass/time] in 24 hour Urine',
    property: 'MRat',
    time: '24H',
    system: 'Urine',
    scale: 'Qn',
  },
  {
    name: 'Creatinine renal clearance in 12 hour Urine and Serum or Plasma',
    property: 'VRat',
    time: '12H',
    system: 'Urine+Ser/Plas',
    scale: 'Qn',
  },
  {
    name: 'Creatinine renal clearance in unspecified time Urine and Serum or Plasma',
    property: 'VRat',
    time: '',
    scale: 'Qn',
  },
])

table('the scale is read from', [
  {
    name: 'Glucose [Presence] in Urine by Test strip',
    system: 'Urine',
    property: 'PrThr',
    scale: 'Ord',
    method: 'Test strip',
  },
  {
    name: 'Bacteria [Identifier] in Blood',
    system: 'Bld',
    property: 'Prid',
    scale: 'Nom',
  },
  { name: 'Rh [Type] in Blood', system: 'Bld', property: 'Type', scale: 'Nom' },
  { name: 'Bacteria identified in Blood', system: 'Bld' },
  { name: 'Urinalysis [Interpretation] in Urine', system: 'Urine', property: 'Imp' },
  { name: 'Ampicillin [Susceptibility]', property: 'Susc' },
])

table('the method is read from', [
  {
    name: 'Leukocytes [#/area] in Urine sediment by Microscopy high power field',
    system: 'Urine sed',
    property: 'Naric',
    scale: 'Qn',
    method: 'Microscopy.light.HPF',
  },
  {
    name: 'Hematocrit [Volume Fraction] of Blood by Automated count',
    system: 'Bld',
    property: 'VFr',
    scale: 'Qn',
    method: 'Automated count',
  },
  {
    name: 'Bacteria [Identifier] in Blood by Culture nominal',
    system: 'Bld',
    property: 'Prid',
    scale: 'Nom',
    method: 'Culture',
  },
  {
    name: 'Urinalysis [Interpretation] in Urine by Test strip narrative',
    system: 'Urine',
    property: 'Imp',
    method: 'Test strip',
  },
  {
    name: 'Glucose [Mass/volume] in Blood by Test strip --2 hours post meal',
    system: 'Bld',
    property: 'MCnc',
    scale: 'Qn',
    method: 'Test strip',
  },
  {
    name: 'CD4 cells [#/volume] in Blood by Flow cytometry (FC)',
    system: 'Bld',
    property: 'NCnc',
    scale: 'Qn',
    method: 'Flow cytometry',
  },
  {
    name: 'Sedimentation [Velocity] in Blood by Westergren method',
    system: 'Bld',
    property: 'Vel',
    scale: 'Qn',
    method: 'Westergren',
  },
  {
    name: 'Filtration [Volume Rate/Area] in Serum or Plasma by Creatinine-based formula (MDRD)/1.73 sq M',
    system: 'Ser/Plas',
    property: 'ArVRat',
    scale: 'Qn',
    method: 'Creatinine-based formula (MDRD)',
  },
  // The last one of several.
  {
    name: 'Volume by weight [Mass] in Stool by Immunoassay',
    system: 'Stool',
    property: 'Mass',
    scale: 'Qn',
    method: 'IA',
  },
  // One that makes no difference, and one that nobody knows.
  {
    name: 'Glucose [Mass/volume] in Blood by Hexokinase',
    system: 'Bld',
    property: 'MCnc',
    scale: 'Qn',
  },
  {
    name: 'Glucose [Mass/volume] in Blood by Crystal ball',
    system: 'Bld',
    property: 'MCnc',
    scale: 'Qn',
  },
])

describe('formulas stay apart:', () => {
  const formulas = [
    'Creatinine and Cystatin C-based formula (CKD-EPI)',
    'Creatinine-based formula (CKD-EPI 2021)',
    'Creatinine-based formula (CKD-EPI)',
    'Creatinine-based formula (Cockcroft-Gault)',
    'Creatinine-based formula (MDRD)',
    'Creatinine-based formula (Schwartz)',
    'Cystatin C-based formula',
  ]

  test('each has a class of its own', () => {
    const numbers = [...formulas, 'Calculated'].map((method) => axisNumber('method', method))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each(formulas)('%s', (formula) => {
    const longName = `Filtration [Volume Rate/Area] in Serum or Plasma by ${formula}`
    expect(completeAxes({ ...blank, longName }).method).toBe(formula)
  })
})

table('behind the dash of a panel is its specimen:', [
  { name: 'TORCH panel - Cerebral spinal fluid', system: 'CSF' },
  { name: 'Protein electrophoresis panel - Urine', system: 'Urine' },
])

table('methods that long names spell out:', [
  {
    name: 'Norovirus [Identifier] in Stool by Electron microscopy',
    ...{ system: 'Stool', property: 'Prid', scale: 'Nom', method: 'Microscopy.electron' },
  },
  {
    name: 'Mumps virus Ab [Titer] in Serum by Neutralization test',
    ...{ system: 'Ser', property: 'Titr', scale: 'Qn', method: 'Neut' },
  },
])

describe('a long name says of a panel that it is one:', () => {
  test.each([
    { longName: 'TORCH panel - Cerebral spinal fluid', isPanel: true },
    { longName: 'Lipid panel', isPanel: true },
    { longName: 'Panel of care', isPanel: false },
    { longName: 'Respiratory panel result in Specimen', isPanel: false },
  ])('$longName: $isPanel', ({ longName, isPanel }) => {
    expect(completeAxes({ ...blank, longName }).isPanel).toBe(isPanel)
  })

  test('what the table says is one stays one', () => {
    expect(completeAxes({ ...blank, isPanel: true, longName: 'Vital signs' }).isPanel).toBe(true)
  })
})

describe('a cell stays as it is that is filled, and is read that is blank:', () => {
  const axes = { system: 'Urine', property: 'SCnc', timeAspect: '12H', scale: 'Ord', method: 'IA' }
  const longName = 'Creatinine [Mass/time] in 24 hour Blood by Test strip'
  test.each([
    { axis: 'system', read: 'Bld' },
    { axis: 'property', read: 'MRat' },
    { axis: 'timeAspect', read: '24H' },
    { axis: 'scale', read: 'Qn' },
    { axis: 'method', read: 'Test strip' },
  ] as const)('$axis', ({ axis, read }) => {
    const alone = completeAxes({ ...blank, [axis]: axes[axis], longName })
    expect(alone[axis]).toBe(axes[axis])
    // The scale is that of the property.
    const filled = { ...axes, ...(axis === 'scale' && { property: 'MRat' }) }
    expect(completeAxes({ ...blank, ...filled, [axis]: '', longName })).toEqual({
      ...{ ...blank, ...filled, longName },
      [axis]: read,
    })
  })

  test('a row that is filled is the same', () => {
    const row = { ...blank, ...axes }
    expect(completeAxes(row)).toBe(row)
  })
})

test('nothing but blank axes changes', () => {
  for (const row of rows) {
    const found = completeAxes({ ...row, system: '' })
    for (const [key, value] of Object.entries(row))
      if (key !== 'system' && value !== '') expect(found).toMatchObject({ [key]: value })
    expect([row.system, '']).toContain(found.system)
  }
})

test('the axes of a table are what its long names say, but for a few worded otherwise', () => {
  // Some systems have the same name: "Specimen" is XXX in most editions.
  const names = new Map(
    readTable('loinc/systems.tsv', ['system', 'name']).map(([system, name]) => [system, name]),
  )
  const { concepts } = readStarter()
  const wrong = { system: 0, property: 0, time: 0, scale: 0, method: 0 }
  for (const { name, attributes } of concepts) {
    const found = completeAxes({
      ...blank,
      component: String(attributes.component),
      longName: name,
    })
    const is = (axis: Axis, value: string, own: unknown) =>
      value === '' || axisNumber(axis, value) === axisNumber(axis, String(own))
    const isSystem =
      is('system', found.system, attributes.system) ||
      names.get(found.system) === names.get(String(attributes.system))
    if (!isSystem) wrong.system++
    if (!is('property', found.property, attributes.property)) wrong.property++
    if (!is('time', found.timeAspect, attributes.time_aspect)) wrong.time++
    if (!is('method', found.method, attributes.method)) wrong.method++
    // A titer and a pH are numbers in steps.
    const isNumber = found.scale === 'Qn' && attributes.scale === 'SemiQn'
    if (!isNumber && !is('scale', found.scale, attributes.scale)) wrong.scale++
  }
  expect(concepts.length).toBeGreaterThan(1000)
  for (const [axis, count] of Object.entries(wrong))
    expect(count, axis).toBeLessThan(0.01 * concepts.length)
})

describe('the challenge of a long name', () => {
  const longName = 'Hemoglobin.gastrointestinal [Mass/volume] in Stool --2nd specimen'
  test.each([
    { component: 'Ferritin', completed: 'Ferritin^2nd specimen' },
    { component: 'Ferritin^1st specimen', completed: 'Ferritin^1st specimen' },
    { component: '', completed: '' },
  ])('makes "$component" "$completed"', ({ component, completed }) => {
    expect(completeAxes({ ...blank, component, longName }).component).toBe(completed)
  })

  test('is none without one', () => {
    const plain = { ...blank, component: 'Ferritin', longName: 'Ferritin [Mass/volume] in Serum' }
    expect(completeAxes(plain).component).toBe('Ferritin')
  })
})
