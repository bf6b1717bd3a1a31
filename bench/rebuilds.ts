/**
 * Checks whether readers notice that an index is rebuilt under them by anything but a newer answer.
 *
 *   tsx bench/rebuilds.ts [--ontology O] [--rounds N] [--readers N]
 *
 *   --ontology  whose starter is rebuilt; loinc when left out
 *   --rounds    rounds of each reader: `link`, then `linkMany` on two workers that are warm, that have yet to start, and of
 *               which one has yet to; 100 when left out
 *   --readers   processes that read; 2 when left out
 *
 * A process builds the starter over and over, in turns with and without Medlink's own names. The queries are names that the two indexes answer differently. Every answer must be, to the letter, that of one of the
 * two, and none may fail. The process ends with 1 when any of this is not so.
 */
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { formatRows } from '../scripts/support/table.ts'
import { compileRelease } from '../src/build/compile.ts'
import { compilePack } from '../src/build/pack.ts'
import { indexPath, STARTER_VERSION } from '../src/index/registry.ts'
import { openMedlink } from '../src/medlink.ts'
import { requireOntologyRelease } from '../src/ontologies/all-releases.ts'
import { AnsweringProcess, findLibrary, jsonFile } from './child.ts'
import { requireOntologyName } from './options.ts'
import { openSubject, readNames } from './subject.ts'
import { temporaryFolder } from './temporary.ts'

const SEED = 20_261_122
const QUERIES = 48
/** The most that a reader may take for all of its rounds. */
const READING_MS = 4 * 3_600_000
/** Variants of the starter: with Medlink's own names and without. */
const VARIANTS = { old: true, new: false } as const

/** What bench/reader-child.mjs counts, by way of asking. */
interface Report {
  readonly counts: Readonly<
    Record<string, Record<'old' | 'new' | 'mixed' | 'failed' | 'batches' | 'batchesOfBoth', number>>
  >
}

const options = readOptions(import.meta.url, { ontology: 'loinc', rounds: 100, readers: 2 })
const ontology = requireOntologyName(options.ontology)
const { rounds } = options
const root = temporaryFolder()
const place = (dir: string) => indexPath(dir, ontology, STARTER_VERSION)
const dir = join(root, 'indexes')
const release = requireOntologyRelease(ontology)
const stores = { old: join(root, 'old'), new: join(root, 'new') }
for (const kind of ['old', 'new'] as const)
  compileRelease(
    release,
    release.readStarter(),
    { dir: stores[kind], curatedNames: VARIANTS[kind] },
    compilePack,
  )
const questions = jsonFile(drawQuestions())
cpSync(place(stores.old), place(dir))

let isReading = true
const readers = await Promise.all(
  Array.from({ length: options.readers }, () =>
    AnsweringProcess.start('reader-child.mjs', [dir, questions]),
  ),
)
const reports = Promise.all(readers.map((reader) => reader.ask<Report>({ rounds }, READING_MS)))
void reports.finally(() => {
  isReading = false
})
const replaced = await buildUntilRead()
const rows = (await reports).flatMap((report, i) => {
  if ('error' in report) throw new Error(`reader ${i + 1}: ${report.error}`)
  return Object.entries(report.counts).map(([way, figures]) => ({
    ...{ answers: `reader ${i + 1}, ${way}`, ...figures },
  }))
})
console.log(
  `${rounds} rounds of ${readers.length} readers (${findLibrary().from}), ${replaced} times rebuilt`,
)
console.log(formatRows(rows))
const isSound = rows.every(({ mixed, failed }) => mixed === 0 && failed === 0)
const left = readdirSync(join(dir, ontology))
// A build puts a FlexSearch index beside the index.
if (!isSound || left.length > 2) {
  console.error(`there are faults, or files are left: ${left}`)
  process.exitCode = 1
}

/** Builds in a process of its own, until all have read. */
async function buildUntilRead(): Promise<number> {
  const builder = await AnsweringProcess.start('builder-child.mjs', [ontology, dir])
  let times = 0
  for (; isReading; times++) {
    const built = await builder.ask({ curatedNames: times % 2 === 1 })
    if (!('ok' in built)) throw new Error(`the builder failed: ${JSON.stringify(built)}`)
  }
  await builder.kill()
  return times
}

/** Requests that the two indexes answer differently, and their answers as text. */
function drawQuestions() {
  const subject = openSubject(stores.old, ontology)
  const names = readNames(subject.index).filter(({ kind }) => kind === 'curated')
  subject.close()
  const requests = sample(names, QUERIES, seededRandom(SEED)).map(({ text }) => ({
    ...{ query: text, ontology, request_id: '-' },
  }))
  const [old, fresh] = [stores.old, stores.new].map((dir) => {
    const medlink = openMedlink({ dir })
    const answers = requests.map((request) => medlink.link(request))
    medlink.close()
    return answers
  })
  const isDifferent = (_: unknown, i: number) =>
    JSON.stringify(old![i]!.results) !== JSON.stringify(fresh![i]!.results)
  const [oldTexts, newTexts] = [old!, fresh!].map((answers) =>
    answers.filter(isDifferent).map((answer) => JSON.stringify(answer)),
  )
  return { requests: requests.filter(isDifferent), answers: { old: oldTexts, new: newTexts } }
}
