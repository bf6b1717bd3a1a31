/**
 * Measures what stays in memory of texts that were linked: how the heap grows over many links of 1,000 characters, each of them
 * other words, and whether a word of theirs is left when Medlink is closed.
 *
 *   tsx bench/memory.ts --dir D [--n N]
 *
 *   --dir   root of the indexes; every ontology that is installed there is asked in turns
 *   --n     links; 1,000,000 when left out
 *
 * The heap is read ten times, what is garbage thrown away. Growth is from the first fifth, when what is remembered of
 * words has filled up, to the end. Every text holds a mark; The process ends with 1 if a snapshot of the heap after
 * closing has it. Seeded.
 */
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeHeapSnapshot } from 'node:v8'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { pick, seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { openMedlink } from '../src/medlink.ts'
import { requireOntology } from '../src/ontologies/all.ts'
import { collectGarbage } from './garbage.ts'
import { rounded } from './timing.ts'

const SEED = 20_261_122
const LENGTH = 1000
const READINGS = 10
const SYLLABLES =
  'ba,cor,di,fem,gas,hyp,itis,ka,lum,men,neph,osis,pan,ren,sto,tor,ul,ven,xan,zo'.split(',')
/** Bytes, which are outside of the heap: this script may not keep the mark there itself. */
const MARK = Buffer.from(['zqxv', 'kjwq', 'vxqz', 'qwjk'].join('m'), 'latin1')

const options = readOptions(import.meta.url, { dir: REQUIRED, n: 1_000_000 })
const { dir, n } = options
const medlink = openMedlink({ dir })
const installed = medlink
  .registry()
  .ontologies.filter(({ versions }) => versions.length > 0)
  .map(({ name }) => requireOntology(name).name)
const random = seededRandom(SEED)

/** A text of words that nobody wrote before, with the mark somewhere in it. */
function textOf(mark: string): string {
  const words: string[] = []
  for (let size = 0; size < LENGTH; size += words.at(-1)!.length + 1) {
    const count = 1 + Math.floor(random() * 5)
    words.push(Array.from({ length: count }, () => pick(SYLLABLES, random)).join(''))
  }
  words[Math.floor(random() * words.length)] = mark
  return words.join(' ').slice(0, LENGTH)
}

const readings: { readonly links: number; readonly heap: number; readonly rss: number }[] = []
for (let i = 0; i < n; i++) {
  medlink.link({
    query: textOf(MARK.toString('latin1')),
    ontology: installed[i % installed.length]!,
  })
  if ((i + 1) % Math.ceil(n / READINGS) !== 0 && i + 1 !== n) continue
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  readings.push({ links: i + 1, heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 })
}
medlink.close()
// The text that a pattern was found in last is JavaScript's to keep, not Medlink's.
;/./.test('-')
collectGarbage()
const file = writeHeapSnapshot(join(tmpdir(), `medlink-memory-${process.pid}.heapsnapshot`))
const isMarked = readFileSync(file).includes(MARK)
rmSync(file)
console.log(
  formatTable(
    ['links', 'heap MB', 'resident MB'],
    readings.map(({ links, heap, rss }) => [links, Math.round(heap), Math.round(rss)]),
  ),
)
const [, second] = readings
const growth = rounded(readings.at(-1)!.heap - (second ?? readings[0]!).heap, 1)
console.log(`the heap grew by ${growth} MB; a text is ${isMarked ? '' : 'not '}left after close`)
process.exitCode = isMarked ? 1 : 0
