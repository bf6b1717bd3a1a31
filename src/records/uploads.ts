/** Documents whose files are uploaded by signed forms: each is listed once all of its files are there. */

import type { Kysely, Transaction } from 'kysely'
import { MedlinkError } from '../errors.ts'
import {
  claimFile,
  documentOf,
  isErased,
  keysOf,
  nextChange,
  noteChange,
  noteGarbage,
} from './documents.ts'
import type { DocumentOwner, NewUpload, Uploads } from './records.ts'
import type { Sealing } from './sealing/sealing.ts'
import { type Store, secondsOf } from './store.ts'
import type { Tables } from './tables.ts'
import { releaseBytes, takeBytes } from './workspaces.ts'

/** Uploads that one call ends. */
const EXPIRED_AT_ONCE = 100

/** The uploads of a database. @param now clock in epoch milliseconds */
export function uploadsOf(store: Store, now: () => number): Uploads {
  return {
    async announce(uploads, lifetimeSeconds, maxBytes) {
      let refusal: 'taken' | 'full' | undefined
      store.context.noteListed(uploads.map(({ id }) => id))
      const work = store.run((db) =>
        db.transaction().execute(async (trx) => {
          const time = secondsOf(now)
          for (const upload of uploads) {
            store.context.note({ type: 'document', id: upload.id }, upload.patient)
            // From here on the patient is not erased until it is announced.
            await nextChange(trx, upload, time)
            if (await isErased(trx, upload)) return 'erased'
            const times = { time, expires_at: time + lifetimeSeconds }
            refusal = await announce(trx, store.sealing, upload, times, maxBytes)
            // The transaction takes back those before it.
            if (refusal !== undefined)
              throw new MedlinkError('invalid_request', 'the documents are not announced')
          }
          return 'announced' as const
        }),
      )
      try {
        return await work
      } catch (error) {
        if (refusal !== undefined) return refusal
        throw error
      }
    },

    find: async (id, place) => {
      const file = await store.read((db) =>
        db
          .selectFrom('document_file as f')
          .innerJoin('upload as u', 'u.document_id', 'f.document_id')
          .innerJoin('document as d', 'd.id', 'f.document_id')
          .select(['f.file_size', 'd.patient', 'd.key_id'])
          .where('f.document_id', '=', id)
          .where('f.place', '=', place)
          .executeTakeFirst(),
      )
      if (file === undefined) return undefined
      store.context.note({ type: 'document', id }, file.patient)
      return { file_size: file.file_size, key_id: file.key_id }
    },

    addFile: (id, place, { key, media_type, size, sha256 }, keyId) =>
      store.run((db) =>
        db.transaction().execute(async (trx) => {
          const owner = await ownerOf(trx, id)
          if (owner === undefined) return undefined
          store.context.note({ type: 'document', id }, owner.patient)
          const time = secondsOf(now)
          // From here on no other file of the document is added, and it is not removed.
          const change = await nextChange(trx, owner, time)
          if (await isErased(trx, owner)) return undefined
          const files = await trx
            .selectFrom('document_file')
            .selectAll()
            .where('document_id', '=', id)
            .orderBy('place')
            .execute()
          const file = files[place]
          // A document that was plain may have been sealed meanwhile.
          if (file === undefined || !(await hasKey(trx, id, keyId))) return undefined
          if (file.key !== null) return file.sha256 === sha256 ? 'same' : 'other_bytes'
          if (!(await claimFile(trx, key))) return undefined
          const stored = { key, media_type, size, sha256 }
          await trx
            .updateTable('document_file')
            .set(stored)
            .where('document_id', '=', id)
            .where('place', '=', place)
            .execute()
          files[place] = { ...file, ...stored }
          if (files.some((each) => each.key === null)) return 'added'
          const [first] = files
          const document = await trx
            .updateTable('document')
            .set({
              ...{ seq: change.seq, upload_date: time, media_type: first!.media_type! },
              ...{ size: first!.size!, sha256: first!.sha256! },
            })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow()
          await noteChange(trx, document, change, true)
          await trx.deleteFrom('upload').where('document_id', '=', id).execute()
          return documentOf(await store.sealing.open(trx, 'document', document))
        }),
      ),

    expire: () =>
      store.run(async (db) => {
        const time = secondsOf(now)
        const expired = await db
          .selectFrom('upload')
          .select('document_id')
          .where('expires_at', '<=', time)
          .orderBy('expires_at')
          .limit(EXPIRED_AT_ONCE)
          .execute()
        for (const { document_id } of expired)
          await db.transaction().execute((trx) => expire(trx, document_id, time))
        return expired.length
      }),
  }
}

/** @returns `taken` where the identifier is another document's, `full` where there are too few bytes left; otherwise undefined */
async function announce(
  trx: Transaction<Tables>,
  sealing: Sealing,
  { files, ...upload }: NewUpload,
  { time, expires_at }: { readonly time: number; readonly expires_at: number },
  maxBytes: number | undefined,
): Promise<'taken' | 'full' | undefined> {
  const { id, bid, patient, document_type, document_date, tags, cases, consent } = upload
  const made = await trx
    .insertInto('document')
    .values(
      await sealing.seal(trx, 'document', {
        ...{ id, bid, patient, seq: 0, document_type, document_date: document_date ?? null },
        ...{ tags: JSON.stringify(tags), auto_tags: '[]', cases: JSON.stringify(cases) },
        consent: consent === undefined ? null : JSON.stringify(consent),
        // Known once the files are there.
        ...{ upload_date: time, media_type: '', size: 0, sha256: '', has_thumbnail: 0 },
      }),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n)
    return (await renew(trx, { id, bid, patient }, files, expires_at)) ? undefined : 'taken'
  const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0)
  if (!(await takeBytes(trx, upload, bytes, maxBytes))) return 'full'
  await trx.insertInto('upload').values({ document_id: id, expires_at }).execute()
  await trx
    .insertInto('document_file')
    .values(files.map((file, place) => ({ document_id: id, place, ...file })))
    .execute()
  return undefined
}

/** Gives an upload that has not ended more time, if it is the same. */
async function renew(
  trx: Transaction<Tables>,
  { id, bid, patient }: DocumentOwner & { readonly id: string },
  files: NewUpload['files'],
  expires_at: number,
): Promise<boolean> {
  const owner = await ownerOf(trx, id)
  if (owner?.bid !== bid || owner.patient !== patient) return false
  const announced = await trx
    .selectFrom('document_file')
    .select(['content_type', 'file_size'])
    .where('document_id', '=', id)
    .orderBy('place')
    .execute()
  if (JSON.stringify(announced) !== JSON.stringify(files)) return false
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({ expires_at })
    .where('document_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True if a document has the data key of its new file. */
async function hasKey(
  trx: Transaction<Tables>,
  id: string,
  keyId: string | null | undefined,
): Promise<boolean> {
  if (keyId === undefined) return true
  const { key_id } = await trx
    .selectFrom('document')
    .select('key_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return key_id === keyId
}

/** The owner of a document that has not all of its files. */
function ownerOf(db: Kysely<Tables>, id: string): Promise<DocumentOwner | undefined> {
  return db
    .selectFrom('document')
    .innerJoin('upload', 'upload.document_id', 'document.id')
    .select(['bid', 'patient'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function expire(trx: Transaction<Tables>, id: string, time: number): Promise<void> {
  const owner = await ownerOf(trx, id)
  if (owner === undefined) return
  await nextChange(trx, owner, time)
  const upload = await trx
    .selectFrom('upload')
    .select('document_id')
    .where('document_id', '=', id)
    .where('expires_at', '<=', time)
    .executeTakeFirst()
  if (upload === undefined) return
  const keys = await keysOf(trx, [{ id, has_thumbnail: 0, thumbnail_key: null }])
  await releaseBytes(trx, owner, [id])
  await trx.deleteFrom('document').where('id', '=', id).execute()
  await noteGarbage(trx, keys)
}
