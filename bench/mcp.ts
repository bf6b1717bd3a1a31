/**
 * A session of an assistant with `medlink mcp`, from the start of the process to the last of ten answers: each of the seven tools, and
 * three more links.
 *
 *   tsx bench/mcp.ts [--command FILE] [--dir D] [--rounds N]
 *
 *   --command  the built command; default: dist/cli/main.js of this checkout
 *   --dir      root of the indexes; default: none, so that the starter answers
 *   --rounds   sessions, each of a new process; default: 9
 *
 * One request after the other, each sent when the answer before is there. The first session has an empty cache folder, in which
 * samples may have to be made first; it is told by itself. Of the others: least, median and most, and the median time to
 * the answer of initialize. Ends with 1 if a tool fails, or if the median is above the limit.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import { INITIALIZE } from '../test/support/mcp.ts'
import { temporaryFolder } from './temporary.ts'
import { median } from './timing.ts'

/** Wanted for a session. */
const LIMIT_MS = 1500

const options = readOptions(import.meta.url, {
  command: fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)),
  dir: OPTIONAL,
  rounds: 9,
})

type Call = readonly [tool: string, args: object]
const link = (ontology: string, query: string, metadata: object = {}): Call => {
  return ['link', { ontology, mentions: [{ query, metadata }] }]
}
const CALLS: readonly Call[] = [
  ['list_ontologies', {}],
  link('icd-10-cm', 'type 2 diabetes with neuropathy'),
  link('snomed', 'chest pain'),
  link('loinc', 'hemoglobin', { unit: 'g/dL', specimen: 'blood' }),
  link('medication', 'Tab Dolo 650 1-0-1'),
  ['comprehend', { ontology: 'icd-10-cm', text: 'No fever. Known asthmatic.' }],
  ['explain', { ontology: 'icd-10-cm', query: 'HTN' }],
  ['concept', { ontology: 'icd-10-cm', codes: ['I10'] }],
  ['suggest', { ontology: 'icd-10-cm', prefix: 'diab' }],
  ['map', { ontology: 'icd-10-cm', codes: ['E11.9'], under: 'E11' }],
]

interface Session {
  /** From the start of the process to the answer of initialize, and to the last answer. */
  readonly readyMs: number
  readonly totalMs: number
}

/** @throws Error for a tool that fails, and a process that ends early */
async function runSession(cache: string): Promise<Session> {
  const start = performance.now()
  const where = options.dir === undefined ? [] : ['--dir', options.dir]
  const argv = [options.command, 'mcp', ...where]
  const { MEDLINK_DIR: _, ...own } = process.env
  const child = spawn(process.execPath, argv, {
    ...{ cwd: cache, env: { ...own, XDG_CACHE_HOME: cache } },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method: string, params: object) => {
    send({ id: ++id, method, params })
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`the process ended before it answered ${method}`)
    const { result, error } = JSON.parse(value)
    if (error !== undefined || result.isError === true)
      throw new Error(`${JSON.stringify(params)}: ${value}`)
  }
  try {
    await ask('initialize', INITIALIZE)
    const readyMs = performance.now() - start
    send({ method: 'notifications/initialized' })
    for (const [name, args] of CALLS) await ask('tools/call', { name, arguments: args })
    return { readyMs, totalMs: performance.now() - start }
  } finally {
    child.stdin.end()
    child.kill()
  }
}

const cache = temporaryFolder()
const first = await runSession(cache)
const sessions: Session[] = []
for (let round = 0; round < options.rounds; round++) sessions.push(await runSession(cache))
const total = sessions.map(({ totalMs }) => totalMs)
const figures = {
  first_ms: Math.round(first.totalMs),
  least_ms: Math.round(Math.min(...total)),
  p50_ms: Math.round(median(total)),
  most_ms: Math.round(Math.max(...total)),
  ready_p50_ms: Math.round(median(sessions.map(({ readyMs }) => readyMs))),
}
console.log(formatRows([figures]))
if (figures.p50_ms > LIMIT_MS) process.exitCode = 1
