/** The public API of mapping: whole tables to codes. */

export { ANSWER_COLUMNS, type Answer } from './answers.ts'
export { type MapOptions, type MapProgress, mapTable } from './map.ts'
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
  openTable,
  TABLE_FORMATS,
  type Table,
  type TableFormat,
  type TableOptions,
} from './tables/table.ts'
