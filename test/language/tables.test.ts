import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MedlinkError } from '../../src/errors.ts'
import { digestTables, readTable } from '../../src/language/tables.ts'
import { writeTempFolder } from '../support/temp-release.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

/** A table in a temporary folder, named as the loader wants it: by its path from data/. */
async function writeTable(contents: string): Promise<string> {
  return relative(DATA, join(await writeTempFolder({ 'table.tsv': contents }), 'table.tsv'))
}

test('reads the rows without the header', async () => {
  const table = await writeTable('form\tbase\nanemic\tanemia\ncardiac\theart\n')
  expect(readTable(table, ['form', 'base'])).toEqual([
    ['anemic', 'anemia'],
    ['cardiac', 'heart'],
  ])
})

test('reads a table without rows', async () => {
  expect(readTable(await writeTable('word\n'), ['word'])).toEqual([])
})

test.each([
  { what: 'another header', contents: 'word\tbase\na\tb\n', line: 1, says: 'expected the header' },
  { what: 'an empty file', contents: '', line: 1, says: 'expected the header' },
  { what: 'Windows line ends', contents: 'form\tbase\r\na\tb\r\n', line: 1, says: 'header' },
  { what: 'no last line end', contents: 'form\tbase\na\tb', line: 2, says: 'line end' },
  { what: 'a missing column', contents: 'form\tbase\na\tb\nc\n', line: 3, says: 'found 1 columns' },
  {
    what: 'a column too many',
    contents: 'form\tbase\na\tb\tc\n',
    line: 2,
    says: 'found 3 columns',
  },
  { what: 'an empty line', contents: 'form\tbase\na\tb\n\n', line: 3, says: 'found 1 columns' },
  { what: 'an empty cell', contents: 'form\tbase\na\t\n', line: 2, says: 'empty' },
  { what: 'spaces around a cell', contents: 'form\tbase\na\tb \n', line: 2, says: 'spaces' },
  { what: 'a duplicate', contents: 'form\tbase\na\tb\na\tb\n', line: 3, says: 'twice' },
  { what: 'a row out of order', contents: 'form\tbase\nb\tb\na\tb\n', line: 3, says: 'order' },
  {
    what: 'rows in the order of a locale',
    contents: 'form\tbase\na\tb\nB\tb\n',
    line: 3,
    says: 'order',
  },
])('refuses $what, naming file and line', async ({ contents, line, says }) => {
  const table = await writeTable(contents)
  const read = () => readTable(table, ['form', 'base'])
  expect(read).toThrow(MedlinkError)
  expect(read).toThrow(
    expect.objectContaining({
      code: 'data_invalid',
      message: expect.stringMatching(new RegExp(`table\\.tsv:${line}: .*${says}`)),
    }),
  )
})

test('digests tables in the order in which they are named', () => {
  const names = ['stop-words.tsv', 'word-forms.tsv']
  const bytes = names.map((name) => readFileSync(join(DATA, name)))
  const sha256 = createHash('sha256').update(Buffer.concat(bytes)).digest('hex')
  expect(digestTables(names)).toBe(sha256.slice(0, 8))
  expect(digestTables(names.toReversed())).not.toBe(digestTables(names))
})
