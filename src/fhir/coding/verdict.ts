/** The linker's answer about a CodeableConcept, as FHIR writes it. */
import { questionOf } from '../../internal.ts'
import type { LinkResultItem } from '../../medlink.ts'
import type { Coding } from '../resources.ts'
import type { System } from '../systems.ts'
import { codingOf } from './rows.ts'

/** Extension of a Coding that Medlink gave: score, basis and version. */
export const LINK_URL = 'urn:medlink:fhir:link'
/** Extension of a CodeableConcept that Medlink gives no code: reason, question, version and candidates. */
export const NO_LINK_URL = 'urn:medlink:fhir:no-link'

/** Candidates of a no, at most. */
const MAX_CANDIDATES = 3

/** Why a CodeableConcept was not linked although its text was never looked at. */
export type Obstacle = 'not_installed' | 'too_long'

export type Extension = Readonly<Record<string, unknown>>
/** A Coding of Medlink's. */
export interface LinkedCoding extends Coding {
  readonly extension: readonly Extension[]
  readonly userSelected: false
}
/** A Coding to be added, or the extension that says why there is none. */
export type Verdict = { readonly coding: LinkedCoding } | { readonly extension: Extension }

/** Candidates, and the index that they are of. */
export interface Answered {
  readonly results: readonly LinkResultItem[]
  readonly index_name: string
}

/** A yes as a Coding, a no as an extension with the first candidates. */
export function verdictOf(answered: Answered, system: System): Verdict {
  const { results: rows, index_name } = answered
  const linked = rows.find(({ is_linked }) => is_linked)
  const version = { url: 'version', valueString: index_name }
  if (linked !== undefined) {
    const { score, metadata } = linked
    const parts = [
      ...(score === null ? [] : [{ url: 'score', valueDecimal: score }]),
      ...(metadata.link_basis ? [{ url: 'basis', valueCode: metadata.link_basis }] : []),
      version,
    ]
    const extension = [{ url: LINK_URL, extension: parts }]
    return { coding: { extension, ...codingOf(system, linked), userSelected: false } }
  }
  const [first] = rows
  const needed = first && questionOf(first)
  const candidates = rows.slice(0, MAX_CANDIDATES).map((row) => codingOf(system, row))
  return noLink(first?.metadata.link_reason ?? 'no_match', [
    ...(needed === undefined ? [] : [{ url: 'needed', valueString: needed }]),
    version,
    ...candidates.map((valueCoding) => ({ url: 'candidate', valueCoding })),
  ])
}

/** A no about a text that was not looked at. */
export function obstructed(obstacle: Obstacle): Verdict {
  return noLink(obstacle, [])
}

function noLink(reason: string, parts: readonly Extension[]): Verdict {
  const extension = [{ url: 'reason', valueCode: reason }, ...parts]
  return { extension: { url: NO_LINK_URL, extension } }
}
