/**
 * Sealed bytes of a file: a header with a salt, then chunks of 64 KiB, each encrypted under its number. The last one is marked, so
 * that a file that was cut off does not open (STREAM: Hoang, Reyhanitabar, Rogaway and Vizár, 2015; age has the same).
 */

import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { decrypt, encrypt, KEY_BYTES, TAG_BYTES } from './cipher.ts'

/** Bytes of a file in one chunk. */
export const CHUNK_BYTES = 64 * 1024
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES
const MARK = Buffer.from('MLF1')
const SALT_BYTES = 16
export const HEADER_BYTES = MARK.length + SALT_BYTES

type Bytes = AsyncIterable<Uint8Array>

/** Bytes as they are stored. @param name of the file: they open under this name alone */
export async function* sealBytes(
  key: KeyObject,
  name: string,
  bytes: Bytes,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const fileKey = fileKeyOf(key, name, salt)
  yield Buffer.concat([MARK, salt])
  const reader = new ByteReader(bytes)
  try {
    let chunk = await reader.read(CHUNK_BYTES)
    for (let nth = 0; ; nth++) {
      const next = await reader.read(CHUNK_BYTES)
      const isLast = next.length === 0
      yield encrypt(fileKey, nonceOf(nth, isLast), chunk)
      if (isLast) return
      chunk = next
    }
  } finally {
    await reader.close()
  }
}

/** A part of a sealed file: numbers of chunks, the first and the last one. */
export interface ChunkSpan {
  readonly first: number
  readonly last: number
  /** Number of the last chunk of the file. */
  readonly lastOfFile: number
}

/** The chunks that hold a range of bytes of a file. @param end the last byte of the range */
export function spanOf(start: number, end: number, size: number): ChunkSpan {
  const chunkOf = (byte: number) => Math.floor(byte / CHUNK_BYTES)
  return { first: chunkOf(start), last: chunkOf(end), lastOfFile: chunkOf(Math.max(0, size - 1)) }
}

/** Where chunks are in a sealed file of `size` bytes: the first and the last byte. */
export function placeOf({ first, last, lastOfFile }: ChunkSpan, size: number) {
  const sealedSize = HEADER_BYTES + size + (lastOfFile + 1) * TAG_BYTES
  return {
    start: HEADER_BYTES + first * SEALED_CHUNK_BYTES,
    end: Math.min(HEADER_BYTES + (last + 1) * SEALED_CHUNK_BYTES, sealedSize) - 1,
  }
}

/** Opens a sealed file: its header first, then its chunks. */
export class ChunkOpener {
  readonly #key: KeyObject

  /** @param header undefined is returned by {@link open} if this is another one */
  constructor(key: KeyObject, name: string, header: Buffer) {
    this.#key = fileKeyOf(key, name, header.subarray(MARK.length))
  }

  static isHeader(header: Buffer): boolean {
    return header.length === HEADER_BYTES && header.subarray(0, MARK.length).equals(MARK)
  }

  /**
   * The bytes of chunks.
   *
   * @param span default: all
   * @yields undefined, at the end, where a chunk does not open or is missing
   */
  async *open(reader: ByteReader, span?: ChunkSpan): AsyncGenerator<Buffer | undefined> {
    let chunk = await reader.read(SEALED_CHUNK_BYTES)
    for (let nth = span?.first ?? 0; ; nth++) {
      const next = nth === span?.last ? NOTHING : await reader.read(SEALED_CHUNK_BYTES)
      const isEnd = next.length === 0
      const isLast = span === undefined ? isEnd : nth === span.lastOfFile
      const bytes = decrypt(this.#key, nonceOf(nth, isLast), chunk)
      yield bytes
      if (bytes === undefined || (isEnd && (span === undefined || nth === span.last))) return
      chunk = next
    }
  }
}

const NOTHING = Buffer.of()

/** Reads a stream in parts of a given length. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #read: Uint8Array[] = []
  #length = 0

  constructor(source: Bytes) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes: fewer than `length` only at the end. */
  async read(length: number): Promise<Buffer> {
    while (this.#length < length) {
      const { value, done } = await this.#source.next()
      if (done === true) break
      this.#read.push(value)
      this.#length += value.length
    }
    const all = Buffer.concat(this.#read)
    const part = all.subarray(0, length)
    const rest = all.subarray(part.length)
    this.#read = rest.length > 0 ? [rest] : []
    this.#length = rest.length
    return part
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}

/** Each file has a key of its own, so that its nonces may be numbers. */
function fileKeyOf(key: KeyObject, name: string, salt: Uint8Array): KeyObject {
  const derived = hkdfSync('sha256', key, salt, `medlink file ${name}`, KEY_BYTES)
  return createSecretKey(Buffer.from(derived))
}

/** 11 bytes of the number, and one that says whether the chunk is the last. */
function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(nth, 5, 6)
  nonce[11] = Number(isLast)
  return nonce
}
