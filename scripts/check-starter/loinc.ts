import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MedlinkError } from '../../src/errors.ts'
import { isLoincCode } from '../../src/ontologies/loinc/code.ts'
import { readLoincTables } from '../../src/ontologies/loinc/release/release.ts'
import type { LoincRow } from '../../src/ontologies/loinc/release/row.ts'
import { duplicateErrors, type Findings, type Row, readRows } from './tables.ts'

const COLUMNS = [
  'code',
  'component',
  'property',
  'time',
  'system',
  'scale',
  'method',
  'class',
  'name',
  'ucum',
] as const
type TestRow = Row<(typeof COLUMNS)[number]>

/** The columns that a LOINC table also has, under the name it gives them. Ranks differ from edition to edition. */
const COMPARED = [
  ['component', 'component'],
  ['property', 'property'],
  ['time', 'timeAspect'],
  ['system', 'system'],
  ['scale', 'scale'],
  ['method', 'method'],
  ['class', 'class'],
  ['name', 'longName'],
  ['ucum', 'ucumUnits'],
] as const satisfies readonly (readonly [keyof TestRow, keyof LoincRow])[]

/** What LOINC has reworded between 2.68 and 2.82 without a change of meaning: older wording, newer wording. */
const REWORDINGS = [
  ['/100 ', '/'],
  ['sars coronavirus 2', 'sars-cov-2 (covid-19)'],
  ['in respiratory specimen', 'in respiratory system specimen'],
] as const

/** One LOINC table, whole or cut. */
interface Table {
  readonly name: string
  readonly rows: ReadonlyMap<string, LoincRow>
}

/**
 * Every code once, with the right check digit and in no table other than ACTIVE; its axes, class, name and units those
 * of every table that has the code. Blank cells of a table say nothing, and capitals do not count: a table may be cut,
 * incomplete or in lower case.
 */
export async function checkLoinc(folder: string, releases: string): Promise<Findings> {
  const rows = readRows(folder, COLUMNS)
  const tables = await readTables(releases)
  const strangers = rows.filter(({ code }) => tables.every((table) => !table.rows.has(code)))
  return {
    errors: [
      ...rows.flatMap(codeErrors),
      ...duplicateErrors(rows),
      ...tables.flatMap((table) => rows.flatMap((row) => comparedWith(table, row))),
    ],
    summary: [
      ...tables.map((table) => describe(table, rows)),
      `${strangers.length} of ${rows.length} codes are in no table at hand`,
    ],
  }
}

/** The tables of the folders and zips below a folder, by name; none when it is not there. */
async function readTables(folder: string): Promise<Table[]> {
  if (!existsSync(folder)) return []
  const releases = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.zip'))
    .map(({ name }) => name)
  const found: Table[] = []
  for (const name of releases.sort()) {
    try {
      const { rows } = await readLoincTables(join(folder, name), { version: name })
      found.push({ name, rows: new Map(rows.map((row) => [row.code, row])) })
    } catch (error) {
      if (!holdsNoTable(error)) throw error
    }
  }
  return found
}

function holdsNoTable(error: unknown): boolean {
  return error instanceof MedlinkError && error.code === 'release_not_found'
}

function describe(table: Table, rows: readonly TestRow[]): string {
  const found = rows.filter(({ code }) => table.rows.has(code))
  const same = found.filter((row) => comparedWith(table, row).length === 0)
  return `${table.name} has ${found.length} of ${rows.length} codes, ${same.length} agree`
}

function codeErrors({ place, code }: TestRow): string[] {
  return isLoincCode(code) ? [] : [`${place}: ${code} is no code or has a wrong check digit`]
}

/** What a table says against a row. */
function comparedWith({ name: table, rows: known }: Table, row: TestRow): string[] {
  const official = known.get(row.code)
  if (official === undefined) return []
  const differing = COMPARED.filter(
    ([column, key]) => isStated(official[key]) && fold(row[column]) !== fold(official[key]),
  )
  return [
    ...(official.status === 'ACTIVE'
      ? []
      : [`${row.place}: ${row.code} is ${official.status} in ${table}`]),
    ...differing.map(
      ([column, key]) =>
        `${row.place}: ${row.code} has the ${column} "${row[column]}", ${table} says "${official[key]}"`,
    ),
  ]
}

/** False for a blank cell, and for a fully specified name where the long common name should stand. */
function isStated(cell: string): boolean {
  return cell !== '' && !cell.includes(': Pt: ')
}

function fold(cell: string): string {
  return REWORDINGS.reduce(
    (text, [older, newer]) => text.replaceAll(older, newer),
    cell.toLowerCase(),
  )
}
