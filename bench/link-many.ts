/**
 * Measures how many links a second `linkMany` makes on worker threads, beside a plain loop of `link` in one thread, in one run, and
 * how much memory a worker costs.
 *
 *   tsx bench/link-many.ts --dir D --ontology O [--version V] [--workers N] [--n N] [--rounds N]
 *
 *   --workers   threads; 2 when left out
 *   --n         requests a round; 20,000 when left out. They are names of the index, half of them with a typo
 *   --rounds    rounds of both, in turns; 3 when left out. The best round of each counts
 *
 * Both are warmed up with a tenth of the requests, so that the workers are started and the code is compiled. A loop
 * that leaves the other core idle is what linkMany stands in the place of. Both must give the same results, in the same
 * order; the process ends with 1 when they do not. MB a worker: what the resident memory of the process grew by
 * from the end of the loop's warm-up to that of the workers', for each of them; it holds their heaps and what they map of
 * the index. Seeded.
 */
import { readOptions } from '../scripts/support/options.ts'
import { randomEdit, sample, seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import type { LinkOutcome, LinkRequest } from '../src/medlink.ts'
import { collectGarbage } from './garbage.ts'
import { SUBJECT_OPTIONS } from './options.ts'
import { openSubject, readNames } from './subject.ts'
import { rounded } from './timing.ts'

const SEED = 20_261_105

const options = readOptions(import.meta.url, {
  ...{ ...SUBJECT_OPTIONS, workers: 2, n: 20_000, rounds: 3 },
})
const { workers, rounds } = options
const subject = openSubject(options.dir, options.ontology, options.version)
const requests = drawRequests(options.n)
const warmUp = requests.slice(0, Math.ceil(requests.length / 10))

linkAll(warmUp)
const rssBefore = residentMegabytes()
await linkManyOf(warmUp)
const rssAfter = residentMegabytes()

const loop: number[] = []
const many: number[] = []
let differences = 0
const perSecond = (ms: number) => (requests.length / ms) * 1000
for (let round = 0; round < rounds; round++) {
  const start = performance.now()
  const one = linkAll(requests)
  const middle = performance.now()
  const all = await linkManyOf(requests)
  many.push(perSecond(performance.now() - middle))
  loop.push(perSecond(middle - start))
  differences += all.filter((codes, i) => codes !== one[i]).length
}
const row = (round: string | number, one: number, all: number) => [
  ...[round, Math.round(one), Math.round(all), all / one],
]
const rows = loop.map((each, i) => row(i + 1, each, many[i]!))
rows.push(row('best', Math.max(...loop), Math.max(...many)))
console.log(formatTable(['round', 'link /s', `linkMany /s, ${workers} workers`, 'ratio'], rows))
const perWorker = rounded((rssAfter - rssBefore) / workers, 1)
console.log(`${requests.length} requests, ${differences} differences, ${perWorker} MB a worker`)
if (differences > 0) process.exitCode = 1
subject.close()

/** Names of the index, each second one with a random edit, round and round when there are too few. */
function drawRequests(count: number): LinkRequest[] {
  const random = seededRandom(SEED)
  const texts = sample(readNames(subject.index), count, random).map(({ text }, i) =>
    i % 2 === 0 ? text : (randomEdit(text, random) ?? text),
  )
  const { version, ontology } = subject
  return Array.from({ length: count }, (_, i) => ({
    ...{ query: texts[i % texts.length]!, ontology: ontology.name, version },
  }))
}

/** The codes of every answer, one string each, by a plain loop. */
function linkAll(asked: readonly LinkRequest[]): string[] {
  return asked.map((request) => codesOf(subject.medlink.link(request)))
}

/** The same by the workers. */
async function linkManyOf(asked: readonly LinkRequest[]): Promise<string[]> {
  const answers: string[] = []
  for await (const outcome of subject.medlink.linkMany(asked, { workers }))
    answers.push(codesOf(outcome))
  return answers
}

function codesOf(outcome: LinkOutcome): string {
  if ('error' in outcome) return outcome.error.code
  return outcome.results
    .map(({ term_id, is_linked }) => `${term_id}${is_linked ? '!' : ''}`)
    .join(' ')
}

/** After what is garbage was thrown away. */
function residentMegabytes(): number {
  collectGarbage()
  return process.memoryUsage.rss() / 2 ** 20
}
