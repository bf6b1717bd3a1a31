import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPTIONAL, REQUIRED, requireOption } from '../scripts/support/options.ts'
import type { LinkedOntology } from '../src/contract.ts'
import { requireOntology } from '../src/ontologies/all.ts'

const shared = fileURLToPath(new URL('../../shared', import.meta.url))
/** The folder with the evaluation sets and the one with the releases, where no option says otherwise. */
export const DEFAULT_FOLDERS = { evals: join(shared, 'evals'), releases: join(shared, 'releases') }

/** Root of the indexes that bench/accuracy.ts builds. */
export const FULL_INDEXES = join(tmpdir(), 'medlink-accuracy', 'full')

/** Options of a benchmark of one installed version. */
export const SUBJECT_OPTIONS = { dir: REQUIRED, ontology: REQUIRED, version: OPTIONAL } as const

/** The value of the option `--ontology`. @throws MedlinkError `unknown_ontology` */
export function requireOntologyName(value: string | undefined): LinkedOntology {
  return requireOntology(requireOption(value, 'ontology')).name
}
