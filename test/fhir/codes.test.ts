/**
 * Proves of the operations on a code:
 * 1. $lookup gives display, names with uses, properties, parents and children, or those that are asked for
 * 2. $validate-code tells whether a code is there, in the value set and in use, whether its display is right, and what replaces it
 * 3. $subsumes compares two codes of one version
 * 4. $translate gives ICD-10-CM's codes by the release's rules and the patient, and the codes that replace a retired one
 * 5. what is unknown or malformed is an OperationOutcome
 */
import { describe, expect, test } from 'vitest'
import type { Parameter, Resource } from '../../src/fhir/resources.ts'
import type { Answer } from './support.ts'
import {
  ICD10CM,
  issueOf,
  LOINC,
  parameters,
  SNOMED,
  startMini,
  valueSet,
  valuesOf,
} from './support.ts'

const fhir = await startMini()
const VERSION = `${SNOMED}/900000000000207008/version/20250701`

/** Properties of a lookup, as `code=value`. */
function propertiesOf({ parameter }: Resource): string[] {
  return (parameter as readonly Parameter[])
    .filter(({ name }) => name === 'property')
    .map(({ part = [] }) => {
      const [code, value] = part.map(
        (each) => Object.entries(each).find(([key]) => key.startsWith('value'))?.[1],
      )
      return `${code}=${value}`
    })
}

describe('$lookup', () => {
  const lookup = (query: string) => fhir.get(`CodeSystem/$lookup?${query}`)

  test('gives what the release says of a code', async () => {
    const { status, resource } = await lookup(`system=${SNOMED}&code=46635009`)
    expect(status).toBe(200)
    const first = (name: string) => valuesOf(resource, name)[0]
    expect(['code', 'name', 'version', 'display', 'abstract'].map(first)).toEqual([
      '46635009',
      'SNOMED CT',
      VERSION,
      'Type 1 diabetes mellitus',
      false,
    ])
    expect(propertiesOf(resource)).toEqual([
      'inactive=false',
      'sufficientlyDefined=false',
      'parent=73211009',
    ])
    const designations = (resource.parameter as unknown as Parameter[]).filter(
      ({ name }) => name === 'designation',
    )
    expect(designations).toContainEqual({
      name: 'designation',
      part: [
        { name: 'language', valueCode: 'en' },
        {
          name: 'use',
          valueCoding: {
            system: SNOMED,
            code: '900000000000003001',
            display: 'Fully specified name',
          },
        },
        { name: 'value', valueString: 'Diabetes mellitus type 1 (disorder)' },
      ],
    })
  })

  test.each([
    {
      query: `system=${SNOMED}&code=73211009&property=child`,
      properties: ['child=44054006', 'child=46635009'],
    },
    { query: `system=${SNOMED}&code=194798004&property=inactive`, properties: ['inactive=true'] },
    {
      query: `system=${LOINC}&code=718-7&property=COMPONENT&property=SYSTEM`,
      properties: ['COMPONENT=Hemoglobin', 'SYSTEM=Bld'],
    },
    {
      query: `system=${ICD10CM}&code=A00.0&property=billable&property=parent`,
      properties: ['billable=true', 'parent=A00'],
    },
    { query: `system=${ICD10CM}&code=a000&property=billable`, properties: ['billable=true'] },
  ])('$query', async ({ query, properties }) => {
    const { resource } = await lookup(query)
    expect(propertiesOf(resource)).toEqual(properties)
    expect(valuesOf(resource, 'designation')).toEqual([])
  })

  test.each([
    { query: '', status: 400, code: 'invalid' },
    { query: 'code=1', status: 400, code: 'invalid' },
    { query: `system=${SNOMED}`, status: 400, code: 'invalid' },
    { query: `system=${SNOMED}&code=1`, status: 404, code: 'not-found' },
    { query: `system=${LOINC}&code=LP14635-4`, status: 404, code: 'not-found' },
    { query: 'system=http://example.org&code=1', status: 404, code: 'not-found' },
    { query: `system=${SNOMED}&code=73211009&version=x`, status: 404, code: 'not-found' },
    { query: `system=${SNOMED}&code=73211009&code=44054006`, status: 400, code: 'invalid' },
  ])('$query is refused', async ({ query, status, code }) => {
    const answer = await lookup(query)
    expect([answer.status, issueOf(answer.resource).code]).toEqual([status, code])
  })

  test.each(['20250701', VERSION, `${SNOMED}/900000000000207008`])(
    'reads version %s',
    async (version) => {
      const { status } = await lookup(`system=${SNOMED}&code=73211009&version=${version}`)
      expect(status).toBe(200)
    },
  )
})

/** Result, display, codes of the issues and their texts. */
function verdictOf({ resource }: Answer) {
  expect(resource.resourceType).toBe('Parameters')
  const issues = (resource.parameter as unknown as Parameter[]).find(
    ({ name }) => name === 'issues',
  )
  const listed = (issues?.resource?.issue ?? []) as readonly {
    readonly severity: string
    readonly details: {
      readonly text: string
      readonly coding: readonly { readonly code: string }[]
    }
    readonly expression?: readonly string[]
  }[]
  return {
    result: valuesOf(resource, 'result')[0],
    display: valuesOf(resource, 'display')[0],
    issues: listed.map(
      ({ details, expression }) => `${details.coding[0]!.code} ${expression?.[0]}`,
    ),
    text: listed.map(({ details }) => details.text).join(' '),
  }
}

describe('CodeSystem/$validate-code', () => {
  const validate = async (query: string) =>
    verdictOf(await fhir.get(`CodeSystem/$validate-code?${query}`))

  test.each([
    { query: `url=${SNOMED}&code=73211009`, display: 'Diabetes mellitus' },
    {
      query: `url=${SNOMED}&code=73211009&display=DIABETES%20MELLITUS`,
      display: 'Diabetes mellitus',
    },
    {
      query: `url=${SNOMED}&code=22298006&display=Heart%20attack`,
      display: 'Myocardial infarction',
    },
    {
      query: `url=${SNOMED}&code=22298006&display=Myocardial%20infarction%20(disorder)`,
      display: 'Myocardial infarction',
    },
    {
      query: `url=${ICD10CM}&code=A00.0`,
      display: 'Cholera due to Vibrio cholerae 01, biovar cholerae',
    },
    { query: `system=${LOINC}&code=718-7`, display: 'Hemoglobin [Mass/volume] in Blood' },
  ])('$query is right', async ({ query, display }) => {
    expect(await validate(query)).toEqual({ result: true, display, issues: [], text: '' })
  })

  test.each([
    { query: `url=${SNOMED}&code=1`, issues: ['invalid-code code'], says: "Unknown code '1'" },
    {
      query: 'url=http://example.org&code=1',
      issues: ['not-found system'],
      says: 'http://example.org',
    },
    {
      query: `url=${SNOMED}&code=73211009&version=1999`,
      issues: ['not-found system'],
      says: VERSION,
    },
    {
      query: `url=${LOINC}&code=718-7&display=Glucose`,
      issues: ['invalid-display display'],
      says: "'Hemoglobin [Mass/volume] in Blood'",
    },
    { query: 'code=1', issues: ['invalid-data system'], says: 'no system' },
    {
      query: `url=${ICD10CM}&code=A000`,
      issues: ['invalid-code code'],
      says: "Unknown code 'A000' in the CodeSystem",
    },
    { query: `url=${ICD10CM}&code=a000`, issues: ['invalid-code code'], says: "written 'A00.0'" },
    { query: `url=${ICD10CM}&code=%20A00.0`, issues: ['invalid-code code'], says: "'A00.0'" },
  ])('$query is wrong', async ({ query, issues, says }) => {
    const verdict = await validate(query)
    expect([verdict.result, verdict.issues]).toEqual([false, issues])
    expect(verdict.text).toContain(says)
  })

  test('a code in another case is right, with a remark and the code', async () => {
    const query = `url=${ICD10CM}&code=a00.0`
    const verdict = await validate(query)
    expect([verdict.result, verdict.issues]).toEqual([true, ['code-rule code']])
    expect(verdict.text).toContain("the correct code 'A00.0'")
    const { resource } = await fhir.get(`CodeSystem/$validate-code?${query}`)
    expect(valuesOf(resource, 'normalized-code')).toEqual(['A00.0'])
    expect(valuesOf(resource, 'message')).toEqual([])
  })

  test('a retired code is right, with a remark on what replaces it', async () => {
    const verdict = await validate(`url=${SNOMED}&code=194798004`)
    expect([verdict.result, verdict.issues]).toEqual([true, ['code-comment code']])
    expect(verdict.text).toContain('22298006 Myocardial infarction (replaced_by)')
    const { resource } = await fhir.get(`CodeSystem/$validate-code?url=${SNOMED}&code=194798004`)
    expect([valuesOf(resource, 'inactive'), valuesOf(resource, 'status')]).toEqual([
      [true],
      ['inactive'],
    ])
    expect(valuesOf(resource, 'message')).toEqual([verdict.text])
  })

  test('the status of a code of LOINC is its own', async () => {
    const verdict = await validate(`url=${LOINC}&code=9000004-3`)
    expect([verdict.result, verdict.issues]).toEqual([true, ['code-comment code']])
    expect(verdict.text).toContain('2160-0')
  })

  test('one right coding of a CodeableConcept is enough', async () => {
    const concept = (...codes: readonly string[]) => ({
      name: 'codeableConcept',
      valueCodeableConcept: { coding: codes.map((code) => ({ system: SNOMED, code })) },
    })
    const ask = async (...codes: readonly string[]) =>
      verdictOf(await fhir.post('CodeSystem/$validate-code', parameters(concept(...codes))))
    expect((await ask('1', '73211009')).result).toBe(true)
    const wrong = await ask('1', '2')
    expect([wrong.result, wrong.issues]).toEqual([
      false,
      ['invalid-code CodeableConcept.coding[0].code'],
    ])
  })
})

describe('ValueSet/$validate-code', () => {
  const DIABETES = {
    include: [{ system: SNOMED, filter: [{ property: 'concept', op: 'is-a', value: '73211009' }] }],
  }
  const validate = async (coding: object, compose: object, ...more: readonly Parameter[]) =>
    verdictOf(
      await fhir.post(
        'ValueSet/$validate-code',
        parameters(
          { name: 'coding', valueCoding: coding },
          valueSet(compose, { url: 'http://example.org/vs', version: '1' }),
          ...more,
        ),
      ),
    )

  test.each([
    { name: 'a member', coding: { code: '44054006' }, result: true, issues: [] },
    {
      name: 'a member under another name',
      coding: { code: '44054006', display: 'Type II diabetes mellitus' },
      result: true,
      issues: [],
    },
    {
      name: 'a member under a wrong name',
      coding: { code: '44054006', display: 'Asthma' },
      result: false,
      issues: ['invalid-display Coding.display'],
    },
    {
      name: 'a code outside',
      coding: { code: '22298006' },
      result: false,
      issues: ['not-in-vs Coding.code'],
    },
    {
      name: 'an unknown code',
      coding: { code: '1' },
      result: false,
      issues: ['not-in-vs Coding.code', 'invalid-code Coding.code'],
    },
    {
      name: 'a code of another system',
      coding: { code: 'A00', system: ICD10CM },
      result: false,
      issues: ['not-in-vs Coding.code'],
    },
  ])('$name', async ({ coding, result, issues }) => {
    const verdict = await validate({ system: SNOMED, ...coding }, DIABETES)
    expect([verdict.result, verdict.issues]).toEqual([result, issues])
  })

  test('the message names the code and the value set', async () => {
    const { text } = await validate(
      { system: SNOMED, code: '22298006', display: 'Heart attack' },
      DIABETES,
    )
    expect(text).toBe(
      "The provided code 'http://snomed.info/sct#22298006 ('Heart attack')' was not found in the value set 'http://example.org/vs|1'",
    )
  })

  test('a code alone belongs to the code system of the set where that is taken for granted', async () => {
    const ask = async (query: string) =>
      verdictOf(
        await fhir.get(
          `ValueSet/$validate-code?url=${SNOMED}?fhir_vs=isa/73211009&code=44054006${query}`,
        ),
      )
    expect((await ask('&inferSystem=true')).result).toBe(true)
    expect((await ask('')).issues).toEqual(['not-in-vs code', 'invalid-data system'])
  })

  test('retired members are none where only active ones are asked for', async () => {
    const listed = { include: [{ system: SNOMED, concept: [{ code: '194798004' }] }] }
    const coding = { system: SNOMED, code: '194798004' }
    expect((await validate(coding, listed)).result).toBe(true)
    expect(
      (await validate(coding, listed, { name: 'activeOnly', valueBoolean: true })).result,
    ).toBe(false)
  })

  test.each([
    { query: '', status: 400, code: 'invalid' },
    { query: 'url=http://example.org&code=1', status: 404, code: 'not-found' },
    { query: `url=${SNOMED}?fhir_vs`, status: 400, code: 'invalid' },
    { query: `url=${SNOMED}?fhir_vs=ecl/x&code=1&system=${SNOMED}`, status: 400, code: 'invalid' },
  ])('$query is refused', async ({ query, status, code }) => {
    const answer = await fhir.get(`ValueSet/$validate-code?${query}`)
    expect([answer.status, issueOf(answer.resource).code]).toEqual([status, code])
  })
})

describe('$subsumes', () => {
  const subsumes = (query: string) => fhir.get(`CodeSystem/$subsumes?system=${SNOMED}&${query}`)

  test.each([
    { a: '73211009', b: '44054006', outcome: 'subsumes' },
    { a: '44054006', b: '73211009', outcome: 'subsumed-by' },
    { a: '44054006', b: '44054006', outcome: 'equivalent' },
    { a: '44054006', b: '46635009', outcome: 'not-subsumed' },
    { a: '138875005', b: '401303003', outcome: 'subsumes' },
  ])('$a, $b: $outcome', async ({ a, b, outcome }) => {
    const { resource } = await subsumes(`codeA=${a}&codeB=${b}`)
    expect(valuesOf(resource, 'outcome')).toEqual([outcome])
    const coding = (name: string, code: string) => ({ name, valueCoding: { system: SNOMED, code } })
    const posted = await fhir.post(
      'CodeSystem/$subsumes',
      parameters(coding('codingA', a), coding('codingB', b)),
    )
    expect(valuesOf(posted.resource, 'outcome')).toEqual([outcome])
  })

  test.each([
    { query: 'codeA=1&codeB=44054006', status: 404 },
    { query: 'codeA=44054006', status: 400 },
    { query: 'codeA=44054006&codeB=44054006&version=1', status: 404 },
  ])('$query is refused', async ({ query, status }) => {
    expect((await subsumes(query)).status).toBe(status)
  })

  test('codes of two code systems are refused', async () => {
    const answer = await fhir.post(
      'CodeSystem/$subsumes',
      parameters(
        { name: 'codingA', valueCoding: { system: SNOMED, code: '73211009' } },
        { name: 'codingB', valueCoding: { system: ICD10CM, code: 'A00' } },
      ),
    )
    expect([answer.status, issueOf(answer.resource).code]).toEqual([400, 'invalid'])
  })
})

describe('$translate', () => {
  /** Matches as `equivalence code comment`. */
  const matchesOf = ({ resource }: Answer) =>
    (resource.parameter as unknown as Parameter[])
      .filter(({ name }) => name === 'match')
      .map(({ part = [] }) => {
        const [equivalence, concept, comment] = part as [Parameter, Parameter, Parameter?]
        return [
          equivalence.valueCode,
          (concept.valueCoding as { code: string }).code,
          comment?.valueString,
        ]
          .filter((each) => each !== undefined)
          .join(' ')
      })
  const translate = (query: string) => fhir.get(`ConceptMap/$translate?system=${SNOMED}&${query}`)

  test.each([
    { query: 'code=44054006', matches: ['relatedto E11.9'] },
    { query: `code=44054006&targetsystem=${ICD10CM}`, matches: ['relatedto E11.9'] },
    { query: `code=44054006&targetsystem=${LOINC}`, matches: [] },
    { query: `code=44054006&url=${SNOMED}?fhir_cm=6011000124106`, matches: ['relatedto E11.9'] },
    {
      query: 'code=386661006',
      matches: ['relatedto P81.9 if age under 29 days', 'relatedto R50.9 if otherwise'],
    },
    { query: 'code=404684003', matches: [] },
    { query: 'code=194798004', matches: ['equivalent 22298006 replaced_by'] },
    {
      query: `code=194798004&url=${SNOMED}?fhir_cm=900000000000526001`,
      matches: ['equivalent 22298006 replaced_by'],
    },
    { query: `code=194798004&url=${SNOMED}?fhir_cm=900000000000527005`, matches: [] },
    {
      query: 'code=155304006',
      matches: [
        'inexact 44054006 possibly_equivalent_to',
        'inexact 46635009 possibly_equivalent_to',
      ],
    },
  ])('$query', async ({ query, matches }) => {
    const answer = await translate(query)
    expect(matchesOf(answer)).toEqual(matches)
    expect(valuesOf(answer.resource, 'result')).toEqual([matches.length > 0])
  })

  test('a patient’s age decides a rule', async () => {
    const ask = (age: string) =>
      fhir.post(
        'ConceptMap/$translate',
        parameters(
          { name: 'coding', valueCoding: { system: SNOMED, code: '386661006' } },
          {
            name: 'dependency',
            part: [
              { name: 'element', valueUri: 'age' },
              { name: 'concept', valueCodeableConcept: { text: age } },
            ],
          },
        ),
      )
    expect(matchesOf(await ask('40'))).toEqual(['relatedto R50.9'])
    expect(matchesOf(await ask('0.01'))).toEqual(['relatedto P81.9'])
  })

  test('retired codes of LOINC lead to those of MapTo', async () => {
    const answer = await fhir.get(`ConceptMap/$translate?sourceCode=9000004-3&system=${LOINC}`)
    expect(matchesOf(answer)).toEqual(['equivalent 2160-0 MAP_TO', 'equivalent 2161-8 MAP_TO'])
  })

  test.each([
    { query: 'code=1', status: 404, code: 'not-found' },
    { query: 'code=44054006&reverse=true', status: 400, code: 'not-supported' },
    { query: `code=44054006&url=${SNOMED}?fhir_cm=447562003`, status: 400, code: 'not-supported' },
    { query: 'code=44054006&url=http://example.org/map', status: 400, code: 'not-supported' },
  ])('$query is refused', async ({ query, status, code }) => {
    const answer = await translate(query)
    expect([answer.status, issueOf(answer.resource).code]).toEqual([status, code])
  })
})
