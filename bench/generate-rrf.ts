/**
 * Writes a release in RxNorm's format, RRF, that is as large as RxNorm and shaped like it, and a list of Indian products,
 * for measuring without a licence. Names and codes are invented; the names of dose forms are RxNorm's.
 *
 *   tsx bench/generate-rrf.ts --out DIR [--drugs N] [--products N] [--seed N]
 *
 *   --out       the folder in which rrf/ and products/ are written
 *   --drugs     clinical drugs (SCD); 17,600 when left out. All else grows with them
 *   --products  rows of products.csv; 250,000 when left out
 *
 * The same numbers and seed give the same bytes. The last line is the path of what was written.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { makeDrugs } from './generate-rrf/drugs.ts'
import { writeProducts } from './generate-rrf/products.ts'
import { openRrfFiles } from './generate-rrf/rrf-files.ts'
import { createDrugNames } from './generate-rrf/vocabulary.ts'

/** Clinical drugs of RxNorm, September 2026, rounded. */
const RXNORM_DRUGS = 17_600
const PRODUCTS = 250_000

/** How large a release, and which of the many possible ones. */
export interface RrfReleaseOptions {
  /** clinical drugs, at least 100; 17,600 when left out */
  readonly drugs?: number
  /** 250,000 when left out; 0 writes no list */
  readonly products?: number
  /** 1 when left out */
  readonly seed?: number
}

/**
 * Writes a release into a folder: rrf/RXNCONSO.RRF, RXNREL.RRF and RXNSAT.RRF, and products/products.csv. Streams; at
 * full size it takes some seconds.
 * @returns concepts by term type
 * @throws RangeError when fewer than 100 drugs are asked for
 */
export function writeRrfRelease(
  dir: string,
  { drugs = RXNORM_DRUGS, products = PRODUCTS, seed = 1 }: RrfReleaseOptions = {},
): Readonly<Record<string, number>> {
  if (!Number.isInteger(drugs) || drugs < 100)
    throw new RangeError(`drugs is ${drugs}: it must be a whole number from 100`)
  const folder = join(dir, 'rrf')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const random = seededRandom(seed)
  const names = createDrugNames(random)
  const files = openRrfFiles(folder)
  const { counts, ingredients } = makeDrugs(drugs, files, names, random)
  files.close()
  if (products > 0) {
    mkdirSync(join(dir, 'products'), { recursive: true })
    writeProducts(join(dir, 'products'), products, ingredients, names, random)
  }
  return counts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { out, ...options } = readOptions(import.meta.url, {
    out: REQUIRED,
    drugs: RXNORM_DRUGS,
    products: PRODUCTS,
    seed: 1,
  })
  const dir = resolve(out)
  const counts = writeRrfRelease(dir, options)
  for (const [type, count] of Object.entries(counts)) console.log(`${type} ${count}`)
  console.log(dir)
}
