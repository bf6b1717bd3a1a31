/**
 * Proves of reading lines:
 * 1. however a text comes in pieces, its lines are those that it has
 * 2. one that is too long is read over and told, and so is one that is no UTF-8; those after it are read
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, readLines } from '../../src/cli/bounded-lines.ts'

const MAX = 8

async function linesOf(...pieces: readonly (string | Uint8Array)[]): Promise<Line[]> {
  async function* input() {
    yield* pieces
  }
  const lines: Line[] = []
  for await (const line of readLines(input(), MAX)) lines.push(line)
  return lines
}

test.each<[string, readonly (string | Uint8Array)[], readonly (string | { fault: string })[]]>([
  ['nothing', [], []],
  ['an empty piece', [''], []],
  ['a line that is not ended', ['ab'], ['ab']],
  ['a line that is', ['ab\n'], ['ab']],
  ['an empty line', ['\n'], ['']],
  ['empty lines between', ['a\n\nb\n'], ['a', '', 'b']],
  ['ends of Windows', ['a\r\nb\r\n'], ['a', 'b']],
  ['a mark of order', ['\ufeffa\nb'], ['a', 'b']],
  ['as many bytes as may be', ['12345678\n'], ['12345678']],
  ['one more', ['123456789\nb'], [{ fault: 'is too long' }, 'b']],
  [
    'many more, in pieces',
    ['12345', '6789', '0'.repeat(50), '\nb\n'],
    [{ fault: 'is too long' }, 'b'],
  ],
  ['one more at the end', ['a\n123456789'], ['a', { fault: 'is too long' }]],
  ['what is no UTF-8', [Buffer.from('ff0a', 'hex'), 'b'], [{ fault: 'is not in UTF-8' }, 'b']],
  ['a letter in two pieces', [Buffer.from('c3', 'hex'), Buffer.from('a90a', 'hex')], ['é']],
])('%s', async (_, pieces, lines) => {
  expect(await linesOf(...pieces)).toEqual(
    lines.map((each) => (typeof each === 'string' ? { text: each } : each)),
  )
})

test('however it comes in pieces', async () => {
  const text = fc.array(fc.constantFrom('a', 'é', '\n', '\r\n', '😀'), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 5 }), async (letters, cuts) => {
      const bytes = Buffer.from(letters.join(''))
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length]
      places.sort((a, b) => a - b)
      const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i]!, end))
      expect(await linesOf(...pieces)).toEqual(await linesOf(bytes))
    }),
  )
})
