/**
 * A zip that a release comes in. What its directory says is believed only as far as it can be held to: no entry may be
 * larger than it says, share bytes with another one, or have been packed so small that no text could.
 */

import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** One file of a zip. Its bytes are checked against the directory's word while they stream. */
export interface ZippedFile {
  /** As the directory has it, with `/`. */
  readonly path: string
  /** Size by the directory, in bytes. */
  readonly size: number
  /** @throws Error for an entry that cannot be read, with a message of what is wrong with it */
  open(): Promise<AsyncIterable<Buffer>>
}

/** Entries of a directory; the releases known have some hundred. */
export const MAX_ENTRIES = 20_000

/** How much smaller than its text an entry may be: publishers' files come to 20, deflate at its best to 1,032. */
const MAX_RATIO = 100

/** Bytes of text that may be packed however small. */
const SMALL = 2 ** 20

/** The kind of an entry on the system that packed it (`external file attributes`): the file type of POSIX `st_mode`. */
const UNIX = 3
const TYPE_MASK = 0o170000
const PLAIN_FILE = 0o100000

/**
 * The files of a zip, in its order, and what closes it.
 * @throws Error with a message of what is wrong with the zip
 */
export async function openZip(path: string): Promise<{ files: ZippedFile[]; close: () => void }> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true })
  try {
    const files = await listFiles(zip)
    return { files, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listFiles(zip: ZipFile): Promise<ZippedFile[]> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new Error(`its directory says ${zip.entryCount} entries, ${MAX_ENTRIES} are the most`)
  const files = new Map<string, ZippedFile>()
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName: path, uncompressedSize: size } = entry
    packed += entry.compressedSize
    if (packed > zip.fileSize) throw new Error('its entries lie over one another')
    if (path.endsWith('/')) continue
    if (files.has(path)) throw new Error(`it holds ${path} twice`)
    files.set(path, { path, size, open: () => openEntry(zip, entry) })
  }
  return [...files.values()]
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const { compressedSize, uncompressedSize: size } = entry
  if (entry.isEncrypted()) throw new Error('it is encrypted: unpack the zip with its password')
  if (!isPlainFile(entry)) throw new Error('it is a link or a device, no file')
  if (size > SMALL && size > MAX_RATIO * compressedSize)
    throw new Error(`${compressedSize} bytes of the zip would become ${size}`)
  return checked(await zip.openReadStreamPromise(entry), entry.crc32)
}

/** False for links and devices; systems that do not say what an entry was have files and folders only. */
function isPlainFile({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const type = versionMadeBy >> 8 === UNIX ? (externalFileAttributes >>> 16) & TYPE_MASK : 0
  return type === 0 || type === PLAIN_FILE
}

/** yauzl counts the bytes, and leaves their checksum to its caller. */
async function* checked(stream: Readable, checksum: number): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const chunk of stream) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== checksum) throw new Error('it is damaged: its checksum differs in the zip')
}
