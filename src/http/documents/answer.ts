/** A file of a document as it is answered. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { thumbnailKey } from '../../records/documents.ts'
import type { Document, StoredFile } from '../../records/records.ts'
import type { Files } from '../../records/sealing/files.ts'
import { HttpError } from '../errors.ts'
import { answerRanged } from '../ranged.ts'
import { requireAccepted } from './media-type.ts'

/** Answer with a file, or with a part of it. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304
  readonly headers: Readonly<Record<string, string | number>>
  readonly bytes?: Readable
}

/** The small picture of a document. @throws HttpError `document_not_found` where it has none */
export async function openThumbnail(
  { id, key_id, has_thumbnail, thumbnail_key: key = thumbnailKey(id) }: Document,
  files: Files,
): Promise<FileAnswer> {
  if (!has_thumbnail) throw new HttpError('document_not_found')
  const headers = {
    'content-type': 'image/jpeg',
    'content-disposition': `inline; filename="thumbnail-${id}.jpg"`,
  }
  return { status: 200, headers, bytes: await files.open({ key, key_id }) }
}

/**
 * A file of a document, or as much of it as is asked for.
 *
 * @throws HttpError `range_not_satisfiable`
 */
export async function openFile(
  { id, key_id }: Document,
  { key, size, sha256, media_type }: StoredFile,
  asked: IncomingHttpHeaders,
  files: Files,
): Promise<FileAnswer> {
  const { status, range, headers } = answerRanged(asked, { sha256, size })
  if (status === 304) return { status, headers }
  return {
    status,
    headers: {
      ...headers,
      'content-type': media_type,
      'content-disposition': `inline; filename="document-${id}.${requireAccepted(media_type).extension}"`,
    },
    bytes: await files.open({ key, key_id }, range && { ...range, size }),
  }
}
