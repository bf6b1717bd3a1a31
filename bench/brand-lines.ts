/**
 * Measures if brands mean what their labels mean: every row of the tables of brands, each written in five ways: the bare
 * number, the number with its unit, with a word for the form, glued to the brand, and before the brand.
 *
 *   tsx bench/brand-lines.ts [--seed N] [--misses FILE]
 *
 *   --misses  file of all links to something else and of all refusals
 *
 * The starter is built in a temporary folder and asked. `one` counts lines that say one product by the tables, `right` links
 * to the row's product, `wrong` links to another brand, composition, strength, form or release.
 */
import { OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { buildStarter } from '../src/build/build.ts'
import { openMedlink } from '../src/medlink.ts'
import {
  answerOf,
  differenceOf,
  readBrandRows,
  WAYS,
  writeBrandLines,
} from './brand-lines/lines.ts'
import { LineFile } from './line-file.ts'
import { Tally } from './tally.ts'
import { temporaryFolder } from './temporary.ts'

const options = readOptions(import.meta.url, { seed: 1, misses: OPTIONAL })

const dir = temporaryFolder()
await buildStarter('medication', { dir })
const medlink = openMedlink({ dir })
const misses = options.misses === undefined ? undefined : new LineFile(options.misses)

const tally = new Tally(WAYS, ['n', 'one', 'right', 'one_right', 'wrong'])
const lines = writeBrandLines(readBrandRows(), seededRandom(options.seed))
for (const { way, text, row, isOne } of lines) {
  const [first] = medlink.link({ query: text, ontology: 'medication', top_k: 1 }).results
  const difference = first?.is_linked ? differenceOf(answerOf(first), row) : 'refused'
  const isRight = difference === undefined
  tally.count(way, {
    ...{ n: true, one: isOne, right: isRight, one_right: isRight && isOne },
    wrong: !isRight && difference !== 'refused',
  })
  if (isRight) continue
  const reason = first?.metadata.matching_breakdown?.uncoded_reason ?? ''
  misses?.add(
    `${difference}\t${isOne ? 'one' : 'open'}\t${way}\t${text}\t${row.strengths.join(' + ')} ${row.release} ${row.form}\t${first?.term_name ?? ''}\t${reason}`,
  )
}
misses?.close()
medlink.close()

tally.print('way', (row) => ({ right_of_one: row.one_right / row.one }))
