/**
 * Proves that the calls of two hospital systems are answered as these need it, requests as their programs write them:
 * 1. Bahmni: search in a field, one concept by its code, codes below a concept page by page
 * 2. CARE: search and check in an inline value set, and a code's properties
 */
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../../src/fhir/resources.ts'
import { codesOf, expansionOf, LOINC, SNOMED, startMini, valuesOf } from './support.ts'

const fhir = await startMini()

describe('Bahmni', () => {
  test('searches while a diagnosis is typed', async () => {
    const answer = await fhir.get(
      'ValueSet/$expand?url=http://snomed.info/sct?fhir_vs=ecl/<404684003&filter=diab%20mell&count=20&displayLanguage=en&includeDesignations=true',
      { accept: 'application/fhir+json' },
    )
    expect(codesOf(answer).sort()).toEqual(['44054006', '46635009', '73211009'])
    for (const { display, designation } of expansionOf(answer).contains!) {
      expect(display).not.toBe('')
      expect(designation!.length).toBeGreaterThan(1)
    }
  })

  test('reads one concept', async () => {
    const answer = await fhir.get(
      'ValueSet/$expand?url=http://snomed.info/sct?fhir_vs=ecl/73211009&displayLanguage=en&includeDesignations=true',
    )
    expect(expansionOf(answer).contains!.map(({ code, display }) => [code, display])).toEqual([
      ['73211009', 'Diabetes mellitus'],
    ])
  })

  test('reads the codes below a diagnosis page by page', async () => {
    const page = (offset: number) =>
      fhir.get(
        `ValueSet/$expand?url=http://snomed.info/sct?fhir_vs=ecl/<<56265001&displayLanguage=en&count=2&offset=${offset}`,
      )
    const pages = [await page(0), await page(2), await page(4)]
    expect(pages.map(codesOf)).toEqual([
      ['22298006', '401303003'],
      ['56265001', '57054005'],
      ['84114007'],
    ])
    expect(expansionOf(pages[0]!)).toMatchObject({ total: 5, offset: 0 })
  })
})

describe('CARE', () => {
  const FINDINGS = {
    resourceType: 'ValueSet',
    compose: {
      include: [
        { system: SNOMED, filter: [{ property: 'concept', op: 'is-a', value: '404684003' }] },
      ],
      exclude: [],
    },
  }
  const body = (...parameter: readonly Parameter[]) => ({ resourceType: 'Parameters', parameter })
  const asJson = { 'content-type': 'application/json', accept: '*/*' }

  test('searches in an inline value set', async () => {
    const answer = await fhir.post(
      'ValueSet/$expand',
      body(
        { name: 'filter', valueString: 'pneum' },
        { name: 'count', valueInteger: 10 },
        { name: 'displayLanguage', valueString: 'en-gb' },
        { name: 'valueSet', resource: FINDINGS },
        { name: 'includeDesignations', valueBoolean: true },
      ),
      asJson,
    )
    expect(expansionOf(answer).contains![0]).toMatchObject({
      system: SNOMED,
      code: '233604007',
      display: 'Pneumonia',
    })
  })

  test.each([
    { coding: { code: '233604007', system: SNOMED, display: 'Pneumonia' }, isValid: true },
    { coding: { code: '80891009', system: SNOMED, display: 'Heart structure' }, isValid: false },
    { coding: { code: '718-7', system: LOINC, display: 'Hemoglobin' }, isValid: false },
  ])('checks $coding.code in it', async ({ coding, isValid }) => {
    const answer = await fhir.post(
      'ValueSet/$validate-code',
      body({ name: 'valueSet', resource: FINDINGS }, { name: 'coding', valueCoding: coding }),
      asJson,
    )
    expect([answer.status, valuesOf(answer.resource, 'result')]).toEqual([200, [isValid]])
  })

  test('looks a code up, with one of its properties', async () => {
    const { resource } = await fhir.get(
      `CodeSystem/$lookup?system=http%3A%2F%2Floinc.org&code=718-7&property=SYSTEM`,
    )
    expect(valuesOf(resource, 'display')).toEqual(['Hemoglobin [Mass/volume] in Blood'])
    const property = (resource.parameter as unknown as Parameter[]).find(
      ({ name }) => name === 'property',
    )
    expect(property!.part).toEqual([
      { name: 'code', valueCode: 'SYSTEM' },
      { name: 'value', valueString: 'Bld' },
    ])
  })
})
