/**
 * Proves of taking mentions apart:
 * 1. the whole mention comes first; without its qualifiers it is read a second way, less certain and with less effort
 * 2. asides and severity are left out there, side, course and context may be said or not
 * 3. either way the mention says the same of the condition
 * 4. a semantic tag at the end, or else words of the mention, say which kind of thing is asked for
 * 5. letters are sides, and a disease is read without the part of the body that it says by itself
 * 6. hints say age and sex, and what is none is not known
 */

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { MedlinkIndex } from '../../../../src/index/reader.ts'
import { snomedColumns } from '../../../../src/ontologies/snomed/columns.ts'
import { type SnomedQuery, SnomedReader } from '../../../../src/ontologies/snomed/linking/query.ts'
import { CODED_QUALIFIERS, valuesOf } from '../../../../src/ontologies/snomed/qualifiers.ts'
import { GROUPS } from '../../../../src/ontologies/snomed/semantic-tags.ts'
import { anyString, clinicalText } from '../../../support/arbitraries.ts'
import { analyzer, fileFolder } from '../../../support/linker.ts'
import { NO_TABLES, releaseOf, writeSnomed } from '../../../support/snomed.ts'

const release = releaseOf([
  { code: '1', name: 'Asthma' },
  { code: '2', name: 'Severe asthma' },
  { code: '3', name: 'Knee pain', tag: 'finding' },
  { code: '4', name: 'Knee', tag: 'body structure' },
  { code: '5', name: 'Left knee', tag: 'body structure' },
])
const index = new MedlinkIndex(writeSnomed(fileFolder(), release, NO_TABLES), {
  textVersion: analyzer.version,
  columns: snomedColumns,
})
afterAll(() => index.close())
const reader = new SnomedReader(index, analyzer)

type Hints = Readonly<Record<string, string>>

const read = (text: string, hints: Hints = {}) =>
  reader.read({ text, words: analyzer.analyze(text), hints })

/** What each way understands of its own words. */
const understood = (text: string, hints: Hints = {}): SnomedQuery[] =>
  read(text, hints).map(({ words, understand }) => understand(words))

/** The words of each way, those that may be left out in brackets. */
const ways = (text: string) =>
  read(text).map(({ words }) =>
    words.map(({ form, optional }) => (optional ? `(${form})` : form)).join(' '),
  )

/** What is asked of the condition: `left severe`. */
const told = ({ said }: SnomedQuery) =>
  CODED_QUALIFIERS.flatMap((kind) => valuesOf(kind, said[kind])).join(' ')

test.each([
  ...[
    'renal',
    'Cardiac',
    'pulmonary',
    'uterine',
    'cutaneous',
    'tibial',
    'hepatic',
    'lumbar',
    'ovarian',
  ].map((text) => ({ text, isAdjective: true })),
  ...['kidney', 'knees', 'renal pain', 'al', ''].map((text) => ({ text, isAdjective: false })),
])('"$text" is an adjective alone: $isAdjective', ({ text, isAdjective }) => {
  expect(understood(text)[0]!.isAdjective).toBe(isAdjective)
})

describe('takes apart', () => {
  test.each([
    { text: 'asthma', ways: ['asthma'] },
    { text: 'fracture of femur', ways: ['fracture of femur'] },
    { text: 'severe asthma', ways: ['severe asthma', 'asthma'] },
    { text: 'really frequent asthma', ways: ['really frequent asthma', 'asthma'] },
    { text: 'left knee pain', ways: ['left knee pain', '(left) knee pain'] },
    { text: 'chronic cough', ways: ['chronic cough', '(chronic) cough'] },
    { text: 'no chest pain', ways: ['no chest pain', '(no) chest pain'] },
    {
      text: 'family history of asthma',
      ways: ['family history of asthma', '(family) (history) (of) asthma'],
    },
    { text: 'known case of asthma', ways: ['known case of asthma', 'asthma'] },
    {
      text: 'severe pain in left knee for 3 days',
      ways: ['severe pain in left knee for 3 days', 'pain in (left) knee'],
    },
    { text: 'asthma (acute)', ways: ['asthma (acute)'] },
    { text: 'asthma [old]', ways: ['asthma (old)'] },
    { text: 'severe', ways: ['severe'] },
    { text: 'really severe today', ways: ['really severe today'] },
    { text: 'severe of the', ways: ['severe of the'] },
    { text: 'left', ways: ['left', '(left)'] },
    { text: 'severe Asthma (disorder)', ways: ['severe asthma', 'asthma'] },
    { text: '', ways: [''] },
  ])('"$text" into $ways', ({ text, ways: expected }) => {
    expect(ways(text)).toEqual(expected)
  })
})

test('the second way is less certain, has few readings and tells how much it leaves out', () => {
  const [whole, bare, ...others] = read('really severe pain in the left knee')
  expect(others).toEqual([])
  expect(whole).not.toHaveProperty('certainty')
  expect(whole).not.toHaveProperty('readings')
  expect(bare!.certainty).toBeLessThan(1)
  expect(bare!.certainty).toBeGreaterThan(0.5)
  expect(bare!.readings).toBeGreaterThanOrEqual(1)
  expect(whole!.understand(whole!.words).leftOut).toBe(0)
  // "really" and "severe" of five content words.
  expect(bare!.understand(bare!.words).leftOut).toBeCloseTo(2 / 5, 12)
})

describe('asks of the condition, either way:', () => {
  test.each([
    { text: 'asthma', says: '' },
    { text: 'severe asthma', says: 'severe' },
    { text: 'left knee pain', says: 'left' },
    { text: 'severe acute left knee pain', says: 'left acute severe' },
    { text: 'no asthma', says: 'absent' },
    { text: 'fh of asthma', says: 'family' },
    { text: 'known case of frequent asthma', says: '' },
    { text: 'asthma (chronic)', says: 'chronic' },
  ])('"$text": $says', ({ text, says }) => {
    for (const query of understood(text)) expect(told(query)).toBe(says)
  })

  test('what a corrected or expanded name says is asked for, too', () => {
    for (const { understand } of read('severe asthma')) {
      const query = understand(analyzer.analyze('acute asthma'))
      expect(told(query)).toContain('acute')
    }
  })
})

describe('the kind of thing asked for in', () => {
  test.each([
    { text: 'asthma', asked: [] },
    { text: 'Asthma (disorder)', asked: ['disorder'] },
    { text: 'Knee (body structure)', asked: ['body'] },
    { text: 'Knee (BODY STRUCTURE)', asked: ['body'] },
    { text: 'Aspirin 75 mg tablet (clinical drug)', asked: ['product'] },
    { text: 'kidney disease (finding)', asked: ['finding'] },
    { text: 'asthma (occupational)', asked: [] },
    { text: 'asthma (toString)', asked: [] },
    { text: '(disorder)', asked: ['disorder'] },
    { text: 'asthma (disorder) today', asked: ['disorder'] },
    { text: 'kidney disease', asked: ['disorder'] },
    { text: 'structure of knee', asked: ['body'] },
    { text: 'biopsy of kidney', asked: ['procedure'] },
    { text: 'repair of tendon structure', asked: ['procedure', 'body'] },
    { text: 'aspirin tablets', asked: ['product'] },
    { text: 'herpes virus', asked: ['organism'] },
  ])('"$text": $asked', ({ text, asked }) => {
    for (const query of understood(text)) expect([...query.asked].sort()).toEqual(asked.toSorted())
  })

  test('a tag at the end is no part of the name, one inside or alone is', () => {
    expect(ways('Asthma (disorder)')).toEqual(['asthma'])
    expect(ways('(disorder)')).toEqual(['(disorder)'])
    expect(ways('asthma (acute) (disorder)')[0]).toBe('asthma (acute)')
    expect(ways('asthma (disorder) of child')[0]).toBe('asthma (disorder) of child')
  })
})

test('the words tell which kind of thing is likely', () => {
  const [query] = understood('knee')
  expect(query!.likelihood).toHaveLength(GROUPS.length)
  expect(query!.likelihood[GROUPS.indexOf('body')]).toBeGreaterThan(
    query!.likelihood[GROUPS.indexOf('disorder')]!,
  )
})

test('a word has the share of its names that are of parts of the body', () => {
  const [query] = understood('knee')
  expect(query!.bodyShareOf('knee')).toBeGreaterThan(query!.bodyShareOf('asthma')!)
  expect(query!.bodyShareOf('asthma')).toBe(0)
  expect(query!.bodyShareOf('parasailing')).toBeUndefined()
})

describe('hints say', () => {
  test.each([
    { hints: {}, age: undefined, sex: undefined },
    { hints: { age: '12' }, age: 12, sex: undefined },
    { hints: { age: ' 0.5 ' }, age: 0.5, sex: undefined },
    { hints: { age: '0' }, age: 0, sex: undefined },
    { hints: { age: '150' }, age: 150, sex: undefined },
    { hints: { age: '151' }, age: undefined, sex: undefined },
    { hints: { age: '-1' }, age: undefined, sex: undefined },
    { hints: { age: '' }, age: undefined, sex: undefined },
    { hints: { age: ' ' }, age: undefined, sex: undefined },
    { hints: { age: 'twelve' }, age: undefined, sex: undefined },
    { hints: { age: 'Infinity' }, age: undefined, sex: undefined },
    { hints: { sex: 'F' }, age: undefined, sex: 'female' },
    { hints: { sex: ' Female ' }, age: undefined, sex: 'female' },
    { hints: { sex: 'girl' }, age: undefined, sex: 'female' },
    { hints: { sex: 'm' }, age: undefined, sex: 'male' },
    { hints: { gender: 'MALE' }, age: undefined, sex: 'male' },
    { hints: { sex: 'woman', gender: 'male' }, age: undefined, sex: 'female' },
    { hints: { sex: 'unknown' }, age: undefined, sex: undefined },
    { hints: { sex: 'other' }, age: undefined, sex: undefined },
    { hints: { age: '40', sex: 'male', unit: 'mg' }, age: 40, sex: 'male' },
  ] as { hints: Hints; age: number | undefined; sex: string | undefined }[])(
    '$hints: $age, $sex',
    ({ hints, age, sex }) => {
      for (const query of understood('severe asthma', hints))
        expect({ age: query.age, sex: query.sex }).toEqual({ age, sex })
    },
  )
})

test('any text is read one to three ways, of its own words', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      const spans = new Set(analyzer.analyze(text).map(({ start, end }) => `${start} ${end}`))
      const read = reader.read({ text, words: analyzer.analyze(text), hints: {} })
      expect(read.length).toBeGreaterThanOrEqual(1)
      expect(read.length).toBeLessThanOrEqual(3)
      for (const { words, understand } of read) {
        for (const { start, end } of words) expect(spans).toContain(`${start} ${end}`)
        const { leftOut, likelihood } = understand(words)
        expect(leftOut).toBeGreaterThanOrEqual(0)
        expect(leftOut).toBeLessThan(1)
        expect(likelihood.every((each) => each >= 0 && each <= 1)).toBe(true)
      }
    }),
  )
})

test('a disease that says its part of the body is read without it, too', () => {
  expect(ways('cataract RE')).toEqual([
    'cataract right eye',
    'cataract (right) eye',
    'cataract (right)',
  ])
  expect(ways('corneal ulcer, left eye')).toHaveLength(3)
  expect(ways('left knee pain')).toHaveLength(2)
  expect(ways('left uveitis')).toHaveLength(2)
})

test('a unit of weight that was gained or lost is read as the weight', () => {
  expect(ways('gained 24 pounds')[0]).toBe('gained 24 weight')
  expect(ways('asthma, 24 pounds')[0]).toBe('asthma 24 pounds')
})
