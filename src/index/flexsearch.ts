import { Index } from 'flexsearch'
import { stem } from '../text/stem.ts'

/**
 * The only place that knows FlexSearch: candidates for a misspelt word. Its exports carry neither version nor options,
 * so an index file stores {@link FLEXSEARCH_VERSION} beside them and readers compare.
 */

/** What an index stores of a FlexSearch index: export key → chunk. */
export type FlexSearchChunks = Readonly<Record<string, string>>

/** The FlexSearch version this package depends on, with the revision of the encoder below. */
export const FLEXSEARCH_VERSION = '0.8.212+1'

/** Words for a misspelt one. Ids are positions in the list the index was built from. */
export interface SpellingIndex {
  /** Ids of words that share letter groups or sound with `word`, likeliest first. */
  candidates(word: string, limit: number): number[]
}

/** Builds the spelling index over a list of words and returns its chunks. */
export function buildSpelling(words: Iterable<readonly [id: number, word: string]>) {
  const index = new Index(SPELLING_OPTIONS)
  for (const [id, word] of words) index.add(id, word)
  return exportChunks(index)
}

/** Opens a spelling index from its chunks. */
export function openSpelling(chunks: FlexSearchChunks): SpellingIndex {
  const index = importChunks(new Index(SPELLING_OPTIONS), chunks)
  return {
    candidates: (word, limit) => index.search(word, { limit, suggest: true }) as number[],
  }
}

const SPELLING_OPTIONS = {
  tokenize: 'strict' as const,
  resolution: 1,
  cache: false,
  fastupdate: false,
  encode: letterGroups,
}

/** Three-letter groups of the word with its ends marked, and what is left of it when vowels are taken out. */
function letterGroups(word: string): string[] {
  const marked = `^${word}$`
  const groups = new Set<string>()
  for (let i = 0; i + 3 <= marked.length; i++) groups.add(marked.slice(i, i + 3))
  groups.add(`~${soundOf(word)}`)
  return [...groups]
}

/** A rough consonant skeleton: letters that English speakers confuse become one, vowels and doubles go. */
function soundOf(word: string): string {
  return stem(word)
    .replace(/^(?:p(?=[nst])|k(?=n)|g(?=n)|w(?=r)|m(?=n))/, '')
    .replace(/ph/g, 'f')
    .replace(/[rc]h/g, (pair) => pair[0]!)
    .replace(/[ck]+|q/g, 'k')
    .replace(/k(?=[eiy])|z|x/g, 's')
    .replace(/[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1')
}

function exportChunks(index: Index): FlexSearchChunks {
  const chunks: Record<string, string> = {}
  index.export((key, chunk) => {
    if (chunk) chunks[key] = chunk
  })
  return chunks
}

function importChunks(index: Index, chunks: FlexSearchChunks): Index {
  for (const [key, chunk] of Object.entries(chunks)) index.import(key, chunk)
  return index
}
