/** The tables next to the benchmarks: tab-separated, with a line of heads. */

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

/**
 * Rows of a table by their heads, in its order.
 *
 * @param path below bench/
 */
export function readRows(path: string): Readonly<Record<string, string>>[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  return parse(text, { delimiter: '\t', columns: true, quote: null })
}
