/**
 * Proves of `<medlink-suggest>` in a real Chromium, in a page with the policy of the review page:
 * 1. by keyboard and by mouse a code is chosen: it is the form's value, events say so, and typing over it takes it back
 * 2. the combobox says its state to assistive technology, and axe finds no violation, open or closed, light or dark
 * 3. a missing or unknown code makes the form invalid; reset, disabled and initial values work as in fields of HTML
 * 4. an index is searched in a worker with the rows of Node.js; without a network it still is, also after a reload
 * 5. a server gets the query, the limit and the headers; the last letters win; a failure is shown
 * 6. the example of the documentation works as it is, offline too
 */

import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSuggestIndex } from '../../src/browser/browser.ts'
import {
  faultsOf,
  NO_CHROMIUM,
  renewPage,
  startChromium,
  violationsInBoth,
} from '../support/chromium.ts'
import { starterPack } from '../support/pack.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

if (NO_CHROMIUM !== undefined) console.log(NO_CHROMIUM)

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "require-trusted-types-for 'script'; trusted-types medlink-suggest"
const INDEX = '/indexes/icd-10-cm/starter.flexsearch.gz'
const INSTALLED = '/node_modules/medlink/dist'

/** A page with a form of one field. */
const pageOf = (attributes: string) => `<!doctype html><html lang="en"><title>Form</title>
<link rel="icon" href="data:,"><meta name="color-scheme" content="light dark">
<script type="module" src="/browser/suggest-element.js"></script>
<script type="module" src="/log.js"></script>
<main><h1>Form</h1><form><fieldset><label for="dx">Diagnosis</label>
<medlink-suggest id="dx" name="dx" ${attributes}></medlink-suggest>
<label for="after">After</label><input id="after"></fieldset></form></main></html>`

/** Script of the page: it counts events and sends no form. */
const LOG = `
window.events = []
const field = document.getElementById('dx')
for (const name of ['input', 'change', 'ready', 'error'])
  field.addEventListener(name, ({ detail }) => events.push(name + (detail?.code ? ' ' + detail.code : '')))
document.forms[0].addEventListener('submit', (event) => {
  event.preventDefault()
  events.push('submit')
})`

describe.skipIf(NO_CHROMIUM !== undefined)('in Chromium', () => {
  let browser: Browser
  let page: Page
  let server: Server
  let origin: string
  let pack: Buffer
  let faults: string[]
  /** Answers of /suggest, by prefix; each request that came. */
  let answers: Map<string, { status?: number; body: unknown; after?: Promise<unknown> }>
  let asked: IncomingMessage[]

  beforeAll(async () => {
    pack = readFileSync(starterPack('icd-10-cm'))
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/browser/browser.ts', import.meta.url))],
      ...{ bundle: true, minify: true, platform: 'browser', format: 'esm', write: false },
    })
    const fileOf = (at: string): [type: string, content: string | Uint8Array] | undefined => {
      const path = at.startsWith(INSTALLED) ? at.slice(INSTALLED.length) : at
      if (path === '/browser/browser.js') return ['text/javascript', outputFiles[0]!.contents]
      if (path === '/log.js') return ['text/javascript', LOG]
      if (path === INDEX) return ['application/gzip', pack]
      if (path === '/example') return ['text/html', readFileSync(`${ROOT}examples/type-ahead.html`)]
      const file = `${ROOT}src${path}`
      return path.endsWith('.js') && existsSync(file)
        ? ['text/javascript', readFileSync(file)]
        : undefined
    }
    server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://a')
      if (pathname === '/form')
        return response
          .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY })
          .end(pageOf(searchParams.get('with') ?? ''))
      if (pathname === '/suggest') {
        asked.push(request)
        const answer = answers.get(searchParams.get('prefix') ?? '')
        await answer?.after
        return response
          .writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer?.body ?? { suggestions: [] }))
      }
      const [type, content] = fileOf(pathname) ?? []
      if (content === undefined) return response.writeHead(404).end()
      return response.writeHead(200, { 'content-type': type }).end(content)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await startChromium()
    page = await browser.newPage()
    faults = faultsOf(page)
  })
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })
  beforeEach(async () => {
    await renewPage(page)
    faults.length = 0
    answers = new Map()
    asked = []
  })

  async function open(attributes: string): Promise<void> {
    await page.goto(`${origin}/form?with=${encodeURIComponent(attributes)}`)
    await until('!!window.events')
  }
  const openIndex = async (attributes = '') => {
    await open(`src="${INDEX}" ${attributes}`)
    await until('events.includes("ready")')
    await page.evaluate('events.length = 0')
  }
  const type = async (text: string) => {
    await page.locator('#dx').click()
    await page.keyboard.type(text)
    await expect.poll(rows).not.toEqual([])
  }
  const rows = () => page.locator('[part~=code]').allTextContents()
  /** Waits for something in the page, whose policy forbids what Playwright waits with. */
  const until = (expression: string) => expect.poll(() => evaluate(expression)).toBe(true)
  const evaluate = (expression: string) => page.evaluate<unknown>(expression)
  const events = async () => (await evaluate('events.splice(0)')) as string[]
  const formValue = () => evaluate('new FormData(document.forms[0]).get("dx")')
  const inputAttribute = (name: string) => page.locator('[part=input]').getAttribute(name)

  test('a code is chosen by keyboard, and typed over', async () => {
    await openIndex()
    await type('diab')
    expect(await formValue()).toBe(null)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const [, second] = await rows()
    await events()
    await page.keyboard.press('Enter')
    expect(await formValue()).toBe(second)
    expect(await evaluate('[dx.value, dx.text.length > 5, dx.validity.valid]')).toEqual([
      ...[second, true, true],
    ])
    expect(await events()).toEqual(['input', 'change'])
    expect(await page.locator('[part=value]').textContent()).toBe(second)
    expect(await page.locator('[part=popup]').isVisible()).toBe(false)
    await page.keyboard.press('Backspace')
    expect([await formValue(), await events()]).toEqual([null, ['change', 'input']])
    // Closed at first, then empty.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await evaluate('dx.text')).toBe('')
    expect(faults).toEqual([])
  })

  test('a code is chosen by mouse', async () => {
    await openIndex()
    await type('asth')
    const [first] = await rows()
    await page.locator('[part~=option]').first().click()
    expect([await formValue(), await evaluate('document.activeElement.id')]).toEqual([first, 'dx'])
  })

  test('keys move from the field through the options and back', async () => {
    await openIndex('limit="2"')
    await type('diab')
    const actives: (string | null)[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key)
      actives.push(await inputAttribute('aria-activedescendant'))
    }
    expect(actives).toEqual(['option-0', 'option-1', null, 'option-1', 'option-0'])
    await page.keyboard.press('Alt+ArrowUp')
    expect(await inputAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => inputAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await inputAttribute('aria-expanded')).toBe('false')
    expect(await evaluate('document.activeElement.id')).toBe('after')
  })

  test('Enter in a closed field submits a valid form', async () => {
    await openIndex()
    await page.locator('#after').focus()
    await page.locator('#dx').click()
    await page.keyboard.press('Enter')
    expect(await events()).toEqual(['submit'])
  })

  test('axe finds no violation, light and dark', async () => {
    await openIndex('required')
    expect(await violationsInBoth(page)).toEqual([])
    await type('diab')
    await page.keyboard.press('ArrowDown')
    expect(await violationsInBoth(page)).toEqual([])
    expect(await inputAttribute('aria-label')).toBe('Diagnosis')
    expect(await inputAttribute('aria-required')).toBe('true')
    expect(await page.locator('[part=status]').textContent()).toBe('10 codes')
    await page.keyboard.press('Enter')
    expect(await violationsInBoth(page)).toEqual([])
  })

  test('a form knows what is missing, and what is no code', async () => {
    await openIndex('required')
    const flags = () =>
      evaluate(
        '[dx.validity.valueMissing, dx.validity.badInput, document.forms[0].checkValidity()]',
      )
    expect(await flags()).toEqual([true, false, false])
    await type('asth')
    await page.keyboard.press('Tab')
    expect([await flags(), await inputAttribute('aria-invalid')]).toEqual([
      [false, true, false],
      'true',
    ])
    await page.locator('#dx').click()
    // Rows may come once more, and then none of them is active.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return inputAttribute('aria-activedescendant')
      })
      .not.toBeNull()
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => [await flags(), await inputAttribute('aria-invalid')])
      .toEqual([[false, false, true], null])
  })

  test('initial value, reset and disabled are as in fields of HTML', async () => {
    await openIndex('value="J45" text="Asthma"')
    expect([await formValue(), await evaluate('dx.text')]).toEqual(['J45', 'Asthma'])
    await evaluate("dx.value = 'A00'")
    expect([await formValue(), await evaluate('dx.text')]).toEqual(['A00', 'A00'])
    await evaluate('document.forms[0].reset()')
    expect([await formValue(), await evaluate('dx.text')]).toEqual(['J45', 'Asthma'])
    expect(await events()).toEqual([])
    await evaluate("document.querySelector('fieldset').disabled = true")
    expect([await formValue(), await page.locator('[part=input]').isDisabled()]).toEqual([
      ...[null, true],
    ])
  })

  test('an index is searched in a worker with the rows of Node.js', async () => {
    const index = await openSuggestIndex(pack)
    await openIndex()
    for (const prefix of ['diab ret', 'oesophag', 'hypretens', 'E11.4']) {
      await page.locator('#dx').click()
      await page.locator('[part=input]').fill(prefix)
      const expected = index.suggest({ prefix }).map(({ code }) => code)
      await expect.poll(rows).toEqual(expected)
    }
    expect(page.workers()).toHaveLength(1)
    await evaluate('dx.remove()')
    await expect.poll(() => page.workers().length).toBe(0)
  })

  test('without a network it goes on, and a later visit opens the kept index', async () => {
    await openIndex()
    await page.context().setOffline(true)
    await type('asthma')
    await page.context().setOffline(false)
    await page.route(`**${INDEX}`, (route) => route.abort())
    await openIndex()
    await type('asthma')
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
  })

  test('an index that is not there is an error, shown when letters are typed', async () => {
    await open('src="/none.gz"')
    await until('events.includes("error download_failed")')
    await page.locator('#dx').click()
    await page.keyboard.type('a')
    await expect
      .poll(() => page.locator('[part=empty]').textContent())
      .toMatch(/^No suggestions: none\.gz could not be fetched/)
  })

  const row = (...codes: string[]) => ({
    suggestions: codes.map((code) => ({ code, name: `Name of ${code}` })),
  })

  test('a server gets the query, the limit and the headers', async () => {
    answers.set('a', { body: row('A1') })
    await open('server="/suggest?ontology=snomed&amp;semantic_tags=disorder" limit="3"')
    await evaluate("dx.headers = { authorization: 'Bearer x' }")
    await type('a')
    const [{ url, headers }] = asked as [IncomingMessage]
    expect(url).toBe('/suggest?ontology=snomed&semantic_tags=disorder&prefix=a&limit=3')
    expect(headers.authorization).toBe('Bearer x')
    expect(await rows()).toEqual(['A1'])
  })

  test('the last letters win, whatever is answered first', async () => {
    let release = () => {}
    answers.set('a', {
      body: row('A1'),
      after: new Promise<void>((resolve) => {
        release = resolve
      }),
    })
    answers.set('ab', { body: row('A2') })
    await open('server="/suggest"')
    await type('ab')
    release()
    await page.waitForTimeout(100)
    expect(await rows()).toEqual(['A2'])
  })

  test('keys that are pressed before the rows for the last letters are there act on these', async () => {
    let release = () => {}
    const after = new Promise<void>((resolve) => {
      release = resolve
    })
    answers.set('a', { body: row('A1') })
    answers.set('ab', { body: row('A2', 'A3'), after })
    await open('server="/suggest"')
    await type('a')
    await page.keyboard.type('b')
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Enter']) await page.keyboard.press(key)
    expect(await formValue()).toBe(null)
    expect(await events()).not.toContain('submit')
    release()
    await expect.poll(formValue).toBe('A3')
    expect(await events()).toContain('submit')
  })

  test('with autoselect Enter takes the first code for the last letters, once it is there', async () => {
    let release = () => {}
    const after = new Promise<void>((resolve) => {
      release = resolve
    })
    answers.set('a', { body: row('A1') })
    answers.set('ab', { body: row('A2'), after })
    await open('server="/suggest" autoselect')
    await type('a')
    expect(await inputAttribute('aria-activedescendant')).toBe('option-0')
    await page.keyboard.type('b')
    await page.keyboard.press('Enter')
    expect(await formValue()).toBe(null)
    release()
    await expect.poll(formValue).toBe('A2')
    expect(await events()).not.toContain('submit')
  })

  test.each([
    { what: 'a refusal', status: 401, body: { error: { code: 'unauthorized', message: 'no' } } },
    { what: 'something else', status: 502, body: 'x', code: 'internal' },
  ])('$what of a server is shown', async ({ status, body, code = 'unauthorized' }) => {
    answers.set('a', { status, body })
    await open('server="/suggest"')
    await page.locator('#dx').click()
    await page.keyboard.type('a')
    await until(`events.includes("error ${code}")`)
    expect(await page.locator('[part=empty]').textContent()).toMatch(/^No suggestions: /)
    expect(await inputAttribute('aria-expanded')).toBe('false')
  })

  test('the example of one file works as it is, also once the network is gone', async () => {
    expect(readFileSync(`${ROOT}examples/type-ahead.html`, 'utf8').split('\n').length).toBeLessThan(
      61,
    )
    await page.goto(`${origin}/example`)
    const problems = () => page.locator('#problems li').allTextContents()
    const addProblem = async (text: string) => {
      const { length } = await problems()
      await page.locator('#diagnosis').click()
      await page.keyboard.type(text)
      // The list of the field before is hidden, not empty.
      await page.locator('[part~=option]').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect.poll(problems).toHaveLength(length + 1)
    }
    await addProblem('asthma')
    await page.context().setOffline(true)
    await addProblem('type 2 diab')
    expect(await problems()).toEqual([expect.stringMatching(/^J45/), expect.stringMatching(/^E11/)])
    expect(faults).toEqual([])
  })
})
