/**
 * Checks whether a change in a prescription is ever overlooked: products of the index, written as people write them, of which the
 * strength, the form, an ingredient, the release, the volume of its container or its presentation was changed to another one.
 *
 *   tsx bench/changed-drugs.ts --dir D [--version V] [--n N] [--seed N] [--show]
 *
 *   --n        texts; 1,000 when left out
 *   --show     prints each link that is wrong
 *
 * `to_original` counts changed texts that are linked to the product they were made from, `contradicted` those that are
 * linked to any concept whose composition, form, release, route or brand is not the text's; `linked` all links. Of the
 * same texts without the change, `unchanged_meant` counts links to the product or one of the same meaning. What a concept
 * says is compared here, not by the linker: strengths in the unit of their sort, forms by their group. Seeded.
 */
import { OPTIONAL, REQUIRED, readOptions } from '../scripts/support/options.ts'
import { pick, seededRandom } from '../scripts/support/random.ts'
import {
  contradictionOf,
  DRUG_CHANGES,
  type DrugChange,
  type DrugProduct,
  drugProduct,
  meansTheSame,
  sayDrug,
  vocabularyOf,
  writeDrug,
} from './changed-drugs/texts.ts'
import { openSubject } from './subject.ts'
import { Tally } from './tally.ts'

const ONTOLOGY = 'medication'

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, version: OPTIONAL, n: 1000, seed: 1, show: false },
})
const subject = openSubject(options.dir, ONTOLOGY, options.version)
const { n } = options
const random = seededRandom(options.seed)
const { index } = subject
const all = Array.from({ length: index.manifest.counts.concepts }, (_, id) =>
  drugProduct(index.concept(id)),
)
const drugs = new Map(all.map((drug) => [drug.code, drug]))
const vocabulary = vocabularyOf(all)

/** What a text was linked to; undefined where it was not. */
function link(query: string): DrugProduct | undefined {
  const { version } = subject
  const [first] = subject.medlink.link({ query, ontology: ONTOLOGY, version }).results
  return first?.is_linked === true ? drugs.get(first.term_id) : undefined
}

const changes = Object.keys(DRUG_CHANGES) as DrugChange[]
const tally = new Tally(changes, [
  ...(['n', 'to_original', 'contradicted', 'linked', 'unchanged_meant'] as const),
  'unchanged_contradicted',
])
let made = 0
for (let drawn = 0; made < n && drawn < 1000 * n; drawn++) {
  const product = pick(vocabulary.products, random)
  const change = changes[made % changes.length]!
  const said = sayDrug(product, random)
  const changed = DRUG_CHANGES[change](said, product, vocabulary, random)
  if (changed === undefined) continue
  made++
  const query = writeDrug(changed)
  const found = link(query)
  const against = found && contradictionOf(found, changed, vocabulary)
  const plain = writeDrug(said)
  const own = link(plain)
  const ownAgainst = own && contradictionOf(own, said, vocabulary)
  tally.count(change, {
    ...{ n: true, linked: found !== undefined, to_original: found?.code === product.code },
    contradicted: against !== undefined,
    unchanged_meant: own !== undefined && meansTheSame(own, product),
    unchanged_contradicted: ownAgainst !== undefined,
  })
  if (!options.show) continue
  if (against !== undefined || found?.code === product.code)
    console.log(
      `${change}\t${query}\t${against}\t${found?.code} ${found?.name}\tof ${product.name}`,
    )
  if (ownAgainst !== undefined)
    console.log(`unchanged\t${plain}\t${ownAgainst}\t${own?.code} ${own?.name}\tof ${product.name}`)
}
subject.close()

tally.print('change')
