/**
 * Script of the page that bench/browser-suggest.ts opens in Chromium. It opens the file that its address names, the way that the
 * address names, up to the first suggestion. `type` then types on it.
 */
import { Index as FlexSearch } from 'flexsearch'
import { openSuggestIndex, type SuggestIndex } from '../../src/browser/browser.ts'
import { encode, FLEXSEARCH_OPTIONS, indexedWord, type PackBody } from '../../src/browser/pack.ts'
import { createWordReader } from '../../src/language/words.ts'

/** Prefix typed first. */
const FIRST = 'd'
/** Words that are remembered. */
const REMEMBERED = 100_000

const page = globalThis as unknown as Record<string, unknown>
const { pathname: way } = new URL(String(page.location))
const file = `${way}.gz`

const index = way === '/list' ? await indexList() : await openSuggestIndex(file)
index.suggest({ prefix: FIRST })
/** Milliseconds from the start of the page's loading to its first suggestion. */
page.first_ms = performance.now()

/** Milliseconds of each keystroke. */
page.type = (texts: readonly string[]): number[] => {
  const ms: number[] = []
  for (const text of texts)
    for (let end = 1; end <= text.length; end++) {
      const start = performance.now()
      index.suggest({ prefix: text.slice(0, end) })
      ms.push(performance.now() - start)
    }
  return ms
}

/** Opens a file without FlexSearch's export, and indexes its names here. */
async function indexList(): Promise<SuggestIndex> {
  const opened = await openSuggestIndex(file)
  // From the cache: the browser downloaded it a moment ago.
  const { body: packed } = await fetch(file)
  const unpacked = packed!.pipeThrough(new DecompressionStream('gzip'))
  const lines = (await new Response(unpacked).text()).split('\n')
  const { tables, texts, titles, targets } = JSON.parse(lines[1]!) as PackBody
  const { analyze } = createWordReader(tables, (base) => base, REMEMBERED)
  const built = new FlexSearch({ ...FLEXSEARCH_OPTIONS, encode })
  for (const [rank, text] of texts.entries()) {
    const title = titles[[targets[rank]!].flat()[0]!]!
    const words = analyze(text || title).map(({ form }) => indexedWord(form))
    built.add(rank, words.join('\n'))
  }
  built.search(FIRST)
  // Kept for the heap.
  page.built = built
  return opened
}
