/**
 * Proves of a server that is killed in the middle of uploads, on SQLite and on PostgreSQL:
 * 1. every document that was acknowledged is listed, with its file as it was sent
 * 2. every document that is listed is whole, and what is left of others is known by its note, to be swept
 */

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openBlobs } from '../../../src/records/blobs/open.ts'
import { openRecords } from '../../../src/records/open.ts'
import { DATABASES, type DatabaseKind } from '../../records/databases.ts'
import { compiledChild } from '../../support/compiled.ts'
import { START_MS } from '../../support/postgres.ts'
import { headersOf, OID } from './server.ts'

vi.setConfig({ testTimeout: 60_000 })

const CHILD = 'http/documents/child'
const LANES = 4
/** Acknowledgements after which it is killed. */
const ENOUGH = 12
const BYTES = 60_000

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  beforeAll(async () => {
    kind = await start()
  }, START_MS)
  afterAll(() => kind?.stop())

  test('keeps every document that was acknowledged', async () => {
    const place = await kind.newPlace()
    const files = mkdtempSync(join(tmpdir(), 'medlink-killed-'))
    onTestFinished(() => rmSync(files, { recursive: true, force: true }))
    const argv = [compiledChild(CHILD), JSON.stringify({ place, files })]
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { value: address } = await lines.next()
    const headers = await headersOf()
    /** Checksums of what was acknowledged, by identifier. */
    const acknowledged = new Map<string, string>()
    const lane = async () => {
      for (;;) {
        const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(BYTES)])
        const body = new FormData()
        body.append('file', new Blob([bytes]), 'a')
        try {
          const answer = await fetch(`${address}/mr/api/v2/docs`, { method: 'POST', headers, body })
          const { document_id } = (await answer.json()) as { document_id: string }
          acknowledged.set(document_id, sha256Of(bytes))
        } catch {
          return
        }
        if (acknowledged.size === ENOUGH) child.kill('SIGKILL')
      }
    }
    const ended = once(child, 'exit')
    await Promise.all([...Array.from({ length: LANES }, lane), ended])

    const records = await openRecords(place, { now: () => Date.now() + 25 * 3600 * 1000 })
    onTestFinished(() => records.close())
    const { documents } = (await records.documents.list({ bid: 'b', patient: OID }, {}, 1000))!
    for (const { id, sha256, size } of documents) {
      const bytes = readFileSync(join(files, id))
      expect([bytes.length, sha256Of(bytes)]).toEqual([size, sha256])
    }
    const listed = new Map(documents.map(({ id, sha256 }) => [id, sha256]))
    for (const [id, sha256] of acknowledged) expect(listed.get(id)).toBe(sha256)
    expect(acknowledged.size).toBeGreaterThanOrEqual(ENOUGH)
    const abandoned = await records.documents.abandoned()
    const known = new Set([...listed.keys(), ...abandoned])
    // What was half written goes at the next start.
    await openBlobs({ folder: files })
    for (const name of readdirSync(files)) expect(known).toContain(name)
    expect(abandoned.filter((id) => listed.has(id))).toEqual([])
  })
})

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
