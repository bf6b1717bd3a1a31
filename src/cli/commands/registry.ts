import { openMedlink, type Registry } from '../../medlink.ts'
import { type Io, lineWidth, paintFor, print, printJson, remark } from '../io.ts'
import { indexRoot, requireNamedRoot } from '../library.ts'
import { layOut, layOutPairs } from '../table.ts'

export interface RegistryOptions {
  readonly json?: true
  readonly dir?: string
}

const TITLES = ['ontology', 'version', 'concepts', 'terms', 'built at', 'FlexSearch names']

/**
 * Prints the installed versions; licences and source files follow the table. What is damaged goes to stderr.
 *
 * @throws MedlinkError `index_missing` if a folder was named that does not exist
 */
export function registry(io: Io, options: RegistryOptions): void {
  requireNamedRoot(io, options.dir)
  const dir = indexRoot(io, options.dir)
  const medlink = openMedlink({ dir })
  try {
    const found = medlink.registry()
    if (options.json) printJson(io, found)
    else show(io, found, dir)
  } finally {
    medlink.close()
  }
}

function show(io: Io, found: Registry, dir: string): void {
  const rows = rowsOf(found)
  const faults = faultsOf(found)
  if (rows.length + faults.length === 0)
    remark(io, `nothing is installed in ${dir}: try medlink build starter`)
  else if (rows.length > 0 && io.stdout.isTTY) showTable(io, rows)
  else print(io, ...rows.map(({ cells, licence }) => [...cells, licence].join('\t')))
  remark(io, ...faults)
}

/** Files with the name of an index that cannot be read, a line each. */
function faultsOf({ ontologies }: Registry): string[] {
  return ontologies.flatMap(({ name, unreadable }) =>
    unreadable.map(
      ({ version, message }) => `${name}${version === null ? '' : ` ${version}`}: ${message}`,
    ),
  )
}

interface Row {
  readonly cells: readonly string[]
  readonly licence: string
  readonly sources: readonly { file: string; sha256: string; rows: number }[]
}

function rowsOf({ ontologies }: Registry): Row[] {
  return ontologies.flatMap(({ name, details }) =>
    details.map(({ version, concepts, terms, built_at, licence, sources, flexsearch }) => ({
      cells: [
        ...[name, version, String(concepts), String(terms), built_at],
        flexsearch === null ? '-' : String(flexsearch.names),
      ],
      licence,
      sources,
    })),
  )
}

function showTable(io: Io, rows: readonly Row[]): void {
  const paint = paintFor(io.stdout, io.env)
  const columns = TITLES.map((title) => ({
    title,
    ...((title === 'concepts' || title === 'terms') && { align: 'right' as const }),
  }))
  const cells = rows.map((row) => row.cells)
  const table = layOut(columns, cells, lineWidth(io))
  print(io, paint('dim', table.head), ...table.rows.flat())
  for (const { cells, licence, sources } of rows) {
    const files = sources.map(({ file, sha256, rows }): [string, string] => [
      file,
      `${rows} rows, sha256 ${sha256}`,
    ])
    print(io, '', paint('bold', `${cells[0]} ${cells[1]}`), licence, ...layOutPairs(files))
  }
}
