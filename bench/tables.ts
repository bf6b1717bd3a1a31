/** The tables next to the benchmarks, tab-separated with a line of heads, and files of JSON objects, a line each. */

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

export function readJsonLines(path: string): unknown[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** A line of a CSV without its end, each cell in quotes. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

/** Words of a table with the columns kind, name and words, which have commas between, by kind and name. */
export function readWords<Kind extends string>(
  path: string,
): Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> {
  const kinds: Record<string, Record<string, readonly string[]>> = {}
  for (const { kind = '', name = '', words = '' } of readRows(path))
    kinds[kind] = { ...kinds[kind], [name]: words.split(', ') }
  return kinds as Record<Kind, Record<string, readonly string[]>>
}
