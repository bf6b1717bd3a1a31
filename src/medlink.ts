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
export { linkResultOf } from './comprehend/link-text.ts'
export type {
  AccountedWord,
  Attribute,
  ComprehendRequest,
  ComprehendResult,
  Entity,
  ExplainedResult,
  Explanation,
  LinkBasis,
  LinkReason,
  LinkRequest,
  LinkResult,
  LinkResultItem,
  ScorePart,
  Substitution,
  Suggestion,
  SuggestRequest,
  Trait,
  TraitName,
} from './contract.ts'
export {
  ATTRIBUTE_TYPES,
  type AttributeType,
  COMPREHEND,
  COMPREHENDED_ONTOLOGIES,
  type ComprehendedOntology,
  comprehendRequestSchema,
  comprehendResultSchema,
  type Hints,
  hintSchemas,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  linkRequestSchema,
  linkResultSchema,
  ONTOLOGY_NAMES,
  type OntologyName,
  readHints,
  suggestionSchema,
  TRAITS,
} from './contract.ts'
export {
  asFileError,
  MEDLINK_ERROR_CODES,
  MedlinkError,
  type MedlinkErrorCode,
  placesOf,
} from './errors.ts'
export { STARTER_VERSION } from './index/registry.ts'
export { asksToComprehend } from './library/answerer.ts'
export { contextAt } from './library/context-at.ts'
export {
  CODE_CHANGES,
  type CodeChange,
  type CodeChangeKind,
  type ReleaseDiff,
} from './library/diff.ts'
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
  type AnsweredDocument,
  answerDocuments,
  type DocumentCase,
  type DocumentEvaluation,
  evaluateDocuments,
  parseDocument,
} from './library/evaluate-documents.ts'
export {
  type AnsweredSentence,
  answerSentences,
  evaluateSentences,
  parseSentence,
  type SentenceCase,
  type SentenceEvaluation,
} from './library/evaluate-sentences.ts'
export type { FlexSearchFile, FlexSearchSummary } from './library/flexsearch-file.ts'
export {
  type CheckedVersion,
  type ConceptDetails,
  type DiffRequest,
  type InstalledVersion,
  Medlink,
  type OpenOptions,
  openMedlink,
  parseOntologyName,
  type Registry,
  type UnreadableVersion,
} from './library/medlink.ts'
export type { LinkManyOptions } from './library/pool/batch.ts'
export type {
  ComprehendOutcome,
  FailedLink,
  LinkFailure,
  LinkOutcome,
} from './library/pool/protocol.ts'
export { type Proportion, proportionOf } from './library/proportion.ts'
export { questionOf } from './library/question.ts'
export { reasonInWords } from './library/reason-words.ts'
export { isOfShard, parseShard, type Shard } from './library/shard.ts'
export { buildableOntologies } from './ontologies/all.ts'
export {
  SITE_NAME_COLUMNS,
  type SiteName,
  type SiteNameSources,
} from './ontologies/site-names.ts'
export { printable } from './text/printable.ts'
export { MEDLINK_VERSION } from './version.ts'
