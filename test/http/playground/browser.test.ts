/**
 * Proves of the playground, in a real Chromium:
 * 1. a page that is opened shows a sample's answer, and the answer changes with each letter; nothing is requested elsewhere
 * 2. a question is answered with a click, a note has its entities in colours, a code is chosen in the form field
 * 3. everything is reached by keyboard, and a screen reader is told the answer
 * 4. axe finds no violation in any view, light and dark, wide and as narrow as a phone, where nothing is cut off
 * 5. HTML in a text is text
 * 6. the request as curl and as TypeScript gives the answer that the page shows
 * 7. a server that needs a token asks for it
 */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMedlink } from '../../../src/medlink.ts'
import {
  faultsOf,
  NO_CHROMIUM,
  renewPage,
  startChromium,
  violations,
  violationsInBoth,
} from '../../support/chromium.ts'
import { claimsWith, hs256 } from '../../support/http.ts'
import { type PlaygroundServer, startPlayground } from './servers.ts'

if (NO_CHROMIUM !== undefined) console.log(NO_CHROMIUM)

const execute = promisify(execFile)
const WIDE = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }

describe.skipIf(NO_CHROMIUM !== undefined)('in Chromium', () => {
  let server: PlaygroundServer
  let browser: Browser
  let page: Page
  /** Errors of the page, and requests to other servers. */
  let faults: string[]

  beforeAll(async () => {
    server = await startPlayground('open')
    browser = await startChromium()
    page = await browser.newPage()
    faults = faultsOf(page, () => server.origin)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    await renewPage(page, `${server.origin}/healthz`)
    await page.setViewportSize(WIDE)
    faults.length = 0
  })

  async function open(): Promise<void> {
    await page.goto(server.origin)
    await page.waitForSelector('.verdict')
  }
  const mode = (name: string) => page.getByRole('radio', { name, exact: true })
  const sample = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const textOf = async (selector: string) =>
    ((await page.locator(selector).first().textContent()) ?? '').replace(/\s+/g, ' ').trim()
  const shows = (selector: string) => expect.poll(() => textOf(selector))

  const programText = async () => (await page.locator('#program').textContent()) ?? ''

  test('the answer of a sample is there at once, and changes with each letter', async () => {
    await open()
    await shows('.verdict').toContain('✓ Linked E11.21')
    await page.keyboard.type('asthm')
    await shows('.verdict').not.toContain('E11.21')
    await page.keyboard.type('a')
    await shows('.verdict').toContain('✓ Linked J45')
    await shows('.account').toBe('asthma same word')
    await shows('.licence').toMatch(/^ICD-10-CM starter, [\d,]+ codes.*public domain/)
    expect(await page.locator('.candidates details[open] .parts li').count()).toBeGreaterThan(10)
    await page.locator('#text').fill('')
    await shows('.answer .empty').toMatch(/^Type above/)
    expect(faults).toEqual([])
  })

  test('a question is answered with a click', async () => {
    await open()
    await sample('Haemoglobin')
    await shows('.verdict').toBe('No link no specimen given')
    await page.locator('.question').getByRole('button', { name: 'Blood', exact: true }).click()
    await shows('.verdict').toContain('✓ Linked 718-7')
    expect(await page.locator('[name=specimen]').inputValue()).toBe('Bld')
    await page.locator('[name=specimen]').fill('urine')
    await shows('.verdict').not.toContain('718-7')
  })

  test('the vocabulary and the certainty are chosen', async () => {
    await open()
    await sample('Romanised Hindi')
    await shows('.verdict').toContain('✓ Linked')
    await page.getByRole('checkbox').uncheck()
    await shows('.verdict').toContain('No link')
    await page.getByRole('combobox').selectOption('snomed')
    await shows('.licence').toMatch(/^SNOMED CT/)
  })

  test('several lines are a note, with its entities in colours', async () => {
    await open()
    await page.locator('#text').fill('K/c/o T2DM\nNo vomiting')
    expect(await mode('Note').isChecked()).toBe(true)
    await shows('.marked').toBe('K/c/o T2DM No vomiting')
    expect(await page.locator('.marked a.problem').allTextContents()).toEqual(['T2DM', 'vomiting'])
    const entities = await page.locator('.entities > li').allTextContents()
    expect(entities[1]).toMatch(/vomiting\s+symptom\s+denied/)
    await page.locator('.marked a').nth(1).click()
    expect(await page.evaluate('location.hash')).toBe('#entity-1')
  })

  test('a dozen samples are answered', async () => {
    await open()
    const samples = page.locator('.samples button')
    const labels = await samples.allTextContents()
    expect(labels.length).toBeGreaterThanOrEqual(12)
    for (const [place, label] of labels.entries()) {
      await samples.nth(place).click()
      await page.waitForSelector('[aria-busy=false] .verdict, [aria-busy=false] .entities')
      expect([label, await textOf('.fault')]).toEqual([label, ''])
    }
    expect(faults).toEqual([])
  })

  test('a code is chosen in the form field', async () => {
    await open()
    await mode('Form field').check({ force: true })
    await page.locator('medlink-suggest').click()
    await page.keyboard.type('diab')
    await page.waitForSelector('[part~=option]')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shows('.verdict').toMatch(/^Value E1/)
    await shows('#program').toContain('<medlink-suggest id="code"')
    expect(faults).toEqual([])
  })

  test('everything is reached by keyboard, and the answer is announced', async () => {
    await open()
    await shows('[role=status]').toMatch(/^Linked to E11\.21/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    expect(await mode('Lab test').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('hba1c')
    await page.keyboard.press('Tab')
    await page.keyboard.type('%')
    await shows('[role=status]').toMatch(/^Linked to 4548-4/)
    await page.locator('#tab-json').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#tab-curl').getAttribute('aria-selected')).toBe('true')
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-curl')
  })

  test.each([
    { name: 'wide', viewport: WIDE },
    { name: 'phone', viewport: PHONE },
  ])('axe finds no violation, light and dark: $name', async ({ viewport }) => {
    await page.setViewportSize(viewport)
    await open()
    const found: string[] = []
    const look = async (view: string) => {
      for (const each of await violationsInBoth(page)) found.push(`${view}: ${each}`)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > viewport.width) found.push(`${view}: ${width} px wide`)
    }
    await look('diagnosis')
    for (const label of ['Haemoglobin', 'No strength', 'Indian OPD']) {
      await sample(label)
      await page.waitForSelector('[aria-busy=false] .verdict, [aria-busy=false] .entities')
      await look(label)
    }
    await mode('Form field').check({ force: true })
    await page.locator('medlink-suggest').click()
    await page.keyboard.type('diab')
    await page.waitForSelector('[part~=option]')
    await look('form field')
    expect(found).toEqual([])
  })

  test('HTML in a text is text', async () => {
    await open()
    const html = '<img src=x onerror="document.title=1"> asthma'
    await page.locator('#text').fill(html)
    await shows('#program').toContain('onerror')
    await page.locator('#text').fill(`${html}\n`)
    await shows('.marked').toBe(html)
    expect(await page.locator('main img').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test.each([
    { text: "Crohn's disease", operation: 'link' },
    { text: "K/c/o Crohn's disease\nNo vomiting", operation: 'comprehend' },
  ])('$operation as programs gives the answer of the page', async ({ text }) => {
    await open()
    await page.locator('#text').fill(text)
    await shows('#program').toContain('Crohn')
    const { request_id: _, ...shown } = JSON.parse(await programText())
    const without = ({ request_id: _, ...answer }: Record<string, unknown>) => answer

    await page.locator('#tab-curl').click()
    const [token, ...command] = (await programText()).split('\n')
    expect(token).toBe('TOKEN=$(npx medlink token)')
    const env = { ...process.env, TOKEN: hs256(claimsWith()) }
    const { stdout } = await execute('sh', ['-c', command.join('\n')], { env })
    expect(without(JSON.parse(stdout))).toEqual(shown)

    await page.locator('#tab-typescript').click()
    const program = await programText()
    expect(program.split('\n')[0]).toBe("import { openMedlink } from 'medlink'")
    const printed: Record<string, unknown>[] = []
    const run = new Function('openMedlink', 'console', program.replace(/^import .*/, ''))
    run(() => openMedlink({ dir: server.dir }), {
      log: (answer: Record<string, unknown>) => printed.push(answer),
    })
    expect(printed.map(without)).toEqual([shown])
  })

  test('the choice in the form field as curl gives suggestions', async () => {
    await open()
    await mode('Form field').check({ force: true })
    await page.locator('#tab-curl').click()
    const [, ...command] = (await programText()).split('\n')
    const env = { ...process.env, TOKEN: hs256(claimsWith()) }
    const { stdout } = await execute('sh', ['-c', command.join('\n')], { env })
    expect(JSON.parse(stdout).suggestions).toHaveLength(10)
  })

  test('a server that needs a token asks for it', async () => {
    const closed = await startPlayground('token')
    try {
      await page.goto(closed.origin)
      const token = page.getByLabel('Token of the server')
      await token.fill('wrong')
      await page.keyboard.press('Enter')
      await shows('.fault').toBe('')
      expect(await violations(page)).toEqual([])
      await token.fill(hs256(claimsWith()))
      await page.keyboard.press('Enter')
      await shows('.verdict').toContain('✓ Linked E11.21')
      await page.reload()
      await shows('.verdict').toContain('✓ Linked E11.21')
    } finally {
      await closed.close()
    }
  })
})
