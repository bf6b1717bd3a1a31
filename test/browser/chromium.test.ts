/**
 * Proves of type-ahead in a real Chromium, under a policy that lets a page load its own files only:
 * 1. a page, and a Web Worker, open a FlexSearch index from its URL and suggest what Node.js does
 * 2. a file that is damaged, or not there, and a download that is aborted, are told as in Node.js
 */

import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSuggestIndex } from '../../src/browser/browser.ts'
import { NO_CHROMIUM, startChromium } from '../support/chromium.ts'
import { starterPack } from '../support/pack.ts'

if (NO_CHROMIUM !== undefined) console.log(NO_CHROMIUM)

/** A worker that answers what the page asks of an index. */
const WORKER = `
import { openSuggestIndex } from '/browser.js'
onmessage = async ({ data: { url, prefix } }) => {
  try {
    postMessage((await openSuggestIndex(url)).suggest({ prefix }))
  } catch ({ code }) {
    postMessage(code)
  }
}`
/** The page: what it asks by itself and of the worker. */
const PAGE = `
import { openSuggestIndex } from '/browser.js'
const said = async (work) => {
  try {
    return await work()
  } catch (error) {
    return error.code ?? String(error)
  }
}
window.byPage = (url, prefix) => said(async () => (await openSuggestIndex(url)).suggest({ prefix }))
window.byWorker = (url, prefix) =>
  new Promise((resolve) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.postMessage({ url, prefix })
  })
window.aborted = (url) =>
  said(async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort('the field was left'), 50)
    return openSuggestIndex(url, { signal: controller.signal })
  })
window.isReady = true`

describe.skipIf(NO_CHROMIUM !== undefined)('in Chromium', () => {
  let browser: Browser
  let page: Page
  let server: Server
  let pack: Buffer

  beforeAll(async () => {
    pack = readFileSync(starterPack('icd-10-cm'))
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/browser/browser.ts', import.meta.url))],
      ...{ bundle: true, minify: true, platform: 'browser', format: 'esm', write: false },
    })
    const text = (type: string, content: string | Uint8Array) => ({ type, content })
    const files: Record<string, { type: string; content: string | Uint8Array }> = {
      '/': text('text/html', '<!doctype html><script type="module" src="/page.js"></script>'),
      '/browser.js': text('text/javascript', outputFiles[0]!.contents),
      '/page.js': text('text/javascript', PAGE),
      '/worker.js': text('text/javascript', WORKER),
      '/pack.gz': text('application/gzip', pack),
      '/damaged.gz': text('application/gzip', pack.subarray(0, pack.length - 9)),
    }
    server = createServer(({ url }, response) => {
      const file = files[url!]
      const policy = { 'content-security-policy': "default-src 'self'" }
      if (url === '/slow.gz') response.writeHead(200, policy).write('x')
      else if (file === undefined) response.writeHead(404, policy).end()
      else response.writeHead(200, { ...policy, 'content-type': file.type }).end(file.content)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    browser = await startChromium()
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction('window.isReady')
  })
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })

  const ask = (way: string, ...given: string[]) =>
    page.evaluate(`${way}(${given.map((each) => JSON.stringify(each)).join(', ')})`)

  test.each(['byPage', 'byWorker'])('%s, what Node.js suggests is suggested', async (way) => {
    const index = await openSuggestIndex(pack)
    for (const prefix of ['diab ret', 'oesophag', 'hypretens', 'E11.4', '']) {
      const rows = await ask(way, '/pack.gz', prefix)
      expect(rows).toEqual(index.suggest({ prefix }))
      if (prefix !== '') expect(rows).not.toEqual([])
    }
  })

  test.each([
    { way: 'byPage', url: '/damaged.gz', code: 'index_corrupt' },
    { way: 'byWorker', url: '/damaged.gz', code: 'index_corrupt' },
    { way: 'byPage', url: '/nothing.gz', code: 'download_failed' },
    { way: 'byPage', url: '/page.js', code: 'index_incompatible' },
  ])('$way, $url is $code', async ({ way, url, code }) => {
    expect(await ask(way, url, 'a')).toBe(code)
  })

  test('a download that is aborted rejects with the reason', async () => {
    expect(await ask('aborted', '/slow.gz')).toBe('the field was left')
  })
})
