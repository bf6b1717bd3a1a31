import {
  asksToComprehend,
  type LinkedOntology,
  type LinkOutcome,
  type Medlink,
  MedlinkError,
} from '../medlink.ts'

/** The index that answers. */
export interface AnsweringIndex {
  readonly version: string
  /** Says what is in it. */
  readonly name: string
}

/**
 * The index that answers requests of an ontology.
 *
 * @param asked the version; the newest installed one when left out
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
      `a table has a mention a row: ${asked} is for whole notes`,
    )
  const { version } = medlink.link({
    query: '-',
    ontology,
    top_k: 1,
    ...(asked !== undefined && { version: asked }),
  })
  const { details } = medlink.registry().ontologies.find(({ name }) => name === ontology)!
  const found = details.find((each) => each.version === version)
  return { version, name: `${found?.index_name} ${found?.built_at}` }
}

/** The answer to a request, or why it was refused. @throws MedlinkError where not this one was refused, but none can be answered */
export function requireAnswer(outcome: LinkOutcome): LinkOutcome {
  if ('error' in outcome && outcome.error.code !== 'invalid_request')
    throw new MedlinkError(outcome.error.code, outcome.error.message)
  return outcome
}
