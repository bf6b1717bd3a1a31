/** A real browser for tests of pages: Debian's Chromium. */

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const { MEDLINK_TEST_CHROMIUM } = process.env
const PATH = MEDLINK_TEST_CHROMIUM ?? '/usr/bin/chromium'

/**
 * Why there is no browser here; undefined where there is one. Where the environment names one it has to be there, so that
 * the continuous integration runs these tests or fails.
 */
export const NO_CHROMIUM: string | undefined =
  MEDLINK_TEST_CHROMIUM !== undefined || existsSync(PATH)
    ? undefined
    : `SKIPPED: needs Chromium at ${PATH} (apt-get install chromium), or where MEDLINK_TEST_CHROMIUM says`

export function startChromium(): Promise<Browser> {
  // Its sandbox needs more rights than a container has; what it opens here is ours.
  return chromium.launch({ executablePath: PATH, args: ['--no-sandbox'] })
}
