import { withChains } from '../../src/build/chain.ts'
import { learnPhrases, withLearned } from '../../src/build/learn.ts'
import type { ConceptRecord, ReleaseRecords, TermRecord } from '../../src/index/records.ts'
import { indexPath } from '../../src/index/registry.ts'
import { writeIndex } from '../../src/index/writer.ts'
import { contentOf } from '../../src/language/analyze.ts'
import type { PhraseTables } from '../../src/ontologies/ontology.ts'
import type { SnomedQuery } from '../../src/ontologies/snomed/linking/query.ts'
import { saidBy } from '../../src/ontologies/snomed/qualifiers.ts'
import { snomedRelease } from '../../src/ontologies/snomed/release/snomed-release.ts'
import { GROUPS, type Group } from '../../src/ontologies/snomed/semantic-tags.ts'
import { analyzer } from './linker.ts'
import { phrasesOf, readPhraseTables } from './phrases-read-once.ts'
import { NOW } from './shared-index.ts'

/** A concept of a release of one's own, in a few words. */
export interface Sketch {
  readonly code: string
  readonly name: string
  /** `disorder` when left out; null for a concept without one. */
  readonly tag?: string | null
  readonly synonyms?: readonly string[]
  readonly breadth?: number
  /** What the map to ICD-10-CM says: a rule and its target, in order of priority. */
  readonly map?: readonly (readonly [rule: string, target: string])[]
}

/** The release of these concepts, each with its fully specified name. */
export function releaseOf(sketches: readonly Sketch[]): ReleaseRecords {
  return {
    ontology: 'snomed',
    version: 'sketch',
    licence: 'invented, for tests',
    sources: [],
    concepts: sketches.map(conceptOf),
    terms: sketches.flatMap(termsOf),
    edges: [],
    replacements: [],
    maps: sketches.flatMap(({ code, map = [] }) =>
      map.map(([rule, target], i) => ({
        code,
        system: 'icd-10-cm',
        target,
        rule: JSON.stringify({ group: 1, priority: i + 1, rule }),
      })),
    ),
    facts: [],
    warnings: [],
  }
}

function conceptOf({ code, name, tag = 'disorder', breadth = 0 }: Sketch): ConceptRecord {
  const attributes = { semantic_tag: tag, source: 'sketch', is_core: true, breadth }
  return { code, name, family: code, active: true, attributes }
}

function termsOf({ code, name, tag = 'disorder', synonyms = [] }: Sketch): TermRecord[] {
  const full = `${name} (${tag})`
  return [
    { code, text: name, kind: 'preferred', language: 'en' },
    ...synonyms.map((text): TermRecord => ({ code, text, kind: 'synonym', language: 'en' })),
    ...(tag === null
      ? []
      : [{ code, text: full, kind: 'full' as const, language: 'en', verbatim: true }]),
  ]
}

/** No table of Medlink's own. */
export const NO_TABLES: PhraseTables = { synonyms: [], lay: [], abbreviations: false }

/** Writes a release's index below a root, as a build does, and returns its file. */
export function writeSnomed(
  dir: string,
  release: ReleaseRecords,
  tables: PhraseTables = snomedRelease.phrases,
): string {
  const file = indexPath(dir, release.ontology, release.version)
  const learned = learnPhrases(release.terms, analyzer)
  const read = phrasesOf(readPhraseTables(analyzer, tables))
  const known = tables.chained
    ? withChains(read, release.terms, (text) => contentOf(analyzer.analyze(text)))
    : read
  const phrases = withLearned(known, learned, analyzer)
  writeIndex(file, release, { analyzer, phrases, columns: snomedRelease.columns, now: NOW })
  return file
}

/** A query that asks for nothing, all kinds of things equally likely, but for what is given. */
export function snomedQuery(given: Partial<SnomedQuery> = {}): SnomedQuery {
  return {
    said: saidBy(),
    asked: new Set(),
    likelihood: GROUPS.map(() => 1),
    bodyShareOf: () => undefined,
    leftOut: 0,
    isVague: false,
    isUnfinished: false,
    isAdjective: false,
    meanings: [],
    age: undefined,
    sex: undefined,
    ...given,
  }
}

/** A tag of each group; null where concepts of it have none. */
export const TAG_OF: Readonly<Record<Group, string | null>> = {
  untagged: null,
  disorder: 'disorder',
  finding: 'finding',
  situation: 'situation',
  event: 'event',
  procedure: 'procedure',
  observable: 'observable entity',
  body: 'body structure',
  morphology: 'morphologic abnormality',
  organism: 'organism',
  substance: 'substance',
  product: 'medicinal product',
  object: 'physical object',
  qualifier: 'qualifier value',
  other: 'occupation',
}
