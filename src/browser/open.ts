import { MedlinkError } from '../errors.ts'
import { TEXT_CODE_VERSION } from '../language/words.ts'
import { crc32 } from './checksum.ts'
import {
  corruptPack,
  foreignPack,
  type PackBody,
  type PackManifest,
  parseLine,
  parsePackManifest,
  requireSame,
} from './pack.ts'
import { SuggestIndex } from './suggest-index.ts'

export interface OpenOptions {
  /** Ends a download, and opening: the promise rejects with the signal's reason, and nothing is kept. */
  readonly signal?: AbortSignal
  /** Headers of the request for a URL: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The ontology and version that are expected; another one is refused. Default: any. */
  readonly ontology?: string
  readonly version?: string
  /**
   * Storage that keeps the file of a URL: `await caches.open('medlink')` in a web page. A kept file is opened without waiting for
   * the network, so that a later visit works offline; meanwhile a newer file is fetched for the visit after it.
   */
  readonly cache?: FileCache
}

/** Part of the browser's `Cache` that keeps a file between visits. */
export interface FileCache {
  match(url: URL | string): Promise<Response | undefined>
  put(url: URL | string, response: Response): Promise<void>
}

/** Decompressed, in bytes: a file of some megabytes has a tenth of that. */
const MOST_BYTES = 256 * 1024 * 1024
const GZIP_MAGIC = [0x1f, 0x8b] as const
const LINE_FEED = 10

/**
 * Opens the FlexSearch index that `medlink build` makes next to an index, `<ontology>/<version>.flexsearch.gz`, for type-ahead
 * without a server. It holds the best-ranked names only, suggests, and links nothing.
 *
 * @param source the bytes of the file, or its URL
 * @throws MedlinkError `download_failed` for a URL that does not answer with the file; `index_incompatible` for a file of
 *   another kind, format, FlexSearch version, ontology or version; `index_corrupt` for damaged or truncated bytes; each says
 *   what to do. The signal's reason when that is aborted
 * @example
 * const index = await openSuggestIndex('/med-link/flexsearch/icd-10-cm/2026')
 * index.suggest({ prefix: 'diab ret' })
 */
export async function openSuggestIndex(
  source: Uint8Array | ArrayBuffer | URL | string,
  options: OpenOptions = {},
): Promise<SuggestIndex> {
  const { signal } = options
  signal?.throwIfAborted()
  const isUrl = typeof source === 'string' || source instanceof URL
  try {
    if (isUrl) return await openUrl(source, options)
    return await openBytes(new Uint8Array(source as ArrayBuffer), 'the file', options)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

/** Opens the kept file of a URL; without a usable one, the file from its server. */
async function openUrl(source: URL | string, options: OpenOptions): Promise<SuggestIndex> {
  const name = nameOf(source)
  const kept = await options.cache?.match(source)
  if (kept !== undefined) {
    try {
      const index = await openBytes(await bytesOf(kept), name, options)
      // Nothing waits for the newer file. Without a network, or permission, the kept one stays.
      void download(source, name, options).catch(() => {})
      return index
    } catch (error) {
      // Another version of Medlink kept a file that this one cannot read, or the storage is damaged.
      if (!(error instanceof MedlinkError)) throw error
    }
  }
  return openBytes(await download(source, name, options), name, options)
}

async function openBytes(
  packed: Uint8Array,
  name: string,
  options: OpenOptions,
): Promise<SuggestIndex> {
  const text = await decompress(packed, name, options.signal)
  options.signal?.throwIfAborted()
  return read(text, name, options)
}

/** The last part of a URL's path: what comes before and after may be secret. */
function nameOf(url: URL | string): string {
  const path = String(url).replace(/[?#].*$/s, '')
  return path.slice(path.lastIndexOf('/') + 1) || 'the file'
}

async function download(
  url: URL | string,
  name: string,
  { signal, headers, cache }: OpenOptions,
): Promise<Uint8Array> {
  const failed = (what: string, cause?: unknown) =>
    new MedlinkError('download_failed', `${name} could not be fetched: ${what}`, { cause })
  let response: Response
  try {
    response = await fetch(url, { ...(signal && { signal }), ...(headers && { headers }) })
  } catch (cause) {
    throw failed('the server cannot be reached: check the URL', cause)
  }
  if (!response.ok)
    throw failed(`the server answered ${response.status}, see whether it is there and may be read`)
  const copy = cache && response.clone()
  let bytes: Uint8Array
  try {
    bytes = await bytesOf(response)
  } catch (cause) {
    throw failed('the connection was lost, try again', cause)
  }
  // A full storage is no reason not to suggest.
  if (copy) await cache?.put(url, copy).catch(() => {})
  return bytes
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}

/** Contents of the gzip. Bytes that a server or browser has decompressed already are taken as they are. */
async function decompress(
  packed: Uint8Array,
  name: string,
  signal: AbortSignal | undefined,
): Promise<{ bytes: Uint8Array; isChecked: boolean }> {
  if (GZIP_MAGIC.some((byte, i) => packed[i] !== byte)) return { bytes: packed, isChecked: false }
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream()
    for await (const part of chunksOf(stream.pipeThrough(new DecompressionStream('gzip')))) {
      signal?.throwIfAborted()
      size += part.length
      if (size > MOST_BYTES) throw foreignPack(name)
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof MedlinkError) throw cause
    throw corruptPack(name, 'it cannot be decompressed: it was cut short or changed', cause)
  }
  return { bytes: joined(parts, size), isChecked: true }
}

/** Not every browser iterates over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function read(
  { bytes, isChecked }: { bytes: Uint8Array; isChecked: boolean },
  name: string,
  expected: OpenOptions,
): SuggestIndex {
  const end = bytes.indexOf(LINE_FEED)
  if (bytes[0] !== '{'.charCodeAt(0) || end < 0) throw foreignPack(name)
  const decoder = new TextDecoder()
  const manifest = parsePackManifest(decoder.decode(bytes.subarray(0, end)), name)
  requireSame(name, 'text code', manifest.text_code_version, TEXT_CODE_VERSION)
  for (const key of ['ontology', 'version'] as const)
    if (expected[key] !== undefined) requireExpected(name, key, manifest, expected[key])
  const second = bytes.subarray(end + 1)
  if (!isChecked && crc32(second) !== manifest.checksum)
    throw corruptPack(name, 'it has another checksum')
  const body = parseLine(decoder.decode(second), name) as PackBody
  return new SuggestIndex(manifest, body)
}

function requireExpected(
  name: string,
  key: 'ontology' | 'version',
  manifest: PackManifest,
  expected: string,
): void {
  if (manifest[key] === expected) return
  throw new MedlinkError(
    'index_incompatible',
    `${name} is of ${key} ${manifest[key]}, not ${expected}: fetch the file of that ${key}`,
  )
}
