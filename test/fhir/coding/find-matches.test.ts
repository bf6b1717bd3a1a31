/**
 * Proves of `$find-matches`:
 * 1. `exact=true` gives the linked code or nothing, as the linker links
 * 2. `exact=false` gives candidates in the linker's order, each with its reason
 * 3. the first candidate has the words that it does not account for, and the question whose answer it needs
 * 4. properties are the linker's hints; those that a code system does not read are unmatched
 * 5. what is malformed or not supported is refused, and nothing of it repeated
 */
import { describe, expect, test } from 'vitest'
import { findMatches } from '../../../src/fhir/coding/find-matches.ts'
import { inputOfBody } from '../../../src/fhir/parameters.ts'
import type { Parameter } from '../../../src/fhir/resources.ts'
import { type LinkRequest, linkRequestSchema } from '../../../src/medlink.ts'
import { openStarters } from './support.ts'

const context = openStarters('snomed', 'loinc', 'medication', 'icd-10-cm')

const SNOMED = 'http://snomed.info/sct'
const ICD = 'http://hl7.org/fhir/sid/icd-10-cm'
const LOINC = 'http://loinc.org'
const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm'

const property = (code: string, value: object): Parameter => ({
  name: 'property',
  part: [
    { name: 'code', valueCode: code },
    { name: 'value', ...value },
  ],
})
const text = (valueString: string) => property('text', { valueString })
const system = (valueUri: string): Parameter => ({ name: 'system', valueUri })
const exact = (valueBoolean: boolean): Parameter => ({ name: 'exact', valueBoolean })

interface Match {
  readonly code: { readonly system: string; readonly version: string; readonly code: string }
  readonly comment: string
  /** `code: value` of each unmatched property. */
  readonly unmatched: readonly string[]
}

function find(...parameter: readonly unknown[]): Match[] {
  const input = inputOfBody({ resourceType: 'Parameters', parameter })
  const signal = new AbortController().signal
  const answer = findMatches(context, { input, body: undefined, text: undefined, signal })
  expect(answer.resourceType).toBe('Parameters')
  if ('parameter' in answer) expect(answer.parameter).not.toEqual([])
  const found = (answer.parameter ?? []) as { name: string; part: Parameter[] }[]
  return found.map(({ name, part }) => {
    expect(name).toBe('match')
    const values = (key: string) => part.filter((each) => each.name === key)
    return {
      code: values('code')[0]!.valueCoding,
      comment: values('comment')[0]!.valueString,
      unmatched: values('unmatched').map(({ part: [code, value] = [] }) => {
        return `${code!.valueCode}: ${value!.valueString}`
      }),
    } as Match
  })
}

const codes = (matches: readonly Match[]) => matches.map(({ code }) => code.code)

describe('exact=true', () => {
  test.each([
    { of: SNOMED, query: 'T2DM', code: '44054006', comment: 'linked: abbreviation' },
    { of: ICD, query: 'asthma', code: 'J45', comment: 'linked: official name' },
    { of: RXNORM, query: 'Tab Dolo 650', code: 'ML:dolo-650-mg-tablet' },
  ])('links $query', ({ of, query, code, comment = 'linked: official name' }) => {
    const [match, ...others] = find(system(of), exact(true), text(query))
    expect(others).toEqual([])
    expect(match).toMatchObject({ code: { code }, comment, unmatched: [] })
  })

  test.each([
    { of: ICD, query: 'MS' },
    { of: LOINC, query: 'Glucose' },
    { of: SNOMED, query: 'zzgrmbl' },
  ])('does not link $query', ({ of, query }) => {
    expect(find(system(of), exact(true), text(query))).toEqual([])
  })

  test('names the release of the code', () => {
    const [{ code }] = find(system(SNOMED), exact(true), text('asthma')) as [Match]
    expect(code).toEqual({
      ...{ system: SNOMED, version: 'http://snomed.info/sct/900000000000207008/version/starter' },
      ...{ code: '195967001', display: 'Asthma' },
    })
  })

  test('agrees with the linker about mentions that it links and others', () => {
    const endings = ['', '?', ' with fever', ', left']
    const mentions = ['asthma', 'cough', 'gout', 'T2DM', 'MS', 'no pain', 'pneumonia', 'glucose']
      .concat(['family history of stroke', 'fracture of femur', 'appendicitis', 'dolo', 'zz'])
      .flatMap((name) => endings.map((end) => name + end))
    const systems = { [SNOMED]: 'snomed', [ICD]: 'icd-10-cm' }
    const asked = Object.entries(systems).flatMap(([uri, ontology]) =>
      mentions.map((query) => {
        const { results } = context.medlink.link({ query, ontology } as LinkRequest)
        const linked = results.flatMap(({ is_linked, term_id }) => (is_linked ? [term_id] : []))
        return { uri, query, linked }
      }),
    )
    const yes = asked.filter(({ linked }) => linked.length > 0)
    expect([yes.length > 20, yes.length < asked.length - 20]).toEqual([true, true])
    const found = asked.map(({ uri, query }) => codes(find(system(uri), exact(true), text(query))))
    expect(found).toEqual(asked.map(({ linked }) => linked))
  })
})

describe('exact=false', () => {
  test('gives the candidates of the linker in their order', () => {
    const request = { query: 'asthma', ontology: 'icd-10-cm', top_k: 10 } as const
    const { results } = context.medlink.link(request)
    const matches = find(system(ICD), exact(false), text('asthma'))
    expect(codes(matches)).toEqual(results.map(({ term_id }) => term_id))
    expect(matches.map(({ comment }) => comment).slice(0, 2)).toEqual([
      'linked: official name',
      'not the first',
    ])
  })

  test.each([
    {
      ...{ of: LOINC, query: 'Glucose', more: [property('unit', { valueString: 'mg/dL' })] },
      ...{ comment: 'no specimen given', unmatched: ['specimen: which specimen?'] },
    },
    {
      ...{ of: LOINC, query: 'Hemoglobin', more: [] },
      ...{ comment: 'no unit given', unmatched: ['unit: mass or moles?'] },
    },
    {
      ...{ of: SNOMED, query: 'fever or flu?', more: [] },
      ...{ comment: 'context differs', unmatched: ['text: or', 'text: flu'] },
    },
  ])('says why $query is not linked, and what it needs', ({ of, query, more, ...said }) => {
    const [first, ...others] = find(system(of), exact(false), text(query), ...more)
    expect(first).toMatchObject(said)
    expect(others.flatMap(({ unmatched }) => unmatched)).toEqual([])
  })

  test('has nothing for words that are in no name', () => {
    expect(find(system(SNOMED), exact(false), text('zzgrmbl'))).toEqual([])
  })
})

describe('properties', () => {
  test.each([
    { name: 'text', value: { valueString: 'urine' } },
    { name: 'a code', value: { valueCode: 'urine' } },
    { name: 'the display of a Coding', value: { valueCoding: { code: 'UR', display: 'urine' } } },
  ])('are hints as $name', ({ value }) => {
    const unit = property('unit', { valueString: 'mg/dL' })
    const given = [text('Glucose'), unit, property('specimen', value)]
    expect(codes(find(system(LOINC), exact(true), ...given))).toEqual(['2350-7'])
  })

  test('are hints as numbers, and reach the linker under its own keys', () => {
    const given = {
      value: property('value', { valueDecimal: 13.5 }),
      panel_name: property('panel', { valueString: 'CBC' }),
      unit: property('unit', { valueString: 'g/dL' }),
    }
    const metadata = { value: 13.5, panel_name: 'CBC', unit: 'g/dL' }
    const request = linkRequestSchema.parse({ query: 'Hb', ontology: 'loinc', metadata })
    const { results } = context.medlink.link({ ...request, top_k: 10 } as LinkRequest)
    const matches = find(system(LOINC), exact(false), text('Hb'), ...Object.values(given))
    expect(codes(matches)).toEqual(results.map(({ term_id }) => term_id))
    expect(matches[0]!.unmatched).toEqual([])
  })

  test('a form decides between products', () => {
    const form = property('form', { valueString: 'capsule' })
    expect(codes(find(system(RXNORM), exact(true), text('amoxicillin 500 mg'), form))).toEqual([
      'ML:amoxicillin-500-mg-capsule',
    ])
  })

  test('that the code system does not read are unmatched, whatever is linked', () => {
    const unit = property('unit', { valueInteger: 5 })
    const [match] = find(system(SNOMED), exact(true), text('asthma'), unit)
    expect(match!.unmatched).toEqual(['unit: 5'])
    const [, second] = find(system(SNOMED), exact(false), text('asthma'), unit)
    expect(second!.unmatched).toEqual(['unit: 5'])
  })
})

describe('refused:', () => {
  const asthma = [system(SNOMED), exact(true), text('asthma')]
  const [SECRET, invalid, unsupported] = ['Asha', 'invalid', 'not-supported']

  test.each([
    { name: 'no system', given: asthma.slice(1), code: invalid },
    { name: 'no exact', given: [asthma[0], asthma[2]], code: invalid },
    { name: 'no text', given: asthma.slice(0, 2), code: invalid },
    { name: 'an unknown system', given: [system('urn:x'), ...asthma.slice(1)], code: 'not-found' },
    {
      name: 'a version that is not installed',
      given: [...asthma, { name: 'version', valueString: '1999' }],
      code: 'not-found',
    },
    { name: 'two texts', given: [...asthma, text(SECRET)], code: invalid },
    {
      name: 'another property',
      given: [...asthma, property(SECRET, { valueString: 'x' })],
      code: unsupported,
    },
    {
      name: 'a property without a code',
      given: [...asthma, { name: 'property', part: [{ name: 'value', valueString: SECRET }] }],
      code: unsupported,
    },
    {
      name: 'a property without parts',
      given: [...asthma, { name: 'property', part: { name: SECRET } }],
      code: unsupported,
    },
    {
      name: 'a property that is true',
      given: [...asthma, property('unit', { valueBoolean: true })],
      code: invalid,
    },
    {
      name: 'a part of a property',
      given: [
        ...asthma,
        { name: 'property', part: [{ name: 'code', valueCode: 'unit' }, { name: 'subproperty' }] },
      ],
      code: unsupported,
    },
    {
      name: 'a composition',
      given: [...asthma, { name: 'compositional', valueBoolean: true }],
      code: unsupported,
    },
  ])('$name', ({ given, code }) => {
    let refusal: unknown
    try {
      find(...given)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toMatchObject({ name: 'FhirError', issue: { code } })
    expect(String(refusal)).not.toContain(SECRET)
  })

  test('a text that is too long, by the library', () => {
    const long = [...asthma.slice(0, 2), text('x'.repeat(10_001))]
    expect(() => find(...long)).toThrow(/must not be longer/)
  })
})
