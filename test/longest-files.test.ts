/** Proves that the files which are started first are there, and are started in their order, before all others. */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LONGEST_FILES, longestFirst } from './support/longest-files.ts'

test.each(LONGEST_FILES)('%s is there', (file) => {
  expect(existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url)))).toBe(true)
})

test('the longest files are first, the others keep their order', () => {
  const [first, second] = LONGEST_FILES
  const files = ['test/b.test.ts', second!, 'test/a.test.ts', first!]
  expect(longestFirst(files, (file) => file)).toEqual([
    ...[first, second, 'test/b.test.ts', 'test/a.test.ts'],
  ])
})
