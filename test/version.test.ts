import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEDLINK_VERSION } from '../src/version.ts'

test('the version in answers is the version of the package', () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  expect(MEDLINK_VERSION).toBe(version)
})
