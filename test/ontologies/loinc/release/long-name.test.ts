import { describe, expect, test } from 'vitest'
import { completeAxes } from '../../../../src/ontologies/loinc/release/long-name.ts'
import { readLoincTables } from '../../../../src/ontologies/loinc/release/release.ts'
import type { LoincRow } from '../../../../src/ontologies/loinc/release/row.ts'
import { readStarter } from '../../../../src/ontologies/loinc/release/starter.ts'
import { readTable } from '../../../../src/text/tables.ts'

const MINI = new URL('../../../fixtures/loinc-mini', import.meta.url).pathname
const { rows } = await readLoincTables(MINI)
const blank: LoincRow = {
  ...rows.find(({ code }) => code === '2345-7')!,
  component: '',
  system: '',
  property: '',
  timeAspect: '',
}

interface Row {
  readonly name: string
  readonly component?: string
  readonly system?: string
  readonly property?: string
  readonly time?: string
}

const NAMES: readonly Row[] = [
  { name: 'Glucose [Mass/volume] in Serum or Plasma', system: 'Ser/Plas', property: 'MCnc' },
  {
    name: 'Glucose [Moles/volume] in Serum or Plasma --2 hours post meal',
    system: 'Ser/Plas',
    property: 'SCnc',
  },
  { name: 'Glucose [Mass/volume] in Body fluid', system: 'Body fld', property: 'MCnc' },
  { name: 'Glucose [Presence] in Urine by Test strip', system: 'Urine', property: 'PrThr' },
  {
    name: 'Cholesterol in HDL [Mass/volume] in Serum or Plasma',
    system: 'Ser/Plas',
    property: 'MCnc',
  },
  {
    name: 'Leukocytes [#/area] in Urine sediment by Microscopy high power field',
    system: 'Urine sed',
    property: 'Naric',
  },
  {
    name: 'Hematocrit [Volume Fraction] of Blood by Automated count',
    system: 'Bld',
    property: 'VFr',
  },
  {
    name: 'Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma',
    system: 'Ser/Plas',
    property: 'CCnc',
  },
  {
    name: 'Neutrophils/100 leukocytes in Blood by Automated count',
    component: 'Neutrophils/100 leukocytes',
    system: 'Bld',
    property: 'NFr',
  },
  {
    name: 'Hemoglobin A1c/Hemoglobin.total in Blood',
    component: 'Hemoglobin A1c/Hemoglobin.total',
    system: 'Bld',
    property: 'MFr',
  },
  { name: 'pH of Urine', system: 'Urine' },
  { name: 'Oxygen saturation in Arterial blood by Pulse oximetry', system: 'BldA' },
  { name: 'Bacteria identified in Blood by Culture', system: 'Bld' },
  { name: 'Prothrombin time (PT)' },
  { name: 'Leukocytes [#/volume] in Bloodhound', property: 'NCnc' },
  { name: 'Glucose [Wonders/volume] in Jar' },
  { name: '' },
  // The hours of a collection stand between the preposition and the specimen.
  {
    name: 'Creatinine [Mass/time] in 24 hour Urine',
    property: 'MRat',
    time: '24H',
    system: 'Urine',
  },
  {
    name: 'Creatinine renal clearance in 24 hour Urine and Serum or Plasma',
    time: '24H',
    system: 'Urine+Ser/Plas',
  },
]

describe('blank axes are filled in from', () => {
  for (const { name, component = '', system = '', property = '', time = '' } of NAMES)
    test(`"${name}"`, () => {
      const row = completeAxes({ ...blank, component, longName: name })
      expect(row).toMatchObject({ system, property, timeAspect: time })
    })
})

test('cells that are filled stay as they are', () => {
  const row = { ...blank, system: 'Urine', property: 'SCnc', timeAspect: '24H' }
  expect(completeAxes(row)).toBe(row)
  const half = { ...blank, property: 'SCnc' }
  expect(completeAxes(half)).toEqual({ ...half, system: 'Ser/Plas' })
})

test('nothing but blank axes changes', () => {
  for (const row of rows) {
    const { system, property, timeAspect, ...others } = completeAxes({ ...row, system: '' })
    expect({ ...others, system: row.system, property, timeAspect }).toEqual(row)
    expect([row.system, ''].concat(system)).toContain(system)
  }
})

test('the axes of a table are what its long names say, but for a few worded otherwise', () => {
  // Some systems have the same name: "Specimen" is XXX in most editions.
  const names = new Map(
    readTable('loinc/systems.tsv', ['system', 'name']).map(([system, name]) => [system, name]),
  )
  const { concepts } = readStarter()
  const tests = concepts.filter(({ name }) => name.includes('['))
  const wrong = tests.filter(({ name, attributes }) => {
    const { system, property, component } = attributes
    const row = completeAxes({ ...blank, component: String(component), longName: name })
    const isSystemRight = row.system === '' || names.get(row.system) === names.get(String(system))
    return !isSystemRight || (row.property !== '' && row.property !== property)
  })
  expect(tests.length).toBeGreaterThan(700)
  expect(wrong.length).toBeLessThan(0.01 * tests.length)
})
