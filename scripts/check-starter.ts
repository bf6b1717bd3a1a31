/**
 * Checks the starter vocabulary of ICD-10-CM against the publisher's order files: every code, billable flag and title
 * must be those of the newest edition at hand, and the codes above every code must be there too.
 *
 *   tsx scripts/check-starter.ts [--releases ../shared/releases/icd-10-cm] [--tables data/starter/icd-10-cm]
 *
 * Exit code 1 when a row is wrong. Where there is no release to compare with, only the hierarchy is checked.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findIcd10cmFiles } from '../src/ontologies/icd10cm/files.ts'
import { getParent, type OrderFile, readOrderFile } from '../src/ontologies/icd10cm/order.ts'
import { openRelease } from '../src/ontologies/release-files.ts'

/** A row of a table, and where it stands. */
interface Row {
  readonly place: string
  readonly code: string
  readonly billable: string
  readonly name: string
}

/** One edition's order file. */
interface Edition {
  readonly name: string
  readonly year: string
  readonly rows: OrderFile['rows']
}

const root = new URL('..', import.meta.url).pathname
const { values: options } = parseArgs({
  options: {
    releases: { type: 'string', default: join(root, '../shared/releases/icd-10-cm') },
    tables: { type: 'string', default: join(root, 'data/starter/icd-10-cm') },
  },
})
const rows = readRows(options.tables)
const editions = await readEditions(options.releases)
const newest = editions[0]
const errors = [...hierarchyErrors(rows), ...(newest ? rows.flatMap(comparedWith(newest)) : [])]
for (const error of errors) console.error(error)
if (newest === undefined)
  console.log(`0 of ${rows.length} rows could be checked: no release at hand`)
for (const { name, rows: known } of editions) {
  const found = rows.filter(({ code }) => known.has(code)).length
  const same = rows.filter((row) => comparedWith({ name, year: '', rows: known })(row).length === 0)
  console.log(
    `${name}: has ${found} of ${rows.length} codes, ${same.length} with the same flag and title`,
  )
}
console.log(errors.length === 0 ? 'no errors' : `${errors.length} errors`)
process.exitCode = errors.length === 0 ? 0 : 1

/** Every row of every table of a folder. */
function readRows(folder: string): Row[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv'))
  return files.sort().flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((line, i) => ({ line, place: `${file} line ${i + 1}` }))
      .slice(1)
      .filter(({ line }) => line !== '')
      .map(({ line, place }) => {
        const [code = '', billable = '', name = ''] = line.split('\t')
        return { place, code, billable, name }
      }),
  )
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

/** What an edition says against a row. */
function comparedWith({ name: file, rows: known }: Edition): (row: Row) => string[] {
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

/** Codes that come twice, and codes whose parent is missing: with the newest edition's hierarchy where it is known. */
function hierarchyErrors(all: readonly Row[]): string[] {
  const own = new Set(all.map(({ code }) => code))
  const known = newest?.rows ?? own
  const seen = new Set<string>()
  return all.flatMap(({ place, code }) => {
    const twice = seen.has(code) ? [`${place}: ${code} is there already`] : []
    seen.add(code)
    const parent = getParent(code, known) ?? (code.length > 3 ? code.slice(0, 3) : undefined)
    const orphan =
      parent === undefined || own.has(parent) ? [] : [`${place}: ${code} lacks ${parent}`]
    return [...twice, ...orphan]
  })
}
