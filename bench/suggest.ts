/**
 * Measures how soon type-ahead shows the right code, and what a keystroke costs: every mention of evaluation sets typed letter by
 * letter.
 *
 *   tsx bench/suggest.ts --dir D [--evals DIR] [--sets NAMES] [--large-dir D] [--pack] [--misses]
 *
 *   --dir         root of the indexes; each set asks the newest version of its ontology
 *   --sets        names of sets, with commas between; clinic-icd, clinic-loinc, clinic-snomed and clinic-medication when left out
 *   --large-dir   root of an index of SNOMED CT's full size (bench/generate-rf2.ts makes the release): the keystrokes of
 *                 clinic-snomed are timed there, too; its codes are others, so that none is found
 *   --pack        the same by the FlexSearch index next to each index, as a web page searches it, after each set
 *   --misses      prints the mentions whose code was not shown, and the first row that the whole mention finds
 *
 * Printed a set: the mentions with a right code, the share of those whose code (the set's `gold` or `accept`) is among the
 * first five rows at any prefix, the share by half of the letters, the share of letters that half of the mentions need, and
 * p50, p99 and the longest of a keystroke, by the clock or the processor's time, whichever is less.
 */
import { readFileSync } from 'node:fs'
import { OPTIONAL, readOptions, requireOption } from '../scripts/support/options.ts'
import { type Cell, formatTable } from '../scripts/support/table.ts'
import { openSuggestIndex } from '../src/browser/browser.ts'
import { indexPath, packPath } from '../src/index/registry.ts'
import { quantile } from '../src/library/evaluate.ts'
import { type EvalSet, readEvalSets } from './eval-sets.ts'
import { DEFAULT_FOLDERS } from './options.ts'
import { openSubject, type Subject } from './subject.ts'
import { quantilesOf, timeEachBusily } from './timing.ts'

/** Rows that a field shows without being scrolled, and rows that are asked for. */
const SHOWN = 5
const ASKED = 10

/** Codes for a prefix, the likeliest first. */
type Answer = (prefix: string) => readonly string[]

const options = readOptions(import.meta.url, {
  sets: 'clinic-icd,clinic-loinc,clinic-snomed,clinic-medication',
  ...{ dir: OPTIONAL, evals: DEFAULT_FOLDERS.evals, 'large-dir': OPTIONAL },
  ...{ pack: false, misses: false },
})

const wanted = new Set(options.sets.split(','))
const sets = readEvalSets(options.evals).filter(({ name }) => wanted.has(name))
const rows: Cell[][] = []
for (const set of sets) {
  const subject = openSubject(requireOption(options.dir, 'dir'), set.ontology)
  rows.push([set.name, ...measure(set, suggestOf(subject))])
  if (options.pack) rows.push(['  FlexSearch index', ...measure(set, await packOf(subject))])
  subject.close()
  if (options['large-dir'] === undefined || set.ontology !== 'snomed') continue
  const large = openSubject(options['large-dir'], set.ontology)
  rows.push(['  at full size', ...measure(set, suggestOf(large))])
  large.close()
}
const times = ['p50 ms', 'p99 ms', 'longest']
console.log(formatTable(['set', 'mentions', 'found', 'by half', 'letters', ...times], rows))

function suggestOf({ medlink, ontology, version }: Subject): Answer {
  return (prefix) => {
    const request = { prefix, ontology: ontology.name, version, limit: ASKED }
    return medlink.suggest(request).map(({ code }) => code)
  }
}

/** The FlexSearch index next to the index, opened as in a web page. */
async function packOf({ ontology, version }: Subject): Promise<Answer> {
  const file = packPath(indexPath(requireOption(options.dir, 'dir'), ontology.name, version))
  const index = await openSuggestIndex(readFileSync(file))
  return (prefix) => index.suggest({ prefix, limit: ASKED }).map(({ code }) => code)
}

function measure(set: EvalSet, answer: Answer): Cell[] {
  answer('a')
  const shares: number[] = []
  const ms: number[] = []
  for (const { request, gold = [], accept = [] } of set.cases) {
    if (gold.length === 0) continue
    const right = new Set([...gold, ...accept])
    const { query } = request
    const prefixes = Array.from({ length: query.length }, (_, i) => query.slice(0, i + 1))
    const timed = timeEachBusily(prefixes, answer)
    ms.push(...timed.ms)
    const place = timed.results.findIndex((codes) =>
      codes.slice(0, SHOWN).some((code) => right.has(code)),
    )
    shares.push(place < 0 ? Number.POSITIVE_INFINITY : (place + 1) / query.length)
    if (options.misses && place < 0)
      console.log(`${set.name}: ${query} [${gold.join(' ')}], ${timed.results.at(-1)![0] ?? '-'}`)
  }
  shares.sort((a, b) => a - b)
  const share = (most: number) => shares.filter((each) => each <= most).length / shares.length
  const median = quantile(shares, 0.5)
  const { p50_ms, p99_ms } = quantilesOf(ms)
  return [
    ...[shares.length, share(1), share(0.5), Number.isFinite(median) ? median : null],
    ...[p50_ms, p99_ms, Math.max(...ms)],
  ]
}
