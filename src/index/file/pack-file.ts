import { closeSync, fstatSync, openSync, type Stats } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import { asidePath } from '../../files/atomic.ts'
import { packPath } from '../registry.ts'
import { readAt } from './tail.ts'

/**
 * The file of a FlexSearch index, which lies next to the index that it was compiled with: gzip, the first line of which says
 * what it is. browser/pack.ts has what is in it.
 */

/** Sizes in bytes, tried in order, of the beginning with the first line: it holds a licence and a list of files. */
const HEAD_BYTES = [4096, 16_384, 65_536, 262_144]
const GZIP_MAGIC = 0x1f8b
const LINE_FEED = 10

/** A FlexSearch index, open for reading: what is renamed into its place later changes nothing of it. Close it when done. */
export class PackFile {
  readonly path: string
  readonly stats: Stats
  readonly #handle: number

  /** @throws the system's error for a file that is not there, or cannot be read */
  constructor(path: string) {
    this.path = path
    this.#handle = openSync(path, 'r')
    this.stats = fstatSync(this.#handle)
  }

  /** True if it begins as gzip does. */
  isGzip(): boolean {
    const magic = Buffer.alloc(2)
    return readAt(this.#handle, magic, 0) === 2 && magic.readUInt16BE() === GZIP_MAGIC
  }

  /** The first line; undefined where it cannot be read. */
  firstLine(): string | undefined {
    for (const bytes of HEAD_BYTES) {
      const head = Buffer.alloc(bytes)
      const read = readAt(this.#handle, head, 0)
      const text = decompressed(head.subarray(0, read))
      const end = text?.indexOf(LINE_FEED) ?? -1
      if (end >= 0) return text!.toString('utf8', 0, end)
    }
    return undefined
  }

  /** All bytes that the file had when it was opened; fewer where it was cut short since. */
  bytes(): Buffer {
    const bytes = Buffer.alloc(this.stats.size)
    return bytes.subarray(0, readAt(this.#handle, bytes, 0))
  }

  close(): void {
    closeSync(this.#handle)
  }
}

/** Contents of the beginning of a gzip; undefined where it is damaged. */
function decompressed(head: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}

/** Where the FlexSearch index of an index file may be: at its place, or set aside while both are replaced. */
export function packPlaces(indexFile: string): readonly string[] {
  const path = packPath(indexFile)
  return [path, asidePath(path)]
}

/** The content hash that a FlexSearch index names in its first line; undefined where it names none. */
export function contentHashIn(firstLine: string | undefined): unknown {
  try {
    return firstLine === undefined ? undefined : JSON.parse(firstLine)?.content_hash
  } catch {
    return undefined
  }
}

/** True if a file is the FlexSearch index of the index with a content hash; false for one that cannot be read. */
export function isPackOf(path: string, contentHash: string | undefined): boolean {
  let pack: PackFile | undefined
  try {
    pack = new PackFile(path)
    return contentHash !== undefined && contentHashIn(pack.firstLine()) === contentHash
  } catch {
    return false
  } finally {
    pack?.close()
  }
}
