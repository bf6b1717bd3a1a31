/**
 * Runs the examples as a reader does, with the package installed:
 * 1. each has at most 60 lines, and a row in examples/README.md
 * 2. servers answer, and refuse what is no request; a table is mapped; a note becomes a transaction of FHIR; the settings start a server of tools
 *
 * test/browser has the field in a web page.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MEDLINK_VERSION } from '../../src/version.ts'
import { INITIALIZE } from '../support/mcp.ts'
import { copyStarters } from '../support/shared-index.ts'
import { ROOT } from './pages.ts'
import { installForReader, type Reader } from './reader.ts'

vi.setConfig({ testTimeout: 120_000 })

const EXAMPLES = join(ROOT, 'examples')
const MAX_LINES = 60
const FILES = readdirSync(EXAMPLES).filter((name) => name !== 'README.md')

interface Condition {
  readonly resourceType: string
  readonly code: { readonly text: string; readonly coding?: readonly { readonly code: string }[] }
  readonly verificationStatus: { readonly coding: readonly { readonly code: string }[] }
}

let reader: Reader
let folder: string

beforeAll(async () => {
  reader = await installForReader(['express'])
  folder = join(reader.folder, 'examples')
  cpSync(EXAMPLES, folder, { recursive: true })
  copyStarters(join(folder, 'indexes'))
  copyStarters(join(reader.env.XDG_CACHE_HOME!, 'medlink', MEDLINK_VERSION))
})
afterAll(() => reader.remove())

/** Starts an example that serves, and waits for the address that it prints. */
async function start(file: string): Promise<{ child: ChildProcess; address: string }> {
  const env = { ...reader.env, PORT: '0' }
  const child = spawn(process.execPath, [file], { cwd: folder, env })
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, address }
}

async function post(url: string, body: unknown): Promise<{ status: number; answer: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, answer: await response.json() }
}

test.each(FILES)('%s is short and listed', (name) => {
  const lines = readFileSync(join(EXAMPLES, name), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
  expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`| [${name}](${name}) |`)
})

describe('a server', () => {
  test('express.mjs answers with a code or a question, and ends when it is told to', async () => {
    const { child, address } = await start('express.mjs')
    const linked = await post(`${address}/diagnosis`, { text: 'asthma' })
    expect(linked).toMatchObject({ status: 200, answer: { code: { code: 'J45.909' } } })
    const asked = await post(`${address}/diagnosis`, { text: 'PE' })
    expect(asked.answer).toMatchObject({ code: null, reason: 'several_meanings' })
    expect(asked.answer).toHaveProperty('question', expect.stringMatching(/^which meaning: /))
    const refused = await post(`${address}/diagnosis`, { text: 7 })
    expect(refused.status).toBe(400)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })

  test('fastify-plugin.mjs codes many tests', async () => {
    const { child, address } = await start('fastify-plugin.mjs')
    const tests = [
      { name: 'hemoglobin', unit: 'g/dL', specimen: 'whole blood' },
      { name: 'hemoglobin' },
    ]
    const { status, answer } = await post(`${address}/tests`, { tests })
    expect({ status, answer }).toMatchObject({
      status: 200,
      answer: { answers: [{ code: '718-7' }, { code: null, reason: 'unit_missing' }] },
    })
    expect((await post(`${address}/tests`, { tests: [{}] })).status).toBe(400)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})

test('map-csv.mjs writes a code beside each row', async () => {
  writeFileSync(
    join(folder, 'tests.csv'),
    'Test Name,UOM,Specimen\nHemoglobin,g/dL,whole blood\nESR,,\n',
  )
  const said = await reader.run('node map-csv.mjs tests.csv mapped.csv', folder)
  expect(said).toMatch(/^1 of 2 rows are linked/)
  const [head, first] = readFileSync(join(folder, 'mapped.csv'), 'utf8').split('\n')
  expect(head).toMatch(/^Test Name,UOM,Specimen,code,title,/)
  expect(first).toMatch(/^Hemoglobin,g\/dL,whole blood,718-7,/)
})

test('note-to-fhir.mjs makes a transaction of a note, and refuses an empty one', async () => {
  const said = await reader.run('node note-to-fhir.mjs "Fever x 3 days, no cough"', folder)
  const bundle = JSON.parse(said) as { type: string; entry: { resource: Condition }[] }
  expect(bundle.type).toBe('transaction')
  const conditions = bundle.entry
    .map(({ resource }) => resource)
    .filter(({ resourceType }) => resourceType === 'Condition')
  expect(
    conditions.map(({ code, verificationStatus }) => [
      code.text,
      verificationStatus.coding[0]?.code,
    ]),
  ).toEqual([
    ['Fever', 'confirmed'],
    ['cough', 'refuted'],
  ])
  expect(conditions[0]!.code.coding![0]!.code).toBe('R50.9')
  await expect(reader.run('node note-to-fhir.mjs ""', folder)).rejects.toThrow(
    'the resource has no text',
  )
})

test('mcp.json starts a server of tools', async () => {
  const { mcpServers } = JSON.parse(readFileSync(join(folder, 'mcp.json'), 'utf8'))
  const { command, args } = mcpServers.medlink
  const child = spawn(command, args, { cwd: folder, env: reader.env })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const request = { jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE }
  child.stdin.end(`${JSON.stringify(request)}\n`)
  const { value } = await lines.next()
  expect(JSON.parse(value)).toMatchObject({ result: { serverInfo: { name: 'medlink' } } })
})
