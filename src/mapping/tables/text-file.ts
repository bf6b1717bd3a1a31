/** Text of any usual encoding, as spreadsheets and laboratory systems write it. */

import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { asFileError } from '../../internal.ts'
import { MedlinkError } from '../../medlink.ts'

/** Kind of a file, before it is read as a table. */
export interface FileKind {
  /** SHA-256 of all its bytes, hex. */
  readonly sha256: string
  readonly bytes: number
  /** A name of the Encoding Standard: `utf-8`. */
  readonly encoding: string
  /** True if it begins with a byte order mark. */
  readonly hasMark: boolean
  /** True if it is Parquet, and so no text. */
  readonly isParquet: boolean
  /** Remark for the user on the way it is read; undefined for plain UTF-8. */
  readonly remark: string | undefined
}

const CHUNK_BYTES = 1 << 16
/** Enough to see whether every second byte is 0. */
const SAMPLE_BYTES = 4096

/** Byte order marks by the encoding that they stand for. */
const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** How Parquet begins, and ends. */
const PARQUET = '50415231'
/** How files begin that hold tables as neither: archives, and with them workbooks; workbooks of old. */
const FOREIGN: readonly string[] = ['504b0304', 'd0cf11e0']

/**
 * Reads a file to its end and gives its kind. Default encoding: by the byte order mark, else UTF-16 if every second byte is
 * 0, else UTF-8 if valid, else Windows-1252, which includes Latin-1.
 *
 * @param encoding a label of the Encoding Standard: "latin1", "utf-16le", "shift_jis"
 * @throws MedlinkError `table_invalid` for an empty file or one that is neither text nor Parquet; `invalid_request` for an
 *   unknown encoding; `no_access`
 */
export async function inspectFile(path: string, encoding?: string): Promise<FileKind> {
  const given = encoding === undefined ? undefined : requireEncoding(encoding)
  const sample = readSample(path)
  if (sample.length === 0)
    throw new MedlinkError('table_invalid', `${path} is empty: a table must begin with its header`)
  refuseForeign(path, sample)
  const isParquet = beginsWith(sample, PARQUET)
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, i) => sample[i] === byte))?.[0]
  const told = isParquet ? 'utf-8' : (given ?? mark ?? utf16Of(sample))
  const hash = createHash('sha256')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = told === undefined
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk)
      bytes += chunk.length
      isUtf8 &&= decodes(utf8, chunk)
    }
  } catch (error) {
    throw asFileError(path, error)
  }
  isUtf8 &&= decodes(utf8)
  const kind = { sha256: hash.digest('hex'), bytes, hasMark: mark !== undefined, isParquet }
  if (isUtf8 || told === 'utf-8') return { ...kind, encoding: 'utf-8', remark: undefined }
  const found = told ?? 'windows-1252'
  const why = told === undefined ? 'is not in UTF-8: it is read as' : 'is read as'
  const remark = `${path} ${why} ${found}; --encoding names another`
  return { ...kind, encoding: found, remark: given === undefined ? remark : undefined }
}

/**
 * The text of a file, piece by piece, without its byte order mark.
 *
 * @param onBytes called with the number of bytes of each piece
 * @throws MedlinkError `table_invalid` where it is not in its encoding or has NUL bytes, `no_access`
 */
export async function* readText(
  path: string,
  encoding: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  const decode = (chunk?: Uint8Array): string => {
    let text: string
    try {
      text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      const message = `${path} is not in ${encoding} after line ${line}: name its encoding (--encoding)`
      throw new MedlinkError('table_invalid', message)
    }
    const nul = text.indexOf('\0')
    const read = nul < 0 ? text : text.slice(0, nul)
    for (let at = read.indexOf('\n'); at >= 0; at = read.indexOf('\n', at + 1)) line++
    if (nul >= 0) {
      const message = `${path} has a NUL byte in line ${line}: it is not text, or is in another encoding (--encoding)`
      throw new MedlinkError('table_invalid', message)
    }
    return text
  }
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      const text = decode(chunk)
      if (text !== '') yield text
      onBytes?.(chunk.length)
    }
  } catch (error) {
    throw asFileError(path, error)
  }
  const rest = decode()
  if (rest !== '') yield rest
}

function requireEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new MedlinkError(
      'invalid_request',
      'unknown encoding: use one such as utf-8, windows-1252, latin1 or utf-16le',
    )
  }
}

function readSample(path: string): Buffer {
  try {
    const handle = openSync(path, 'r')
    try {
      const sample = Buffer.alloc(SAMPLE_BYTES)
      return sample.subarray(0, readSync(handle, sample))
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw asFileError(path, error)
  }
}

/** @throws MedlinkError `table_invalid` for what people take for a table and is none that can be read */
function refuseForeign(path: string, sample: Buffer): void {
  if (!FOREIGN.some((bytes) => beginsWith(sample, bytes))) return
  const message = `${path} is a workbook or an archive, not text: save the table as CSV`
  throw new MedlinkError('table_invalid', message)
}

/** @param bytes hex */
function beginsWith(sample: Buffer, bytes: string): boolean {
  return sample.toString('hex', 0, bytes.length / 2) === bytes
}

/** UTF-16 without a mark: text in Latin letters has a 0 in every second byte. */
function utf16Of(sample: Buffer): string | undefined {
  let [even, odd] = [0, 0]
  for (let i = 0; i + 1 < sample.length; i += 2) {
    if (sample[i] === 0) even++
    if (sample[i + 1] === 0) odd++
  }
  const most = sample.length / 4
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    if (chunk === undefined) decoder.decode()
    else decoder.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}
