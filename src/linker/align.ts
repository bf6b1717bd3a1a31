import type { MedlinkIndex } from '../index/reader.ts'
import type { Hit } from '../index/search/postings-searcher.ts'
import type { Work } from '../index/work.ts'
import { madeOnce } from '../language/remember.ts'
import type { Interpretation, Match } from '../ontologies/ontology.ts'
import { Alignment, Pairs, type WordsOfNames } from './alignment.ts'
import type { Lightness, Reading } from './reading.ts'
import type { Retrieved } from './retrieve.ts'
import type { Lazily, Task } from './task.ts'

/** The names that one reading found, compared with it. */
export interface Aligned {
  readonly interpretation: Interpretation<unknown>
  readonly reading: Reading
  readonly alignment: Alignment
  /** In the order in which they were found; the first concept stands for all that share a name. */
  readonly matches: readonly Match[]
}

interface AlignTools {
  readonly aligner: Aligner
}

/** Steps to compare a name with a reading, for each word of that. */
const STEPS_A_WORD = 16

/**
 * Stage 5. Compares each reading with the names that it found: which word of the mention is which word of the name. A name
 * that is the reading, word for word, ends the search: no other reading of these words can do better. If nothing was
 * corrected either, no other interpretation can.
 *
 * Takes the names of each reading. Gives a match for each, lazily. Costs 16 steps a word of the reading for each name.
 */
export function align(
  { mention, ways }: Lazily<Retrieved>,
  task: Task<AlignTools>,
): Lazily<Aligned> {
  return { mention, ways: alignEach(ways, task) }
}

function* alignEach(
  ways: Iterable<Retrieved>,
  { tools: { aligner }, work }: Task<AlignTools>,
): Generator<Aligned> {
  for (const { interpretation, found } of ways) {
    for (const { reading, hits, isVerbatim } of found) {
      const alignment = aligner.align(reading)
      const matches = isVerbatim
        ? hits.map(({ term }) => alignment.matchVerbatim(term))
        : matchesOf(hits, alignment, reading, work)
      yield { interpretation, reading, alignment, matches }
      if (isVerbatim || !matches.some((match) => isReading(match, reading))) continue
      if (reading.certainty === 1) return
      break
    }
  }
}

function matchesOf(
  hits: readonly Hit[],
  alignment: Alignment,
  { slots }: Reading,
  work: Work,
): Match[] {
  const matches: Match[] = []
  for (let i = 0; i < hits.length; i++) {
    if (!work.take(STEPS_A_WORD * slots.length)) break
    matches.push(alignment.match(hits[i]!.term))
  }
  return matches
}

/** Returns true if a name is the reading, word for word. */
function isReading({ exactness }: Match, { certainty }: Reading): boolean {
  return exactness > 0 && exactness >= certainty
}

/** Pairs of keys of words that exclude each other: data/opposites.tsv. */
export type Opposites = readonly (readonly [string, string])[]

/** The weights of an ontology's light words, by the keys of an index. */
export function lightnessOf(
  index: MedlinkIndex,
  lightWords: ReadonlyMap<string, number>,
): Lightness {
  const lightness = new Float32Array(index.keys.size).fill(1)
  for (const [form, left] of lightWords) {
    const word = index.words.idOf(form)
    if (word >= 0) lightness[index.arrays.keyOfWord[word]!] = left
  }
  return lightness
}

/** Words of names that are remembered as texts, at most. */
const MOST_WORDS = 10_000

/** Compares readings with the names of one index. */
export class Aligner {
  readonly #index: MedlinkIndex
  readonly #lightness: Lightness
  readonly #isNumberWord: Uint8Array
  /** Key → keys of the opposite. */
  readonly #opposites: ReadonlyMap<number, readonly number[]>
  readonly #pairs = new Pairs()
  readonly #names: WordsOfNames

  constructor(
    index: MedlinkIndex,
    lightness: Lightness,
    opposites: Opposites,
    lemmaOf: (form: string) => string,
  ) {
    this.#index = index
    this.#lightness = lightness
    const lemmas: string[] = []
    const forms = new Map<number, string>()
    const spell = (word: number) => index.words.wordOf(word)
    this.#names = {
      wordOf: (word) => madeOnce(forms, word, spell, MOST_WORDS),
      lemmaOf: (word) => {
        lemmas[word] ??= lemmaOf(index.words.wordOf(word))
        return lemmas[word]
      },
    }
    this.#opposites = layOutOpposites(index, opposites)
    const { units, offsets } = index.arrays.keys
    this.#isNumberWord = Uint8Array.from({ length: index.keys.size }, (_, key) =>
      isDigit(units[offsets[key]!]!) ? 1 : 0,
    )
  }

  /** One reading, ready to be compared with names. */
  align(reading: Reading): Alignment {
    return new Alignment(
      this.#index,
      this.#lightness,
      this.#isNumberWord,
      this.#opposites,
      this.#names,
      this.#pairs,
      reading,
    )
  }
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function layOutOpposites(index: MedlinkIndex, pairs: Opposites): Map<number, number[]> {
  const opposites = new Map<number, number[]>()
  for (const [one, other] of pairs) {
    const a = index.keys.idOf(one)
    const b = index.keys.idOf(other)
    if (a < 0 || b < 0) continue
    opposites.set(a, [...(opposites.get(a) ?? []), b])
    opposites.set(b, [...(opposites.get(b) ?? []), a])
  }
  return opposites
}
