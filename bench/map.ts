/**
 * Measures how long `medlink map` of the built package takes over a large table, its peak memory, and whether a second run writes the
 * same bytes.
 *
 *   tsx bench/map.ts --dir D [--ontology O] [--rows N] [--distinct N] [--kills N]
 *
 *   --rows      of the table; 1,000,000 when left out
 *   --distinct  different requests among them; 50,000 when left out
 *   --kills     instead of the second run: one that is killed with -9 so often, each time at a random moment of what a whole
 *               run takes, and gone on with
 *
 * The table is made of names of the index, every third with a typo, with units and specimens. Seeded. Peak memory is
 * VmHWM of the process, read every 50 ms (Linux). A killed run that is done before its moment comes is begun anew with --force.
 * Ends with 1 when the outputs differ, or something is left beside them.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPTIONAL, REQUIRED, readOptions, requireCount } from '../scripts/support/options.ts'
import { pick, randomEdit, sample, seededRandom } from '../scripts/support/random.ts'
import { LineFile } from './line-file.ts'
import { requireOntologyName } from './options.ts'
import { peakMegabytes } from './process-use.ts'
import { openSubject, readNames } from './subject.ts'
import { csvLine } from './tables.ts'
import { temporaryFolder } from './temporary.ts'
import { rounded } from './timing.ts'

const SEED = 20_261_123
const UNITS = ['', 'mg/dL', 'g/dL', 'mmol/L', '%', '10*3/uL'] as const
const SPECIMENS = ['', 'serum', 'whole blood', 'urine', 'plasma'] as const
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, ontology: 'loinc', rows: 1_000_000, distinct: 50_000, kills: OPTIONAL },
})
const { dir, rows, distinct } = options
const ontology = requireOntologyName(options.ontology)
const folder = temporaryFolder()
const input = join(folder, 'tests.csv')
const outputs = { first: join(folder, 'first.csv'), second: join(folder, 'second.csv') }

writeTable()
const first = await measure(outputs.first)
const second =
  options.kills === undefined
    ? await measure(outputs.second)
    : await killAndResume(requireCount(options.kills, 'kills'), first.seconds * 1000)
const equal = readFileSync(outputs.first).equals(readFileSync(outputs.second))
const left = readdirSync(folder).filter((name) => !/^(?:tests|first|second)\.csv$/.test(name))
const input_mb = rounded(statSync(input).size / 2 ** 20, 1)
console.log(JSON.stringify({ rows, distinct, input_mb, first, second, equal, left }))
if (!equal || left.length > 0) process.exitCode = 1

/** Writes a CSV that asks for names of the index. */
function writeTable(): void {
  const random = seededRandom(SEED)
  const subject = openSubject(dir, ontology)
  const names = sample(readNames(subject.index), distinct, random)
  subject.close()
  const asked = new Set<string>()
  for (let i = 0; asked.size < distinct; i++) {
    const { text } = names[i % names.length]!
    const written = i % 3 === 0 ? (randomEdit(text, random) ?? text) : text
    asked.add(csvLine([written, pick(UNITS, random), pick(SPECIMENS, random)]))
  }
  const rest = [...asked]
  const lines = new LineFile(input)
  lines.add('id,test_name,unit,specimen')
  for (let row = 0; row < rows; row++)
    lines.add(`R${row},${row < rest.length ? rest[row] : pick(rest, random)}`)
  lines.close()
}

/** One whole run. @throws Error unless it ends well */
async function measure(out: string, ...more: readonly string[]) {
  const start = performance.now()
  const { code, peak } = await run([out, ...more])
  if (code !== 0) throw new Error(`medlink map ended with ${code}`)
  return { seconds: rounded((performance.now() - start) / 1000, 1), peak_mb: Math.round(peak) }
}

/** Kills runs and goes on with them, and has the last one run to its end. */
async function killAndResume(kills: number, wholeMs: number) {
  const random = seededRandom(SEED)
  let done = 0
  for (let killed = 0; killed < kills; ) {
    const more = ['--resume', ...(done > 0 ? ['--force'] : [])]
    const { code } = await run([outputs.second, ...more], random() * wholeMs)
    if (code === null) killed++
    else if (code === 0) done++
    else throw new Error(`medlink map ended with ${code}`)
  }
  return { kills, done_between: done, ...(await measure(outputs.second, '--resume', '--force')) }
}

/** The exit code of `medlink map`, null where it was killed after so many milliseconds, and its peak memory in MB. */
async function run([out, ...more]: readonly string[], killAfterMs?: number) {
  const argv = [MAIN, 'map', input, '-o', ontology, '--dir', dir, '--out', out!, ...more, '--json']
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, peakMegabytes(child.pid))
  }, 50)
  const killing =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearInterval(watching)
  clearTimeout(killing)
  return { code, peak }
}
