/** Code systems that may be missing. */
import { type LinkedOntology, MedlinkError } from '../../medlink.ts'
import type { System, Systems } from '../systems.ts'

/** The newest installed version of an ontology; null if there is none. */
export function installedSystem(systems: Systems, ontology: LinkedOntology): System | null {
  try {
    return systems.newest(ontology)
  } catch (error) {
    if (error instanceof MedlinkError && error.code === 'index_missing') return null
    throw error
  }
}
