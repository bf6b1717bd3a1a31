/**
 * Proves that /mcp passes the checks of the protocol's own suite, `@modelcontextprotocol/conformance`, that apply to it: a
 * server with tools, resources and prompts that neither asks its client for anything nor keeps a session.
 */

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerErrors, speakJson } from '../../src/http/answering.ts'
import { enforcePolicies } from '../../src/http/auth/policy.ts'
import { mcpRoutes } from '../../src/http/routes/mcp.ts'
import { createMcpEndpoint, createMcpServer } from '../../src/mcp/mcp.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import type { Revision } from '../support/mcp.ts'
import { nodeSince } from '../support/newer-node.ts'
import { miniRoot } from '../support/shared-index.ts'

/** Its program is next to its manifest, and no export names it. */
const SUITE = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/conformance/package.json',
)
/** The suite does not start on Node.js 20. */
const SUITE_NODE = 22
const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28']

vi.setConfig({ testTimeout: 120_000 })

let node: string
let medlink: Medlink
let app: FastifyInstance
let gate: Server
/** Folder of the outcomes, with one for each revision. */
let results: string

beforeAll(async () => {
  node = nodeSince(SUITE_NODE)
  results = mkdtempSync(join(tmpdir(), 'medlink-conformance-'))
  medlink = openMedlink({ dir: await miniRoot('icd-10-cm') })
  app = Fastify()
  speakJson(app, new Map())
  answerErrors(app)
  enforcePolicies(app, async () => ({
    ...{ oid: 'suite', clientId: 'suite', bid: 'suite', role: 'user', idp: undefined },
  }))
  const endpoint = createMcpEndpoint(createDiagnosedServer, () => undefined)
  mcpRoutes(app, { endpoint, publicUrl: undefined })
  await app.ready()
  gate = createServer((request, response) => {
    request.rawHeaders.push('Authorization', 'Bearer of-the-suite')
    request.headers.authorization = 'Bearer of-the-suite'
    app.server.emit('request', request, response)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  await Promise.all(REVISIONS.map(runSuite))
})

afterAll(async () => {
  gate.closeAllConnections()
  gate.close()
  await app.close()
  medlink.close()
  rmSync(results, { recursive: true })
})

/** The server with the tools that the suite calls. They are the suite's own, and Medlink has none of them. */
function createDiagnosedServer() {
  const server = createMcpServer({ medlink })
  server.registerTool('test_simple_text', { description: 'Diagnostic' }, () => ({
    content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  }))
  server.registerTool('test_error_handling', { description: 'Diagnostic' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  return server
}

interface Scenario {
  readonly revision: Revision
  readonly scenario: string
  /** Checks that do not apply, with the reason. */
  readonly excused?: Readonly<Record<string, string>>
}

const NEVER_ASKS = 'Medlink has no tool that asks its client for anything, which this check calls'

test.each<Scenario>([
  { revision: '2025-11-25', scenario: 'server-initialize' },
  { revision: '2025-11-25', scenario: 'ping' },
  { revision: '2025-11-25', scenario: 'tools-list' },
  { revision: '2025-11-25', scenario: 'tools-call-simple-text' },
  { revision: '2025-11-25', scenario: 'tools-call-error' },
  {
    ...{ revision: '2025-11-25', scenario: 'server-sse-multiple-streams' },
    excused: {
      'server-sse-multiple-streams-session':
        'Medlink keeps no session, so that any process of several can answer; 2026-07-28 has none',
    },
  },
  { revision: '2025-11-25', scenario: 'resources-list' },
  { revision: '2025-11-25', scenario: 'prompts-list' },
  { revision: '2025-11-25', scenario: 'dns-rebinding-protection' },
  {
    ...{ revision: '2026-07-28', scenario: 'server-stateless' },
    excused: {
      'sep-2575-server-rejects-undeclared-capability': NEVER_ASKS,
      'sep-2575-missing-capability-http-400': NEVER_ASKS,
      'sep-2575-http-server-no-independent-requests-on-stream': NEVER_ASKS,
      'sep-2575-server-no-log-without-loglevel': 'Medlink sends no log to its client',
    },
  },
  { revision: '2026-07-28', scenario: 'tools-list' },
  { revision: '2026-07-28', scenario: 'tools-call-simple-text' },
  { revision: '2026-07-28', scenario: 'tools-call-error' },
  { revision: '2026-07-28', scenario: 'server-sse-multiple-streams' },
  { revision: '2026-07-28', scenario: 'resources-list' },
  { revision: '2026-07-28', scenario: 'sep-2164-resource-not-found' },
  { revision: '2026-07-28', scenario: 'prompts-list' },
  { revision: '2026-07-28', scenario: 'dns-rebinding-protection' },
  { revision: '2026-07-28', scenario: 'caching' },
  { revision: '2026-07-28', scenario: 'http-header-validation' },
])('$scenario of $revision passes', ({ revision, scenario, excused = {} }) => {
  const checks = checksOf(revision, scenario)
  const failed = checks.filter(({ status }) => ['FAILURE', 'WARNING'].includes(status))
  expect(failed.map(({ id }) => id).sort()).toEqual(Object.keys(excused).sort())
  expect(checks).not.toHaveLength(0)
})

/** Outcome of each check of a scenario. */
function checksOf(revision: Revision, scenario: string) {
  const folder = join(results, revision)
  const isOfScenario = (name: string) =>
    /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] === scenario
  const name = readdirSync(folder).find(isOfScenario)!
  const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))
  return checks as readonly { readonly id: string; readonly status: string }[]
}

/** Runs all scenarios of a revision in one process: a process for each would take a second to start. */
async function runSuite(revision: Revision): Promise<void> {
  const { port } = gate.address() as AddressInfo
  const argv = ['server', '--url', `http://localhost:${port}/mcp`, '-o', join(results, revision)]
  // It exits with 1 after a failed check, of which its files say more.
  await promisify(execFile)(node, [
    join(SUITE, '../dist/index.js'),
    ...[...argv, '--suite', 'all', '--spec-version', revision],
  ]).catch(() => undefined)
}
