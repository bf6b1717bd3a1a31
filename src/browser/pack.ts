import { MedlinkError } from '../errors.ts'
import type { WordTables } from '../language/words.ts'

/**
 * The file of a FlexSearch index, as it is inside its gzip: a line of JSON that says what it is, and a line of JSON with what is
 * searched. src/index/FORMAT.md has every key. Written by a build, read by a web page: nothing here needs Node.js.
 */

/** Raised whenever an older reader would misread a file. */
export const PACK_FORMAT = 1

/** The package that makes and searches the index. Its export says neither its version nor its options. */
export const FLEXSEARCH_VERSION = '0.8.212'

/** Full options, but for the encoder: words are divided by us. Names go in by rank, so that one list a word is enough. */
export const FLEXSEARCH_OPTIONS = {
  tokenize: 'forward',
  resolution: 1,
  cache: false,
  context: false,
  fastupdate: false,
  rtl: false,
} as const

/** Description of a file, in the file. Unknown keys are ignored. */
export interface PackManifest {
  readonly pack_format: number
  readonly ontology: string
  readonly version: string
  /** Name and content hash of the index that it was made of. */
  readonly index_name: string
  readonly content_hash: string
  readonly sources: readonly { file: string; sha256: string; rows: number }[]
  readonly licence: string
  readonly flexsearch: { readonly version: string; readonly options: object }
  /** Version of the code that reads words. */
  readonly text_code_version: number
  readonly counts: { readonly names: number; readonly concepts: number }
  /** CRC-32 of the second line, in UTF-8. */
  readonly checksum: number
}

/** Concepts by number, in order of code; names by rank, the best first. */
export interface PackBody {
  readonly codes: readonly string[]
  readonly titles: readonly string[]
  /** How prominent each concept is, 0 to 150. */
  readonly prominence: readonly number[]
  /** Details of concepts that rows show, each different one once; and the number of these for each concept. */
  readonly descriptions: readonly object[]
  readonly described: readonly number[]
  /** The fewest characters by which a code is begun. */
  readonly shortest_code: number
  /** A sign that may be left out of codes, and its place in each; null where there is none. */
  readonly code_sign: readonly [sign: string, place: number] | null
  /** The text of each name; 0 where that is the title. */
  readonly texts: readonly (string | 0)[]
  /** The concept of each name; several where it stands for all of them. */
  readonly targets: readonly (number | readonly number[])[]
  /** How many words each name has. */
  readonly lengths: readonly number[]
  /** How many names have which score, from the first rank on. */
  readonly scores: readonly (readonly [score: number, names: number])[]
  /** Ranks of names that are read as others: abbreviations, synonyms. */
  readonly aliases: readonly number[]
  /** Words that abbreviate others, each with these. */
  readonly abbreviations: readonly (readonly [form: string, words: readonly string[]])[]
  readonly tables: WordTables
  /** FlexSearch's own export, a part each, in order: all but its register, which is the ranks. */
  readonly flexsearch: Readonly<Record<string, unknown>>
}

/** Letters of a word that are indexed, and looked up. */
const INDEXED_LETTERS = 24
/** A word as short as this, or with a digit, is also found as a whole. */
const SHORT_WORD = 2
/** Follows a whole word: no word has it. */
const WHOLE = ' '

/** Form of a word that FlexSearch indexes; it finds each beginning of it. */
export function indexedWord(form: string): string {
  if (form.length > INDEXED_LETTERS) return form.slice(0, INDEXED_LETTERS)
  return form.length <= SHORT_WORD || /\d/.test(form) ? wholeWord(form) : form
}

/** Search for a short word, or one with a digit, as a whole. */
export function wholeWord(form: string): string {
  return form + WHOLE
}

/** Search for words that begin with these letters. */
export function begunWord(letters: string): string {
  return letters.slice(0, INDEXED_LETTERS)
}

/** Our encoder, as FlexSearch's option `encode`: words come divided, one a line. */
export const encode = (lines: string): string[] => lines.split('\n')

/**
 * The manifest in the first line.
 *
 * @param name what the file is called, for the message
 * @throws MedlinkError `index_incompatible` for another format, FlexSearch version or text code; `index_corrupt`
 */
export function parsePackManifest(line: string, name: string): PackManifest {
  const manifest = parseLine(line, name) as Partial<PackManifest>
  if (typeof manifest?.pack_format !== 'number') throw foreignPack(name)
  requireSame(name, 'format', manifest.pack_format, PACK_FORMAT)
  requireSame(name, 'FlexSearch version', manifest.flexsearch?.version, FLEXSEARCH_VERSION)
  const options = JSON.stringify(manifest.flexsearch?.options)
  requireSame(name, 'FlexSearch options', options, JSON.stringify(FLEXSEARCH_OPTIONS))
  return manifest as PackManifest
}

/** Any line of JSON. @throws MedlinkError `index_corrupt` */
export function parseLine(line: string, name: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw corruptPack(name, 'it differs from the file that was written', cause)
  }
}

/** @throws MedlinkError `index_incompatible`, with what was found, what was expected and what to do */
export function requireSame(name: string, what: string, found: unknown, expected: unknown): void {
  if (found === expected) return
  throw new MedlinkError(
    'index_incompatible',
    `${name} has ${what} ${found}, this version of Medlink reads ${expected}: build the index and the page with one version of Medlink`,
  )
}

/** `index_incompatible`: the bytes are no file of ours. */
export function foreignPack(name: string, cause?: unknown): MedlinkError {
  return new MedlinkError(
    'index_incompatible',
    `${name} is not a FlexSearch index of Medlink: give the file <ontology>/<version>.flexsearch.gz that medlink build makes`,
    { cause },
  )
}

/** `index_corrupt`, with what is wrong and what to do. */
export function corruptPack(name: string, what: string, cause?: unknown): MedlinkError {
  return new MedlinkError('index_corrupt', `${name} is damaged: ${what}. Build or fetch it again`, {
    cause,
  })
}
