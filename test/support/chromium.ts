/** A real browser for tests of pages: Debian's Chromium. */

import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

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

/** What axe finds wrong on a page: the rule and the place of each. @param rules default: all */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  // A page's policy may let no script of others in: this one comes by the debugger.
  const debug = await page.context().newCDPSession(page)
  await debug.send('Runtime.evaluate', { expression: axe.source })
  const { result } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`,
    ...{ awaitPromise: true, returnByValue: true },
  })
  await debug.detach()
  return result.value
}
