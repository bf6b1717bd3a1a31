/**
 * Proves of files in a folder:
 * 1. a file comes back, whole or a range of it, with its size and checksum, however its bytes arrive
 * 2. until it is whole there is no file, and where its bytes fail nothing is left and the failure is told as it was
 * 3. what a killed process left half written goes at the next start, and nothing else does
 * 4. where there is no room that is told, nothing is left, and once there is room files are stored again
 * 5. what is removed is gone, and may have been gone before
 * 6. files are the user's alone
 */

import { execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Blobs } from '../../../src/records/blobs/blobs.ts'
import { openBlobs } from '../../../src/records/blobs/open.ts'
import { eventually } from '../../support/eventually.ts'

let folder: string
let blobs: Blobs
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'medlink-blobs-')), 'files')
  blobs = await openBlobs({ folder })
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

let keys = 0
const newKey = () => `key-${keys++}`
const of = (...chunks: Uint8Array[]) => Readable.from(chunks)
const namesOf = (key: string) => readdirSync(folder).filter((name) => name.startsWith(key))

test('a file comes back as it was, whole and in ranges', async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(chunks, fc.nat(), fc.nat(), async (chunks, a, b) => {
      const key = newKey()
      const whole = Buffer.concat(chunks)
      const sha256 = createHash('sha256').update(whole).digest('hex')
      expect(await blobs.put(key, of(...chunks))).toEqual({ size: whole.length, sha256 })
      expect((await buffer(await blobs.open(key))).equals(whole)).toBe(true)
      if (whole.length === 0) return
      const [start, end] = [a % whole.length, b % whole.length].sort((x, y) => x - y)
      const range = await buffer(await blobs.open(key, { start: start!, end: end! }))
      expect(range.equals(whole.subarray(start, end! + 1))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('there is no file until it is whole, and nothing where its bytes fail', async () => {
  const key = newKey()
  const failure = Object.assign(new Error('the sender went away'), {
    code: 'ECONNRESET',
    syscall: 'read',
  })
  async function* failing() {
    yield Buffer.alloc(100_000)
    expect(namesOf(key)).not.toContain(key)
    throw failure
  }
  await expect(blobs.put(key, failing())).rejects.toBe(failure)
  expect(namesOf(key)).toEqual([])
  await expect(blobs.open(key)).rejects.toMatchObject({ code: 'no_access' })
  await blobs.put(key, of(Buffer.from('a')))
  expect(namesOf(key)).toEqual([key])
  expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('what is removed is gone', async () => {
  const key = newKey()
  await blobs.put(key, of(Buffer.from('a')))
  writeFileSync(join(folder, `${key}.partial`), 'b')
  for (let i = 0; i < 2; i++) await blobs.remove(key)
  expect(namesOf(key)).toEqual([])
})

test('what a killed process left half written goes, and what is being written stays', async () => {
  const place = mkdtempSync(join(folder, 'leftovers-'))
  const child = fork(new URL('./child.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const said = once(child, 'message')
  child.send(place)
  await said
  const here = await openBlobs({ folder: place })
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  async function* slowly() {
    yield Buffer.from('a')
    await waiting
  }
  const putting = here.put('here', slowly())
  writeFileSync(join(place, 'whole'), '')
  writeFileSync(join(place, 'old.partial'), '')
  const partial = () => readdirSync(place).filter((name) => !name.endsWith('.writing'))
  await eventually(() => expect(partial()).toHaveLength(4))
  await openBlobs({ folder: place })
  expect(partial().sort()).toEqual(['here.partial', 'there.partial', 'whole'])
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await openBlobs({ folder: place })
  expect(partial().sort()).toEqual(['here.partial', 'whole'])
  goOn()
  await putting
  expect(readdirSync(place).sort()).toEqual(['here', 'whole'])
})

test('a place that cannot be used is told', async () => {
  const file = join(folder, newKey())
  writeFileSync(file, '')
  await expect(openBlobs({ folder: join(file, 'below') })).rejects.toMatchObject({
    code: 'no_access',
  })
})

test.skipIf(!mayMount())('no room is told, and later there is room again', async () => {
  const mount = mkdtempSync(join(tmpdir(), 'medlink-blobs-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mount])
  onTestFinished(() => {
    execFileSync('umount', [mount])
    rmSync(mount, { recursive: true })
  })
  const small = await openBlobs({ folder: mount })
  const whole = Buffer.alloc(150_000, 'x')
  await small.put('first', of(whole))
  await expect(small.put('second', of(whole))).rejects.toMatchObject({ code: 'disk_full' })
  expect(readdirSync(mount)).toEqual(['first'])
  expect(readFileSync(join(mount, 'first')).equals(whole)).toBe(true)
  await small.remove('first')
  await small.put('second', of(whole))
  expect(readdirSync(mount)).toEqual(['second'])
})

/** Whether a file system may be mounted here: Linux, root, and not too narrow a container. */
function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'medlink-mount-'))
  mkdirSync(place, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
