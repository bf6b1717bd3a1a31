/** The public API of mapping: whole tables to codes, and projects in which people review them. */

export type { Shard } from '../internal.ts'
export { ANSWER_COLUMNS, type Answer } from './answers.ts'
export type { CreateOptions, NewSourceRow, ProjectSettings } from './create.ts'
export {
  EXCHANGE_FORMATS,
  type ExchangeFormatName,
  exportMappings,
  type ImportReport,
  importMappings,
  type Places,
  type TransferOptions,
} from './exchange/exchange.ts'
export { type MapOptions, type MapProgress, mapTable } from './map.ts'
export { type MergeOptions, type MergeSummary, mergeParts } from './merge.ts'
export { exportNames, type NamesReport } from './names.ts'
export type { ProjectOptions } from './open.ts'
export {
  type AskedWith,
  type Candidate,
  type CurvePoint,
  DECISIONS,
  type Decision,
  type DecisionKind,
  type DecisionOutcome,
  type FirstCandidate,
  type Look,
  type MappedRow,
  type MappedTerm,
  type MoveOptions,
  type NewDecision,
  type Progress,
  type Project,
  type ProjectAbout,
  RELATIONS,
  type Relation,
  type ReleaseMove,
  type SourceRow,
  type Tally,
  TERM_ORDERS,
  TERM_STATES,
  type Term,
  type TermChange,
  type TermDetails,
  type TermFilter,
  type TermOrder,
  type TermPage,
  type TermQuery,
  type TermReason,
  type TermState,
} from './project.ts'
export { createProject, openProject } from './projects.ts'
export { type SourceOptions, sourceRows } from './source.ts'
export type { MapSummary } from './summary.ts'
export {
  type ColumnField,
  type ColumnNames,
  chooseColumns,
  fieldsOf,
  guessColumns,
} from './tables/columns.ts'
export type { TableRow } from './tables/row.ts'
export {
  OUTPUT_FORMATS,
  type OutputFormat,
  openTable,
  TABLE_FORMATS,
  type Table,
  type TableFormat,
  type TableOptions,
} from './tables/table.ts'
