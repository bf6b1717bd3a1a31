/**
 * Ways of finding names, side by side: Medlink whole, its retrieval alone, and what one would use in its place.
 *
 * All get the same names and the same queries and look for any of the words, since an AND query is emptied by one
 * unknown word. FTS5 gets text as it is written and stems with its porter tokenizer; FlexSearch has no
 * stemmer and gets Medlink's stems, freed of function words. Each is asked for ten names, which are counted by distinct
 * code; only Medlink answers with codes already.
 *
 * Lucene 8 (lucene/peer.ts) analyzes English, has its index in one segment, mapped into memory, and is asked for thirty names;
 * misspelt ones with one edit (FuzzyQuery).
 */
import Database from 'better-sqlite3'
import { Index as FlexSearch } from 'flexsearch'
import type { Analyzer } from '../src/language/analyze.ts'
import { UNKNOWN_MASS } from '../src/linker/expand.ts'
import { MIN_DICE, RETRIEVED_NAMES } from '../src/linker/retrieve.ts'
import type { BenchQuery } from './queries.ts'
import type { Name, Subject } from './subject.ts'
import { type Timed, timeEach } from './timing.ts'

/** Something that answers queries with codes, best first. */
export interface Peer {
  readonly name: string
  /** Time to open an index that was built before, or to build one in memory. */
  readonly readyMs: number
  /** The size of its index, where it is told. */
  readonly megabytes?: number
  /** Answers queries one after the other with distinct codes, best first, each timed on its own. */
  time(queries: readonly BenchQuery[]): Answered | Promise<Answered>
  close?(): void
}

type Answered = Timed<readonly string[]>

/** A peer in this process. */
function peerOf(name: string, readyMs: number, answer: (text: string) => readonly string[]): Peer {
  const time: Peer['time'] = (queries) => timeEach(queries, ({ request }) => answer(request.query))
  return { name, readyMs, time }
}

/** Names each peer is asked for. */
const LIMIT = 10
/** Medlink's retrieval alone: every word as written, no synonyms, no spelling, no reranking. */
export function postingsPeer({ index, analyzer, openMs }: Subject, names: readonly Name[]): Peer {
  const { idf } = index.arrays.postings
  const slotOf = (word: string) => {
    const key = index.keys.idOf(word)
    if (key < 0) return { mass: UNKNOWN_MASS, alternatives: [] }
    return { mass: idf[key]!, alternatives: [{ key, weight: 1 }] }
  }
  return peerOf('postings', openMs, (text) => {
    const slots = keysOf(analyzer, text).map(slotOf)
    const hits = index.searcher.search(slots, RETRIEVED_NAMES, MIN_DICE)
    return distinctCodes(
      hits.map(({ term }) => term),
      names,
    )
  })
}

/** The whole of `link`, as a caller has it. */
export function linkPeer({ medlink, openMs }: Subject): Peer {
  const link = ({ request }: BenchQuery) =>
    medlink.link({ ...request, top_k: LIMIT }).results.map(({ term_id }) => term_id)
  return { name: 'link', readyMs: openMs, time: (queries) => timeEach(queries, link) }
}

/** FlexSearch alone: whole words, its default resolution, names that lack some of the words suggested after the rest. */
export function flexSearchPeer(analyzer: Analyzer, names: readonly Name[]): Peer {
  const [index, readyMs] = timed(() => {
    const built = new FlexSearch({
      tokenize: 'strict',
      cache: false,
      encode: (text) => keysOf(analyzer, text),
    })
    for (const { id, text } of names) built.add(id, text)
    return built
  })
  return peerOf('flexsearch', readyMs, (text) =>
    distinctCodes(index.search(text, { limit: LIMIT, suggest: true }) as number[], names),
  )
}

/**
 * SQLite FTS5 in memory as its users have it: the texts and all words of the query as they are written, porter stems,
 * any of the words, by bm25. No copy of the texts is kept (content='').
 */
export function fts5Peer(names: readonly Name[]): Peer {
  const [db, readyMs] = timed(() => {
    const built = new Database(':memory:')
    built.exec(
      `CREATE VIRTUAL TABLE name USING fts5(text, content='', tokenize='porter unicode61')`,
    )
    const insert = built.prepare('INSERT INTO name (rowid, text) VALUES (?, ?)')
    built.transaction(() => {
      for (const { id, text } of names) insert.run(id, text)
    })()
    built.exec(`INSERT INTO name (name) VALUES ('optimize')`)
    return built
  })
  const select = db
    .prepare('SELECT rowid FROM name WHERE name MATCH ? ORDER BY rank LIMIT ?')
    .pluck()
  return peerOf('fts5', readyMs, (text) => {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return []
    const match = words.map((word) => `"${word}"`).join(' OR ')
    return distinctCodes(select.all(match, LIMIT) as number[], names)
  })
}

function keysOf(analyzer: Analyzer, text: string): string[] {
  return analyzer
    .analyze(text)
    .filter((word) => !word.stop)
    .map((word) => word.key)
}

function distinctCodes(terms: readonly number[], names: readonly Name[]): string[] {
  return [...new Set(terms.map((term) => names[term]!.code))]
}

function timed<Result>(make: () => Result): [Result, number] {
  const start = performance.now()
  const result = make()
  return [result, performance.now() - start]
}
