import { expect, test } from 'vitest'
import { createAmericanize, createBeginnings } from '../../src/language/spelling.ts'
import { readSpellingRules } from '../../src/language/spelling-rules.ts'
import { readTable } from '../../src/language/tables.ts'
import { createTokenizer } from '../../src/language/tokenize.ts'
import { STARTER_TABLES } from '../../src/ontologies/icd10cm/release/starter.ts'

const americanize = createAmericanize(readSpellingRules())
const tokenize = createTokenizer([])

test.each([
  { word: 'haemorrhage', american: 'hemorrhage' },
  { word: 'anaemia', american: 'anemia' },
  { word: 'oedema', american: 'edema' },
  { word: 'lymphoedema', american: 'lymphedema' },
  { word: 'oesophagitis', american: 'esophagitis' },
  { word: 'gastrooesophageal', american: 'gastroesophageal' },
  { word: 'diarrhoea', american: 'diarrhea' },
  { word: 'tumour', american: 'tumor' },
  { word: 'tumours', american: 'tumors' },
  { word: 'leukaemia', american: 'leukemia' },
  { word: 'paediatric', american: 'pediatric' },
  { word: 'haematuria', american: 'hematuria' },
  { word: 'hemorrhage', american: 'hemorrhage' },
  { word: 'fever', american: 'fever' },
  { word: 'does', american: 'does' },
  { word: 'shoes', american: 'shoes' },
  { word: 'aerobic', american: 'aerobic' },
  { word: 'poem', american: 'poem' },
  { word: 'ear', american: 'ear' },
  { word: '', american: '' },
])('writes $word as $american', ({ word, american }) => {
  expect(americanize(word)).toBe(american)
})

test('leaves the official American titles alone', () => {
  const words = STARTER_TABLES.flatMap((table) => readTable(table, ['code', 'billable', 'name']))
    .flatMap(([, , name]) => tokenize(name!))
    .map(({ folded }) => folded)
  const changed = [...new Set(words)].filter((word) => americanize(word) !== word)
  expect(changed).toEqual([])
})

test.each([
  { letters: 'oe', some: ['edema', 'esoph', 'estr'] },
  { letters: 'oesop', some: ['esoph'] },
  { letters: 'anae', some: ['anem'] },
  { letters: 'o', some: [] },
  { letters: 'zzz', some: [] },
])('words that begin with "$letters" may begin with $some', ({ letters, some }) => {
  const found = createBeginnings(readSpellingRules())(letters)
  for (const beginning of some)
    expect(
      found.some((each) => each.startsWith(beginning)),
      beginning,
    ).toBe(true)
  if (some.length === 0) expect(found).toEqual([])
})
