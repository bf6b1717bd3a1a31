/**
 * Cost of type-ahead in a web page: Chromium, its processor slowed, from the FlexSearch index next to an index.
 *
 *   tsx bench/browser-suggest.ts --dir D [--ontology O] [--version V] [--set NAME] [--slowed N] [--rounds N]
 *
 *   --set       the evaluation set whose mentions are typed letter by letter; clinic-icd when left out
 *   --slowed    how many times slower the processor is made; 4 when left out
 *   --rounds    how often each is measured; the median is printed. 5 when left out
 *
 * Two ways: FlexSearch's export is imported, as `openSuggestIndex` does, or the page gets the ranked list alone and indexes it.
 * Printed a way: the file; milliseconds from the start of the page to its first suggestion, with nothing in the cache and
 * with all of it; the heap after that; for the first way what the keystrokes of the set take. The server is in this process:
 * no network.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { OPTIONAL, REQUIRED, readOptions } from '../scripts/support/options.ts'
import { type Cell, formatTable } from '../scripts/support/table.ts'
import { checksum } from '../src/index/file/tail.ts'
import { indexPath, installedVersions, packPath } from '../src/index/registry.ts'
import { readEvalSets } from './eval-sets.ts'
import { DEFAULT_FOLDERS } from './options.ts'
import { median, quantilesOf } from './timing.ts'

const CHROMIUM = process.env.MEDLINK_TEST_CHROMIUM ?? '/usr/bin/chromium'

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, ontology: 'icd-10-cm', version: OPTIONAL, set: 'clinic-icd' },
  ...{ evals: DEFAULT_FOLDERS.evals, slowed: 4, rounds: 5 },
})
const { dir } = options
const version = options.version ?? installedVersions(dir, options.ontology)[0]!
const { slowed, rounds } = options
const set = readEvalSets(options.evals).find(({ name }) => name === options.set)!
const mentions = set.cases.map(({ request: { query } }) => query)

const pack = readFileSync(packPath(indexPath(dir, options.ontology, version)))
/** Each way, by the path of its page, and the file that it loads. */
const WAYS = [
  { name: 'import the export', way: 'export', file: pack },
  { name: 'index the list', way: 'list', file: withoutExport(pack) },
] as const
type Way = (typeof WAYS)[number]['way']
const server = await serve()
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  // A finer clock, and garbage that is collected when it is asked for.
  args: ['--no-sandbox', '--enable-precise-memory-info'],
})
try {
  const rows: Cell[][] = []
  for (const { name, way, file } of WAYS) {
    const visits: Awaited<ReturnType<typeof measure>>[] = []
    for (let round = 0; round < rounds; round++) visits.push(await measure(browser, way))
    const medianOf = (key: 'cold' | 'cached' | 'heap') => median(visits.map((visit) => visit[key]))
    const { p50_ms = null, p99_ms = null } =
      way === 'export' ? quantilesOf(visits.flatMap(({ keystrokes }) => keystrokes)) : {}
    const opening = [medianOf('cold'), medianOf('cached'), medianOf('heap') / 1e6]
    rows.push([name, file.length / 1e6, ...opening, p50_ms, p99_ms])
  }
  console.log(
    `${options.ontology} ${version}, Chromium ${browser.version()}, slowed ${slowed} times`,
  )
  const header = ['', 'file MB', 'cold ms', 'cached ms', 'heap MB', 'key p50 ms', 'key p99 ms']
  console.log(formatTable(header, rows))
} finally {
  await browser.close()
  server.close()
}

/** One visit with nothing in the cache, one with all of it, the heap after that, and the keystrokes. */
async function measure(from: Browser, way: Way) {
  const context = await from.newContext()
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    const cold = await visit(page, way)
    const cached = await visit(page, way)
    const heap = await heapOf(session)
    const typed = way === 'export' ? mentions : []
    const keystrokes = (await page.evaluate(`type(${JSON.stringify(typed)})`)) as number[]
    return { cold, cached, heap, keystrokes }
  } finally {
    await context.close()
  }
}

/** Milliseconds from the start of a page to its first suggestion. */
async function visit(page: Page, way: Way): Promise<number> {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${way}`)
  await page.waitForFunction('globalThis.first_ms')
  return (await page.evaluate('first_ms')) as number
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** The file without FlexSearch's export. */
function withoutExport(bytes: Uint8Array): Buffer {
  const [manifest, body] = gunzipSync(bytes)
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const second = JSON.stringify({ ...body, flexsearch: {} })
  return gzipSync(`${JSON.stringify({ ...manifest, checksum: checksum(second) })}\n${second}`)
}

async function serve() {
  const page = await build({
    entryPoints: [new URL('browser-suggest/page.ts', import.meta.url).pathname],
    ...{ bundle: true, minify: true, platform: 'browser', format: 'esm', write: false },
  })
  const html = '<!doctype html><script type="module" src="/page.js"></script>'
  const files = new Map<string, { type: string; content: string | Uint8Array }>([
    ['/page.js', { type: 'text/javascript', content: page.outputFiles[0]!.contents }],
  ])
  for (const { way, file } of WAYS) {
    files.set(`/${way}`, { type: 'text/html', content: html })
    files.set(`/${way}.gz`, { type: 'application/gzip', content: file })
  }
  const listening = createServer(({ url }, response) => {
    const file = files.get(url!)
    if (file === undefined) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': file.type,
      'cache-control': 'max-age=3600',
      // Pages of their own process have a clock of 5 µs instead of 100.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    return response.end(file.content)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  return listening
}
