import { formatRows } from '../scripts/support/table.ts'

type Counts<Key extends string> = Record<Key, number>

/** Counters of rows that have names, and their sums. */
export class Tally<Row extends string, Key extends string> {
  readonly #rows: ReadonlyMap<Row, Counts<Key>>
  readonly #keys: readonly Key[]

  constructor(rows: readonly Row[], keys: readonly Key[]) {
    this.#keys = keys
    this.#rows = new Map(rows.map((row) => [row, this.#sum([])]))
  }

  /** Adds 1 to the counters of a row that are due. */
  count(row: Row, due: Readonly<Record<Key, boolean>>): void {
    for (const key of this.#keys) this.#rows.get(row)![key] += Number(due[key])
  }

  /** Prints a table with a line of the sums. @param rates figures of a line after its counts */
  print(
    head: string,
    rates: (counts: Counts<Key>) => Readonly<Record<string, number>> = () => ({}),
  ): void {
    const lines = [...this.#rows, ['all', this.#sum([...this.#rows.values()])] as const]
    const rows = lines.map(([name, counts]) => ({ [head]: name, ...counts, ...rates(counts) }))
    console.log(formatRows(rows as Record<string, string | number>[]))
  }

  #sum(rows: readonly Counts<Key>[]): Counts<Key> {
    const sums = this.#keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])
    return Object.fromEntries(sums) as Counts<Key>
  }
}
