import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { MedlinkError } from '../../medlink.ts'
import type { Blobs, StoredBlob } from '../../records/blobs/blobs.ts'
import { thumbnailKey } from '../../records/documents.ts'
import type { Consent, Document, DocumentOwner, Documents, Records } from '../../records/records.ts'
import type { FilePlace, Files } from '../../records/sealing/files.ts'
import { HttpError, invalidRequest } from '../errors.ts'
import { noBytesLeft } from '../quotas.ts'
import { LISTED_FIELDS, type UploadFields, uploadFieldsSchema } from './fields.ts'
import { discardFile } from './garbage.ts'
import { HEAD_BYTES, mediaTypeOf } from './media-type.ts'
import { SignsOfLife } from './signs-of-life.ts'
import type { Thumbnails } from './thumbnail.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Subject of an upload, and its request. */
export interface Asked extends DocumentOwner {
  readonly document_type: string
  readonly idempotencyKey: string | undefined
  /** Refuses an upload that has no consent, where it must have one. */
  readonly requireConsent: (consent: Consent | undefined) => void
}

interface StoredFile extends StoredBlob {
  readonly media_type: string
}

/** Something that holds a file and says something of it. @param store takes the bytes; asked once */
export type ReadUpload = (
  store: (bytes: Bytes) => Promise<StoredFile>,
) => Promise<{ readonly file: StoredFile; readonly fields: UploadFields }>

/** Takes documents in: first the file, then the record that lists it. */
export class Uploads {
  readonly #documents: Documents
  readonly #uploads: Records['uploads']
  readonly #storing: SignsOfLife
  readonly #blobs: Blobs
  readonly #files: Files
  readonly #thumbnails: Thumbnails | undefined
  readonly #maxBytes: number
  readonly #maxWorkspaceBytes: number | undefined
  readonly #making = new Set<Promise<void>>()
  #isClosed = false

  constructor(
    { documents, uploads, files }: Pick<Records, 'documents' | 'uploads' | 'files'>,
    blobs: Blobs,
    thumbnails: Thumbnails | undefined,
    maxBytes: number,
    maxWorkspaceBytes?: number,
  ) {
    this.#documents = documents
    this.#uploads = uploads
    this.#storing = new SignsOfLife(documents)
    this.#blobs = blobs
    this.#files = files(blobs)
    this.#thumbnails = thumbnails
    this.#maxBytes = maxBytes
    this.#maxWorkspaceBytes = maxWorkspaceBytes
  }

  /**
   * Stores a document.
   *
   * @returns its identifier, once file and record are safe; that of the earlier one where the key came before
   * @throws HttpError for what is wrong with the upload; MedlinkError. Then nothing is listed.
   */
  async add(asked: Asked, read: ReadUpload): Promise<string> {
    const { document_type, idempotencyKey, bid, patient } = asked
    const id = randomUUID()
    await this.#documents.begin(id)
    const document = await this.#orDiscard(id, async () => {
      const key_id = await this.#files.keyIdFor(bid)
      const { file, fields } = await read((bytes) => this.#store({ key: id, key_id }, bytes))
      const { tags = [], cases = [], ...others } = fields
      asked.requireConsent(fields.consent)
      return {
        ...{
          id,
          bid,
          patient,
          document_type,
          ...file,
          ...others,
          tags,
          cases,
          auto_tags: [],
          key_id,
        },
        has_thumbnail: false,
      }
    })
    // Where this fails the record may be there all the same: the file stays until it is known that it is not.
    const added = await this.#documents.add(document, idempotencyKey, this.#maxWorkspaceBytes)
    if (typeof added === 'string' || added.id !== id) await this.discard(id)
    if (added === 'erased') throw new HttpError('forbidden')
    if (added === 'full') throw noBytesLeft()
    if (added === 'abandoned') throw new HttpError('unavailable')
    if (added === 'other_bytes')
      throw new HttpError('conflict', 'this Idempotency-Key was used for another file')
    if (added.id === id) this.#startThumbnail(added, id)
    return added.id
  }

  /**
   * Stores a file that was announced.
   *
   * @param read gives the form's bytes to what it is given
   * @throws HttpError for what is wrong with the file, or where it is not awaited any more
   */
  async addAnnounced(
    id: string,
    place: number,
    read: (store: (bytes: Bytes) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const announced = await this.#uploads.find(id, place)
    if (announced === undefined) throw new HttpError('document_not_found')
    const key = randomUUID()
    await this.#documents.begin(key)
    let file: StoredFile | undefined
    await this.#orDiscard(key, async () => {
      await read(async (bytes) => {
        file = await this.#store({ ...announced, key }, bytes, announced.file_size)
      })
      if (file === undefined)
        throw new HttpError('invalid_request', 'the form must have a file, its part named file')
      if (file.size !== announced.file_size)
        throw new HttpError('invalid_request', 'the file has fewer bytes than were announced')
    })
    const added = await this.#uploads.addFile(id, place, { key, ...file! }, announced.key_id)
    if (added === undefined || added === 'same' || added === 'other_bytes') await this.discard(key)
    if (added === undefined) throw new HttpError('document_not_found')
    if (added === 'other_bytes')
      throw new HttpError('conflict', 'this form was used for another file')
    if (typeof added === 'object') {
      const [first] = await this.#documents.filesOf(added)
      this.#startThumbnail(added, first!.key)
    }
  }

  /** Waits for the thumbnails that are being made; those that wait for their turn are given up. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#making)
  }

  /** Removes a file that belongs to no document, and what is left of storing it. @throws MedlinkError */
  async discard(key: string): Promise<void> {
    await discardFile(this.#documents, this.#blobs, key)
  }

  async #orDiscard<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // A file that cannot be removed now is swept later.
      await this.discard(id).catch(() => {})
      if (error instanceof MedlinkError && error.code === 'disk_full')
        throw new HttpError('insufficient_storage', undefined, undefined, { cause: error })
      throw error
    }
  }

  async #store(
    place: FilePlace,
    given: Bytes,
    maxBytes: number = this.#maxBytes,
  ): Promise<StoredFile> {
    const { head, bytes } = await withHead(upTo(given, maxBytes))
    const { key } = place
    this.#storing.begin(key)
    try {
      if (head.length === 0) throw new HttpError('invalid_request', 'the file is empty')
      const media_type = await mediaTypeOf(head)
      if (media_type === undefined)
        throw new HttpError(
          'unsupported_media_type',
          'the file must be a PDF, JPEG, PNG, WebP, HEIC or TIFF by its content',
        )
      return { ...(await this.#files.put(place, bytes)), media_type }
    } finally {
      this.#storing.end(key)
      // A body that was not read to its end is discarded.
      await bytes.return(undefined)
    }
  }

  /** Not awaited: the document changes once it has one. */
  #startThumbnail(document: Document, key: string): void {
    const { media_type } = document
    const thumbnails = this.#thumbnails
    if (thumbnails === undefined || !media_type.startsWith('image/')) return
    const making = this.#makeThumbnail(document, key, thumbnails)
      // It has none, then; whatever it was, asking for the file will tell it.
      .catch(() => {})
      .finally(() => this.#making.delete(making))
    this.#making.add(making)
  }

  async #makeThumbnail(
    { id, key_id }: Document,
    file: string,
    thumbnails: Thumbnails,
  ): Promise<void> {
    const picture = await thumbnails.make(async () => {
      if (this.#isClosed) throw new HttpError('unavailable')
      return this.#files.open({ key: file, key_id })
    })
    if (picture === undefined) return
    const key = thumbnailKey(id)
    await this.#documents.begin(key)
    await this.#orDiscard(key, () => this.#files.put({ key, key_id }, Readable.from([picture])))
    const document = await this.#documents.update(
      { id, key_id: key_id ?? null },
      { has_thumbnail: true },
    )
    // It was deleted meanwhile, or sealed.
    if (typeof document !== 'object') await this.discard(key)
  }
}

/** An upload as a form: a file, and fields before or after it. The file is stored as it arrives. */
export function readForm(request: FastifyRequest): ReadUpload {
  return async (store) => {
    const fields = new Map<string, unknown>()
    let file: StoredFile | undefined
    let isRead = false
    try {
      for await (const part of orMalformed(request.parts())) {
        if (part.type === 'field') {
          const { fieldname, value } = part
          const before = fields.get(fieldname)
          if (LISTED_FIELDS.includes(fieldname))
            fields.set(fieldname, [...((before as unknown[]) ?? []), value])
          else if (before === undefined) fields.set(fieldname, value)
          else throw new HttpError('invalid_request', 'the form has a field twice')
        } else if (part.fieldname !== 'file' || file !== undefined)
          throw new HttpError('invalid_request', 'the form must have one file, its part named file')
        else file = await store(orMalformed(part.file))
      }
      isRead = true
    } finally {
      // The rest is thrown away: with unread bytes the connection would be reset, and the answer lost.
      if (!isRead) request.raw.unpipe().resume()
    }
    const { success, data, error } = uploadFieldsSchema.safeParse(Object.fromEntries(fields))
    if (!success) throw invalidRequest(error)
    if (file === undefined)
      throw new HttpError('invalid_request', 'the form must have a file, its part named file')
    return { file, fields: data }
  }
}

/**
 * A signed form: its fields, which `check` refuses or not, and a file after them.
 *
 * @throws HttpError `invalid_request`, and what `check` throws
 */
export function readSignedForm(
  request: FastifyRequest,
  check: (fields: ReadonlyMap<string, unknown>) => void,
): (store: (bytes: Bytes) => Promise<void>) => Promise<void> {
  return async (store) => {
    const fields = new Map<string, unknown>()
    let isRead = false
    try {
      let hasFile = false
      for await (const part of orMalformed(request.parts())) {
        if (part.type === 'field') fields.set(part.fieldname, part.value)
        else if (part.fieldname !== 'file' || hasFile)
          throw new HttpError('invalid_request', 'the form must have one file, its part named file')
        else {
          check(fields)
          hasFile = true
          await store(orMalformed(part.file))
        }
      }
      if (!hasFile) check(fields)
      isRead = true
    } finally {
      if (!isRead) request.raw.unpipe().resume()
    }
  }
}

/** Result of parsing a form; a failure of the parser is a fault of the form. */
async function* orMalformed<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    const isTold = typeof (error as { statusCode?: unknown }).statusCode === 'number'
    throw isTold ? error : new HttpError('invalid_request', 'the form is malformed or cut off')
  }
}

/** An upload as JSON, which is what an encrypted one holds. */
export function readObject({
  file,
  ...fields
}: UploadFields & { readonly file: string }): ReadUpload {
  return async (store) => {
    const bytes = Buffer.from(file, 'base64')
    // Node reads over what is no Base64.
    if (bytes.toString('base64') !== file)
      throw new HttpError('invalid_request', 'file must be in standard Base64')
    return { file: await store(Readable.from([bytes])), fields }
  }
}

async function* upTo(bytes: Bytes, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxBytes) throw new HttpError('payload_too_large', 'the file is too large')
    yield chunk
  }
}

/** The first bytes, {@link HEAD_BYTES} or all, and all of them. */
async function withHead(bytes: AsyncGenerator<Uint8Array>) {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < HEAD_BYTES) {
    const { value, done } = await bytes.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  const read = Buffer.concat(chunks)
  async function* whole(): AsyncGenerator<Uint8Array, undefined> {
    try {
      if (read.length > 0) yield read
      yield* bytes
    } finally {
      await bytes.return(undefined)
    }
  }
  return { head: read.subarray(0, HEAD_BYTES), bytes: whole() }
}
