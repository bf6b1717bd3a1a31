/**
 * Proves of what stays in memory:
 * 1. while it is open, what is remembered are words, never the texts that they stand in, nor what is too long for a word
 * 2. when it is closed, no word of what was linked, explained or completed is left
 */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compiledChild } from '../support/compiled.ts'
import { starterRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const CHILD = 'support/memory-child'
const NAMES = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const
/**
 * What V8 optimizes holds the values that it found then, and so does a compilation on another thread until it ends: the last
 * text was left where the machine was busy.
 */
const WITHOUT_OPTIMIZER = ['--no-opt', '--no-maglev', '--single-threaded']

test('words stay until it is closed, and texts not even that long', () => {
  const snapshot = join(tempFolder(), 'memory.heapsnapshot')
  const args = [...WITHOUT_OPTIMIZER, compiledChild(CHILD), snapshot, ...NAMES.map(starterRoot)]
  const found = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(found).toEqual({ open: NAMES.map((name) => `word of ${name}`), closed: [] })
}, 60_000)
