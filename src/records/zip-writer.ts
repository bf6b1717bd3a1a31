import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { asFileError, MedlinkError } from '../errors.ts'

/** A file of an archive. */
export interface ZipEntry {
  /** Path in ASCII, with `/` between folders. */
  readonly name: string
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Signatures of the format's records, see PKWARE's APPNOTE 4.3. */
const LOCAL = 0x04_03_4b_50
const DESCRIPTOR = 0x08_07_4b_50
const CENTRAL = 0x02_01_4b_50
const END = 0x06_05_4b_50
/** Version of the format that the archive needs. */
const VERSION = 20
/** Flag: sizes and checksum follow the bytes. */
const FOLLOWED = 8
/** 1980-01-01, the earliest date of the format: archives of the same files are the same bytes. */
const DATE = 0x21
/** Greatest values of the fields without the extension for larger archives. */
const MAX_BYTES = 0xff_ff_ff_ff
const MAX_ENTRIES = 0xff_ff

interface Written {
  readonly name: string
  readonly offset: number
  readonly crc: number
  readonly size: number
}

/**
 * Writes an archive of files, which are stored as they are, for the user alone. The archive is at its place when it is whole.
 *
 * @throws what the bytes throw; MedlinkError `no_access`, `disk_full`; `invalid_request` beyond 4 GB or 65,535 files
 */
export async function writeZip(file: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`
  try {
    const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(archive(entries)), out)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw asFileError(file, error)
  }
}

async function* archive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, bytes } of entries) {
    const begin = offset
    const header = record(LOCAL, [VERSION, FOLLOWED, 0, 0, DATE], [0, 0, 0], [name.length, 0], name)
    yield header
    let [crc, size] = [0, 0]
    for await (const chunk of bytes) {
      crc = crc32(chunk, crc)
      size += chunk.length
      requireRoom(offset + size, written.length)
      yield chunk
    }
    const descriptor = record(DESCRIPTOR, [], [crc, size, size])
    yield descriptor
    offset += header.length + size + descriptor.length
    written.push({ name, offset: begin, crc, size })
    requireRoom(offset, written.length)
  }
  const directory = written.map(({ name, offset: begin, crc, size }) =>
    Buffer.concat([
      record(CENTRAL, [VERSION, VERSION, FOLLOWED, 0, 0, DATE], [crc, size, size]),
      record(undefined, [name.length, 0, 0, 0, 0], [0, begin], [], name),
    ]),
  )
  const length = directory.reduce((sum, each) => sum + each.length, 0)
  requireRoom(offset + length, written.length)
  yield* directory
  yield record(END, [0, 0, written.length, written.length], [length, offset], [0])
}

/** A record: its signature, numbers of 2 bytes, of 4 and of 2 again, and a text. */
function record(
  signature: number | undefined,
  shorts: readonly number[],
  longs: readonly number[],
  more: readonly number[] = [],
  text = '',
): Buffer {
  const parts = [
    ...(signature === undefined ? [] : [long(signature)]),
    ...shorts.map(short),
    ...longs.map(long),
    ...more.map(short),
    Buffer.from(text, 'latin1'),
  ]
  return Buffer.concat(parts)
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function requireRoom(bytes: number, entries: number): void {
  if (bytes > MAX_BYTES || entries > MAX_ENTRIES)
    throw new MedlinkError('invalid_request', 'an archive has room for 4 GB and 65,535 files')
}
