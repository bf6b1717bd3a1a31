/** Code-unit order, the same on every machine and in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The most frequent of some texts, undefined if there is none; of several the first, or the first in an order. */
export function mostFrequent(
  texts: readonly string[],
  order: (a: string, b: string) => number = () => 0,
): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || order(a, b))
  return first?.[0]
}

/** First of the whole numbers in `[from, to)` for which a test holds, and with it for all after; `to` if there is none. */
export function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

type Ascending = Uint16Array | Uint32Array | Float32Array | readonly number[]

/**
 * First position in `[from, to)` of an ascending array whose value is at least `value`; `to` when there is none. The
 * search of postings: {@link firstWhere} without a call for each step.
 */
export function lowerBound(values: Ascending, from: number, to: number, value: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The same, sooner the nearer it is to `from`. */
export function lowerBoundAfter(
  values: Ascending,
  from: number,
  to: number,
  value: number,
): number {
  let low = from
  let step = 1
  for (; low + step <= to && values[low + step - 1]! < value; step *= 2) low += step
  return lowerBound(values, low, Math.min(to, low + step - 1), value)
}

/** The same, sooner the nearer it is to `to`. */
export function lowerBoundBefore(
  values: Ascending,
  from: number,
  to: number,
  value: number,
): number {
  let high = to
  let step = 1
  for (; high - step >= from && values[high - step]! >= value; step *= 2) high -= step
  return lowerBound(values, Math.max(from, high - step + 1), high, value)
}

/** More are sorted by V8, which moves none of them far. */
const FEW = 64

/** Sorts a list in place, equal ones in their order. A list of some dozens takes a fifth of the time that `sort` does. */
export function sortFew<T>(list: T[], compare: (a: T, b: T) => number): void {
  if (list.length > FEW) {
    list.sort(compare)
    return
  }
  for (let i = 1; i < list.length; i++) {
    const item = list[i]!
    let at = i
    for (; at > 0 && compare(list[at - 1]!, item) > 0; at--) list[at] = list[at - 1]!
    list[at] = item
  }
}

const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 code units, as an unsigned 32-bit number. */
export function hashWord(word: string): number {
  let hash = FNV_BASIS
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME)
  return hash >>> 0
}

/**
 * The same of a text with its ASCII capitals as small letters, which it need not be written with.
 *
 * @param start the hash of the text before it, of which it is the end
 */
export function hashAnyCase(text: string, start = FNV_BASIS): number {
  let hash = start
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const isCapital = unit >= 0x41 && unit <= 0x5a
    hash = Math.imul(hash ^ (isCapital ? unit + 0x20 : unit), FNV_PRIME)
  }
  return hash >>> 0
}

/** A set of words in 4 bytes each. It takes one other word for its own by mistake, of 100,000 where it has 40,000. */
export class WordHashes {
  readonly #ascending: Uint32Array

  constructor(words: readonly string[]) {
    this.#ascending = Uint32Array.from(words, hashWord).sort()
  }

  has(word: string): boolean {
    const hash = hashWord(word)
    const at = lowerBound(this.#ascending, 0, this.#ascending.length, hash)
    return this.#ascending[at] === hash
  }
}
