import fc from 'fast-check'

/** Any string at all: every code unit, lone surrogates included. */
export const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
)

const PIECES = [
  'fever',
  'Haemorrhage',
  'Sjögren’s',
  "crohn's",
  'non',
  'gastro',
  'b',
  'hba1c',
  'covid19',
  'II',
  'type',
  'stage',
  '2',
  '10',
  '100',
  '1,000.5',
  '0.05',
  '½',
  '10^9',
  '10⁹',
  '120/80',
  '10-19',
  '2–4',
  '3rd',
  'mg',
  'µg',
  'mmHg',
  'ml',
  'days',
  'E11.9',
  'S72.001A',
  '22q11.2',
  'S.L.E.',
  'w/o',
  'k/c/o',
  '%',
  '+ve',
  '+',
  '(',
  ')',
  '[',
  ']',
  'हृदय',
  '糖尿病',
  'ß',
  '\ud800',
]
const JOINTS = ['', ' ', '-', '–', '/', '.', ', ', "'", '\n']

/** Strings put together from what clinical text is made of, joined in likely and unlikely ways. */
export const clinicalText = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...JOINTS)), { maxLength: 12 })
  .map((pairs) => pairs.flat().join(''))

/** Lower-case ASCII words with single spaces between them. */
export const plainWords = fc
  .array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(' '))
