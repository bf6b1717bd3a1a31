/**
 * Proves of the list of installed versions:
 * 1. it is what lies in the folder, newest first, whatever is added, removed or put in the folder's place
 * 2. while the folder's time stands still the list is not read again, unless the folder changed a moment before
 * 3. it is at most 10 ms old; in that time the system is not asked, unless the folder changed a moment before
 */

import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { VersionFolder } from '../../src/library/open-indexes.ts'
import { tempFolder } from '../support/tiny-index.ts'

/** The clock of the process goes on by this between two looks, in ms. */
let betweenLooks = 1000

beforeEach(() => {
  betweenLooks = 1000
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += betweenLooks))
  return () => clock.mockRestore()
})

function folderWith(...versions: readonly string[]) {
  const dir = tempFolder()
  const path = join(dir, 'loinc')
  const install = (version: string) => writeFileSync(join(path, `${version}.sqlite`), '')
  mkdirSync(path)
  versions.forEach(install)
  const now = Math.floor(Date.now()) / 1000
  const setAge = (seconds: number) => utimesSync(path, now - seconds, now - seconds)
  return { dir, path, install, setAge, folder: new VersionFolder(dir, 'loinc') }
}

test('lists what is there, newest first', () => {
  const { folder, install, path } = folderWith('2.80', 'starter')
  expect(folder.look().versions).toEqual(['2.80', 'starter'])
  install('2.81')
  expect(folder.look().versions).toEqual(['2.81', '2.80', 'starter'])
  rmSync(join(path, '2.80.sqlite'))
  expect(folder.look().versions).toEqual(['2.81', 'starter'])
})

test('lists nothing where there is no folder, and what comes later', () => {
  const { folder, path, install } = folderWith('2.80')
  expect(new VersionFolder(path, 'snomed').look().versions).toEqual([])
  rmSync(path, { recursive: true })
  expect(folder.look().versions).toEqual([])
  mkdirSync(path)
  install('2.81')
  expect(folder.look().versions).toEqual(['2.81'])
})

test('a folder that took the place of the other is listed, even with its time', () => {
  const { dir, path, folder, setAge } = folderWith('2.80')
  setAge(60)
  expect(folder.look().versions).toEqual(['2.80'])
  const other = folderWith('2.81')
  renameSync(path, join(dir, 'old'))
  renameSync(other.path, path)
  setAge(60)
  expect(folder.look().versions).toEqual(['2.81'])
})

test.each([
  { age: 60, what: 'long ago is not', isRead: false },
  { age: 3, what: 'three seconds ago is not', isRead: false },
  { age: 1, what: 'a second ago is', isRead: true },
  { age: 0, what: 'just now is', isRead: true },
])('a folder that changed $what read again at the same time', ({ age, isRead }) => {
  const { folder, install, setAge } = folderWith('2.80')
  setAge(age)
  expect(folder.look().versions).toEqual(['2.80'])
  install('2.81')
  setAge(age)
  expect(folder.look().versions).toEqual(isRead ? ['2.81', '2.80'] : ['2.80'])
})

test.each([
  { after: 9, age: 60, isSeen: false },
  { after: 10, age: 60, isSeen: true },
  { after: 0, age: 1, isSeen: true },
])(
  'a change is seen $after ms after the last look: $isSeen, if the folder was $age s old',
  ({ after, age, isSeen }) => {
    const { folder, install, setAge } = folderWith('2.80')
    setAge(age)
    folder.look()
    install('2.81')
    betweenLooks = after
    expect(folder.look().versions).toEqual(isSeen ? ['2.81', '2.80'] : ['2.80'])
  },
)
