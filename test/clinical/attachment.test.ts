/**
 * Proves of which finding an attribute is said of:
 * 1. the one it stands in; else the nearest, an adjective's behind it and a time's before it
 * 2. marks and words such as "and" stop it where other words stand between, and weigh against it where none do
 * 3. how sure it is falls with the words between
 * 4. only targets and attributes of the sentence count; on any text each attribute has one target at most
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attach, findAttributes } from '../../src/clinical/attributes.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { readTable } from '../../src/language/tables.ts'
import { clinicalText } from '../support/arbitraries.ts'
import { attachedIn, scoredAttachments } from '../support/attributes.ts'

const analyzer = createAnalyzer()

describe('says in', () => {
  test.each([
    {
      text: '{acute left otitis media}',
      said: ['acute → acute left otitis media', 'left → acute left otitis media'],
    },
    {
      text: 'acute left {otitis media} since 3 days',
      said: ['acute → otitis media', 'left → otitis media', 'since 3 days → otitis media'],
    },
    {
      text: '{fever} since 4 days, {cough} since 2 days',
      said: ['since 4 days → fever', 'since 2 days → cough'],
    },
    { text: '{fever}, severe {headache}', said: ['severe → headache'] },
    { text: '{headache}, severe', said: ['severe → headache'] },
    { text: '{pain} radiating to left arm', said: ['left → pain', 'arm → pain'] },
    { text: '{swelling} of left knee and {pain}', said: ['left → swelling', 'knee → swelling'] },
    {
      text: '{fracture} of left femur, acute {MI}',
      said: ['left → fracture', 'femur → fracture', 'acute → MI'],
    },
    {
      text: '{fracture} left femur and acute {MI}',
      said: ['left → fracture', 'femur → fracture', 'acute → MI'],
    },
    { text: '{fracture} left {MI}', said: ['left → MI'] },
    {
      text: 'bilateral {knee and hip pain}',
      said: [
        'bilateral → knee and hip pain',
        'knee → knee and hip pain',
        'hip → knee and hip pain',
      ],
    },
    { text: 's/p left TKR, {HTN}', said: [] },
    { text: 's/p left TKR with {HTN}', said: [] },
    { text: '4 days history of {fever}, {cough}', said: ['4 days history of → fever'] },
    { text: '{fever} and {cough} for 3 days', said: ['for 3 days → cough'] },
    { text: '{headache}, since 4 days {fever}', said: ['since 4 days → fever'] },
    { text: '{headache} since 4 days {fever}', said: ['since 4 days → headache'] },
    {
      text: '{pain} in left knee and right ankle',
      said: ['left → pain', 'knee → pain', 'right → pain', 'ankle → pain'],
    },
    {
      text: '{CKD} stage 3, left {eye blindness}',
      said: ['stage 3 → CKD', 'left → eye blindness', 'eye → eye blindness'],
    },
    { text: 'acute exacerbation of {COPD}', said: ['acute → COPD'] },
    {
      text: 'severe left lower quadrant {pain}',
      said: ['severe → pain', 'left → pain', 'lower quadrant → pain'],
    },
    { text: '(L) {knee pain}', said: ['L → knee pain', 'knee → knee pain'] },
    { text: '{knee pain} (L)', said: ['knee → knee pain', 'L → knee pain'] },
    { text: 'for 3 days {fever}', said: ['for 3 days → fever'] },
    {
      text: 'multiple episodes of {vomiting}, {fever} at night',
      said: ['multiple episodes → vomiting', 'at night → fever'],
    },
    { text: '{T2DM} for 10 years on metformin', said: ['for 10 years → T2DM'] },
    {
      text: '{pain} which started suddenly while lifting a heavy box in the left leg',
      said: ['suddenly → pain'],
    },
    { text: 'left {hemiparesis} with {aphasia}', said: ['left → hemiparesis'] },
    {
      text: 'chronic {cough} with left {pleural effusion}',
      said: ['chronic → cough', 'left → pleural effusion', 'pleural → pleural effusion'],
    },
    { text: '{DM}, {HTN}, {CKD} 3 on HD', said: ['3 → CKD'] },
    { text: '{diabetes} type 2 and {hypertension}', said: ['type 2 → diabetes'] },
    {
      text: 'left sided {chest pain}, {palpitations} on and off',
      said: ['left → chest pain', 'chest → chest pain', 'on and off → palpitations'],
    },
    {
      text: '{pain} over right iliac fossa since yesterday, 2 episodes of {vomiting}',
      said: [
        'right → pain',
        'iliac fossa → pain',
        'since yesterday → pain',
        '2 episodes → vomiting',
      ],
    },
    { text: '{pain}, severe, in left leg', said: ['severe → pain', 'left → pain', 'leg → pain'] },
    { text: 'left red hot swollen {knee}', said: ['left → knee', 'knee → knee'] },
    { text: 'left red hot swollen stiff {knee}', said: ['knee → knee'] },
    { text: 'left and right {knee}', said: ['left → knee', 'right → knee', 'knee → knee'] },
    { text: '{fever} odd since 3 days {cough}', said: ['since 3 days → fever'] },
    { text: '{fever} left odd {cough}', said: ['left → cough'] },
    { text: '{rash}', said: [] },
    { text: 'left knee', said: [] },
    { text: 'acute left leg', said: [] },
  ])('"$text": $said', ({ text, said }) => {
    expect(attachedIn(text)).toEqual(said)
  })
})

test.each([
  { text: '{left pneumonia}', score: 1 },
  { text: 'left {pneumonia}', score: 1 },
  { text: '{pneumonia} left', score: 6 / 7 },
  { text: '{fever} since yesterday', score: 1 },
  { text: 'since yesterday {fever}', score: 6 / 7 },
  { text: '{since yesterday fever}', score: 1 },
  { text: 'left odd {pneumonia}', score: 6 / 7 },
  { text: 'left odd bad old {pneumonia}', score: 6 / 8 },
  { text: 'left red hot wet {pneumonia}', score: 6 / 9 },
  { text: 'left, {pneumonia}', score: 6 / 8 },
  { text: 'left and {pneumonia}', score: 6 / 8 },
  { text: 'left, and {pneumonia}', score: 6 / 8 },
  { text: '{pneumonia}, left', score: 6 / 9 },
  { text: 'left of the {pneumonia}', score: 1 },
  { text: 'left side {pneumonia}', score: 1 },
])('is so sure of "$text": $score', ({ text, score }) => {
  expect(scoredAttachments(text).at(0)?.score).toBeCloseTo(score, 9)
})

test.each([
  { words: 20, attached: ['left → pain'] },
  { words: 21, attached: [] },
])('looks past $words words that say nothing: $attached', ({ words, attached }) => {
  expect(attachedIn(`left ${'of '.repeat(words)}{pain}`)).toEqual(attached)
})

test('words of attributes are counted by their place, in any sentence', () => {
  const words = analyzer.analyze('left cough. left acute bad red hot fever')
  const found = findAttributes('left cough. left acute bad red hot fever', words)
  const sentence = { from: 2, to: words.length }
  const fever = [{ from: words.length - 1, to: words.length }]
  expect(attach(words, sentence, found, fever).map(({ score }) => score)).toEqual([
    0.75, 0.75, 0.75,
  ])
})

test('targets and attributes outside of the sentence do not count', () => {
  const text = 'left fever acute pain right'
  const words = analyzer.analyze(text)
  const found = findAttributes(text, words)
  const targets = [
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ]
  const attached = (from: number, to: number) =>
    attach(words, { from, to }, found, targets).map(({ attribute, target }) => [attribute, target])
  expect(attached(0, 5)).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
  ])
  expect(attached(0, 3)).toEqual([
    [0, 0],
    [1, 0],
  ])
  expect(attached(2, 5)).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect(attached(2, 3)).toEqual([])
  expect(attached(3, 5)).toEqual([[2, 1]])
  expect(attached(0, 2)).toEqual([[0, 0]])
})

test.each(readTable('clinical/attachment-words.tsv', ['word', 'role']))(
  '"%s" is %s',
  (word, role) => {
    const said = role === 'light' ? ['left → pneumonia'] : []
    expect(attachedIn(`left red hot wet ${word} {pneumonia}`)).toEqual(said)
  },
)

test('each attribute has one target at most, in order, with a score in (0, 1]', () => {
  const pieces = ['left', 'since 3 days', 'acute', 'knee', 'and', 'pain', 'of', 'stage 2']
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), clinicalText), { maxLength: 12 })
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (said, step) => {
      const words = analyzer.analyze(said)
      const targets = words.flatMap((_, i) =>
        i % (2 * step) === step ? [{ from: i, to: i + 1 }] : [],
      )
      const found = findAttributes(said, words)
      let last = -1
      for (const each of attach(words, { from: 0, to: words.length }, found, targets)) {
        expect(each.attribute).toBeGreaterThan(last)
        expect(targets[each.target]).toBeDefined()
        expect(each.score).toBeGreaterThan(0)
        expect(each.score).toBeLessThanOrEqual(1)
        last = each.attribute
      }
    }),
  )
})
