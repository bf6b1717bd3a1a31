import { readFileSync } from 'node:fs'

/** The table test/golden/<name>.tsv: names of its columns, and its cells row by row. */
export function readGolden(name: string): { columns: string[]; rows: string[][] } {
  const file = new URL(`../golden/${name}.tsv`, import.meta.url)
  const [columns, ...rows] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return { columns: columns!, rows }
}

/** The share of the rows that keep a rule; prints what `tell` says of each of the others. */
export function shareThatKeeps<Row>(
  rows: readonly Row[],
  keeps: (row: Row) => boolean,
  tell: (row: Row) => string,
): number {
  const misses = rows.filter((row) => !keeps(row))
  for (const row of misses) console.log(tell(row))
  return 1 - misses.length / rows.length
}
