/** Proves that 1,000 calls, half of each kind through stdio and half through /mcp, by either protocol, are answered as by the library. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import {
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type LinkRequest,
  type Medlink,
  openMedlink,
} from '../../src/medlink.ts'
import { compiledCommand } from '../support/compiled.ts'
import { type Called, INITIALIZE, messageIn, overHttp, type RpcResponse } from '../support/mcp.ts'
import { startServer, tokenOf } from '../support/server.ts'
import { copyStarter, starterRoot } from '../support/shared-index.ts'

vi.setConfig({ testTimeout: 300_000 })

/** A call of a tool, and the library's answer in the answer of the tool. */
interface Call {
  readonly name: string
  readonly args: object
  readonly expected: object
}

/** A concept to ask about. */
interface Subject {
  readonly ontology: LinkedOntology
  readonly code: string
  readonly name: string
}

/** A hint that each vocabulary reads. */
const HINTS: Readonly<Record<LinkedOntology, object>> = {
  snomed: {},
  loinc: { unit: 'mg/dL', specimen: 'serum' },
  'icd-10-cm': {},
  medication: { form: 'tablet' },
}

/** Kinds of calls; each is made about every subject. */
const KINDS: readonly ((medlink: Medlink, subject: Subject) => Call)[] = [
  (medlink, { ontology, name }) => linkOf(medlink, { ontology, query: name }),
  (medlink, { ontology, name }) =>
    linkOf(medlink, { ontology, query: `${name[0]}${name.slice(2)}` }),
  (medlink, { ontology, name }) =>
    linkOf(medlink, { ontology, query: name.toUpperCase(), metadata: HINTS[ontology], top_k: 1 }),
  (medlink, { ontology, name }) => linkOf(medlink, { ontology, query: `h/o ${name} ?`, top_k: 10 }),
  (medlink, { ontology, name: query }) => {
    const { explanations, parse, passed_over, ...result } = medlink.explain({
      ...{ ontology, query },
      top_k: 3,
    })
    return {
      ...{ name: 'explain', args: { ontology, query } },
      expected: {
        ...{ explanations, ...(parse && { parse }), ...(passed_over && { passed_over }) },
        result: { ...result, request_id: expect.any(String) },
      },
    }
  },
  (medlink, { ontology, code }) => {
    const { name, active, metadata, parents, replacements } = medlink.concept(ontology, code)
    return {
      ...{ name: 'concept', args: { ontology, codes: [code] } },
      expected: {
        concepts: [
          expect.objectContaining({ code, name, active, metadata, parents, replacements }),
        ],
      },
    }
  },
  (medlink, { ontology, code }) => {
    const { maps, replacements } = medlink.concept(ontology, code)
    return {
      ...{ name: 'map', args: { ontology, codes: [code] } },
      expected: { concepts: [expect.objectContaining({ code, maps, replacements })] },
    }
  },
  (medlink, { ontology, name }) => {
    const prefix = name.slice(0, 4)
    const suggestions = medlink.suggest({ ontology, prefix })
    return { name: 'suggest', args: { ontology, prefix }, expected: { suggestions } }
  },
]

function linkOf(medlink: Medlink, request: LinkRequest): Call {
  const { query, metadata, ...shared } = request
  const mention = { query, request_id: query, ...(metadata && { metadata }) }
  const result = medlink.link({ top_k: 3, ...request, request_id: query })
  return {
    ...{ name: 'link', args: { ...shared, mentions: [mention] } },
    expected: { answers: [expect.objectContaining({ result })] },
  }
}

/** A note about a subject, which a vocabulary of conditions answers. */
function noteOf(medlink: Medlink, { ontology, name }: Subject): Call {
  const args = { ontology, text: `No fever. K/C/O ${name} x 3 years.` } as const
  const result = { ...medlink.comprehend({ ...args, top_k: 3 } as never) }
  return {
    ...{ name: 'comprehend', args },
    expected: { result: { ...result, request_id: expect.any(String) } },
  }
}

/** The commonest concepts for each letter. */
function subjectsOf(medlink: Medlink, ontology: LinkedOntology): Subject[] {
  return [...'abcdefghijklmnopqrstuvw']
    .flatMap((prefix) => medlink.suggest({ prefix, ontology, limit: 2 }))
    .slice(0, 31)
    .map(({ code, name }) => ({ ontology, code, name }))
}

function expectAnswered({ name, args, expected }: Call, { result }: RpcResponse): void {
  const { structuredContent, isError } = result as Called
  expect(isError, `${name} ${JSON.stringify(args)}`).toBeUndefined()
  const { release, releases = [release] } = structuredContent as Record<string, never>
  expect(releases).toContainEqual(expect.objectContaining({ version: 'starter' }))
  expect(structuredContent).toEqual(expect.objectContaining(expected))
}

test('1,000 calls are answered as by the library', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-mcp-'))
  for (const ontology of LINKED_ONTOLOGIES) {
    starterRoot(ontology)
    copyStarter(ontology, folder)
  }
  const medlink = openMedlink({ dir: folder })
  const calls = LINKED_ONTOLOGIES.flatMap((ontology) => {
    const subjects = subjectsOf(medlink, ontology)
    const hasNotes = medlink.concept(ontology, subjects[0]!.code).parents.length > 0
    return [
      ...KINDS.flatMap((kind) => subjects.map((subject) => kind(medlink, subject))),
      ...(hasNotes ? subjects.map((subject) => noteOf(medlink, subject)) : []),
    ]
  })
  medlink.close()
  expect(calls.length).toBeGreaterThanOrEqual(1000)
  try {
    const [first, second] = [0, 1].map((part) => calls.filter((_, i) => i % 2 === part))
    await Promise.all([overStdio(folder, first!), throughServer(folder, second!)])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function overStdio(dir: string, calls: readonly Call[]): Promise<void> {
  const main = compiledCommand()
  const child = spawn(process.execPath, [main, 'mcp', '--dir', dir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (id: number, method: string, params: object): Promise<RpcResponse> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return JSON.parse((await lines.next()).value)
  }
  try {
    await ask(0, 'initialize', INITIALIZE)
    for (const [place, call] of calls.entries()) {
      const answer = await ask(place + 1, 'tools/call', { name: call.name, arguments: call.args })
      expect(answer.id).toBe(place + 1)
      expectAnswered(call, answer)
    }
    child.stdin.end()
    expect(await ended).toBe(0)
  } finally {
    child.kill()
  }
}

async function throughServer(dir: string, calls: readonly Call[]): Promise<void> {
  const place = { folder: mkdtempSync(join(tmpdir(), 'medlink-mcp-records-')) }
  const server = await startServer({ dir, place })
  const token = await tokenOf({ sub: 'assistant', cid: 'assistant', bid: 'clinic' })
  try {
    for (const [i, call] of calls.entries()) {
      const revision = i % 2 === 0 ? '2025-11-25' : '2026-07-28'
      const { headers, body } = overHttp(revision, 'tools/call', {
        ...{ name: call.name, arguments: call.args },
      })
      const response = await fetch(`${server.address}/mcp`, {
        ...{ method: 'POST', body, headers: { ...headers, authorization: `Bearer ${token}` } },
      })
      expect(response.status).toBe(200)
      expectAnswered(call, messageIn(await response.text()))
    }
  } finally {
    await server.stop()
    rmSync(place.folder, { recursive: true })
  }
}
