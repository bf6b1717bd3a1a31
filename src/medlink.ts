/** The public API of Medlink. Building is `medlink/build`, evaluation `medlink/eval`. */

export {
  ATTRIBUTE_TYPES,
  type Attribute,
  type AttributeType,
  COMPREHENDED_ONTOLOGIES,
  type ComprehendedOntology,
  type ComprehendRequest,
  type ComprehendResult,
  comprehendRequestSchema,
  comprehendResultSchema,
  ENTITY_KINDS,
  type Entity,
  type EntityKind,
  type ExplainedResult,
  type Explanation,
  type Hints,
  LINKED_ONTOLOGIES,
  type LinkBasis,
  type LinkedOntology,
  type LinkReason,
  type LinkRequest,
  type LinkResult,
  type LinkResultItem,
  linkRequestSchema,
  linkResultSchema,
  type PassedOver,
  type Problem,
  type ScorePart,
  type Substitution,
  type Suggestion,
  type SuggestRequest,
  suggestionSchema,
  TRAITS,
  type Trait,
  type TraitName,
  type WordEvidence,
} from './contract.ts'
export { MEDLINK_ERROR_CODES, MedlinkError, type MedlinkErrorCode } from './errors.ts'
export type { CodeName, CodeTable } from './library/code-table.ts'
export { contextAt } from './library/context-at.ts'
export {
  CODE_CHANGES,
  type CodeChange,
  type CodeChangeKind,
  type ReleaseDiff,
} from './library/diff.ts'
export type { FlexSearchFile, FlexSearchSummary } from './library/flexsearch-file.ts'
export {
  type CheckedVersion,
  type ConceptDetails,
  type DiffRequest,
  type IndexFolder,
  type InstalledVersion,
  Medlink,
  type NameOptions,
  type OpenOptions,
  openMedlink,
  type Registry,
  type StarterFolder,
  type UnreadableVersion,
} from './library/medlink.ts'
export type { LinkManyOptions } from './library/pool/batch.ts'
export type {
  ComprehendOutcome,
  FailedLink,
  LinkFailure,
  LinkOutcome,
} from './library/pool/protocol.ts'
export { reasonInWords } from './library/reason-words.ts'
export type { SiteName, SiteNameSources } from './ontologies/site-names.ts'
export { MEDLINK_VERSION } from './version.ts'
