/**
 * The new process of bench/registry.ts: asks for the registry twice; prints how long each took and what the first one
 * added to the resident memory.
 *
 *   node bench/registry-child.mjs <library URL> <dir>
 */
const [library, dir] = process.argv.slice(2)
const { openMedlink } = await import(library)
const medlink = openMedlink({ dir })
const rssBefore = process.memoryUsage.rss()
const start = performance.now()
const { ontologies } = medlink.registry()
const first = performance.now() - start
const rss = process.memoryUsage.rss() - rssBefore
const again = performance.now()
medlink.registry()
const versions = ontologies.flatMap(({ versions }) => versions).length
console.log(JSON.stringify({ first, second: performance.now() - again, rss, versions }))
