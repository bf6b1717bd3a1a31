/**
 * Proves of taking mentions apart for ICD-10-CM:
 * 1. the whole mention comes first, always
 * 2. how long something has lasted may be left out; what may be a code's own time, or all there is, may not
 *    behind what a number alone grades it always is
 * 3. a fracture that is open or heals badly is said to be so
 * 4. words for how severe a condition is, and for how it runs, are told from its name
 * 5. what a relative had is read as a family history, too
 * 6. an abbreviation of several meanings, or a phrase that leaves the code open, has its meanings if it is all there is
 * 7. a condition that was confirmed is said to be so
 * 8. both sides, a burned surface and a disease that says its part of the body are read in the words of titles, too
 * 9. a use disorder of some degree is an abuse or a dependence
 * 10. a count of days is left out, too; levels of the spine, weeks, problems, causes and stages are read as in titles
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTEXT } from '../../../../src/clinical/qualifiers.ts'
import { createIcd10cmReader } from '../../../../src/ontologies/icd10cm/linking/query.ts'
import { LATERALITY } from '../../../../src/ontologies/icd10cm/qualifiers.ts'
import { clinicalText } from '../../../support/arbitraries.ts'
import { analyzer } from '../../../support/linker.ts'

const interpretations = (text: string) =>
  createIcd10cmReader(analyzer).read({ text, words: analyzer.analyze(text), hints: {} })

const wordsIn = (text: string) =>
  interpretations(text).map(({ words }) => words.map(({ form }) => form).join(' '))

test.each([
  { text: 'fever x 3 days', rest: 'fever' },
  { text: 'fever x 3 weeks', rest: 'fever' },
  { text: 'fever for 3 weeks', rest: 'fever' },
  { text: 'cough since 2 months', rest: 'cough' },
  { text: 'fever 3 days', rest: 'fever' },
  { text: 'vomiting 6 hours, 2 days fever', rest: 'vomiting fever' },
])('"$text" may be "$rest"', ({ text, rest }) => {
  const [whole, bare, ...more] = interpretations(text)
  expect(wordsIn(text)[1]).toBe(rest)
  expect(whole!.certainty).toBeUndefined()
  expect(bare).toMatchObject({ certainty: 0.9, readings: 3 })
  expect(more).toEqual([])
})

test.each([
  ['DM 1 year', ['dm']],
  ['CKD - 4 yrs', ['ckd']],
  ['CKD 4', ['ckd 4']],
])('"%s" is of a time, which no way has: %j', (text, ways) => {
  expect(wordsIn(text)).toEqual(ways)
})

test.each([
  'fever',
  'pregnancy 28 weeks',
  'obesity, 12 years',
  'fragile x syndrome',
  'intermittent fever',
  'recent fever',
  '3 days',
  'x 3 days',
])('"%s" is whole', (text) => {
  expect(wordsIn(text)).toHaveLength(1)
})

test.each([
  { text: 'fracture of femur', isUnusualFracture: false },
  { text: 'open fracture of femur', isUnusualFracture: true },
  { text: 'nonunion of fracture x 3 weeks', isUnusualFracture: true },
])('"$text" is of an unusual fracture: $isUnusualFracture', ({ text, isUnusualFracture }) => {
  for (const { words, understand } of interpretations(text))
    expect(understand(words)).toMatchObject({ isUnusualFracture })
})

test('the whole mention comes first', () => {
  fc.assert(
    fc.property(clinicalText, (text) => {
      const words = analyzer.analyze(text)
      expect(interpretations(text)[0]!.words).toEqual(words)
    }),
  )
})

test.each([
  { text: 'severe, newly diagnosed gout', severity: ['severe'], status: ['newly', 'diagnosed'] },
  { text: 'stable mild gout', severity: ['mild'], status: ['stable'] },
  { text: 'ongoing gout', severity: [], status: ['ongoing'] },
  { text: 'gout persisting', severity: [], status: ['persisting'] },
  { text: 'recurrent gout with flare up', severity: [], status: ['recurrent', 'flare', 'up'] },
  { text: 'exacerbation of gout', severity: [], status: ['exacerbation'] },
  { text: 'gout', severity: [], status: [] },
])('"$text" says $severity, $status', ({ text, severity, status }) => {
  const [{ words, understand } = { words: [], understand: undefined }] = interpretations(text)
  expect(understand?.(words)).toMatchObject({ severity, status })
})

test.each([
  { text: 'father diabetic', words: 'family history diabetic', unclear: 'context_unclear' },
  { text: 'mother had asthma', words: 'family history asthma', unclear: 'context_unclear' },
  { text: 'FH of asthma', words: 'family history asthma', unclear: undefined },
  { text: 'asthma in sister, family h/o', words: 'family history asthma in', unclear: undefined },
])('"$text" is read as "$words", too', ({ text, words, unclear }) => {
  const last = interpretations(text).at(-1)!
  expect(last.words.map(({ form }) => form).join(' ')).toBe(words)
  expect(last.understand(last.words)).toMatchObject({ context: CONTEXT.family, unclear })
})

test.each(['father', 'my son has asthma', 'asthma'])('"%s" is no family history', (text) => {
  expect(interpretations(text)).toHaveLength(1)
})

test('a family history that is denied stays denied', () => {
  const last = interpretations('no family h/o asthma').at(-1)!
  expect(last.understand(last.words).context).toBe(CONTEXT.family | CONTEXT.absent)
})

test.each([
  { text: 'IDDM', meanings: ['type 1 diabetes mellitus', 'type 2 diabetes mellitus'] },
  {
    text: 'Anxiety with depression',
    meanings: ['anxiety', 'depression', 'mixed anxiety depression'],
  },
  {
    text: 'depression and anxiety',
    meanings: ['anxiety', 'depression', 'mixed anxiety depression'],
  },
  { text: 'IDDM with ketoacidosis', meanings: [] },
  { text: 'stress incontinence', meanings: [] },
  { text: 'anxiety depression', meanings: [] },
])('"$text" may mean $meanings', ({ text, meanings }) => {
  const [{ words, understand } = { words: [], understand: undefined }] = interpretations(text)
  const unclear = meanings.length > 0 ? 'several_meanings' : undefined
  expect(understand?.(words)).toMatchObject({ meanings, unclear })
})

test.each([
  ['confirmed malaria', true],
  ['biopsy proven sprue', true],
  ['malaria', false],
])('"%s" was confirmed: %s', (text, isConfirmed) => {
  const [{ words, understand } = { words: [], understand: undefined }] = interpretations(text)
  expect(understand?.(words)).toMatchObject({ isConfirmed })
})

test.each([
  ['wax in both ears', ['wax in both ears', 'wax in bilateral ears']],
  ['burns 45%', ['burns 45 %', 'burns involving 40-49 % of body surface']],
  ['stye OU', ['stye bilateral eye', 'stye bilateral', 'stye']],
  ['stye both eyes', ['stye both eyes', 'stye bilateral', 'stye', 'stye bilateral eyes']],
  ['stye of the eye', ['stye of the eye', 'stye of the']],
  ['left stye', ['left stye', 'stye']],
])('"%s" is read in the words of titles, too', (text, readings) => {
  expect(wordsIn(text)).toEqual(readings)
})

test.each([
  ['Alcohol use disorder, mild', 'alcohol abuse uncomplicated'],
  ['moderate cannabis use disorder in early remission', 'cannabis dependence in early remission'],
  ['opioid use disorders - severe', 'opioid dependence uncomplicated'],
  ['alcohol use disorder', undefined],
  ['alcohol use disorder, mild to moderate', undefined],
  ['use disorder, mild', undefined],
  ['mild mood disorder, alcohol use', undefined],
])('the use disorder "%s" is "%s", too', (text, title) => {
  expect(wordsIn(text)[1]).toBe(title)
})

test('a side that is left out is said all the same', () => {
  const [whole, sideless] = interpretations('left stye')
  expect(whole!.understand(whole!.words)).toMatchObject({ laterality: LATERALITY.left })
  expect(whole!.understand(whole!.words).isSideless).toBeUndefined()
  expect(sideless!.certainty).toBe(0.98)
  expect(sideless!.understand(sideless!.words)).toMatchObject({
    laterality: LATERALITY.left,
    isSideless: true,
  })
})

test('a unit of weight that was gained or lost is read as the weight', () => {
  expect(wordsIn('lost 5 kg')).toEqual(['lost 5 weight'])
})

test.each([
  { text: 'gout day 3', ways: ['gout'] },
  { text: 'L4-5 PIVD', ways: ['lumbar lumbar pivd'] },
  { text: 'placenta previa 30 weeks', ways: ['placenta previa 3rd trimester'] },
  { text: 'knee problems', ways: ['knee disorder'] },
  { text: 'T2DM with CKD stage 4', ways: ['t2dm with ckd'] },
])('"$text" is read as $ways, too', ({ text, ways }) => {
  expect(wordsIn(text).slice(1)).toEqual(ways)
})

test('a cause is read before its infection', () => {
  expect(wordsIn('infection due to Nocardia')[1]).toMatch(/^nocardia infection/)
})

test('a stage that is left out is told, and so is a part of the body', () => {
  const said = (text: string) => {
    const { words, understand } = interpretations(text).at(-1)!
    return understand(words)
  }
  expect(said('T2DM with CKD stage 4')).toMatchObject({ isStageless: true })
  expect(said('cataract RE')).toMatchObject({ isSideless: true, sites: ['eye'] })
  expect(said('anemia in pregnancy')).toMatchObject({ isOfPregnancy: true })
  expect(said('anemia')).toMatchObject({ isOfPregnancy: false })
})

test.each(['tumour', 'neoplasm', 'growth'])('"%s" has its meanings though it is vague', (text) => {
  const [whole] = interpretations(text)
  const { unclear, meanings } = whole!.understand(whole!.words)
  expect([unclear, meanings.length > 1]).toEqual(['several_meanings', true])
})

test('other vague words have none', () => {
  const [whole] = interpretations('lesion')
  expect(whole!.understand(whole!.words)).toMatchObject({ unclear: 'too_vague', meanings: [] })
})
