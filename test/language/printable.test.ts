import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '../../src/language/printable.ts'

test.each([
  { text: 'Ménière 日本 👩‍⚕'.replace('\u200d', ''), shown: 'Ménière 日本 👩⚕' },
  { text: 'a\tb', shown: 'a\tb' },
  { text: 'a\nb\r', shown: 'a\\u{a}b\\u{d}' },
  { text: '\u001b[2J\u0000\u009b', shown: '\\u{1b}[2J\\u{0}\\u{9b}' },
  { text: '\u202ecod.exe\u200b\u2028', shown: '\\u{202e}cod.exe\\u{200b}\\u{2028}' },
  { text: '\ud83d', shown: '\\u{d83d}' },
  { text: 'x'.repeat(80), shown: 'x'.repeat(80) },
  { text: 'x'.repeat(81), shown: `${'x'.repeat(80)}…` },
])('$shown', ({ text, shown }) => {
  expect(printable(text)).toBe(shown)
})

test('is cut where it is told, before letters are spelled out', () => {
  expect(printable('\0\0\0', 2)).toBe('\\u{0}\\u{0}…')
})

test('never holds what a terminal obeys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text).replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    }),
  )
})
