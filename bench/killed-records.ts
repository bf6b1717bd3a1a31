/** Records of the benchmarks that kill a process: made before, and read after it. */

import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Blobs, openRecords, type Records } from '../src/http/http.ts'
import type { RecordsPlace } from '../src/records/open.ts'
import type { Document } from '../src/records/records.ts'
import { parseMasterKeys } from '../src/records/sealing/master-keys.ts'

/** A time at which the files that a killed process has begun are garbage. */
export const tomorrow = () => Date.now() + 24 * 3_600_000

export function newMasterKey(name: string): string {
  return `${name}:${randomBytes(32).toString('hex')}`
}

/** Opens records for some work. @param keys master keys, undefined where nothing is sealed */
export async function withRecords<Result>(
  place: RecordsPlace,
  { keys, now }: { keys?: string | undefined; now?: () => number },
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  const masterKeys = keys === undefined ? undefined : parseMasterKeys(keys)!
  const records = await openRecords(place, { masterKeys, ...(now && { now }) })
  try {
    return await work(records)
  } finally {
    await records.close()
  }
}

/** Adds a document with its file. */
export async function addDocument(
  records: Records,
  blobs: Blobs,
  bytes: Buffer,
  fields: Pick<Document, 'bid' | 'patient'> & Partial<Document>,
): Promise<Document> {
  const id = randomUUID()
  const files = records.files(blobs)
  const key_id = await files.keyIdFor(fields.bid)
  await records.documents.begin(id)
  const { size, sha256 } = await files.put({ key: id, key_id }, Readable.from([bytes]))
  const added = await records.documents.add({
    ...{ tags: [], auto_tags: [], cases: [], has_thumbnail: false, document_type: 'lr' },
    ...{ media_type: 'application/pdf', ...fields, id, size, sha256, key_id },
  })
  return added as Document
}

/** The file of a document; undefined where it cannot be read. */
export async function bytesOf(
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
