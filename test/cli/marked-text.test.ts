/**
 * Proves of a marked text:
 * 1. marked stretches are painted, each in its own style and nothing else
 * 2. lines are broken at blanks within the width; a style ends with its line and goes on in the next
 * 3. without colours marked stretches stand in brackets
 * 4. nothing that a terminal obeys is left, of any text with any marks, and no letter is lost
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mark, markedLines } from '../../src/cli/comprehend/marked-text.ts'
import type { Paint } from '../../src/cli/io.ts'

const paint: Paint = (style, text) => `<${[style].flat().join('+')} ${text}>`
const plain: Paint = (_, text) => text

function mark(begin: number, end: number, style: Mark['style'] = 'green'): Mark {
  return { begin, end, style }
}

test.each([
  { text: 'no fever', marks: [mark(3, 8, 'dim')], lines: ['no <dim fever>'] },
  {
    text: 'a b',
    marks: [mark(0, 1), mark(2, 3, ['dim', 'strikethrough'])],
    lines: ['<green a> <dim+strikethrough b>'],
  },
  { text: 'ab', marks: [mark(0, 1), mark(1, 2)], lines: ['<green a><green b>'] },
  { text: 'a b\nc', marks: [mark(2, 5)], lines: ['a <green b>', '<green c>'] },
  { text: 'a\r\nb\rc', marks: [], lines: ['a', 'b', 'c'] },
  { text: 'a\tb', marks: [mark(2, 3)], lines: ['a <green b>'] },
  { text: 'abcdef ghij', marks: [mark(7, 11)], lines: ['abcdef', '<green ghij>'] },
  { text: 'abcd efghij', marks: [mark(2, 11)], lines: ['ab<green cd>', '<green efghij>'] },
  {
    text: 'abcdefghijklmnop',
    marks: [mark(9, 12)],
    lines: ['abcdefghi<green j>', '<green kl>mnop'],
  },
  {
    text: 'a \u001b[2J',
    marks: [mark(2, 6)],
    lines: ['a', '<green \\u{1b}[2J>'],
  },
  { text: 'overlap', marks: [mark(0, 4), mark(2, 7, 'dim')], lines: ['<green over>lap'] },
  { text: '', marks: [], lines: [''] },
])('of $text', ({ text, marks, lines }) => {
  expect(markedLines(text, marks, 10, paint, false)).toEqual(lines)
})

test('without colours, what is marked stands in brackets', () => {
  const lines = markedLines('no fever, cough', [mark(3, 8), mark(10, 15)], 80, plain, true)
  expect(lines).toEqual(['no [fever], [cough]'])
})

test('any text stays in its lines and harms no terminal', () => {
  const marks = fc
    .array(fc.nat(60), { maxLength: 8 })
    .map((ends) => ends.sort((a, b) => a - b))
    .map((ends) => ends.slice(1).map((end, i) => mark(ends[i]!, end)))
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      marks,
      fc.integer({ min: 1, max: 20 }),
      (text, marks, width) => {
        const lines = markedLines(text, marks, width, plain, false)
        for (const line of lines) {
          expect([...line].length).toBeLessThanOrEqual(width)
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u)
        }
        const letters = (of: string) => of.match(/\p{L}/gu)?.length ?? 0
        expect(letters(lines.join(''))).toBeGreaterThanOrEqual(letters(text))
      },
    ),
  )
})
