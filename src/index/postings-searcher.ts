/**
 * Retrieval: which names share the most weight of words with a query.
 *
 * A name's score is the weighted Dice coefficient of query and name over IDF mass: `2 · matched / (W_query + W_name)`.
 * A query is a list of slots, one for each of its words; a slot lists the keys that may stand for the word, each with
 * a weight up to 1. A key matched with weight w adds `w · (slot mass + key mass) / 2`, so that a name in which every
 * word is matched by an alternative of weight w scores exactly w, whatever the words weigh.
 *
 * What makes it fast: names are numbered by their mass, so a score threshold is one contiguous window of every
 * posting list; slots are scanned rarest first, and scanning stops once no unseen name can beat the k-th best
 * (MaxScore, Turtle & Flood 1995); what is left is probed only for names still in the race, by bitmap for very common
 * keys. {@link searchExhaustively} is the same without any of that: the oracle of the tests.
 */
import { Accumulators } from './accumulators.ts'
import { type Bitmaps, fillBitmap, prepareBitmaps } from './bitmaps.ts'
import { Leaders } from './leaders.ts'
import { lowerBound } from './lower-bound.ts'
import type { PostingsData } from './postings.ts'
import { Work } from './work.ts'

export interface Alternative {
  readonly key: number
  /** In (0, 1]: 1 for the word itself. */
  readonly weight: number
}

export interface Slot {
  /** What the word weighs in the query, in units of IDF. */
  readonly mass: number
  readonly alternatives: readonly Alternative[]
}

/** A term with its score in [0, 1]. */
export interface Hit {
  readonly term: number
  readonly score: number
}

/** The leaders are looked at again when so many times as many terms were met. */
const ROUNDS_APART = 4
const NOTHING = () => 0
/** Looking a term up in a slot costs about as much as scanning so many of its postings. */
const PROBES_WORTH = 4
/** And in steps of {@link Work}, for each key of the slot. */
const STEPS_A_PROBE = 12
/** In the same, for each term that is met for the first time, and of going through all that were. */
const NEWLY_MET = 8
const MET = 2
/** Share of what else a term has that it is expected to match: the sooner the best is found, the less is scanned. */
const HOPE = 0.5
/** Words of a bitmap that are read in a step. */
const BITS_A_STEP = 4
/** Terms that are looked at to see whether two keys stand together. */
const LOOKED_AT = 48
/** Single-precision sums may be off by this much; windows and bounds are widened by it. */
const ROUNDING = 1e-4

/** A slot prepared for scanning: its alternatives by falling contribution. */
interface PreparedSlot {
  readonly keys: number[]
  readonly contributions: number[]
  readonly postings: number
  /** Where the postings of each that are to be scanned begin and end, once the slot is located. */
  readonly from: number[]
  readonly to: number[]
  /** Whether terms from `end` on are looked up in it one by one. */
  isProbed: boolean
  end: number
}

/** The terms in [from, to), by number. */
interface Window {
  readonly from: number
  readonly to: number
}

/** Searches one {@link PostingsData}. Holds scratch space; not reentrant. */
export class PostingsSearcher {
  readonly #data: PostingsData
  readonly #shared: Bitmaps
  /** Those of the keys that were searched, by key. */
  readonly #bitmaps = new Map<number, Uint32Array>()
  /** Places of the bitmaps of keys that were not. */
  readonly #unopened: Map<number, number>
  readonly #met = new Accumulators()
  readonly #leaders = new Leaders()
  /** A bit for each term that a search may find; none between searches. */
  readonly #allowed: Uint32Array

  constructor(data: PostingsData, bitmaps = prepareBitmaps(data)) {
    this.#data = data
    this.#shared = bitmaps
    this.#unopened = new Map(Array.from(bitmaps.keys, (key, place) => [key, place]))
    this.#allowed = new Uint32Array(Math.ceil(data.mass.length / 32))
  }

  /**
   * The `k` best terms that score at least `minScore`, and what is worth finding beside the best one; best first, ties by
   * term number. At most 255 slots count.
   *
   * @param relativeCutoff the least score worth finding beside a best score; must not fall as that rises
   * @param work where it ends before everything was looked at, the terms are the best of what the rarest slots found
   * @param needed keys of which a term must have one; any term when there are none
   */
  search(
    slots: readonly Slot[],
    k: number,
    minScore: number,
    relativeCutoff: (best: number) => number = NOTHING,
    work = new Work(),
    needed: readonly number[] = [],
  ): Hit[] {
    const { mass, offsets, idf, terms } = this.#data
    const met = this.#met
    met.clear()
    const queryMass = totalMass(slots)
    const prepared = prepare(slots.slice(0, 255), idf, offsets)
    const bounds = remainingBounds(prepared, idf)
    for (const key of needed) this.#openBitmap(key)
    for (const { keys } of prepared) for (const key of keys) this.#openBitmap(key)

    let threshold = minScore
    let window = windowOf(threshold, queryMass, bounds, mass)
    const allowed = this.#allow(needed, window, work)
    let scanned = 0
    /** Terms that were met when the leaders were last looked at. */
    let led = 0
    for (; scanned < prepared.length; scanned++) {
      if (unseenBound(bounds, scanned, queryMass) < threshold - ROUNDING) break
      const fresh = freshLimit(bounds.contribution[scanned]!, queryMass, threshold, mass)
      const slot = prepared[scanned]!
      if (!work.take(this.#locate(slot, window, fresh))) break
      const before = met.size
      if (slot.isProbed) this.#probeFrom(slot)
      for (let a = 0; a < slot.keys.length; a++) {
        const [from, to, more] = [slot.from[a]!, slot.to[a]!, slot.contributions[a]!]
        met.add(terms, from, to, more, scanned + 1, fresh, mass, allowed)
      }
      work.add(NEWLY_MET * (met.size - before))
      if (met.size < ROUNDS_APART * led || scanned + 1 === prepared.length) continue
      work.add(MET * met.size + k * STEPS_A_PROBE * bounds.alternatives[scanned + 1]!)
      const leading = this.#leading(
        prepared,
        scanned + 1,
        queryMass,
        bounds.contribution[scanned + 1]!,
        k,
      )
      threshold = Math.max(threshold, leading.lowest, relativeCutoff(leading.best))
      window = windowOf(threshold, queryMass, bounds, mass)
      met.keep(threshold - ROUNDING, bounds.contribution[scanned + 1]!, queryMass)
      led = met.size
    }
    if (allowed !== undefined) allowed.fill(0)

    work.add(MET * met.size)
    const hits =
      this.#finish(prepared, scanned, queryMass, threshold, bounds, k, work) ??
      this.#finishLeading(prepared, scanned, queryMass, threshold, k)
    const found = topHits(hits, k)
    const least = relativeCutoff(found[0]?.score ?? 0)
    return found.filter(({ score }) => score >= least)
  }

  /** A bit for each term in a window that has one of these keys; undefined where there are none. */
  #allow(keys: readonly number[], { from, to }: Window, work: Work): Uint32Array | undefined {
    if (keys.length === 0) return undefined
    const { offsets, terms } = this.#data
    const allowed = this.#allowed
    for (const key of keys) {
      const bitmap = this.#bitmaps.get(key)
      if (bitmap !== undefined) {
        const last = Math.min(bitmap.length, (to >>> 5) + 1)
        work.add((last - (from >>> 5)) / BITS_A_STEP)
        for (let i = from >>> 5; i < last; i++) allowed[i]! |= bitmap[i]!
        continue
      }
      const first = lowerBound(terms, offsets[key]!, offsets[key + 1]!, from)
      const last = lowerBound(terms, first, offsets[key + 1]!, to)
      work.add(last - first)
      for (let i = first; i < last; i++) allowed[terms[i]! >>> 5]! |= 1 << (terms[i]! & 31)
    }
    return allowed
  }

  /**
   * Whether any term has both keys, as far as a few dozen of those with the rarer one tell, from the lightest to the heaviest.
   */
  areTogether(one: number, other: number, work: Work): boolean {
    const { offsets, terms } = this.#data
    const lengthOf = (key: number) => offsets[key + 1]! - offsets[key]!
    const [rare, common] = lengthOf(one) <= lengthOf(other) ? [one, other] : [other, one]
    const length = lengthOf(rare)
    const looked = Math.min(length, LOOKED_AT)
    for (let i = 0; i < looked; i++) {
      work.add(STEPS_A_PROBE)
      const term = terms[offsets[rare]! + Math.floor((i * length) / looked)]!
      if (this.#has(common, term)) return true
    }
    return false
  }

  #openBitmap(key: number): void {
    const place = this.#unopened.get(key)
    if (place === undefined) return
    this.#unopened.delete(key)
    this.#bitmaps.set(key, fillBitmap(this.#shared, place, this.#data))
  }

  /** Finds what of a slot's postings is to be scanned in a window; returns how many steps that takes. */
  #locate(slot: PreparedSlot, window: Window, fresh: number): number {
    const { offsets, terms } = this.#data
    // Where few terms were met and many stand beyond, each of the few is looked up instead.
    const probes = PROBES_WORTH * this.#met.size
    slot.isProbed = slot.postings > probes
    slot.end = Math.max(window.from, Math.min(window.to, fresh))
    let steps = slot.isProbed ? probes : 0
    for (let a = 0; a < slot.keys.length; a++) {
      const last = offsets[slot.keys[a]! + 1]!
      const from = lowerBound(terms, offsets[slot.keys[a]!]!, last, window.from)
      const to = lowerBound(terms, from, last, slot.isProbed ? slot.end : window.to)
      slot.from[a] = from
      slot.to[a] = to
      steps += to - from
    }
    return steps
  }

  /** Adds what a slot matches of the terms that lie beyond what of it is scanned. */
  #probeFrom(slot: PreparedSlot): void {
    const { size, terms, sums } = this.#met
    for (let at = 0; at < size; at++)
      if (terms[at]! >= slot.end) sums[at]! += this.#probe(slot, terms[at]!)
  }

  /**
   * The lowest and the best full score among the `k` terms that lead so far: `k` terms reach the one, and the other is
   * what the best is worth at least. The sooner they are high, the sooner scanning stops; that is why the
   * leaders' other slots are probed before those are scanned.
   */
  #leading(
    prepared: readonly PreparedSlot[],
    scanned: number,
    queryMass: number,
    rest: number,
    k: number,
  ): { lowest: number; best: number } {
    this.#lead(queryMass, rest, k)
    const { size, masses } = this.#met
    let lowest = size < k ? 0 : 1
    let best = 0
    for (const at of this.#leaders.places()) {
      const score = (2 * this.#sumOf(at, prepared, scanned)) / (queryMass + masses[at]!)
      lowest = Math.min(lowest, score)
      best = Math.max(best, Math.min(1, score))
    }
    return { lowest, best }
  }

  /**
   * Probes the slots that were not scanned, for the terms that can still reach the threshold.
   *
   * @returns the `k` best and some that led on the way, in no order; undefined where that is too much work
   */
  #finish(
    prepared: readonly PreparedSlot[],
    scanned: number,
    queryMass: number,
    threshold: number,
    bounds: Bounds,
    k: number,
    work: Work,
  ): Hit[] | undefined {
    const { size, terms, sums, masses } = this.#met
    const hits: Hit[] = []
    const leaders = this.#leaders
    leaders.reset(k)
    const rest = bounds.contribution[scanned]!
    for (let at = 0; at < size; at++) {
      const total = queryMass + masses[at]!
      let sum = sums[at]!
      const least = (Math.max(threshold, leaders.least) - ROUNDING) * (total / 2)
      if (sum + rest < least) continue
      let s = scanned
      while (s < prepared.length && sum + bounds.contribution[s]! >= least)
        sum += this.#probe(prepared[s++]!, terms[at]!)
      work.add(STEPS_A_PROBE * (bounds.alternatives[scanned]! - bounds.alternatives[s]!))
      if (work.isOver) {
        work.truncate()
        return undefined
      }
      if (s < prepared.length) continue
      const score = Math.min(1, (2 * sum) / total)
      if (score < threshold - ROUNDING || Math.fround(score) < leaders.least) continue
      leaders.add(at, score)
      hits.push({ term: terms[at]!, score })
    }
    return hits
  }

  /** The same for the `k` terms alone that lead so far. */
  #finishLeading(
    prepared: readonly PreparedSlot[],
    scanned: number,
    queryMass: number,
    threshold: number,
    k: number,
  ): Hit[] {
    const { terms, masses } = this.#met
    const hits: Hit[] = []
    this.#lead(queryMass, 0, k)
    for (const at of this.#leaders.places()) {
      const score = Math.min(
        1,
        (2 * this.#sumOf(at, prepared, scanned)) / (queryMass + masses[at]!),
      )
      if (score >= threshold - ROUNDING) hits.push({ term: terms[at]!, score })
    }
    return hits
  }

  /** Makes the `count` terms leaders that promise most, by what was scanned and a share of the rest. */
  #lead(queryMass: number, rest: number, count: number): void {
    const { size, sums, masses } = this.#met
    this.#leaders.reset(count)
    for (let at = 0; at < size; at++) {
      const hoped = Math.max(0, Math.min(rest, masses[at]! - sums[at]!))
      this.#leaders.add(at, (sums[at]! + HOPE * hoped) / (queryMass + masses[at]!))
    }
  }

  /** What a term that was met matches, with the slots from `scanned` on. */
  #sumOf(at: number, prepared: readonly PreparedSlot[], scanned: number): number {
    const term = this.#met.terms[at]!
    let sum = this.#met.sums[at]!
    for (let s = scanned; s < prepared.length; s++) sum += this.#probe(prepared[s]!, term)
    return sum
  }

  #probe(slot: PreparedSlot, term: number): number {
    for (let a = 0; a < slot.keys.length; a++)
      if (this.#has(slot.keys[a]!, term)) return slot.contributions[a]!
    return 0
  }

  /** Whether a term has a key. */
  #has(key: number, term: number): boolean {
    const bitmap = this.#bitmaps.get(key)
    if (bitmap !== undefined) return ((bitmap[term >>> 5]! >>> (term & 31)) & 1) === 1
    const { offsets, terms } = this.#data
    const at = lowerBound(terms, offsets[key]!, offsets[key + 1]!, term)
    return at < offsets[key + 1]! && terms[at] === term
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
  return hits.sort((a, b) => b.score - a.score || a.term - b.term).slice(0, k)
}

function prepare(slots: readonly Slot[], idf: Float32Array, offsets: Uint32Array): PreparedSlot[] {
  const prepared: PreparedSlot[] = []
  for (const slot of slots) {
    const scored = slot.alternatives
      .map(({ key, weight }) => ({ key, contribution: (weight * (slot.mass + idf[key]!)) / 2 }))
      .sort((a, b) => b.contribution - a.contribution || a.key - b.key)
    if (scored.length === 0) continue
    let postings = 0
    for (const { key } of scored) postings += offsets[key + 1]! - offsets[key]!
    prepared.push({
      keys: scored.map(({ key }) => key),
      contributions: scored.map(({ contribution }) => contribution),
      postings,
      from: [],
      to: [],
      isProbed: false,
      end: 0,
    })
  }
  return prepared.sort((a, b) => a.postings - b.postings || a.keys[0]! - b.keys[0]!)
}

/** `contribution[i]`: the most that the slots from the i-th on can still add to the matched mass. */
interface Bounds {
  readonly contribution: Float64Array
  /** How many alternatives the slots from the i-th on have. */
  readonly alternatives: Uint32Array
  /** The most that a unit of a name's mass can match. */
  readonly perMass: number
}

function remainingBounds(prepared: readonly PreparedSlot[], idf: Float32Array): Bounds {
  const contribution = new Float64Array(prepared.length + 1)
  const alternatives = new Uint32Array(prepared.length + 1)
  /** A key that stands in several slots can match once in each. */
  const perMassOfKey = new Map<number, number>()
  for (let i = prepared.length - 1; i >= 0; i--) {
    const { keys, contributions } = prepared[i]!
    for (let a = 0; a < keys.length; a++) {
      const mass = idf[keys[a]!]!
      if (mass === 0) continue
      const before = perMassOfKey.get(keys[a]!) ?? 0
      perMassOfKey.set(keys[a]!, before + contributions[a]! / mass)
    }
    contribution[i] = contribution[i + 1]! + contributions[0]!
    alternatives[i] = alternatives[i + 1]! + keys.length
  }
  return { contribution, alternatives, perMass: Math.max(0, ...perMassOfKey.values()) }
}

/**
 * The best score of a name that no scanned slot has touched. It matches at most the remaining contributions C, and
 * at most `perMass` for each unit of its mass m, so its score is at most the maximum over m of
 * 2·min(C, perMass·m) / (W + m), reached where the two meet.
 */
function unseenBound(bounds: Bounds, from: number, queryMass: number): number {
  const rest = bounds.contribution[from]!
  if (rest === 0) return 0
  return (2 * rest) / (queryMass + rest / bounds.perMass)
}

/** The first term too heavy to reach the threshold with what remains to be scanned alone. */
function freshLimit(
  rest: number,
  queryMass: number,
  threshold: number,
  mass: Float32Array,
): number {
  if (threshold <= 0) return mass.length
  const heaviest = (2 * rest) / threshold - queryMass
  return lowerBound(mass, 0, mass.length, heaviest + ROUNDING + Math.abs(heaviest) * ROUNDING)
}

/** The term numbers whose mass allows a score of `threshold`. */
function windowOf(
  threshold: number,
  queryMass: number,
  bounds: Bounds,
  mass: Float32Array,
): Window {
  if (threshold <= 0) return { from: 0, to: mass.length }
  const heaviest = (2 * bounds.contribution[0]!) / threshold - queryMass
  if (2 * bounds.perMass <= threshold) return { from: 0, to: 0 }
  const lightest = (threshold * queryMass) / (2 * bounds.perMass - threshold)
  return {
    from: lowerBound(mass, 0, mass.length, lightest - ROUNDING - lightest * ROUNDING),
    to: lowerBound(mass, 0, mass.length, heaviest + ROUNDING + Math.abs(heaviest) * ROUNDING),
  }
}
