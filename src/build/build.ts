import { MedlinkError } from '../errors.ts'
import type { Manifest } from '../index/manifest.ts'
import type { PhraseRecord, ReleaseRecords, TermRecord } from '../index/records.ts'
import { indexPath } from '../index/registry.ts'
import { writeIndex } from '../index/writer.ts'
import { requireOntology } from '../ontologies/all.ts'
import type { Ontology, ReadOptions } from '../ontologies/ontology.ts'
import { type Analyzer, createAnalyzer } from '../text/analyze.ts'
import { learnPhrases, withLearned } from './learn.ts'
import { readPhrases } from './phrases.ts'

/** How a release is read ({@link ReadOptions}), and where its index goes. */
export interface BuildOptions extends ReadOptions {
  /** Root of the indexes; the file goes to `<dir>/<ontology>/<version>.sqlite`. */
  readonly dir: string
  /** False leaves Medlink's own names out; for measuring what they are worth. */
  readonly curatedNames?: boolean
  /** False leaves out what the release's own names teach about words; for measuring what it is worth. */
  readonly learnedPhrases?: boolean
  /** Told the name of each step as it begins. */
  readonly onStep?: (step: string) => void
  /** Stored as `built_at`; now when left out. */
  readonly now?: Date
}

/** What a build made. */
export interface BuildResult {
  readonly file: string
  readonly manifest: Manifest
  readonly warnings: readonly string[]
}

/**
 * Compiles an official release into an index, in the place of an older index of the same version.
 *
 * @param ontology one of the ontologies of the registry
 * @param release folder or zip as its publisher hands it out; several where the ontology is published in parts, e.g.
 *   SNOMED CT's International Edition and a country's extension
 * @throws MedlinkError `unknown_ontology`, `release_not_found`, `release_invalid` (names file, line, found, expected),
 *   `invalid_request` for parts or options that the ontology does not have, `build_in_progress`; an index that stood
 *   there before is untouched then
 */
export async function buildIndex(
  ontology: string,
  release: string | readonly string[],
  options: BuildOptions,
): Promise<BuildResult> {
  const { readRelease } = requireOntology(ontology)
  options.onStep?.('read release')
  const records = await readRelease(typeof release === 'string' ? [release] : release, options)
  return write(records, options)
}

/** Compiles the starter vocabulary that ships with Medlink, as version `starter`. Takes about a second. */
export function buildStarter(
  ontology: string,
  options: Omit<BuildOptions, keyof ReadOptions | 'curatedNames' | 'learnedPhrases'>,
): BuildResult {
  return write(requireOntology(ontology).readStarter(), options)
}

/** What Medlink's tables say and, for an ontology whose names teach, what the release adds to it. */
function phrasesFor(
  { phrases, namesTeach }: Ontology,
  terms: readonly TermRecord[],
  analyzer: Analyzer,
  options: Pick<BuildOptions, 'learnedPhrases' | 'onStep'>,
): PhraseRecord[] {
  const known = readPhrases(analyzer, phrases)
  if (!namesTeach || options.learnedPhrases === false) return known
  options.onStep?.('learn words')
  return withLearned(known, learnPhrases(terms, analyzer), analyzer)
}

/** More words than any release has. */
const WORDS_OF_A_RELEASE = 1_000_000

/** What a version may be called: it becomes a file name. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

function write(records: ReleaseRecords, options: BuildOptions): BuildResult {
  if (!VERSION.test(records.version))
    throw new MedlinkError(
      'invalid_request',
      `"${records.version.slice(0, 80)}" cannot be a version: letters, digits, dots, dashes and underscores can`,
    )
  const ontology = requireOntology(records.ontology)
  const curated = options.curatedNames === false ? [] : ontology.curatedNames(records)
  const named = { ...records, terms: [...records.terms, ...curated] }
  const release = { ...named, terms: [...named.terms, ...ontology.inheritedNames(named)] }
  const file = indexPath(options.dir, release.ontology, release.version)
  const analyzer = createAnalyzer(WORDS_OF_A_RELEASE)
  const manifest = writeIndex(file, release, {
    analyzer,
    phrases: phrasesFor(ontology, records.terms, analyzer, options),
    traits: ontology.traits,
    now: options.now ?? new Date(),
    ...(options.onStep && { onStep: options.onStep }),
  })
  return { file, manifest, warnings: release.warnings }
}
