/**
 * Medlink beside other ways of finding names, on the same names and the same queries, in one run.
 *
 *   tsx bench/retrieval.ts --dir D --ontology O [--version V] [--queries cases.jsonl …] [--limit N]
 *
 *   --queries   files of evaluation cases, as the kind `evals`; may be given several times
 *   --limit     queries a kind; 100 when left out. The slow peers take tens of milliseconds a query
 *   --peers     some of postings, link, flexsearch, fts5, lucene, with commas between; `link` must be among them. All
 *               but Lucene when left out
 *
 * Compared: Medlink's postings alone (top 64), the whole of `link`, FlexSearch alone, SQLite FTS5 (porter, OR,
 * bm25) and Lucene, in settings that bench/peers.ts explains. They take turns of a hundred queries, after five hundred that
 * warm them up. Lucene needs Java 11 or newer: `apt-get install openjdk-17-jdk-headless liblucene8-java`. For every
 * kind: p50 and p99 of calls timed one by one, share with a right code first and among the first five, and how many
 * times the p50 and p99 of `link` that is. Ready: to open the index, or to build the peer's in memory. Codes as
 * queries are left out: only Medlink knows them. Seeded.
 */
import { MULTIPLE, readOptions } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { type Cell, formatTable } from '../scripts/support/table.ts'
import { collectGarbage } from './garbage.ts'
import { lucenePeer } from './lucene/peer.ts'
import { SUBJECT_OPTIONS } from './options.ts'
import { flexSearchPeer, fts5Peer, linkPeer, type Peer, postingsPeer } from './peers.ts'
import { byKind, drawQueries, readQueries } from './queries.ts'
import { runInRounds, shareWithin } from './rounds.ts'
import { type Name, openSubject, readNames, type Subject } from './subject.ts'
import { quantilesOf } from './timing.ts'

const SEED = 20_261_102

/** How each of what is compared is made ready. */
const PEERS = {
  postings: postingsPeer,
  link: linkPeer,
  flexsearch: ({ analyzer }, all) => flexSearchPeer(analyzer, all),
  fts5: (_, all) => fts5Peer(all),
  lucene: (_, all) => lucenePeer(all),
} satisfies Record<string, (subject: Subject, all: readonly Name[]) => Peer | Promise<Peer>>

const options = readOptions(import.meta.url, {
  ...{ ...SUBJECT_OPTIONS, queries: MULTIPLE, limit: 100 },
  peers: 'postings,link,flexsearch,fts5',
})
const subject = openSubject(options.dir, options.ontology, options.version)
const names = readNames(subject.index)
const { limit } = options
const queries = [
  ...drawQueries(names, subject, limit, SEED).filter(({ kind }) => kind !== 'code'),
  ...sample(readQueries(options.queries, subject), limit, seededRandom(SEED)),
]

const wanted = options.peers.split(',')
const peers: Peer[] = []
for (const [name, open] of Object.entries(PEERS))
  if (wanted.includes(name)) peers.push(await open(subject, names))
collectGarbage()
console.log(`${subject.index.name}: ${names.length} names`)
console.log(
  formatTable(
    ['', 'ready ms', 'MB'],
    peers.map(({ name, readyMs, megabytes = null }) => [name, Math.round(readyMs), megabytes]),
  ),
)
const header = ['kind', 'n', 'peer', 'p50 ms', 'p99 ms', 'top-1', 'top-5', 'p50 ×', 'p99 ×']
for (const [kind, own] of byKind(queries)) {
  const answers = await runInRounds(peers, own)
  const link = quantilesOf(answers.get('link')!.ms)
  const rows = [...answers].map(([peer, answer]): Cell[] => {
    const { p50_ms, p99_ms } = quantilesOf(answer.ms)
    const right = [shareWithin(1, own, answer), shareWithin(5, own, answer)]
    const ratios = [p50_ms / link.p50_ms, p99_ms / link.p99_ms]
    return [kind, own.length, peer, p50_ms, p99_ms, ...right, ...ratios]
  })
  console.log(`\n${formatTable(header, rows)}`)
}
for (const { close } of peers) close?.()
subject.close()
