/**
 * Cost of the playground in Chromium: time from opening the page to its first answer, and from a keystroke to its answer.
 *
 *   tsx bench/playground.ts --dir D [--rounds N]
 *
 *   --rounds  openings of the page; the median is printed. Default: 5
 *
 * The server is in a process of its own, as `medlink serve` runs it, and has answered once: no network, one machine. An answer is
 * there when the page has drawn it. Keystrokes are those of mentions of each mode, one at a time.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import { temporaryFolder } from './temporary.ts'
import { quantilesOf } from './timing.ts'

const CHROMIUM = process.env.MEDLINK_TEST_CHROMIUM ?? '/usr/bin/chromium'
const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
/** Mentions that are typed, by the mode that they are typed in. */
const TYPED = {
  Diagnosis: ['fracture of right distal radius', 'type 2 diabetes with nephropathy', 'K/c/o HTN'],
  'Lab test': ['serum creatinine', 'haemoglobin', 'thyroid stimulating hormone'],
  Prescription: ['Tab. Augmentin 625 mg 1-0-1 x 5 days', 'Inj. ceftriaxone 1 g IV BD'],
} as const

/** Script of an opened page: the time of its first answer, in milliseconds since it was asked for. */
const WATCH = `
new MutationObserver((_, observer) => {
  if (document.querySelector('.verdict') === null) return
  observer.disconnect()
  globalThis.first_ms = performance.now()
}).observe(document, { subtree: true, childList: true })`

const { dir, rounds } = readOptions(import.meta.url, { dir: REQUIRED, rounds: 5 })

const records = temporaryFolder()
const argv = ['--import', 'tsx', MAIN, 'serve', '--port', '0', '--dir', dir, '--data', records]
const server = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const origin = await originOf(server)
  await openingOf(origin)
  const openings: number[] = []
  for (let round = 0; round < rounds; round++) openings.push(await openingOf(origin))
  const page = await browser.newPage()
  await page.goto(origin)
  await page.waitForSelector('.verdict')
  const rows = []
  for (const [mode, texts] of Object.entries(TYPED)) {
    await page.getByRole('radio', { name: mode, exact: true }).check({ force: true })
    // The first round reads what rarely needed data there is.
    await keystrokesOf(page, texts)
    const { p50_ms, p99_ms } = quantilesOf(await keystrokesOf(page, texts))
    rows.push([`keystroke, ${mode.toLowerCase()}`, p50_ms, p99_ms])
  }
  const { p50_ms, p99_ms } = quantilesOf(openings)
  console.log(`Chromium ${browser.version()}`)
  console.log(formatTable(['', 'p50 ms', 'p99 ms'], [['opening', p50_ms, p99_ms], ...rows]))
} finally {
  await browser.close()
  server.kill()
  await once(server, 'exit')
}

/** Address of the server, once it listens. */
async function originOf({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout!.setEncoding('utf8')) {
    const [, origin] = /serving at (\S+),/.exec(String(chunk)) ?? []
    if (origin !== undefined) return origin
  }
  throw new Error('the server does not start')
}

/** Milliseconds from the start of the page to its first answer, with nothing in the browser's cache. */
async function openingOf(origin: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    await page.goto(origin, { waitUntil: 'commit' })
    await page.waitForSelector('.verdict')
    return await page.evaluate<number>('globalThis.first_ms')
  } finally {
    await context.close()
  }
}

/** Milliseconds of each keystroke, from its event to the drawn answer for the text that it makes. */
async function keystrokesOf(page: Page, texts: readonly string[]): Promise<number[]> {
  const ms: number[] = []
  for (const text of texts)
    for (let end = 1; end <= text.length; end++)
      ms.push(await page.evaluate<number>(keystroke(text.slice(0, end))))
  return ms
}

/** Script of one keystroke in the page: the answer names its query in the panel of JSON, and a frame draws it. */
function keystroke(text: string): string {
  return `new Promise((resolve) => {
    const text = ${JSON.stringify(text)}
    const field = document.getElementById('text')
    const isThere = () => document.getElementById('program')?.textContent.includes('"query": ' + JSON.stringify(text.trim()) + ',')
    const start = performance.now()
    const drawn = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    const observer = new MutationObserver(() => {
      if (!isThere()) return
      observer.disconnect()
      drawn()
    })
    observer.observe(document.getElementById('page'), { subtree: true, childList: true, characterData: true, attributes: true })
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    if (text.endsWith(' ')) { observer.disconnect(); drawn() }
  })`
}
