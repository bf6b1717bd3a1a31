/**
 * Proves of the coding operations over HTTP:
 * 1. `$code` takes a resource, or Parameters with one, and answers with its very text and the codes
 * 2. text that the server did not receive as it is, for instance after other parsers, is written anew
 * 3. bodies that are no resource are refused with 4xx, and nothing of them repeated
 * 4. `$find-matches` takes Parameters
 */
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES, MAX_RESOURCES } from '../../../src/fhir/coding/code.ts'
import { fhirRoutes } from '../../../src/fhir/fhir.ts'
import { MAX_DEPTH } from '../../../src/fhir/sent-text.ts'
import { type FhirServer, issueOf, parameters, startFhir } from '../support.ts'
import { bundleOf, openStarters } from './support.ts'

const { medlink } = openStarters('icd-10-cm')
let fhir: FhirServer
beforeAll(async () => {
  fhir = await startFhir({ medlink })
})
afterAll(() => fhir.app.close())

/** The text of an answer. */
async function postText(url: string, payload: string, type = 'application/fhir+json') {
  const headers = { 'content-type': type }
  const { statusCode, body } = await fhir.app.inject({ method: 'POST', url, headers, payload })
  expect(statusCode).toBe(200)
  return body
}

const ASTHMA =
  '{ "resourceType":"Condition", "onsetAge":{"value": 7.0}, "code": {"text":"asthma"} }'
const ADDED = /,"coding": .*?"userSelected":false\}\]/

describe('$code', () => {
  test.each(['application/fhir+json', 'application/json', 'application/fhir+json; charset=utf-8'])(
    'answers %s with the text that was sent',
    async (type) => {
      const coded = await postText('/fhir/$code', ASTHMA, type)
      expect(coded).toMatch(ADDED)
      expect(coded.replace(ADDED, '')).toBe(ASTHMA)
    },
  )

  test('takes Parameters with the resource and a code system', async () => {
    const system = '{"name":"system","valueUri":"http://hl7.org/fhir/sid/icd-10-cm"}'
    const body = `{"resourceType":"Parameters","parameter":[${system},{"name":"resource","resource":${ASTHMA}}]}`
    const coded = await postText('/fhir/$code', body)
    expect(coded.replace(ADDED, '')).toBe(ASTHMA)
  })

  test('takes the code system from the query', async () => {
    const system = 'http://hl7.org/fhir/sid/icd-10-cm'
    expect(await postText(`/fhir/$code?system=${system}`, ASTHMA)).toMatch(/"code":"J45"/)
    const { status, resource } = await fhir.post('$code?system=urn:x', ASTHMA)
    expect([status, issueOf(resource).code]).toEqual([404, 'not-found'])
  })

  test.each([true, false])('billable: %s in the query and in Parameters', async (billable) => {
    const code = billable ? '"code":"J45.909"' : '"code":"J45"'
    expect(await postText(`/fhir/$code?billable=${billable}`, ASTHMA)).toContain(code)
    const part = `{"name":"billable","valueBoolean":${billable}}`
    const body = `{"resourceType":"Parameters","parameter":[${part},{"name":"resource","resource":${ASTHMA}}]}`
    expect(await postText('/fhir/$code', body)).toContain(code)
  })

  test.each([
    { path: '$code?systme=urn:x', says: 'did you mean system?' },
    { path: '$code?Billable=true', says: 'did you mean billable?' },
    { path: '$code?asha=true', says: 'the request has another one' },
    { path: '$comprehend?sytem=urn:x', says: 'did you mean system?' },
    { path: 'CodeSystem/$find-matches?exakt=true', says: 'did you mean exact?' },
  ])('$path is refused, and its parameter is not repeated', async ({ path, says }) => {
    const body = path.startsWith('$') ? ASTHMA : parameters()
    const { status, resource } = await fhir.post(path, body)
    expect([status, issueOf(resource).code]).toEqual([400, 'invalid'])
    expect(issueOf(resource).text).toContain(says)
    expect(JSON.stringify(resource)).not.toMatch(/systme|asha|exakt/)
  })

  test.each(['{"resourceType":', ''])('says that %j is not JSON', async (body) => {
    const { resource } = await fhir.post('$code', body)
    expect(issueOf(resource).text).toBe('the body is not valid JSON')
  })

  test('keeps text beyond ASCII', async () => {
    const sent =
      '{"resourceType":"Condition","note":[{"text":"ज्वर – 37 °C 🌡"}],"code":{"text":"asthma"}}'
    expect((await postText('/fhir/$code', sent)).replace(ADDED, '')).toBe(sent)
  })

  test.each([
    { name: 'no JSON', body: '{"resourceType":"Condition"', code: 'invalid' },
    { name: 'nothing', body: '', code: 'invalid' },
    { name: 'a list', body: '[]', code: 'invalid' },
    { name: 'a word', body: '"Asha"', code: 'invalid' },
    { name: 'no resource', body: '{"name":"Asha"}', code: 'invalid' },
    { name: 'Parameters without a resource', body: parameters(), code: 'invalid' },
    {
      name: 'Parameters with a text',
      body: parameters({ name: 'resource', valueString: 'Asha' }),
      code: 'invalid',
    },
    {
      name: 'Parameters that are no list',
      body: { resourceType: 'Parameters', parameter: 'Asha' },
      code: 'invalid',
    },
    {
      name: 'a system that is no text',
      body: parameters({ name: 'system', valueInteger: 1 } as never),
      code: 'invalid',
    },
  ])('refuses $name', async ({ body, code }) => {
    const { status, resource } = await fhir.post('$code', body)
    expect([status, resource.resourceType]).toEqual([400, 'OperationOutcome'])
    expect(issueOf(resource).code).toBe(code)
    expect(JSON.stringify(resource)).not.toContain('Asha')
  })

  test.each(['$code', '$comprehend'])(
    '%s takes no body that is nested too deeply',
    async (operation) => {
      const nested = (depth: number) =>
        `{"resourceType":"Basic","note":"]}\\"[","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const { status, resource } = await fhir.post(operation, nested(MAX_DEPTH - 1))
      expect(issueOf({ issue: [{ code: 'ok', details: {} }], ...resource }).code).not.toBe(
        'invalid',
      )
      for (const depth of [MAX_DEPTH, 100_000]) {
        const { status, resource } = await fhir.post(operation, nested(depth))
        expect([status, issueOf(resource).code]).toEqual([400, 'invalid'])
      }
      expect(status).toBe(operation === '$code' ? 200 : 400)
    },
  )

  test('refuses XML', async () => {
    const xml = '<Condition xmlns="http://hl7.org/fhir"/>'
    const { status, resource } = await fhir.post('$code', xml, {
      'content-type': 'application/fhir+xml',
    })
    expect([status, issueOf(resource).code]).toEqual([415, 'not-supported'])
  })

  test('refuses a Bundle of 10,000 entries, and says how many there may be', async () => {
    const entries = Array(10_000).fill({ resourceType: 'Condition', code: { text: 'asthma' } })
    const { status, resource } = await fhir.post('$code', bundleOf(...entries))
    expect([status, issueOf(resource).code]).toEqual([413, 'too-costly'])
    expect(issueOf(resource).text).toContain(String(MAX_RESOURCES))
  })

  test('refuses a body that is larger than any such Bundle', async () => {
    const body = { resourceType: 'Basic', id: 'x'.repeat(MAX_BODY_BYTES) }
    const { status, resource } = await fhir.post('$code', body)
    expect([status, issueOf(resource).code]).toEqual([413, 'too-long'])
  })

  test('writes the text anew of a body that was sent otherwise', async () => {
    const app = Fastify()
    app.addContentTypeParser(
      'application/x-sealed',
      { parseAs: 'string' },
      async (_: unknown, body: string) => JSON.parse(Buffer.from(body, 'base64').toString()),
    )
    await app.register(fhirRoutes, { prefix: '/fhir', medlink })
    const { body } = await app.inject({
      ...{ method: 'POST', url: '/fhir/$code', payload: btoa(ASTHMA) },
      headers: { 'content-type': 'application/x-sealed' },
    })
    await app.close()
    expect(body.replace(ADDED, '')).toBe(JSON.stringify(JSON.parse(ASTHMA)))
  })

  test('has no GET', async () => {
    const { status, resource } = await fhir.get('$code')
    expect([status, issueOf(resource).text]).toEqual([405, 'this operation is asked with POST'])
  })
})

test('$find-matches answers Parameters', async () => {
  const { status, resource } = await fhir.post(
    'CodeSystem/$find-matches',
    parameters(
      { name: 'system', valueUri: 'http://hl7.org/fhir/sid/icd-10-cm' },
      { name: 'exact', valueBoolean: true },
      {
        name: 'property',
        part: [
          { name: 'code', valueCode: 'text' },
          { name: 'value', valueString: 'asthma' },
        ],
      },
    ),
  )
  expect(status).toBe(200)
  expect(resource).toEqual({
    resourceType: 'Parameters',
    parameter: [
      {
        name: 'match',
        part: [
          {
            name: 'code',
            valueCoding: {
              ...{ system: 'http://hl7.org/fhir/sid/icd-10-cm', version: 'starter' },
              ...{ code: 'J45', display: 'Asthma' },
            },
          },
          { name: 'comment', valueString: 'linked: official name' },
        ],
      },
    ],
  })
})
