/**
 * Times whole links beside Lucene's search alone, on the same names and the same queries, in one run.
 *
 *   tsx bench/lucene.ts --dir D --ontology O [--version V] [--limit N]
 *
 *   --limit     queries a kind, drawn from the index's own names; 500 when left out
 *
 * Needs Java 11 or newer and Lucene 8: `apt-get install openjdk-17-jdk-headless liblucene8-java`. Lucene analyzes English, has its
 * index in one segment, mapped into memory, and is asked for the thirty best names with any of the words; misspelt ones with one
 * edit (FuzzyQuery). Its time is that from the text to the codes, taken in its own process, whose two thousand first answers are
 * not counted; Medlink's is that of `link`, with its decision. Both answer every kind once before it is timed, as in
 * bench/latency.ts, and take turns of a hundred queries. `×`: how many times Medlink's
 * time Lucene's is.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../scripts/support/options.ts'
import { type Cell, formatTable, formatTsv } from '../scripts/support/table.ts'
import { collectGarbage } from './garbage.ts'
import { refuse } from './http/server.ts'
import { SUBJECT_OPTIONS } from './options.ts'
import { linkPeer } from './peers.ts'
import { type BenchQuery, byKind, drawQueries } from './queries.ts'
import { openSubject, readNames } from './subject.ts'
import { temporaryFolder } from './temporary.ts'
import { quantilesOf, rounded, timeEach } from './timing.ts'

const SEED = 20_261_102
const TURN = 100
/** Until the compilers of Java and of JavaScript have seen what is often done. */
const WARM_UP = 2000
/** A prime, so that the first answers are of every kind. */
const WARM_UP_STEP = 997
const SOURCE = fileURLToPath(new URL('lucene/Search.java', import.meta.url))
/** Where Debian puts them, the version in their names. */
const JARS = '/usr/share/java'
const NEEDED = [/^lucene-core-8.*\.jar$/, /^lucene-analyzers-common-8.*\.jar$/]
/** What is only asked of Medlink: other engines know no codes. */
const OWN = ['code']

const options = readOptions(import.meta.url, { ...SUBJECT_OPTIONS, limit: 500 })
const jars = existsSync(JARS) ? readdirSync(JARS) : []
const classPath = NEEDED.map((name) => jars.find((jar) => name.test(jar)))
if (classPath.includes(undefined)) refuse('Lucene 8 is missing: apt-get install liblucene8-java')
const subject = openSubject(options.dir, options.ontology, options.version)
const { limit } = options
const root = temporaryFolder()
const TERMS = join(root, 'terms.tsv')
const { queries, terms } = draw()
const lucene = await startLucene()
collectGarbage()
try {
  const link = linkPeer(subject)
  const warming = Array.from(
    { length: WARM_UP },
    (_, i) => queries[(i * WARM_UP_STEP) % queries.length]!,
  )
  timeEach(warming, (query) => link.answer(query))
  for (const query of warming) await lucene.ask(query)
  const rows: Cell[][] = []
  for (const [kind, own] of byKind(queries)) {
    const ms = { link: [] as number[], lucene: [] as number[] }
    timeEach(own, (query) => link.answer(query))
    for (const query of own) await lucene.ask(query)
    for (let from = 0; from < own.length; from += TURN) {
      const turn = own.slice(from, from + TURN)
      ms.link.push(...timeEach(turn, (query) => link.answer(query)).ms)
      for (const query of turn) ms.lucene.push(await lucene.ask(query))
    }
    const [ours, theirs] = [quantilesOf(ms.link), quantilesOf(ms.lucene)]
    const times = [theirs.p50_ms / ours.p50_ms, theirs.p99_ms / ours.p99_ms]
    rows.push([kind, own.length, ours.p50_ms, ours.p99_ms, theirs.p50_ms, theirs.p99_ms, ...times])
  }
  console.log(`${subject.index.name}: ${terms} names`)
  console.log(`Lucene: built in ${lucene.seconds} s, ${lucene.megabytes} MB`)
  const header = ['kind', 'n', 'link p50 ms', 'p99', 'Lucene p50', 'p99', '× p50', '× p99']
  console.log(formatTable(header, rows))
} finally {
  lucene.stop()
  subject.close()
}

/** The queries, and the names in a file; of these nothing stays in memory but their number. */
function draw(): { queries: BenchQuery[]; terms: number } {
  const names = readNames(subject.index)
  writeFileSync(TERMS, formatTsv(names.map(({ code, text }) => [code, text])))
  const queries = drawQueries(names, subject, limit, SEED)
  return { queries: queries.filter(({ kind }) => !OWN.includes(kind)), terms: names.length }
}

/** Starts Java, which builds the index. */
async function startLucene() {
  const folder = join(root, 'index')
  mkdirSync(folder)
  const paths = classPath.map((jar) => join(JARS, jar!)).join(':')
  const child: ChildProcess = spawn('java', ['-cp', paths, SOURCE, TERMS, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.once('error', () => refuse('java is missing: apt-get install openjdk-17-jdk-headless'))
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('Lucene has ended')
    return (value as string).split('\t')
  }
  const [seconds, bytes] = (await next()).map(Number)
  return {
    seconds: rounded(seconds!, 1),
    megabytes: rounded(bytes! / 1e6, 1),
    /** Milliseconds that an answer takes. */
    async ask({ kind, request }: BenchQuery): Promise<number> {
      const text = request.query.replaceAll(/\s+/g, ' ')
      child.stdin!.write(`${kind === 'typo' ? 'fuzzy' : 'exact'}\t${text}\n`)
      const [nanos] = await next()
      return Number(nanos) / 1e6
    },
    stop: () => void child.kill(),
  }
}
