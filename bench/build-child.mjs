/**
 * The new process of bench/build.ts: builds one index and prints seconds, peak memory, the file and its content hash.
 *
 *   node bench/build-child.mjs <library URL> <ontology> <dir> <version, '' for the stated one> <release…>
 */
import { statSync } from 'node:fs'
import { partOf } from './part-of.mjs'

const [library, ontology, dir, version, ...release] = process.argv.slice(2)
const { buildIndex } = await import(partOf(library, 'build/build'))
const start = performance.now()
const { file, manifest } = await buildIndex(ontology, release, { dir, ...(version && { version }) })
const report = {
  seconds: (performance.now() - start) / 1000,
  peakKb: process.resourceUsage().maxRSS,
  bytes: statSync(file).size,
  contentHash: manifest.content_hash,
  counts: manifest.counts,
}
console.log(JSON.stringify(report))
