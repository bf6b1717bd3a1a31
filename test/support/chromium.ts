/** A real browser for tests of pages: Debian's Chromium. */

import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

const { CI, MEDLINK_TEST_CHROMIUM } = process.env
const PATH = MEDLINK_TEST_CHROMIUM ?? '/usr/bin/chromium'
const ADVICE = `no Chromium at ${PATH}: apt-get install chromium, or say in MEDLINK_TEST_CHROMIUM where one is`
const IS_THERE = existsSync(PATH)

/**
 * Why tests that need a browser are left out; undefined where there is one. Continuous integration (`CI`), and whoever names
 * one, runs them or fails.
 */
export const NO_CHROMIUM: string | undefined =
  IS_THERE || CI || MEDLINK_TEST_CHROMIUM !== undefined ? undefined : `SKIPPED: ${ADVICE}`

/**
 * What Chromium must not start: of its own address bar, which no test sees, each window would have a page in a process of its own,
 * and each page a spare process.
 */
const UNSEEN = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]
/** What Playwright turns off for tests of pages, again: of several lists Chromium reads the last. */
const PLAYWRIGHTS = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
const ARGUMENTS = [
  // Its sandbox needs more rights than a container has; what it opens here is ours.
  '--no-sandbox',
  // Without a GPU it would imitate one, which takes four times the processor time of everything else.
  '--disable-gpu',
  `--disable-features=${[...PLAYWRIGHTS, ...UNSEEN].join()}`,
]

/** @throws Error where there is none */
export async function startChromium(): Promise<Browser> {
  if (!IS_THERE) throw new Error(ADVICE)
  return chromium.launch({ executablePath: PATH, args: ARGUMENTS })
}

/**
 * Faults of a page as they come: errors that its scripts throw or write, and requests to another server than its own.
 *
 * @param ownOrigin the page's own server; default: requests are no faults
 */
export function faultsOf(page: Page, ownOrigin?: () => string): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (ownOrigin !== undefined && protocol !== 'data:' && origin !== ownOrigin())
      faults.push(request.url())
  })
  return faults
}

/**
 * Leaves a page as a new one is, which would take processes of Chromium of its own.
 *
 * @param resting what it shows then; of a server whose pages take none but themselves for an opener something of its own, since
 *   Chromium leaves such a page, and opens it, in a new process
 */
export async function renewPage(page: Page, resting = 'about:blank'): Promise<void> {
  await page.unrouteAll()
  await page.context().setOffline(false)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (page.url().startsWith('http')) {
    const { origin } = new URL(page.url())
    await page.evaluate('sessionStorage.clear()')
    await page.goto(resting)
    const debug = await debuggerOf(page)
    await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
}

/** What axe finds wrong on a page: the rule and the place of each. @param rules default: all */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  // A page's policy may let no script of others in: this one comes by the debugger.
  const debug = await debuggerOf(page)
  const evaluate = async (expression: string) => {
    const awaited = { awaitPromise: true, returnByValue: true }
    return (await debug.send('Runtime.evaluate', { expression, ...awaited })).result.value
  }
  if (!(await evaluate('"axe" in window'))) await evaluate(`${axe.source}; 0`)
  return evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`)
}

/** The same in the light, and in the dark, where only colours are others. The page is left in the light. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((each) => `dark: ${each}`)]
}

const debuggers = new WeakMap<Page, Promise<CDPSession>>()

function debuggerOf(page: Page): Promise<CDPSession> {
  let found = debuggers.get(page)
  if (found === undefined) {
    found = page.context().newCDPSession(page)
    debuggers.set(page, found)
  }
  return found
}
