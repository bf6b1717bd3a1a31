/**
 * Fetches one large file over HTTP so that a cut connection costs only what was under way.
 *
 * Bytes go to `<file>.part`; the server's mark of the edition (ETag or Last-Modified) goes to `<file>.part.tag`, so that
 * a later call goes on where this one stopped, and begins anew when the publisher has put up another file meanwhile
 * (RFC 9110, sections 13.1.5 If-Range and 14.2 Range). The finished file is renamed into place, its SHA-256 in
 * `<file>.sha256`, as `sha256sum -c` reads it.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MedlinkError } from '../../errors.ts'

/** Receives the bytes that are there and the total; 0 if the server does not give it. */
export type OnBytes = (done: number, total: number) => void

export interface FetchOptions {
  readonly onBytes: OnBytes
  /** Required beginning of the file, e.g. `PK` for a zip: publishers answer an error with a web page. */
  readonly magic: string
}

/** A file on disk. */
export interface FetchedFile {
  readonly url: string
  readonly file: string
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
  /** True when the file was there already, as its recorded SHA-256 confirms, and nothing was fetched. */
  readonly kept: boolean
}

/** How often a connection may be cut before the call gives up. What came over until then is kept. */
const ATTEMPTS = 3

/**
 * Fetches `url` into `file`, going on where an earlier call stopped.
 *
 * @throws MedlinkError `download_failed` when the server cannot be reached, refuses, sends another length than it
 *   announces, or sends something else than a file that begins with `magic`
 */
export async function fetchFile(
  url: string,
  file: string,
  options: FetchOptions,
): Promise<FetchedFile> {
  const kept = await verifyKept(file)
  if (kept !== undefined) return { url, file, ...kept, kept: true }
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.part`
  for (let attempt = 1; ; attempt++) {
    try {
      await fetchRest(url, part, options.onBytes)
      break
    } catch (error) {
      // fetch throws a TypeError whatever happens to the connection; anything else is final.
      if (!(error instanceof TypeError)) throw error
      if (attempt === ATTEMPTS) throw unreachable(url, error)
    }
  }
  const bytes = await sizeOf(part)
  const { sha256, head } = await inspect(part, options.magic.length)
  if (head !== options.magic) {
    await discard(part)
    throw new MedlinkError('download_failed', `${url} answered with something that is not a zip`)
  }
  await writeFile(`${file}.sha256`, `${sha256}  ${basename(file)}\n`)
  await rename(part, file)
  await discard(part)
  return { url, file, bytes, sha256, kept: false }
}

/** Size and SHA-256 of a file that is complete already: one whose recorded SHA-256 is its own. */
async function verifyKept(file: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const recorded = await readFile(`${file}.sha256`, 'utf8').catch(() => undefined)
  if (recorded === undefined || (await sizeOf(file)) === 0) return undefined
  const { sha256 } = await inspect(file, 0)
  return recorded.startsWith(sha256) ? { bytes: await sizeOf(file), sha256 } : undefined
}

/** Brings `part` to its full length. @throws TypeError, from fetch, when the connection fails or is cut */
async function fetchRest(url: string, part: string, onBytes: OnBytes): Promise<void> {
  const tag = await readFile(`${part}.tag`, 'utf8').catch(() => '')
  const start = tag === '' ? 0 : await sizeOf(part)
  const response = await fetch(url, {
    // Compressed on the way, neither length nor range would be those of the file.
    headers: {
      'accept-encoding': 'identity',
      ...(start > 0 && { range: `bytes=${start}-`, 'if-range': tag }),
    },
  })
  const { status, headers, body } = response
  if (start > 0 && status === 416) {
    await body?.cancel()
    if (headers.get('content-range') === `bytes */${start}`) return
    await discard(part)
    return fetchRest(url, part, onBytes)
  }
  const resumed = status === 206
  if ((status !== 200 && !resumed) || body === null) {
    await body?.cancel()
    throw new MedlinkError('download_failed', `${url} answered ${status} ${response.statusText}`)
  }
  const from = resumed ? start : 0
  const total = totalOf(headers, resumed, from)
  if (total === undefined) {
    await body.cancel()
    await discard(part)
    throw new MedlinkError(
      'download_failed',
      `${url} sent a different part of the file than requested`,
    )
  }
  await writeFile(`${part}.tag`, headers.get('etag') ?? headers.get('last-modified') ?? '')
  let done = from
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        done += chunk.length
        onBytes(done, total)
        yield chunk
      }
    },
    createWriteStream(part, { flags: resumed ? 'a' : 'w' }),
  )
  if (total > 0 && done !== total) {
    await discard(part)
    throw new MedlinkError('download_failed', `${url} sent ${done} bytes, but announced ${total}`)
  }
}

/** The announced length of the whole file, 0 when there is none; undefined when a part does not begin at `from`. */
function totalOf(headers: Headers, resumed: boolean, from: number): number | undefined {
  if (!resumed) return Number(headers.get('content-length') ?? 0)
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '')
  if (range === null || Number(range[1]) !== from) return undefined
  return range[2] === '*' ? 0 : Number(range[2])
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

async function inspect(
  file: string,
  headLength: number,
): Promise<{ sha256: string; head: string }> {
  const hash = createHash('sha256')
  let head = ''
  for await (const chunk of createReadStream(file)) {
    if (head === '') head = (chunk as Buffer).subarray(0, headLength).toString('latin1')
    hash.update(chunk as Buffer)
  }
  return { sha256: hash.digest('hex'), head }
}

async function discard(part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(`${part}.tag`, { force: true })
}

function unreachable(url: string, error: TypeError): MedlinkError {
  const { cause } = error
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
  return new MedlinkError('download_failed', `cannot fetch ${url} (${reason})`, { cause: error })
}
