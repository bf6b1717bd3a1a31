/** The public API of mapping: whole tables to codes. */

export {
  type ColumnField,
  type ColumnNames,
  chooseColumns,
  fieldsOf,
  guessColumns,
} from './tables/columns.ts'
export type { TableRow } from './tables/row.ts'
export { openTable, type Table, type TableOptions } from './tables/table.ts'
