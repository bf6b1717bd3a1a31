import type { LinkedOntology, LinkRequest } from '../medlink.ts'
import type { ColumnNames } from './tables/columns.ts'
import type { TableRow } from './tables/row.ts'

/** Fields of every request of a table, besides the text and the hints of its row. */
export type Asked = Readonly<
  Pick<LinkRequest, 'strictness' | 'assume' | 'billable' | 'encounter' | 'granularity'>
>

/** Makes a request of each row of a table. */
export class RowRequests {
  readonly #text: number
  /** For each hint the contract's key and the place of its column. */
  readonly #hints: readonly (readonly [string, number])[]
  readonly #asked: Omit<LinkRequest, 'query'>

  /** @param asked the ontology, the version, and what else every request says */
  constructor(
    table: readonly string[],
    columns: ColumnNames,
    asked: Asked & { readonly ontology: LinkedOntology; readonly version: string },
  ) {
    const { text, id: _, ...hints } = columns
    this.#text = table.indexOf(text!)
    this.#hints = Object.entries(hints).map(([key, name]) => [key, table.indexOf(name)])
    this.#asked = { top_k: 1, ...asked }
  }

  /** The identity of a request: the text and the hints, without space around them. */
  keyOf({ cells }: TableRow): string {
    const parts = [cells[this.#text]!.trim()]
    for (const [, place] of this.#hints) parts.push(cells[place]!.trim())
    return JSON.stringify(parts)
  }

  textOf(key: string): string {
    return (JSON.parse(key) as [string])[0]
  }

  /** True if the row has no text. */
  isBlank(key: string): boolean {
    return key.startsWith('[""')
  }

  /** The request of a key; a hint that is empty is none. */
  requestOf(key: string): LinkRequest {
    const [query, ...values] = JSON.parse(key) as [string, ...string[]]
    const given = this.#hints
      .map(([name], i) => [name, values[i]!] as const)
      .filter(([, value]) => value !== '')
    const metadata = given.length === 0 ? {} : { metadata: Object.fromEntries(given) }
    return { ...this.#asked, query, ...metadata }
  }
}
