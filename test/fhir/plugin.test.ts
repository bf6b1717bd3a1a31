/**
 * Proves of FHIR over HTTP:
 * 1. answers are application/fhir+json, and other formats are declined
 * 2. every operation of the table is served and listed, by GET and POST as it declares
 * 3. whatever is wrong with a request is an OperationOutcome with a status of 4xx
 * 4. TerminologyCapabilities names each installed version
 * 5. parameters are read by their types, from the query, from Parameters, or from both
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/fhir/operations.ts'
import { FhirError, refusalOf } from '../../src/fhir/outcome.ts'
import { Input, inputOfBody, inputOfQuery } from '../../src/fhir/parameters.ts'
import { MedlinkError, openMedlink } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { type FhirServer, issueOf, parameters, startFhir } from './support.ts'

const medlink = openMedlink({ dir: starterRoot('icd-10-cm') })
let fhir: FhirServer
beforeAll(async () => {
  fhir = await startFhir({ medlink })
})
afterAll(async () => {
  await fhir.app.close()
  medlink.close()
})

describe('formats', () => {
  test.each([
    { path: 'metadata', headers: {} },
    { path: 'metadata?_format=json', headers: { accept: 'text/html' } },
    { path: 'metadata?_format=application/fhir+json', headers: {} },
    { path: 'metadata?_format=application/fhir%2Bjson', headers: {} },
    { path: 'metadata', headers: { accept: 'application/fhir+json; fhirVersion=4.0' } },
    { path: 'metadata', headers: { accept: 'text/html, */*;q=0.8' } },
  ])('$path with $headers is answered', async ({ path, headers }) => {
    const { status, type, resource } = await fhir.get(path, headers as never)
    expect([status, type]).toEqual([200, 'application/fhir+json; charset=utf-8'])
    expect(resource.resourceType).toBe('CapabilityStatement')
  })

  test.each([
    { path: 'metadata?_format=xml', headers: {} },
    { path: 'metadata?_format=application/fhir%2Bxml', headers: {} },
    { path: 'metadata?_format=json&_format=xml', headers: {} },
    { path: 'metadata', headers: { accept: 'application/fhir+xml' } },
  ])('$path with $headers is declined', async ({ path, headers }) => {
    const { status, type, resource } = await fhir.get(path, headers as never)
    expect([status, type]).toEqual([400, 'application/fhir+json; charset=utf-8'])
    expect(issueOf(resource)).toMatchObject({ code: 'not-supported' })
  })
})

describe('metadata', () => {
  test('lists every operation of the table once', async () => {
    const { resource } = await fhir.get('metadata')
    const [{ resource: types, operation }] = resource.rest as unknown as [Level]
    const listed = [
      ...operation.map(({ name }) => `system ${name}`),
      ...types.flatMap(({ type, operation }) => operation.map(({ name }) => `${type} ${name}`)),
    ]
    expect(listed.sort()).toEqual(OPERATIONS.map(({ level, name }) => `${level} ${name}`).sort())
  })

  test.each(OPERATIONS)('$level $name is served', async ({ level, name, onlyPost }) => {
    const path = level === 'system' ? `$${name}` : `${level}/$${name}`
    const got = await fhir.get(path)
    const posted = await fhir.post(path, parameters())
    expect(got.status === 405).toBe(onlyPost === true)
    expect([404, 405]).not.toContain(posted.status)
  })

  test('names each installed version, and the newest as the default', async () => {
    const { resource } = await fhir.get('metadata?mode=terminology')
    expect(resource.codeSystem).toEqual([
      {
        uri: 'http://hl7.org/fhir/sid/icd-10-cm',
        version: [{ code: 'starter', isDefault: true, compositional: false }],
        subsumption: true,
      },
    ])
  })

  test('says where it is', async () => {
    const { resource } = await fhir.get('metadata', { host: 'tx.example:8080' })
    expect(resource.url).toBe('http://tx.example:8080/fhir/metadata')
    const named = await startFhir({ medlink, publicUrl: 'https://codes.example/fhir' })
    expect((await named.get('metadata')).resource.url).toBe('https://codes.example/fhir/metadata')
    await named.app.close()
  })

  test('$versions gives R4', async () => {
    const { resource } = await fhir.get('$versions')
    expect(resource.parameter).toEqual([
      { name: 'version', valueCode: '4.0' },
      { name: 'default', valueCode: '4.0' },
    ])
  })
})

describe('ValueSet as a resource', () => {
  const WHOLE = {
    resourceType: 'ValueSet',
    id: 'icd-10-cm',
    url: 'http://hl7.org/fhir/sid/icd-10-cm?fhir_vs',
    status: 'active',
    compose: { include: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm' }] },
  }

  test('is the whole of an installed code system', async () => {
    const { status, resource } = await fhir.get('ValueSet/icd-10-cm')
    expect([status, resource]).toEqual([200, { ...WHOLE, title: 'All of ICD-10-CM' }])
  })

  test.each(['snomed', 'other'])('%s is none here', async (id) => {
    const { status, resource } = await fhir.get(`ValueSet/${id}`)
    expect([status, issueOf(resource).code]).toEqual([404, 'not-found'])
  })

  test.each([
    { query: '', total: 1 },
    { query: `?url=${WHOLE.url}`, total: 1 },
    { query: '?url=http://example.org/vs', total: 0 },
  ])('is searched by $query', async ({ query, total }) => {
    const { resource } = await fhir.get(`ValueSet${query}`)
    expect(resource).toMatchObject({ resourceType: 'Bundle', type: 'searchset', total })
    expect((resource.entry as unknown as readonly object[]).length).toBe(total)
    if (total > 0)
      expect((resource.entry as unknown as readonly object[])[0]).toMatchObject({
        fullUrl: 'http://localhost:80/fhir/ValueSet/icd-10-cm',
        resource: WHOLE,
      })
  })
})

interface Level {
  readonly resource: readonly { type: string; operation: readonly { name: string }[] }[]
  readonly operation: readonly { name: string }[]
}

describe('refusals', () => {
  test.each([
    { name: 'another mode', path: 'metadata?mode=other', status: 400, code: 'invalid' },
    {
      name: 'an unknown operation',
      path: 'CodeSystem/$closure',
      status: 404,
      code: 'not-supported',
    },
    { name: 'a resource', path: 'Patient/1', status: 404, code: 'not-supported' },
  ])('$name', async ({ path, status, code }) => {
    const answer = await fhir.get(path)
    expect([answer.status, issueOf(answer.resource).code]).toEqual([status, code])
  })

  test('an unknown operation is declined by its name', async () => {
    const { resource } = await fhir.get('ConceptMap/$closure?name=x')
    expect(issueOf(resource).text).toContain('$closure')
  })

  test.each([
    { name: 'no JSON', body: '{', status: 400 },
    { name: 'a list', body: [], status: 400 },
    { name: 'no resource', body: {}, status: 400 },
    { name: 'another resource', body: { resourceType: 'Patient' }, status: 400 },
    {
      name: 'parameters that are no list',
      body: { resourceType: 'Parameters', parameter: {} },
      status: 400,
    },
    {
      name: 'a parameter without a name',
      body: { resourceType: 'Parameters', parameter: [{}] },
      status: 400,
    },
    {
      name: 'a parameter that is null',
      body: { resourceType: 'Parameters', parameter: [null] },
      status: 400,
    },
    {
      name: 'too many parameters',
      body: parameters(...Array.from({ length: 1001 }, () => ({ name: 'a' }))),
      status: 400,
    },
  ])('a body that is $name', async ({ body, status }) => {
    const answer = await fhir.post('$versions', body)
    expect([answer.status, answer.resource.resourceType]).toEqual([status, 'OperationOutcome'])
    expect(issueOf(answer.resource).code).toBe('invalid')
  })

  test('a body of another type', async () => {
    const answer = await fhir.post('$versions', '<Parameters/>', { 'content-type': 'text/xml' })
    expect([answer.status, issueOf(answer.resource).code]).toEqual([415, 'not-supported'])
  })

  test.each([
    { error: new MedlinkError('unknown_code', 'no such code'), status: 404, text: 'no such code' },
    {
      error: new MedlinkError('index_missing', '/srv/secret'),
      status: 404,
      text: 'no version of this code system is installed',
    },
    {
      error: new MedlinkError('index_corrupt', '/srv/secret'),
      status: 503,
      text: 'the server cannot answer now: its log says more',
    },
    {
      error: new Error('diabetes of Asha'),
      status: 500,
      text: 'an error of the server: its log says more',
    },
    { error: 'diabetes of Asha', status: 500, text: 'an error of the server: its log says more' },
    {
      error: { statusCode: 401, message: 'diabetes of Asha' },
      status: 401,
      text: 'a valid bearer token is needed',
    },
    {
      error: { statusCode: 400, message: 'diabetes of Asha' },
      status: 400,
      text: 'the request is malformed',
    },
    {
      error: { statusCode: 422, message: 'diabetes of Asha' },
      status: 422,
      text: 'the request is malformed',
    },
    {
      error: { statusCode: 503, message: 'diabetes of Asha' },
      status: 503,
      text: 'the server cannot answer now: its log says more',
    },
  ])('$text', ({ error, status, text }) => {
    const refusal = refusalOf(error)
    expect([refusal.status, refusal.issue.text]).toEqual([status, text])
  })
})

describe('parameters', () => {
  const input = new Input([
    { name: 'code', valueCode: 'A00' },
    { name: 'count', valueInteger: 3 },
    { name: 'active', valueBoolean: true },
    { name: 'coding', valueCoding: { system: 's', code: 'c' } },
    { name: 'concept', valueCodeableConcept: { coding: [{ code: 'c' }], text: 't' } },
    { name: 'bad', valueCoding: { code: 1 } },
    { name: 'twice', valueString: 'a' },
    { name: 'twice', valueString: 'b' },
  ])

  test('are read by their types', () => {
    expect(input.text('code')).toBe('A00')
    expect(input.count('count')).toBe(3)
    expect(input.boolean('active')).toBe(true)
    expect(input.coding('coding')).toEqual({ system: 's', code: 'c' })
    expect(input.codeableConcept('concept')?.coding).toEqual([{ code: 'c' }])
    expect(input.texts('twice')).toEqual(['a', 'b'])
    expect([input.text('none'), input.count('none'), input.boolean('none')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([input.has('code'), input.has('none')]).toEqual([true, false])
  })

  test('of a query are text that is read as what is asked for', () => {
    const query = inputOfQuery({ count: '20', active: 'false', property: ['a', 'b'] })
    expect([query.count('count'), query.boolean('active')]).toEqual([20, false])
    expect(query.texts('property')).toEqual(['a', 'b'])
  })

  test.each([
    { name: 'a number for text', read: () => input.text('count') },
    { name: 'text for a number', read: () => input.count('code') },
    { name: 'a number below 0', read: () => inputOfQuery({ n: '-1' }).count('n') },
    { name: 'text for true or false', read: () => input.boolean('code') },
    { name: 'a Coding whose code is a number', read: () => input.coding('bad') },
    { name: 'text for a Coding', read: () => input.coding('code') },
    { name: 'text for a CodeableConcept', read: () => input.codeableConcept('code') },
    { name: 'two where one may be', read: () => input.text('twice') },
    { name: 'nothing where one must be', read: () => input.requireText('none') },
    { name: 'no Parameters', read: () => inputOfBody({ resourceType: 'Bundle' }) },
  ])('$name is refused', ({ read }) => {
    expect(read).toThrow(FhirError)
  })
})
