/**
 * Proves of the open indexes:
 * 1. a file is opened once, at its first use, whether its version is named or the newest
 * 2. a file that is replaced, by a rename, by a copy over it or behind a link, is opened anew at the next request
 * 3. a version that is installed later is the newest at the next request, and one that is removed is gone
 * 4. whatever nobody asks for any more is closed and told: the old file, the newest of yesterday, everything at the end;
 *    a version that was asked for by name stays
 * 5. the manifest is read without opening an index
 */

import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { indexPath } from '../../src/index/registry.ts'
import { type OpenIndex, OpenIndexes } from '../../src/library/open-indexes.ts'
import { MINI, miniRoot, starterRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const NAME = 'icd-10-cm'
/** Files of two different indexes. */
let starter: string
let mini: string

beforeAll(async () => {
  starter = indexPath(starterRoot(NAME), NAME, 'starter')
  mini = indexPath(await miniRoot(NAME), NAME, MINI[NAME].version)
})

/** The indexes of a folder of its own; `closed` are the ids of those that were closed. */
function openFolder() {
  const dir = tempFolder()
  const closed: number[] = []
  const indexes = new OpenIndexes({ dir, buildsStarters: false }, (id) => closed.push(id))
  onTestFinished(() => indexes.close())
  const place = (version: string) => indexPath(dir, NAME, version)
  const install = (from: string, version: string) => cpSync(from, place(version))
  return { dir, indexes, closed, place, install }
}

const replacements: readonly { how: string; replace: (file: string, by: string) => void }[] = [
  {
    how: 'a rename',
    replace: (file, by) => {
      cpSync(by, `${file}.tmp`)
      renameSync(`${file}.tmp`, file)
    },
  },
  { how: 'a copy over it', replace: (file, by) => writeFileSync(file, readFileSync(by)) },
]

test('a file is opened once', () => {
  const { indexes, install, closed } = openFolder()
  install(mini, '2027')
  const first = indexes.require(NAME, undefined)
  expect(indexes.require(NAME, '2027')).toBe(first)
  expect(indexes.require(NAME, undefined)).toBe(first)
  expect(closed).toEqual([])
})

test.each(replacements)('a file replaced by $how is opened anew', ({ replace }) => {
  const { indexes, install, place, closed } = openFolder()
  install(mini, '2026')
  for (const wanted of [undefined, '2026']) {
    const before = indexes.require(NAME, wanted)
    replace(place('2026'), before.index.manifest.version === 'starter' ? mini : starter)
    const after = indexes.require(NAME, wanted)
    expect(after.index.name).not.toBe(before.index.name)
    expect(closed.at(-1)).toBe(before.id)
    expect(() => before.index.facts('excludes1')).toThrow('not open')
    expect(indexes.require(NAME, wanted)).toBe(after)
  }
})

test.each(replacements)(
  'in a folder unchanged for long, a file replaced by $how answers the next question',
  (row) => {
    const { dir, indexes, install, place, closed } = openFolder()
    install(mini, '2026')
    const minuteAgo = Date.now() / 1000 - 60
    utimesSync(join(dir, NAME), minuteAgo, minuteAgo)
    const nameOf = ({ index }: OpenIndex) => index.manifest.version
    for (const wanted of [undefined, '2026', undefined]) {
      const before = indexes.ask(NAME, wanted, nameOf)
      row.replace(place('2026'), before === 'starter' ? mini : starter)
      expect(indexes.ask(NAME, wanted, nameOf)).not.toBe(before)
    }
    expect(closed).toHaveLength(3)
  },
)

test.each([
  {
    how: 'leads to another file',
    change: (link: string, _: string, other: string) => {
      symlinkSync(other, `${link}.new`)
      renameSync(`${link}.new`, link)
    },
  },
  {
    how: 'stays, while another file takes the place of its',
    change: (_: string, file: string, other: string) => renameSync(other, file),
  },
])('a link that $how answers the next question from there', ({ change }) => {
  const { dir, indexes, place } = openFolder()
  const [file, other] = [join(dir, 'store', 'a'), join(dir, 'store', 'b')]
  cpSync(mini, file)
  cpSync(starter, other)
  mkdirSync(join(dir, NAME))
  symlinkSync(file, place('2026'))
  const minuteAgo = Date.now() / 1000 - 60
  utimesSync(join(dir, NAME), minuteAgo, minuteAgo)
  const ask = () => indexes.ask(NAME, undefined, ({ index }) => index.manifest.version)
  expect([ask(), ask()]).toEqual([MINI[NAME].version, MINI[NAME].version])
  change(place('2026'), file, other)
  expect([ask(), ask()]).toEqual(['starter', 'starter'])
})

test('a question whose own fault it is fails once', () => {
  const { indexes, install } = openFolder()
  install(mini, '2026')
  const fault = new Error('of the question')
  let calls = 0
  const ask = () =>
    indexes.ask(NAME, undefined, () => {
      calls++
      throw fault
    })
  expect(ask).toThrow(fault)
  expect(calls).toBe(1)
})

test('a file replaced by something else is refused, and opened when it is an index again', () => {
  const { indexes, install, place } = openFolder()
  install(mini, '2026')
  indexes.require(NAME, undefined)
  writeFileSync(place('2026'), readFileSync(mini).subarray(0, 100_000))
  for (const wanted of [undefined, '2026'])
    expect(() => indexes.require(NAME, wanted)).toThrow(
      expect.objectContaining({ code: 'index_corrupt' }),
    )
  install(starter, '2026')
  expect(indexes.require(NAME, undefined).index.manifest.version).toBe('starter')
})

test('a version installed later is the newest, and closes the one before', () => {
  const { indexes, install, place, closed } = openFolder()
  install(mini, '2026')
  const before = indexes.require(NAME, undefined)
  install(starter, '2027')
  const after = indexes.require(NAME, undefined)
  expect(after.file).toBe(place('2027'))
  expect(closed).toEqual([before.id])
  rmSync(place('2027'))
  expect(indexes.require(NAME, undefined).file).toBe(place('2026'))
  expect(closed).toEqual([before.id, after.id])
})

test('a version that was asked for by its name stays open', () => {
  const { indexes, install, closed } = openFolder()
  install(mini, '2026')
  const before = indexes.require(NAME, undefined)
  indexes.require(NAME, '2026')
  install(starter, '2027')
  indexes.require(NAME, undefined)
  expect(indexes.require(NAME, '2026')).toBe(before)
  expect(closed).toEqual([])
})

test('closing closes all and refuses what comes after', () => {
  const { indexes, install, closed } = openFolder()
  install(mini, '2026')
  install(starter, '2027')
  const ids = ['2026', '2027'].map((version) => indexes.require(NAME, version).id)
  indexes.close()
  indexes.close()
  expect(closed).toEqual(ids)
  const refused = expect.objectContaining({ code: 'closed' })
  expect(() => indexes.require(NAME, '2026')).toThrow(refused)
  expect(() => indexes.versions(NAME)).toThrow(refused)
})

test('what is asked while the file is overwritten is asked again of what it is then', () => {
  const { indexes, install, place } = openFolder()
  install(mini, '2026')
  const asked: string[] = []
  const answer = indexes.ask(NAME, undefined, ({ index }) => {
    asked.push(index.manifest.version)
    if (asked.length === 1) writeFileSync(place('2026'), readFileSync(starter))
    return index.manifest.version
  })
  expect(answer).toBe('starter')
  expect(asked).toEqual([MINI[NAME].version, 'starter'])
})

test('what is asked of a file that is overwritten again and again is refused, and answered the next time', () => {
  const { indexes, install, place } = openFolder()
  install(mini, '2026')
  expect(() =>
    indexes.ask(NAME, undefined, () => writeFileSync(place('2026'), readFileSync(starter))),
  ).toThrow(expect.objectContaining({ code: 'index_incompatible' }))
  const version = indexes.ask(NAME, undefined, ({ index }) => index.manifest.version)
  expect(version).toBe('starter')
})

test('the manifest is read without opening an index', () => {
  const { indexes, install, closed } = openFolder()
  install(mini, '2026')
  const manifest = indexes.readManifest(NAME, '2026')
  indexes.close()
  expect(closed).toEqual([])
  expect(manifest.counts.concepts).toBe(113)
})
