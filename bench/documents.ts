/**
 * Measures what uploads cost the built server, and whether a list of many documents loses or repeats any while it is read.
 *
 *   tsx bench/documents.ts [--uploads N] [--documents N] [--changes N]
 *
 *   --uploads    at once, of 10 MB each; 50 when left out
 *   --documents  of the patient whose list is read; 10,000 when left out
 *   --changes    documents that are uploaded meanwhile, and as many that are changed; 500 when left out
 *
 * Needs dist/ (`npm run build`). Records are a new SQLite file, files are in a folder next to it. The uploads are all sent at
 * once: PDFs, of which nothing is made; JPEGs, of which each has a thumbnail made after the answer; and the PDFs in envelopes;
 * `rss_mb` is the most resident memory
 * that the server was seen to have meanwhile (looked at 20 times a second). Then documents are made by way of the records, and
 * their list is read in parts of 100, first while nothing else happens, then while documents are uploaded over HTTP and changed
 * by way of the records. Each document that was there when the list began must be in it once, else it is lost or repeated. The
 * process ends with 1 when any is, when an upload is refused or comes back otherwise than it was sent, or when the server needs
 * more than 250 MB, or 500 for envelopes. Server and client share the machine's processors.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import { openRecords } from '../src/records/open.ts'
import type { Document, Records } from '../src/records/records.ts'
import { type Envelope, openBy, sealBy } from '../test/support/envelope-client.ts'
import {
  callServer,
  formOf,
  OWNER,
  type RunningServer,
  requireBuilt,
  startServer,
} from './http/server.ts'
import { temporaryFolder } from './temporary.ts'
import { quantilesOf, rounded } from './timing.ts'
import { until } from './until.ts'

const MAX_BYTES = 10_000_000
const MAX_RSS_MB = 250
/** Of uploads in envelopes, which are not streamed. */
const MAX_SEALED_RSS_MB = 500
const KEY = { kid: 'bench', secret: '0123456789abcdef' }
const LOOK_MS = 50
/** How long all thumbnails may take. */
const THUMBNAILS_MS = 60_000
/** With which a JPEG begins, and a PDF does not. */
const JPEG_BYTE = 0xff
const PART = 100

const { uploads, documents, changes } = readOptions(import.meta.url, {
  ...{ uploads: 50, documents: 10_000, changes: 500 },
})
requireBuilt()
const root = temporaryFolder()
const faults: string[] = []
const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(MAX_BYTES - 9)])
const uploaded = {
  pdf: await measureUploads(pdf, plain, MAX_RSS_MB),
  jpeg: await measureUploads(await photograph(), plain, MAX_RSS_MB),
  encrypted: await measureUploads(pdf, sealed, MAX_SEALED_RSS_MB),
}
const lists = await measureLists()
console.log(formatRows(Object.entries(uploaded).map(([kind, figures]) => ({ kind, ...figures }))))
const whileBusy = lists.busy.map((list) => ({ while: 'changes come', ...list }))
console.log(formatRows([{ while: 'nothing happens', ...lists.quiet }, ...whileBusy]))
for (const fault of new Set(faults)) console.error(fault)
if (faults.length > 0) process.exitCode = 1

/** A JPEG of just under 10 MB. */
async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = sharp({
    create: { width: 4000, height: 3000, channels: 3, background: 'grey', noise },
  })
  const bytes = await picture.jpeg({ quality: 85 }).toBuffer()
  return bytes.length <= MAX_BYTES
    ? Buffer.concat([bytes, Buffer.alloc(MAX_BYTES - bytes.length)])
    : picture.jpeg({ quality: 60 }).toBuffer()
}

async function newServer(): Promise<{ server: RunningServer; data: string }> {
  const data = mkdtempSync(join(root, 'data-'))
  const dir = join(data, 'no-indexes')
  mkdirSync(dir)
  const settings = { MEDLINK_JWE_KEYS: `${KEY.kid}:${KEY.secret}` }
  return { server: await startServer({ dir, data, settings }), data }
}

/** @param asSent what is sent of a file @param maxRss MB that the server may need */
async function measureUploads(bytes: Buffer, asSent: (bytes: Buffer) => Upload, maxRss: number) {
  const { server } = await newServer()
  const idle = server.residentMegabytes()[0]!
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, ...server.residentMegabytes())
  }, LOOK_MS)
  const ms: number[] = []
  const request = asSent(bytes)
  const start = performance.now()
  const ids = await Promise.all(
    Array.from({ length: uploads }, async () => {
      const begun = performance.now()
      const id = await upload(server, request)
      ms.push(performance.now() - begun)
      return id
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const thumbnails = bytes[0] === JPEG_BYTE ? await untilThumbnails(server) : 0
  const thumbnailSeconds = (performance.now() - start) / 1000
  clearInterval(watch)
  for (const id of ids)
    if (id !== '' && !(await isAsSent(server, id, bytes))) faults.push('a file is another')
  if (most > maxRss) faults.push(`the server needed ${most} MB`)
  await server.stop()
  const megabytes = (uploads * bytes.length) / 1e6
  return {
    ...{ megabytes: rounded(megabytes, 1), megabytes_per_second: rounded(megabytes / seconds, 1) },
    ...{ ...quantilesOf(ms), rss_idle_mb: idle, rss_mb: most },
    ...{ thumbnails, thumbnails_seconds: rounded(thumbnailSeconds, 1) },
  }
}

/** Waits until each has one. @returns how many there are */
async function untilThumbnails(server: RunningServer): Promise<number> {
  let count = 0
  const areThere = async () => {
    count = 0
    for await (const { items } of readParts(server))
      count += items.filter(({ record }) => record.item.metadata.thumbnail !== undefined).length
    return count === uploads
  }
  if (!(await until(areThere, THUMBNAILS_MS)))
    faults.push(`${uploads - count} thumbnails are missing`)
  return count
}

/** How a file is sent, and how what comes back is read. */
interface Upload {
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData | string
  read(answer: unknown): unknown
}

function plain(bytes: Buffer): Upload {
  return { headers: {}, body: formOf(bytes), read: (answer) => answer }
}

function sealed(bytes: Buffer): Upload {
  const envelope = sealBy(KEY.secret, KEY.kid, JSON.stringify({ file: bytes.toString('base64') }))
  return {
    headers: { 'x-encryption': 'JWE' },
    body: JSON.stringify(envelope),
    read: (answer) => JSON.parse(openBy(KEY.secret, answer as Envelope)),
  }
}

async function upload(server: RunningServer, { headers, body, read }: Upload): Promise<string> {
  const { status, text } = await callServer(server, 'POST', '/mr/api/v2/docs', body, headers)
  if (status === 200) return (read(JSON.parse(text)) as { document_id: string }).document_id
  faults.push(`an upload got ${status}`)
  return ''
}

async function isAsSent(server: RunningServer, id: string, bytes: Buffer): Promise<boolean> {
  const { files } = (await get(server, `/mr/api/v1/docs/${id}`)) as {
    files: { asset_url: string }[]
  }
  // Links lead to the public address, where nothing listens here.
  const { pathname, search } = new URL(files[0]!.asset_url)
  const answer = await fetch(server.address + pathname + search)
  return bytes.equals(new Uint8Array(await answer.arrayBuffer()))
}

interface Part {
  readonly items: {
    readonly record: { readonly item: { document_id: string; metadata: { thumbnail?: string } } }
  }[]
  readonly next_token: string | null
}

/** The parts of the list, each with the time that it took. */
async function* readParts(server: RunningServer): AsyncGenerator<Part & { ms: number }> {
  let offset = ''
  for (let hasMore = true; hasMore; ) {
    const begun = performance.now()
    const part = (await get(server, `/mr/api/v1/docs?limit=${PART}${offset}`)) as Part
    yield { ...part, ms: performance.now() - begun }
    hasMore = part.next_token !== null
    offset = `&offset=${part.next_token}`
  }
}

async function get(server: RunningServer, path: string): Promise<unknown> {
  const { status, text } = await callServer(server, 'GET', path)
  if (status !== 200) faults.push(`${status} for what is there`)
  return JSON.parse(text)
}

async function measureLists() {
  const { server, data } = await newServer()
  const records = await openRecords({ folder: data })
  const ids: string[] = []
  for (let i = 0; i < documents; i++) ids.push(await make(records, i))
  const quiet = await readList(server, ids)
  const small = plain(Buffer.from('%PDF-1.4\n'))
  const writing = Promise.all([
    repeat(() => upload(server, small)),
    repeat((nth) =>
      records.documents.update({ id: ids[(nth * 7919) % ids.length]! }, { title: `${nth}` }),
    ),
  ])
  let isDone = false
  void writing.finally(() => {
    isDone = true
  })
  // Again and again, so that all that is written falls into one.
  const busy: Awaited<ReturnType<typeof readList>>[] = []
  while (!isDone) busy.push(await readList(server, ids))
  await writing
  await records.close()
  await server.stop()
  return { quiet, busy }
}

async function repeat(work: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < changes; nth++) await work(nth)
}

async function make(records: Records, nth: number): Promise<string> {
  const id = randomUUID()
  await records.documents.begin(id)
  const added = await records.documents.add({
    ...{ id, ...OWNER, document_type: 'lr', title: `document ${nth}` },
    ...{ tags: ['a'], auto_tags: [], cases: [], media_type: 'application/pdf' },
    ...{ size: 1, sha256: '0'.repeat(64), has_thumbnail: false },
  })
  return (added as Document).id
}

async function readList(server: RunningServer, ids: readonly string[]) {
  const seen = new Map<string, number>()
  const ms: number[] = []
  for await (const { items, ms: took } of readParts(server)) {
    ms.push(took)
    for (const { document_id } of items.map(({ record }) => record.item))
      seen.set(document_id, (seen.get(document_id) ?? 0) + 1)
  }
  const lost = ids.filter((id) => !seen.has(id)).length
  const repeated = [...seen.values()].filter((count) => count > 1).length
  if (lost + repeated > 0) faults.push(`${lost} documents lost, ${repeated} repeated`)
  const max_ms = rounded(Math.max(...ms), 1)
  return { parts: ms.length, listed: seen.size, lost, repeated, ...quantilesOf(ms), max_ms }
}
