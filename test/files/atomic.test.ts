/**
 * Proves of replacing a file:
 * 1. whatever goes wrong, the old file stands and can be opened
 * 2. the next build clears away what a dead one left behind
 * 3. two builds of the same file do not meet (lock.test.ts: whoever dies, and however many start)
 * 4. a link stays a link
 * 5. a place that cannot be written, and a full disk, are errors of ours
 * 6. a companion is replaced together with its file, or neither is; a process that is killed at any step leaves the old pair,
 *    whole, and the next build leaves nothing but the new one
 */

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { asidePath, replaceAtomically, replaceTogether } from '../../src/files/atomic.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { compiledChild } from '../support/compiled.ts'
import { asNobody, errorOf } from '../support/faults.ts'
import { expectation, tempFolder, writeTiny } from '../support/tiny-index.ts'

const DYING_SWAP = 'support/dying-swap'
const DYING_BUILD = 'support/dying-build'

function hashOf(file: string): string {
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  return index.manifest.content_hash
}

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
  const { signal, stderr } = spawnSync(process.execPath, [compiledChild(DYING_BUILD), file], {
    encoding: 'utf8',
  })
  expect(signal, stderr).toBe('SIGKILL')
  const left = ['x.sqlite', 'x.sqlite.building', 'x.sqlite.tmp']
  expect(readdirSync(folder).toSorted()).toEqual(left)
  expect(hashOf(file)).toBe(content_hash)

  expect(writeTiny(file).content_hash).toBe(content_hash)
  expect(readdirSync(folder)).toEqual(['x.sqlite'])
  expect(hashOf(file)).toBe(content_hash)
})

test('clears away the lock of an earlier version, whoever has its process id now', () => {
  const folder = tempFolder()
  const file = join(folder, 'x.sqlite')
  writeFileSync(`${file}.lock`, String(process.ppid))
  writeFileSync(`${file}.tmp`, 'half an index')
  writeTiny(file)
  expect(readdirSync(folder)).toEqual(['x.sqlite'])
})

test('refuses while somebody else is writing, and leaves everything to them', () => {
  const folder = tempFolder()
  const file = join(folder, 'x.sqlite')
  replaceAtomically(file, (temporary) => {
    writeFileSync(temporary, 'theirs')
    expect(() => writeTiny(file)).toThrow(
      expect.objectContaining({
        code: 'build_in_progress',
        message: expect.stringMatching(/is writing .*x\.sqlite: wait for it/),
      }),
    )
  })
  expect(readdirSync(folder)).toEqual(['x.sqlite'])
  expect(readFileSync(file, 'utf8')).toBe('theirs')
})

describe('a symbolic link', () => {
  test.each([
    { what: 'to a file', target: '../store/a', old: true },
    { what: 'to nothing yet', target: '../store/a', old: false },
    { what: 'by another link', target: 'second', old: true },
  ])('$what stays one, and what it leads to is replaced', ({ target, old }) => {
    const root = tempFolder()
    const store = join(root, 'store')
    const folder = join(root, 'icd-10-cm')
    const file = join(folder, 'x.sqlite')
    for (const each of [store, folder]) mkdirSync(each)
    if (old) writeFileSync(join(store, 'a'), 'old')
    symlinkSync(target, file)
    symlinkSync('../store/a', join(folder, 'second'))
    const { content_hash } = writeTiny(file)
    expect(readlinkSync(file)).toBe(target)
    expect(lstatSync(join(store, 'a')).isFile()).toBe(true)
    expect(hashOf(file)).toBe(content_hash)
    expect([readdirSync(store), readdirSync(folder).toSorted()]).toEqual([
      ['a'],
      ['second', 'x.sqlite'],
    ])
  })

  test('has the lock of the file that it leads to', () => {
    const root = tempFolder()
    const [file, link] = [join(root, 'x.sqlite'), join(root, 'y.sqlite')]
    symlinkSync('x.sqlite', link)
    replaceAtomically(link, (temporary) => {
      expect(() => writeTiny(file)).toThrow(expect.objectContaining({ code: 'build_in_progress' }))
      writeFileSync(temporary, '')
    })
  })
})

describe('a place that cannot be written', () => {
  const places: readonly { what: string; prepare: (file: string) => void; reason: string }[] = [
    {
      what: 'a file on the path',
      prepare: (file) => writeFileSync(dirname(file), ''),
      reason: 'ENOTDIR',
    },
    {
      what: 'a folder in its place',
      prepare: (file) => mkdirSync(file, { recursive: true }),
      reason: 'EISDIR',
    },
    {
      what: 'links in a circle',
      prepare: (file) => {
        mkdirSync(dirname(file))
        symlinkSync('x.sqlite', file)
      },
      reason: 'ELOOP',
    },
    {
      what: 'a folder in the place of the lock',
      prepare: (file) => mkdirSync(`${file}.building`, { recursive: true }),
      reason: 'EISDIR',
    },
    {
      what: 'a folder in the place of the temporary file',
      prepare: (file) => mkdirSync(`${file}.tmp`, { recursive: true }),
      reason: 'ERR_FS_EISDIR',
    },
  ]

  test.each(places)('because of $what is no_access', ({ prepare, reason }) => {
    const file = join(tempFolder(), 'icd-10-cm', 'x.sqlite')
    prepare(file)
    const error = errorOf(() => writeTiny(file))
    expect(error).toMatchObject({ name: 'MedlinkError', code: 'no_access' })
    expect(error.message).toMatch(`${file} cannot be used (${reason}): `)
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('because of its permissions is no_access', () => {
    const folder = tempFolder()
    chmodSync(folder, 0o555)
    const error = asNobody(() => errorOf(() => writeTiny(join(folder, 'x.sqlite'))))
    expect(error).toMatchObject({ name: 'MedlinkError', code: 'no_access' })
    expect(error.message).toContain('permission denied')
    expect(readdirSync(folder)).toEqual([])
  })
})

test('no room while writing is disk_full, and leaves the old file alone', () => {
  const folder = tempFolder()
  const file = join(folder, 'x.sqlite')
  writeFileSync(file, 'old')
  const error = errorOf(() =>
    replaceAtomically(file, (temporary) => {
      writeFileSync(temporary, 'half')
      writeFileSync('/dev/full', 'the rest')
    }),
  )
  expect(error).toMatchObject({ name: 'MedlinkError', code: 'disk_full' })
  expect(error.message).toMatch(`no space is left for ${file} (ENOSPC): free some`)
  expect(readdirSync(folder)).toEqual(['x.sqlite'])
  expect(readFileSync(file, 'utf8')).toBe('old')
})

test('a fault of the work itself is thrown as it is', () => {
  const fault = new TypeError('a mistake')
  const write = () => {
    throw fault
  }
  expect(errorOf(() => replaceAtomically(join(tempFolder(), 'x'), write))).toBe(fault)
})

test('does not build twice at once in one process', () => {
  const file = join(tempFolder(), 'x.sqlite')
  const onStep = () => writeTiny(file)
  expect(() => writeTiny(file, undefined, { onStep })).toThrow(
    expect.objectContaining({ code: 'build_in_progress' }),
  )
  expect(existsSync(`${file}.building`)).toBe(false)
})

test('an index stays readable while it is replaced', () => {
  const file = join(tempFolder(), 'x.sqlite')
  writeTiny(file)
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  writeTiny(file)
  expect(index.getConcept('B0')?.name).toBe('Heart failure')
})

describe('a companion', () => {
  /** A file and its companion hold the name of their build; readers take the companion that names the file's. */
  const placesIn = (folder: string) => ({ file: join(folder, 'x'), companion: join(folder, 'x.c') })
  const isOf = (file: string) => (companion: string) =>
    existsSync(file) && readFileSync(companion, 'utf8') === readFileSync(file, 'utf8')
  const build = (folder: string, name: string, withCompanion = true) => {
    const { file, companion } = placesIn(folder)
    replaceTogether(file, { file: companion, isOf: isOf(file) }, (temporary, other) => {
      writeFileSync(temporary, name)
      if (withCompanion) writeFileSync(other, name)
    })
  }
  const pairIn = (folder: string) => {
    const { file, companion } = placesIn(folder)
    const own = [companion, asidePath(companion)].find(
      (path) => existsSync(path) && isOf(file)(path),
    )
    return [readFileSync(file, 'utf8'), own && readFileSync(own, 'utf8')]
  }

  test('is put in place with its file, and replaced with it', () => {
    const folder = tempFolder()
    for (const name of ['one', 'two']) {
      build(folder, name)
      expect(pairIn(folder)).toEqual([name, name])
      expect(readdirSync(folder).toSorted()).toEqual(['x', 'x.c'])
    }
  })

  test('is removed where none is made', () => {
    const folder = tempFolder()
    build(folder, 'one')
    build(folder, 'two', false)
    expect(readdirSync(folder)).toEqual(['x'])
  })

  test('stays as it is when writing throws', () => {
    const folder = tempFolder()
    build(folder, 'one')
    const { file, companion } = placesIn(folder)
    const write = (temporary: string, other: string) => {
      for (const path of [temporary, other]) writeFileSync(path, 'half')
      throw new Error('disk full')
    }
    const replace = () => replaceTogether(file, { file: companion, isOf: isOf(file) }, write)
    expect(replace).toThrow('disk full')
    expect(pairIn(folder)).toEqual(['one', 'one'])
    expect(readdirSync(folder).toSorted()).toEqual(['x', 'x.c'])
  })

  test.each([
    { what: 'an old one', old: true },
    { what: 'none', old: false },
  ])('comes back when the file cannot be replaced: $what was there', ({ old }) => {
    const folder = tempFolder()
    const { file, companion } = placesIn(folder)
    mkdirSync(file)
    if (old) writeFileSync(companion, 'one')
    expect(errorOf(() => build(folder, 'two'))).toMatchObject({ code: 'no_access' })
    expect(readdirSync(folder).toSorted()).toEqual(old ? ['x', 'x.c'] : ['x'])
    if (old) expect(readFileSync(companion, 'utf8')).toBe('one')
  })

  test('that cannot be replaced leaves the file', () => {
    const folder = tempFolder()
    const { file, companion } = placesIn(folder)
    writeFileSync(file, 'one')
    mkdirSync(companion)
    expect(errorOf(() => build(folder, 'two'))).toMatchObject({ code: 'no_access' })
    expect(readFileSync(file, 'utf8')).toBe('one')
    expect(readdirSync(folder).toSorted()).toEqual(['x', 'x.c'])
  })

  test.each([
    { what: 'before the old one is set aside', step: 1, next: 1, now: 'one' },
    { what: 'before the new one is in place', step: 2, next: 2, now: 'one' },
    { what: 'before the file is in place', step: 3, next: 2, now: 'one' },
    { what: 'before the old one is cleared away', step: 4, next: 4, now: 'two' },
  ])(
    'of a build that is killed $what is whole, and so after the next that is',
    ({ step, next, now }) => {
      const folder = tempFolder()
      build(folder, 'one')
      for (const place of [step, next]) {
        const argv = [compiledChild(DYING_SWAP), folder, String(place)]
        const { signal, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
        expect(signal, stderr).toBe('SIGKILL')
        expect(pairIn(folder)).toEqual([now, now])
      }

      build(folder, 'three')
      expect(pairIn(folder)).toEqual(['three', 'three'])
      expect(readdirSync(folder).toSorted()).toEqual(['x', 'x.c'])
    },
  )
})
