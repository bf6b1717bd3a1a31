/**
 * Counts the source files that one warm request runs: the code that a reader must know to follow it.
 *
 *   tsx scripts/files-executed.ts [--dir D] [--list]
 *
 *   --dir   root of the indexes; default: the starter vocabularies, built into a temporary folder
 *   --list  prints the files, too
 *
 * Each request is answered three times to warm it. V8 then counts the functions that run when it is answered once more.
 * A file counts if one of its functions ran. Prints one line a request, and JSON as the last line.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildStarter } from '../src/build/build.ts'
import { type Medlink, openMedlink } from '../src/medlink.ts'

const WARM_UPS = 3
const SETTLED_MS = 2500
const SOURCE = new URL('../src/', import.meta.url).href
/** Repetitions 0 to 2 of a request warm it; 3 is counted. */
const REQUESTS: Readonly<Record<string, (medlink: Medlink, repetition: number) => unknown>> = {
  link: (medlink) => medlink.link({ query: 'fx neck of femer lt', ontology: 'icd-10-cm' }),
  note: (medlink) => medlink.comprehend({ text: NOTE, find: ['problem'] }),
  // Links are remembered for requests with the same rows: each repetition asks for others.
  'note of new links': (medlink, repetition) =>
    medlink.comprehend({ text: NOTE, find: ['problem'], top_k: 1 + repetition }),
  prescription: (medlink) => medlink.link({ query: 'Tab Dolo 650 1-0-1', ontology: 'medication' }),
}
const NOTE = 'c/o fever x 3 days, no cough. K/C/O T2DM'

const { values: options } = parseArgs({
  options: { dir: { type: 'string' }, list: { type: 'boolean', default: false } },
})
const temporary = mkdtempSync(join(tmpdir(), 'medlink-files-'))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
if (options.dir === undefined) {
  for (const ontology of ['icd-10-cm', 'medication'])
    await buildStarter(ontology, { dir: temporary })
  // A folder that has just changed is read again at each request.
  await setTimeout(SETTLED_MS)
}
const medlink = openMedlink({ dir: options.dir ?? temporary })
const counts: Record<string, number> = {}
for (const [name, answer] of Object.entries(REQUESTS)) {
  for (let i = 0; i < WARM_UPS; i++) answer(medlink, i)
  const files = await filesRunBy(() => answer(medlink, WARM_UPS))
  counts[name] = files.length
  console.log(`${name}: ${files.length} files`)
  if (options.list) for (const file of files) console.log(`  ${file}`)
}
medlink.close()
console.log(JSON.stringify(counts))

/** Paths below src/ of which a function runs, in order. */
async function filesRunBy(answer: () => unknown): Promise<string[]> {
  const session = new Session()
  session.connect()
  const post = (method: string, params = {}) =>
    new Promise<object>((resolve, reject) => {
      session.post(method, params, (error, result) =>
        error === null ? resolve(result as object) : reject(error),
      )
    })
  await post('Profiler.enable')
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  answer()
  const { result } = (await post('Profiler.takePreciseCoverage')) as Coverage
  session.disconnect()
  return result
    .filter(({ url }) => url.startsWith(SOURCE))
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
    .map(({ url }) => url.slice(SOURCE.length))
    .sort()
}

/** The part of the profiler's answer that is read. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}
