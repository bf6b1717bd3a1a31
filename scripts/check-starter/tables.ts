import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Compares the tables of one folder with the releases of another, which need not be there. */
export type Check = (tables: string, releases: string) => Promise<Findings>

/** What a check has to say. */
export interface Findings {
  /** One line for each thing that is wrong, starting with file and line. */
  readonly errors: readonly string[]
  /** What was compared, and how much of it agrees. */
  readonly summary: readonly string[]
}

/** The cells of a row by their columns, and where it stands. */
export type Row<Column extends string> = Readonly<Record<Column | 'place', string>>

/**
 * Every row of every table of a folder, in the order of files and lines.
 * @throws Error for a header that is not the columns
 */
export function readRows<Column extends string>(
  folder: string,
  columns: readonly Column[],
): Row<Column>[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv'))
  return files.sort().flatMap((file) => {
    const [header, ...lines] = readFileSync(join(folder, file), 'utf8').split('\n')
    if (header !== columns.join('\t'))
      throw new Error(`${file} line 1: expected the header ${columns.join(', ')}`)
    return lines.flatMap((line, i) => {
      if (line === '') return []
      const cells = line.split('\t')
      const named = [
        ['place', `${file} line ${i + 2}`],
        ...columns.map((column, at) => [column, cells[at] ?? '']),
      ]
      return [Object.fromEntries(named) as Row<Column>]
    })
  })
}

/** One error for each row whose code an earlier row has. */
export function duplicateErrors(rows: readonly Row<'code'>[]): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ place, code }) => {
    const twice = seen.has(code)
    seen.add(code)
    return twice ? [`${place}: ${code} is there already`] : []
  })
}
