/** The public API of Medlink. */
export { MEDLINK_ERROR_CODES, MedlinkError, type MedlinkErrorCode } from './errors.ts'
export type {
  ExplainedResult,
  Explanation,
  LinkReason,
  LinkRequest,
  LinkResult,
  LinkResultItem,
  Reading,
  ScorePart,
} from './linker/contract.ts'
export { linkRequestSchema, linkResultSchema } from './linker/contract.ts'
export {
  type ConceptDetails,
  type InstalledVersion,
  Medlink,
  type OpenOptions,
  openMedlink,
  type Registry,
  type SuggestRequest,
} from './linker/medlink.ts'
export type { LinkManyOptions } from './linker/pool/batch.ts'
export type { FailedLink, LinkFailure, LinkOutcome } from './linker/pool/protocol.ts'
export {
  type BuildOptions,
  type BuildResult,
  buildIndex,
  buildStarter,
} from './ontologies/build.ts'
export { ONTOLOGY_NAMES, type OntologyName } from './ontologies/ontology.ts'
