import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildIndex } from '../../../src/build/build.ts'
import { fetchFile } from '../../../src/build/download/fetch-file.ts'
import { downloadIcd10cm, icd10cmEditionOn } from '../../../src/build/download/icd10cm.ts'
import { MINI_RELEASE, tempFolder } from '../../cli/support.ts'
import { makeZip } from '../../support/zip.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Address of a server on this machine that answers like this until the test is over. */
async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Address on this machine where nobody answers. */
async function nobody(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const FILE = Buffer.concat([Buffer.from('PK'), Buffer.alloc(200_000, 'zip')])
const SHA256 = createHash('sha256').update(FILE).digest('hex')
const OPTIONS = { magic: 'PK', onBytes() {} }
/** As much as comes over before the connection is cut. */
const CUT = 120_000

/** Serves FILE with ranges, like the publishers; cuts the connection of the first `cuts` requests. */
function publisher(cuts: number, ranges: (string | undefined)[], etag = () => '"1"'): Answer {
  return (request, response) => {
    const { range } = request.headers
    ranges.push(range)
    const fresh = request.headers['if-range'] === etag()
    const start = range !== undefined && fresh ? Number(/\d+/.exec(range)?.[0]) : 0
    const headers = { etag: etag(), 'content-length': FILE.length - start }
    if (start === 0) response.writeHead(200, headers)
    else {
      const contentRange = `bytes ${start}-${FILE.length - 1}/${FILE.length}`
      response.writeHead(206, { ...headers, 'content-range': contentRange })
    }
    if (ranges.length > cuts) response.end(FILE.subarray(start))
    else response.write(FILE.subarray(start, CUT), () => setTimeout(() => response.destroy(), 50))
  }
}

describe('fetchFile', () => {
  test('fetches a file and records its SHA-256 as sha256sum reads it', async () => {
    const file = join(await tempFolder(), 'new', 'a.zip')
    const url = `${await serve(publisher(0, []))}/a.zip`
    const fetched = await fetchFile(url, file, OPTIONS)
    expect(fetched).toEqual({ url, file, bytes: FILE.length, sha256: SHA256, kept: false })
    expect(readFileSync(file).equals(FILE)).toBe(true)
    expect(readFileSync(`${file}.sha256`, 'utf8')).toBe(`${SHA256}  a.zip\n`)
    expect(readdirSync(join(file, '..')).sort()).toEqual(['a.zip', 'a.zip.sha256'])
  })

  test('goes on where the connection was cut', async () => {
    const file = join(await tempFolder(), 'a.zip')
    const ranges: (string | undefined)[] = []
    const totals = new Set<number>()
    const onBytes = (_: number, total: number) => totals.add(total)
    const url = await serve(publisher(1, ranges))
    expect(await fetchFile(url, file, { magic: 'PK', onBytes })).toMatchObject({ sha256: SHA256 })
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)])
    expect([...totals]).toEqual([FILE.length])
  })

  test('a later call goes on where an earlier one gave up', async () => {
    const file = join(await tempFolder(), 'a.zip')
    const ranges: (string | undefined)[] = []
    const url = await serve(publisher(3, ranges))
    await expect(fetchFile(url, file, OPTIONS)).rejects.toMatchObject({ code: 'download_failed' })
    expect(existsSync(file)).toBe(false)
    expect(await fetchFile(url, file, OPTIONS)).toMatchObject({ sha256: SHA256 })
    expect(ranges.at(-1)).toMatch(/^bytes=/)
  })

  test('begins anew when the publisher has put up another file', async () => {
    const file = join(await tempFolder(), 'a.zip')
    const ranges: (string | undefined)[] = []
    const url = await serve(publisher(1, ranges, () => `"${ranges.length}"`))
    expect(await fetchFile(url, file, OPTIONS)).toMatchObject({ sha256: SHA256 })
    expect(ranges[1]).toMatch(/^bytes=/)
  })

  test('begins anew where the server knows no ranges', async () => {
    const file = join(await tempFolder(), 'a.zip')
    let requests = 0
    const url = await serve((_, response) => {
      response.writeHead(200, { etag: '"1"', 'content-length': FILE.length })
      if (++requests > 1) response.end(FILE)
      else response.write(FILE.subarray(0, CUT), () => setTimeout(() => response.destroy(), 50))
    })
    expect(await fetchFile(url, file, OPTIONS)).toMatchObject({ sha256: SHA256 })
    expect(readFileSync(file).equals(FILE)).toBe(true)
  })

  test('keeps a file whose SHA-256 is the recorded one, and fetches a damaged one anew', async () => {
    const file = join(await tempFolder(), 'a.zip')
    const ranges: (string | undefined)[] = []
    const url = await serve(publisher(0, ranges))
    await fetchFile(url, file, OPTIONS)
    expect(await fetchFile(url, file, OPTIONS)).toMatchObject({ kept: true, sha256: SHA256 })
    writeFileSync(file, 'damaged')
    expect(await fetchFile(url, file, OPTIONS)).toMatchObject({ kept: false, sha256: SHA256 })
    expect(ranges).toHaveLength(2)
  })

  test.each<{ name: string; answer: Answer; says: RegExp }>([
    {
      name: 'a page that is not there',
      answer: (_, response) => response.writeHead(404).end('PK'),
      says: /answered 404 Not Found/,
    },
    {
      name: 'a web page in the place of a zip',
      answer: (_, response) => response.end('<html>sorry</html>'),
      says: /not a zip/,
    },
    {
      name: 'an empty answer',
      answer: (_, response) => response.end(),
      says: /not a zip/,
    },
    {
      name: 'fewer bytes than announced',
      answer: (_, response) => {
        response.writeHead(200, { 'content-length': 10 })
        response.write('PK', () => setTimeout(() => response.destroy(), 20))
      },
      says: /cannot fetch/,
    },
  ])('refuses $name', async ({ answer, says }) => {
    const file = join(await tempFolder(), 'a.zip')
    const failed = fetchFile(await serve(answer), file, OPTIONS)
    await expect(failed).rejects.toMatchObject({
      code: 'download_failed',
      message: expect.stringMatching(says),
    })
    expect(existsSync(file)).toBe(false)
  })

  test('refuses a part of another length than announced, and forgets it', async () => {
    const file = join(await tempFolder(), 'a.zip')
    let requests = 0
    const url = await serve((request, response) => {
      const start = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
      if (++requests > 1) {
        const range = `bytes ${start}-${start + 4}/${FILE.length}`
        response.writeHead(206, { etag: '"1"', 'content-range': range }).end('short')
        return
      }
      response.writeHead(200, { etag: '"1"', 'content-length': FILE.length })
      response.write(FILE.subarray(0, CUT), () => setTimeout(() => response.destroy(), 50))
    })
    await expect(fetchFile(url, file, OPTIONS)).rejects.toMatchObject({
      message: expect.stringMatching(/but announced 200002/),
    })
    expect(readdirSync(join(file, '..'))).toEqual([])
  })
})

describe('downloadIcd10cm', () => {
  const order = readFileSync(join(MINI_RELEASE, 'icd10cm_order_2027.txt'))
  const tabular = readFileSync(join(MINI_RELEASE, 'xml', 'icd10cm-tabular-2027.xml'))
  const codes = makeZip({ 'icd10cm_order_2027.txt': order, 'icd10cm_order_addenda_2027.txt': 'x' })
  const tables = makeZip({ 'Table and Index/icd10cm-tabular-2027.xml': tabular, 'a.pdf': 'x' })

  const both: Answer = (request, response) => {
    const page = '<a HREF="/cdc/2027/icd10cm%20table%20and%20index%202027.zip">zip</a>'
    if (request.url === '/cms/2027-code-descriptions-tabular-order.zip') response.end(codes)
    else if (request.url === '/cdc/2027/') response.end(page)
    else if (request.url?.endsWith('index%202027.zip')) response.end(tables)
    else response.writeHead(404).end()
  }
  const at = (base: string) => ({ cms: `${base}/cms`, cdc: `${base}/cdc` })

  test('brings a folder that builds, from both publishers', async () => {
    const to = await tempFolder()
    const publishers = at(await serve(both))
    const release = await downloadIcd10cm({ version: '2027', to, publishers })
    expect(release.warnings).toEqual([])
    expect(release.files.map(({ file }) => file)).toEqual([
      join(to, '2027-code-descriptions-tabular-order.zip'),
      join(to, 'icd10cm table and index 2027.zip'),
    ])
    expect(readdirSync(release.folder).sort()).toEqual([
      'icd10cm-tabular-2027.xml',
      'icd10cm_order_2027.txt',
    ])
    const { manifest } = await buildIndex('icd-10-cm', release.folder, { dir: join(to, 'ix') })
    expect(manifest).toMatchObject({ version: '2027', counts: { concepts: 113 } })
  })

  test('warns when only the codes can be had', async () => {
    const to = await tempFolder()
    const { cms } = at(await serve(both))
    const cdc = await nobody()
    const publishers = { cms, cdc }
    const release = await downloadIcd10cm({ version: '2027', to, publishers })
    expect(release.warnings).toEqual([expect.stringContaining(`cannot reach ${cdc}`)])
    expect(readdirSync(release.folder)).toEqual(['icd10cm_order_2027.txt'])
  })

  test.each(['offline', 'absent'])('says what to do by hand (%s)', async (how) => {
    const to = await tempFolder()
    const base = how === 'offline' ? await nobody() : await serve(both)
    const failed = downloadIcd10cm({ version: '2031', to, publishers: at(base) })
    const zip = '2031-code-descriptions-tabular-order.zip'
    await expect(failed).rejects.toMatchObject({ code: 'download_failed' })
    await expect(failed).rejects.toThrow(`${base}/cms/${zip}`)
    await expect(failed).rejects.toThrow(`medlink build icd-10-cm --release ${join(to, zip)}`)
  })

  test.each(['26', '2026-04', '../2026'])('refuses the version %s', async (version) => {
    const failed = downloadIcd10cm({ version, to: await tempFolder() })
    await expect(failed).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test.each([
    { day: '2026-09-30', edition: '2026' },
    { day: '2026-10-01', edition: '2027' },
    { day: '2027-01-01', edition: '2027' },
  ])('$edition is in force on $day', ({ day, edition }) => {
    expect(icd10cmEditionOn(new Date(day))).toBe(edition)
  })
})
