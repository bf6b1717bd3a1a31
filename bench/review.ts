/**
 * Measures how many keys a review takes: a laboratory's tests decided one after the other in a real Chromium, by somebody who knows the
 * right code of each and nothing of the page but the line that it shows at first (Enter, digits, / to search).
 *
 *   tsx bench/review.ts --dir D [--evals DIR] [--terms N]
 *
 *   --dir    root of the indexes; the newest LOINC there is asked
 *   --evals  the folder with the set clinic-loinc; ../shared/evals when left out
 *   --terms  the first so many different requests of the set; 100 when left out
 *
 * A term whose right code stands first is accepted with Enter, one whose code stands at another place with its digit. Else
 * the reviewer searches the official title letter by letter until the code shows, and leaves what does not show for later;
 * a term without a right code is said to have none. Each key counts, letters too. Ends with 1 when the project's file has
 * another decision afterwards than was meant.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { type Cell, formatTable } from '../scripts/support/table.ts'
import { serveReview } from '../src/http/http.ts'
import { createProject, type NewSourceRow, openProject } from '../src/mapping/mapping.ts'
import { openMedlink } from '../src/medlink.ts'
import { startChromium } from '../test/support/chromium.ts'
import { readEvalSets } from './eval-sets.ts'
import { DEFAULT_FOLDERS } from './options.ts'
import { temporaryFolder } from './temporary.ts'

const SET = 'clinic-loinc'
/** Places that have a digit. */
const DIGITS = 9

const options = readOptions(import.meta.url, {
  dir: REQUIRED,
  evals: DEFAULT_FOLDERS.evals,
  terms: 100,
})

/** A test with the codes that are right for it. */
interface Asked {
  readonly row: NewSourceRow
  readonly right: readonly string[]
}

const asked = readAsked(options.evals, options.terms)
const medlink = openMedlink({ dir: options.dir })
const folder = temporaryFolder()
const file = join(folder, 'laboratory.medmap')
const made = await createProject(
  file,
  medlink,
  { ontology: 'loinc', columns: ['name'] },
  asked.map(({ row }) => row),
)
const review = await serveReview({ medlink, project: made, name: SET, reviewer: 'reviewer' })
const browser = await startChromium()
const page = await browser.newPage()
const keys: Readonly<Record<string, number[]>> = {
  'the first candidate is right': [],
  'another candidate is right': [],
  'the right code is searched and found': [],
  'it is not found so: later': [],
  'no code is right': [],
}
const meant: (string | null)[] = []
await page.goto(review.url)
await page.waitForSelector('.candidates, .empty')
const start = performance.now()
for (const { right } of asked) {
  const kept = page.waitForResponse((response) => response.url().endsWith('/decisions'))
  const [kind, count, code] = await decide(page, right)
  keys[kind]!.push(count)
  meant.push(code)
  await kept
  await page.waitForSelector('main[aria-busy=false]')
}
const seconds = (performance.now() - start) / 1000
await browser.close()
await review.close()
await made.close()
medlink.close()

const rows = Object.entries(keys).map(([kind, counts]): Cell[] => [
  kind,
  counts.length,
  counts.length === 0 ? null : counts.reduce((sum, count) => sum + count) / counts.length,
  counts.length === 0 ? null : Math.max(...counts),
])
console.log(formatTable(['terms by what is right', 'terms', 'keys a term', 'most'], rows))
const differences = await differencesOf(meant)
console.log(
  `${asked.length} terms in ${seconds.toFixed(1)} s; ${differences} decided otherwise than was meant`,
)
process.exit(differences === 0 ? 0 : 1)

/** Different requests of the set; the first occurs most often, so that the page asks them in this order. */
function readAsked(evals: string, count: number): Asked[] {
  const set = readEvalSets(evals).find(({ name }) => name === SET)
  if (set === undefined) throw new RangeError(`there is no ${SET}.jsonl in ${evals}`)
  const known = new Map<string, Asked>()
  for (const { request, gold, accept } of set.cases) {
    const hints = { ...request.metadata } as Record<string, string>
    const key = JSON.stringify([request.query, hints]).toLowerCase()
    if (known.has(key)) continue
    const name = request.query
    const row = { code: '', name, frequency: count - known.size, hints, columns: { name } }
    known.set(key, { row, right: [...(gold ?? []), ...(accept ?? [])] })
    if (known.size === count) break
  }
  return [...known.values()]
}

/** Decides the term that is shown. @returns what was the case, how many keys it took, and the code that was meant */
async function decide(
  page: Page,
  right: readonly string[],
): Promise<[kind: string, keys: number, code: string | null]> {
  const codes = await page.locator('.candidates .facts code').allTextContents()
  const place = codes.slice(0, DIGITS).findIndex((code) => right.includes(code))
  if (place >= 0) {
    await page.keyboard.press(place === 0 ? 'Enter' : String(place + 1))
    const kind = place === 0 ? 'the first candidate is right' : 'another candidate is right'
    return [kind, 1, codes[place]!]
  }
  if (right.length === 0) {
    await page.keyboard.press('x')
    return ['no code is right', 1, null]
  }
  let count = 1
  await page.keyboard.press('/')
  for (const letter of titleOf(right[0]!)) {
    const answered = page.waitForResponse((response) => response.url().includes('/suggest'))
    await page.keyboard.press(letter)
    await answered
    count++
    const found = await page.locator('#found code').allTextContents()
    const at = found.indexOf(right[0]!)
    if (at < 0) continue
    for (let step = 0; step < at; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    return ['the right code is searched and found', count + at + 1, right[0]!]
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  return ['it is not found so: later', count + 2, null]
}

/** The official title of a code; '' for one that this release has not. */
function titleOf(code: string): string {
  try {
    return medlink.concept('loinc', code).name
  } catch {
    return ''
  }
}

/** How many terms the file has another code of than was meant. */
async function differencesOf(meant: readonly (string | null)[]): Promise<number> {
  const project = await openProject(file)
  let place = 0
  let differences = 0
  for await (const { term } of project.rows()) if (term?.code !== meant[place++]) differences++
  await project.close()
  return differences
}
