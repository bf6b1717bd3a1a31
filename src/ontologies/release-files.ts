/**
 * The files of a publisher's release, read the same way whether it is a folder or the zip it came in.
 *
 * Nothing is unpacked to disk and no file is held in memory: bytes stream through a SHA-256, a strict UTF-8
 * decoder and a line splitter in one pass. A zip inside a zip or inside a folder is not opened.
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MedlinkError } from '../errors.ts'
import type { ReadOptions } from './ontology.ts'

/** An open release. Close it when the last file is read. */
export interface ReleaseFiles {
  /** What was opened, as the caller wrote it. */
  readonly path: string
  /** Every file at any depth, sorted by path; hidden files and the `__MACOSX` folder are left out. */
  readonly files: readonly ReleaseFile[]
  /** The files whose name without folders matches `pattern`, sorted by path. */
  find(pattern: RegExp): readonly ReleaseFile[]
  close(): void
}

/** One file of a release. Each `read…` call reads the file anew, so call one of them once. */
export interface ReleaseFile {
  /** Name without folders, as error messages and source records give it. */
  readonly name: string
  /** Path inside the release, with `/`. */
  readonly path: string
  /**
   * SHA-256 (hex) of the file, after `onLine` has seen every line in order. Lines come without LF or CRLF and
   * without a byte order mark, numbered from 1; an end of line at the end of the file opens no further line.
   * @throws MedlinkError `release_invalid` for a line that is not UTF-8, a damaged zip or a failing disk
   */
  readLines(onLine: (line: string, lineNumber: number) => void): Promise<string>
  /** Like {@link readLines}, in pieces of whole lines with their line ends: for XML and JSON parsers. */
  readText(onText: (text: string) => void): Promise<string>
  /** About the first `bytes` bytes as text, to recognise a file; bytes that are not UTF-8 become U+FFFD. */
  readHead(bytes: number): Promise<string>
}

type OpenStream = () => Promise<Readable>

/**
 * The files of the release at `path`, a folder or a zip.
 * @throws MedlinkError `release_not_found` when nothing is there, `release_invalid` when it is no folder and no intact zip
 */
export async function openRelease(path: string): Promise<ReleaseFiles> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new MedlinkError('release_not_found', `no release at ${path}: give a folder or a zip`, {
      cause,
    })
  })
  return found.isDirectory() ? openFolder(path) : openZip(path)
}

async function openFolder(path: string): Promise<ReleaseFiles> {
  const paths: string[] = []
  await walk(path, '', paths)
  const files = paths.map((inner) =>
    releaseFile(inner, async () => createReadStream(join(path, inner))),
  )
  return releaseFiles(path, files, () => {})
}

/** Collects file paths below `root`/`folder`. A link to a file counts as a file; a link to a folder is not followed. */
async function walk(root: string, folder: string, into: string[]): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const inner = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isHidden(inner)) continue
    if (entry.isDirectory()) await walk(root, inner, into)
    else if (entry.isFile()) into.push(inner)
    else if (entry.isSymbolicLink() && (await stat(join(root, inner))).isFile()) into.push(inner)
  }
}

async function openZip(path: string): Promise<ReleaseFiles> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true })
    const files: ReleaseFile[] = []
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || isHidden(entry.fileName)) continue
      files.push(releaseFile(entry.fileName, zipStream(zip, entry), entry.crc32))
    }
    const opened = zip
    return releaseFiles(path, files, () => opened.close())
  } catch (cause) {
    zip?.close()
    throw new MedlinkError(
      'release_invalid',
      `${path} is neither a folder nor an intact zip (${reason(cause)}): fetch it again`,
      { cause },
    )
  }
}

function zipStream(zip: ZipFile, entry: Entry): OpenStream {
  return () => zip.openReadStreamPromise(entry)
}

/** Dot files and the `__MACOSX/._name` twins, which carry the names of real files but not their contents. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

function releaseFiles(path: string, files: ReleaseFile[], close: () => void): ReleaseFiles {
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return {
    path,
    files,
    find: (pattern) => files.filter((file) => file.name.search(pattern) !== -1),
    close,
  }
}

function releaseFile(path: string, open: OpenStream, crc?: number): ReleaseFile {
  const name = basename(path)
  return {
    name,
    path,
    readText: (onText) => readBlocks(chunks(name, open, crc), name, onText),
    readLines: (onLine) =>
      readBlocks(chunks(name, open, crc), name, (block, firstLine) => {
        const lines = block.split('\n')
        if (lines.at(-1) === '') lines.pop()
        lines.forEach((line, index) => {
          onLine(line.endsWith('\r') ? line.slice(0, -1) : line, firstLine + index)
        })
      }),
    readHead: async (bytes) => {
      const head: Buffer[] = []
      let length = 0
      for await (const chunk of chunks(name, open)) {
        head.push(chunk)
        length += chunk.length
        if (length >= bytes) break
      }
      return Buffer.concat(head).subarray(0, bytes).toString('utf8')
    },
  }
}

/** The bytes of a file; whatever goes wrong below becomes `release_invalid`, errors of the consumer stay as they are. */
async function* chunks(name: string, open: OpenStream, crc?: number): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const chunk of await open()) {
      if (crc !== undefined) sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (cause) {
    throw new MedlinkError('release_invalid', `${name} cannot be read: ${reason(cause)}`, { cause })
  }
  if (crc !== undefined && sum !== crc) {
    throw new MedlinkError('release_invalid', `${name} is damaged: its checksum differs in the zip`)
  }
}

/** Hands over the text in blocks that end with a line, and gives back the SHA-256 of the bytes in hex. */
async function readBlocks(
  source: AsyncIterable<Buffer>,
  name: string,
  onBlock: (text: string, firstLine: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pending: Buffer[] = []
  let line = 1
  const flush = () => {
    const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending)
    const text = decodeStrictly(bytes, decoder, name, line)
    pending = []
    if (text === '') return
    onBlock(line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text, line)
    line += countLines(bytes)
  }
  for await (const chunk of source) {
    hash.update(chunk)
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) {
      pending.push(chunk.subarray(0, end))
      flush()
    }
    if (end < chunk.length) pending.push(chunk.subarray(end))
  }
  flush()
  return hash.digest('hex')
}

const LINE_FEED = 0x0a

/** `bytes` as text. The fast path decodes all lines at once; only a failure looks for the line at fault. */
function decodeStrictly(bytes: Buffer, decoder: TextDecoder, name: string, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw badEncoding(bytes, decoder, name, line) ?? cause
  }
}

/** The error for the first line of `bytes` that is not UTF-8; the first line has the number `line`. */
function badEncoding(bytes: Buffer, decoder: TextDecoder, name: string, line: number) {
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length
    const found = bytes.subarray(start, end)
    start = end
    try {
      decoder.decode(found)
    } catch (cause) {
      return new MedlinkError(
        'release_invalid',
        `${name} line ${line}: found "${found.toString('utf8').trim().slice(0, 80)}", expected UTF-8 text`,
        { cause },
      )
    }
  }
  return undefined
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

/** CRC-32 of `bytes` after those that gave `sum` (ISO 3309, polynomial 0xEDB88320); yauzl leaves this check to its caller. */
function crc32(bytes: Buffer, sum: number): number {
  let crc = ~sum
  for (let i = 0; i < bytes.length; i++) crc = CRC_TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/**
 * The folder or zip of an ontology that its publisher hands out as one, every line of it readable and with one
 * preferred name a code.
 *
 * @param title the ontology's, for the message
 * @throws MedlinkError `invalid_request` for several paths or none, and for options that choose what it does not have
 */
export function requireOnePath(
  title: string,
  paths: readonly string[],
  { dialect, lenient }: ReadOptions,
): string {
  const [path] = paths
  if (path === undefined || paths.length > 1)
    throw new MedlinkError(
      'invalid_request',
      `${title} is published as one folder or zip: found ${paths.length} releases, expected 1`,
    )
  if (dialect !== undefined)
    throw new MedlinkError('invalid_request', `${title} has no dialects: leave the dialect out`)
  if (lenient === true)
    throw new MedlinkError('invalid_request', `${title} is always read strictly: leave lenient out`)
  return path
}

/** `plural(2, 'line')` is "2 lines". */
export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** The warning about rows of a file whose codes the release's main table lacks; `unknown` has at least one code. */
export function unknownCodesWarning(
  file: string,
  unknown: readonly string[],
  table: string,
): string {
  const rows =
    unknown.length === 1
      ? `1 row of ${file} names a code`
      : `${unknown.length} rows of ${file} name codes`
  return `${rows} that ${table} lacks, e.g. ${unknown[0]}`
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
