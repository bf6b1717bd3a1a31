/** The public API of Medlink. */

export { type BuildOptions, buildIndex, buildStarter } from './build/build.ts'
export type { BuildResult } from './build/compile.ts'
export {
  type DownloadOptions,
  downloadableOntologies,
  downloadRelease,
} from './build/download/download.ts'
export type { FetchedFile } from './build/download/fetch-file.ts'
export type { DownloadedRelease } from './build/download/icd10cm.ts'
export type {
  AccountedWord,
  ExplainedResult,
  Explanation,
  LinkReason,
  LinkRequest,
  LinkResult,
  LinkResultItem,
  ScorePart,
  Substitution,
} from './contract.ts'
export {
  type Hints,
  hintSchemas,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  linkRequestSchema,
  linkResultSchema,
  ONTOLOGY_NAMES,
  type OntologyName,
  readHints,
} from './contract.ts'
export { asFileError, MEDLINK_ERROR_CODES, MedlinkError, type MedlinkErrorCode } from './errors.ts'
export { STARTER_VERSION } from './index/registry.ts'
export {
  type Answered,
  answerCases,
  type CaseOverrides,
  type Evaluation,
  type EvaluationCase,
  evaluate,
  parseCase,
} from './library/evaluate.ts'
export {
  type CheckedVersion,
  type ConceptDetails,
  type InstalledVersion,
  Medlink,
  type OpenOptions,
  openMedlink,
  parseOntologyName,
  type Registry,
  type SuggestRequest,
  type UnreadableVersion,
} from './library/medlink.ts'
export type { LinkManyOptions } from './library/pool/batch.ts'
export type { FailedLink, LinkFailure, LinkOutcome } from './library/pool/protocol.ts'
export type { Proportion } from './library/proportion.ts'
export { buildableOntologies } from './ontologies/all.ts'
