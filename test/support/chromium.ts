/** A real browser for tests of pages: Debian's Chromium. */

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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

/** @throws Error where there is none */
export async function startChromium(): Promise<Browser> {
  if (!IS_THERE) throw new Error(ADVICE)
  // Its sandbox needs more rights than a container has; what it opens here is ours.
  return chromium.launch({ executablePath: PATH, args: ['--no-sandbox'] })
}
