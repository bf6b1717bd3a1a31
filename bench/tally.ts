import { formatTable } from '../scripts/support/table.ts'

type Counts<Key extends string> = Record<Key, number>

/** Counters of rows that have names, and their sums. */
export class Tally<Row extends string, Key extends string> {
  readonly #rows: ReadonlyMap<Row, Counts<Key>>
  readonly #keys: readonly Key[]

  constructor(rows: readonly Row[], keys: readonly Key[]) {
    this.#keys = keys
    this.#rows = new Map(rows.map((row) => [row, this.#sum([])]))
  }

  /** Adds 1 to counters of a row. */
  count(row: Row, ...keys: readonly Key[]): void {
    for (const key of keys) this.#rows.get(row)![key]++
  }

  /** Prints a table with a line of the sums, and returns its lines by name. @param rates figures of a line after its counts */
  print(
    head: string,
    rates: (counts: Counts<Key>) => Readonly<Record<string, number>> = () => ({}),
  ): Record<Row | 'all', Counts<Key>> {
    const all = this.#sum([...this.#rows.values()])
    const lines = [...this.#rows, ['all', all] as const].map(
      ([name, counts]) => [name, { ...counts, ...rates(counts) }] as const,
    )
    const rows = lines.map(([name, counts]) => [name, ...Object.values<number>(counts)])
    console.log(formatTable([head, ...Object.keys(lines[0]![1])], rows))
    return Object.fromEntries(lines) as Record<Row | 'all', Counts<Key>>
  }

  #sum(rows: readonly Counts<Key>[]): Counts<Key> {
    const sums = this.#keys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])
    return Object.fromEntries(sums) as Counts<Key>
  }
}
