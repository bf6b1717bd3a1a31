/**
 * Proves of numbers that say something of a finding:
 * 1. stages, grades and types are found with the scale that names them; behind what is graded the number alone
 * 2. sizes, counts, rates and scores are quantities, each with how sure it is; a number by itself is none, nor is a drug's dose
 * 3. each row of the tables counts
 */

import { describe, expect, test } from 'vitest'
import { isCounted, isExtent } from '../../src/clinical/measures.ts'
import { readTable } from '../../src/language/tables.ts'
import { attributesIn, scoredIn } from '../support/attributes.ts'

describe('finds in', () => {
  test.each([
    { text: 'stage 3', found: ['QUALITY stage 3 0.95'] },
    { text: 'gr II', found: ['QUALITY gr II 0.95'] },
    { text: 'stg 3', found: ['QUALITY stg 3 0.95'] },
    { text: 'stage IIIB', found: ['QUALITY stage IIIB 0.95'] },
    { text: 'Stage IV', found: ['QUALITY Stage IV 0.95'] },
    { text: 'grade 2', found: ['QUALITY grade 2 0.95'] },
    { text: 'grade II/III', found: ['QUALITY grade II/III 0.95'] },
    { text: 'grade 2-3', found: ['QUALITY grade 2-3 0.95'] },
    { text: 'grade 2 to 3', found: ['QUALITY grade 2 to 3 0.95'] },
    { text: 'type 2', found: ['QUALITY type 2 0.95'] },
    { text: 'type II', found: ['QUALITY type II 0.95'] },
    { text: 'type two', found: ['QUALITY type two 0.95'] },
    { text: 'type A', found: ['QUALITY type A 0.95'] },
    { text: 'type a', found: ['QUALITY type a 0.95'] },
    { text: 'type of 2', found: [] },
    { text: 'type', found: [] },
    { text: 'class II', found: ['QUALITY class II 0.95'] },
    { text: 'NYHA III', found: ['QUALITY NYHA III 0.8'] },
    { text: 'NYHA class III', found: ['QUALITY NYHA class III 0.95'] },
    { text: 'NYHA Class 2', found: ['QUALITY NYHA Class 2 0.95'] },
    { text: 'Gustilo IIIA', found: ['QUALITY Gustilo IIIA 0.8'] },
    { text: 'Gustilo type IIIA', found: ['QUALITY Gustilo type IIIA 0.95'] },
    { text: 'Child-Pugh B', found: ['QUALITY Child-Pugh B 0.8'] },
    { text: 'Garden IV', found: ['QUALITY Garden IV 0.8'] },
    { text: 'Weber B', found: ['QUALITY Weber B 0.8'] },
    { text: 'Weber F', found: [] },
    { text: 'Salter Harris II', found: ['QUALITY Salter Harris II 0.8'] },
    { text: 'Mallampati 2', found: ['QUALITY Mallampati 2 0.8'] },
    { text: 'CKD 3', found: ['QUALITY 3 0.8'] },
    { text: 'CKD 3b', found: ['QUALITY 3b 0.8'] },
    { text: 'CKD 5', found: ['QUALITY 5 0.8'] },
    { text: 'CKD 6', found: [] },
    { text: 'CKD stage 4', found: ['QUALITY stage 4 0.95'] },
    { text: 'DM 2', found: ['QUALITY 2 0.8'] },
    { text: 'CIN 3', found: ['QUALITY 3 0.8'] },
    { text: 'chronic kidney disease 4', found: ['QUALITY 4 0.8'] },
    { text: '2nd degree burn', found: ['QUALITY 2nd degree 0.95'] },
    { text: 'first trimester', found: ['QUALITY first trimester 0.95'] },
    { text: 'third stage', found: ['QUALITY third stage 0.95'] },
    { text: '3rd finger', found: ['SYSTEM_ORGAN_SITE finger 0.95'] },
    { text: 'T2N1M0', found: ['QUALITY T2N1M0 0.95'] },
    { text: 'cT3N0', found: ['QUALITY cT3N0 0.95'] },
    { text: 'stage T2N1M0', found: ['QUALITY stage T2N1M0 0.95'] },
    { text: 'T2', found: [] },
    { text: '2 episodes', found: ['QUANTITY 2 episodes 0.95'] },
    { text: 'two episodes', found: ['QUANTITY two episodes 0.95'] },
    { text: '3-4 episodes', found: ['QUANTITY 3-4 episodes 0.95'] },
    { text: '3 episodes/day', found: ['QUANTITY 3 episodes/day 0.95'] },
    { text: '4 cm', found: ['QUANTITY 4 cm 0.95'] },
    { text: '4cm', found: ['QUANTITY 4cm 0.95'] },
    { text: '3x4 cm', found: ['QUANTITY 3x4 cm 0.95'] },
    { text: '3 x 4 cm', found: ['QUANTITY 3 x 4 cm 0.95'] },
    { text: '3 x 4 x 5 cm', found: ['QUANTITY 3 x 4 x 5 cm 0.95'] },
    { text: '2.5x3', found: ['QUANTITY 2.5x3 0.8'] },
    { text: '2.5x3 cm', found: ['QUANTITY 2.5x3 cm 0.95'] },
    { text: '3 x 4', found: ['QUANTITY 3 x 4 0.8'] },
    { text: '5x6x7mm', found: ['QUANTITY 5x6x7mm 0.95'] },
    { text: '6/10', found: ['QUANTITY 6/10 0.8'] },
    { text: '10/10', found: ['QUANTITY 10/10 0.8'] },
    { text: '6/11', found: [] },
    { text: 'x3 times', found: ['QUANTITY x3 times 0.95'] },
    { text: 'x 3 episodes', found: ['QUANTITY x 3 episodes 0.95'] },
    { text: 'x3', found: ['QUANTITY x3 0.6'] },
    { text: '3x', found: ['QUANTITY 3x 0.6'] },
    { text: 'x4 lesions', found: ['QUANTITY x4 lesions 0.95'] },
    { text: '3 times', found: ['QUANTITY 3 times 0.95'] },
    { text: '5 stools', found: ['QUANTITY 5 stools 0.95'] },
    { text: '2 calculi', found: ['QUANTITY 2 calculi 0.95'] },
    { text: '2 toes', found: ['SYSTEM_ORGAN_SITE toes 0.95'] },
    { text: 'x33x', found: [] },
    { text: '98%', found: ['QUANTITY 98% 0.95'] },
    { text: '120/80 mmHg', found: ['QUANTITY 120/80 mmHg 0.95'] },
    { text: '120/80 mm Hg', found: ['QUANTITY 120/80 mm Hg 0.95'] },
    { text: '72/min', found: ['QUANTITY 72/min 0.95'] },
    { text: '16/day', found: ['QUANTITY 16/day 0.95'] },
    { text: '8 g/dl', found: ['QUANTITY 8 g/dl 0.95'] },
    { text: '101 F', found: ['QUANTITY 101 F 0.8'] },
    { text: '38.5 C', found: ['QUANTITY 38.5 C 0.8'] },
    { text: '47 C', found: [] },
    { text: '33 C', found: [] },
    { text: '109 F', found: ['QUANTITY 109 F 0.8'] },
    { text: '110 F', found: [] },
    { text: '99 f', found: ['QUANTITY 99 f 0.8'] },
    { text: '500 ml', found: ['QUANTITY 500 ml 0.95'] },
    { text: '10 mg/kg/day', found: ['QUANTITY 10 mg/kg/day 0.95'] },
    { text: '12', found: [] },
    { text: 'grade 100', found: [] },
    { text: 'stage 3a', found: ['QUALITY stage 3a 0.95'] },
    { text: 'grade x', found: ['QUALITY grade x 0.95'] },
    { text: 'grade xii', found: ['QUALITY grade xii 0.95'] },
    { text: 'class v', found: ['QUALITY class v 0.95'] },
    { text: '1800. Stool', found: [] },
    { text: '5, cm', found: [] },
    { text: '5; cm', found: [] },
    { text: '5: stools', found: [] },
    { text: '6/10, F', found: ['QUANTITY 6/10 0.8'] },
    { text: '101, F', found: [] },
    { text: '101F', found: ['QUANTITY 101F 0.95'] },
    { text: '99.5f', found: ['QUANTITY 99.5f 0.95'] },
    { text: '89f', found: [] },
    { text: '110f', found: [] },
    { text: '38C', found: ['QUANTITY 38C 0.95'] },
    { text: '38.5C', found: ['QUANTITY 38.5C 0.95'] },
    { text: '5.5f', found: [] },
    { text: '99. 5f', found: [] },
    { text: 'grade 2 3', found: ['QUALITY grade 2 0.95'] },
    { text: 'grade II-III', found: ['QUALITY grade II-III 0.95'] },
    { text: 'grade II/pain', found: ['QUALITY grade II 0.95'] },
    { text: '2 episodes days', found: ['QUANTITY 2 episodes 0.95'] },
    { text: 'fever 3 episodes', found: ['QUANTITY 3 episodes 0.95'] },
    { text: 'fever cm', found: [] },
    { text: '5. 3x4 cm', found: ['QUANTITY 3x4 cm 0.95'] },
    { text: '5 3x4 cm', found: ['QUANTITY 3x4 cm 0.95'] },
    { text: '3 x pain', found: [] },
    { text: '5 ml mg', found: ['QUANTITY 5 ml 0.95'] },
    // A dose of a drug.
    { text: 'AF on apixaban 5 mg', found: [] },
    { text: '100 mg/m2', found: [] },
    { text: 'protein 300 mg/dl', found: ['QUANTITY 300 mg/dl 0.95'] },
  ])('"$text": $found', ({ text, found }) => {
    expect(scoredIn(text)).toEqual(found)
  })
})

test.each(readTable('clinical/scales.tsv', ['phrase', 'kind']))('"%s" is a %s', (phrase, kind) => {
  const value = kind === 'graded' ? ['QUALITY 3'] : [`QUALITY ${phrase} 3`]
  expect(attributesIn(`${phrase} 3`)).toEqual(value)
})

test.each([
  ['stage 3', true],
  ['grade 2b', true],
  ['nyha class iii', true],
  ['hunt and hess 2', true],
  ['child pugh b', true],
  ['stage 2 to 3', true],
  ['grade 1-2', true],
  ['gleason 7', true],
  ['stage', false],
  ['2', false],
  ['type 2', false],
  ['forrest 2', false],
  ['stage 123', false],
])('"%s" says how far: %s', (text, isFar) => {
  expect(isExtent(text.split(' '))).toBe(isFar)
})

test('each word of the scales for that is of a scale', () => {
  const scales = readTable('clinical/scales.tsv', ['phrase', 'kind']).flatMap(([phrase]) =>
    phrase!.split(' '),
  )
  for (const [word] of readTable('clinical/extents.tsv', ['word'])) expect(scales).toContain(word)
})

test('a number of each counted word is a quantity', () => {
  for (const [word] of readTable('clinical/counted.tsv', ['word']))
    expect(attributesIn(`7 ${word}`)).toEqual([`QUANTITY 7 ${word}`])
})

test.each([
  { lemma: 'episode', counted: true },
  { lemma: 'fever', counted: false },
  { lemma: '', counted: false },
])('"$lemma" is counted: $counted', ({ lemma, counted }) => {
  expect(isCounted(lemma)).toBe(counted)
})
