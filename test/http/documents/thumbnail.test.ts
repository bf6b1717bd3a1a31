/**
 * Proves of thumbnails:
 * 1. a picture has one: a small JPEG, the right way up, without what the picture says of its place; a file of another kind
 *    has none
 * 2. a picture with more pixels than are looked at, one that is damaged and one that is late has none, and is stored
 * 3. without the package that makes them there are none
 */

import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThumbnails } from '../../../src/http/documents/thumbnail.ts'
import { type DocumentServer, formOf, headersOf, PDF, startDocuments } from './server.ts'

let server: DocumentServer
beforeAll(async () => {
  server = await startDocuments({ maxFileBytes: 1_000_000 })
})
afterAll(() => server?.stop())

/** A picture that is red above and blue below. */
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    {
      input: { create: { width, height: height / 2, channels: 3, background: 'blue' } },
      gravity: 'south',
    },
  ])

/** A PNG of one colour and one bit a pixel. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

let callers = 0
/** The thumbnail of a file, once it is uploaded. */
async function thumbnailOf(bytes: Uint8Array): Promise<Buffer | undefined> {
  const headers = await headersOf({ oid: `caller ${callers++}` })
  const form = await formOf([['file', bytes]])
  const { statusCode, body } = await server.app.inject({
    ...{ method: 'POST', url: '/mr/api/v2/docs', payload: form.payload },
    headers: { ...headers, ...form.headers } as Record<string, string>,
  })
  expect(statusCode, body).toBe(200)
  const list = await server.app.inject({ url: '/mr/api/v1/docs', headers })
  const [{ metadata }] = list.json().items
  if (metadata.thumbnail === undefined) return undefined
  const answer = await server.app.inject(metadata.thumbnail)
  expect(answer.headers).toMatchObject({
    ...{ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' },
  })
  return answer.rawPayload
}

test.each([
  ['jpeg', 1200, 600, 256, 128],
  ['png', 600, 1200, 128, 256],
  ['webp', 1000, 1000, 256, 256],
  ['tiff', 1000, 1000, 256, 256],
  ['jpeg', 40, 20, 40, 20],
] as const)('a %s of %i x %i has one', async (format, width, height, ...expected) => {
  const thumbnail = await thumbnailOf(await draw(width, height).toFormat(format).toBuffer())
  const seen = await sharp(thumbnail).metadata()
  expect([seen.format, seen.width, seen.height]).toEqual(['jpeg', ...expected])
})

test('it is the right way up, and says nothing of the place', async () => {
  const lying = await draw(600, 400)
    .withExif({ IFD0: { ImageDescription: 'at home' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const thumbnail = (await thumbnailOf(lying))!
  const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([171, 256])
  // What was above is to the right now.
  expect(data[0]).toBeLessThan(100)
  expect(data[(info.width - 1) * 3]).toBeGreaterThan(200)
  expect((await sharp(thumbnail).metadata()).exif).toBeUndefined()
  expect(thumbnail.includes('at home')).toBe(false)
})

const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
test.each([
  ['a PDF', PDF],
  ['a photograph of a telephone that its codec is not there for', HEIC],
  ['a JPEG that is cut off', JPEG],
  ['a PNG of 51 million pixels', blackPng(7500, 6800)],
])('%s has none, and is stored', async (_, bytes) => {
  expect(await thumbnailOf(bytes)).toBeUndefined()
})

test('a PNG of 49 million pixels has one', async () => {
  expect(await thumbnailOf(blackPng(7500, 6533))).toBeDefined()
})

test('one that is late has none, nor have those that wait for it too long', async () => {
  const thumbnails = (await openThumbnails(200))!
  const begun = performance.now()
  const never = new Readable({ read() {} })
  const late = thumbnails.make(async () => never)
  let isAsked = false
  const waiting = thumbnails.make(async () => {
    isAsked = true
    return Readable.from([])
  })
  expect(await Promise.all([late, waiting])).toEqual([undefined, undefined])
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect([never.destroyed, isAsked]).toEqual([true, false])
  const picture = await draw(10, 10).png().toBuffer()
  expect(await thumbnails.make(async () => Readable.from([picture]))).toBeDefined()
})

test('there are none without the package', async () => {
  expect(await openThumbnails(1, () => Promise.reject(new Error('not installed')))).toBeUndefined()
})
