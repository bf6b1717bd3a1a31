import type { OntologyRelease, ReadOptions } from '../ontologies/ontology.ts'
import { type BuildResult, type CompileOptions, compileRelease } from './compile.ts'

/** How a release is read ({@link ReadOptions}), and what is made of it ({@link CompileOptions}). */
export interface BuildOptions extends ReadOptions, CompileOptions {}

/**
 * Compiles an official release into an index, in the place of an older index of the same version.
 *
 * @param ontology one of the ontologies of the registry
 * @param release folder or zip as its publisher hands it out; several where the ontology is published in parts, e.g.
 *   SNOMED CT's International Edition and a country's extension
 * @throws MedlinkError `unknown_ontology`, `release_not_found`, `release_invalid` (names file, line, found, expected),
 *   `invalid_request` for parts or options that the ontology does not have, `build_in_progress`, `disk_full`,
 *   `no_access`; an index that stood there before is untouched then
 */
export async function buildIndex(
  ontology: string,
  release: string | readonly string[],
  options: BuildOptions,
): Promise<BuildResult> {
  const known = await loadRelease(ontology)
  options.onStep?.('read release')
  const paths = typeof release === 'string' ? [release] : release
  return compileRelease(known, await known.readRelease(paths, options), options)
}

/**
 * Compiles the starter vocabulary that ships with Medlink, as version `starter`. Takes about a second.
 *
 * @throws MedlinkError `unknown_ontology`, `build_in_progress`, `disk_full`, `no_access`
 */
export async function buildStarter(
  ontology: string,
  options: Omit<CompileOptions, 'curatedNames' | 'learnedPhrases'>,
): Promise<BuildResult> {
  const known = await loadRelease(ontology)
  return compileRelease(known, known.readStarter(), options)
}

/** Loaded when something is built: linking has no use for readers of releases. */
async function loadRelease(ontology: string): Promise<OntologyRelease> {
  const { requireOntologyRelease } = await import('../ontologies/all-releases.ts')
  return requireOntologyRelease(ontology)
}
