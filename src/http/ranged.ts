/** Conditional requests and ranges of bytes: RFC 9110, sections 13 and 14. */

import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../records/blobs/blobs.ts'
import { HttpError } from './errors.ts'

/** Answer about some bytes, without these. */
export interface RangedAnswer {
  readonly status: 200 | 206 | 304
  readonly headers: Readonly<Record<string, string | number>>
  /** The bytes to be sent; undefined for all of them. */
  readonly range: ByteRange | undefined
}

/**
 * Answer to a request for bytes, by its conditions and its range.
 *
 * @param bytes their hash, which is the ETag, and how many there are
 * @throws HttpError `range_not_satisfiable`
 */
export function answerRanged(
  asked: IncomingHttpHeaders,
  { sha256, size }: { readonly sha256: string; readonly size: number },
): RangedAnswer {
  const etag = `"${sha256}"`
  if (asked['if-none-match']?.includes(etag))
    return { status: 304, headers: { etag }, range: undefined }
  const isOfThis = asked['if-range'] === undefined || asked['if-range'] === etag
  const range = rangeOf(isOfThis ? asked.range : undefined, size)
  if (range === 'none') throw new HttpError('range_not_satisfiable')
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    ...{ etag, 'accept-ranges': 'bytes', 'content-length': end - start + 1 },
    ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  }
  return { status: range === undefined ? 200 : 206, headers, range }
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
