/**
 * Proves of the lock:
 * 1. one holder at a time: of the processes of the machine, and of the threads and calls of a process
 * 2. it ends with the process that holds it, killed or not, and whatever its id was
 * 3. of those that come at the same time to what a dead process left, exactly one gets it
 * 4. the file is there while it is held, and gone afterwards
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tryLock } from '../../src/files/lock.ts'
import { compiledChild } from '../support/compiled.ts'
import { tempFolder } from '../support/tiny-index.ts'

/** A process takes seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const HOLDER = 'support/lock-holder'

interface Holder {
  readonly child: ChildProcess
  /** What it says next. */
  readonly next: () => Promise<string>
}

/** Starts a process that takes the lock and holds it. */
function startHolder(path: string): Holder {
  const child = spawn(process.execPath, [compiledChild(HOLDER), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return { child, next: async () => (await lines.next()).value as string }
}

async function kill({ child }: Holder): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('is held by one call at a time', () => {
  const folder = tempFolder()
  const path = join(folder, 'lock')
  for (let round = 0; round < 3; round++) {
    const release = tryLock(path)
    expect(release).toBeTypeOf('function')
    expect(tryLock(path)).toBeUndefined()
    expect(tryLock(path)).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['lock'])
    release!()
    expect(readdirSync(folder)).toEqual([])
  }
})

test('is held by one process at a time', async () => {
  const path = join(tempFolder(), 'lock')
  const holder = startHolder(path)
  expect(await holder.next()).toBe('held')
  expect(tryLock(path)).toBeUndefined()
  holder.child.stdin!.write('\n')
  expect(await holder.next()).toBe('released')
  expect(existsSync(path)).toBe(false)
  const release = tryLock(path)
  expect(await startHolder(path).next()).toBe('refused')
  release!()
})

test('ends with its process', async () => {
  const path = join(tempFolder(), 'lock')
  const holder = startHolder(path)
  expect(await holder.next()).toBe('held')
  await kill(holder)
  expect(existsSync(path)).toBe(true)
  tryLock(path)!()
  expect(existsSync(path)).toBe(false)
})

test('one of many gets what a dead process left', async () => {
  const path = join(tempFolder(), 'lock')
  writeFileSync(path, '')
  const said = await Promise.all(Array.from({ length: 6 }, () => startHolder(path).next()))
  expect(said.toSorted()).toEqual(['held', ...Array(5).fill('refused')])
})

test('a file that was removed from under its holder and made anew is another lock', () => {
  const path = join(tempFolder(), 'lock')
  const first = tryLock(path)!
  rmSync(path)
  const second = tryLock(path)
  expect(second).toBeTypeOf('function')
  expect(tryLock(path)).toBeUndefined()
  for (const release of [second!, first]) release()
})

test('a file that holds something is no lock of ours', () => {
  const path = join(tempFolder(), 'lock')
  writeFileSync(path, 'something else')
  expect(() => tryLock(path)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
})
