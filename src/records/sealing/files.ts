import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Blobs, ByteRange, StoredBlob } from '../blobs/blobs.ts'
import { hashed } from '../blobs/hashing.ts'
import type { Tables } from '../tables.ts'
import {
  ByteReader,
  CHUNK_BYTES,
  ChunkOpener,
  HEADER_BYTES,
  placeOf,
  sealBytes,
  spanOf,
} from './chunks.ts'
import { broken, type Sealing } from './sealing.ts'

/** A file: its key in the store, and the data key with which it is sealed there; without, it is plain. */
export interface FilePlace {
  readonly key: string
  readonly key_id?: string | null | undefined
}

/** A range of the bytes of a file that has `size` of them. */
export interface FileRange extends ByteRange {
  readonly size: number
}

/** Files of documents in a store, sealed or not. */
export interface Files {
  /** The data key for new files of a workspace; undefined if they are to be plain. */
  keyIdFor(bid: string): Promise<string | undefined>
  /**
   * Stores the bytes of a stream: all of them or nothing.
   *
   * @returns facts about the bytes as they are given
   * @throws what the stream and the store throw
   */
  put(place: FilePlace, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /**
   * The bytes of a file, or a range of them. Each is authenticated before it is given; the stream fails at one that is not.
   *
   * @throws MedlinkError `seal_broken`, if the first of them does not open; what the store throws
   */
  open(place: FilePlace, range?: FileRange): Promise<Readable>
}

/** The files of a store of blobs. @param read gives access to the data keys */
export function filesOf(
  blobs: Blobs,
  sealing: Sealing,
  read: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>,
): Files {
  const keyOf = (keyId: string) => read((db) => sealing.keyOfFiles(db, keyId))
  return {
    keyIdFor: (bid) => read((db) => sealing.keyIdFor(db, bid)),

    async put({ key, key_id = null }, bytes) {
      if (key_id === null) return blobs.put(key, bytes)
      const source = hashed(bytes)
      const fileKey = await keyOf(key_id)
      try {
        await blobs.put(key, sealBytes(fileKey, key, source.bytes))
      } catch (error) {
        throw source.failure()?.error ?? error
      }
      return source.result()
    },

    async open({ key, key_id = null }, range) {
      if (key_id !== null) return openSealed(blobs, key, await keyOf(key_id), range)
      sealing.requireForm(false, `the file ${key}`)
      return blobs.open(key, range && { start: range.start, end: range.end })
    },
  }
}

async function openSealed(
  blobs: Blobs,
  key: string,
  fileKey: Parameters<typeof sealBytes>[0],
  range: FileRange | undefined,
): Promise<Readable> {
  const span = range && spanOf(range.start, range.end, range.size)
  const place = range && span && placeOf(span, range.size)
  // The header comes before the first chunk, and by itself for others.
  const isFromStart = span === undefined || span.first === 0
  const head = await blobs.open(
    key,
    isFromStart ? place && { start: 0, end: place.end } : { start: 0, end: HEADER_BYTES - 1 },
  )
  let source = head
  try {
    const reader = new ByteReader(head)
    const header = await reader.read(HEADER_BYTES)
    if (!ChunkOpener.isHeader(header)) throw broken(`the file ${key}`)
    const opener = new ChunkOpener(fileKey, key, header)
    if (!isFromStart) {
      head.destroy()
      source = await blobs.open(key, place)
    }
    const chunks = opener.open(isFromStart ? reader : new ByteReader(source), span)
    const first = (await chunks.next()).value
    if (first === undefined) throw broken(`the file ${key}`)
    const opened = Readable.from(trimmed(key, first, chunks, range), { objectMode: false })
    opened.once('close', () => source.destroy())
    return opened
  } catch (error) {
    source.destroy()
    throw error
  }
}

/** The bytes of a range, out of the chunks that hold it. @throws MedlinkError `seal_broken` at a chunk that does not open */
async function* trimmed(
  key: string,
  first: Buffer,
  others: AsyncIterable<Buffer | undefined>,
  range: FileRange | undefined,
): AsyncGenerator<Buffer> {
  let skipped = range === undefined ? 0 : range.start % CHUNK_BYTES
  let left = range === undefined ? Number.POSITIVE_INFINITY : range.end - range.start + 1
  const wanted = (chunk: Buffer): Buffer => {
    const part = chunk.subarray(skipped, Math.min(chunk.length, skipped + left))
    skipped = 0
    left -= part.length
    return part
  }
  if (first.length > 0) yield wanted(first)
  for await (const chunk of others) {
    if (chunk === undefined) throw broken(`the file ${key}`)
    yield wanted(chunk)
  }
}
