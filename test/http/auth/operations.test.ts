/**
 * Proves of roles:
 * 1. every operation of the server is of one kind, and is refused for roles that the kind does not name
 * 2. docs/audit-and-access.md has the same table
 * 3. an operation of no kind keeps the server from starting
 */

import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enforceRoles, kindOf, OPERATION_KINDS } from '../../../src/http/auth/operations.ts'
import { enforcePolicies } from '../../../src/http/auth/policy.ts'
import { medlinkRoutes, openBlobs, ROLES, type Role } from '../../../src/http/http.ts'
import { headersOf, makeFolder, SECRET, startServer, type TestServer } from '../../support/http.ts'

let server: TestServer
const routes: RouteOptions[] = []
const plain = Fastify()
beforeAll(async () => {
  server = await startServer()
  const { medlink, records } = server
  plain.addHook('onRoute', (route) => void routes.push(route))
  const blobs = await openBlobs({ folder: makeFolder() })
  const options = {
    medlink,
    records,
    blobs,
    tokens: { secret: SECRET },
    playground: 'token',
  } as const
  await plain.register(medlinkRoutes, { ...options, prefix: '/medlink' })
  await plain.ready()
})
afterAll(async () => {
  await plain.close()
  await server.close()
})

test('every operation is of a kind, wherever its server puts it', () => {
  const unknown = routes.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter((each) => kindOf(each, url.slice('/medlink'.length) || '/') === undefined)
      .map((each) => `${each} ${url}`),
  )
  expect(unknown).toEqual([])
  expect(routes.length).toBeGreaterThan(60)
})

/** One operation of each kind, and all roles that may use it. */
const MAY: readonly { operation: string; roles: readonly Role[] }[] = [
  { operation: 'GET /med-link/registry/', roles: ROLES },
  { operation: 'GET /fhir/metadata', roles: ROLES },
  { operation: 'GET /profiles/v1/patient/1', roles: ['admin', 'clinician', 'service', 'user'] },
  { operation: 'POST /profiles/v1/patient/', roles: ['admin', 'clinician', 'service', 'user'] },
  { operation: 'GET /profiles/v1/emr-user/1', roles: ['admin', 'clinician', 'service', 'user'] },
  { operation: 'PATCH /profiles/v1/emr-user/1', roles: ['admin', 'clinician', 'user'] },
  { operation: 'POST /profiles/v1/emr-user/', roles: ['admin'] },
  { operation: 'GET /mr/api/v1/docs', roles: ['admin', 'clinician', 'service', 'user'] },
  { operation: 'POST /mr/api/v2/docs', roles: ['admin', 'clinician', 'service', 'user'] },
  {
    operation: 'POST /abdm/na/v1/registration/aadhaar/init',
    roles: ['admin', 'clinician', 'service', 'user'],
  },
  { operation: 'POST /notification/v1/reminders', roles: ['admin', 'service', 'user'] },
  { operation: 'GET /notification/v1/deliveries', roles: ['admin'] },
]

describe.each(MAY)('$operation', ({ operation, roles }) => {
  test.each(ROLES)('as %s', async (role) => {
    const [method, url] = operation.split(' ') as ['GET', string]
    // A body that is no JSON is refused, where roles are not.
    const answer = await server.app.inject({
      ...{ method, url, headers: { ...headersOf({ role }), 'x-pt-id': '12345678901234567' } },
    })
    expect(answer.statusCode === 403).toBe(!roles.includes(role))
  })
})

test('reviewers and admins review, and erasing a patient is an admin’s', () => {
  expect(kindOf('POST', '/review/api/decisions')?.roles).toEqual(['admin', 'reviewer'])
  expect(kindOf('DELETE', '/profiles/v1/patient/:oid')?.roles).toEqual(['admin'])
})

test('the page has the table', () => {
  const page = readFileSync(new URL('../../../docs/audit-and-access.md', import.meta.url), 'utf8')
  const [head = '', line = '', ...rows] = page
    .split('\n')
    .slice(page.split('\n').findIndex((each) => each.startsWith('| operations |')))
  expect(head).toBe(`| operations | ${ROLES.join(' | ')} |`)
  expect(line).toMatch(/^\|(?:---\|)+$/)
  const table = OPERATION_KINDS.map(
    ({ name, roles }) =>
      `| ${name} | ${ROLES.map((role) => (roles.includes(role) ? 'yes' : '')).join(' | ')} |`,
  )
  expect(rows.slice(0, rows.indexOf(''))).toEqual(table)
})

test.each([
  { method: 'GET', path: '/secrets' },
  { method: 'GET', path: '/profiles/v2' },
  { method: 'GET', path: '/med-linking' },
  { method: 'PUT', path: '/profiles/v1' },
  { method: 'GET', path: '/constructor' },
])('$method $path is of no kind, and keeps a server from starting', async ({ method, path }) => {
  const declare = (app: FastifyInstance) =>
    app.register(async (scope) => {
      enforcePolicies(scope, async () => undefined)
      enforceRoles(scope)
      const config = { policy: 'token' } as const
      scope.route({ method: method as 'GET', url: path, config, handler: async () => 'secret' })
    })
  await expect(async () => declare(Fastify())).rejects.toThrow(
    `${method} ${path} is of no kind of operations: see operations.ts`,
  )
})
