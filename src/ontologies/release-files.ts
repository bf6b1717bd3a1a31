/**
 * The files of a publisher's release, read the same way whether it is a folder or the zip it came in.
 *
 * Nothing is unpacked to disk and no file is held in memory: bytes stream through a SHA-256, a strict UTF-8
 * decoder and a line splitter in one pass. A zip inside a zip or inside a folder is not opened.
 */

import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { asFileError, MedlinkError } from '../errors.ts'
import { printable } from '../language/printable.ts'
import type { ReadOptions } from './ontology.ts'
import { readBlocks, readLines } from './release-text.ts'
import { MAX_ENTRIES, openZip } from './release-zip.ts'

/** An open release. Close it when the last file is read. */
export interface ReleaseFiles {
  /** The path that was opened, as the caller wrote it. */
  readonly path: string
  /**
   * Every plain file at any depth, sorted by path; hidden files, the `__MACOSX` folder, pipes and devices are left out.
   */
  readonly files: readonly ReleaseFile[]
  /** The files whose name without folders matches `pattern`, sorted by path. */
  find(pattern: RegExp): readonly ReleaseFile[]
  close(): void
}

/** One file of a release. Each `read…` call reads the file anew, so call one of them once. */
export interface ReleaseFile {
  /** Name without folders, as error messages and source records give it: {@link printable}. */
  readonly name: string
  /** Path inside the release, with `/`, printable, too. */
  readonly path: string
  /**
   * SHA-256 (hex) of the file, after `onLine` has seen every line in order. Lines come without LF, CRLF or CR and
   * without a byte order mark, numbered from 1; an end of line at the end of the file opens no further line.
   * @throws MedlinkError `release_invalid` for a line that is not UTF-8, has a control character or is longer than 16 MB, a
   *   file larger than the release may have, a damaged zip or a failing disk
   */
  readLines(onLine: (line: string, lineNumber: number) => void): Promise<string>
  /** Like {@link readLines}, in pieces of whole lines with their line ends: for XML and JSON parsers. */
  readText(onText: (text: string) => void): Promise<string>
  /** About the first `bytes` bytes as text, to recognise a file; bytes that are not UTF-8 become U+FFFD. */
  readHead(bytes: number): Promise<string>
}

/** A file before it is known how it is read. */
interface FoundFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  open(): Promise<AsyncIterable<Buffer>>
}

/** Bytes of one file where an ontology does not say less: those of SNOMED CT's editions have some hundred million. */
const MAX_FILE_BYTES = 2 ** 31

/** Characters of a file's name and of its path; no file system has more of a name. */
const MAX_NAME = 255
const MAX_PATH = 1024

/**
 * The files of the release at `path`, a folder or a zip.
 *
 * @param maxFileBytes more bytes than any file of the ontology has: a larger one cannot be read
 * @throws MedlinkError `release_not_found` when nothing is there; `no_access` when the system does not let it be read;
 *   `release_invalid` when it is no folder and no intact zip, has more files than any release, the same one twice, or a
 *   link that leads out of it
 */
export async function openRelease(
  path: string,
  maxFileBytes = MAX_FILE_BYTES,
): Promise<ReleaseFiles> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw asFileError(path, cause)
    throw new MedlinkError('release_not_found', `no release at ${path}: give a folder or a zip`, {
      cause,
    })
  })
  let close = () => {}
  try {
    if (!found.isDirectory() && !found.isFile()) throw new Error('it is a pipe or a device')
    const opened = found.isDirectory() ? await openFolder(path) : await openZip(path)
    close = opened.close
    return releaseFiles(path, opened.files.filter(isVisible), maxFileBytes, close)
  } catch (cause) {
    close()
    const refused = asFileError(path, cause)
    if (refused instanceof MedlinkError) throw refused
    throw new MedlinkError(
      'release_invalid',
      `${path} is neither a folder nor an intact zip (${reason(cause)}): fetch it again`,
      { cause },
    )
  }
}

async function openFolder(path: string): Promise<{ files: FoundFile[]; close: () => void }> {
  const files: FoundFile[] = []
  try {
    await walk(await realpath(path), '', files)
  } catch (cause) {
    if (cause instanceof MedlinkError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : reason(cause)
    throw new MedlinkError('release_invalid', `${path} cannot be read: ${code}`, { cause })
  }
  return { files, close: () => {} }
}

/** Collects files below `root`/`folder`. A link to a file counts as a file; a link to a folder is not followed. */
async function walk(root: string, folder: string, into: FoundFile[]): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isHidden(path)) continue
    if (entry.isSymbolicLink()) await requireInside(root, path)
    if (entry.isDirectory()) await walk(root, path, into)
    else if (entry.isFile() || entry.isSymbolicLink()) {
      const found = await stat(join(root, path))
      if (!found.isFile()) continue
      if (into.length === MAX_ENTRIES)
        throw new Error(`more than ${MAX_ENTRIES} files, give the folder of the release alone`)
      into.push({ path, size: found.size, open: async () => createReadStream(join(root, path)) })
    }
  }
}

/** @throws MedlinkError `release_invalid` for a link to nothing or out of the folder, without its target */
async function requireInside(root: string, path: string): Promise<void> {
  const target = await realpath(join(root, path)).catch(() => undefined)
  if (target?.startsWith(`${root}${sep}`)) return
  throw new MedlinkError(
    'release_invalid',
    `${printable(path, MAX_PATH)} is a link that leads out of the release or to nothing: put the file in its place`,
  )
}

function isVisible({ path }: FoundFile): boolean {
  return !isHidden(path)
}

/** Dot files and the `__MACOSX/._name` twins, which carry the names of real files but not their contents. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

function releaseFiles(
  path: string,
  found: readonly FoundFile[],
  maxFileBytes: number,
  close: () => void,
): ReleaseFiles {
  const files = found
    .map((file) => releaseFile(file, maxFileBytes))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return {
    path,
    files,
    find: (pattern) => files.filter((file) => file.name.search(pattern) !== -1),
    close,
  }
}

function releaseFile(file: FoundFile, maxBytes: number): ReleaseFile {
  const fileName = basename(file.path)
  if (fileName.length > MAX_NAME || file.path.length > MAX_PATH)
    throw new Error(`a file of it has a name of ${file.path.length} characters`)
  const name = printable(fileName, MAX_NAME)
  return {
    name,
    path: printable(file.path, MAX_PATH),
    readText: (onText) => readBlocks(chunks(file, name, maxBytes), name, onText),
    readLines: (onLine) => readLines(chunks(file, name, maxBytes), name, onLine),
    readHead: async (bytes) => {
      const head: Buffer[] = []
      let length = 0
      for await (const chunk of chunks(file, name, maxBytes)) {
        head.push(chunk)
        length += chunk.length
        if (length >= bytes) break
      }
      return Buffer.concat(head).subarray(0, bytes).toString('utf8')
    },
  }
}

/** The bytes of a file; whatever goes wrong below becomes `release_invalid`, errors of the consumer stay as they are. */
async function* chunks(
  { size, open }: FoundFile,
  name: string,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  if (size > maxBytes)
    throw new MedlinkError(
      'release_invalid',
      `${name} has ${size} bytes: no such file of a release has more than ${maxBytes}`,
    )
  try {
    let length = 0
    for await (const chunk of await open()) {
      length += chunk.length
      if (length > maxBytes) throw new Error(`it has grown to more than ${maxBytes} bytes`)
      yield chunk
    }
  } catch (cause) {
    throw new MedlinkError('release_invalid', `${name} cannot be read: ${reason(cause)}`, { cause })
  }
}

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

/** The warning about rows of a file, `count` of them, whose codes the release's main table lacks. */
export function unknownCodesWarning(
  file: string,
  { count, example }: { readonly count: number; readonly example: string },
  table: string,
): string {
  const rows = count === 1 ? `1 row of ${file} names a code` : `${count} rows of ${file} name codes`
  return `${rows} that ${table} lacks, e.g. ${printable(example)}`
}

/** Characters of another program's message: it may quote names of files. */
const MAX_REASON = 200

function reason(cause: unknown): string {
  return printable(cause instanceof Error ? cause.message : String(cause), MAX_REASON)
}
