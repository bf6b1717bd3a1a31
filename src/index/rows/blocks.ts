import {
  type ArrayPlace,
  BLOCK_BYTES,
  bytesOfBlock,
  checksum,
  readAt,
  type Tail,
} from '../file/tail.ts'

/** Room for the arrays of a file, in memory that threads share. Blocks not read yet take none. */
export interface SharedBlocks {
  /** The blocks of the file that hold arrays. */
  readonly bytes: SharedArrayBuffer
  /** For each of them 1 when it has been read and had its checksum. */
  readonly isRead: Uint8Array
}

/** Bytes that are read at once while no other thread can see them. */
const RUN_BYTES = 16 * BLOCK_BYTES

/** The error for a block without its checksum. */
export class DamagedBlock extends Error {
  constructor(tail: Tail, block: number) {
    super(describeDamage(tail, block))
  }
}

/** The fault of a block without its checksum, in words. */
export function describeDamage(tail: Tail, block: number): string {
  const from = block * BLOCK_BYTES
  return `bytes ${from} to ${from + bytesOfBlock(tail, block) - 1} have another checksum`
}

/** Sees to it that the elements [from, to) of an array are in memory: {@link Blocks.require}. */
export type RequireElements = (
  array: ArrayBufferView & { readonly BYTES_PER_ELEMENT: number },
  from: number,
  to: number,
) => void

/**
 * The arrays of a file, read block by block when they are needed. A block is held to its checksum when it is read, and read
 * once for all threads.
 */
export class Blocks {
  readonly shared: SharedBlocks
  readonly #handle: number
  readonly #tail: Tail
  /** The number in the file of the first block of an array. */
  readonly #first: number
  #isOpen = true
  /** True if no other thread can see the memory that is being filled. */
  #isAlone: boolean
  /** Where a block is read and held to its checksum before others see it; made for the first one. */
  #scratch: Uint8Array | undefined

  /** @param shared what another thread has read already of the same file */
  constructor(handle: number, tail: Tail, shared?: SharedBlocks) {
    this.#handle = handle
    this.#tail = tail
    this.#first = Math.floor(tail.databaseBytes / BLOCK_BYTES)
    this.#isAlone = shared === undefined
    this.shared = shared ?? makeRoom(tail, this.#first)
  }

  /** Bytes of the part arrays, as they will be when {@link require} has read them; undefined where there are none. */
  view({ offset, bytes }: ArrayPlace): Uint8Array | undefined {
    const { databaseBytes, arrayBytes } = this.#tail
    if (!(offset >= 0 && bytes >= 0 && offset + bytes <= arrayBytes)) return undefined
    const from = databaseBytes + offset - this.#first * BLOCK_BYTES
    return new Uint8Array(this.shared.bytes, from, bytes)
  }

  /** Has the elements [from, to) of a view in memory when it returns. @throws DamagedBlock */
  readonly require: RequireElements = (view, from, to) => {
    if (from >= to) return
    const { isRead } = this.shared
    const begin = view.byteOffset + from * view.BYTES_PER_ELEMENT
    const end = view.byteOffset + to * view.BYTES_PER_ELEMENT
    const last = Math.floor((end - 1) / BLOCK_BYTES)
    for (let place = Math.floor(begin / BLOCK_BYTES); place <= last; place++)
      if (Atomics.load(isRead, place) === 0) place += this.#read(place, last) - 1
  }

  /** Says that other threads will see what is read from now on. */
  share(): SharedBlocks {
    this.#isAlone = false
    return this.shared
  }

  /** After this nothing more is read: the file's handle may be another one's. */
  close(): void {
    this.#isOpen = false
  }

  /** Reads blocks from `place` on, none after `last`, until one has been read already; returns how many. */
  #read(place: number, last: number): number {
    if (!this.#isOpen) throw new Error('the index is not open')
    const { isRead, bytes } = this.shared
    let count = 1
    while (
      this.#isAlone &&
      place + count <= last &&
      (count + 1) * BLOCK_BYTES <= RUN_BYTES &&
      Atomics.load(isRead, place + count) === 0
    )
      count++
    const length = (count - 1) * BLOCK_BYTES + this.#bytesAt(place + count - 1)
    const target = new Uint8Array(bytes, place * BLOCK_BYTES, length)
    // Another thread may be looking at what it has read of the same block: nothing is written over it but the same.
    const read = this.#isAlone ? target : this.#room(length)
    const found = readAt(this.#handle, read, (this.#first + place) * BLOCK_BYTES)
    for (let i = 0; i < count; i++) {
      const block = read.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES)
      if (
        found < i * BLOCK_BYTES + block.length ||
        checksum(block) !== this.#tail.blockChecksums[this.#first + place + i]
      )
        throw new DamagedBlock(this.#tail, this.#first + place + i)
      if (read !== target) target.set(block, i * BLOCK_BYTES)
      Atomics.store(isRead, place + i, 1)
    }
    return count
  }

  /** The beginning of the scratch space. */
  #room(bytes: number): Uint8Array {
    this.#scratch ??= new Uint8Array(BLOCK_BYTES)
    return this.#scratch.subarray(0, bytes)
  }

  #bytesAt(place: number): number {
    return bytesOfBlock(this.#tail, this.#first + place)
  }
}

function makeRoom(tail: Tail, first: number): SharedBlocks {
  const blocks = tail.blockChecksums.length - first
  return {
    bytes: new SharedArrayBuffer(tail.databaseBytes + tail.arrayBytes - first * BLOCK_BYTES),
    isRead: new Uint8Array(new SharedArrayBuffer(blocks)),
  }
}

/** Reads what a {@link ByteWriter} wrote, between two places. Whatever the bytes are, it reads none outside of these. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  /** Where it reads next. */
  at: number

  constructor(bytes: Uint8Array, from: number, end = bytes.length) {
    this.#bytes = bytes
    this.#end = end
    this.at = from
  }

  get isAtEnd(): boolean {
    return this.at >= this.#end
  }

  /** The next number; 0 at the end. */
  number(): number {
    let value = 0
    for (let shift = 0; this.at < this.#end; shift += 7) {
      const byte = this.#bytes[this.at++]!
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f) break
    }
    return value
  }

  /** Passes over some numbers. */
  skip(count: number): void {
    for (let left = count; left > 0 && this.at < this.#end; )
      if (this.#bytes[this.at++]! <= 0x7f) left--
  }

  /** The text of the next code units: a given number, or all to the end. */
  units(count = Number.POSITIVE_INFINITY): string {
    let text = ''
    for (let left = count; left > 0 && this.at < this.#end; left--)
      text += String.fromCharCode(this.number())
    return text
  }
}
