import { compareStrings } from '../../language/sorted.ts'
import { readTable } from '../../language/tables.ts'
import { type IndexArrays, Lists, type OwnNames } from '../arrays.ts'
import { TERM_KINDS, type TermKind } from '../records.ts'
import { type ColumnSchema, meantBy } from '../rows/columns.ts'
import { Families } from '../rows/families.ts'
import { buildLexicon, Lexicon, type LexiconData, TermWords, WORD_ID } from './lexicon.ts'
import type { TypeAheadData } from './type-ahead.ts'

/** A name that is read as one of the index: an abbreviation, a synonym of the tables. */
export interface Alias {
  readonly text: string
  /** Forms of its words, in order. */
  readonly words: readonly string[]
  /** Keys of the words that it is read as, distinct. */
  readonly keys: readonly string[]
  /** In (0, 1]: what a match through it counts. */
  readonly weight: number
}

/** Source of the type-ahead of an index. */
export interface TypeAheadSource {
  readonly arrays: IndexArrays
  readonly columns: ColumnSchema
  readonly own: OwnNames
  readonly aliases: readonly Alias[]
  /** Prominence by concept id; 0 to `MAX_PROMINENCE`. */
  readonly prominence: Uint8Array
  /** True if a concept is active. */
  isActive(concept: number): boolean
}

/** Score of a name's kind, added to the prominence of its concept. */
const KIND_SCORE: Readonly<Record<TermKind, number>> = {
  preferred: 12,
  short: 0,
  synonym: 10,
  full: 0,
  entry: 6,
  curated: 10,
}
/** The same of an alias whose weight is 1. */
const ALIAS_SCORE = 12
/** Score of a name without letters; each letter takes one away. */
const BREVITY = 80
const MAX_SCORE = 255

/** The score of an alias of a concept that is not known to be prominent. @param letters how long it is */
export function aliasScore(letters: number): number {
  return ALIAS_SCORE + BREVITY - Math.min(BREVITY, letters)
}

/** Ranks the names and lays out the arrays; `aliasTexts` are the texts of those own names that are aliases, by number. */
export function buildTypeAhead(source: TypeAheadSource): {
  readonly data: TypeAheadData
  readonly aliasTexts: ReadonlyMap<number, string>
} {
  const { arrays, own, prominence } = source
  const { termConcept, termKind } = arrays
  const terms = termConcept.length
  const aliases = resolveAliases(source)
  const words = new Lexicon(arrays.words)
  const termWords = new TermWords(arrays.termWords)
  const extra = buildLexicon(strangers(aliases, words))
  const extraWords = new Lexicon(extra)
  const names = new Names(source, extra, terms + own.targets.length + aliases.length)

  for (const [number, kind] of TERM_KINDS.entries())
    for (let term = 0; term < terms; term++)
      if (termKind[term] === number)
        names.add({
          id: term,
          target: term,
          words: wordsOf(termWords, term),
          bonus: KIND_SCORE[kind],
        })

  const ownTargets: number[] = []
  const ownWords = new Lists(own.targets.length + aliases.length)
  const addOwn = (target: number, wordIds: Uint32Array, bonus: number): boolean => {
    const id = terms + ownTargets.length
    if (!names.add({ id, target, words: wordIds, bonus })) return false
    ownTargets.push(target)
    for (const word of wordIds) ownWords.push(word)
    ownWords.endList()
    return true
  }
  for (const [name, target] of own.targets.entries()) {
    const kind = target < terms ? TERM_KINDS[termKind[target]!]! : 'preferred'
    addOwn(target, own.wordsOf(name), KIND_SCORE[kind])
  }
  const aliasTexts = new Map<number, string>()
  for (const { alias, term } of aliases) {
    const ids = Uint32Array.from(alias.words, (word) => {
      const id = words.idOf(word)
      return id >= 0 ? id : words.size + extraWords.idOf(word)
    })
    if (addOwn(term, ids, Math.round(ALIAS_SCORE * alias.weight)))
      aliasTexts.set(ownTargets.length - 1, alias.text)
  }
  const all = ownWords.inOrder(Uint32Array.from(ownTargets, (_, name) => name))
  const data = {
    ...names.ranked(),
    ownTargets: Uint32Array.from(ownTargets),
    ownOffsets: all.offsets,
    ownWords: all.values.slice(0, all.offsets.at(-1)),
    extra,
    prominence,
  }
  return { data, aliasTexts }
}

/** A name to be ranked. */
interface RankedName {
  /** As `TypeAheadData.names` has it. */
  readonly id: number
  /** A term; from the number of terms on, a concept whose title it is. */
  readonly target: number
  /** Word ids, in order. */
  readonly words: Uint32Array
  readonly bonus: number
}

/** Names as they come; of those of one concept with the same words only the first is taken. */
class Names {
  readonly #source: TypeAheadSource
  readonly #lengths: Uint32Array
  readonly #isFunctionWord: Uint8Array
  readonly #families: Families
  readonly #seen = new Set<number>()
  readonly #words: Lists
  readonly #ids: number[] = []
  readonly #scores: number[] = []
  readonly #letters: number[] = []

  /** @param most how many names may come */
  constructor(source: TypeAheadSource, extra: LexiconData, most: number) {
    this.#source = source
    this.#words = new Lists(most)
    const { arrays } = source
    this.#lengths = lengthsOf(arrays.words, extra)
    this.#isFunctionWord = new Uint8Array(this.#lengths.length)
    const lexicon = new Lexicon(arrays.words)
    for (const [word] of readTable('stop-words.tsv', ['word']))
      if (lexicon.idOf(word!) >= 0) this.#isFunctionWord[lexicon.idOf(word!)] = 1
    this.#families = new Families(arrays.families)
  }

  /** Adds a name. @returns false for one that is not taken: of a retired concept, without words, or with those of another name */
  add({ id, target, words, bonus }: RankedName): boolean {
    const { arrays, prominence, isActive } = this.#source
    const { termConcept, termShared } = arrays
    const terms = termConcept.length
    const concept = target < terms ? termConcept[target]! : target - terms
    const isShared = target < terms && termShared[target] === 1
    const family = this.#families.of(concept)
    const prominent = isShared ? this.#bestMeant(target, family) : prominence[concept]!
    if (words.length === 0 || prominent < 0 || !(isShared || isActive(concept))) return false
    const content = this.#contentOf(words)
    const hash = hashOf(isShared ? prominence.length + family : concept, content)
    if (this.#seen.has(hash)) return false
    this.#seen.add(hash)
    let letters = words.length - 1
    for (const word of words) letters += this.#lengths[word]!
    const score = prominent + bonus + BREVITY - Math.min(BREVITY, letters)
    this.#ids.push(id)
    this.#letters.push(letters)
    this.#scores.push(Math.min(MAX_SCORE, score))
    for (const word of content) this.#words.push(word)
    this.#words.endList()
    return true
  }

  /** How prominent the best concept of a family is that a name which it shares may mean; -1 for a name that means none. */
  #bestMeant(term: number, family: number): number {
    const { arrays, columns, prominence } = this.#source
    const members = this.#families.activeIn(family)
    let best = -1
    for (const member of meantBy(term, members, columns, arrays.columns))
      best = Math.max(best, prominence[member]!)
    return best
  }

  /** The names by score, then by number of letters, then by id, and the lists of those with each word. */
  ranked(): Pick<TypeAheadData, 'names' | 'scores' | 'postingOffsets' | 'postings'> {
    const order = Uint32Array.from(this.#ids, (_, name) => name).sort(
      (a, b) =>
        this.#scores[b]! - this.#scores[a]! ||
        this.#letters[a]! - this.#letters[b]! ||
        this.#ids[a]! - this.#ids[b]!,
    )
    return {
      names: Uint32Array.from(order, (name) => this.#ids[name]!),
      scores: Uint8Array.from(order, (name) => this.#scores[name]!),
      ...packLists(order, (name) => this.#words.at(name), this.#lengths.length),
    }
  }

  /** Distinct words that are no function words, ascending; all of them where there are no others. */
  #contentOf(words: Uint32Array): Uint32Array {
    const content = words.filter((word) => this.#isFunctionWord[word] === 0)
    if (content.length === 0) return Uint32Array.from(new Set(words.sort()))
    content.sort()
    let size = 0
    for (const word of content) if (size === 0 || word !== content[size - 1]) content[size++] = word
    return content.subarray(0, size)
  }
}

/** Two hashes of an owner and numbers, in one number of 53 bits: that names differ by them is all but certain. */
function hashOf(owner: number, numbers: Uint32Array): number {
  let one = 0x811c9dc5 ^ owner
  let two = Math.imul(owner + 1, 0x9e3779b1)
  for (const number of numbers) {
    one = Math.imul(one ^ number, 0x01000193)
    two = Math.imul(two ^ (number + (two >>> 7)), 0x85ebca6b)
  }
  return (one >>> 0) * 2 ** 21 + (two >>> 11)
}

/** Word ids of a term in order; a copy without flags. */
function wordsOf(termWords: TermWords, term: number): Uint32Array {
  return termWords.of(term).map((word) => word & WORD_ID)
}

/** Letters of each word, those of the extra ones behind. */
function lengthsOf(words: LexiconData, extra: LexiconData): Uint32Array {
  const lengths = ({ offsets }: LexiconData) =>
    Array.from({ length: offsets.length - 1 }, (_, id) => offsets[id + 1]! - offsets[id]!)
  return Uint32Array.from([...lengths(words), ...lengths(extra)])
}

/** An alias and a term that it is read as. */
interface ResolvedAlias {
  readonly alias: Alias
  readonly term: number
}

/** Every term whose keys are just those of an alias, the surest alias first. */
function resolveAliases({ arrays, aliases }: TypeAheadSource): ResolvedAlias[] {
  const keys = new Lexicon(arrays.keys)
  const termWords = new TermWords(arrays.termWords)
  const byKeys = new Map<string, Alias[]>()
  /** 1 for the keys of any alias. */
  const isOfAlias = new Uint8Array(keys.size)
  for (const alias of aliases) {
    const ids = alias.keys.map((key) => keys.idOf(key))
    if (ids.length === 0 || ids.includes(-1)) continue
    for (const id of ids) isOfAlias[id] = 1
    const name = nameOfSet(ids)
    const others = byKeys.get(name)
    if (others === undefined) byKeys.set(name, [alias])
    else others.push(alias)
  }
  const resolved: ResolvedAlias[] = []
  for (let term = 0; term < arrays.termConcept.length; term++) {
    const own = contentKeys(arrays, termWords.of(term), isOfAlias)
    const found = own && byKeys.get(nameOfSet(own))
    for (const alias of found ?? []) resolved.push({ alias, term })
  }
  return resolved.sort(
    (a, b) =>
      b.alias.weight - a.alias.weight ||
      compareStrings(a.alias.text, b.alias.text) ||
      a.term - b.term,
  )
}

function nameOfSet(ids: Iterable<number>): string {
  return [...ids].sort((a, b) => a - b).join(' ')
}

/** The keys of a term's words that are in posting lists; undefined if one of them is not among the known ones. */
function contentKeys(
  { keyOfWord, postings }: IndexArrays,
  words: Uint32Array,
  isKnown: Uint8Array,
): Set<number> | undefined {
  const keys = new Set<number>()
  for (const word of words) {
    const key = keyOfWord[word & WORD_ID]!
    if (postings.idf[key]! <= 0) continue
    if (isKnown[key] === 0) return undefined
    keys.add(key)
  }
  return keys
}

/** The words of aliases that the index does not have, in order of UTF-16 code units. */
function strangers(aliases: readonly ResolvedAlias[], words: Lexicon): string[] {
  const found = new Set<string>()
  for (const { alias } of aliases)
    for (const word of alias.words) if (words.idOf(word) < 0) found.add(word)
  return [...found].sort(compareStrings)
}

/** The ranks of the names with each word, packed as {@link TypeAheadData.postings} says. */
function packLists(order: Uint32Array, wordsAt: (name: number) => Uint32Array, words: number) {
  const postingOffsets = new Uint32Array(words + 1)
  const last = new Uint32Array(words)
  const forEach = (visit: (word: number, above: number) => void) => {
    last.fill(0)
    for (let rank = 0; rank < order.length; rank++)
      for (const word of wordsAt(order[rank]!)) {
        visit(word, rank - last[word]!)
        last[word] = rank
      }
  }
  forEach((word, above) => {
    postingOffsets[word + 1]! += packedLength(above)
  })
  for (let word = 0; word < words; word++) postingOffsets[word + 1]! += postingOffsets[word]!
  const postings = new Uint8Array(postingOffsets[words]!)
  const next = postingOffsets.slice()
  forEach((word, above) => {
    let rest = above
    for (; rest >= 128; rest >>>= 7) postings[next[word]!++] = (rest & 127) | 128
    postings[next[word]!++] = rest
  })
  return { postingOffsets, postings }
}

function packedLength(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 128; rest >>>= 7) bytes++
  return bytes
}
