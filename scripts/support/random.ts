/** Seeded randomness for benchmarks and fits: the same seed gives the same queries on every machine. */

/** Numbers in [0, 1), mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** `count` of the items, each at most once, in random order; all of them when there are no more. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const rest = [...items]
  const taken = Math.min(count, rest.length)
  for (let i = 0; i < taken; i++) {
    const from = i + Math.floor(random() * (rest.length - i))
    const item = rest[from]!
    rest[from] = rest[i]!
    rest[i] = item
  }
  return rest.slice(0, taken)
}

/**
 * A text with random edits inside one random word of at least so many letters; undefined when it has none. With two, the
 * word is not the one it was.
 */
export function randomEdit(
  text: string,
  random: () => number,
  { shortest = 5, edits = 1 } = {},
): string | undefined {
  const words = [...text.matchAll(/[A-Za-z]+/g)].filter(([word]) => word.length >= shortest)
  const word = words[Math.floor(random() * words.length)]
  if (word === undefined) return undefined
  let edited = word[0]
  for (let edit = 0; edit < edits; edit++) {
    const before = edited
    while (edited === before || edited.toLowerCase() === word[0].toLowerCase())
      edited = editedWord(before, random)
  }
  return text.slice(0, word.index) + edited + text.slice(word.index + word[0].length)
}

/** A word with an insertion, a deletion, a substitution or a swap of neighbours, each as likely; never the same but for case. */
function editedWord(letters: string, random: () => number): string {
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  const at = Math.floor(random() * letters.length)
  const edits = [
    () => letters.slice(0, at) + letter() + letters.slice(at),
    () => letters.slice(0, at) + letters.slice(at + 1),
    () => letters.slice(0, at) + letter() + letters.slice(at + 1),
    () => {
      const left = Math.min(at, letters.length - 2)
      return letters.slice(0, left) + letters[left + 1] + letters[left] + letters.slice(left + 2)
    },
  ]
  let edited = letters
  while (edited.toLowerCase() === letters.toLowerCase())
    edited = edits[Math.floor(random() * edits.length)]!()
  return edited
}

/** One of the items, each as likely; there must be one. */
export function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!
}

/** Draws items, each as often as its weight says. */
export function weightedDrawer<Item extends { readonly weight: number }>(
  items: readonly Item[],
  random: () => number,
): () => Item {
  let sum = 0
  const sums = items.map(({ weight }) => {
    sum += weight
    return sum
  })
  return () => {
    const at = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > at) high = middle
      else low = middle + 1
    }
    return items[low]!
  }
}
