/**
 * Measures what `medlink map` has lost when it was killed with -9 at random moments, and gone on with each time: the output must be
 * that of a run that nobody killed.
 *
 *   tsx bench/map-killed.ts --dir D [--ontology O] [--rows N] [--distinct N] [--kills N]
 *
 *   --rows      of the table; 100,000 when left out
 *   --distinct  different requests among them; 20,000 when left out
 *   --kills     of the run, each at a random moment of what a whole run takes; 10 when left out
 *
 * A run that is done before its moment comes is begun anew with --force. Ends with 1 when the outputs differ, or
 * something is left beside them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { ended, startMap, writeTable } from './map/runs.ts'
import { requireOntologyName } from './options.ts'
import { temporaryFolder } from './temporary.ts'

const SEED = 20_261_123

const options = readOptions(import.meta.url, {
  dir: REQUIRED,
  ontology: 'loinc',
  rows: 100_000,
  distinct: 20_000,
  kills: 10,
})
const { dir } = options
const ontology = requireOntologyName(options.ontology)
const { rows, distinct, kills } = options

const random = seededRandom(SEED)
const folder = temporaryFolder()
const input = join(folder, 'tests.csv')
const [whole, killed] = [join(folder, 'whole.csv'), join(folder, 'killed.csv')]
writeTable(input, dir, ontology, { rows, distinct })
const argv = (out: string) => [input, '-o', ontology, '--dir', dir, '--out', out]
const start = performance.now()
await requireDone(ended(startMap(argv(whole))))
const wholeMs = performance.now() - start
let done = 0
for (let kill = 0; kill < kills; ) {
  const child = startMap([...argv(killed), '--resume', ...(done > 0 ? ['--force'] : [])])
  const timer = setTimeout(() => child.kill('SIGKILL'), random() * wholeMs)
  const code = await ended(child)
  clearTimeout(timer)
  if (code === null) kill++
  else if (code === 0) done++
  else throw new Error(`medlink map ended with ${code}`)
}
await requireDone(ended(startMap([...argv(killed), '--resume', '--force'])))
const equal = readFileSync(whole).equals(readFileSync(killed))
const left = readdirSync(folder).filter((name) => !/^(?:tests|whole|killed)\.csv$/.test(name))
console.log(JSON.stringify({ rows, distinct, kills, done_between: done, equal, left }))
if (!equal || left.length > 0) process.exitCode = 1

async function requireDone(code: Promise<number | null>): Promise<void> {
  if ((await code) !== 0) throw new Error(`medlink map ended with ${await code}`)
}
