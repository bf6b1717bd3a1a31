/** A file of a document as it is answered: RFC 9110, sections 13 and 14. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Blobs, ByteRange } from '../../records/blobs/blobs.ts'
import type { Document } from '../../records/records.ts'
import { HttpError } from '../errors.ts'
import { requireAccepted } from './media-type.ts'
import { thumbnailKey } from './upload.ts'

/** Answer with a file, or with a part of it. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304
  readonly headers: Readonly<Record<string, string | number>>
  readonly bytes?: Readable
}

/** The small picture of a document. @throws HttpError `document_not_found` where it has none */
export async function openThumbnail(
  { id, has_thumbnail }: Document,
  blobs: Blobs,
): Promise<FileAnswer> {
  if (!has_thumbnail) throw new HttpError('document_not_found')
  const headers = {
    'content-type': 'image/jpeg',
    'content-disposition': `inline; filename="thumbnail-${id}.jpg"`,
  }
  return { status: 200, headers, bytes: await blobs.open(thumbnailKey(id)) }
}

/**
 * The file of a document, or as much of it as is asked for.
 *
 * @throws HttpError `range_not_satisfiable`
 */
export async function openFile(
  { id, size, sha256, media_type }: Document,
  asked: IncomingHttpHeaders,
  blobs: Blobs,
): Promise<FileAnswer> {
  const etag = `"${sha256}"`
  if (asked['if-none-match']?.includes(etag)) return { status: 304, headers: { etag } }
  const isOfThis = asked['if-range'] === undefined || asked['if-range'] === etag
  const range = rangeOf(isOfThis ? asked.range : undefined, size)
  if (range === 'none') throw new HttpError('range_not_satisfiable')
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    ...{ etag, 'accept-ranges': 'bytes', 'content-type': media_type },
    'content-length': end - start + 1,
    'content-disposition': `inline; filename="document-${id}.${requireAccepted(media_type).extension}"`,
    ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  }
  return { status: range === undefined ? 200 : 206, headers, bytes: await blobs.open(id, range) }
}

/**
 * The bytes that a header `Range` asks for, of a file of `size` bytes (RFC 9110, 14.1.2). Undefined for a header that says
 * nothing or is to be ignored, as one of several ranges may be; `none` where the file has no such bytes.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'none'
  return { start: Number(first), end: Math.min(last === '' ? size : Number(last), size - 1) }
}
