/**
 * Proves of `$code`:
 * 1. each kind of resource gets the Coding that the linker links, with score, basis and version
 * 2. what the linker does not link gets its reason, its question and up to three candidates, and no Coding
 * 3. unit, value, range, specimen, form and dose are hints, from contained resources and other entries, too
 * 4. nothing else changes: digits, white space, order of keys, modifierExtension, primitive extensions, earlier codings
 * 5. a second run changes nothing; a new answer replaces an earlier no
 * 6. the code system is the usual one that is installed, or the one that the request names
 * 7. requests with too many resources, of too much text, or that two programs would read in two ways are refused
 */
import { describe, expect, test } from 'vitest'
import { codeText, MAX_RESOURCES } from '../../../src/fhir/coding/code.ts'
import { LINK_URL, NO_LINK_URL } from '../../../src/fhir/coding/verdict.ts'
import type { Context } from '../../../src/fhir/operation.ts'
import type { Resource } from '../../../src/fhir/resources.ts'
import { bundleOf, openStarters } from './support.ts'

const all = openStarters('snomed', 'loinc', 'medication', 'icd-10-cm')
const icdOnly = openStarters('icd-10-cm')

const SNOMED = 'http://snomed.info/sct'
const ICD = 'http://hl7.org/fhir/sid/icd-10-cm'
const LOINC = 'http://loinc.org'
const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm'
const MEDLINK = 'urn:medlink:medication'

interface Concept {
  readonly text: string
  readonly coding?: readonly {
    readonly system: string
    readonly version: string
    readonly code: string
    readonly userSelected: boolean
    readonly extension: readonly Extension[]
  }[]
  readonly extension?: readonly Extension[]
}
interface Extension {
  readonly url: string
  readonly extension?: readonly Extension[]
  readonly [value: `value${string}`]: unknown
}

async function code(
  resource: Resource,
  systems: readonly string[] = [],
  context: Context = all,
): Promise<Resource> {
  const text = JSON.stringify(resource)
  return JSON.parse(await codeText(context, { text, resource, systems }))
}

/** The CodeableConcept of a coded resource. */
async function codedConcept(
  resource: Resource,
  path: readonly (string | number)[] = ['code'],
  ...more: readonly [systems?: readonly string[], context?: Context]
): Promise<Concept> {
  const coded: unknown = await code(resource, ...more)
  const at = (value: unknown, key: string | number) =>
    (value as Record<string | number, unknown>)[key]
  return path.reduce<unknown>(at, coded) as Concept
}

const codesOf = ({ coding = [] }: Concept) => coding.map(({ system, code }) => `${system}|${code}`)

/** A part of the extension of a no. */
function partsOf({ extension = [] }: Concept, name: string): readonly unknown[] {
  const no = extension.find(({ url }) => url === NO_LINK_URL)
  return (no?.extension ?? [])
    .filter(({ url }) => url === name)
    .map(({ url, ...value }) => Object.values(value)[0])
}

const observation = (text: string, more: object = {}) => ({
  ...{ resourceType: 'Observation', code: { text } },
  ...more,
})

describe('linked:', () => {
  test.each([
    { resource: { resourceType: 'Condition', code: { text: 'T2DM' } }, code: `${SNOMED}|44054006` },
    {
      resource: { resourceType: 'Procedure', code: { text: 'Appendectomy' } },
      code: `${SNOMED}|80146002`,
    },
    {
      resource: { resourceType: 'AllergyIntolerance', code: { text: 'peanut allergy' } },
      code: `${SNOMED}|91935009`,
    },
    {
      resource: observation('Hemoglobin', {
        valueQuantity: { value: 13.1, unit: 'g/dL' },
        specimen: { display: 'Blood' },
      }),
      code: `${LOINC}|718-7`,
    },
    {
      resource: {
        resourceType: 'DiagnosticReport',
        code: { text: 'Glucose [Mass/volume] in Urine' },
      },
      code: `${LOINC}|2350-7`,
    },
    {
      resource: {
        resourceType: 'Medication',
        ...{ code: { text: 'amoxicillin 500 mg' }, form: { text: 'Capsule' } },
      },
      code: `${MEDLINK}|ML:amoxicillin-500-mg-capsule`,
    },
    {
      resource: {
        resourceType: 'MedicationRequest',
        medicationCodeableConcept: { text: 'Tab Dolo 650' },
      },
      path: ['medicationCodeableConcept'],
      code: `${MEDLINK}|ML:dolo-650-mg-tablet`,
    },
    {
      resource: {
        resourceType: 'MedicationStatement',
        medicationCodeableConcept: { text: 'amoxicillin 500 mg' },
        dosage: [{ doseAndRate: [{ doseQuantity: { value: 1, unit: 'capsule' } }] }],
      },
      path: ['medicationCodeableConcept'],
      code: `${MEDLINK}|ML:amoxicillin-500-mg-capsule`,
    },
    {
      resource: {
        resourceType: 'FamilyMemberHistory',
        condition: [{ note: [] }, { code: { text: 'breast cancer' } }],
      },
      path: ['condition', 1, 'code'],
      code: `${SNOMED}|254837009`,
    },
  ])('$code in $resource.resourceType', async ({ resource, path, code }) => {
    const concept = await codedConcept(resource, path)
    expect(codesOf(concept)).toEqual([code])
    expect(concept.extension).toBeUndefined()
  })

  test('with version, display, score and basis, as a code that no user chose', async () => {
    const { coding } = await codedConcept({ resourceType: 'Condition', code: { text: 'T2DM' } })
    const { results, index_name } = all.medlink.link({ query: 'T2DM', ontology: 'snomed' })
    const [{ score, metadata }] = results as never as [(typeof results)[0]]
    expect(coding).toEqual([
      {
        extension: [
          {
            url: LINK_URL,
            extension: [
              { url: 'score', valueDecimal: score },
              { url: 'basis', valueCode: 'abbreviation' },
              { url: 'version', valueString: index_name },
            ],
          },
        ],
        system: SNOMED,
        version: 'http://snomed.info/sct/900000000000207008/version/starter',
        code: '44054006',
        display: metadata.preferred_name,
        userSelected: false,
      },
    ])
  })

  test('an ingredient has the code system of RxNorm, and no score that nobody computed', async () => {
    const resource = { resourceType: 'AllergyIntolerance', code: { text: 'metformin' } }
    const { coding } = await codedConcept(resource, ['code'], [RXNORM])
    expect(coding).toMatchObject([{ system: RXNORM, code: '6809' }])
    expect(coding![0]!.extension[0]!.extension!.map(({ url }) => url)).toEqual(['basis', 'version'])
  })
})

describe('not linked:', () => {
  test.each([
    { resource: observation('Hemoglobin'), reason: 'unit_missing', needed: ['mass or moles?'] },
    {
      resource: observation('Glucose', { valueQuantity: { value: 90, unit: 'mg/dL' } }),
      ...{ reason: 'specimen_missing', needed: ['which specimen?'] },
    },
    {
      resource: {
        resourceType: 'MedicationRequest',
        medicationCodeableConcept: { text: 'amoxicillin' },
      },
      path: ['medicationCodeableConcept'],
      ...{ reason: 'volume_needed', needed: [expect.stringMatching(/^which strength/)] },
    },
    {
      resource: { resourceType: 'Condition', code: { text: 'fever or flu?' } },
      ...{ reason: 'context_differs', needed: [] },
    },
  ] as { resource: Resource; path?: string[]; reason: string; needed: unknown[] }[])(
    '$reason',
    async ({ resource, path, reason, needed }) => {
      const concept = await codedConcept(resource, path)
      expect(concept.coding).toBeUndefined()
      expect(partsOf(concept, 'reason')).toEqual([reason])
      expect(partsOf(concept, 'needed')).toEqual(needed)
      expect(partsOf(concept, 'version')).toHaveLength(1)
      expect(partsOf(concept, 'candidate')).toHaveLength(3)
    },
  )

  test('a text with nothing like it has no candidates', async () => {
    const concept = await codedConcept({ resourceType: 'Condition', code: { text: 'zzgrmbl' } })
    expect(partsOf(concept, 'reason')).toEqual(['no_match'])
    expect(partsOf(concept, 'candidate')).toEqual([])
  })

  test('candidates are Codings with their system and version', async () => {
    const concept = await codedConcept(observation('Hemoglobin'))
    expect(partsOf(concept, 'candidate')[0]).toEqual({
      ...{ system: LOINC, version: 'starter', code: '718-7' },
      display: 'Hemoglobin [Mass/volume] in Blood',
    })
  })

  test.each([
    { name: 'a text', resource: { resourceType: 'Condition', code: { text: 'x'.repeat(10_001) } } },
    {
      name: 'a hint',
      resource: observation('Glucose', { specimen: { display: 'urine '.repeat(200) } }),
    },
  ])('$name that is too long for the linker is not looked at', async ({ resource }) => {
    const concept = await codedConcept(resource)
    expect(concept.extension).toEqual([
      { url: NO_LINK_URL, extension: [{ url: 'reason', valueCode: 'too_long' }] },
    ])
  })

  test('without an installed vocabulary the extension says so', async () => {
    const concept = await codedConcept(observation('Glucose'), ['code'], [], icdOnly)
    expect(concept.extension).toEqual([
      { url: NO_LINK_URL, extension: [{ url: 'reason', valueCode: 'not_installed' }] },
    ])
  })
})

describe('components and orders:', () => {
  const result = (value: number, unit: string) => ({ valueQuantity: { value, unit } })

  test('a component has its own result, and the specimen and the method of its Observation', async () => {
    const lipids = observation('Lipids', {
      specimen: { display: 'Serum' },
      method: { text: 'calculated' },
      component: [
        { code: { text: 'LDL cholesterol' }, ...result(101, 'mg/dL') },
        { code: { text: 'Sodium' }, valueString: 'Positive' },
      ],
    })
    expect(codesOf(await codedConcept(lipids, ['component', 0, 'code']))).toEqual([
      `${LOINC}|13457-7`,
    ])
    const sodium = await codedConcept(lipids, ['component', 1, 'code'])
    expect(codesOf(sodium)).toEqual([])
    expect(partsOf(sodium, 'reason')).toEqual(['value_conflict'])
  })

  test('the name of the Observation is the panel of its components', async () => {
    const gases = (name: string) =>
      observation(name, {
        specimen: { display: 'Blood' },
        component: [{ code: { text: 'Sodium' }, ...result(138, 'mmol/L') }],
      })
    expect(codesOf(await codedConcept(gases('ABG'), ['component', 0, 'code']))).toEqual([
      `${LOINC}|2947-0`,
    ])
  })

  test('an order has a specimen', async () => {
    const order = {
      ...{ resourceType: 'ServiceRequest', code: { text: 'Glucose (mg/dL)' } },
      specimen: [{ display: 'Urine' }],
    }
    expect(codesOf(await codedConcept(order))).toEqual([`${LOINC}|2350-7`])
  })
})

describe('hints of an Observation:', () => {
  const urine = { resourceType: 'Specimen', id: 's', type: { text: 'urine' } }
  const glucose = (more: object) => observation('Glucose', more)
  const mgdl = { valueQuantity: { value: 12, unit: 'mg/dL' } }
  const URINE = `${LOINC}|2350-7`

  test.each([
    { name: 'the display of its specimen', more: { ...mgdl, specimen: { display: 'Urine' } } },
    {
      name: 'the type of a contained specimen',
      more: { ...mgdl, contained: [urine], specimen: { reference: '#s' } },
    },
    {
      name: 'the display of the type of a contained specimen',
      more: {
        ...mgdl,
        contained: [{ ...urine, type: { coding: [{ code: 'UR' }, { display: 'Urine' }] } }],
        specimen: { reference: '#s' },
      },
    },
    {
      name: 'its method, which no code has',
      more: { ...mgdl, method: { text: 'In-house' }, specimen: { display: 'urine' } },
    },
    {
      name: 'the code of its unit',
      more: { valueQuantity: { value: 1, code: 'mg/dL' }, specimen: { display: 'urine' } },
    },
    {
      name: 'the unit of its reference range',
      more: {
        valueInteger: 12,
        referenceRange: [{ text: '<15' }, { high: { value: 15, unit: 'mg/dL' } }],
        specimen: { display: 'urine' },
      },
    },
  ])('$name', async ({ more }) => {
    expect(codesOf(await codedConcept(glucose(more)))).toEqual([URINE])
  })

  test.each([
    { name: 'its URL', fullUrl: 'urn:uuid:7f', reference: 'urn:uuid:7f' },
    { name: 'its type and id', fullUrl: undefined, reference: 'Specimen/s' },
    { name: 'a version of it', fullUrl: undefined, reference: 'Specimen/s/_history/2' },
    {
      name: 'a URL relative to its own',
      fullUrl: 'http://a.example/fhir/Specimen/s',
      reference: 'Specimen/s',
      others: [
        { fullUrl: 'http://b.example/Specimen/s', resource: { ...urine, type: { text: 'blood' } } },
      ],
    },
  ])('a specimen of another entry, by $name', async ({ fullUrl, reference, others = [] }) => {
    const entry = [
      {
        fullUrl: 'http://a.example/fhir/Observation/1',
        resource: glucose({ ...mgdl, specimen: { reference } }),
      },
      ...others,
      { ...(fullUrl && { fullUrl }), resource: urine },
    ]
    const bundle = { resourceType: 'Bundle', type: 'collection', entry }
    const concept = await codedConcept(bundle, ['entry', 0, 'resource', 'code'])
    expect(codesOf(concept)).toEqual([URINE])
  })

  test.each([
    { name: 'a specimen that did not come along', more: { specimen: { reference: 'Specimen/9' } } },
    { name: 'a specimen contained elsewhere', more: { specimen: { reference: '#t' } } },
    { name: 'a specimen that is no reference', more: { specimen: 'urine' } },
  ])('$name says nothing', async ({ more }) => {
    const entry = [{ resource: glucose({ ...mgdl, ...more }) }, { resource: { ...urine, id: 't' } }]
    const bundle = { resourceType: 'Bundle', type: 'collection', entry }
    const concept = await codedConcept(bundle, ['entry', 0, 'resource', 'code'])
    expect(partsOf(concept, 'reason')).toEqual(['specimen_missing'])
  })

  test('two resources of one name are no specimen', async () => {
    const entry = [
      { resource: glucose({ ...mgdl, specimen: { reference: 'Specimen/s' } }) },
      { resource: urine },
      { resource: { ...urine, type: { text: 'serum' } } },
    ]
    const bundle = { resourceType: 'Bundle', type: 'collection', entry }
    const concept = await codedConcept(bundle, ['entry', 0, 'resource', 'code'])
    expect(partsOf(concept, 'reason')).toEqual(['specimen_missing'])
  })
})

describe('what is there stays:', () => {
  const BODY = `{ "resourceType" : "Observation",
  "_status": { "extension": [ { "url": "http://a.example/why", "valueCode": "x" } ] },
  "modifierExtension": [{"url": "urn:m", "valueDecimal": 1.50}],
  "code": { "_text": {"id": "t"}, "text": "Hemoglobin", "unknown": {"b": 1.0, "a": 2e2} },
  "valueQuantity": { "value": 7.10, "unit": "g\\/dL" },
  "specimen": {"display": "Blood"} }`

  test('every byte that is not added', async () => {
    const coded = await codeText(all, { text: BODY, resource: JSON.parse(BODY) })
    const added = /,"coding": \[\{.*?"userSelected":false\}\]/
    expect(coded).toMatch(added)
    expect(coded.replace(added, '')).toBe(BODY)
  })

  test.each([
    { name: 'linked', text: BODY },
    { name: 'not linked', text: BODY.replace('"unit": "g\\/dL"', '"unit": ""') },
  ])('a second run changes nothing of what was $name', async ({ text }) => {
    const once = await codeText(all, { text, resource: JSON.parse(text) })
    expect(once).not.toBe(text)
    expect(await codeText(all, { text: once, resource: JSON.parse(once) })).toBe(once)
  })

  test.each([
    { name: 'a code of the same system', coding: [{ system: SNOMED, code: '1' }] },
    { name: 'a code that is not known', coding: [{ system: SNOMED, code: 'none', display: 'x' }] },
  ])('$name', async ({ coding }) => {
    const resource = { resourceType: 'Condition', code: { text: 'asthma', coding } }
    expect(await code(resource)).toEqual(resource)
  })

  test('codes of other systems, before the new one', async () => {
    const coding = [{ system: 'urn:site', code: 'X1' }, { code: 'Y' }]
    const resource = { resourceType: 'Condition', code: { coding, text: 'asthma' } }
    const concept = await codedConcept(resource)
    expect(concept.coding!.slice(0, 2)).toEqual(coding)
    expect(codesOf(concept).slice(2)).toEqual([`${SNOMED}|195967001`])
  })

  test('other extensions, before the new one', async () => {
    const extension = [{ url: 'urn:site', valueString: 'x' }]
    const resource = { resourceType: 'Condition', code: { extension, text: 'zzgrmbl' } }
    const concept = await codedConcept(resource)
    expect(concept.extension!.map(({ url }) => url)).toEqual(['urn:site', NO_LINK_URL])
  })

  test.each([
    { resourceType: 'Patient', name: [{ text: 'asthma' }] },
    { resourceType: 'Condition', code: { coding: [{ display: 'asthma' }] } },
    { resourceType: 'Condition', code: { text: '  ' } },
    { resourceType: 'Condition', code: { text: 7 } },
    { resourceType: 'Condition', code: { _text: { id: 'x' } } },
    { resourceType: 'Condition', code: 'asthma' },
    { resourceType: 'Condition', code: null },
    { resourceType: 'Condition', code: { text: 'asthma', coding: {} } },
    { resourceType: 'Condition', code: { text: 'asthma', extension: 'x' } },
    { resourceType: 'FamilyMemberHistory', condition: { code: { text: 'asthma' } } },
    { resourceType: 'MedicationRequest', medicationReference: { display: 'Tab Dolo 650' } },
    { resourceType: 'Bundle', entry: { resource: {} } },
    { resourceType: 'Bundle', entry: [null, { resource: 'x' }, { fullUrl: 1 }] },
    { resourceType: 'constructor', code: { text: 'asthma' } },
  ])('%j', async (resource) => {
    expect(await code(resource)).toEqual(resource)
  })
})

describe('an earlier no', () => {
  const no = { url: NO_LINK_URL, extension: [{ url: 'reason', valueCode: 'unit_missing' }] }
  const given = { specimen: { display: 'blood' }, valueQuantity: { value: 9, unit: 'g/dL' } }
  const hb = (extension: readonly object[], more: object) => ({
    ...{ resourceType: 'Observation', code: { extension, text: 'Hemoglobin' } },
    ...more,
  })

  test('gives way to a code', async () => {
    const concept = await codedConcept(hb([no], given))
    expect(codesOf(concept)).toEqual([`${LOINC}|718-7`])
    expect(concept).not.toHaveProperty('extension')
  })

  test('gives way to a code between other extensions', async () => {
    const others = [{ url: 'urn:a' }, { url: 'urn:b' }]
    const concept = await codedConcept(hb([others[0]!, no, others[1]!], given))
    expect(codesOf(concept)).toEqual([`${LOINC}|718-7`])
    expect(concept.extension).toEqual(others)
  })

  test('gives way to another no in its place', async () => {
    const concept = await codedConcept(hb([no, { url: 'urn:a' }], {}))
    expect(concept.extension!.map(({ url }) => url)).toEqual([NO_LINK_URL, 'urn:a'])
    expect(partsOf(concept, 'candidate')).toHaveLength(3)
  })
})

describe('the code system', () => {
  const asthma = { resourceType: 'Condition', code: { text: 'asthma' } }

  test.each([
    { name: 'is SNOMED CT for a Condition', code: `${SNOMED}|195967001` },
    { name: 'is ICD-10-CM without SNOMED CT', context: icdOnly, code: `${ICD}|J45` },
    { name: 'is the one that the request names', systems: [ICD], code: `${ICD}|J45` },
    {
      name: 'is the usual one of those that it names',
      ...{ systems: [LOINC, ICD, SNOMED], code: `${SNOMED}|195967001` },
    },
  ])('$name', async ({ systems, context, code }) => {
    expect(codesOf(await codedConcept(asthma, ['code'], systems, context))).toEqual([code])
  })

  test('of another kind leaves the resource as it is', async () => {
    expect(await code(asthma, [LOINC])).toEqual(asthma)
  })

  test('that is unknown is refused', async () => {
    await expect(code(asthma, ['http://a.example/codes'])).rejects.toMatchObject({ status: 404 })
  })

  test('that is not installed is refused when it is named', async () => {
    await expect(code(asthma, [LOINC], icdOnly)).rejects.toMatchObject({ code: 'index_missing' })
  })

  test('a code of any system that could be meant counts, also if none is installed', async () => {
    const coding = [{ system: LOINC, code: '718-7' }]
    const resource = { resourceType: 'Observation', code: { text: 'Hemoglobin', coding } }
    expect(await code(resource, [], icdOnly)).toEqual(resource)
  })
})

describe('Bundles', () => {
  test('contained resources and all entries are coded, equal texts alike', async () => {
    const bundle = bundleOf(
      {
        resourceType: 'MedicationRequest',
        contained: [
          { resourceType: 'Medication', id: 'm', code: { text: 'Tab Dolo 650' } },
          'no resource',
        ],
        medicationReference: { reference: '#m' },
      },
      { resourceType: 'Medication', code: { text: 'Tab Dolo 650' } },
      { resourceType: 'Condition', code: { text: 'asthma' } },
    )
    const coded = JSON.stringify(await code(bundle))
    expect(coded.match(/ML:dolo-650-mg-tablet/g)).toHaveLength(2)
    expect(coded.match(/195967001/g)).toHaveLength(1)
  })

  test.each([
    { name: 'entries', make: (n: number) => bundleOf(...Array(n).fill({ resourceType: 'Basic' })) },
    {
      name: 'contained resources',
      make: (n: number) =>
        bundleOf({
          resourceType: 'Basic',
          contained: Array(n - 1).fill({ resourceType: 'Basic' }),
        }),
    },
  ])(`more than ${MAX_RESOURCES} $name are too costly`, async ({ make }) => {
    expect(await code(make(MAX_RESOURCES))).toMatchObject({ resourceType: 'Bundle' })
    await expect(code(make(MAX_RESOURCES + 1))).rejects.toMatchObject({
      status: 413,
      issue: { code: 'too-costly', text: expect.stringContaining(String(MAX_RESOURCES)) },
    })
  })
})

describe('refused:', () => {
  const refusal = (text: string) => codeText(all, { text, resource: JSON.parse(text) })

  test('a key twice in one object', async () => {
    const twice = '{"resourceType":"Condition","code":{"text":"gout"},"code":{"text":"asthma"}}'
    await expect(refusal(twice)).rejects.toMatchObject({ status: 400, issue: { code: 'invalid' } })
  })

  test('a key twice on the way to the text', async () => {
    const twice =
      '{"resourceType":"Bundle","entry":[],"entry":[{"resource":{"resourceType":"Condition","code":{"text":"asthma"}}}]}'
    await expect(refusal(twice)).rejects.toMatchObject({ status: 400, issue: { code: 'invalid' } })
  })
})
