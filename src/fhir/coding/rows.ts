/** Rows of the linker as Codings. */
import type { LinkResultItem } from '../../medlink.ts'
import type { Coding } from '../resources.ts'
import type { System } from '../systems.ts'

/** System of drug codes that are no RXCUIs: products of other lists, entries of the starter. */
export const MEDLINK_DRUGS = 'urn:medlink:medication'

/** A row of this code system as a Coding. */
export function codingOf({ uri, version }: System, { term_id, metadata }: LinkResultItem): Coding {
  const isForeign = 'product_type' in metadata && !/^\d+$/.test(term_id)
  const system = isForeign ? MEDLINK_DRUGS : uri
  return { system, version, code: term_id, display: metadata.preferred_name }
}
