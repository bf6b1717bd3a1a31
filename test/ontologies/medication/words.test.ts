/**
 * Proves of the words of prescriptions: letters and digits stay together, a decimal point is part of a number, and names
 * are compared without signs, case and accents. Offsets are those of the text.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drugWords, nameKey } from '../../../src/ontologies/medication/words.ts'

test.each([
  { text: 'Pan-D', key: 'pan d' },
  { text: 'PAN  D', key: 'pan d' },
  { text: 'Dolo 650', key: 'dolo 650' },
  { text: 'gp1', key: 'gp1' },
  { text: '0.5 mg.', key: '0.5 mg' },
  { text: '1.', key: '1' },
  { text: '.5', key: '5' },
  { text: 'A.C.', key: 'a c' },
  { text: 'Café', key: 'cafe' },
  { text: '+/-', key: '' },
  { text: '', key: '' },
])('$text is "$key"', ({ text, key }) => {
  expect(nameKey(text)).toBe(key)
})

test('words of ASCII are those of the same text next to another letter', () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'aZ09. -/,`_\n') })
  fc.assert(
    fc.property(ascii, (text) => {
      expect(drugWords(text)).toEqual(drugWords(`${text} é`).slice(0, -1))
    }),
  )
})

test('words have their place in the text, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let end = 0
      for (const word of drugWords(text)) {
        expect(word.start).toBeGreaterThanOrEqual(end)
        expect(word.end).toBeGreaterThan(word.start)
        end = word.end
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
  )
})
