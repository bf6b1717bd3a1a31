/**
 * Proves of titles taken apart:
 * 1. what is said for certain, left open and not there are told apart, word by word
 * 2. an end such as "and other …" has not to be said; what is said with "unspecified" behind "with" is there
 * 3. a title is the rest of something when it begins with "other", unless it covers what is unspecified, too
 * 4. what is in brackets is neither certain nor left out; endings in brackets are nothing
 */

import { describe, expect, test } from 'vitest'
import { createTitleReader } from '../../../../src/ontologies/icd10cm/release/titles.ts'

const read = createTitleReader()
const firm = (title: string) => [...read(title).firm].join(' ')

describe('for certain it says', () => {
  test.each([
    ['Asthma', 'asthma'],
    ['Asthma, unspecified', 'asthma'],
    ['Unspecified asthma, uncomplicated', ''],
    ['Type 2 diabetes mellitus without complications', 'type 2 diabete mellitus'],
    ['Fracture of unspecified part of neck of unspecified femur', 'fracture neck'],
    ['Migraine, unspecified, not intractable, without status migrainosus', 'migraine'],
    ['Gastric ulcer, unspecified as acute or chronic, without hemorrhage', 'gastric ulcer'],
    ['Respiratory failure, unspecified whether with hypoxia or hypercapnia', 'respiratory failure'],
    ['Nephropathy with hypoxia, unspecified side', 'nephropathy hypoxia'],
    ['Dementia, without agitation, psychosis, and anxiety', 'dementia'],
    ['Hernia, without gangrene, recurrent', 'hernia recurrent'],
    ['Calculus without cholecystitis with obstruction', 'calculus obstruction'],
    ['Injury of heart with or without hemopericardium', 'injury heart'],
    ['Concussion with loss of consciousness status unknown', 'concussion'],
    ['Small kidney of unknown cause', 'small kidney'],
    ['Complete or unspecified abortion', ''],
    ['Diverticulosis, part unspecified', 'diverticulosis'],
    ['Osteochondropathy, unspecified of shoulder', 'osteochondropathy shoulder'],
    ['Colitis not due to infection', 'colitis due infection'],
    ['Pain, not elsewhere classified', 'pain'],
    ['Asthma NOS', 'asthma'],
    ['Hemiplegia, unspecified affecting left side', 'hemiplegia left side'],
  ])('%s: %s', (title, words) => {
    expect(firm(title)).toBe(words)
  })
})

test.each([
  { title: 'Disorders of lipoprotein and other lipidemias', needed: 'disorder lipoprotein' },
  { title: 'Ischemic attacks and related syndromes', needed: 'ischemia attack' },
  {
    title: 'Neoplasm of brain and other parts of nerves',
    needed: 'neoplasm brain other part nerve',
  },
])('of "$title" has to be said: $needed', ({ title, needed }) => {
  expect([...read(title).needed].join(' ')).toBe(needed)
})

test.each([
  { title: 'Diabetes with unspecified complications', presumed: 'complication' },
  { title: 'Abortion with other and unspecified complications', presumed: 'other complication' },
  { title: 'Diabetes of unspecified kind', presumed: '' },
])('in an open form "$title" has: $presumed', ({ title, presumed }) => {
  expect([...read(title).presumed].join(' ')).toBe(presumed)
  expect(firm(title)).toContain(presumed)
})

test.each([
  {
    title: 'Fracture of unspecified part of unspecified lower leg',
    open: [['part'], ['lower', 'leg']],
  },
  { title: 'Ulcer, stage unspecified', open: [['stage']] },
  { title: 'Asthma, unspecified', open: [] },
])('open in "$title" is $open', ({ title, open }) => {
  expect(read(title).open).toEqual(open)
})

test.each([
  { title: 'Asthma', openness: 0 },
  { title: 'Unspecified fracture of unspecified femur', openness: 2 },
  { title: 'Other and unspecified asthma', openness: 0 },
])('"$title" leaves open $openness times', ({ title, openness }) => {
  expect(read(title).openness).toBe(openness)
})

test.each([
  { title: 'Anemias', residual: 'no' },
  { title: 'Other anemias', residual: 'other' },
  { title: 'Other specified anemias', residual: 'other specified' },
  { title: 'Other and unspecified asthma', residual: 'no' },
  { title: 'Other specified and unspecified injuries of neck', residual: 'no' },
])('"$title" is the rest: $residual', ({ title, residual }) => {
  expect(read(title).residual).toBe(residual)
})

test.each([
  { title: 'Dislocation of toe(s)', present: 'dislocation toe' },
  { title: 'Zoster [herpes zoster]', present: 'zoster herpe' },
  { title: 'Chronic gout without tophus (tophi)', present: 'chronic gout tophus' },
])('"$title" has $present, in brackets or not', ({ title, present }) => {
  expect([...read(title).present].join(' ')).toBe(present)
})

test('a word that comes twice counts twice, and what names several things says so', () => {
  expect(read('Anus and anal canal')).toMatchObject({ firmLength: 3, length: 3, isJoined: true })
  expect(read('Canal of unspecified anus')).toMatchObject({ firmLength: 1, length: 2 })
  expect(read('Canal')).toMatchObject({ isJoined: false })
})
