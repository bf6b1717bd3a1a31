/**
 * Measures what names of a site cost: opening with them, links of mentions that are one, and links of those that are none.
 *
 *   tsx bench/site-names.ts --dir D [--ontology O] [--names N] [--mentions N]
 *
 *   --names     names in the table; 10,000 when left out
 *   --mentions  links that are timed of each sort; 2,000 when left out
 *
 * The names are names of the index with a word that none has, each for the code that it is a name of: no other mention is one.
 * Links with and without names take turns, in one process. The process ends with 1 when a mention that is none is answered
 * differently.
 */
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { openMedlink, type SiteName } from '../src/medlink.ts'
import { requireOntologyName } from './options.ts'
import { openSubject, readNames } from './subject.ts'
import { quantilesOf, rounded, timeEachBusily } from './timing.ts'

const SEED = 20_261_123

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, ontology: 'icd-10-cm', names: 10_000, mentions: 2000 },
})
const { dir, mentions } = options
const ontology = requireOntologyName(options.ontology)

const random = seededRandom(SEED)
const subject = openSubject(dir, ontology)
const texts = readNames(subject.index)
const names = sample(texts, options.names, random).map(
  ({ text, code }, i): SiteName => ({ name: `ward${i} ${text}`, ontology, code }),
)
const others = sample(texts, mentions, random).map(({ text }) => text)
subject.close()

/** Opens Medlink, and the index with the first link; how long that takes. */
function opened(own: readonly SiteName[]) {
  const start = performance.now()
  const medlink = openMedlink({ dir, names: own })
  medlink.link({ query: 'a', ontology })
  return { medlink, ms: performance.now() - start }
}

opened([]).medlink.close()
const plain = opened([])
const named = opened(names)
const link = ({ medlink }: typeof plain) => {
  return (query: string) => medlink.link({ query, ontology, request_id: '1' })
}
const [withOut, withNames] = [link(plain), link(named)]
timeEachBusily(others, withOut)
timeEachBusily(others, withNames)
const without = timeEachBusily(others, withOut)
const beside = timeEachBusily(others, withNames)
const hits = timeEachBusily(
  sample(names, mentions, random).map(({ name }) => name.toUpperCase()),
  withNames,
)
const differing = others.filter(
  (_, i) => JSON.stringify(without.results[i]) !== JSON.stringify(beside.results[i]),
)
const missed = hits.results.filter(({ results }) => results[0]?.metadata.link_basis !== 'site_name')
const row = (what: string, ms: readonly number[]) => {
  const { p50_ms, p99_ms } = quantilesOf(ms)
  return [what, p50_ms, p99_ms]
}
console.log(
  formatTable(
    [`${names.length} names`, 'p50 ms', 'p99 ms'],
    [
      row('links without names', without.ms),
      row('the same mentions, with names', beside.ms),
      row('mentions that are names', hits.ms),
    ],
  ),
)
console.log(
  `\nopened in ${rounded(plain.ms, 0)} ms without names, ${rounded(named.ms, 0)} ms with them`,
)
console.log(`${differing.length} answers differ, ${missed.length} names are not found`)
plain.medlink.close()
named.medlink.close()
process.exitCode = differing.length + missed.length === 0 ? 0 : 1
