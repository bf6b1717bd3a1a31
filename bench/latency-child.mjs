/**
 * The new process of bench/latency.ts: answers the requests of each kind once, then times each of them on its own, then
 * asks them in a loop; prints by kind the times, and the loop's rate and 99th percentile.
 *
 *   node bench/latency-child.mjs <library URL> <dir> <file with {kind: requests} as JSON> <ms of a loop>
 */
import { readFileSync } from 'node:fs'
import { Bench } from 'tinybench'

const [library, dir, file, loopMs] = process.argv.slice(2)
const { openMedlink } = await import(library)
const medlink = openMedlink({ dir })
const report = {}
for (const [kind, requests] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
  timeEach(requests)
  const ms = timeEach(requests)
  report[kind] = { ms, ...loop(kind, requests) }
}
console.log(JSON.stringify(report))

/** Milliseconds of each call, as by bench/timing.ts, which Node needs a loader for: that would be measured, too. */
function timeEach(requests) {
  const results = []
  const ms = []
  for (const request of requests) {
    const start = performance.now()
    const result = medlink.link(request)
    ms.push(performance.now() - start)
    results.push(result)
  }
  return ms
}

/** What tinybench finds for calls one after the other, round and round the requests. */
function loop(kind, requests) {
  let next = 0
  const bench = new Bench({ time: Number(loopMs), warmupTime: loopMs / 3 })
  bench.add(kind, () => {
    const request = requests[next]
    next = (next + 1) % requests.length
    return medlink.link(request)
  })
  bench.runSync()
  const { result } = bench.tasks[0]
  if (result.state !== 'completed') throw new Error(`${kind}: ${result.state}`)
  const { mean, p99 } = result.latency
  return { calls_per_second: Math.round(1000 / mean), loop_p99_ms: Number(p99.toFixed(4)) }
}
