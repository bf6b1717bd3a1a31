/**
 * Proves of the examples of the OpenAPI document:
 * 1. every operation has one, and none is of an operation that there is not
 * 2. sent as they are by a token of `medlink token`, all are answered with 2xx; identifiers come by the links of the operation
 *    that creates them, and a login by a client's own credentials
 * 3. they name versions that are installed, whichever vocabularies these are of
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplesOf } from '../../src/http/examples.ts'
import { openMedlink } from '../../src/medlink.ts'
import { admissionOf } from '../support/admission.ts'
import {
  type Claims,
  headersOf,
  makeFolder,
  startServer,
  type TestServer,
} from '../support/http.ts'
import { starterRoot } from '../support/shared-index.ts'
import { type PlaygroundServer, startPlayground } from './playground/servers.ts'

interface Operation {
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly example?: string | number
  }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: Record<string, unknown> }>>
  }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly links?: Readonly<
          Record<
            string,
            {
              readonly operationRef: string
              readonly parameters?: Readonly<Record<string, string>>
              readonly requestBody?: Readonly<Record<string, string>>
            }
          >
        >
      }
    >
  >
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Caller of the tokens that `medlink token` prints. */
const CALLER = { sub: '10000000000000000', cid: 'development', bid: 'development', role: 'admin' }

async function documentOf({ app }: TestServer): Promise<Document> {
  return (await app.inject('/openapi.json')).json()
}

/** Sends the example of an operation. @param given values that links gave, for parameters and the body */
async function send(
  { app }: TestServer,
  document: Document,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  claims: Claims = {},
) {
  const [method, path] = name.split(' ') as [string, string]
  const { parameters = [], requestBody } = document.paths[path]![method]!
  const sentValue = (each: { name: string; example?: string | number }) =>
    given[each.name] ?? each.example
  const sent = parameters.filter((each) => sentValue(each) !== undefined)
  expect(parameters.filter((each) => each.required && !sent.includes(each))).toEqual([])
  const url = path.replace(/\{(\w+)\}/g, (_, key) =>
    encodeURIComponent(String(sentValue(sent.find((each) => each.name === key)!))),
  )
  const query = sent.filter((each) => each.in === 'query')
  const headers = sent.filter((each) => each.in === 'header')
  const example = requestBody?.content['application/json']?.example
  if (requestBody !== undefined) expect(example).toBeDefined()
  const body = example && { ...example }
  for (const key of Object.keys(body ?? {})) if (given[key] !== undefined) body![key] = given[key]
  return app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    query: Object.fromEntries(query.map((each) => [each.name, String(sentValue(each))])),
    headers: {
      ...headersOf({ ...CALLER, ...claims }),
      ...Object.fromEntries(headers.map((each) => [each.name, String(sentValue(each))])),
    },
    ...(body && { payload: body }),
  })
}

/** Value of a runtime expression of OpenAPI in an answer. */
function valueAt(expression: string, body: unknown): unknown {
  const keys = expression.replace('$response.body#/', '').split('/')
  return keys.reduce((value, key) => (value as Record<string, unknown>)[key], body)
}

describe('on a server with every vocabulary', () => {
  let server: PlaygroundServer
  let document: Document
  let operations: string[]
  let credentials: { readonly client_id: string; readonly client_secret: string }
  beforeAll(async () => {
    server = await startPlayground('open')
    document = await documentOf(server)
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const { clients } = server.records
    const { client_id, client_secret } = await clients.add({ bid: 'development', role: 'user' })
    credentials = { client_id, client_secret }
  })
  afterAll(() => server.close())

  /** Delivers the example's reminder to the example's subscription, as a worker does where the network allows it. */
  async function deliver(): Promise<void> {
    const { outbox } = server.records.webhooks
    for (const path of ['connect/webhook/subscriptions', 'reminders'])
      await send(server, document, `post /notification/v1/${path}`)
    await outbox.release()
    const options = { admission: admissionOf({ limit: 1 }), leaseMs: 1000 }
    const [attempt] = await outbox.claim(options)
    await outbox.settle(attempt!, { state: 'delivered', result: 'http_200' })
  }

  test('every operation has an example', () => {
    expect(Object.keys(examplesOf(server.medlink.registry())).sort()).toEqual(operations.sort())
  })

  test('each is answered, with identifiers by the links', async () => {
    const answered = new Map<string, number>()
    const run = async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
      const answer = await send(server, document, name, given)
      expect([name, answer.body, answer.statusCode]).toEqual([
        ...[name, answer.body, expect.toSatisfy((status: number) => status >= 200 && status < 300)],
      ])
      answered.set(name, answer.statusCode)
      const [method, path] = name.split(' ') as [string, string]
      const { links = {} } = document.paths[path]![method]!.responses[answer.statusCode]!
      for (const { operationRef, parameters, requestBody } of Object.values(links)) {
        const [, pointer, linked] = /^#\/paths\/(.+)\/(\w+)$/.exec(operationRef)!
        const values = Object.entries({ ...parameters, ...requestBody }).map(
          ([key, expression]) => [key, valueAt(expression, answer.json())] as const,
        )
        await run(`${linked} ${pointer!.replaceAll('~1', '/')}`, Object.fromEntries(values))
      }
    }
    const linked = new Set(
      Object.values(examplesOf(server.medlink.registry())).flatMap(({ links = {} }) =>
        Object.keys(links),
      ),
    )
    const first = operations.filter((name) => !linked.has(name) && !/deliveries|logout/.test(name))
    for (const name of first) await run(name, name.endsWith('/login') ? credentials : {})
    await deliver()
    await run('get /notification/v1/deliveries')
    const logout = 'post /connect-auth/v1/account/logout'
    const client = await server.records.clients.add({ bid: 'development', role: 'user' })
    const { login } = await server.records.refreshTokens.start(client, 60)
    const claims = { cid: client.client_id, login }
    const { statusCode } = await send(server, document, logout, {}, claims)
    answered.set(logout, statusCode)
    expect([...answered.values()].filter((status) => status >= 300)).toEqual([])
    expect([...answered.keys()].sort()).toEqual(operations.sort())
  })
})

test.each(['loinc', 'snomed'] as const)('they are answered with %s alone', async (ontology) => {
  const medlink = openMedlink({ dir: starterRoot(ontology) })
  const server = await startServer({ medlink })
  const document = await documentOf(server)
  for (const name of [
    'post /med-link/nel/link',
    'post /med-link/nel/link/batch',
    'get /med-link/suggest',
  ])
    expect([name, (await send(server, document, name)).statusCode]).toEqual([name, 200])
  await server.close()
  medlink.close()
})

test('without an index the document is there, with examples of the starter', async () => {
  const medlink = openMedlink({ dir: makeFolder() })
  const server = await startServer({ medlink })
  const { paths } = await documentOf(server)
  const content = paths['/med-link/nel/link']!.post!.requestBody!.content['application/json']!
  expect(content.example).toMatchObject({ ontology: 'icd-10-cm', version: 'starter' })
  await server.close()
  medlink.close()
})
