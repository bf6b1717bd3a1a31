/**
 * Proves of retention, on SQLite and on PostgreSQL:
 * 1. documents, patients and entries of the audit trail go when their time is over, with their files, and not before
 * 2. a patient with a newer document stays; a legal hold keeps patient and documents
 * 3. each removal has one entry in the audit trail, however many processes remove at the same time, and the chain is whole
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBlobs, openRecords, type Records } from '../../src/http/http.ts'
import { type Retention, sweepOutdated } from '../../src/http/retention.ts'
import type { AuditEntry } from '../../src/records/audit/entry.ts'
import type { Blobs } from '../../src/records/blobs/blobs.ts'
import type { Profile } from '../../src/records/records.ts'
import { DATABASES, type DatabaseKind } from '../records/databases.ts'
import { START_MS } from '../support/postgres.ts'

const DAY_MS = 86_400_000
const START = 1_800_000_000_000

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let all: Records[]
  let blobs: Blobs
  let time = START
  const files = mkdtempSync(join(tmpdir(), 'medlink-retention-'))
  const warnings: unknown[] = []
  const log = { warn: (...said: unknown[]) => warnings.push(said) } as unknown as FastifyBaseLogger

  beforeAll(async () => {
    kind = await start()
    const place = await kind.newPlace()
    all = await Promise.all([1, 2].map(() => openRecords(place, { now: () => time })))
    blobs = await openBlobs({ folder: files })
  }, START_MS)
  afterAll(async () => {
    await Promise.all(all?.map((records) => records.close()) ?? [])
    await kind?.stop()
    rmSync(files, { recursive: true, force: true })
  })

  const sweep = (retention: Retention) =>
    Promise.all(
      all.map((records) => sweepOutdated(retention, { records, blobs, log, now: () => time })),
    )
  async function newPatient(): Promise<string> {
    return ((await all[0]!.profiles.create({ kind: 'patient', bid: 'b' })) as Profile).oid
  }
  async function addDocument(patient: string): Promise<string> {
    const id = randomUUID()
    await all[0]!.documents.begin(id)
    const stored = await blobs.put(id, Readable.from([Buffer.from('a')]))
    await all[0]!.documents.add({
      ...{ id, bid: 'b', patient, document_type: 'ps', tags: [], auto_tags: [], cases: [] },
      ...{ media_type: 'application/pdf', has_thumbnail: false, ...stored },
    })
    return id
  }
  const isThere = async (oid: string) => (await all[0]!.profiles.get('patient', oid)) !== undefined
  async function entries(): Promise<AuditEntry[]> {
    await Promise.all(all.map(({ audit }) => audit.flush()))
    const found: AuditEntry[] = []
    for await (const { entry } of all[0]!.audit.read()) found.push(JSON.parse(entry))
    return found
  }

  test('records go when their time is over, and not before', async () => {
    const [old, held, kept] = [await newPatient(), await newPatient(), await newPatient()]
    const [first, ofHeld, early] = await Promise.all([old, held, kept].map(addDocument))
    await all[0]!.patients.hold(held)
    time = START + 5 * DAY_MS
    const late = await addDocument(kept)
    time = START + 10 * DAY_MS
    await sweep({ patients: 10, documents: 10 })
    expect(readdirSync(files).sort()).toEqual([first, ofHeld, early, late].sort())
    time += 1000
    await sweep({ patients: 10 })
    expect(await Promise.all([old, held, kept].map(isThere))).toEqual([false, true, true])
    expect(readdirSync(files).sort()).toEqual([ofHeld, early, late].sort())
    // Entries are in the order of their times.
    time += 1
    await sweep({ documents: 10 })
    expect(readdirSync(files).sort()).toEqual([ofHeld, late].sort())
    const operation = 'retention'
    const done = { operation, action: 'delete', outcome: 'done', workspace: 'b' }
    expect(await entries()).toMatchObject([
      { ...done, record: { type: 'patient', id: old }, patient: old },
      { ...done, record: { type: 'document', id: early }, patient: kept },
    ])
    time += 3 * DAY_MS
    await sweep({ audit: 3 })
    expect(await entries()).toHaveLength(2)
    time += 1000
    await sweep({ audit: 3 })
    expect((await entries()).every((entry) => entry.operation === 'audit retention')).toBe(true)
    expect(await all[0]!.audit.verify()).toMatchObject({ isWhole: true })
    expect(warnings).toEqual([])
  })
})
