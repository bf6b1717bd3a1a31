import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  corruptPack,
  foreignPack,
  type PackBody,
  type PackManifest,
  parseLine,
  parsePackManifest,
} from '../browser/pack.ts'
import { asFileError, MedlinkError } from '../errors.ts'
import { contentHashIn, isPackOf, PackFile, packPlaces } from '../index/file/pack-file.ts'
import { checksum } from '../index/file/tail.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { packPath } from '../index/registry.ts'

/** The FlexSearch index of an index file, as a web page loads it. */
export interface FlexSearchFile {
  /** Name of the index that it was compiled with. */
  readonly index_name: string
  /** Hash of the bytes, in hex. */
  readonly sha256: string
  /** Gzip; `openSuggestIndex` of `medlink/browser` opens it. */
  readonly bytes: Uint8Array
}

/** Entry of the registry about a FlexSearch index. */
export interface FlexSearchSummary {
  readonly names: number
  readonly bytes: number
  /** Version of the package that made it. */
  readonly package_version: string
}

/** The FlexSearch indexes next to index files. */
export class FlexSearchFiles {
  /** Hashes of files by what tells these from others. */
  readonly #hashes = new Map<string, { readonly identity: string; readonly sha256: string }>()

  /**
   * The FlexSearch index of an index file.
   *
   * @param contentHash that of the index
   * @throws MedlinkError `index_missing` where there is none, `index_incompatible` for one of another build, `index_corrupt`
   *   for one whose beginning is damaged, `no_access`
   */
  read(indexFile: string, contentHash: string): FlexSearchFile {
    return withPackOf(indexFile, contentHash, (pack) => {
      const { index_name } = manifestOf(pack)
      const bytes = pack.bytes()
      return { index_name, bytes, sha256: this.#hashOf(pack, bytes) }
    })
  }

  /** True if an open index has one, of its build. */
  has({ file, index }: { readonly file: string; readonly index: MedlinkIndex }): boolean {
    return packPlaces(file).some((path) => isPackOf(path, index.manifest.content_hash))
  }

  /** Summary of the FlexSearch index of this build; null if there is none. @throws MedlinkError what {@link read} throws */
  summarize(indexFile: string, contentHash: string): FlexSearchSummary | null {
    if (!isThere(indexFile)) return null
    return withPackOf(indexFile, contentHash, (pack) => {
      const { counts, flexsearch } = manifestOf(pack)
      const { size } = pack.stats
      return { names: counts.names, bytes: size, package_version: flexsearch.version }
    })
  }

  #hashOf({ path, stats }: PackFile, bytes: Uint8Array): string {
    const identity = [stats.dev, stats.ino, stats.size, stats.mtimeMs].join(' ')
    const known = this.#hashes.get(path)
    if (known?.identity === identity) return known.sha256
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#hashes.set(path, { identity, sha256 })
    return sha256
  }
}

/** Faults of the FlexSearch index of an index file, all of it read; none if there is no such index. */
export function flexsearchFaults(indexFile: string, contentHash: string): MedlinkError[] {
  if (!isThere(indexFile)) return []
  try {
    withPackOf(indexFile, contentHash, readWhole)
    return []
  } catch (error) {
    if (error instanceof MedlinkError) return [error]
    throw error
  }
}

/** True if anything is at the places of an index file's FlexSearch index. */
function isThere(indexFile: string): boolean {
  return packPlaces(indexFile).some((path) => existsSync(path))
}

/** `index_missing`: a FlexSearch index is left of an index that is not there. */
export function orphanedPack(indexFile: string): MedlinkError {
  return new MedlinkError(
    'index_missing',
    `${packPath(indexFile)} has no index next to it: remove it, or build the index again`,
  )
}

/** Calls `work` with the file of an index, which is open meanwhile, and returns its result. */
function withPackOf<T>(indexFile: string, contentHash: string, work: (pack: PackFile) => T): T {
  const found = packPlaces(indexFile).flatMap((path) => tryOpen(path) ?? [])
  try {
    const own = found.find((pack) => contentHashIn(pack.firstLine()) === contentHash)
    if (own !== undefined) return work(own)
    const path = packPath(indexFile)
    if (found[0] === undefined)
      throw new MedlinkError(
        'index_missing',
        `there is no FlexSearch index at ${path}: build the index again, without --no-flexsearch`,
      )
    manifestOf(found[0])
    throw new MedlinkError(
      'index_incompatible',
      `${path} was not built with the index next to it: build the index again`,
    )
  } finally {
    for (const pack of found) pack.close()
  }
}

/** @throws MedlinkError `no_access` for a file that is there and cannot be opened */
function tryOpen(path: string): PackFile | undefined {
  try {
    return new PackFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw asFileError(path, error)
  }
}

/** @throws MedlinkError `index_incompatible`, `index_corrupt` */
function manifestOf(pack: PackFile): PackManifest {
  const line = pack.firstLine()
  if (line === undefined && pack.isGzip())
    throw corruptPack(pack.path, 'its first line cannot be read')
  if (!line?.startsWith('{')) throw foreignPack(pack.path)
  return parsePackManifest(line, pack.path)
}

/** Reads every byte. @throws MedlinkError `index_corrupt` where they are not what was written */
function readWhole(pack: PackFile): void {
  const manifest = manifestOf(pack)
  let text: Buffer
  try {
    text = gunzipSync(pack.bytes())
  } catch (cause) {
    throw corruptPack(pack.path, 'it cannot be decompressed: it was cut short or changed', cause)
  }
  const second = text.subarray(text.indexOf(10) + 1)
  if (checksum(second) !== manifest.checksum)
    throw corruptPack(pack.path, 'it has another checksum')
  const { texts, codes } = parseLine(second.toString(), pack.path) as PackBody
  if (texts.length !== manifest.counts.names || codes.length !== manifest.counts.concepts)
    throw corruptPack(pack.path, 'its counts are not those that it states')
}
