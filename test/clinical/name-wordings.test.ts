/**
 * Proves of mentions in the words of titles:
 * 1. a number behind a level of the spine is the next level
 * 2. next to a word of the spine a level is its region, besides itself where codes tell levels apart
 * 3. weeks next to a word of a pregnancy are its trimester
 * 4. a problem of something is a disorder, and an infection comes behind its cause
 * 5. of two diseases that one code combines the stage is left out
 * 6. the grade of a pressure ulcer is its stage
 * 7. the tables of these have words as the analyzer writes them
 */

import { expect, test } from 'vitest'
import {
  withCauseFirst,
  withDisorder,
  withoutStage,
  withPressureStage,
  withSpineRegion,
  withTrimester,
  withWholeLevels,
} from '../../src/clinical/name-wordings.ts'
import type { Word } from '../../src/language/analyze.ts'
import { readTable } from '../../src/language/tables.ts'
import { analyzer } from '../support/linker.ts'

const wordsOf = (text: string) => analyzer.analyze(text)
const inWords = (words: readonly Word[] | undefined) => words?.map(({ form }) => form).join(' ')

test.each([
  ['L4-5 PIVD', 'l4 l5 pivd'],
  ['L4/5 PIVD', 'l4 l5 pivd'],
  ['pain C5 – 6', 'pain c5 c6'],
  ['D11-12 wedge', 'd11 d12 wedge'],
  ['L4-L5 PIVD', 'l4 l5 pivd'],
  ['L4-6 PIVD', 'l4 6 pivd'],
  ['L4, 5 days', 'l4 5 days'],
  ['B4-5', 'b4 5'],
])('"%s" has the levels of "%s"', (text, words) => {
  expect(inWords(withWholeLevels(text, wordsOf(text), analyzer))).toBe(words)
})

test.each([
  ['grade 2 pressure sore R heel', 'stage 2 pressure ulcer r heel'],
  ['bedsore sacrum grade III', 'pressure ulcer sacrum stage 3'],
  ['category 4 pressure ulcer', 'stage 4 pressure ulcer'],
  ['stage 2 pressure ulcer', undefined],
  ['grade 2 tear', undefined],
  ['pressure sore', undefined],
])('"%s" has the stage of "%s"', (text, words) => {
  expect(inWords(withPressureStage(wordsOf(text), analyzer))).toBe(words)
})

test('words without such a level are the same', () => {
  const words = wordsOf('low back pain')
  expect(withWholeLevels('low back pain', words, analyzer)).toBe(words)
})

test.each([
  ['L3 radiculopathy', 'lumbar radiculopathy'],
  ['disc bulge L4-L5', 'disc bulge lumbar lumbar'],
  ['spondylolisthesis L5-S1', 'spondylolisthesis lumbosacral lumbosacral'],
  ['D8 spondylodiscitis', 'thoracic spondylodiscitis'],
  ['C6 discs', 'cervical c6 discs'],
  ['C5 radiculopathy', 'cervical radiculopathy'],
  ['C7-T1 disc', 'cervicothoracic c7 cervicothoracic t1 disc'],
  ['L2 fracture', 'lumbar l2 fracture'],
  ['C5 deficiency', undefined],
  ['T2 diabetes', undefined],
  ['lumbar disc', undefined],
])('the region of "%s" is "%s"', (text, words) => {
  expect(inWords(withSpineRegion(wordsOf(text), analyzer, text))).toBe(words)
})

test.each([
  ['twins 13 weeks', 'twins 1st trimester'],
  ['at 14 wks placenta previa', 'at 2nd trimester placenta previa'],
  ['IUGR, 30 w', 'iugr 3rd trimester'],
  ['pregnancy 27/40, itching', 'pregnancy 2nd trimester itching'],
  ['preterm labor 44 weeks', undefined],
  ['cough 30 weeks', undefined],
  ['twins, 30 days', undefined],
  ['pregnant for weeks', undefined],
  ['pregnancy 28 weeks', undefined],
])('the trimester of "%s" is "%s"', (text, words) => {
  expect(inWords(withTrimester(wordsOf(text), analyzer))).toBe(words)
})

test.each([
  ['knee problems', 'knee disorder'],
  ['spleen trouble', 'spleen disorder'],
  ['problems with knee', undefined],
  ['knee pain', undefined],
])('the disorder of "%s" is "%s"', (text, words) => {
  expect(inWords(withDisorder(wordsOf(text), analyzer))).toBe(words)
})

test.each([
  ['infection due to Nocardia', 'nocardia infection'],
  ['infestation with lice', 'lice infestation'],
  ['infection caused by Nocardia asteroides', 'nocardia asteroides infection'],
])('"%s" has its cause first: "%s"', (text, words) => {
  const reworded = withCauseFirst(wordsOf(text))!
  const told = reworded.filter(({ form }, i) => form !== reworded[i - 1]?.form)
  expect(inWords(told)).toBe(words)
  // No word that stands between them is left out.
  const places = reworded.map(({ start }) => start)
  for (const { start } of wordsOf(text)) expect(places).toContain(start)
})

test.each([
  'infection',
  'infection of bone',
  'bone infection due to Nocardia',
  'ulcer due to lice',
])('"%s" stays as it is', (text) => {
  expect(withCauseFirst(wordsOf(text))).toBeUndefined()
})

test.each([
  ['DM with nephropathy stage 3', 'dm with nephropathy'],
  ['CKD 3b with hypertension', 'ckd with hypertension'],
  ['CKD stage 5, diabetic', 'ckd diabetic'],
  ['CKD stage 4', undefined],
  ['DM with CKD', undefined],
  ['DM, CKD stage 6', undefined],
  ['DM with pressure ulcer stage 3', undefined],
])('"%s" without a stage is "%s"', (text, words) => {
  expect(inWords(withoutStage(wordsOf(text)))).toBe(words)
})

test.each([
  ['spine-words', 'levels'],
  ['pregnancy-words', 'role'],
  ['combined-words', 'role'],
])('%s is written as words are analyzed', (table, column) => {
  for (const [word] of readTable(`clinical/${table}.tsv`, ['word', column]))
    expect(wordsOf(word!).map(({ form }) => form)).toEqual([word])
})
