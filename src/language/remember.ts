const MAX_REMEMBERED = 10_000
/** In UTF-16 units. What is longer is no word and no unit, but may be a whole note. */
const LONGEST_REMEMBERED = 80

/** A function with a memory. */
export interface Remembering<T> {
  (text: string): T
  /** Empties the memory. */
  forget(): void
}

/**
 * The same function with a memory: a word that comes again costs a look-up. It forgets everything when it knows
 * `limit` texts, since units and clinical words are few and hostile input is not. It keeps copies, so that no text of a
 * patient stays in memory for a word in it, and none of what is longer than words are.
 */
export function remember<T>(compute: (text: string) => T, limit = MAX_REMEMBERED): Remembering<T> {
  const known = new Map<string, T>()
  const recall = (text: string): T => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    if (text.length > LONGEST_REMEMBERED) return compute(text)
    // A value computed from a copy holds on to no more than the copy.
    const own = copyOf(text)
    const value = compute(own)
    if (known.size >= limit) known.clear()
    known.set(own, value)
    return value
  }
  return Object.assign(recall, { forget: () => known.clear() })
}

/**
 * The value that a map has for a key: made if there is none, and kept. A map with `limit` keys forgets everything before.
 *
 * @param make where it is asked for a hundred times a link, one function for all keys: a new one each time costs 2 % of a prescription
 */
export function madeOnce<Key, T>(
  known: Map<Key, T>,
  key: Key,
  make: (key: Key) => T,
  limit = Number.POSITIVE_INFINITY,
): T {
  let value = known.get(key)
  if (value === undefined) {
    value = make(key)
    if (known.size >= limit) known.clear()
    known.set(key, value)
  }
  return value
}

/**
 * The same text in memory of its own. V8 makes a part of a string a view of the whole, which lives as long as the part;
 * a string put together from numbers is a view of nothing.
 *
 * @param text some hundred UTF-16 units at most
 */
export function copyOf(text: string): string {
  const units: number[] = []
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i))
  return String.fromCharCode(...units)
}

/** A value that is made at the first call and kept. */
export interface Lazy<T> {
  /** If making it throws, the next call tries again. */
  (): T
  /** The value if it has been made; else undefined. */
  ifMade(): T | undefined
}

/** Loads a table, or another constant that takes its time, when it is first needed. */
export function lazily<T>(make: () => T): Lazy<T> {
  let made: { readonly value: T } | undefined
  const value = (): T => {
    made ??= { value: make() }
    return made.value
  }
  return Object.assign(value, { ifMade: () => made?.value })
}
