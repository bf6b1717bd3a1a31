import { MedlinkError } from '../errors.ts'
import type { Manifest } from '../index/manifest.ts'
import type { ReleaseRecords } from '../index/records.ts'
import { indexPath } from '../index/registry.ts'
import { writeIndex } from '../index/writer.ts'
import { createAnalyzer } from '../text/analyze.ts'
import { requireOntology } from './all.ts'
import { readPhrases } from './phrases.ts'

export interface BuildOptions {
  /** Root of the indexes; the file goes to `<dir>/<ontology>/<version>.sqlite`. */
  readonly dir: string
  /** Overrides the version that the release states. */
  readonly version?: string
  /** False leaves Medlink's own names out; for measuring what they are worth. */
  readonly curatedNames?: boolean
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
 * @param release folder or zip as its publisher hands it out
 * @throws MedlinkError `unknown_ontology`, `release_not_found`, `release_invalid` (names file, line, found, expected),
 *   `build_in_progress`; an index that stood there before is untouched then
 */
export async function buildIndex(
  ontology: string,
  release: string,
  options: BuildOptions,
): Promise<BuildResult> {
  const { readRelease } = requireOntology(ontology)
  options.onStep?.('read release')
  const records = await readRelease(release, options.version ? { version: options.version } : {})
  return write(records, options)
}

/** Compiles the starter vocabulary that ships with Medlink, as version `starter`. Takes about a second. */
export function buildStarter(
  ontology: string,
  options: Omit<BuildOptions, 'version' | 'curatedNames'>,
): BuildResult {
  return write(requireOntology(ontology).readStarter(), options)
}

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
  const analyzer = createAnalyzer()
  const manifest = writeIndex(file, release, {
    analyzer,
    phrases: readPhrases(analyzer, ontology.phrases),
    traits: ontology.traits,
    now: options.now ?? new Date(),
    ...(options.onStep && { onStep: options.onStep }),
  })
  return { file, manifest, warnings: release.warnings }
}
