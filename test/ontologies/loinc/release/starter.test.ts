import { describe, expect, test } from 'vitest'
import type { ConceptRecord } from '../../../../src/index/records.ts'
import { AXES, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import { isLoincCode } from '../../../../src/ontologies/loinc/code.ts'
import { licenceNotice } from '../../../../src/ontologies/loinc/release/licence.ts'
import { isPanelClass } from '../../../../src/ontologies/loinc/release/row.ts'
import { readStarter } from '../../../../src/ontologies/loinc/release/starter.ts'
import { readUnit } from '../../../../src/units/units.ts'

const starter = readStarter()
const { concepts } = starter
const conceptOf = (code: string) => concepts.find((concept) => concept.code === code)
const isPanel = ({ attributes }: ConceptRecord) => isPanelClass(String(attributes.class))
const panels = concepts.filter(isPanel)

describe('the starter vocabulary', () => {
  test('is a release named starter, with the notice of its publisher', () => {
    expect(starter).toMatchObject({ ontology: 'loinc', version: 'starter', sources: [] })
    expect(starter.licence).toBe(licenceNotice('starter'))
    expect(starter.licence).toContain('LOINC is copyright © 1995-')
    expect(starter.licence).toContain('http://loinc.org/license')
    expect(starter.warnings).toEqual([])
  })

  test('has some hundred codes, each once, all in use', () => {
    expect(concepts.length).toBeGreaterThanOrEqual(800)
    expect(new Set(concepts.map(({ code }) => code)).size).toBe(concepts.length)
    expect(concepts.filter(({ active }) => !active)).toEqual([])
  })

  test('has codes with right check digits', () => {
    expect(concepts.filter(({ code }) => !isLoincCode(code)).map(({ code }) => code)).toEqual([])
  })

  test('has every name once', () => {
    const names = concepts.map(({ name }) => name)
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([])
  })

  test('has every combination of axes once', () => {
    const tests = concepts.filter((concept) => !isPanel(concept))
    const axes = tests.map(({ attributes: own }) =>
      [own.component, own.property, own.time_aspect, own.system, own.scale, own.method].join('|'),
    )
    expect(axes.filter((each, i) => axes.indexOf(each) < i)).toEqual([])
  })

  test('has panels, which are no results', () => {
    expect(panels.length).toBeGreaterThan(20)
    expect(panels.filter(({ attributes }) => attributes.is_result !== false)).toEqual([])
    expect(panels.filter(({ name }) => !/\bpanel\b/i.test(name)).map(({ name }) => name)).toEqual(
      [],
    )
    const results = concepts.filter(({ attributes }) => attributes.is_result === true)
    expect(results.length + panels.length).toBe(concepts.length)
    expect(results.filter(({ name }) => /\bpanel\b/i.test(name))).toEqual([])
  })

  test('has the axes of every test', () => {
    for (const concept of concepts) {
      if (isPanel(concept)) continue
      const { code, attributes } = concept
      const { component, property, system, scale, time_aspect } = attributes
      for (const value of [component, property, system, scale, time_aspect])
        expect(value, code).toMatch(/^[^-]/)
    }
  })

  test('has properties, scales and times that the axes know', () => {
    const another = {
      property: 0,
      scale: axisNumber('scale', 'Doc'),
      time_aspect: axisNumber('time', 'Stdy'),
    }
    for (const concept of concepts) {
      if (isPanel(concept)) continue
      const { code, attributes } = concept
      const { property, scale, time_aspect } = attributes
      expect(axisNumber('property', String(property)), code).not.toBe(another.property)
      expect(axisNumber('scale', String(scale)), code).not.toBe(another.scale)
      expect(axisNumber('time', String(time_aspect)), code).not.toBe(another.time_aspect)
    }
  })

  test('has example units that are understood', () => {
    const units = new Set(concepts.map(({ attributes }) => String(attributes.example_unit)))
    units.delete('')
    expect(units.size).toBeGreaterThan(40)
    const unknown = [...units].filter((unit) => readUnit(unit) === undefined)
    // A word in braces is no unit by itself.
    expect(unknown.filter((unit) => !/^\{[^}]+\}$/.test(unit))).toEqual([])
  })

  test('has one usual code of those that differ in the method only', () => {
    const usual = new Map<string, number>()
    for (const { attributes: own } of concepts) {
      const key = [own.component, own.property, own.time_aspect, own.system, own.scale].join('|')
      usual.set(key, (usual.get(key) ?? 0) + (own.is_usual === true ? 1 : 0))
    }
    expect([...usual].filter(([, count]) => count !== 1)).toEqual([])
  })

  test('names the components of its tests, and learns of their units', () => {
    const glucose = starter.terms.filter(({ text, shared }) => shared && text === 'Glucose')
    expect(glucose).toHaveLength(1)
    expect(starter.facts).toContainEqual({
      relation: 'unit property',
      subject: 'mass/volume',
      object: 'MCnc',
      weight: 1,
    })
  })

  test.each([
    {
      code: '2345-7',
      name: 'Glucose [Mass/volume] in Serum or Plasma',
      own: { component: 'Glucose', property: 'MCnc', system: 'Ser/Plas', example_unit: 'mg/dL' },
    },
    {
      code: '14682-9',
      name: 'Creatinine [Moles/volume] in Serum or Plasma',
      own: { property: 'SCnc', system: 'Ser/Plas', example_unit: 'umol/L' },
    },
    {
      code: '718-7',
      name: 'Hemoglobin [Mass/volume] in Blood',
      own: { property: 'MCnc', system: 'Bld', example_unit: 'g/dL' },
    },
    {
      code: '2162-6',
      name: 'Creatinine [Mass/time] in 24 hour Urine',
      own: { property: 'MRat', time_aspect: '24H', system: 'Urine' },
    },
    {
      code: '630-4',
      name: 'Bacteria identified in Urine by Culture',
      own: { property: 'Prid', scale: 'Nom', method: 'Culture', is_result: true },
    },
    { code: '58410-2', name: 'CBC panel - Blood by Automated count', own: { is_result: false } },
  ])('has $code', ({ code, name, own }) => {
    expect(conceptOf(code)).toMatchObject({ name, attributes: own })
  })
})

test('every axis is used', () => {
  for (const axis of AXES) {
    const key = axis === 'time' ? 'time_aspect' : axis
    expect(new Set(concepts.map(({ attributes }) => attributes[key])).size).toBeGreaterThan(1)
  }
})
