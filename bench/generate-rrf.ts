/**
 * Writes a release in RxNorm's format, RRF, that is as large as RxNorm and shaped like it, and a list of Indian products,
 * for measuring without a licence. Names and codes are invented; the names of dose forms are RxNorm's.
 *
 *   tsx bench/generate-rrf.ts --out DIR [--drugs N] [--products N] [--others] [--seed N]
 *
 *   --out       the folder in which rrf/ and products/ are written
 *   --drugs     clinical drugs (SCD); 17,600 when left out. All else grows with them
 *   --products  rows of products.csv; 250,000 when left out
 *   --others    adds rows of other publishers until the files have the full release's 1.2, 7.5 and 7.7 million
 *
 * The same numbers and seed give the same bytes. The last line is the path of what was written.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { Drugs } from './generate-rrf/drugs.ts'
import { writeProducts } from './generate-rrf/products.ts'
import { RrfFiles } from './generate-rrf/rrf-files.ts'
import { DrugNames } from './generate-rrf/vocabulary.ts'

/** Clinical drugs of RxNorm, September 2026, rounded; and the rows of its full release then. */
const RXNORM_DRUGS = 17_600
const FULL_ROWS = { conso: 1_210_458, rel: 7_480_642, sat: 7_747_732 } as const
const PRODUCTS = 250_000
/** Codes of other publishers' concepts: above those that are made. */
const FIRST_FOREIGN = 40_000_000

/** How large a release, and which of the many possible ones. */
export interface RrfReleaseOptions {
  /** clinical drugs, at least 100; 17,600 when left out */
  readonly drugs?: number
  /** 250,000 when left out; 0 writes no list */
  readonly products?: number
  /** other publishers' rows too */
  readonly others?: boolean
  /** 1 when left out */
  readonly seed?: number
}

/**
 * Writes a release into a folder: rrf/RXNCONSO.RRF, RXNREL.RRF and RXNSAT.RRF, and products/products.csv. Streams; at
 * full size it takes some seconds, with `others` half a minute and 1.5 GB of disk.
 * @returns concepts by term type
 * @throws RangeError when fewer than 100 drugs are asked for
 */
export function writeRrfRelease(
  dir: string,
  { drugs = RXNORM_DRUGS, products = PRODUCTS, others = false, seed = 1 }: RrfReleaseOptions = {},
): Readonly<Record<string, number>> {
  if (!Number.isInteger(drugs) || drugs < 100)
    throw new RangeError(`drugs is ${drugs}: it must be a whole number from 100`)
  const folder = join(dir, 'rrf')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const random = seededRandom(seed)
  const names = new DrugNames(random)
  const files = new RrfFiles(folder)
  const made = new Drugs(files, names, random)
  made.write(drugs)
  if (others) writeOthers(files)
  files.close()
  if (products > 0) {
    mkdirSync(join(dir, 'products'), { recursive: true })
    writeProducts(join(dir, 'products'), products, made.ingredients, names, random)
  }
  return made.counts
}

/** Rows that a reader passes over, as long as real ones. */
function writeOthers(files: RrfFiles): void {
  let code = FIRST_FOREIGN
  while (files.rows.conso < FULL_ROWS.conso)
    files.atom(
      ++code,
      'DP',
      `Another publisher's name of the product ${code} Oral Tablet`,
      'N',
      'MTHSPL',
    )
  while (files.rows.rel < FULL_ROWS.rel) files.foreignRelation(++code, code - 1)
  while (files.rows.sat < FULL_ROWS.sat)
    files.attribute(++code, 'SPL_SET_ID', '00000000-0000-4000-8000-000000000000', 'MTHSPL')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { out, ...options } = readOptions(import.meta.url, {
    out: REQUIRED,
    drugs: RXNORM_DRUGS,
    products: PRODUCTS,
    others: false,
    seed: 1,
  })
  const dir = resolve(out)
  const counts = writeRrfRelease(dir, options)
  for (const [type, count] of Object.entries(counts)) console.log(`${type} ${count}`)
  console.log(dir)
}
