/**
 * Retrieval: which names share the most weight of words with a query.
 *
 * A name's score is the weighted Dice coefficient of query and name over IDF mass: `2 · matched / (W_query + W_name)`.
 * A query is a list of slots, one for each of its words; a slot lists the keys that may stand for the word, each with
 * a weight up to 1. A key matched with weight w adds `w · (slot mass + key mass) / 2`, so that a name in which every
 * word is matched by an alternative of weight w scores exactly w, whatever the words weigh.
 *
 * What makes it fast: names are numbered by their mass, which bounds their score, and are searched in blocks of neighbours,
 * from those that weigh what a name with all the words does outward, until no block can beat the k-th best. In a block the
 * rarest slots are scanned, into sums that stay in the processor's cache; those that no name can win by alone are looked up
 * for the names still in the race (MaxScore, Turtle & Flood 1995), in bitmaps for very common keys.
 * {@link searchExhaustively} is the same without any of that: the oracle of the tests.
 */

import { lowerBound, sortFew } from '../../language/sorted.ts'
import { Work } from '../work.ts'
import { Accumulators, Gates, Leaders, type OpenSlot, PostingCursor } from './accumulators.ts'
import { type Bitmaps, fillBitmap, prepareBitmaps } from './bitmaps.ts'
import type { PostingsData } from './postings.ts'

export interface Alternative {
  readonly key: number
  /** In (0, 1]: 1 for the word itself. */
  readonly weight: number
}

export interface Slot {
  /** Weight of the word in the query, in units of IDF. */
  readonly mass: number
  readonly alternatives: readonly Alternative[]
}

/** A term with its score in [0, 1]. */
export interface Hit {
  readonly term: number
  readonly score: number
}

const NOTHING = () => 0
/** Postings that the first block has about: enough to find names that most others cannot beat. */
const FIRST_POSTINGS = 256
/** Growth of blocks, each from the one before: the more can be passed over, the less a block should cost. */
const GROWTH = 2
/** Terms of a block. A word of a bitmap has 32, and sums of no more than the largest stay in the cache. */
const SMALLEST_BLOCK = 2 ** 5
const LARGEST_BLOCK = 2 ** 15
/** Steps of {@link Work}: finding the postings of a key in a block, and a term that may win. */
const STEPS_A_SEEK = 12
const STEPS_A_TERM = 8
/** Terms that are searched for two keys together, and the steps that each takes, among all postings. */
const LOOKED_AT = 48
const STEPS_A_LOOK = 12
/** Single-precision sums may be off by this much; bounds are widened by it. */
const ROUNDING = 1e-4
/** As many slots as {@link Accumulators} tells apart. */
const MAX_SLOTS = 255

/** A slot with its alternatives by falling contribution. */
interface PreparedSlot {
  readonly keys: readonly number[]
  readonly contributions: readonly number[]
  readonly postings: number
}

/** Searches one {@link PostingsData}. Holds scratch space; not reentrant. */
export class PostingsSearcher {
  readonly #data: PostingsData
  readonly #shared: Bitmaps
  readonly #firstPostings: number
  /** Cursors of the keys that were searched, by key. */
  readonly #bitmaps = new Map<number, Uint32Array>()
  /** Places of the bitmaps of keys that were not. */
  readonly #unopened: Map<number, number>
  readonly #met: Accumulators
  readonly #leaders = new Leaders()
  /** Room for {@link Gates}. */
  readonly #marked: Uint32Array

  /** @param firstPostings how many are read at first, about */
  constructor(data: PostingsData, bitmaps = prepareBitmaps(data), firstPostings = FIRST_POSTINGS) {
    this.#data = data
    this.#shared = bitmaps
    this.#firstPostings = firstPostings
    this.#unopened = new Map(Array.from(bitmaps.keys, (key, place) => [key, place]))
    this.#met = new Accumulators(LARGEST_BLOCK)
    this.#marked = new Uint32Array(LARGEST_BLOCK / 32)
  }

  /**
   * The `k` best terms that score at least `minScore`, and terms worth finding next to the best one; best first, ties by
   * term number. At most 255 slots count.
   *
   * @param relativeCutoff the minimum score worth finding next to a best score; must not fall as that rises
   * @param work where it ends before everything was looked at, the terms are the best of those that weigh about as much as a
   *   name with all the words
   * @param needed keys of which a term must have one; default: any term
   */
  search(
    slots: readonly Slot[],
    k: number,
    minScore: number,
    relativeCutoff: (best: number) => number = NOTHING,
    work = new Work(),
    needed: readonly number[] = [],
  ): Hit[] {
    const { idf, mass, offsets } = this.#data
    const prepared = prepare(slots, idf, offsets)
    const bounds = boundsOf(prepared, totalMass(slots), idf)
    const fitting = bounds.contribution[0]! / bounds.perMass
    const start = lowerBound(mass, 0, mass.length, fitting) & -SMALLEST_BLOCK
    const open: OpenSlot[] = []
    for (let s = 0; s < prepared.length; s++) {
      const { keys, contributions } = prepared[s]!
      const cursors = this.#cursors(keys, start)
      let stepsAProbe = 0
      for (let i = 0; i < cursors.length; i++) stepsAProbe += cursors[i]!.stepsAProbe
      open.push({ cursors, contributions, stepsAProbe })
    }
    const gates =
      needed.length === 0 ? undefined : new Gates(this.#cursors(needed, start), this.#marked)
    const race = new Race(this.#leaders, k, minScore, relativeCutoff)

    let size = this.#firstBlock(prepared)
    let left = start
    let right = start
    for (;;) {
      const below = this.#highest(left - size, left, 0, bounds)
      const above = this.#highest(right, right + size, 0, bounds)
      if (Math.max(below, above) < race.least) break
      const isBelow = below > above
      const from = isBelow ? Math.max(0, left - size) : right
      const to = isBelow ? left : Math.min(right + size, mass.length)
      if (!this.#searchBlock(from, to, open, gates, bounds, race, work)) break
      if (isBelow) left = from
      else right = to
      size = Math.min(GROWTH * size, LARGEST_BLOCK)
    }
    return race.ranked()
  }

  /** How many terms make the first block: more where they have few postings. */
  #firstBlock(prepared: readonly PreparedSlot[]): number {
    let postings = 0
    for (const slot of prepared) postings += slot.postings
    const wanted = (this.#firstPostings * this.#data.mass.length) / Math.max(postings, 1)
    return 2 ** Math.ceil(Math.log2(Math.max(SMALLEST_BLOCK, Math.min(wanted, LARGEST_BLOCK))))
  }

  #cursors(keys: readonly number[], start: number): PostingCursor[] {
    const { offsets, terms } = this.#data
    const cursors: PostingCursor[] = []
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!
      const bitmap = this.#bitmapOf(key)
      cursors.push(new PostingCursor(terms, offsets[key]!, offsets[key + 1]!, start, bitmap))
    }
    return cursors
  }

  /**
   * The most that a term of the block `[from, to)` can score which matches no slots but those from one on; below all scores
   * where it is beyond the first term or the last.
   */
  #highest(from: number, to: number, slot: number, bounds: Bounds): number {
    const { mass } = this.#data
    if (to <= 0 || from >= mass.length) return Number.NEGATIVE_INFINITY
    const heaviest = mass[Math.min(to, mass.length) - 1]!
    const matched = Math.min(bounds.contribution[slot]!, bounds.perMass * heaviest)
    return matched === 0 ? 0 : (2 * matched) / (bounds.queryMass + mass[Math.max(0, from)]!)
  }

  /** Enters the terms of the block `[from, to)` for the race. @returns whether there was work left for all of it */
  #searchBlock(
    from: number,
    to: number,
    slots: readonly OpenSlot[],
    gates: Gates | undefined,
    bounds: Bounds,
    race: Race,
    work: Work,
  ): boolean {
    const { queryMass, contribution } = bounds
    const { mass, terms } = this.#data
    const met = this.#met
    met.clear()
    if (gates !== undefined) {
      work.add(STEPS_A_SEEK * gates.rareKeys + gates.start(from, to))
      if (!gates.isOpen) return true
    }
    const least = race.least
    for (let s = 0; s < slots.length; s++) {
      const { cursors, contributions, stepsAProbe } = slots[s]!
      // A term that matches only slots from here on cannot win.
      const isOpen = this.#highest(from, to, s, bounds) >= least
      if (!isOpen) {
        met.keep(least / 2, contribution[s]!, queryMass, mass, from, to)
        if (met.size === 0) return true
      }
      let steps = STEPS_A_SEEK * cursors.length
      const probes = stepsAProbe * met.size
      // How many postings there are need not be known where finding them already takes longer than to probe for a few terms.
      if (isOpen || probes >= steps) for (const cursor of cursors) steps += cursor.locate(from, to)
      const isProbed = !isOpen && probes < steps
      if (!work.take(isProbed ? probes : steps)) return false
      if (isProbed) met.probe(slots[s]!, from, to)
      else
        for (let a = 0; a < cursors.length; a++)
          met.add(terms, cursors[a]!, from, contributions[a]!, s + 1, isOpen, gates)
    }
    work.add(STEPS_A_TERM * met.size)
    // Most terms have too little for the lightest one's mass: that of each is not looked at, since it is seldom in the cache.
    const ofLightest = queryMass + mass[from]!
    const { places, size, sums } = met
    let needed = race.least * ofLightest
    for (let i = 0; i < size; i++) {
      const at = places[i]!
      const matched = 2 * sums[at]!
      if (matched < needed) continue
      race.add(from + at, Math.min(1, matched / (queryMass + mass[from + at]!)))
      needed = race.least * ofLightest
    }
    return true
  }

  /**
   * True if any term has both keys, as far as a few dozen terms with the rarer one show, from the lightest to the heaviest.
   */
  areTogether(one: number, other: number, work: Work): boolean {
    const { offsets, terms } = this.#data
    const lengthOf = (key: number) => offsets[key + 1]! - offsets[key]!
    const [rare, common] = lengthOf(one) <= lengthOf(other) ? [one, other] : [other, one]
    const length = lengthOf(rare)
    const looked = Math.min(length, LOOKED_AT)
    for (let i = 0; i < looked; i++) {
      work.add(STEPS_A_LOOK)
      const term = terms[offsets[rare]! + Math.floor((i * length) / looked)]!
      if (this.#has(common, term)) return true
    }
    return false
  }

  /** True if a term has a key. */
  #has(key: number, term: number): boolean {
    const bitmap = this.#bitmaps.get(key)
    if (bitmap !== undefined) return ((bitmap[term >>> 5]! >>> (term & 31)) & 1) === 1
    const { offsets, terms } = this.#data
    const at = lowerBound(terms, offsets[key]!, offsets[key + 1]!, term)
    return at < offsets[key + 1]! && terms[at] === term
  }

  /** The bitmap of a key that many terms have, from its first search on. */
  #bitmapOf(key: number): Uint32Array | undefined {
    const place = this.#unopened.get(key)
    if (place !== undefined) {
      this.#unopened.delete(key)
      this.#bitmaps.set(key, fillBitmap(this.#shared, place, this.#data))
    }
    return this.#bitmaps.get(key)
  }
}

/** The best terms so far, and what a term must score to be one of them. */
class Race {
  readonly #leaders: Leaders
  readonly #k: number
  readonly #relativeCutoff: (best: number) => number
  readonly #hits: Hit[] = []
  #threshold: number
  #best = 0

  constructor(
    leaders: Leaders,
    k: number,
    minScore: number,
    relativeCutoff: (best: number) => number,
  ) {
    leaders.reset(k)
    this.#leaders = leaders
    this.#k = k
    this.#threshold = minScore
    this.#relativeCutoff = relativeCutoff
  }

  /** A term that cannot reach this score cannot win. */
  get least(): number {
    return Math.max(this.#threshold, this.#leaders.least) - ROUNDING
  }

  add(term: number, score: number): void {
    if (score < this.#threshold - ROUNDING || Math.fround(score) < this.#leaders.least) return
    this.#leaders.add(term, score)
    this.#hits.push({ term, score })
    if (score <= this.#best) return
    this.#best = score
    this.#threshold = Math.max(this.#threshold, this.#relativeCutoff(score))
  }

  ranked(): Hit[] {
    const ofLeaders = this.#leaders.least
    const ofBest = this.#relativeCutoff(this.#best)
    // Most terms that were added early have lost: those that cannot be among the best are not sorted.
    const left: Hit[] = []
    for (let i = 0; i < this.#hits.length; i++) {
      const { score } = this.#hits[i]!
      if (score >= ofBest && Math.fround(score) >= ofLeaders) left.push(this.#hits[i]!)
    }
    return topHits(left, this.#k)
  }
}

/** The same answer as {@link PostingsSearcher.search}, by scoring every term with every slot. For tests. */
export function searchExhaustively(
  data: PostingsData,
  slots: readonly Slot[],
  k: number,
  minScore: number,
  relativeCutoff: (best: number) => number = NOTHING,
  needed: readonly number[] = [],
): Hit[] {
  const { mass, offsets, terms, idf } = data
  const queryMass = totalMass(slots)
  const matched = new Float64Array(mass.length)
  const isAllowed = new Uint8Array(mass.length).fill(needed.length === 0 ? 1 : 0)
  for (const key of needed)
    for (let i = offsets[key]!; i < offsets[key + 1]!; i++) isAllowed[terms[i]!] = 1
  for (const slot of slots) {
    const best = new Float64Array(mass.length)
    for (const { key, weight } of slot.alternatives)
      for (let i = offsets[key]!; i < offsets[key + 1]!; i++)
        best[terms[i]!] = Math.max(best[terms[i]!]!, (weight * (slot.mass + idf[key]!)) / 2)
    for (let term = 0; term < best.length; term++) matched[term]! += best[term]!
  }
  const hits: Hit[] = []
  for (let term = 0; term < mass.length; term++) {
    const score = Math.min(1, (2 * matched[term]!) / (queryMass + mass[term]!))
    if (isAllowed[term] === 1 && matched[term]! > 0 && score >= minScore) hits.push({ term, score })
  }
  const found = topHits(hits, k)
  const least = relativeCutoff(found[0]?.score ?? 0)
  return found.filter(({ score }) => score >= least)
}

function totalMass(slots: readonly Slot[]): number {
  let sum = 0
  for (const slot of slots) sum += slot.mass
  return sum
}

function topHits(hits: Hit[], k: number): Hit[] {
  sortFew(hits, (a, b) => b.score - a.score || a.term - b.term)
  if (hits.length > k) hits.length = k
  return hits
}

/** As many of the slots as count, the rarest first. Each link makes these lists: without a step in between, of one kind. */
function prepare(slots: readonly Slot[], idf: Float32Array, offsets: Uint32Array): PreparedSlot[] {
  const prepared: PreparedSlot[] = []
  for (let s = 0; s < Math.min(slots.length, MAX_SLOTS); s++) {
    const { mass, alternatives } = slots[s]!
    if (alternatives.length === 0) continue
    const scored: { readonly key: number; readonly contribution: number }[] = []
    for (let a = 0; a < alternatives.length; a++) {
      const { key, weight } = alternatives[a]!
      scored.push({ key, contribution: (weight * (mass + idf[key]!)) / 2 })
    }
    sortFew(scored, (a, b) => b.contribution - a.contribution || a.key - b.key)
    const keys: number[] = []
    const contributions: number[] = []
    let postings = 0
    for (let a = 0; a < scored.length; a++) {
      const { key, contribution } = scored[a]!
      keys.push(key)
      contributions.push(contribution)
      postings += offsets[key + 1]! - offsets[key]!
    }
    prepared.push({ keys, contributions, postings })
  }
  sortFew(prepared, (a, b) => a.postings - b.postings || a.keys[0]! - b.keys[0]!)
  return prepared
}

/** Bounds of scores. */
interface Bounds {
  readonly queryMass: number
  /** The most that the slots from the i-th on can add to the matched mass. */
  readonly contribution: readonly number[]
  /** The most that a unit of a name's mass can match. */
  readonly perMass: number
}

function boundsOf(prepared: readonly PreparedSlot[], queryMass: number, idf: Float32Array): Bounds {
  const contribution: number[] = []
  for (let i = 0; i <= prepared.length; i++) contribution.push(0)
  let perMass = 0
  // A key of several slots can match once in each. A mention has some dozens of keys at most: lists of them are faster than a map.
  const seen: number[] = []
  const perMassOf: number[] = []
  for (let i = prepared.length - 1; i >= 0; i--) {
    const { keys, contributions } = prepared[i]!
    for (let a = 0; a < keys.length; a++) {
      const mass = idf[keys[a]!]!
      if (mass === 0) continue
      let at = 0
      while (at < seen.length && seen[at] !== keys[a]) at++
      const ofKey = (perMassOf[at] ?? 0) + contributions[a]! / mass
      seen[at] = keys[a]!
      perMassOf[at] = ofKey
      perMass = Math.max(perMass, ofKey)
    }
    contribution[i] = contribution[i + 1]! + contributions[0]!
  }
  return { queryMass, contribution, perMass }
}
