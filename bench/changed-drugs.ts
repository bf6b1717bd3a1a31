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
import type { MedlinkIndex } from '../src/index/reader.ts'
import {
  contradictionOf,
  DRUG_CHANGES,
  type DrugChange,
  type DrugProduct,
  drugProduct,
  isWritable,
  meansTheSame,
  sayDrug,
  Vocabulary,
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
const drugs = new Map(readProducts(subject.index).map((drug) => [drug.code, drug]))
const writable = [...drugs.values()].filter(isWritable)
const vocabulary = new Vocabulary([...drugs.values()])

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
  const product = pick(writable, random)
  const change = changes[made % changes.length]!
  const said = sayDrug(product, random)
  const changed = DRUG_CHANGES[change](said, product, vocabulary, random)
  if (changed === undefined) continue
  made++
  tally.count(change, 'n')
  const query = writeDrug(changed)
  const found = link(query)
  const against = found && contradictionOf(found, changed, vocabulary)
  if (found !== undefined) tally.count(change, 'linked')
  if (found?.code === product.code) tally.count(change, 'to_original')
  if (against !== undefined) tally.count(change, 'contradicted')
  const plain = writeDrug(said)
  const own = link(plain)
  const ownAgainst = own && contradictionOf(own, said, vocabulary)
  if (own !== undefined && meansTheSame(own, product)) tally.count(change, 'unchanged_meant')
  if (ownAgainst !== undefined) tally.count(change, 'unchanged_contradicted')
  if (!options.show) continue
  if (against !== undefined || found?.code === product.code)
    console.log(
      `${change}\t${query}\t${against}\t${found?.code} ${found?.name}\tof ${product.name}`,
    )
  if (ownAgainst !== undefined)
    console.log(`unchanged\t${plain}\t${ownAgainst}\t${own?.code} ${own?.name}\tof ${product.name}`)
}
subject.close()

/** All concepts of an index, by what is stored of them. */
function readProducts(index: MedlinkIndex): DrugProduct[] {
  return Array.from({ length: index.manifest.counts.concepts }, (_, id) =>
    drugProduct(index.concept(id)),
  )
}

tally.print('change')
