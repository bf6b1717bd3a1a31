/** A row of a table. */
export interface TableRow {
  /** From 1; the header is none. */
  readonly number: number
  /** One for each column, as text; '' if the row has none. Surplus cells are in the last one. */
  readonly cells: readonly string[]
  /** JSON Lines: the object as it was. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Why it is no proper row of its table: "has 3 cells, and the header 5". Never repeats a cell. */
  readonly fault?: string
}

/** Characters of one row, many times what any has: ends the search for a lost quote, and bounds what is held. */
export const MAX_ROW_LENGTH = 1_000_000
