/**
 * Proves of files in a bucket, where `npm run test:s3` has started a server of S3:
 * 1. a file comes back, whole or a range of it, in one part or several, with its size and checksum; sealed, too
 * 2. where its bytes fail nothing is left, and the failure is told as it was
 * 3. what is removed is gone, and may have been gone before
 * 4. without the right secret, without the bucket and without the server that is told, with nothing of the place
 * 5. the server of documents stores, answers and removes by it
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Blobs, S3Place } from '../../../src/records/blobs/blobs.ts'
import { openBlobs } from '../../../src/records/blobs/open.ts'
import { openRecords } from '../../../src/records/open.ts'
import { parseMasterKeys } from '../../../src/records/sealing/master-keys.ts'
import { formOf, headersOf, PDF, startDocuments } from '../../http/documents/server.ts'
import { makeBucket, openBucketClient, S3_ENDPOINT } from '../../support/bucket.ts'
import { tempFolder } from '../../support/tiny-index.ts'

const MEGABYTE = 1_000_000

describe.skipIf(S3_ENDPOINT === undefined)('a bucket', () => {
  const client = openBucketClient()
  const bucket = `medlink-${randomUUID()}`
  const place: S3Place = { bucket, endpoint: S3_ENDPOINT, pathStyle: true }
  let blobs: Blobs
  beforeAll(async () => {
    await makeBucket(bucket, client)
    blobs = await openBlobs(place)
  })

  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key }) => Key)
  }
  /** In chunks, as they come over a network. */
  async function* chunksOf(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  }

  test.each([1, 5 * 1024 * 1024, 12 * MEGABYTE])('keeps a file of %i bytes', async (size) => {
    const key = randomUUID()
    const whole = randomBytes(size)
    const sha256 = createHash('sha256').update(whole).digest('hex')
    expect(await blobs.put(key, chunksOf(whole))).toEqual({ size, sha256 })
    expect((await buffer(await blobs.open(key))).equals(whole)).toBe(true)
    const range = { start: Math.floor(size / 2), end: size - 1 }
    expect((await buffer(await blobs.open(key, range))).equals(whole.subarray(range.start))).toBe(
      true,
    )
    for (let i = 0; i < 2; i++) await blobs.remove(key)
    expect(await keys()).not.toContain(key)
    await expect(blobs.open(key)).rejects.toMatchObject({ code: 'no_access' })
  })

  test.each([1, 65_536, 12 * MEGABYTE])('keeps a sealed file of %i bytes', async (size) => {
    const masterKeys = parseMasterKeys(`key:${randomBytes(32).toString('hex')}`)!
    const records = await openRecords({ folder: tempFolder() }, { masterKeys })
    onTestFinished(() => records.close())
    const files = records.files(blobs)
    const place = { key: randomUUID(), key_id: await files.keyIdFor('b') }
    const whole = randomBytes(size)
    const sha256 = createHash('sha256').update(whole).digest('hex')
    expect(await files.put(place, chunksOf(whole))).toEqual({ size, sha256 })
    const stored = await buffer(await blobs.open(place.key))
    if (size > 16) expect(stored.includes(whole.subarray(0, 16))).toBe(false)
    expect((await buffer(await files.open(place))).equals(whole)).toBe(true)
    for (const start of [0, Math.floor(size / 2), size - 1]) {
      const part = await buffer(await files.open(place, { start, end: size - 1, size }))
      expect(part.equals(whole.subarray(start))).toBe(true)
    }
    await blobs.remove(place.key)
  })

  test.each([100, 7 * MEGABYTE])(
    'keeps nothing of a file that fails after %i bytes',
    async (size) => {
      const failure = new Error('the sender went away')
      async function* failing() {
        yield* chunksOf(randomBytes(size))
        throw failure
      }
      const key = randomUUID()
      await expect(blobs.put(key, failing())).rejects.toBe(failure)
      expect(await keys()).not.toContain(key)
    },
  )

  test.each([
    ['there is no such bucket', { ...place, bucket: 'hush' }, {}],
    ['nothing listens', { ...place, endpoint: 'http://127.0.0.1:9' }, {}],
    ['the secret is another', place, { AWS_SECRET_ACCESS_KEY: 'hush' }],
  ])('is told where %s', async (_, elsewhere, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const wrong = await openBlobs(elsewhere)
    for (const ask of [() => wrong.put('hush', Readable.from([PDF])), () => wrong.open('hush')]) {
      const error = await ask().catch((error: unknown) => error)
      expect(error).toMatchObject({ code: 'no_access' })
      expect(String(error)).not.toMatch(/hush|127\.0\.0\.1/)
    }
  })

  test('keeps the files of documents', async () => {
    const server = await startDocuments({ wrap: () => blobs })
    onTestFinished(() => server.stop())
    const headers = await headersOf()
    const send = async (bytes: Buffer, to = server) => {
      const form = await formOf([['file', bytes]])
      return to.app.inject({
        ...{ method: 'POST', url: '/mr/api/v2/docs', payload: form.payload },
        headers: { ...headers, ...form.headers } as Record<string, string>,
      })
    }
    const { document_id } = (await send(PDF)).json()
    const url = `/mr/api/v1/docs/${document_id}`
    const { files } = (await server.app.inject({ url, headers })).json()
    const range = { range: 'bytes=0-3' }
    expect((await server.app.inject(files[0].asset_url)).rawPayload.equals(PDF)).toBe(true)
    expect((await server.app.inject({ url: files[0].asset_url, headers: range })).body).toBe('%PDF')
    const before = await keys()
    const tooLarge = Buffer.concat([PDF, Buffer.alloc(100_000)])
    expect((await send(tooLarge)).statusCode).toBe(413)
    expect(await keys()).toEqual(before)
    const gone = await openBlobs({ ...place, bucket: 'gone' })
    const broken = await startDocuments({ wrap: () => gone })
    onTestFinished(() => broken.stop())
    const answer = await send(PDF, broken)
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'unavailable'])
    const list = await broken.app.inject({ url: '/mr/api/v1/docs', headers })
    expect(list.json().items).toEqual([])
  })
})
