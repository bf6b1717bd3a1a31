/**
 * Proves of the text of a release's file:
 * 1. lines end with LF, CRLF or CR, wherever the pieces of the file are cut
 * 2. what no publisher's file holds is refused with file and line, and never repeated as it is
 */

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlocks, readLines } from '../../src/ontologies/release-text.ts'

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function linesOf(text: string | Buffer, length = 65_536): Promise<string[]> {
  const lines: string[] = []
  let last = 0
  await readLines(inPieces(Buffer.from(text), length), 'a.txt', (line, number) => {
    lines.push(line)
    last = number
  })
  expect(last).toBe(lines.length)
  return lines
}

test.each([
  { text: 'a\rb\r', lines: ['a', 'b'] },
  { text: 'a\rb', lines: ['a', 'b'] },
  { text: 'a\r\rb\r\n', lines: ['a', '', 'b'] },
  { text: 'a\r\nb\rc\nd', lines: ['a', 'b', 'c', 'd'] },
  { text: '\r\r\n\n', lines: ['', '', ''] },
  { text: '\uFEFFa\rb', lines: ['a', 'b'] },
])('$text has $lines', async ({ text, lines }) => {
  for (const length of [1, 2, 3, 100]) expect(await linesOf(text, length)).toEqual(lines)
})

test('lines, text and SHA-256 do not depend on where a file is cut', async () => {
  const unit = fc.constantFrom('a', 'é', '日', '\r', '\n', '\r\n', ' ')
  const property = fc.asyncProperty(
    fc.string({ unit, maxLength: 40 }),
    fc.integer({ min: 1, max: 9 }),
    async (text, length) => {
      const expected = text.split(/\r\n|\r|\n/)
      if (expected.at(-1) === '') expected.pop()
      expect(await linesOf(text, length)).toEqual(expected)
      let whole = ''
      const sha256 = await readBlocks(inPieces(Buffer.from(text), length), 'a.txt', (block) => {
        whole += block
      })
      expect(whole).toBe(text)
      expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
    },
  )
  await fc.assert(property)
})

const MEBIBYTE = 2 ** 20

test.each([
  { what: 'NUL', text: 'a\nb\0', message: 'line 2: found the control character U+0000' },
  {
    what: 'UTF-16',
    text: Buffer.from('ab\n', 'utf16le'),
    message: 'U+0000, expected text in UTF-8',
  },
  {
    what: 'escape',
    text: 'a\r\n\r\n\x1b[2Jb',
    message: 'line 3: found the control character U+001B',
  },
  { what: 'delete', text: 'a\rb\x7f', message: 'line 2: found the control character U+007F' },
  { what: 'C1', text: 'a\u0085', message: 'line 1: found the control character U+0085' },
  { what: 'form feed', text: '\f', message: 'line 1: found the control character U+000C' },
  {
    what: 'Latin-1 between CR',
    text: Buffer.from('a\rM\xe9\x1b\rb', 'latin1'),
    message: 'line 2: found "M\uFFFD\\u{1b}", expected UTF-8 text',
  },
  {
    what: 'a line without an end',
    text: `a\n${'x'.repeat(16 * MEBIBYTE + 1)}`,
    message: 'line 2: found no end of it within 16777216 bytes, expected a line',
  },
  {
    what: 'blank lines without an end',
    text: `a\n${'\n'.repeat(1_000_001)}b`,
    message: 'line 1000002: found 1000000 blank lines before it, expected rows',
  },
])('refuses $what', async ({ text, message }) => {
  const reading = linesOf(text)
  await expect(reading).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringMatching(/^a\.txt line /),
  })
  await expect(reading).rejects.toThrow(message)
})

test('takes a line of 16 MB and a million blank lines', async () => {
  expect((await linesOf('x'.repeat(16 * MEBIBYTE)))[0]).toHaveLength(16 * MEBIBYTE)
  expect(await linesOf('\n'.repeat(1_000_000))).toHaveLength(1_000_000)
})

test('takes more than 16 MB of lines that end with CR', async () => {
  const line = 'x'.repeat(1000)
  expect(await linesOf(`${line}\r`.repeat(17_000))).toHaveLength(17_000)
})

test.each(['\t', '\u00a0', '\u200e', '\u3000', '\uFFFD', '\u0300'])(
  '%j is no control character',
  async (letter) => {
    expect(await linesOf(`a${letter}b`)).toEqual([`a${letter}b`])
  },
)
