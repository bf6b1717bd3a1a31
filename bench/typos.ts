/**
 * Does every official title find its own code, and does it still with one random edit in one of its words, or two?
 *
 *   tsx bench/typos.ts --dir D --ontology O [--version V] [--sample N] [--misses FILE]
 *
 *   --sample       that many titles, long and short, instead of all
 *   --misses       a file for what was not first: set, query, title, code, what came first
 *
 * Right is any code that has exactly the title, whatever the case of its letters. An edit is an insertion, deletion,
 * substitution or swap in a word of at least five letters, two are in one word of at least eight; titles without such a
 * word are left out there. Seeded.
 */
import { writeFileSync } from 'node:fs'
import { OPTIONAL, readOptions, requireCount } from '../scripts/support/options.ts'
import { randomEdit, sample, seededRandom } from '../scripts/support/random.ts'
import { type Cell, formatTable, formatTsv } from '../scripts/support/table.ts'
import { SUBJECT_OPTIONS } from './options.ts'
import { linkPeer } from './peers.ts'
import type { BenchQuery } from './queries.ts'
import { runInRounds, shareWithin } from './rounds.ts'
import { codesByText, openSubject, readNames } from './subject.ts'
import { quantilesOf } from './timing.ts'

const SEED = 20_261_103

const options = readOptions(import.meta.url, {
  ...{ ...SUBJECT_OPTIONS, sample: OPTIONAL, misses: OPTIONAL },
})
const subject = openSubject(options.dir, options.ontology, options.version)
const names = readNames(subject.index)
const random = seededRandom(SEED)

/** A query made of a title. */
interface TitleQuery extends BenchQuery {
  readonly title: string
}

const titles = drawTitles()
const edited = titles.flatMap(({ title, gold }) => {
  const query = randomEdit(title, random)
  return query === undefined ? [] : [titleQuery('typo', title, query, gold)]
})
const edits = seededRandom(SEED)
const editedTwice = titles.flatMap(({ title, gold }) => {
  const query = randomEdit(title, edits, { shortest: 8, edits: 2 })
  return query === undefined ? [] : [titleQuery('typo', title, query, gold)]
})
const link = linkPeer(subject)

const rows: Cell[][] = []
const misses: string[][] = []
await measure('as they are', titles)
await measure('one edit', edited)
await measure('two edits', editedTwice)
console.log(`${subject.index.name}: official titles as queries`)
console.log(formatTable(['titles', 'n', 'first', 'among 5', 'p50 ms', 'p99 ms'], rows))
if (options.misses !== undefined) {
  writeFileSync(options.misses, formatTsv([['set', 'query', 'title', 'code', 'first'], ...misses]))
  console.log(`${misses.length} misses in ${options.misses}`)
}
subject.close()

/** Distinct official titles, in a random order when only some are wanted. */
function drawTitles(): TitleQuery[] {
  const official = names.filter(({ kind }) => kind === 'preferred' || kind === 'short')
  const codesOf = codesByText(official)
  const texts = [...new Set(official.map(({ text }) => text))].sort()
  const drawn = options.sample
    ? sample(texts, requireCount(options.sample, 'sample'), random)
    : texts
  return drawn.map((title) => titleQuery('title', title, title, codesOf(title)))
}

function titleQuery(
  kind: 'title' | 'typo',
  title: string,
  query: string,
  gold: readonly string[],
): TitleQuery {
  const request = { query, ontology: subject.ontology.name, version: subject.version }
  return { kind, request, gold, title }
}

async function measure(set: string, queries: readonly TitleQuery[]): Promise<void> {
  const answers = (await runInRounds([link], queries)).get(link.name)!
  const { p50_ms, p99_ms } = quantilesOf(answers.ms)
  const right = [shareWithin(1, queries, answers), shareWithin(5, queries, answers)]
  rows.push([set, queries.length, ...right, p50_ms, p99_ms])
  for (const [i, { request, title, gold }] of queries.entries()) {
    const first = answers.codes[i]![0] ?? ''
    if (!gold.includes(first)) misses.push([set, request.query, title, gold.join(','), first])
  }
}
