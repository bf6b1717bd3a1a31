/**
 * A sorted list of distinct texts that are alike in how they begin, such as codes: of each only what differs from the one
 * before is stored. Text → place and place → text without a JavaScript map of all of them.
 */
import { ByteReader, type RequireElements } from './blocks.ts'
import { ByteWriter } from './byte-writer.ts'

/** The list, as it is stored. */
export interface SortedTextsData {
  /**
   * For each text how many code units it has in common with the one before, how many others there are, and these, a number
   * each as {@link ByteWriter} writes them. The first of every {@link STEP} has none in common.
   */
  readonly bytes: Uint8Array
  /** Where every {@link STEP}th text begins, the first one first. */
  readonly starts: Uint32Array
}

/** Texts that are read, at most, to come to one. */
const STEP = 16

/** @param texts distinct, in order of code units */
export function buildSortedTexts(texts: readonly string[]): SortedTextsData {
  const writer = new ByteWriter()
  const starts = new Uint32Array(Math.ceil(texts.length / STEP))
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i]!
    if (i % STEP === 0) starts[i / STEP] = writer.size
    const common = i % STEP === 0 ? 0 : commonUnits(texts[i - 1]!, text)
    writer.writeNumber(common)
    writer.writeNumber(text.length - common)
    writer.writeUnits(text, common)
  }
  return { bytes: writer.bytes(), starts }
}

/** How many code units two texts have in common at their beginning. */
function commonUnits(a: string, b: string): number {
  let common = 0
  while (common < a.length && a.charCodeAt(common) === b.charCodeAt(common)) common++
  return common
}

/** Read access to a {@link SortedTextsData}. */
export class SortedTexts {
  readonly #data: SortedTextsData
  readonly #require: RequireElements
  /** How many texts there are. */
  readonly size: number

  constructor(data: SortedTextsData, size: number, require: RequireElements) {
    this.#data = data
    this.size = size
    this.#require = require
  }

  /** The text with a place in [0, size). */
  at(place: number): string {
    const first = Math.floor(place / STEP)
    let found = ''
    this.#readFrom(first, (text, i) => {
      found = text
      return first * STEP + i === place
    })
    return found
  }

  /** The place of a text, -1 when it is not there. Logarithmic time. */
  indexOf(text: string): number {
    const place = this.firstFrom(text)
    return place < this.size && this.at(place) === text ? place : -1
  }

  /** The place of the first text that is not before another, {@link size} where there is none. Logarithmic time. */
  firstFrom(text: string): number {
    let low = 0
    let high = this.#data.starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(middle, text)) low = middle + 1
      else high = middle
    }
    if (low === 0) return 0
    let place = Math.min(this.size, low * STEP)
    this.#readFrom(low - 1, (each, i) => {
      if (each < text) return false
      place = (low - 1) * STEP + i
      return true
    })
    return place
  }

  /** The texts from a place on, in order. */
  *from(place: number): Generator<string> {
    for (let step = Math.floor(place / STEP); step < this.#data.starts.length; step++) {
      const texts: string[] = []
      this.#readFrom(step, (text, i) => {
        if (step * STEP + i >= place) texts.push(text)
        return false
      })
      yield* texts
    }
  }

  /** True if the first text of a step is before another. */
  #isBefore(step: number, text: string): boolean {
    const { bytes, starts } = this.#data
    this.#require(bytes, starts[step]!, starts[step + 1] ?? bytes.length)
    const reader = new ByteReader(bytes, starts[step]!)
    reader.skip(1)
    const length = reader.number()
    for (let i = 0; i < length && i < text.length; i++) {
      const difference = reader.number() - text.charCodeAt(i)
      if (difference !== 0) return difference < 0
    }
    return length < text.length
  }

  /** Reads the texts of one step, until `read` says that it is enough. */
  #readFrom(step: number, isEnough: (text: string, i: number) => boolean): void {
    const { bytes, starts } = this.#data
    const texts = Math.min(STEP, this.size - step * STEP)
    const begin = starts[step]!
    this.#require(bytes, begin, starts[step + 1] ?? bytes.length)
    const reader = new ByteReader(bytes, begin)
    let text = ''
    for (let i = 0; i < texts; i++) {
      const common = reader.number()
      text = text.slice(0, common) + reader.units(reader.number())
      if (isEnough(text, i)) return
    }
  }
}
