import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { MedlinkError } from '../../medlink.ts'
import type { Blobs, StoredBlob } from '../../records/blobs/blobs.ts'
import { thumbnailKey } from '../../records/documents.ts'
import type { Document, DocumentOwner, Documents } from '../../records/records.ts'
import { HttpError, invalidRequest } from '../errors.ts'
import { LISTED_FIELDS, type UploadFields, uploadFieldsSchema } from './fields.ts'
import { discardFile } from './garbage.ts'
import { HEAD_BYTES, mediaTypeOf } from './media-type.ts'
import type { Thumbnails } from './thumbnail.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Subject of an upload, and its request. */
export interface Asked extends DocumentOwner {
  readonly document_type: string
  readonly idempotencyKey: string | undefined
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
  readonly #blobs: Blobs
  readonly #thumbnails: Thumbnails | undefined
  readonly #maxBytes: number
  readonly #making = new Set<Promise<void>>()
  #isClosed = false

  constructor(
    documents: Documents,
    blobs: Blobs,
    thumbnails: Thumbnails | undefined,
    maxBytes: number,
  ) {
    this.#documents = documents
    this.#blobs = blobs
    this.#thumbnails = thumbnails
    this.#maxBytes = maxBytes
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
      const { file, fields } = await read((bytes) => this.#store(id, bytes))
      const { tags = [], cases = [], ...others } = fields
      return {
        ...{ id, bid, patient, document_type, ...file, ...others, tags, cases, auto_tags: [] },
        has_thumbnail: false,
      }
    })
    // Where this fails the record may be there all the same: the file stays until it is known that it is not.
    const added = await this.#documents.add(document, idempotencyKey)
    if (typeof added === 'string' || added.id !== id) await this.discard(id)
    if (added === 'erased') throw new HttpError('forbidden')
    if (added === 'other_bytes')
      throw new HttpError('conflict', 'another file came with this Idempotency-Key')
    if (added.id === id) this.#startThumbnail(added)
    return added.id
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

  async #store(id: string, given: Bytes): Promise<StoredFile> {
    const { head, bytes } = await withHead(upTo(given, this.#maxBytes))
    try {
      if (head.length === 0) throw new HttpError('invalid_request', 'the file is empty')
      const media_type = await mediaTypeOf(head)
      if (media_type === undefined)
        throw new HttpError(
          'unsupported_media_type',
          'the file must be a PDF, a JPEG, PNG, WebP, HEIC or TIFF by what is in it',
        )
      return { ...(await this.#blobs.put(id, bytes)), media_type }
    } finally {
      // A body that was not read to its end is discarded.
      await bytes.return(undefined)
    }
  }

  /** Not awaited: the document changes once it has one. */
  #startThumbnail({ id, media_type }: Document): void {
    const thumbnails = this.#thumbnails
    if (thumbnails === undefined || !media_type.startsWith('image/')) return
    const making = this.#makeThumbnail(id, thumbnails)
      // It has none, then; whatever it was, asking for the file will tell it.
      .catch(() => {})
      .finally(() => this.#making.delete(making))
    this.#making.add(making)
  }

  async #makeThumbnail(id: string, thumbnails: Thumbnails): Promise<void> {
    const picture = await thumbnails.make(async () => {
      if (this.#isClosed) throw new HttpError('unavailable')
      return this.#blobs.open(id)
    })
    if (picture === undefined) return
    const key = thumbnailKey(id)
    await this.#documents.begin(key)
    await this.#orDiscard(key, () => this.#blobs.put(key, Readable.from([picture])))
    const document = await this.#documents.update({ id }, { has_thumbnail: true })
    // It was deleted meanwhile.
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
