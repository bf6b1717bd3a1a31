import { asksToComprehend } from '../internal.ts'
import { type LinkedOntology, type LinkOutcome, type Medlink, MedlinkError } from '../medlink.ts'

/** The index that answers. */
export interface AnsweringIndex {
  readonly version: string
  /** Says what is in it. */
  readonly name: string
}

/**
 * The index that answers requests of an ontology.
 *
 * @param asked the version; default: the newest installed one
 * @throws MedlinkError why there is none; `invalid_request` for one that reads whole notes
 */
export function requireIndex(
  medlink: Medlink,
  ontology: LinkedOntology,
  asked: string | undefined,
): AnsweringIndex {
  if (asksToComprehend({ ontology, version: asked }))
    throw new MedlinkError(
      'invalid_request',
      `a table has one mention in each row: ${asked} is for whole notes`,
    )
  const { version, index_name, built_at } = medlink.version(ontology, asked)
  return { version, name: `${index_name} ${built_at}` }
}

/** The answer to a request, or why it was refused. @throws MedlinkError where not this one was refused, but none can be answered */
export function requireAnswer(outcome: LinkOutcome): LinkOutcome {
  if ('error' in outcome && outcome.error.code !== 'invalid_request')
    throw new MedlinkError(outcome.error.code, outcome.error.message)
  return outcome
}
