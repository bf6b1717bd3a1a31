import { readFileSync } from 'node:fs'
import type { LinkRequest } from '../src/linker/contract.ts'
import { type EvaluationCase, parseCase } from '../src/linker/evaluate.ts'
import type { OntologyName } from '../src/ontologies/ontology.ts'
import { randomEdit, sample, seededRandom } from './random.ts'
import { CodesOfText, type Name, type Subject } from './subject.ts'

/** Kinds of queries drawn from an index's own names, and `evals` for those of case files. */
export const QUERY_KINDS = [
  '1 word',
  '2-3 words',
  '4-6 words',
  '7+ words',
  'typo',
  'noise word',
  'title',
  'code',
  'evals',
] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

/** A query with the codes that are right for it. */
export interface BenchQuery {
  readonly kind: QueryKind
  readonly request: LinkRequest
  readonly gold: readonly string[]
}

/** Fewest and most words of the kinds that are names as they stand. */
const WORD_COUNTS: readonly (readonly [QueryKind, number, number])[] = [
  ['1 word', 1, 1],
  ['2-3 words', 2, 3],
  ['4-6 words', 4, 6],
  ['7+ words', 7, Number.POSITIVE_INFINITY],
]

/** Up to `perKind` queries of every kind from the index's own names; the same seed gives the same ones. */
export function drawQueries(
  names: readonly Name[],
  { ontology, version }: Pick<Subject, 'ontology' | 'version'>,
  perKind: number,
  seed: number,
): BenchQuery[] {
  const random = seededRandom(seed)
  const codes = new CodesOfText(names)
  const query = (kind: QueryKind, text: string, gold: readonly string[]): BenchQuery => ({
    kind,
    request: { query: text, ontology: ontology.name, version },
    gold,
  })
  const queries: BenchQuery[] = []
  const counts = names.map(({ text }) => text.trim().split(/\s+/).length)
  for (const [kind, least, most] of WORD_COUNTS) {
    const own = names.filter((_, i) => counts[i]! >= least && counts[i]! <= most)
    for (const { text } of sample(own, perKind, random))
      queries.push(query(kind, text, codes.get(text)))
  }
  const editable = names.filter(({ text }) => /[A-Za-z]{5}/.test(text))
  for (const { text } of sample(editable, perKind, random))
    queries.push(query('typo', randomEdit(text, random)!, codes.get(text)))
  for (const { text } of sample(names, perKind, random)) {
    const [stranger] = sample(wordsOf(sample(names, 1, random)[0]!.text), 1, random)
    const words = wordsOf(text)
    words.splice(Math.floor(random() * (words.length + 1)), 0, stranger!)
    queries.push(query('noise word', words.join(' '), codes.get(text)))
  }
  const titles = names.filter(({ kind }) => kind === 'preferred')
  for (const { text } of sample(titles, perKind, random))
    queries.push(query('title', text, codes.get(text)))
  for (const { code } of sample(titles, perKind, random)) queries.push(query('code', code, [code]))
  return queries
}

/** The cases of files in the form that `medlink eval` reads, for one ontology, as queries of kind `evals`. */
export function readQueries(
  files: readonly string[],
  { ontology, version }: Pick<Subject, 'ontology' | 'version'>,
): BenchQuery[] {
  return files
    .flatMap(readCases)
    .filter(({ request }) => (request.ontology ?? ontology.name) === ontology.name)
    .map(({ request, gold = [] }) => ({
      kind: 'evals',
      request: requestOf(request, ontology.name, version),
      gold,
    }))
}

/** The cases of one file. @throws MedlinkError `invalid_request` naming the line */
export function readCases(file: string): EvaluationCase[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => parseCase(line, i + 1))
}

/** The queries by kind, in the order of {@link QUERY_KINDS}; kinds without queries are left out. */
export function byKind(queries: readonly BenchQuery[]): Map<QueryKind, BenchQuery[]> {
  const groups = new Map<QueryKind, BenchQuery[]>()
  for (const kind of QUERY_KINDS) {
    const own = queries.filter((query) => query.kind === kind)
    if (own.length > 0) groups.set(kind, own)
  }
  return groups
}

function requestOf(
  { query, metadata }: EvaluationCase['request'],
  ontology: OntologyName,
  version: string,
): LinkRequest {
  return { query, ontology, version, ...(metadata && { metadata }) }
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}
