import { closeSync, fstatSync, openSync, type Stats } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import { asidePath } from '../files/atomic.ts'
import { readManifestValue } from './file.ts'
import { packPath } from './registry.ts'
import { readAt } from './tail.ts'

/**
 * The file of a FlexSearch index, which lies next to the index that it was compiled with: gzip, the first line of which says
 * what it is. browser/pack.ts has what is in it.
 */

/** The first line is within so many bytes of the file: the licence and the sources of a release are a few thousand. */
const HEAD_BYTES = 65_536

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

  /** The first line; undefined where these are not the first bytes of such a file. */
  firstLine(): string | undefined {
    const head = Buffer.alloc(Math.min(HEAD_BYTES, this.stats.size))
    const read = readAt(this.#handle, head, 0)
    try {
      const text = gunzipSync(head.subarray(0, read), { finishFlush: constants.Z_SYNC_FLUSH })
      const end = text.indexOf(10)
      return end < 0 ? undefined : text.toString('utf8', 0, end)
    } catch {
      return undefined
    }
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

/** Whether a file is the FlexSearch index of an index file. */
export function isPackOf(path: string, indexFile: string): boolean {
  let pack: PackFile | undefined
  try {
    pack = new PackFile(path)
    const hash = contentHashIn(pack.firstLine())
    return hash !== undefined && hash === readManifestValue(indexFile, 'content_hash')
  } catch {
    return false
  } finally {
    pack?.close()
  }
}
