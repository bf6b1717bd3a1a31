/**
 * Ways of finding names, side by side: Medlink whole, its retrieval alone, and what one would use in its place.
 *
 * All get the same names and the same queries and look for any of the words, since an AND query is emptied by one
 * unknown word. FTS5 gets text as it is written and stems with its porter tokenizer; FlexSearch has no
 * stemmer and gets Medlink's stems, freed of function words. Each is asked for ten names, which are counted by distinct
 * code; only Medlink answers with codes already.
 */
import Database from 'better-sqlite3'
import { Index as FlexSearch } from 'flexsearch'
import type { Analyzer } from '../src/language/analyze.ts'
import { UNKNOWN_MASS } from '../src/linker/expand.ts'
import { MIN_DICE, RETRIEVED_NAMES } from '../src/linker/retrieve.ts'
import type { BenchQuery } from './queries.ts'
import type { Name, Subject } from './subject.ts'

/** Something that answers queries with codes, best first. */
export interface Peer {
  readonly name: string
  /** Time to open an index that was built before, or to build one in memory. */
  readonly readyMs: number
  /** Distinct codes, best first. */
  answer(query: BenchQuery): readonly string[]
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
  return {
    name: 'postings',
    readyMs: openMs,
    answer: ({ request }) => {
      const slots = keysOf(analyzer, request.query).map(slotOf)
      const hits = index.searcher.search(slots, RETRIEVED_NAMES, MIN_DICE)
      return distinctCodes(
        hits.map(({ term }) => term),
        names,
      )
    },
  }
}

/** The whole of `link`, as a caller has it. */
export function linkPeer({ medlink, openMs }: Subject): Peer {
  return {
    name: 'link',
    readyMs: openMs,
    answer: ({ request }) =>
      medlink.link({ ...request, top_k: LIMIT }).results.map(({ term_id }) => term_id),
  }
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
  return {
    name: 'flexsearch',
    readyMs,
    answer: ({ request }) =>
      distinctCodes(
        index.search(request.query, { limit: LIMIT, suggest: true }) as number[],
        names,
      ),
  }
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
  return {
    name: 'fts5',
    readyMs,
    answer: ({ request }) => {
      const words = request.query.match(/[\p{L}\p{N}]+/gu) ?? []
      if (words.length === 0) return []
      const match = words.map((word) => `"${word}"`).join(' OR ')
      return distinctCodes(select.all(match, LIMIT) as number[], names)
    },
  }
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
