/**
 * Proves of replacing a file:
 * 1. whatever goes wrong, the old file stands and can be opened
 * 2. the next build clears away what a dead one left behind
 * 3. two builds of the same file do not meet
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { replaceAtomically } from '../../src/index/atomic.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { expectation, tempFolder, writeTiny } from '../support/tiny-index.ts'

const DYING_BUILD = fileURLToPath(new URL('../support/dying-build.ts', import.meta.url))

function hashOf(file: string): string {
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  return index.manifest.content_hash
}

/** The id of a process that has ended. */
const deadPid = () => String(spawnSync(process.execPath, ['--version']).pid)

test('puts the new file in the place of the old one', () => {
  const file = join(tempFolder(), 'x')
  writeFileSync(file, 'old')
  const result = replaceAtomically(file, (temporary) => {
    expect(readFileSync(file, 'utf8')).toBe('old')
    writeFileSync(temporary, 'new')
    return 7
  })
  expect(result).toBe(7)
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test('leaves the old file, and nothing else, when writing throws', () => {
  const folder = tempFolder()
  const file = join(folder, 'x')
  writeFileSync(file, 'old')
  const write = (temporary: string) => {
    writeFileSync(temporary, 'half')
    throw new Error('disk full')
  }
  expect(() => replaceAtomically(file, write)).toThrow('disk full')
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['x'])
})

test('a build that is killed leaves the old index, and the next one succeeds', () => {
  const folder = tempFolder()
  const file = join(folder, 'x.sqlite')
  const { content_hash } = writeTiny(file)
  const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', DYING_BUILD, file], {
    encoding: 'utf8',
  })
  expect(signal, stderr).toBe('SIGKILL')
  expect(readdirSync(folder).toSorted()).toEqual(['x.sqlite', 'x.sqlite.lock', 'x.sqlite.tmp'])
  expect(hashOf(file)).toBe(content_hash)

  expect(writeTiny(file).content_hash).toBe(content_hash)
  expect(readdirSync(folder)).toEqual(['x.sqlite'])
  expect(hashOf(file)).toBe(content_hash)
})

test('refuses while a live process holds the lock, and leaves the lock to it', () => {
  const file = join(tempFolder(), 'x.sqlite')
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => {
    owner.kill()
  })
  writeFileSync(`${file}.lock`, String(owner.pid))
  expect(() => writeTiny(file)).toThrow(
    expect.objectContaining({
      code: 'build_in_progress',
      message: expect.stringMatching(`process ${owner.pid} is writing .*x\\.sqlite: wait for it`),
    }),
  )
  expect(existsSync(`${file}.lock`)).toBe(true)
  expect(existsSync(file)).toBe(false)
})

test.each([
  { what: 'of a dead process', lock: deadPid() },
  { what: 'that is empty', lock: '' },
  { what: 'that says nothing', lock: 'not a number' },
])('takes over a lock $what', ({ lock }) => {
  const folder = tempFolder()
  const file = join(folder, 'x.sqlite')
  writeFileSync(`${file}.lock`, lock)
  writeFileSync(`${file}.tmp`, 'half an index')
  writeTiny(file)
  expect(readdirSync(folder)).toEqual(['x.sqlite'])
})

test('does not build twice at once in one process', () => {
  const file = join(tempFolder(), 'x.sqlite')
  const onStep = () => writeTiny(file)
  expect(() => writeTiny(file, undefined, { onStep })).toThrow(
    expect.objectContaining({ code: 'build_in_progress' }),
  )
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('an index stays readable while it is replaced', () => {
  const file = join(tempFolder(), 'x.sqlite')
  writeTiny(file)
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  writeTiny(file)
  expect(index.getConcept('B0')?.name).toBe('Heart failure')
})
