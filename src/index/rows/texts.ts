/**
 * Lists of texts in a quarter of their bytes, any of which can be read by itself: names repeat each other's words, so a
 * text is stored as the numbers of its pieces, and every list shares one dictionary of these.
 *
 * A piece is a word, a number or marks, with the space before it. The commonest have the smallest numbers, which take a
 * byte; one that is too rare to be worth a place in the dictionary is spelled out in the text.
 */
import { compareStrings } from '../../language/sorted.ts'
import { ByteReader, type RequireElements } from './blocks.ts'
import { ByteWriter } from './byte-writer.ts'

/** A dictionary, as it is stored: piece `p` is the code units `bytes[offsets[p] … offsets[p + 1])`, commonest first. */
export interface PiecesData {
  readonly bytes: Uint8Array
  readonly offsets: Uint32Array
}

/** A list of texts, as it is stored. */
export interface TextsData {
  /** The texts one behind the other: numbers of pieces, {@link FIRST_PIECE} added to each, and {@link END}. */
  readonly bytes: Uint8Array
  /** Where every {@link STEP}th text begins, the first one first. */
  readonly starts: Uint32Array
}

const END = 0
/** Mark before a number of code units and the units. */
const SPELLED = 1
const FIRST_PIECE = 2
/** Texts that are passed over, at most, to come to one: few enough to take no time, many enough to need few starts. */
export const STEP = 16
/** Bytes that a place in the dictionary takes besides the piece: its offset. */
const PLACE_BYTES = 4

/** Puts lists of texts into the dictionary that they share. Equal lists give equal bytes. */
export function buildTexts(lists: readonly (readonly string[])[]): {
  pieces: PiecesData
  lists: TextsData[]
} {
  const found = new PieceCounter()
  for (const list of lists) for (const text of list) found.add(text)
  const { pieces, numbers } = found.dictionary()
  const writer = new ByteWriter()
  for (const piece of pieces) writer.writeUnits(piece)
  const offsets = new Uint32Array(pieces.length + 1)
  for (let i = 0; i < pieces.length; i++) offsets[i + 1] = offsets[i]! + unitBytes(pieces[i]!)
  const sequence = found.sequence()
  let at = 0
  return {
    pieces: { bytes: writer.bytes(), offsets },
    lists: lists.map((list) => {
      const own = new ByteWriter()
      const starts = new Uint32Array(Math.ceil(list.length / STEP))
      for (let i = 0; i < list.length; i++) {
        if (i % STEP === 0) starts[i / STEP] = own.size
        for (; sequence[at] !== END; at++) {
          const number = numbers[sequence[at]! - 1]!
          if (number >= FIRST_PIECE) own.writeNumber(number)
          else {
            const piece = found.piece(sequence[at]! - 1)
            own.writeNumber(SPELLED)
            own.writeNumber(piece.length)
            own.writeUnits(piece)
          }
        }
        at++
        own.writeNumber(END)
      }
      return { bytes: own.bytes(), starts }
    }),
  }
}

/** How many bytes a text's code units take. */
function unitBytes(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) bytes += unit > 0x3fff ? 2 : 1
  }
  return bytes
}

/** Takes texts apart and counts their pieces, numbered in order of appearance. */
class PieceCounter {
  readonly #numbers = new Map<string, number>()
  readonly #pieces: string[] = []
  readonly #counts: number[] = []
  /** The numbers of the pieces of each text, from 1, and {@link END} behind each. */
  #sequence = new Uint32Array(1 << 16)
  #size = 0

  add(text: string): void {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from)
      const piece = text.slice(from, to)
      let number = this.#numbers.get(piece)
      if (number === undefined) {
        number = this.#pieces.length
        this.#numbers.set(piece, number)
        this.#pieces.push(piece)
        this.#counts.push(0)
      }
      this.#counts[number]!++
      this.#push(number + 1)
      from = to
    }
    this.#push(END)
  }

  piece(number: number): string {
    return this.#pieces[number]!
  }

  sequence(): Uint32Array {
    return this.#sequence
  }

  /** The pieces worth a place, commonest first, and for each counted one what is written for it; 0 where it is spelled. */
  dictionary(): { pieces: string[]; numbers: Uint32Array } {
    const counts = this.#counts
    const worth = Array.from(counts, (_, number) => number).filter(
      (number) =>
        counts[number]! * (this.#pieces[number]!.length - 1) >
        this.#pieces[number]!.length + PLACE_BYTES,
    )
    worth.sort(
      (a, b) => counts[b]! - counts[a]! || compareStrings(this.#pieces[a]!, this.#pieces[b]!),
    )
    const numbers = new Uint32Array(counts.length)
    for (const [place, number] of worth.entries()) numbers[number] = place + FIRST_PIECE
    return { pieces: worth.map((number) => this.#pieces[number]!), numbers }
  }

  #push(number: number): void {
    if (this.#size === this.#sequence.length) {
      const larger = new Uint32Array(this.#size * 2)
      larger.set(this.#sequence)
      this.#sequence = larger
    }
    this.#sequence[this.#size++] = number
  }
}

/** Where the piece ends that begins at a place of a text: one space and a run of letters, of digits or of marks. */
function pieceEnd(text: string, from: number): number {
  let at = from
  if (text.charCodeAt(at) === SPACE && at + 1 < text.length) at++
  const kind = kindOf(text.charCodeAt(at))
  at++
  while (at < text.length && kindOf(text.charCodeAt(at)) === kind && kind !== SPACE) at++
  return at
}

const SPACE = 32
const LETTER = 1
const DIGIT = 2
const MARK = 3

/** A character outside ASCII counts as a letter: in names most of them are. */
function kindOf(unit: number): number {
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit > 127) return LETTER
  if (unit >= 48 && unit <= 57) return DIGIT
  return unit === SPACE ? SPACE : MARK
}

/** Pieces that are kept as strings: the commonest, of which most texts are made. */
const KEPT_PIECES = 8192

/** Read access to a dictionary. */
export class Pieces {
  readonly #data: PiecesData
  readonly #require: RequireElements
  readonly #kept: (string | undefined)[] = []

  constructor(data: PiecesData, require: RequireElements) {
    this.#data = data
    this.#require = require
  }

  at(piece: number): string {
    if (piece >= KEPT_PIECES) return this.#read(piece)
    this.#kept[piece] ??= this.#read(piece)
    return this.#kept[piece]
  }

  #read(piece: number): string {
    const { bytes, offsets } = this.#data
    const [from, to] = [offsets[piece]!, offsets[piece + 1]!]
    this.#require(bytes, from, to)
    return new ByteReader(bytes, from, to).units()
  }
}

/** Read access to a list of texts. */
export class Texts {
  readonly #data: TextsData
  readonly #pieces: Pieces
  readonly #require: RequireElements

  constructor(data: TextsData, pieces: Pieces, require: RequireElements) {
    this.#data = data
    this.#pieces = pieces
    this.#require = require
  }

  /** A text by its place. Takes about a microsecond. */
  at(place: number): string {
    const { bytes, starts } = this.#data
    const step = Math.floor(place / STEP)
    const begin = starts[step]!
    this.#require(bytes, begin, starts[step + 1] ?? bytes.length)
    const reader = new ByteReader(bytes, begin)
    for (let left = place % STEP; left > 0; left--) skipText(reader)
    let text = ''
    while (!reader.isAtEnd) {
      const number = reader.number()
      if (number === END) break
      text +=
        number === SPELLED ? reader.units(reader.number()) : this.#pieces.at(number - FIRST_PIECE)
    }
    return text
  }
}

/** Passes over a text. */
function skipText(reader: ByteReader): void {
  while (!reader.isAtEnd) {
    const number = reader.number()
    if (number === END) return
    if (number === SPELLED) reader.skip(reader.number())
  }
}
