import { MedlinkError } from '../errors.ts'
import { readManifestValue } from '../index/file/file.ts'
import type { ReleaseRecords } from '../index/records.ts'
import { indexPath, installedVersions, STARTER_VERSION } from '../index/registry.ts'
import { type OptionNames, requireOptions } from '../language/options.ts'
import type { ReadOptions } from '../ontologies/ontology.ts'
import { type BuildResult, type CompileOptions, compileRelease } from './compile.ts'

/** How a release is read ({@link ReadOptions}), and what is made of it ({@link CompileOptions}). */
export interface BuildOptions extends ReadOptions, CompileOptions {
  /** Builds a release of far fewer codes than the one that is installed, too; otherwise that is an error. */
  readonly force?: boolean
}

/** A release with less than this share of the codes of the one that is installed is taken for a part of one. */
const MIN_SHARE = 0.1

const COMPILE_OPTIONS: OptionNames<CompileOptions> = {
  ...{ dir: true, names: true, curatedNames: true, learnedPhrases: true },
  ...{ flexsearchNames: true, onStep: true, now: true },
}

/**
 * Compiles an official release into an index, which replaces an older index of the same version.
 *
 * @param ontology one of the ontologies of the registry
 * @param release folder or zip as its publisher hands it out; several where the ontology is published in parts, e.g.
 *   SNOMED CT's International Edition and a country's extension
 * @throws MedlinkError `unknown_ontology`, `release_not_found`, `release_invalid` (names file, line, found, expected; or
 *   says that there are less than a tenth of the codes of the newest version installed, see {@link BuildOptions.force}),
 *   `invalid_request` for unknown options, and for parts or options that the ontology does not have, `build_in_progress`, `disk_full`,
 *   `no_access`; an older index there is untouched then
 */
export async function buildIndex(
  ontology: string,
  release: string | readonly string[],
  options: BuildOptions,
): Promise<BuildResult> {
  requireOptions<BuildOptions>('buildIndex', options, {
    ...COMPILE_OPTIONS,
    ...{ version: true, dialect: true, lenient: true, force: true },
  })
  requireDir(options.dir)
  const { known, compilePack } = await loadRelease(ontology)
  options.onStep?.('read release')
  const paths = typeof release === 'string' ? [release] : release
  const records = await known.readRelease(paths, options)
  if (!options.force) requireWhole(records, options.dir)
  return compileRelease(known, records, options, compilePack)
}

/**
 * Compiles the starter vocabulary that ships with Medlink, as version `starter`. Takes about a second.
 *
 * @throws MedlinkError `unknown_ontology`, `invalid_request` for unknown options, `build_in_progress`, `disk_full`, `no_access`
 */
export async function buildStarter(
  ontology: string,
  options: Omit<CompileOptions, 'curatedNames' | 'learnedPhrases'>,
): Promise<BuildResult> {
  requireOptions<CompileOptions>('buildStarter', options, COMPILE_OPTIONS)
  requireDir(options.dir)
  const { known, compilePack } = await loadRelease(ontology)
  return compileRelease(known, known.readStarter(), options, compilePack)
}

/** @throws MedlinkError `invalid_request` for no path */
function requireDir(dir: unknown): void {
  if (typeof dir === 'string' && dir !== '') return
  throw new MedlinkError('invalid_request', 'dir, the folder that the index goes to, is missing')
}

/** @throws MedlinkError `release_invalid` for a release that is a small part of the newest version installed */
function requireWhole({ ontology, concepts }: ReleaseRecords, dir: string): void {
  const version = installedVersions(dir, ontology).find((each) => each !== STARTER_VERSION)
  if (version === undefined) return
  const installed = readManifestValue(indexPath(dir, ontology, version), 'counts')?.concepts ?? 0
  if (concepts.length >= MIN_SHARE * installed) return
  throw new MedlinkError(
    'release_invalid',
    `the release has ${concepts.length} codes, the installed ${ontology} ${version} has ${installed}: is it whole? Give --force (\`force: true\`) to build it all the same`,
  )
}

/** Loaded when something is built: linking needs neither readers of releases nor FlexSearch. */
async function loadRelease(ontology: string) {
  const { requireOntologyRelease } = await import('../ontologies/all-releases.ts')
  const known = requireOntologyRelease(ontology)
  const { compilePack } = await import('./pack.ts')
  return { known, compilePack }
}
