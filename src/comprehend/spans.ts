import type { FoundAttribute } from '../clinical/attributes.ts'
import { findQualifiers } from '../clinical/qualifiers.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Work } from '../index/work.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { lemmaOf } from '../language/lemma.ts'
import { madeOnce, remember } from '../language/remember.ts'
import { firstWhere } from '../language/sorted.ts'
import { meant, type PhraseBook } from '../linker/phrases.ts'
import { mayBeWrong, wordsNear } from '../linker/spelling.ts'
import type { Findings } from '../ontologies/ontology.ts'
import {
  hashOfKey,
  LONGEST_NAME,
  type NameKeys,
  NameSets,
  type SetHash,
  type Stretch,
  TextWords,
} from './name-sets.ts'

/**
 * Where a text names conditions: the longest stretches whose words are those of a name, in whatever order, as they are
 * written or as tables read them. A stretch is walked along edges, from word to word: each goes over one word or a
 * phrase, and brings the keys that it is read as.
 */

/**
 * How sure a stretch names a condition: where a word was corrected, or passed over as a side or degree; where an
 * abbreviation means this in the company of other words of the text; where only a word such as "tenderness" is there.
 */
export const CERTAINTY = { corrected: 0.85, passedOver: 0.95, inContext: 0.9, word: 0.8 } as const
/** Letters of the shortest word that is corrected in running text, where every second word is in no name. */
const SHORTEST_CORRECTED = 5
/** Words that a misspelt one is read as. */
const MOST_CORRECTIONS = 2
/** Titles that are kept with their keys. */
const MAX_TEXTS = 10_000
/** Words of a stretch, whatever they are. */
const LONGEST_SPAN = 16
/** Edges walked from one word: enough for ten words with three readings of one of them. */
const MOST_EDGES = 400
/** Steps that an edge takes, see {@link Work}. */
const STEPS_AN_EDGE = 16
/** Contexts with which no name begins: they belong to the name after them. */
const SAID_OF_NAMES: ReadonlySet<string> = new Set(['past', 'family', 'planned', 'suspected'])
/** Kinds of words that may be between the words of a name without being part of it: "pain in the right hip". */
const PASSED_OVER: ReadonlySet<string> = new Set(['DIRECTION', 'ACUITY', 'QUALITY'])
/** Parts of the body and sides are no conditions, however many of them are together. */
const PLACES: ReadonlySet<string> = new Set(['SYSTEM_ORGAN_SITE', 'DIRECTION'])
/** Words that join two things in a text, and in a name. */
export const JOINS: ReadonlySet<string> = new Set(['and', 'or', 'and/or'])
const JOINS_IN_NAMES: ReadonlySet<string> = new Set([...JOINS, 'with'])
/** Words before a condition that deny it, though a name may have their stem: "without seizures", "lacks anaemia". */
const DENIES_AHEAD = /^(?:lack(?:s|ed|ing)?|sans|w\/o|without)$/
/** "Seizures absent" are no absence seizures. */
const DENIES_BEHIND = 'absent'
/** End of a phrase that joins a condition to the next: "2/2" is "secondary to". */
const ENDS_AS_JOINT = /\b(?:of|to)$/
/** A condition "secondary to" another is no secondary one, nor is the other. */
const SECONDARY = 'secondary'
/** Meanings of the letters of a side. */
export const SIDES: ReadonlyMap<string, string> = new Map([
  ['r', 'right'],
  ['rt', 'right'],
  ['l', 'left'],
  ['lt', 'left'],
])

/** A stretch of a text that names a condition: words [from, to). */
export interface Span extends Stretch {
  /** In (0, 1]: how sure it is that this is meant. */
  readonly certainty: number
  /** Words that the name accounts for. */
  readonly covered: number
  /** Its words as names have them. */
  readonly keys: readonly number[]
  /** Meaning of an abbreviation that depends on the rest of the text. */
  readonly readAs: string | undefined
  /** True if it is one word, and another form of a name: "lethargic" is a condition, "inflammatory" is none. */
  readonly isOtherForm: boolean
}

/** A way over the words [from, to). */
interface Edge {
  readonly to: number
  readonly keys: readonly number[]
  readonly certainty: number
  /** Words that say something. */
  readonly covered: number
  readonly readAs: string | undefined
}

/** Edges are made here alone, so that all are of one shape. */
function edgeTo(
  to: number,
  keys: readonly number[],
  certainty: number,
  covered: number,
  readAs?: string,
): Edge {
  return { to, keys, certainty, covered, readAs }
}

/** Words that have been walked so far. */
interface Path extends Omit<Edge, 'keys'> {
  readonly hash: SetHash
  readonly edges: number
}

export interface SpanFinderOptions {
  readonly index: MedlinkIndex
  readonly findings: Findings
  readonly lightWords: ReadonlyMap<string, number>
  readonly analyzer: Analyzer
  readonly phrases: PhraseBook
}

/** The words of a text, and what is known of them. */
export interface ReadText {
  readonly words: readonly Word[]
  readonly attributes: readonly FoundAttribute[]
  /** Lemmas of all its words. */
  readonly lemmas: ReadonlySet<string>
}

export class SpanFinder {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #phrases: PhraseBook
  readonly #names: NameSets
  readonly #textWords: TextWords
  readonly #keysOfTexts = new Map<string, readonly number[]>()
  readonly #readKeys = (text: string) => this.keysOf(this.#analyzer.analyze(text))
  /** Keys of what a misspelt word is read as. */
  readonly #correctionsOf = remember((form) => this.#correct(form))

  constructor({ index, findings, lightWords, analyzer, phrases }: SpanFinderOptions) {
    this.#index = index
    this.#analyzer = analyzer
    this.#phrases = phrases
    this.#textWords = new TextWords(lightWords)
    const { columns } = index.arrays
    this.#names = new NameSets(index, {
      takes: (concept) => findings.kindOf(concept, columns) !== undefined,
      ...this.#textWords.inNames(index),
    })
  }

  /** True if a word may be between a condition and its companion or cause. */
  isConnector(word: Word): boolean {
    return this.#textWords.isConnector(word)
  }

  /** True if a name may have a word and one of the keys, or if tables read the word as others. */
  mayBeOfName(keys: readonly number[], word: Word): boolean {
    return this.mayName(keys, this.keysOf([word])) || this.#phrases.ofWord(word).length > 0
  }

  /** Keys of words in names; no key for a word that is in none. */
  keysOf(words: readonly Word[]): number[] {
    return words.flatMap((word) => {
      const key = this.#textWords.isSilent(word) ? -1 : this.#keyOf(word)
      return key < 0 ? [] : [key]
    })
  }

  /** Keys of a text of an index or of tables, such as a title, in names; kept, since the same titles are asked for again and again. */
  keysIn(text: string): readonly number[] {
    return madeOnce(this.#keysOfTexts, text, this.#readKeys, MAX_TEXTS)
  }

  /** True if some name may have a key of each. */
  mayName(keys: readonly number[], others: readonly number[]): boolean {
    return keys.some((key) => others.some((other) => this.#names.mayHaveBoth(key, other)))
  }

  /** The names with all of some keys, as far as there is work left. */
  namesWith(keys: readonly number[], work: Work): Iterable<NameKeys> {
    return this.#names.withAll(keys, work)
  }

  /** The conditions named in a stretch that nothing parts, in order, none overlapping: the longest names first. */
  find({ words, attributes, lemmas }: ReadText, { from, to }: Stretch, work: Work): Span[] {
    const stretch = words.slice(from, to)
    const edges = stretch.map((word, at) => this.#edgesOver(word, at))
    /** 1 where a word is of a part of the body or a side, or says nothing. */
    const isPlace = Uint8Array.from(stretch, (word) => (this.#textWords.isSilent(word) ? 1 : 0))
    const isSide = new Uint8Array(stretch.length)
    /** 1 for words of a time that its first one is before. */
    const isInTime = new Uint8Array(stretch.length)
    for (const each of attributesWithin(attributes, { from, to })) {
      const place = { from: each.from - from, to: each.to - from }
      if (PASSED_OVER.has(each.type)) this.#passOver(stretch, place.from, place.to, edges)
      if (PLACES.has(each.type)) isPlace.fill(1, place.from, place.to)
      if (each.type === 'DIRECTION') isSide.fill(1, place.from, place.to)
      if (each.type === 'TIME_TO_DX_NAME') isInTime.fill(1, place.from + 1, place.to)
    }
    const spoken = stretch.flatMap(({ stop }, at) => (stop ? [] : [at]))
    this.#addPhrases(stretch, spoken, lemmas, isPlace, edges)
    const sideless = spoken.filter((at) => isSide[at] === 0)
    if (sideless.length < spoken.length)
      this.#addPhrases(stretch, sideless, lemmas, isPlace, edges, isSide)
    const startless = startlessIn(stretch)
    const found: Span[] = []
    for (let at = 0; at < stretch.length; at++) {
      if (startless.has(at)) continue
      if (!this.#walk(at, stretch, edges, found, work)) break
    }
    // "CKD 4 yrs" is no CKD 4.
    const named = found.filter((span) => isInTime[span.to] !== 1 && !isDenied(stretch, span, found))
    return longestOf(named, stretch.length)
      .filter((span) => stretch[span.from]!.abbreviation || !isAll(1, isPlace, span))
      .map((span) => moved(span, from))
  }

  /** Adds every name that begins at a word; returns whether there is work left. */
  #walk(
    start: number,
    stretch: readonly Word[],
    edges: readonly (readonly Edge[])[],
    found: Span[],
    work: Work,
  ): boolean {
    const keys: number[] = []
    let walked = 0
    const goOn = (path: Path): boolean => {
      const next = edges[path.to]
      if (next === undefined) return true
      for (const edge of next) {
        if (edge.covered === 0 && path.edges === 0) continue
        if (edge.to - start > LONGEST_SPAN || ++walked > MOST_EDGES) return true
        if (!work.take(STEPS_AN_EDGE)) return false
        const before = keys.length
        const hash = this.#addKeys(edge.keys, keys, path.hash)
        if (hash !== undefined) {
          const longer: Path = {
            to: edge.to,
            hash,
            edges: path.edges + 1,
            certainty: path.certainty * edge.certainty,
            covered: path.covered + edge.covered,
            readAs: edge.readAs ?? path.readAs,
          }
          if (edge.covered > 0) this.#lookUp(start, longer, keys, stretch, found)
          if (!goOn(longer)) return false
        }
        while (keys.length > before) keys.pop()
      }
      return true
    }
    return goOn({ to: start, certainty: 1, covered: 0, hash: 0, edges: 0, readAs: undefined })
  }

  /** Adds keys to those of a path; the hash of all, or undefined where no name has them all, each once. */
  #addKeys(added: readonly number[], keys: number[], hash: SetHash): SetHash | undefined {
    let sum = hash
    for (const key of added) {
      if (keys.length === LONGEST_NAME) return undefined
      for (const other of keys)
        if (other === key || !this.#names.mayHaveBoth(other, key)) return undefined
      keys.push(key)
      sum = (sum + hashOfKey(key)) >>> 0
    }
    return sum
  }

  #lookUp(
    from: number,
    { to, hash, certainty, covered, edges, readAs }: Path,
    keys: readonly number[],
    stretch: readonly Word[],
    found: Span[],
  ): void {
    const word = stretch[from]!
    const isOne = edges === 1 && to === from + 1
    const term = this.#names.find(hash, keys)
    const isFinding = isOne && this.#textWords.isFinding(word)
    if (term < 0 && !isFinding) return
    // "Ca breast (L) s/p MRM".
    if (word.optional && !stretch[to - 1]!.optional) return
    // "Amenorrhea secondary to PCOS" is none that is secondary.
    if (isJoint(stretch, to - 1) || (to > 1 && isJoint(stretch, to - 2))) return
    const isName =
      term >= 0 &&
      (isOne ? this.#isSameWord(word, term, certainty) : this.#isJoinedAs(stretch, from, to, term))
    const isOtherForm =
      isOne &&
      term >= 0 &&
      !isName &&
      !this.#names.isAbbreviation(term) &&
      this.#isFormOf(word, term)
    if (!isName && !isFinding && !isOtherForm) return
    if (this.#textWords.isNoFinding(stretch.slice(from, to).map(({ form }) => form))) return
    found.push({
      ...{ from, to, covered, keys: [...keys], readAs: edges === 1 ? readAs : undefined },
      certainty: isName ? certainty : CERTAINTY.word,
      isOtherForm: isOtherForm && !isFinding,
    })
  }

  /** True if one word is a name, and not only of the same stem; a word of everyday is no abbreviation of a name. */
  #isSameWord(word: Word, term: number, certainty: number): boolean {
    if (this.#names.isAbbreviation(term)) return this.#isShortHere(word)
    if (certainty < 1 || this.#names.isName(word.form)) return true
    const lemma = lemmaOf(word.form)
    return this.#names.hasWord(term, (id) => lemmaOf(this.#index.words.wordOf(id)) === lemma)
  }

  /** True if a word is an adjective of a name's noun or the like: "lethargic". */
  #isFormOf(word: Word, term: number): boolean {
    return this.#names.hasWord(
      term,
      (id) => this.#analyzer.wordOf(this.#index.words.wordOf(id)).lemma === word.lemma,
    )
  }

  /** True if a word is an abbreviation, and no everyday word: by its capitals, where not all of the text has them. */
  #isShortHere(word: Word): boolean {
    return word.abbreviation || !isEverydayWord(word.form)
  }

  /** True if a name joins two things where the text does: "nausea and vomiting", but no "pain and right knee". */
  #isJoinedAs(stretch: readonly Word[], from: number, to: number, term: number): boolean {
    for (let at = from; at < to; at++)
      if (JOINS.has(stretch[at]!.form))
        return this.#names.hasWord(term, (id) => JOINS_IN_NAMES.has(this.#index.words.wordOf(id)))
    return true
  }

  #edgesOver(word: Word, at: number): Edge[] {
    const to = at + 1
    if (this.#textWords.isSilent(word)) return [edgeTo(to, [], 1, 0)]
    const key = this.#keyOf(word)
    if (key >= 0) return [edgeTo(to, [key], 1, 1)]
    // A key that no name has: the word is a finding, and no part of a longer name.
    if (this.#textWords.isFinding(word)) return [edgeTo(to, [this.#index.keys.size], 1, 1)]
    if (word.abbreviation) return []
    return this.#correctionsOf(word.form).map((corrected) =>
      edgeTo(to, [corrected], CERTAINTY.corrected, 1),
    )
  }

  /** Adds the ways over a side or a degree: without it, and by the name of the side. */
  #passOver(stretch: readonly Word[], from: number, to: number, edges: Edge[][]): void {
    edges[from]!.push(edgeTo(to, [], CERTAINTY.passedOver, 0))
    const side = SIDES.get(stretch[from]!.form)
    const key = side === undefined ? -1 : this.#keyOf(this.#analyzer.wordOf(side))
    if (key >= 0) edges[from]!.push(edgeTo(to, [key], 1, 1))
  }

  /**
   * Adds the ways over words that tables read as others; of abbreviations by all that the text speaks of.
   *
   * @param places of the words to read
   * @param within 1 where a word is that the phrases to add have within: "ca left breast"
   */
  #addPhrases(
    stretch: readonly Word[],
    places: readonly number[],
    lemmas: ReadonlySet<string>,
    isPlace: Uint8Array,
    edges: Edge[][],
    within?: Uint8Array,
  ): void {
    const content = places.map((at) => stretch[at]!)
    for (const { from, to, replacements } of this.#phrases.find(content)) {
      if (within?.subarray(places[from]!, places[to - 1]!).includes(1) === false) continue
      const phrase = content.slice(from, to)
      const isWord = to === from + 1 && !phrase[0]!.abbreviation && isEverydayWord(phrase[0]!.form)
      for (const { words, text, weight, because } of meant(replacements, lemmas, phrase, false)) {
        if (isWord && because.startsWith('abbreviation')) continue
        if (ENDS_AS_JOINT.test(text)) continue
        const spoken = words.filter((word) => !this.#textWords.isSilent(word))
        const keys = spoken.map((word) => this.#keyOf(word))
        if (keys.length === 0 || keys.some((key) => key < 0)) continue
        const inContext = because === 'abbreviation in context'
        // In small letters it is as often a unit: "mm", "mg". But "ca hard palate".
        const isBeforePlace = isPlace[places[to]!] === 1
        if (inContext && to === from + 1 && !phrase[0]!.abbreviation && !isBeforePlace) continue
        const certainty = inContext ? CERTAINTY.inContext : weight
        const readAs = inContext ? text : undefined
        const end = places[to - 1]! + 1
        edges[places[from]!]!.push(edgeTo(end, keys, certainty, to - from, readAs))
      }
    }
  }

  /** The key of a word in names that are looked for, -1 where none has it. */
  #keyOf(word: Word): number {
    const key = this.#index.keys.idOf(word.key)
    return key >= 0 && this.#names.has(key) ? key : -1
  }

  #correct(form: string): readonly number[] {
    if (form.length < SHORTEST_CORRECTED || !mayBeWrong(form) || isEverydayWord(form)) return []
    const { keyOfWord } = this.#index.arrays
    const keys = new Set(wordsNear(form, this.#index).map((id) => keyOfWord[id]!))
    return [...keys].filter((key) => this.#names.has(key)).slice(0, MOST_CORRECTIONS)
  }
}

/** A span of a stretch at its place in the text. Without a spread, which takes a microsecond. */
function moved(span: Span, by: number): Span {
  const { certainty, covered, keys, readAs, isOtherForm } = span
  return { from: span.from + by, to: span.to + by, covered, keys, readAs, certainty, isOtherForm }
}

/** Places in a stretch where no name begins. */
function startlessIn(stretch: readonly Word[]): ReadonlySet<number> {
  const places = new Set<number>()
  // "No appetite" is a name, "no history of stroke" says something of one.
  for (const { from, to, kind, value } of findQualifiers(stretch))
    if (kind === 'context' && (SAID_OF_NAMES.has(value) || to - from > 1))
      for (let at = from; at < to; at++) places.add(at)
  for (let at = 0; at < stretch.length; at++) if (isJoint(stretch, at)) places.add(at)
  return places
}

/** True for a word that joins a condition to the next one: "secondary to". */
function isJoint(stretch: readonly Word[], at: number): boolean {
  return stretch[at]!.form === SECONDARY && stretch[at + 1]?.form === 'to'
}

/** True for a condition with a word that denies it, which is a name of its own: "lacks anaemia", but not "lacks energy". */
function isDenied(stretch: readonly Word[], { from, to }: Span, found: readonly Span[]): boolean {
  if (DENIES_AHEAD.test(stretch[from]!.form))
    return found.some((other) => other.to === to && other.from > from)
  if (to - from < 2 || stretch[to - 1]!.form !== DENIES_BEHIND) return false
  return found.some((other) => other.from === from && other.to < to)
}

/** The spans with the most words, the surest first, that do not overlap; in order of place. */
function longestOf(found: readonly Span[], words: number): Span[] {
  const best = found.toSorted(
    (a, b) => b.covered - a.covered || b.certainty - a.certainty || a.from - b.from || a.to - b.to,
  )
  const isTaken = new Uint8Array(words)
  const kept: Span[] = []
  for (const span of best) {
    if (!isAll(0, isTaken, span)) continue
    isTaken.fill(1, span.from, span.to)
    kept.push(span)
  }
  return kept.sort((a, b) => a.from - b.from)
}

/** True if a list has a value at each place of a stretch. A view of the stretch would take several times as long. */
function isAll(value: number, values: Uint8Array, { from, to }: Stretch): boolean {
  for (let at = from; at < to; at++) if (values[at] !== value) return false
  return true
}

/** The attributes within the words [from, to), of a list in order of place. */
export function attributesWithin(
  attributes: readonly FoundAttribute[],
  { from, to }: Stretch,
): FoundAttribute[] {
  const first = firstFrom(attributes, from)
  let end = first
  while (end < attributes.length && attributes[end]!.to <= to) end++
  return attributes.slice(first, end)
}

/** The attribute with a word in it, of a list in order of place. */
export function attributeAt(
  attributes: readonly FoundAttribute[],
  word: number,
): FoundAttribute | undefined {
  const attribute = attributes[firstFrom(attributes, word + 1) - 1]
  return attribute !== undefined && word < attribute.to ? attribute : undefined
}

/** The first of attributes in their order that begins at a word or after it. */
function firstFrom(attributes: readonly FoundAttribute[], word: number): number {
  return firstWhere(0, attributes.length, (at) => attributes[at]!.from >= word)
}
