/**
 * Measures how long `medlink map` of the built package takes over a large table, its peak memory, and whether a second run writes the
 * same bytes.
 *
 *   tsx bench/map.ts --dir D [--ontology O] [--rows N] [--distinct N]
 *
 *   --rows      of the table; 1,000,000 when left out
 *   --distinct  different requests among them; 50,000 when left out
 *
 * The table is made of names of the index, every third with a typo, with units and specimens. Seeded. Peak memory is
 * VmHWM of the process, read every 50 ms (Linux). Ends with 1 when the outputs differ.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { ended, startMap, writeTable } from './map/runs.ts'
import { requireOntologyName } from './options.ts'
import { peakMegabytes } from './process-use.ts'
import { temporaryFolder } from './temporary.ts'
import { rounded } from './timing.ts'

const options = readOptions(import.meta.url, {
  dir: REQUIRED,
  ontology: 'loinc',
  rows: 1_000_000,
  distinct: 50_000,
})
const { dir } = options
const ontology = requireOntologyName(options.ontology)
const { rows, distinct } = options

const folder = temporaryFolder()
const input = join(folder, 'tests.csv')
writeTable(input, dir, ontology, { rows, distinct })
const runs = [await measure('first.csv'), await measure('second.csv')]
const [first, second] = ['first.csv', 'second.csv'].map((name) => readFileSync(join(folder, name)))
const equal = first!.equals(second!)
console.log(JSON.stringify({ rows, distinct, input_mb: megabytes(input), runs, equal }))
if (!equal) process.exitCode = 1

async function measure(name: string) {
  const start = performance.now()
  let peak = 0
  const child = startMap([input, '-o', ontology, '--dir', dir, '--out', join(folder, name)])
  const code = await ended(child, () => {
    peak = Math.max(peak, peakMegabytes(child.pid))
  })
  if (code !== 0) throw new Error(`medlink map ended with ${code}`)
  return { seconds: rounded((performance.now() - start) / 1000, 1), peak_mb: Math.round(peak) }
}

function megabytes(file: string): number {
  return rounded(statSync(file).size / 2 ** 20, 1)
}
