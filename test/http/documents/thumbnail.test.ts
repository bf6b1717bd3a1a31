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
import type { z } from 'zod'
import type { documentListSchema } from '../../../src/http/documents/fields.ts'
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
function blackPng(width: number, height: number, isMoving = false): Buffer {
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
    ...(isMoving ? [chunk('acTL', Buffer.from('0000000100000000', 'hex'))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

let callers = 0
const newCaller = () => headersOf({ oid: `caller ${callers++}` })
type Headers = Awaited<ReturnType<typeof newCaller>>

async function upload(headers: Headers, bytes: Uint8Array): Promise<void> {
  const form = await formOf([['file', bytes]])
  const { statusCode, body } = await server.app.inject({
    ...{ method: 'POST', url: '/mr/api/v2/docs', payload: form.payload },
    headers: { ...headers, ...form.headers } as Record<string, string>,
  })
  expect(statusCode, body).toBe(200)
}

async function urlsOf(headers: Headers, query = ''): Promise<(string | undefined)[]> {
  const list = await server.app.inject({ url: `/mr/api/v1/docs${query}`, headers })
  const { items } = list.json() as z.infer<typeof documentListSchema>
  return items.map(({ record }) => record.item.metadata.thumbnail)
}

/** The thumbnail of a file that is uploaded, once it is there. */
async function thumbnailOf(bytes: Uint8Array): Promise<Buffer> {
  const headers = await newCaller()
  await upload(headers, bytes)
  await expect.poll(() => urlsOf(headers)).toEqual([expect.any(String)])
  const [url] = await urlsOf(headers)
  const answer = await server.app.inject(url!)
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
  const thumbnail = await thumbnailOf(lying)
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
  const headers = await newCaller()
  await upload(headers, bytes)
  // They are made one after the other: when the next one is there, there would be this one.
  await thumbnailOf(await draw(10, 10).png().toBuffer())
  expect(await urlsOf(headers)).toEqual([undefined])
})

test('a PNG that moves has one', async () => {
  expect(await thumbnailOf(blackPng(9, 9, true))).toBeDefined()
})

test('a PNG of 49 million pixels has one', async () => {
  expect(await thumbnailOf(blackPng(7500, 6533))).toBeDefined()
})

test('one that is late has none, and holds up others no longer', async () => {
  const thumbnails = (await openThumbnails(200))!
  const never = new Readable({ read() {} })
  const picture = await draw(10, 10).png().toBuffer()
  const [late, failed, next] = await Promise.all([
    thumbnails.make(async () => never),
    thumbnails.make(() => Promise.reject(new Error('no such file'))),
    thumbnails.make(async () => Readable.from([picture])),
  ])
  expect([late, failed, never.destroyed]).toEqual([undefined, undefined, true])
  expect(next).toBeDefined()
})

test('of a thousand that wait, the next has none', async () => {
  const thumbnails = (await openThumbnails(200))!
  const fail = () => Promise.reject(new Error('no such file'))
  const asked: string[] = []
  const all = Array.from({ length: 1001 }, (_, nth) =>
    thumbnails.make(() => {
      asked.push(`${nth}`)
      return fail()
    }),
  )
  await Promise.all(all)
  expect(asked).toHaveLength(1000)
  const picture = await draw(10, 10).png().toBuffer()
  expect(await thumbnails.make(async () => Readable.from([picture]))).toBeDefined()
})

test('there are none without the package', async () => {
  expect(await openThumbnails(1, () => Promise.reject(new Error('not installed')))).toBeUndefined()
})
