/**
 * Proves of who may ask what:
 * 1. every operation declares its policy, and they are those of the list here and no others
 * 2. each policy is held to, of every operation: no token, no client, no admin
 * 3. an operation that declares no policy, or one that there is none, keeps the server from starting
 */

import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS as FHIR_OPERATIONS } from '../../src/fhir/operations.ts'
import { answerErrors } from '../../src/http/answering.ts'
import { enforcePolicies, requireCaller } from '../../src/http/auth/policy.ts'
import { medlinkRoutes, openBlobs } from '../../src/http/http.ts'
import {
  CLIENT,
  expectRefusal,
  headersOf,
  makeFolder,
  SECRET,
  startServer,
  type TestServer,
} from '../support/http.ts'

/** Every operation, HEAD next to GET, with its policy. A new one is to be added here. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'POST /med-link/nel/link': 'token',
  'POST /med-link/nel/link/batch': 'token',
  'POST /med-link/comprehend': 'token',
  'GET /med-link/registry/': 'token',
  'GET /med-link/suggest': 'token',
  'GET /med-link/flexsearch/:ontology/:version': 'token',
  'GET /mcp': 'token',
  'POST /mcp': 'token',
  'DELETE /mcp': 'token',
  'POST /profiles/v1/patient/': 'client',
  'GET /profiles/v1/patient/': 'client',
  'PATCH /profiles/v1/patient/:oid': 'client',
  'GET /profiles/v1/patient/:oid': 'client',
  'POST /profiles/v1/emr-user/': 'admin',
  'GET /profiles/v1/emr-user/:oid': 'client',
  'PATCH /profiles/v1/emr-user/:oid': 'client',
  'POST /mr/api/v2/docs': 'token',
  'POST /mr/api/v1/docs': 'token',
  'POST /mr/api/v1/uploads/:id/:place': 'public',
  'GET /mr/api/v1/docs': 'token',
  'GET /mr/api/v1/docs/:id': 'token',
  'DELETE /profiles/v1/patient/:oid': 'admin',
  'PATCH /mr/api/v1/docs/:id': 'token',
  'DELETE /mr/api/v1/docs/:id': 'token',
  'GET /mr/api/v1/assets/:id/:part': 'public',
  'POST /abdm/na/v1/registration/aadhaar/init': 'token',
  'POST /notification/v1/connect/webhook/subscriptions': 'admin',
  'GET /notification/v1/connect/webhook/subscriptions': 'admin',
  'DELETE /notification/v1/connect/webhook/subscriptions/:id': 'admin',
  'POST /notification/v1/reminders': 'client',
  'GET /notification/v1/reminders/:id': 'client',
  'DELETE /notification/v1/reminders/:id': 'client',
  'GET /notification/v1/deliveries': 'admin',
  'POST /notification/v1/deliveries/:id/replay': 'admin',
  'POST /connect-auth/v1/account/login': 'public',
  'POST /connect-auth/v1/account/refresh-token': 'public',
  'POST /connect-auth/v1/account/logout': 'token',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /openapi.json': 'public',
  'GET /docs/*': 'public',
  'GET /fhir/metadata': 'token',
  'GET /fhir/ValueSet': 'token',
  'GET /fhir/ValueSet/:id': 'token',
  ...Object.fromEntries(
    FHIR_OPERATIONS.flatMap(({ level, name, onlyPost }) => {
      const path = `/fhir/${level === 'system' ? '' : `${level}/`}$${name}`
      return [...(onlyPost ? [] : [`GET ${path}`]), `POST ${path}`].map((each) => [each, 'token'])
    }),
  ),
}

/** The page that describes the operations has files of its own. */
const OF_PAGE = /^\/docs(?:\/.*)?$/

let server: TestServer
/** A server of somebody else's with the operations as a plugin, and the routes that it was told of. */
const plain = Fastify()
const routes: RouteOptions[] = []
beforeAll(async () => {
  server = await startServer()
  const { medlink, records } = server
  plain.addHook('onRoute', (route) => void routes.push(route))
  const blobs = await openBlobs({ folder: makeFolder() })
  await plain.register(medlinkRoutes, { medlink, records, blobs, tokens: { secret: SECRET } })
  await plain.ready()
})
afterAll(async () => {
  await plain.close()
  await server.close()
})

test('every operation declares a policy, and the list here is the whole of them', () => {
  const declared = routes.flatMap(({ method, url, config }) =>
    [method].flat().map((each) => `${each} ${url.replace(OF_PAGE, '/docs/*')}: ${config?.policy}`),
  )
  const listed = Object.entries(OPERATIONS).map((entry) => entry.join(': '))
  const heads = listed
    .filter((each) => each.startsWith('GET '))
    .map((each) => `HEAD${each.slice(3)}`)
  expect([...new Set(declared)].sort()).toEqual([...listed, ...heads].sort())
})

test('without records there is no operation of profiles, and without a secret nobody logs in', async () => {
  const paths = async (options: object) => {
    const app = Fastify()
    await app.register(medlinkRoutes, { medlink: server.medlink, ...options } as never)
    const document = (await app.inject('/openapi.json')).json()
    await app.close()
    return Object.keys(document.paths).map((path) => path.split('/')[1])
  }
  const { records } = server
  const authenticate = async () => undefined
  expect(await paths({ tokens: { secret: SECRET } })).not.toContain('profiles')
  expect(await paths({ tokens: { secret: SECRET } })).not.toContain('connect-auth')
  expect(await paths({ records, tokens: authenticate })).toContain('profiles')
  expect(await paths({ records, tokens: authenticate })).not.toContain('connect-auth')
  expect(await paths({ records, tokens: { secret: SECRET } })).toContain('connect-auth')
})

const operations = Object.entries(OPERATIONS).flatMap(([operation, policy]) => {
  const [method = '', path = ''] = operation.split(' ')
  // The signature of its URL is the leave: test/http/documents.
  if (path.includes('/assets/')) return []
  const url = path
    .replace(':oid', '12345678901234567')
    .replace('*', 'static/index.html')
    .replace('ValueSet/:id', 'ValueSet/loinc')
  const row = { method: method as 'GET', url, policy }
  return method === 'GET' ? [row, { ...row, method: 'HEAD' as 'GET' }] : [row]
})

async function ask(method: 'GET', url: string, headers: Record<string, string>) {
  const answer = await server.app.inject({ method, url, headers })
  return { answer, status: answer.statusCode }
}

describe.each(operations)('$method $url is for $policy', ({ method, url, policy }) => {
  const isOpen = policy === 'public'

  test('without a token', async () => {
    const { answer, status } = await ask(method, url, { 'client-id': CLIENT })
    if (isOpen) expect([200, 302, 400]).toContain(status)
    else {
      expect(status).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      if (url.startsWith('/fhir/')) expectOutcome(answer)
      else if (method !== ('HEAD' as string)) expectRefusal(answer, 401, 'unauthorized')
    }
  })

  test('with a token that is not good', async () => {
    const { status } = await ask(method, url, { authorization: 'Bearer x', 'client-id': CLIENT })
    expect(status === 401).toBe(!isOpen)
  })

  test('keeping no answer, unless it is public or says so itself', async () => {
    const isPersonal = policy !== 'public' || /^\/(?:mr|connect-auth)\//.test(url)
    for (const headers of [{}, headersOf({ role: 'admin' })]) {
      const { answer } = await ask(method, url, headers)
      expect(answer.headers['cache-control'] === 'no-store').toBe(isPersonal)
    }
  })

  test('without a client', async () => {
    const { authorization = '' } = headersOf({ role: 'admin' })
    const { answer, status } = await ask(method, url, { authorization })
    const isAsked = policy === 'client' || policy === 'admin'
    // Without sessions /mcp has nothing to get or delete; it reads no body without a type.
    expect(url === '/mcp' ? [405, 415] : [400, 200, 302]).toContain(status)
    expect(answer.body.includes('client-id is missing')).toBe(
      isAsked && method !== ('HEAD' as string),
    )
  })

  test('with another client', async () => {
    const headers = { ...headersOf({ role: 'admin' }), 'client-id': 'lab-app' }
    expect((await ask(method, url, headers)).status === 403).toBe(!isOpen)
  })

  test.each(['user', 'admin'])('as %s', async (role) => {
    const { status } = await ask(method, url, headersOf({ role }))
    expect(status).not.toBe(401)
    expect(status === 403).toBe(policy === 'admin' && role === 'user')
  })
})

/** Refusals of FHIR are OperationOutcomes; HEAD has none. */
function expectOutcome({ body, headers }: { body: string; headers: object }): void {
  expect(headers).toMatchObject({ 'content-type': 'application/fhir+json; charset=utf-8' })
  if (body !== '') expect(JSON.parse(body)).toMatchObject({ issue: [{ code: 'login' }] })
}

test.each([
  { name: 'none', config: {} },
  { name: 'nothing at all', config: undefined },
  { name: 'one that there is none', config: { policy: 'everybody' } },
  { name: 'a name that every object has', config: { policy: 'constructor' } },
])('an operation whose policy is $name keeps a server from starting', async ({ config }) => {
  const app = Fastify()
  await app
    .register(async (scope) => {
      enforcePolicies(scope, async () => undefined)
      scope.get('/secrets', { ...(config && { config: config as never }) }, async () => 'secret')
    })
    .then(
      () => expect.unreachable(),
      (error: unknown) => {
        expect(error).toBeInstanceOf(TypeError)
        expect(error).toMatchObject({ message: 'GET /secrets declares no policy: who may ask it?' })
      },
    )
})

test('a way of one’s own to tell callers is believed, and its faults are the server’s', async () => {
  const asked: string[] = []
  const app = own(async (token) => {
    asked.push(token)
    if (token === 'broken') throw new Error('no network')
    return token === 'good'
      ? { oid: '1', clientId: CLIENT, bid: 'w', role: 'user', idp: undefined }
      : undefined
  })
  const status = async (token: string) =>
    (await app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })).statusCode
  expect([await status('good'), await status('bad'), await status('broken')]).toEqual([
    200, 401, 500,
  ])
  expect(asked).toEqual(['good', 'bad', 'broken'])
  // What no operation answers needs no token.
  expect((await app.inject('/nothing')).statusCode).toBe(404)
  await app.close()
})

test('an operation for anybody has no caller, and is refused where it asks for one', async () => {
  const app = own(async () => undefined)
  app.get('/us', { config: { policy: 'public' } }, async (request) => requireCaller(request).oid)
  answerErrors(app)
  const answer = await app.inject({ url: '/us', headers: headersOf() })
  expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthorized'])
  await app.close()
})

function own(authenticate: Parameters<typeof enforcePolicies>[1]): FastifyInstance {
  const app = Fastify()
  enforcePolicies(app, authenticate)
  app.get('/me', { config: { policy: 'token' } }, async (request) => requireCaller(request).oid)
  return app
}
