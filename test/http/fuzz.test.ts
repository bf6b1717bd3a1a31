/**
 * Proves of every operation that the OpenAPI document has, asked thousands of times with what its schemas allow and with what
 * they do not:
 * 1. it is answered with a status that the document lists, and a body of the shape that it says
 * 2. nothing is a fault of the server, and nothing is logged as one
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import {
  createServer,
  openBlobs,
  openRecords,
  type Records,
  signToken,
} from '../../src/http/http.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { admissionOf } from '../support/admission.ts'
import { type JsonSchema, type Known, namedValues, valuesOf } from '../support/json-schema.ts'
import { MINI, miniRoot } from '../support/shared-index.ts'

/** Requests in all: each operation gets as many. */
const REQUESTS = 2_000

interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> }
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: JsonSchema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const ENCRYPTION = 'x-encryption'
const SECRET = 'a secret of 32 bytes, and no less'
const CALLER = {
  oid: '1'.repeat(17),
  clientId: 'fuzz',
  bid: 'fuzz',
  role: 'admin' as const,
  idp: undefined,
}

let folder: string
let medlink: Medlink
let records: Records
let app: FastifyInstance
let document: Document
let headers: Record<string, string>
let errors: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-fuzz-'))
  medlink = openMedlink({ dir: await miniRoot('icd-10-cm') })
  records = await openRecords({ folder })
  const logStream = new PassThrough()
  errors = []
  logStream.on('data', (line) => errors.push(String(line)))
  app = await createServer({
    medlink,
    records,
    blobs: await openBlobs({ folder: join(folder, 'files') }),
    tokens: { secret: SECRET },
    aadhaar: { gateway: 'sandbox' },
    logLevel: 'error',
    logStream,
  })
  deliveries.push(await makeDelivery())
  document = (await app.inject('/openapi.json')).json()
  const token = await signToken(CALLER, 3600, { secret: SECRET })
  headers = { authorization: `Bearer ${token}`, 'client-id': CALLER.clientId }
})

afterAll(async () => {
  await app.close()
  await records.close()
  medlink.close()
  rmSync(folder, { recursive: true })
})

/** Profiles that there are: those made so far, and one that is not. */
const oids = ['2'.repeat(17)]
/** The same of subscriptions and reminders, of deliveries, and of documents. */
const ids = ['none']
const deliveries = ['none']
const documents = ['00000000-0000-4000-8000-000000000000']

/** A delivery that came to its end. */
async function makeDelivery(): Promise<string> {
  const { subscriptions, reminders, outbox } = records.webhooks
  const event = 'appointment.reminder'
  await subscriptions.add({
    ...{ bid: CALLER.bid, endpoint: 'https://a.example/', event_names: [event], signing_key: '' },
  })
  await reminders.schedule({
    ...{ bid: CALLER.bid, event, event_time: 0, transaction_id: 't', payload: '{"data":{}}' },
  })
  await outbox.release()
  const options = { admission: admissionOf({ limit: 1 }), leaseMs: 1000 }
  const [attempt] = await outbox.claim(options)
  await outbox.settle(attempt!, { state: 'delivered', result: 'http_200' })
  return attempt!.deliveryId
}

const known: Known = {
  resolve: (reference) => document.components.schemas[reference.split('/').at(-1)!]!,
  examples: {
    ontology: ['icd-10-cm'],
    version: [MINI['icd-10-cm'].version],
    request_id: ['a'],
    mobile: ['+919876543210', '+91 98765-43210'],
    email: ['Asha@Example.com'],
    dob: ['1980-02-29', '1949-12-31'],
    fn: ['Asha', 'John'],
    mn: ['K'],
    ln: ['Rao'],
    bg: ['O+'],
    bloodgroup: ['AB-'],
    extras: [{ ward: 7, _seen: [[1]], notes: ['a', 'b'] }, { a: { b: 1 } }, { a: { b: { c: 1 } } }],
    limit: ['3'],
    oid: oids,
    aadhaar_number: ['234567890124', '234567890123'],
    endpoint: ['https://example.com/hook'],
    event_time: [1_999_999_999_999],
    booking_link: ['https://example.com/book'],
    'x-pt-id': [CALLER.oid],
    'idempotency-key': ['a', 'b'],
    id: ids,
    file: ['%PDF-1.4 a', '%PDF-1.4 b'].map((text) => Buffer.from(text).toString('base64')),
    u_at__gt: ['0'],
    document_date: [1_700_000_000],
    dd_e: [1_700_000_000],
    document_id: ['00000000-0000-4000-8000-000000000001'],
    file_size: [10],
    cases: [['a', 'b']],
    tg: [['a', 'b']],
    tags: [['a', 'b']],
  },
}

/** Requests of an operation, as many as are asked for, for the profiles that there are by then. */
function requestsOf(path: string, method: string, { requestBody, parameters = [] }: Operation) {
  const body = requestBody?.content['application/json']?.schema
  const id = path.startsWith('/mr/') ? documents : path.includes('/deliveries') ? deliveries : ids
  const examples = { ...known.examples, id }
  const parts = (place: Parameter['in']) => {
    const named = parameters.filter((each) => each.in === place && each.name !== ENCRYPTION)
    const values = Object.fromEntries(
      named.map(({ name, schema }) => [
        name,
        namedValues(name, schema, { ...known, examples }).map(asText),
      ]),
    )
    const required = named.filter((each) => each.required).map(({ name }) => name)
    // Of many that may be left out, each may be refused: often none is said.
    const least = Object.fromEntries(required.map((name) => [name, values[name]!]))
    return fc.oneof(fc.record(values, { requiredKeys: required }), fc.record(least))
  }
  return fc
    .record({
      inPath: parts('path'),
      query: parts('query'),
      inHeader: parts('header'),
      // Nothing of what follows is an envelope: most times nobody says so.
      encryption: fc.oneof(
        { arbitrary: fc.constant(undefined), weight: 20 },
        fc.constantFrom('JWE', 'jwe', 'x'),
      ),
      payload: body === undefined ? fc.constant(undefined) : valuesOf(body, known),
    })
    .map(({ inPath, query, inHeader, encryption, payload }): InjectOptions => {
      const said = { ...inHeader, ...headers, ...(encryption && { [ENCRYPTION]: encryption }) }
      const url = path.replace(/\{(\w+)\}/g, (_, name) => segmentOf(inPath[name]!))
      return {
        ...{ method: method as 'GET', url, query, headers: said },
        ...(payload !== undefined && {
          payload: JSON.stringify(payload),
          headers: { ...said, 'content-type': 'application/json' },
        }),
      }
    })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? wellFormed(value) : String(JSON.stringify(value))
}

/** A step of a path; what is none, or leads elsewhere, would be another operation. */
function segmentOf(value: string): string {
  return ['', '.', '..'].includes(value) ? 'x' : encodeURIComponent(value)
}

/** Half a character cannot stand in an address. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}

/** What a response must be, by status. */
function shapesOf({ responses }: Operation): ReadonlyMap<number, z.ZodType> {
  return new Map(
    Object.entries(responses).map(([status, { content }]) => [
      Number(status),
      shapeOf(JSON.stringify(content?.['application/json']?.schema ?? {})),
    ]),
  )
}

/** Most are errors, which have one. */
const shapes = new Map<string, z.ZodType>()

function shapeOf(schema: string): z.ZodType {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const whole = { ...JSON.parse(schema), $defs: document.components.schemas }
  const json = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')
  const shape = z.fromJSONSchema(JSON.parse(json))
  shapes.set(schema, shape)
  return shape
}

test(`${REQUESTS} requests are answered as the document says, and none is a fault`, async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const each = Math.ceil(REQUESTS / operations.length)
  const seen = new Map<string, number>()
  for (const { path, method, operation } of operations) {
    const shapes = shapesOf(operation)
    await fc.assert(
      fc.asyncProperty(requestsOf(path, method, operation), async (request) => {
        const response = await app.inject(request)
        const { statusCode } = response
        const place = `${method} ${path} ${statusCode}`
        seen.set(place, (seen.get(place) ?? 0) + 1)
        expect(statusCode).toBeLessThan(500)
        expect([...shapes.keys()]).toContain(statusCode)
        const isJson = String(response.headers['content-type']).startsWith('application/json')
        const isFile = !isJson && path.startsWith('/med-link/flexsearch/')
        expect(isJson || isFile).toBe(true)
        shapes.get(statusCode)!.parse(isJson ? response.json() : response.payload)
        if (path === '/mr/api/v2/docs' && statusCode === 200)
          documents.push(response.json().document_id)
        const { oid, id } = statusCode === 201 ? response.json() : {}
        if (oid !== undefined) oids.push(oid)
        if (id !== undefined) ids.push(id)
      }),
      { numRuns: each },
    )
  }
  expect(errors).toEqual([])
  const notDone = operations
    .map(({ path, method }) => `${method} ${path} 2`)
    .filter((place) => ![...seen.keys()].some((each) => each.startsWith(place)))
  // Nobody guesses a secret.
  expect(notDone.filter((place) => !place.includes('/account/'))).toEqual([])
  expect(operations.length).toBeGreaterThan(12)
}, 180_000)
