import { readFileSync } from 'node:fs'
import { pick, randomEdit, sample, seededRandom } from '../scripts/support/random.ts'
import type { LinkRequest } from '../src/contract.ts'
import { type EvaluationCase, parseCase } from '../src/library/evaluate.ts'
import { codesByText, type Name, type Subject } from './subject.ts'

/** Kinds of queries drawn from an index's own names, and `evals` for those of case files. */
export const QUERY_KINDS = [
  '1 word',
  '2-3 words',
  '3 words',
  '4-6 words',
  '6 words',
  '7+ words',
  'typo',
  'noise word',
  'title',
  'code',
  'evals',
] as const
/** Kinds of prescriptions drawn from an index of drugs. */
export const PRESCRIPTION_KINDS = ['brand', 'generic', 'misspelt', 'unknown', 'line'] as const
export type QueryKind = (typeof QUERY_KINDS | typeof PRESCRIPTION_KINDS)[number]

/** A query with the codes that are right for it. */
export interface BenchQuery {
  readonly kind: QueryKind
  readonly request: LinkRequest
  readonly gold: readonly string[]
}

/** Fewest and most words of the kinds that are names as they stand, and of those with just so many. */
const WORD_COUNTS: readonly (readonly [QueryKind, number, number])[] = [
  ['1 word', 1, 1],
  ['2-3 words', 2, 3],
  ['4-6 words', 4, 6],
  ['7+ words', 7, Number.POSITIVE_INFINITY],
]
const EXACT_WORD_COUNTS: typeof WORD_COUNTS = [
  ['3 words', 3, 3],
  ['6 words', 6, 6],
]
/** Words that are drawn, at most, to find one that a name does not have. */
const STRANGERS = 100

/** Up to `perKind` queries of every kind from the index's own names; the same seed gives the same ones. */
export function drawQueries(
  names: readonly Name[],
  { ontology, version }: Pick<Subject, 'ontology' | 'version'>,
  perKind: number,
  seed: number,
): BenchQuery[] {
  const random = seededRandom(seed)
  const codesOf = codesByText(names)
  const query = (kind: QueryKind, text: string, gold: readonly string[]): BenchQuery => ({
    kind,
    request: { query: text, ontology: ontology.name, version },
    gold,
  })
  const queries: BenchQuery[] = []
  const counts = names.map(({ text }) => text.trim().split(/\s+/).length)
  const drawNames = (kinds: typeof WORD_COUNTS) => {
    for (const [kind, least, most] of kinds) {
      const own = names.filter((_, i) => counts[i]! >= least && counts[i]! <= most)
      for (const { text } of sample(own, perKind, random))
        queries.push(query(kind, text, codesOf(text)))
    }
  }
  drawNames(WORD_COUNTS)
  const editable = names.filter(({ text }) => /[A-Za-z]{5}/.test(text))
  for (const { text } of sample(editable, perKind, random))
    queries.push(query('typo', randomEdit(text, random)!, codesOf(text)))
  for (const { text } of sample(names, perKind, random)) {
    const words = wordsOf(text)
    const stranger = drawStranger(names, words, random)
    if (stranger === undefined) continue
    words.splice(Math.floor(random() * (words.length + 1)), 0, stranger)
    queries.push(query('noise word', words.join(' '), codesOf(text)))
  }
  const titles = names.filter(({ kind }) => kind === 'preferred')
  for (const { text } of sample(titles, perKind, random))
    queries.push(query('title', text, codesOf(text)))
  for (const { code } of sample(titles, perKind, random)) queries.push(query('code', code, [code]))
  drawNames(EXACT_WORD_COUNTS)
  return queries
}

/** A word of any name that is none of these; undefined when none is found. */
function drawStranger(
  names: readonly Name[],
  words: readonly string[],
  random: () => number,
): string | undefined {
  const own = new Set(words.map(bare))
  for (let draw = 0; draw < STRANGERS; draw++) {
    const word = pick(wordsOf(pick(names, random).text), random)
    if (bare(word) !== '' && !own.has(bare(word))) return word
  }
  return undefined
}

/** A word without its case and the marks around it. */
function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The cases of files in the form that `medlink eval` reads, for one ontology, as queries of kind `evals`. */
export function readQueries(
  files: readonly string[],
  { ontology, version }: Pick<Subject, 'ontology' | 'version'>,
): BenchQuery[] {
  return files
    .flatMap(readCases)
    .filter(({ request }) => (request.ontology ?? ontology.name) === ontology.name)
    .map(({ request: { query, metadata }, gold = [] }) => ({
      ...{ kind: 'evals', gold },
      request: { query, ontology: ontology.name, version, ...(metadata && { metadata }) },
    }))
}

/** The cases of one file. @throws MedlinkError `invalid_request` naming the line */
export function readCases(file: string): EvaluationCase[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => parseCase(line, i + 1))
}

/** The queries by kind, in the order of {@link PRESCRIPTION_KINDS} and {@link QUERY_KINDS}; kinds without queries are left out. */
export function byKind(queries: readonly BenchQuery[]): Map<QueryKind, BenchQuery[]> {
  const groups = new Map<QueryKind, BenchQuery[]>()
  for (const kind of [...PRESCRIPTION_KINDS, ...QUERY_KINDS]) {
    const own = queries.filter((query) => query.kind === kind)
    if (own.length > 0) groups.set(kind, own)
  }
  return groups
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}
