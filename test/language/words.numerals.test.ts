import { expect, test } from 'vitest'
import { numeral, plainNumber } from '../../src/language/words.ts'

test.each([
  { word: 'two', previous: '', digits: '2' },
  { word: 'tenth', previous: '', digits: '10th' },
  { word: 'first', previous: 'the', digits: '1st' },
  { word: 'eleven', previous: '', digits: undefined },
  { word: 'ii', previous: '', digits: '2' },
  { word: 'iii', previous: 'lupus', digits: '3' },
  { word: 'ix', previous: '', digits: '9' },
  { word: 'xiv', previous: '', digits: '14' },
  { word: 'xix', previous: '', digits: undefined },
  { word: 'xix', previous: 'factor', digits: '19' },
  { word: 'i', previous: '', digits: undefined },
  { word: 'i', previous: 'type', digits: '1' },
  { word: 'v', previous: 'factor', digits: '5' },
  { word: 'x', previous: 'factor', digits: '10' },
  { word: 'x', previous: 'fragile', digits: undefined },
  { word: 'iv', previous: '', digits: undefined },
  { word: 'iv', previous: 'stage', digits: '4' },
  { word: 'iib', previous: 'stage', digits: '2b' },
  { word: 'iiia', previous: 'stage', digits: '3a' },
  { word: 'xxiii', previous: 'type', digits: '23' },
  { word: 'b', previous: 'type', digits: undefined },
  { word: 'iix', previous: 'type', digits: undefined },
  { word: 'vitamin', previous: 'type', digits: undefined },
  { word: '', previous: 'type', digits: undefined },
])('reads $word behind $previous as $digits', ({ word, previous, digits }) => {
  expect(numeral(word, previous)).toBe(digits)
})

test.each([
  { written: '7', plain: '7' },
  { written: '10', plain: '10' },
  { written: '100', plain: '100' },
  { written: '0', plain: '0' },
  { written: '007', plain: '7' },
  { written: '1,000', plain: '1000' },
  { written: '1,000.50', plain: '1000.5' },
  { written: '5.0', plain: '5' },
  { written: '0.50', plain: '0.5' },
  { written: '10.0', plain: '10' },
  { written: '05/2', plain: '5/2' },
  { written: '120/080', plain: '120/80' },
  { written: '2.0-4.50', plain: '2-4.5' },
  { written: '10^9', plain: '10^9' },
  { written: '10*09', plain: '10^9' },
])('writes $written as $plain', ({ written, plain }) => {
  expect(plainNumber(written)).toBe(plain)
})
