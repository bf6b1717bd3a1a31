/**
 * Proves of opening a FlexSearch index as a web page does:
 * 1. bytes, a URL and an answer that was decompressed on its way give the same index
 * 2. what is no such file, of another format, FlexSearch, code, ontology or version, damaged or cut short is refused, with a
 *    code that says what to do; no change of what is in it goes unnoticed
 * 3. a kept file is opened without the network, renewed for the next time, and replaced if it cannot be read
 * 4. a download that fails says so and repeats nothing secret; one that is aborted rejects with the signal's reason
 */

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type FileCache, MedlinkError, openSuggestIndex } from '../../src/browser/browser.ts'
import { crc32 } from '../../src/browser/checksum.ts'
import { checksum } from '../../src/index/file/tail.ts'
import { changed, packOf } from '../support/pack.ts'

const NAMES = { A00: ['Gout'], A01: ['Asthma', 'Wheezing'], A02: ['Heart failure'] }
const ROW = { code: 'A01', name: 'Asthma', is_billable: true }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/2027.flexsearch.gz`
}

test.each([
  { what: 'an array of bytes', from: (bytes: Buffer) => new Uint8Array(bytes) },
  {
    what: 'an ArrayBuffer',
    from: (bytes: Buffer) => new Uint8Array(bytes).buffer as ArrayBuffer,
  },
  { what: 'bytes that were decompressed already', from: (bytes: Buffer) => gunzipSync(bytes) },
])('opens $what', async ({ from }) => {
  const index = await openSuggestIndex(from(packOf(NAMES)))
  expect(index.suggest({ prefix: 'asth' })).toEqual([ROW])
  expect(index.manifest).toMatchObject({ ontology: 'icd-10-cm', version: '2027' })
})

test.each([
  { what: 'as it is', headers: {} },
  { what: 'that the server says is compressed', headers: { 'content-encoding': 'gzip' } },
])('opens a URL of the file $what', async ({ headers }) => {
  const bytes = packOf(NAMES)
  const url = await serve(({ headers: { authorization } }, response) => {
    response.writeHead(authorization === 'Bearer x' ? 200 : 401, headers).end(bytes)
  })
  const options = { headers: { authorization: 'Bearer x' } }
  for (const source of [url, new URL(url)]) {
    const index = await openSuggestIndex(source, options)
    expect(index.suggest({ prefix: 'asth' })).toEqual([ROW])
  }
})

describe('with a cache', () => {
  /** A cache in memory, as much of the browser's as is used. */
  const makeCache = () => {
    const kept = new Map<string, Response>()
    const cache: FileCache = {
      match: async (url) => kept.get(String(url))?.clone(),
      put: async (url, response) => void kept.set(String(url), response),
    }
    return { cache, kept }
  }
  const namesIn = async (url: string, cache: FileCache) =>
    (await openSuggestIndex(url, { cache })).suggest({ prefix: 'a' }).map(({ code }) => code)

  test('a kept file is opened, and renewed for the next time', async () => {
    const { cache } = makeCache()
    let bytes = packOf({ A01: ['Asthma'] })
    let status = 200
    const url = await serve((_, response) => response.writeHead(status).end(bytes))
    expect(await namesIn(url, cache)).toEqual(['A01'])
    bytes = packOf({ A02: ['Asthma'] })
    expect(await namesIn(url, cache)).toEqual(['A01'])
    await expect.poll(() => namesIn(url, cache)).toEqual(['A02'])
    status = 500
    expect(await namesIn(url, cache)).toEqual(['A02'])
  })

  test('without a network a kept file is opened', async () => {
    const { cache, kept } = makeCache()
    const url = 'http://127.0.0.1:9/2027.flexsearch.gz'
    kept.set(url, new Response(new Uint8Array(packOf({ A01: ['Asthma'] }))))
    expect(await namesIn(url, cache)).toEqual(['A01'])
  })

  test('a kept file that cannot be read is replaced', async () => {
    const { cache, kept } = makeCache()
    const url = await serve((_, response) => response.end(packOf({ A01: ['Asthma'] })))
    kept.set(url, new Response('of another version'))
    expect(await namesIn(url, cache)).toEqual(['A01'])
    expect(await kept.get(url)!.clone().text()).not.toBe('of another version')
  })

  test('a full cache is no fault', async () => {
    const { cache } = makeCache()
    const full = { ...cache, put: () => Promise.reject(new Error('full')) }
    const url = await serve((_, response) => response.end(packOf({ A01: ['Asthma'] })))
    expect(await namesIn(url, full)).toEqual(['A01'])
  })
})

describe('refuses', () => {
  const flexsearch = { version: '0.7.43', options: {} }
  test.each<{ what: string; from: (bytes: Buffer) => Uint8Array; code: string; says: RegExp }>([
    { what: 'nothing', from: () => Buffer.of(), code: 'index_incompatible', says: /is not a/ },
    {
      what: 'another file',
      from: () => Buffer.from('%PDF-1.7\n'),
      code: 'index_incompatible',
      says: /<ontology>\/<version>\.flexsearch\.gz/,
    },
    {
      what: 'gzip of another file',
      from: () => gzipSync('%PDF-1.7\n'),
      code: 'index_incompatible',
      says: /is not a FlexSearch index/,
    },
    {
      what: 'gzip of other JSON',
      from: () => gzipSync('{"a":1}\n{}'),
      code: 'index_incompatible',
      says: /is not a FlexSearch index/,
    },
    {
      what: 'gzip of JSON that is null',
      from: () => gzipSync('{}\n'),
      code: 'index_incompatible',
      says: /is not a FlexSearch index/,
    },
    {
      what: 'a newer format',
      from: (bytes) => changed(bytes, (manifest) => Object.assign(manifest, { pack_format: 2 })),
      code: 'index_incompatible',
      says: /has format 2, this version of Medlink reads 1: build the index and the page with one/,
    },
    {
      what: 'another FlexSearch',
      from: (bytes) => changed(bytes, (manifest) => Object.assign(manifest, { flexsearch })),
      code: 'index_incompatible',
      says: /has FlexSearch version 0\.7\.43, this version of Medlink reads 0\.8\.212/,
    },
    {
      what: 'other options',
      from: (bytes) =>
        changed(bytes, (manifest) =>
          Object.assign(manifest, { flexsearch: { ...flexsearch, version: '0.8.212' } }),
        ),
      code: 'index_incompatible',
      says: /has FlexSearch options \{\}/,
    },
    {
      what: 'other code for words',
      from: (bytes) =>
        changed(bytes, (manifest) => Object.assign(manifest, { text_code_version: 4 })),
      code: 'index_incompatible',
      says: /has text code 4/,
    },
    {
      what: 'the half of a file',
      from: (bytes) => bytes.subarray(0, bytes.length / 2),
      code: 'index_corrupt',
      says: /cut short or changed\. Build or fetch it again/,
    },
    {
      what: 'a file without its last byte',
      from: (bytes) => bytes.subarray(0, -1),
      code: 'index_corrupt',
      says: /cut short/,
    },
    {
      what: 'decompressed bytes that were changed',
      from: (bytes) => {
        const text = gunzipSync(bytes)
        text[text.length - 10]! ^= 1
        return text
      },
      code: 'index_corrupt',
      says: /has another checksum/,
    },
  ])('$what', async ({ from, code, says }) => {
    const error = await openSuggestIndex(from(packOf(NAMES))).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MedlinkError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) })
  })

  test.each([
    { expected: { ontology: 'loinc' }, says: 'is of ontology icd-10-cm, not loinc' },
    { expected: { version: '2028' }, says: 'is of version 2027, not 2028' },
  ])('a file that $says', async ({ expected, says }) => {
    const bytes = packOf(NAMES)
    await expect(openSuggestIndex(bytes, expected)).rejects.toMatchObject({
      code: 'index_incompatible',
      message: expect.stringContaining(says),
    })
    await openSuggestIndex(bytes, { ontology: 'icd-10-cm', version: '2027' })
  })

  test('every file with a bit of its content or its checksum changed, unless it means the same', async () => {
    const bytes = packOf(NAMES)
    const content = gunzipSync(bytes)
    // A repetition may be taken from another place that has the same letters.
    const meansTheSame = (damaged: Uint8Array) => {
      try {
        return gunzipSync(damaged).equals(content)
      } catch {
        return false
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 81), async (bit) => {
        const damaged = Buffer.from(bytes)
        // After the header of gzip, which says nothing that is used.
        damaged[10 + (bit >> 3)]! ^= 1 << (bit & 7)
        if (meansTheSame(damaged)) return
        const error = await openSuggestIndex(damaged).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(MedlinkError)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a download', () => {
  test.each([
    {
      what: 'of a file that is not there',
      listener: ((_, response) => response.writeHead(404).end()) as RequestListener,
      says: /^2027\.flexsearch\.gz could not be fetched: the server answered 404/,
    },
    {
      what: 'whose connection is lost',
      listener: ((_, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('x')
        setTimeout(() => response.destroy(), 20)
      }) as RequestListener,
      says: /the connection was lost/,
    },
  ])('$what fails', async ({ listener, says }) => {
    const url = `${await serve(listener)}?token=SECRET`
    const error = await openSuggestIndex(url).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'download_failed',
      message: expect.stringMatching(says),
    })
    expect((error as Error).message).not.toContain('SECRET')
  })

  test('from nowhere fails', async () => {
    await expect(openSuggestIndex('http://127.0.0.1:1/x.gz')).rejects.toMatchObject({
      code: 'download_failed',
    })
  })

  test('that is aborted rejects with the reason', async () => {
    const controller = new AbortController()
    const reason = new Error('the field was left')
    const url = await serve((_, response) => {
      response.writeHead(200).write('x')
      controller.abort(reason)
    })
    await expect(openSuggestIndex(url, { signal: controller.signal })).rejects.toBe(reason)
  })

  test('is not begun, and nothing is opened, once it is aborted', async () => {
    const reason = new Error('the field was left')
    const signal = AbortSignal.abort(reason)
    for (const source of ['http://127.0.0.1:1/x.gz', packOf(NAMES)])
      await expect(openSuggestIndex(source, { signal })).rejects.toBe(reason)
  })

  test('that is aborted while it is opened rejects with the reason', async () => {
    const controller = new AbortController()
    const reason = new Error('the field was left')
    const opening = openSuggestIndex(packOf(NAMES), { signal: controller.signal })
    controller.abort(reason)
    await expect(opening).rejects.toBe(reason)
  })
})

test('the checksum is that of the index file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(crc32(bytes)).toBe(checksum(bytes))
    }),
  )
})
