import { MedlinkError } from '../errors.ts'
import type { Manifest } from '../index/file/manifest.ts'
import { MedlinkIndex } from '../index/reader.ts'
import type { PhraseRecord, ReleaseRecords, TermRecord } from '../index/records.ts'
import { indexPath, packPath } from '../index/registry.ts'
import type { NameList } from '../index/words/name-list.ts'
import { type WriteOptions, writeIndex } from '../index/writer.ts'
import { type Analyzer, contentOf, createAnalyzer } from '../language/analyze.ts'
import { requireOntology } from '../ontologies/all.ts'
import type { OntologyRelease } from '../ontologies/ontology.ts'
import {
  type PlacedSiteName,
  readSiteNames,
  remarksOn,
  requireCodes,
  type SiteNameSources,
  type SiteNameTable,
} from '../ontologies/site-names.ts'
import { withChains } from './chain.ts'
import { learnPhrases, withLearned } from './learn.ts'
import type { PackOptions } from './pack.ts'
import { abbreviationsOf, aliasesOf, phrasesOf, type Reading, readPhraseTables } from './phrases.ts'

/** Where an index goes, and what goes into it. */
export interface CompileOptions {
  /** Root of the indexes; the file goes to `<dir>/<ontology>/<version>.sqlite`, the FlexSearch index next to it. */
  readonly dir: string
  /**
   * Names that the site gave codes itself: tables of them, by path, or names. Those of other ontologies are passed over. A
   * mention that is one is linked to its code.
   */
  readonly names?: SiteNameSources
  /** False leaves Medlink's own names out; for measuring what they are worth. */
  readonly curatedNames?: boolean
  /** False leaves out what the release's own names teach about words; for measuring what it is worth. */
  readonly learnedPhrases?: boolean
  /**
   * How many of the best-ranked names go into the FlexSearch index next to the file, `<version>.flexsearch.gz`, which a web page
   * suggests from; 0 makes none. Default: 50,000.
   */
  readonly flexsearchNames?: number
  /** Receives the name of each step as it begins. */
  readonly onStep?: (step: string) => void
  /** Stored as `built_at`; default: now. */
  readonly now?: Date
}

/** Compiles FlexSearch indexes. It is given, since linking, which loads this file, has no use for FlexSearch. */
export type PackCompiler = (list: NameList, options: PackOptions) => Uint8Array

/** Result of a build. */
export interface BuildResult {
  readonly file: string
  /** The FlexSearch index next to it; null where none was made. */
  readonly flexsearch: string | null
  readonly manifest: Manifest
  readonly warnings: readonly string[]
}

/** Names in a FlexSearch index when nothing is said: enough for what is typed, few enough for a web page. */
const DEFAULT_PACK_NAMES = 50_000
/** More words than any release has. */
const WORDS_OF_A_RELEASE = 1_000_000

/** Names that a version may have: it becomes a file name. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/**
 * Compiles the records of a release into an index, which replaces an older index of the same version.
 *
 * @param ontology the one that the records are of
 * @param compilePack `compilePack` of pack.ts
 * @throws MedlinkError `invalid_request` for a version that cannot be a file name or names that are no number, `names_invalid` for names that cannot be
 *   read or have a code that the release lacks, `build_in_progress`, `disk_full`, `no_access`
 */
export function compileRelease(
  ontology: OntologyRelease,
  records: ReleaseRecords,
  options: CompileOptions,
  compilePack: PackCompiler,
): BuildResult {
  if (!VERSION.test(records.version))
    throw new MedlinkError(
      'invalid_request',
      'not a valid version: use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit',
    )
  const { flexsearchNames = DEFAULT_PACK_NAMES } = options
  if (!Number.isSafeInteger(flexsearchNames) || flexsearchNames < 0)
    throw new MedlinkError(
      'invalid_request',
      'flexsearchNames must be a whole number, 0 for no FlexSearch index',
    )
  const analyzer = createAnalyzer(WORDS_OF_A_RELEASE)
  const site = siteNamesOf(ontology, records, options.names ?? [], analyzer)
  const curated = options.curatedNames === false ? [] : ontology.curatedNames(records)
  const named = { ...records, terms: [...records.terms, ...curated] }
  const release = {
    ...named,
    terms: [...named.terms, ...ontology.inheritedNames(named)],
    sources: [...records.sources, ...site.files],
  }
  const file = indexPath(options.dir, release.ontology, release.version)
  const readings = readPhraseTables(analyzer, ontology.phrases)
  const manifest = writeIndex(file, release, {
    analyzer,
    phrases: phrasesFor(ontology, readings, records.terms, analyzer, options),
    aliases: aliasesOf(readings),
    prominenceOf: ontology.prominenceIn(release),
    columns: ontology.columns,
    siteNames: site.names.map(({ record }) => record),
    now: options.now ?? new Date(),
    ...packOf(ontology, release, readings, analyzer, flexsearchNames, compilePack),
    ...(options.onStep && { onStep: options.onStep }),
  })
  const remarks = remarksOnBuilt(file, site.names, analyzer, ontology)
  const flexsearch = flexsearchNames === 0 ? null : packPath(file)
  return { file, flexsearch, manifest, warnings: [...release.warnings, ...remarks] }
}

/** Compiler of the FlexSearch index of a release, with a number of names at most. */
function packOf(
  ontology: OntologyRelease,
  release: ReleaseRecords,
  readings: readonly Reading[],
  analyzer: Analyzer,
  most: number,
  compilePack: PackCompiler,
): Pick<WriteOptions, 'pack'> {
  if (most === 0) return {}
  const { suggestions } = requireOntology(ontology.name)
  const tables = {
    abbreviations: abbreviationsOf(readings),
    otherNames: ontology.otherNames(release),
  }
  return { pack: (list) => compilePack(list, { ...tables, suggestions, analyzer, most }) }
}

/** The names of a site for the codes of a release. @throws MedlinkError `names_invalid`, `no_access` */
function siteNamesOf(
  ontology: OntologyRelease,
  { version, concepts }: ReleaseRecords,
  sources: SiteNameSources,
  analyzer: Analyzer,
): SiteNameTable {
  const table = readSiteNames(sources, analyzer, ontology.name)
  if (table.names.length > 0) {
    const codes = new Set(concepts.map(({ code }) => code))
    requireCodes(table.names, `${ontology.name} ${version}`, (code) => codes.has(code))
  }
  return table
}

/** Remarks on site names after their index was built. */
function remarksOnBuilt(
  file: string,
  names: readonly PlacedSiteName[],
  analyzer: Analyzer,
  { columns }: OntologyRelease,
): string[] {
  if (names.length === 0) return []
  const index = new MedlinkIndex(file, { textVersion: analyzer.version, columns })
  try {
    return remarksOn(names, index, analyzer)
  } finally {
    index.close()
  }
}

/** Phrases of Medlink's tables and, for an ontology whose names teach, those that the release adds. */
function phrasesFor(
  { phrases, namesTeach }: OntologyRelease,
  readings: readonly Reading[],
  terms: readonly TermRecord[],
  analyzer: Analyzer,
  options: Pick<CompileOptions, 'learnedPhrases' | 'onStep'>,
): PhraseRecord[] {
  const read = phrasesOf(readings)
  const contents = new Map(readings.map(({ text, content }) => [text, content]))
  const contentIn = (text: string) => contents.get(text) ?? contentOf(analyzer.analyze(text))
  const known = phrases.chained ? withChains(read, terms, contentIn) : read
  if (!namesTeach || options.learnedPhrases === false) return known
  options.onStep?.('learn words')
  return withLearned(known, learnPhrases(terms, analyzer), analyzer)
}
