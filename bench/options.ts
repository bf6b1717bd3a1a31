import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireOption } from '../scripts/support/options.ts'
import type { LinkedOntology } from '../src/contract.ts'
import { requireOntology } from '../src/ontologies/all.ts'

const shared = fileURLToPath(new URL('../../shared', import.meta.url))
/** The folder with the evaluation sets and the one with the releases, where no option says otherwise. */
export const DEFAULT_FOLDERS = { evals: join(shared, 'evals'), releases: join(shared, 'releases') }

/** The value of the option `--ontology`. @throws MedlinkError `unknown_ontology` */
export function requireOntologyName(value: string | undefined): LinkedOntology {
  return requireOntology(requireOption(value, 'ontology')).name
}
