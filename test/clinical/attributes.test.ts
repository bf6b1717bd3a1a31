/**
 * Proves of attributes in running text:
 * 1. acuity, direction, quality, quantity, times and parts of the body are found as people write them
 * 2. each phrase of the tables is found by itself
 * 3. a letter is a side only next to a part of the body or in brackets
 * 4. on any text they stand in the words, in order, none overlapping another
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findAttributes } from '../../src/clinical/attributes.ts'
import { readLaterality } from '../../src/clinical/laterality.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { readTable } from '../../src/language/tables.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { attributesIn, scoredIn } from '../support/attributes.ts'

const analyzer = createAnalyzer()
const rows = readTable('clinical/attributes.tsv', ['phrase', 'type', 'place'])

describe('finds in', () => {
  test.each([
    { text: 'asthma', found: [] },
    { text: 'acute bronchitis', found: ['ACUITY acute'] },
    { text: 'Acute on chronic pancreatitis', found: ['ACUITY Acute on chronic'] },
    {
      text: 'acute-on-chronic kidney failure',
      found: ['ACUITY acute-on-chronic', 'SYSTEM_ORGAN_SITE kidney'],
    },
    { text: 'sub-acute thyroiditis', found: ['ACUITY sub-acute'] },
    { text: 'chronic cough', found: ['ACUITY chronic'] },
    { text: 'sudden onset breathlessness', found: ['ACUITY sudden onset'] },
    { text: 'gradual onset of weakness', found: ['ACUITY gradual onset'] },
    { text: 'recurrent tonsillitis', found: ['ACUITY recurrent'] },
    { text: 'intermittent fever', found: ['ACUITY intermittent'] },
    { text: 'progressive dyspnea', found: ['ACUITY progressive'] },
    { text: 'on and off giddiness', found: ['ACUITY on and off'] },
    { text: 'persistent vomiting', found: ['ACUITY persistent'] },
    { text: 'waxing and waning consciousness', found: ['ACUITY waxing and waning'] },
    {
      text: 'longstanding knee stiffness',
      found: ['ACUITY longstanding', 'SYSTEM_ORGAN_SITE knee'],
    },
    { text: 'left otitis media', found: ['DIRECTION left'] },
    { text: 'Lt. ear discharge', found: ['DIRECTION Lt', 'SYSTEM_ORGAN_SITE ear'] },
    { text: 'rt shoulder pain', found: ['DIRECTION rt', 'SYSTEM_ORGAN_SITE shoulder'] },
    { text: 'crackles L base', found: ['DIRECTION L'] },
    { text: 'left-sided weakness', found: ['DIRECTION left'] },
    { text: 'R sided weakness', found: ['DIRECTION R sided'] },
    { text: '(L) knee pain', found: ['DIRECTION L', 'SYSTEM_ORGAN_SITE knee'] },
    { text: 'knee pain (R)', found: ['SYSTEM_ORGAN_SITE knee', 'DIRECTION R'] },
    { text: 'L knee pain', found: ['DIRECTION L', 'SYSTEM_ORGAN_SITE knee'] },
    { text: 'R eye redness', found: ['DIRECTION R', 'SYSTEM_ORGAN_SITE eye'] },
    {
      text: 'R distal radius fracture',
      found: ['DIRECTION R', 'DIRECTION distal', 'SYSTEM_ORGAN_SITE radius'],
    },
    { text: 'R lower limb swelling', found: ['DIRECTION R', 'SYSTEM_ORGAN_SITE lower limb'] },
    { text: 'pain knee R', found: ['SYSTEM_ORGAN_SITE knee', 'DIRECTION R'] },
    { text: 'vitamin L', found: [] },
    { text: 'CKD 4', found: ['QUALITY 4'] },
    { text: 'CKD 4 yrs', found: ['TIME_TO_DX_NAME 4 yrs'] },
    { text: 'DM: 1 year', found: ['TIME_TO_DX_NAME 1 year'] },
    { text: 'CKD 4, 2 yrs', found: ['QUALITY 4', 'TIME_TO_DX_NAME 2 yrs'] },
    { text: 'DM 2 for 5 yrs', found: ['QUALITY 2', 'TIME_TO_DX_NAME for 5 yrs'] },
    { text: 'grade L, knee', found: ['SYSTEM_ORGAN_SITE knee'] },
    { text: 'r acute knee', found: ['ACUITY acute', 'SYSTEM_ORGAN_SITE knee'] },
    { text: 'r distal fever', found: ['DIRECTION distal'] },
    // A capital letter by itself, at either end of an item.
    { text: 'R acute gout', found: ['DIRECTION R', 'ACUITY acute'] },
    { text: 'fever, R sciatica', found: ['DIRECTION R'] },
    { text: 'fever and R sciatica', found: [] },
    { text: 'R SCIATICA', found: [] },
    { text: 'R: sciatica', found: [] },
    { text: 'sciatica R, fever', found: ['DIRECTION R'] },
    { text: 'sciatica L', found: ['DIRECTION L'] },
    { text: 'sciatica L fever', found: [] },
    { text: 'sciatica, L, fever', found: [] },
    { text: 'sciatica K', found: [] },
    { text: 'category L', found: [] },
    { text: 'grade R', found: [] },
    { text: 'factor l', found: [] },
    { text: 'bilateral cataract', found: ['DIRECTION bilateral'] },
    { text: 'B/L pedal edema', found: ['DIRECTION B/L', 'SYSTEM_ORGAN_SITE pedal'] },
    { text: '3 times a week', found: ['QUANTITY 3 times', 'TIME_EXPRESSION a week'] },
    { text: 'an hour', found: [] },
    { text: 'both eyes itching', found: ['DIRECTION both', 'SYSTEM_ORGAN_SITE eyes'] },
    { text: 'pain on the left', found: ['DIRECTION left'] },
    { text: 'left sided weakness', found: ['DIRECTION left'] },
    { text: 'swelling on both sides', found: [] },
    { text: 'both tremor and cramps', found: [] },
    { text: 'u/l headache', found: ['DIRECTION u/l'] },
    { text: 'medial meniscus tear', found: ['SYSTEM_ORGAN_SITE medial meniscus'] },
    { text: 'lateral epicondyle pain', found: ['SYSTEM_ORGAN_SITE lateral epicondyle'] },
    { text: 'medial thigh pain', found: ['DIRECTION medial', 'SYSTEM_ORGAN_SITE thigh'] },
    { text: 'anterior chest pain', found: ['DIRECTION anterior', 'SYSTEM_ORGAN_SITE chest'] },
    { text: 'posterior wall infarction', found: ['DIRECTION posterior'] },
    { text: 'upper GI bleed', found: ['DIRECTION upper', 'SYSTEM_ORGAN_SITE GI'] },
    { text: 'distal tibia fracture', found: ['DIRECTION distal', 'SYSTEM_ORGAN_SITE tibia'] },
    { text: 'contralateral weakness', found: ['DIRECTION contralateral'] },
    { text: 'ipsilateral ptosis', found: ['DIRECTION ipsilateral'] },
    { text: 'he left the hospital', found: [] },
    { text: 'left over tablets', found: [] },
    { text: 'come right away', found: [] },
    { text: 'mild headache', found: ['QUALITY mild'] },
    { text: 'severe abdominal pain', found: ['QUALITY severe', 'SYSTEM_ORGAN_SITE abdominal'] },
    { text: 'mild to moderate asthma', found: ['QUALITY mild to moderate'] },
    { text: 'throbbing headache', found: ['QUALITY throbbing'] },
    { text: 'poorly controlled diabetes', found: ['QUALITY poorly controlled'] },
    { text: 'end stage renal disease', found: ['QUALITY end stage', 'SYSTEM_ORGAN_SITE renal'] },
    { text: 'high grade fever', found: ['QUALITY high grade'] },
    { text: 'localized swelling', found: ['QUALITY localized'] },
    { text: 'multiple joint pains', found: ['QUANTITY multiple', 'SYSTEM_ORGAN_SITE joint'] },
    { text: 'several lesions', found: ['QUANTITY several lesions'] },
    { text: 'few papules', found: ['QUANTITY few'] },
    { text: 'multiple episodes of vomiting', found: ['QUANTITY multiple episodes'] },
    { text: 'a couple of falls', found: ['QUANTITY a couple of falls'] },
    { text: 'vomited twice', found: ['QUANTITY twice'] },
    { text: 'pain in the morning', found: ['TIME_EXPRESSION in the morning'] },
    { text: 'cough at night', found: ['TIME_EXPRESSION at night'] },
    { text: 'itching twice a day', found: ['TIME_EXPRESSION twice a day'] },
    { text: 'headache after meals', found: ['TIME_EXPRESSION after meals'] },
    { text: 'nocturnal cough', found: ['TIME_EXPRESSION nocturnal'] },
    { text: 'currently febrile', found: ['TIME_EXPRESSION currently'] },
    { text: 'now and then', found: [] },
    { text: 'back to normal', found: [] },
    { text: 'gall bladder stone', found: ['SYSTEM_ORGAN_SITE gall bladder'] },
    { text: 'small intestine obstruction', found: ['SYSTEM_ORGAN_SITE small intestine'] },
    { text: 'neck of femur fracture', found: ['SYSTEM_ORGAN_SITE neck of femur'] },
    { text: 'base of the skull', found: ['SYSTEM_ORGAN_SITE base of the skull'] },
    { text: 'tip of nose', found: ['SYSTEM_ORGAN_SITE tip of nose'] },
    {
      text: 'distal end of radius',
      found: ['DIRECTION distal', 'SYSTEM_ORGAN_SITE end of radius'],
    },
    {
      text: 'neck of left femur',
      found: ['SYSTEM_ORGAN_SITE neck', 'DIRECTION left', 'SYSTEM_ORGAN_SITE femur'],
    },
    { text: 'retro-orbital pain', found: ['SYSTEM_ORGAN_SITE retro-orbital'] },
    { text: 'intra-abdominal abscess', found: ['SYSTEM_ORGAN_SITE intra-abdominal'] },
    { text: 'perianal itching', found: ['SYSTEM_ORGAN_SITE perianal'] },
    { text: 'preface', found: [] },
    { text: 'interorbital', found: ['SYSTEM_ORGAN_SITE interorbital'] },
    {
      text: 'left lower quadrant pain',
      found: ['DIRECTION left', 'SYSTEM_ORGAN_SITE lower quadrant'],
    },
    {
      text: 'Left iliac fossa tenderness',
      found: ['DIRECTION Left', 'SYSTEM_ORGAN_SITE iliac fossa'],
    },
    {
      text: 'hepatic and renal failure',
      found: ['SYSTEM_ORGAN_SITE hepatic', 'SYSTEM_ORGAN_SITE renal'],
    },
    { text: 'liver, spleen', found: ['SYSTEM_ORGAN_SITE liver', 'SYSTEM_ORGAN_SITE spleen'] },
    { text: 'femoral neck fracture', found: ['SYSTEM_ORGAN_SITE femoral neck'] },
    { text: 'chest wall tenderness', found: ['SYSTEM_ORGAN_SITE chest wall'] },
    { text: 'third ventricle', found: ['SYSTEM_ORGAN_SITE ventricle'] },
    {
      text: 'eyes, ears and kidneys',
      found: ['SYSTEM_ORGAN_SITE eyes', 'SYSTEM_ORGAN_SITE ears', 'SYSTEM_ORGAN_SITE kidneys'],
    },
    { text: 'feet', found: ['SYSTEM_ORGAN_SITE feet'] },
    { text: 'central nervous system', found: ['SYSTEM_ORGAN_SITE central nervous system'] },
    {
      text: 'upper respiratory tract infection',
      found: ['SYSTEM_ORGAN_SITE upper respiratory tract'],
    },
    { text: 'oesophagus', found: ['SYSTEM_ORGAN_SITE oesophagus'] },
    { text: 'tibial plateau', found: ['SYSTEM_ORGAN_SITE tibial plateau'] },
    { text: 'C/o pain both legs', found: ['DIRECTION both', 'SYSTEM_ORGAN_SITE legs'] },
    { text: 'region', found: [] },
    { text: 'tip', found: [] },
    { text: 'wall of', found: [] },
    { text: 'end of left radius', found: ['DIRECTION left', 'SYSTEM_ORGAN_SITE radius'] },
    { text: 'adenexa', found: [] },
    { text: 'on the other hand', found: [] },
    { text: 'sinus tachycardia', found: [] },
  ])('"$text": $found', ({ text, found }) => {
    expect(attributesIn(text)).toEqual(found)
  })
})

test.each([
  { text: 'acute asthma', scored: ['ACUITY acute 0.95'] },
  { text: 'gradual', scored: ['ACUITY gradual 0.95'] },
  { text: 'R knee', scored: ['DIRECTION R 0.8', 'SYSTEM_ORGAN_SITE knee 0.95'] },
  { text: 'retro-orbital', scored: ['SYSTEM_ORGAN_SITE retro-orbital 0.95'] },
  { text: 'tip of nose', scored: ['SYSTEM_ORGAN_SITE tip of nose 0.95'] },
  { text: 'interorbital', scored: ['SYSTEM_ORGAN_SITE interorbital 0.8'] },
])('is so sure of "$text": $scored', ({ text, scored }) => {
  expect(scoredIn(text)).toEqual(scored)
})

test('a phrase of the table is one attribute of its type', () => {
  const others = rows
    .filter(([, , place]) => place === 'anywhere')
    .filter(([phrase, type]) => {
      const expected = type === '-' ? [] : [`${type} ${phrase}`]
      return JSON.stringify(attributesIn(phrase!)) !== JSON.stringify(expected)
    })
  expect(others).toEqual([])
})

test('a phrase next to a part of the body is one of its type only there', () => {
  for (const [phrase, type] of rows.filter(([, , place]) => place === 'site')) {
    expect(attributesIn(phrase!)).toEqual([])
    expect(attributesIn(`${phrase} knee`)).toContain(`${type} ${phrase}`)
  }
})

test('the table has types and places that there are, and phrases once', () => {
  const types = new Set(['-', 'ACUITY', 'DIRECTION', 'QUALITY', 'QUANTITY', 'TIME_EXPRESSION'])
  expect(rows.filter(([, type]) => !types.has(type!))).toEqual([])
  expect(rows.filter(([, , place]) => place !== 'anywhere' && place !== 'site')).toEqual([])
  const phrases = rows.map(([phrase]) => phrase!)
  expect(phrases.filter((phrase, i) => phrases.indexOf(phrase) !== i)).toEqual([])
})

test('sides have no row of their own', () => {
  const sides = readLaterality()
  expect(rows.filter(([phrase]) => sides.has(phrase!))).toEqual([])
})

const pieces = rows.map(([phrase]) => phrase!)
const attributeText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...pieces,
        'since',
        '3',
        'days',
        'x',
        'knee',
        'of',
        'the',
        'stage',
        'CKD',
        '/',
      ),
      clinicalText,
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(' '))

test('attributes stand in the words, in order, none overlapping another', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, attributeText), (text) => {
      const words = analyzer.analyze(text)
      let last = 0
      for (const { from, to, score } of findAttributes(text, words)) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        expect(score).toBeGreaterThan(0)
        expect(score).toBeLessThanOrEqual(1)
        last = to
      }
      expect(last).toBeLessThanOrEqual(words.length)
    }),
  )
})

test('a long text takes time that grows with its length, not its square', () => {
  const times = [1, 8].map((share) => {
    const text = 'neck of the left femur since 2 years 3 months '.repeat(500 * share)
    const words = analyzer.analyze(text)
    const start = performance.now()
    findAttributes(text, words)
    return performance.now() - start
  })
  expect(times[1]!).toBeLessThan(times[0]! * 40 + 200)
})
