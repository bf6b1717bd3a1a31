/**
 * Proves of a release, be it a folder or a zip:
 * 1. files are found at any depth, in a fixed order, without hidden ones
 * 2. lines come without their ends, numbered from 1, whatever the line end
 * 3. text comes whole, and the SHA-256 is that of the bytes
 * 4. what is missing, damaged or not UTF-8 is an error that names the file (and the line)
 * 5. nothing is read that is no file of the folder
 * 6. an ontology that is published as one takes one, without options that it does not have
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReadOptions } from '../../src/ontologies/ontology.ts'
import {
  openRelease,
  type ReleaseFile,
  requireOnePath,
} from '../../src/ontologies/release-files.ts'
import { tempReleaseFile, writeTempFolder } from '../support/temp-release.ts'
import { makeZip } from '../support/zip.ts'

const FILES = {
  'b.txt': 'b',
  'deep/er/a.xml': '<a/>',
  'deep/A.txt': 'A',
  '.hidden.txt': 'no',
  '__MACOSX/deep/._A.txt': 'no',
}

async function openAs(kind: string, files: Readonly<Record<string, Uint8Array | string>>) {
  if (kind === 'folder') return openRelease(await writeTempFolder(files))
  const method = kind === 'stored zip' ? 'stored' : 'deflated'
  const folder = await writeTempFolder({ 'release.zip': makeZip(files, method) })
  return openRelease(join(folder, 'release.zip'))
}

async function readAllLines(file: ReleaseFile) {
  const lines: string[] = []
  const sha256 = await file.readLines((line, number) => lines.push(`${number}:${line}`))
  return { lines, sha256 }
}

test.each(['folder', 'stored zip', 'deflated zip'])('finds the files of a %s', async (kind) => {
  const release = await openAs(kind, FILES)
  expect(release.files.map(({ path }) => path)).toEqual(['b.txt', 'deep/A.txt', 'deep/er/a.xml'])
  expect(release.find(/^a\./i).map(({ name }) => name)).toEqual(['A.txt', 'a.xml'])
  expect(release.find(/deep/)).toEqual([])
  expect(await readAllLines(release.find(/^A/)[0]!)).toMatchObject({ lines: ['1:A'] })
  release.close()
})

test.each([
  { what: 'LF', text: 'a\nb\n', lines: ['1:a', '2:b'] },
  { what: 'CRLF', text: 'a\r\nb\r\n', lines: ['1:a', '2:b'] },
  { what: 'no end at the end', text: 'a\nb', lines: ['1:a', '2:b'] },
  { what: 'an empty line between', text: 'a\n\nb\n', lines: ['1:a', '2:', '3:b'] },
  { what: 'empty lines at the end', text: 'a\n\n\n', lines: ['1:a', '2:', '3:'] },
  { what: 'a byte order mark', text: '\uFEFFa\nb', lines: ['1:a', '2:b'] },
  { what: 'letters beyond ASCII', text: 'Ménière\n日本', lines: ['1:Ménière', '2:日本'] },
  { what: 'nothing', text: '', lines: [] },
])('reads the lines of a file with $what', async ({ text, lines }) => {
  expect((await readAllLines(await tempReleaseFile('a.txt', text))).lines).toEqual(lines)
})

test('gives text and SHA-256 of a file larger than its pieces, letters never cut', async () => {
  const text = Array.from({ length: 30_000 }, (_, i) => `${i} Sjögren 日本\r\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  for (const kind of ['folder', 'deflated zip']) {
    const release = await openAs(kind, { 'a.txt': text })
    const pieces: string[] = []
    expect(await release.files[0]!.readText((piece) => pieces.push(piece))).toBe(sha256)
    expect(pieces.join('')).toBe(text)
    const { lines } = await readAllLines(release.files[0]!)
    expect([lines.length, lines.at(-1)]).toEqual([30_000, '30000:29999 Sjögren 日本'])
    release.close()
  }
})

test('reads one line of many pieces, and the head of a file only', async () => {
  const file = await tempReleaseFile('a.xml', `<a>${'é'.repeat(200_000)}</a>`)
  expect((await readAllLines(file)).lines[0]).toHaveLength(200_009)
  expect(await file.readHead(5)).toBe('<a>é')
})

test('names file and line of bytes that are not UTF-8', async () => {
  const latin1 = Buffer.concat([
    Buffer.from('good\n'.repeat(40_000)),
    Buffer.from('Ménière\nx\n', 'latin1'),
  ])
  const file = await tempReleaseFile('a.txt', latin1)
  await expect(readAllLines(file)).rejects.toMatchObject({
    code: 'release_invalid',
    message: 'a.txt line 40001: found "M\uFFFDni\uFFFDre", expected UTF-8 text',
  })
  await expect(file.readText(() => {})).rejects.toThrow('line 40001')
})

test('says that nothing is there', async () => {
  await expect(openRelease('/nowhere/release.zip')).rejects.toMatchObject({
    code: 'release_not_found',
    message: expect.stringContaining('/nowhere/release.zip'),
  })
})

const ZIP = makeZip({ 'a.txt': 'some text' }, 'stored')

test.each([
  { what: 'is cut off', bytes: ZIP.subarray(0, ZIP.length - 10) },
  { what: 'is no zip', bytes: Buffer.from('not a zip') },
  { what: 'is empty', bytes: Buffer.alloc(0) },
  { what: 'leads out of its folder', bytes: makeZip({ '../a.txt': '' }) },
])('refuses a zip that $what, by name', async ({ bytes }) => {
  const folder = await writeTempFolder({ 'bad.zip': bytes })
  await expect(openRelease(join(folder, 'bad.zip'))).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining('bad.zip'),
  })
})

test.each([
  { method: 'stored', at: 40, what: 'a changed byte' },
  { method: 'deflated', at: 36, what: 'bytes that do not inflate' },
] as const)('finds $what inside a $method zip', async ({ method, at }) => {
  const bytes = makeZip({ 'a.txt': 'some text' }, method)
  bytes[at]! ^= 0xff
  const folder = await writeTempFolder({ 'bad.zip': bytes })
  const release = await openRelease(join(folder, 'bad.zip'))
  await expect(readAllLines(release.files[0]!)).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining('a.txt'),
  })
  release.close()
})

test('follows links to files of the folder, and no link to a folder', async () => {
  const folder = await writeTempFolder({ 'deep/a.txt': 'A' })
  await symlink('deep/a.txt', join(folder, 'b.txt'))
  await symlink('deep', join(folder, 'again'))
  const release = await openRelease(folder)
  expect(release.files.map(({ path }) => path)).toEqual(['b.txt', 'deep/a.txt'])
  expect((await readAllLines(release.files[0]!)).lines).toEqual(['1:A'])
})

test.each([
  { what: 'a file outside', target: '../secret/key.txt' },
  { what: 'a folder outside', target: '../secret' },
  { what: 'a neighbour of the same beginning', target: '../release-2/a.txt' },
  { what: 'nothing', target: 'nowhere' },
  { what: 'itself', target: 'link.txt' },
])('refuses a link to $what, and does not tell where it leads', async ({ target }) => {
  const folder = await writeTempFolder({ 'secret/key.txt': 'key', 'release-2/a.txt': 'a' })
  await mkdir(join(folder, 'release'))
  await symlink(target, join(folder, 'release', 'link.txt'))
  await expect(openRelease(join(folder, 'release'))).rejects.toMatchObject({
    code: 'release_invalid',
    message:
      'link.txt is a link that leads out of the release or to nothing: put the file in its place',
  })
})

test('leaves pipes out, and refuses one for a release', async () => {
  const folder = await writeTempFolder({ 'a.txt': 'A' })
  execFileSync('mkfifo', [join(folder, 'pipe.txt')])
  expect((await openRelease(folder)).files.map(({ name }) => name)).toEqual(['a.txt'])
  await expect(openRelease(join(folder, 'pipe.txt'))).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining('(it is a pipe or a device)'),
  })
})

test('shows names of files without what a terminal obeys', async () => {
  const release = await openRelease(await writeTempFolder({ 'a\u001b[2J.txt': 'A' }))
  expect(release.files[0]).toMatchObject({ name: 'a\\u{1b}[2J.txt', path: 'a\\u{1b}[2J.txt' })
  expect((await readAllLines(release.files[0]!)).lines).toEqual(['1:A'])
})

test('passes on what the reader of the lines throws', async () => {
  const file = await tempReleaseFile('a.txt', 'a\n')
  const failing = file.readLines(() => {
    throw new RangeError('mine')
  })
  await expect(failing).rejects.toThrow(RangeError)
})

test.each<ReadOptions>([{}, { version: '2.82' }, { lenient: false }])(
  'one path with %o is that path',
  (options) => {
    expect(requireOnePath('LOINC', ['Loinc_2.82.zip'], options)).toBe('Loinc_2.82.zip')
  },
)

test.each<{ paths: string[]; options: ReadOptions; says: string }>([
  { paths: ['a', 'b'], options: {}, says: 'one folder or zip: found 2 releases, expected 1' },
  { paths: ['a', 'a', 'a'], options: {}, says: 'found 3 releases, expected 1' },
  { paths: [], options: {}, says: 'found 0 releases, expected 1' },
  { paths: ['a'], options: { dialect: 'en-GB' }, says: 'has no dialects: leave the dialect out' },
  { paths: ['a'], options: { dialect: '' }, says: 'has no dialects' },
  { paths: ['a'], options: { lenient: true }, says: 'always read strictly: leave lenient out' },
])('paths $paths with $options are refused', ({ paths, options, says }) => {
  expect(() => requireOnePath('LOINC', paths, options)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(`^LOINC .*${says}`)),
    }),
  )
})
