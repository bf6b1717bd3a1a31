import { parseOntologyName } from '../../internal.ts'
import { type CheckedVersion, MedlinkError, openMedlink } from '../../medlink.ts'
import { type Io, paintFor, print, printJson } from '../io.ts'
import { indexRoot } from '../library.ts'

export interface CheckOptions {
  readonly ontology?: string
  readonly json?: true
  readonly dir?: string
}

/**
 * Prints for each installed index whether it is sound, and what is wrong with it below.
 *
 * @throws MedlinkError `index_missing` when there is none, `index_corrupt` when one is not sound
 */
export function check(io: Io, options: CheckOptions): void {
  const dir = indexRoot(io, options.dir)
  const medlink = openMedlink({ dir })
  try {
    const ontology =
      options.ontology === undefined ? undefined : parseOntologyName(options.ontology)
    const checked = medlink.check(ontology)
    if (checked.length === 0)
      throw new MedlinkError(
        'index_missing',
        `no version of ${ontology ?? 'any ontology'} is installed in ${dir}`,
      )
    if (options.json) printJson(io, checked)
    else show(io, checked)
    const unsound = checked.filter(({ faults }) => faults.length > 0).length
    if (unsound > 0)
      throw new MedlinkError(
        'index_corrupt',
        `${unsound} of ${checked.length} indexes cannot be used`,
      )
  } finally {
    medlink.close()
  }
}

function show(io: Io, checked: readonly CheckedVersion[]): void {
  const paint = paintFor(io.stdout, io.env)
  for (const { ontology, version, faults } of checked) {
    const verdict = faults.length === 0 ? paint('green', 'sound') : paint('yellow', 'not sound')
    print(io, `${ontology}\t${version}\t${verdict}`, ...faults.map(({ message }) => `  ${message}`))
  }
}
