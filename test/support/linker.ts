import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { PhraseRecord, TermKind } from '../../src/index/records.ts'
import type { ColumnArrays, ColumnSchema } from '../../src/index/rows/columns.ts'
import { contentOf, createAnalyzer } from '../../src/language/analyze.ts'
import { lemmaTokens } from '../../src/language/phrase-matcher.ts'
import { madeOnce } from '../../src/language/remember.ts'
import { type Medlink, openMedlink } from '../../src/library/medlink.ts'
import type { Match } from '../../src/ontologies/ontology.ts'
import { type Ontology, starterRoot } from './shared-index.ts'
import { expectation, tinyRelease, writeTiny } from './tiny-index.ts'

export const analyzer = createAnalyzer()
export const lemmaOf = (form: string) => analyzer.wordOf(form).lemma

/** A new folder that is gone when the tests of the file are over. */
export function fileFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medlink-linker-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Medlink over the shared starter index, for all tests of a file; closed at the end. */
export function openStarter(ontology: Ontology = 'icd-10-cm'): Medlink {
  const medlink = openMedlink({ dir: starterRoot(ontology) })
  afterAll(() => medlink.close())
  return medlink
}

/** A phrase that is read as another one. */
export function phrase(
  from: string,
  text: string,
  { weight = 0.96, because = 'synonym', context = '' } = {},
): PhraseRecord {
  const tokens = lemmaTokens(contentOf(analyzer.analyze(from))).join(' ')
  return { tokens, text, weight, because, context }
}

/** An index of one concept a name, or a code. `termOf` gives the number of the term with a name. */
export interface NamesIndex {
  readonly index: MedlinkIndex
  termOf(name: string): number
}

/** Files of the indexes that were asked for last, by what they are of: rows of a table ask for the same one again and again. */
const written = new Map<string, string>()
/** More than a test file has of its own. */
const MAX_WRITTEN = 32

/** An index of these names, with codes if these are given. Others read its file, too; closing it is the caller's. */
export function openNames(
  names: readonly string[],
  phrases: readonly PhraseRecord[] = [],
  kinds: readonly TermKind[] = [],
  codes = names.map((_, i) => `A${String(i).padStart(2, '0')}`),
): NamesIndex {
  const key = JSON.stringify([names, phrases, kinds, codes])
  const file = madeOnce(written, key, () => writeNames(names, phrases, kinds, codes))
  if (written.size > MAX_WRITTEN) removeOldest()
  const index = new MedlinkIndex(file, expectation)
  const numbers = [...index.allTerms()].map(({ text }) => text)
  return { index, termOf: (name) => numbers.indexOf(name) }
}

/** Writes an index of names. @returns its file, alone in a folder */
function writeNames(
  names: readonly string[],
  phrases: readonly PhraseRecord[],
  kinds: readonly TermKind[],
  codes: readonly string[],
): string {
  const release = {
    ...tinyRelease,
    concepts: [...new Set(codes)].map((code) => ({
      code,
      name: names[codes.indexOf(code)]!,
      family: code.slice(0, 3),
      active: true,
      attributes: {},
    })),
    terms: names.map((text, i) => ({
      code: codes[i]!,
      text,
      kind: kinds[i] ?? 'preferred',
      language: 'en',
    })),
    edges: [],
    replacements: [],
    maps: [],
    facts: [],
  }
  const sorted = phrases.toSorted((a, b) => (a.tokens < b.tokens ? -1 : 1))
  const file = join(mkdtempSync(join(tmpdir(), 'medlink-names-')), 'names.sqlite')
  writeTiny(file, release, { phrases: sorted })
  return file
}

function removeOldest(): void {
  const [key = ''] = written.keys()
  rmSync(dirname(written.get(key)!), { recursive: true })
  written.delete(key)
}

/** A match in which everything agrees, but for what is given. */
export function matchOf(given: Partial<Match> = {}): Match {
  const { queryMass = 10, matchedQueryMass = 10, nameMass = 10, matchedNameMass = 10 } = given
  const lacking = Math.min(
    queryMass > 0 ? 1 - matchedQueryMass / queryMass : 0,
    nameMass > 0 ? 1 - matchedNameMass / nameMass : 0,
  )
  return {
    disagreement: Math.max(0, lacking),
    term: 0,
    concept: 0,
    family: 0,
    columns: { concept: {}, term: {} },
    kind: 'preferred',
    isShared: false,
    queryMass: 10,
    matchedQueryMass: 10,
    nameMass: 10,
    matchedNameMass: 10,
    exactness: 1,
    order: 1,
    numbersAgree: 1,
    opposites: 0,
    ...given,
  }
}

/** Such a match of a concept and a term with these values in the columns of an ontology, 0 where none is given. */
export function matchIn<Concept extends string, Term extends string>(
  schema: ColumnSchema<Concept, Term>,
  values: {
    readonly concept?: Readonly<Partial<Record<Concept, number>>>
    readonly term?: Readonly<Partial<Record<Term, number>>>
  },
  given: Partial<Match> = {},
): Match<ColumnArrays<Concept, Term>> {
  const columns = {
    concept: columnsOf(schema.concept, values.concept),
    term: columnsOf(schema.term, values.term),
  }
  return { ...matchOf(given), columns }
}

/** Columns of one row. */
function columnsOf<Name extends string>(
  columns: ColumnSchema<Name>['concept'],
  values: Readonly<Partial<Record<Name, number>>> | undefined,
): ColumnArrays<Name>['concept'] {
  const entries = Object.entries(columns) as [Name, ColumnSchema['concept'][string]][]
  return Object.fromEntries(
    entries.map(([name, { type }]) => [name, type.of(values?.[name] ?? 0)]),
  ) as ColumnArrays<Name>['concept']
}
