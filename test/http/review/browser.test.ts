/**
 * Proves of the review page, in a real Chromium:
 * 1. a whole review of thirty laboratory terms by keyboard: where the first answer is right with one key a term; the project's
 *    file has what was decided, and nothing is asked of anybody else
 * 2. HTML in a term is text: nothing of it runs
 * 3. keys: a digit takes its candidate, search, note, hint and undo do what they say, letters that are turned off do nothing,
 *    a key that is held down decides once, and the focus never falls to the page's body
 * 4. many at once are decided, and undone, as one
 * 5. two who decide one row at once: the second is told, and both are kept
 * 6. axe finds no fault in any view, in dark and light, wide and as narrow as a phone, where nothing is cut off
 * 7. what a new release changed is listed, with the codes in its place as buttons
 * 8. what fails is said, and the term stays where it is
 */

import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { type LocalReview, serveReview } from '../../../src/http/review/local.ts'
import { createProject, openProject, type TermDetails } from '../../../src/mapping/mapping.ts'
import { openMedlink } from '../../../src/medlink.ts'
import {
  faultsOf,
  NO_CHROMIUM,
  renewPage,
  startChromium,
  violations,
  violationsInBoth,
} from '../../support/chromium.ts'
import { eventually } from '../../support/eventually.ts'
import { buildTwoReleases } from '../../support/two-releases.ts'
import { LAB_TESTS, type LabProject, type LabTest, makeLabProject } from './projects.ts'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

if (NO_CHROMIUM !== undefined) console.log(NO_CHROMIUM)

describe.skipIf(NO_CHROMIUM !== undefined)('in Chromium', () => {
  let browser: Browser
  let lab: LabProject
  let review: LocalReview
  let page: Page
  /** What went wrong in the page, and what it asked of others. */
  let faults: string[]

  /** File of a project of all tests, copied for each test here. */
  let template: string
  beforeAll(async () => {
    browser = await startChromium()
    page = await (await browser.newContext()).newPage()
    faults = faultsOf(page, () => new URL(review.url).origin)
    const made = await makeLabProject(LAB_TESTS)
    template = join(mkdtempSync(join(tmpdir(), 'medlink-template-')), 'laboratory.medmap')
    await made.project.close()
    copyFileSync(made.file, template)
    await made.close()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    await page.setViewportSize(WIDE)
    faults.length = 0
  })
  afterEach(async () => {
    await renewPage(page)
    await review?.close()
    await lab?.close()
  })

  /** Opens the page of a project of tests. */
  async function open(tests: readonly LabTest[] = LAB_TESTS): Promise<void> {
    lab = await makeLabProject(tests, tests === LAB_TESTS ? template : undefined)
    review = await serveReview({ ...lab, name: 'laboratory', reviewer: 'asha' })
    await visit(review.url)
  }

  async function visit(url: string, on = page): Promise<void> {
    await on.goto(url)
    await on.waitForSelector('.candidates, .empty')
  }

  const textOf = async (selector: string, on = page) =>
    ((await on.locator(selector).textContent()) ?? '').trim()
  const heading = (on = page) => textOf('#term', on)
  const said = (on = page) => textOf('[role=status]', on)

  /** What the page shows once it is done with what it was told. */
  const shown = (on: Page) =>
    on.evaluate<{ busy: string; text: string; focus: string }>(`({
      busy: document.querySelector('main').getAttribute('aria-busy'),
      text: document.querySelector('#term').textContent + document.querySelector('[role=status]').textContent,
      focus: document.activeElement.id,
    })`)

  /** Presses a key that leads to another term, or has something said, and waits for it. */
  async function pressOn(key: string, on = page): Promise<void> {
    const before = await shown(on)
    await on.keyboard.press(key)
    const isDone = async () => {
      const { busy, text } = await shown(on)
      expect([busy, text === before.text]).toEqual(['false', false])
    }
    await eventually(isDone)
    expect((await shown(on)).focus).toBe('term')
  }

  async function termOf(name: string): Promise<TermDetails> {
    const { terms } = await lab.project.terms({ text: name })
    return (await lab.project.term(terms[0]!.id))!
  }

  test('a whole review of thirty terms by keyboard', async () => {
    await open()
    expect(LAB_TESTS).toHaveLength(30)
    // The link works once, and is not left in the address.
    expect(page.url()).not.toContain('#')
    const expected = new Map<string, string>()
    const seen: string[] = []
    for (const _ of LAB_TESTS) {
      const name = await heading()
      seen.push(name)
      const [first] = await page.locator('.candidates code').allTextContents()
      if (name.startsWith('Mystery') || first === undefined) {
        expected.set(name, 'none')
        await pressOn('x')
      } else if (name === 'ESR') {
        expected.set(name, 'later')
        await pressOn('l')
      } else {
        if (name !== 'Potassium') expected.set(name, first)
        await pressOn('Enter')
      }
    }
    expect(seen.filter((name) => name !== 'Potassium')).toEqual(
      LAB_TESTS.map(([name]) => name).filter((name) => name !== 'Potassium'),
    )
    expect(await said()).toContain('Every term of this list is decided.')
    expect(await textOf('.progress')).toContain('29 of 30 terms')
    // As another program finds it in the file.
    const file = await openProject(lab.file)
    const decided = new Map<string, string | null>()
    for await (const { query, standing } of file.everyTerm()) {
      expect(standing).toHaveLength(1)
      const [{ reviewer, decision, code }] = standing as [(typeof standing)[0]]
      expect(reviewer).toBe('asha')
      if (query !== 'Potassium') decided.set(query, code ?? decision)
    }
    await file.close()
    expect(Object.fromEntries(decided)).toEqual(Object.fromEntries(expected))
    expect(faults).toEqual([])
  })

  test('HTML in a term is text', async () => {
    const html = '<img src=x onerror="document.title=1"><script>document.title=2</script> sodium'
    await open([[html, '', '<b>serum</b>', 2]])
    expect(await heading()).toBe(html)
    expect(await textOf('.rows .text')).toBe(html)
    expect(await page.locator('main img, main script, main b').count()).toBe(0)
    await page.keyboard.press('n')
    await page.keyboard.type('<svg onload=document.title=3>')
    await pressOn('Enter')
    expect(await textOf('.decisions .note')).toContain('<svg onload')
    expect(await page.title()).toBe('laboratory · Medlink review')
    expect(faults).toEqual([])
    // Nor would it if the page were mistaken: its policy takes no script, and no HTML, but its own.
    const inject = (code: string) => page.evaluate(`(() => { ${code} })()`)
    await expect(inject('document.body.innerHTML = "<b>"')).rejects.toThrow('TrustedHTML')
    await expect(inject('document.createElement("script").src = "/a.js"')).rejects.toThrow(
      'TrustedScriptURL',
    )
  })

  test('digits, search, hint, note, undo and keys that are turned off', async () => {
    await open()
    await pressOn('ArrowDown')
    expect(await heading()).toBe('HGB')
    const codes = await page.locator('.candidates code').allTextContents()
    await pressOn('2')
    expect((await termOf('HGB')).standing[0]).toMatchObject({ decision: 'accept', code: codes[1] })
    await pressOn('u')
    expect(await heading()).toBe('HGB')
    expect((await termOf('HGB')).standing).toEqual([])

    await page
      .getByRole('group', { name: 'mass or moles?' })
      .getByText('g/dL', { exact: true })
      .click()
    await page.getByRole('status').getByText('Now the first is').waitFor()
    await pressOn('Enter')
    expect((await termOf('HGB')).standing[0]).toMatchObject({
      ...{ decision: 'accept', code: '718-7', note: 'asked with unit g/dL' },
    })

    expect(await heading()).toBe('WBC count')
    await page.keyboard.press('/')
    const found = page.waitForResponse(/prefix=ferrit&/)
    await page.keyboard.type('ferrit')
    await (await found).finished()
    // Whatever the page had to do with that answer is done when it has another one.
    await page.evaluate('fetch(location.href).then((answer) => answer.text())')
    await page.keyboard.press('ArrowDown')
    await page.locator('#option-1[aria-selected=true]').waitFor()
    await page.keyboard.press('ArrowUp')
    await pressOn('Enter')
    expect((await termOf('WBC')).standing[0]).toMatchObject({ decision: 'other', code: '2276-4' })
    await pressOn('u')

    // Enter is for what stands there, and not for what its first letters found.
    expect(await heading()).toBe('WBC count')
    await page.keyboard.press('/')
    await page.locator('medlink-suggest').waitFor()
    await page.keyboard.type('f')
    await page.locator('[part~=option]').first().waitFor()
    await page.route(/prefix=ferrit&/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.keyboard.type('errit')
    await pressOn('Enter')
    expect((await termOf('WBC')).standing[0]).toMatchObject({ decision: 'other', code: '2276-4' })

    await pressOn('r')
    expect(await said()).toBe('The code means more: accept it.')
    await page.keyboard.press('n')
    await page.keyboard.type('as the analyser says')
    await pressOn('Enter')
    await pressOn('Enter')
    expect((await termOf('Creatinine')).standing[0]).toMatchObject({
      ...{ decision: 'accept', relation: 'wider', note: 'as the analyser says' },
    })

    const before = await heading()
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: /Letters and digits are keys/ }).uncheck()
    await page.keyboard.press('Escape')
    for (const key of ['x', '1', 'l', 'j']) await page.keyboard.press(key)
    expect(await heading()).toBe(before)
    await page.evaluate('localStorage.clear()')

    // A key that is held down repeats itself.
    await page.keyboard.down('Enter')
    for (let i = 0; i < 5; i++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await eventually(async () => expect(await heading()).not.toBe(before))
    expect(
      (await lab.project.progress()).total.terms - (await lab.project.progress()).states.open.terms,
    ).toBe(4)
    expect(faults).toEqual([])
  })

  test('many at once, and one undo for all', async () => {
    await open()
    await pressOn('j')
    await page.keyboard.press('a')
    await page.getByText(/marked, all/).waitFor()
    const count = await page.locator('ul.rows input:checked').count()
    expect(count).toBeGreaterThan(1)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await pressOn('Enter')
    expect((await lab.project.progress()).states.mapped.terms).toBe(count)
    await pressOn('u')
    expect((await lab.project.progress()).states.open.terms).toBe(LAB_TESTS.length)
    expect(await said()).toBe(`Undone: ${count} terms.`)
    expect(faults).toEqual([])
  })

  test('two who decide one row at once', async () => {
    await open()
    const bela = await serveReview({ ...lab, name: 'laboratory', reviewer: 'bela' })
    const other = await page.context().newPage()
    const otherFaults = faultsOf(other, () => new URL(bela.url).origin)
    await visit(bela.url, other)
    expect([await heading(), await heading(other)]).toEqual(['Hemoglobin', 'Hemoglobin'])
    await pressOn('x', other)
    await pressOn('Enter')
    expect(await said()).toContain('bela decided otherwise: both are kept.')
    const { state, standing } = await termOf('Hemoglobin')
    expect(state).toBe('disagreement')
    expect(standing.map(({ reviewer, decision }) => [reviewer, decision]).sort()).toEqual([
      ['asha', 'accept'],
      ['bela', 'none'],
    ])
    await page.getByRole('button', { name: 'Disagreements 1' }).click()
    await page.getByText('Decided in two ways.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Decide so, too' }).click()
    await page.getByText('Every term of this list is decided.').waitFor()
    expect((await termOf('Hemoglobin')).state).toBe('no_code')
    await other.close()
    await bela.close()
    expect([faults, otherFaults]).toEqual([[], []])
  })

  test('no fault for axe, light and dark, wide and narrow', async () => {
    await open()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: string[] = []
    const look = async (view: string) => {
      for (const each of await violationsInBoth(page)) found.push(`${view}: ${each}`)
      const hidden = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      )
      if (hidden > 0) found.push(`${view}: ${hidden} pixels are cut off`)
    }
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport)
      await look('linked')
      await pressOn('Enter')
      await page.keyboard.press('d')
      await look('asked')
      await page.keyboard.press('d')
      for (const [key, view] of [
        ['?', 'help'],
        ['n', 'note'],
        ['/', 'search'],
      ] as const) {
        await page.keyboard.press(key)
        if (key === '/') {
          await page.keyboard.type('gluc')
          await page.locator('[part~=option]').first().waitFor()
        }
        await look(view)
        await page.keyboard.press('Escape')
      }
      if (viewport === PHONE) {
        await page.getByRole('button', { name: 'All terms' }).click()
        await look('list')
      }
      await page.getByRole('button', { name: 'Curve' }).click()
      await page.getByText(/^Too few: \d of the 30 decisions/).waitFor()
      await look('curve of too few')
      await page.getByRole('button', { name: 'Terms', exact: true }).click()
      await page.locator('ul.rows').waitFor({ state: 'attached' })
      if (viewport === PHONE)
        await page
          .getByRole('button', { name: /^HGB|^WBC/ })
          .first()
          .click()
    }
    expect(found).toEqual([])
    expect(faults).toEqual([])
  })

  test('a curve is drawn of enough decisions, with no fault for axe', async () => {
    const again = LAB_TESTS.map(([name, ...rest]): LabTest => [`${name} test`, ...rest])
    await open([...LAB_TESTS, ...again])
    const { terms } = await lab.project.terms({ limit: 60 })
    await lab.project.decide(
      'asha',
      terms.map(({ id, revision }) => ({ term: id, seen: revision, decision: 'none' })),
    )
    await page.getByRole('button', { name: 'Curve' }).click()
    await page.getByRole('table').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.locator('.curve-page').textContent()).not.toContain('too few')
    expect(faults).toEqual([])
  })

  test('what a new release changed is looked at again', async () => {
    const releases = await buildTwoReleases()
    onTestFinished(() => releases.remove())
    const medlink = openMedlink({ dir: releases.dir })
    onTestFinished(() => medlink.close())
    const project = await createProject(
      join(releases.dir, 'p.medmap'),
      medlink,
      { ontology: 'icd-10-cm', version: '2026', columns: [] },
      ['purple fever', 'slow heel'].map((name) => ({
        ...{ code: '', name, frequency: 1, hints: {}, columns: {} },
      })),
      { workers: 1 },
    )
    onTestFinished(() => project.close())
    await project.decide('asha', [
      { term: 1, seen: 1, decision: 'accept' },
      { term: 2, seen: 1, decision: 'none' },
    ])
    await project.move(medlink, '2027', { workers: 1 })
    review = await serveReview({ medlink, project, name: 'problems', reviewer: 'asha' })
    await visit(review.url)
    await page.getByLabel('Show').selectOption('look')
    await page.getByRole('button', { name: /^purple fever/ }).click()
    const question = page.getByRole('group', { name: 'Look at this again' })
    await question.getByText('R10 was divided in 2027.').waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'R10.1 Purple fever of leg' }).click()
    await question
      .getByText('Medlink links this to another code in 2027 than was decided.')
      .waitFor()
    await question.getByRole('button', { name: 'R14 Slow heel' }).click()
    await expect.poll(() => said()).toContain('R14')
    expect(await project.term(1)).toMatchObject({ state: 'mapped', code: 'R10.1', look: null })
    expect(await project.term(2)).toMatchObject({ state: 'mapped', code: 'R14', look: null })
    expect(faults).toEqual([])
  })

  test('what fails is said, and the term stays', async () => {
    await open()
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The server does not answer').waitFor()
    expect(await heading()).toBe('Hemoglobin')
    await page.context().setOffline(false)
    await pressOn('Enter')
    expect((await termOf('Hemoglobin')).state).toBe('mapped')
    expect(await textOf('[role=alert]')).toBe('')
  })
})
