import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findIcd10cmFiles } from '../../src/ontologies/icd10cm/release/files.ts'
import {
  getParent,
  type OrderFile,
  readOrderFile,
} from '../../src/ontologies/icd10cm/release/order.ts'
import { openRelease } from '../../src/ontologies/release-files.ts'
import { duplicateErrors, type Findings, type Row, readRows } from './tables.ts'

const COLUMNS = ['code', 'billable', 'name'] as const
type CodeRow = Row<(typeof COLUMNS)[number]>

/** One edition's order file. */
interface Edition {
  readonly name: string
  readonly year: string
  readonly rows: OrderFile['rows']
}

/**
 * Every code once, its parent there too, and code, billable flag and title those of the newest edition at hand; of
 * older editions only the figures are told. Without an edition, the parent is the code's three-character category.
 */
export async function checkIcd10cm(tables: string, releases: string): Promise<Findings> {
  const rows = readRows(tables, COLUMNS)
  const editions = await readEditions(releases)
  const newest = editions[0]
  return {
    errors: [
      ...duplicateErrors(rows),
      ...orphanErrors(rows, newest),
      ...(newest ? rows.flatMap(comparedWith(newest)) : []),
    ],
    summary: newest
      ? editions.map((edition) => describe(edition, rows))
      : [`0 of ${rows.length} rows could be compared: no release at hand`],
  }
}

/** The order files of the releases below a folder, newest first; none when it is not there. */
async function readEditions(folder: string): Promise<Edition[]> {
  if (!existsSync(folder)) return []
  const found: Edition[] = []
  for (const entry of readdirSync(folder)) {
    const release = await openRelease(join(folder, entry)).catch(() => undefined)
    if (release === undefined) continue
    try {
      if (release.find(/order.*\.txt$/i).length === 0) continue
      const { order, year = '' } = await findIcd10cmFiles(release, undefined)
      found.push({ name: order.name, year, rows: (await readOrderFile(order)).rows })
    } finally {
      release.close()
    }
  }
  return found.sort((a, b) => Number(b.year) - Number(a.year))
}

function describe(edition: Edition, rows: readonly CodeRow[]): string {
  const found = rows.filter(({ code }) => edition.rows.has(code)).length
  const same = rows.filter((row) => comparedWith(edition)(row).length === 0).length
  return `${edition.name} has ${found} of ${rows.length} codes, ${same} with the same flag and title`
}

/** What an edition says against a row. */
function comparedWith({ name: file, rows: known }: Edition): (row: CodeRow) => string[] {
  return ({ place, code, billable, name }) => {
    const official = known.get(code)
    if (official === undefined) return [`${place}: ${file} has no code ${code}`]
    const flag = official.isBillable ? '1' : '0'
    return [
      ...(flag === billable
        ? []
        : [`${place}: ${code} is flagged ${billable}, ${file} says ${flag}`]),
      ...(official.longTitle === name
        ? []
        : [`${place}: ${code} is called "${name}", ${file} says "${official.longTitle}"`]),
    ]
  }
}

/** Codes whose parent is missing: in the newest edition's hierarchy where it is known. */
function orphanErrors(rows: readonly CodeRow[], newest: Edition | undefined): string[] {
  const own = new Set(rows.map(({ code }) => code))
  const known = newest?.rows ?? own
  return rows.flatMap(({ place, code }) => {
    const parent = getParent(code, known) ?? (code.length > 3 ? code.slice(0, 3) : undefined)
    return parent === undefined || own.has(parent) ? [] : [`${place}: ${code} lacks ${parent}`]
  })
}
