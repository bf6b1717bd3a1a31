/**
 * Measures if a yes is the very product: lines "ingredient strength form" made from rows of Drugs@FDA, and variants with
 * release words, salts, amounts per millilitre, EQ strengths and two ingredients.
 *
 *   tsx bench/drug-lines.ts --dir D --products FILE [--version V] [--n N] [--seed N] [--misses FILE]
 *
 *   --dir       root of the indexes; the version asked must be built from the same file
 *   --products  Products.txt of Drugs@FDA
 *   --n         plain lines, and a sixth of it of each variant; default: 3,000
 *   --misses    file of all links that are not the very product and of all refusals; never commit it
 *
 * The very product is found without the code of src: rows by their columns, RxNorm's names by their grammar. `one` counts
 * lines that say one product, which may be of a brand where no other is there; `open` those that several fit by salt or
 * release; `absent` those that several brands fit. A link is `very` the product, `coarse` (without strength or form) or `wrong`: another ingredient, strength,
 * form or route, a release, salt, brand, presentation or container that the line does not say.
 */
import { OPTIONAL, REQUIRED, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { drawLines, VARIANTS } from './drug-lines/lines.ts'
import { type Product, readFdaRows, readRxNormName } from './drug-lines/products.ts'
import { compare, createCatalogue } from './drug-lines/verdict.ts'
import { LineFile } from './line-file.ts'
import { openSubject } from './subject.ts'
import { Tally } from './tally.ts'

const ONTOLOGY = 'medication'

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, products: REQUIRED, version: OPTIONAL, n: 3000, seed: 1, misses: OPTIONAL },
})
const rows = readFdaRows(options.products)
const byCode = new Map(rows.map((row) => [row.code, row]))
const catalogue = createCatalogue(rows)
const subject = openSubject(options.dir, ONTOLOGY, options.version)
const random = seededRandom(options.seed)
const lines = drawLines(rows, options.n, random)
const misses = options.misses === undefined ? undefined : new LineFile(options.misses)

/** The product of an answer, by its publisher. */
function productOf(code: string, name: string): Product {
  return byCode.get(code) ?? readRxNormName(code, name)
}

const tally = new Tally(VARIANTS, ['n', 'one', 'one_linked', 'linked', 'very', 'coarse', 'wrong'])
for (const line of lines) {
  const { version } = subject
  const [first] = subject.medlink.link({
    ...{ query: line.text, ontology: ONTOLOGY, version },
    top_k: 1,
  }).results
  const installed = catalogue.installed(line)
  const isLinked = first?.is_linked === true
  const verdict = isLinked
    ? compare(line, productOf(first.term_id, first.term_name), catalogue)
    : 'refused'
  const [isOne, isVery, isCoarse] = [installed === 'one', verdict === 'very', verdict === 'coarse']
  tally.count(line.variant, {
    ...{ n: true, one: isOne, one_linked: isOne && isLinked, linked: isLinked },
    ...{ very: isVery, coarse: isCoarse, wrong: isLinked && !isVery && !isCoarse },
  })
  if (verdict === 'very') continue
  const reason = first?.metadata.matching_breakdown?.uncoded_reason ?? ''
  const answer = `${first?.term_id ?? ''}\t${first?.term_name ?? ''}`
  misses?.add(
    `${verdict}\t${installed}\t${line.variant}\t${line.text}\t${answer}\t${reason}\t${line.row.name}`,
  )
}
misses?.close()
subject.close()

tally.print('variant', (row) => ({
  very_of_linked: row.very / Math.max(1, row.linked),
  linked_of_one: row.one_linked / Math.max(1, row.one),
}))
