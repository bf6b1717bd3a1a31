/**
 * The new process of bench/hostile-releases.ts: builds a hostile release and prints what came of it, with peak memory.
 *
 *   node bench/hostile-child.mjs <library URL> <ontology> <dir> <lenient, '' for no> <release…>
 */
import { partOf } from './part-of.mjs'

const [library, ontology, dir, lenient, ...release] = process.argv.slice(2)
const { MedlinkError } = await import(library)
const { buildIndex } = await import(partOf(library, 'build/build'))
const start = performance.now()

/** The error's code, or how many concepts the index has. */
async function outcome() {
  try {
    const { manifest, warnings } = await buildIndex(ontology, release, {
      dir,
      ...(lenient && { lenient: true }),
    })
    return { outcome: manifest.counts.concepts, says: warnings.join('\n') }
  } catch (error) {
    if (error instanceof MedlinkError) return { outcome: error.code, says: error.message }
    return { outcome: 'untyped', says: String(error) }
  }
}

const came = await outcome()
const seconds = (performance.now() - start) / 1000
console.log(JSON.stringify({ ...came, seconds, peakKb: process.resourceUsage().maxRSS }))
