/**
 * The new process of bench/latency.ts: opens, answers one query, then the queries of a file; prints when the first
 * result was there and the resident memory after it and after all.
 *
 *   node bench/open-child.mjs <library URL> <dir> <first request as JSON> <file with a JSON array of requests>
 */
import { readFileSync } from 'node:fs'

const [library, dir, firstRequest, file] = process.argv.slice(2)
const { openMedlink } = await import(library)
const medlink = openMedlink({ dir })
const first = medlink.link(JSON.parse(firstRequest))
const firstResultAt = Date.now()
const rssFirst = process.memoryUsage.rss()
let results = first.results.length
for (const request of JSON.parse(readFileSync(file, 'utf8')))
  results += medlink.link(request).results.length
const report = { firstResultAt, rssFirst, rssAfterAll: process.memoryUsage.rss(), results }
console.log(JSON.stringify(report))
