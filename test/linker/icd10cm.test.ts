/**
 * Proves of ICD-10-CM, over the starter:
 * 1. what people type first gets a yes, and says what it rests on
 * 2. no title is linked where its condition is denied, doubted, past, a relative's or only planned
 * 3. what says too little, what has several meanings and what is only part of a name is not linked, with the reason
 * 4. a side or an encounter that both sides say in other words is no word left over
 * 5. a link leaves the other codes what is left of certainty
 * 6. an explanation accounts for the words of the mention in the first row, and nowhere else
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()
const link = (query: string) => medlink.link({ query, ontology: 'icd-10-cm' })
const first = (query: string) => link(query).results[0]!

test.each([
  ['type 2 diabetes with neuropathy', 'E11.40', 'same_words'],
  ['fever', 'R50.9', 'curated_name'],
  ['asthma', 'J45', 'official_name'],
  ['UTI', 'N39.0', 'curated_name'],
  ['HTN', 'I10', 'curated_name'],
  ['hypothyroidism', 'E03.9', 'curated_name'],
  ['chest pain', 'R07.9', 'curated_name'],
  ['pneumonia', 'J18.9', 'curated_name'],
  ['hypothyroidsm', 'E03.9', 'spelling'],
  ['fever x 3 days', 'R50.9', 'spared_words'],
  ['fever since yesterday', 'R50.9', 'spared_words'],
  ['known case of HTN', 'I10', 'same_words'],
  ['DM type 2', 'E11', 'curated_name'],
  ['E11.9', 'E11.9', 'code'],
  ['hepatitis A', 'B15.9', 'curated_name'],
  ['type 2 diabetes w neuropathy', 'E11.40', 'same_words'],
  ['asthma [J45.909]', 'J45', 'official_name'],
  ['N39.0 UTI', 'N39.0', 'curated_name'],
  ['I10 - HTN', 'I10', 'curated_name'],
  ['DX2: HTN', 'I10', 'curated_name'],
  ['HTN (POA)', 'I10', 'curated_name'],
  ['B12 deficiency', 'E53.8', 'curated_name'],
  ['OA R knee', 'M17.11', 'curated_name'],
  ['cataract RE', 'H26.9', 'same_words'],
  ['bilateral cataract', 'H26.9', 'same_words'],
  ['conjunctivitis R', 'H10.9', 'same_words'],
  ['otitis media L ear', 'H66.92', 'curated_name'],
])('"%s" is %s by %s', (query, code, basis) => {
  expect(first(query)).toMatchObject({
    term_id: code,
    is_linked: true,
    metadata: { link_reason: 'linked', link_basis: basis },
  })
})

/** Of the starter, every few. */
const TITLES = [
  'Asthma',
  'Essential (primary) hypertension',
  'Type 2 diabetes mellitus',
  'Acute appendicitis',
  'Pneumonia, unspecified organism',
  'Hypothyroidism, unspecified',
  'Iron deficiency anemia',
  'Gout, unspecified',
  'Epilepsy and recurrent seizures',
  'Migraine',
  'Acute pancreatitis',
  'Scabies',
  'Chronic kidney disease (CKD)',
  'Malignant neoplasm of breast',
  'Cataract',
]
const CONTEXTS = [
  (title: string) => `no ${title}`,
  (title: string) => `not ${title}`,
  (title: string) => `without ${title}`,
  (title: string) => `denies ${title}`,
  (title: string) => `${title}: denied`,
  (title: string) => `? ${title}`,
  (title: string) => `${title}?`,
  (title: string) => `r/o ${title}`,
  (title: string) => `likely ${title}`,
  (title: string) => `${title} vs tuberculosis`,
  (title: string) => `h/o ${title}`,
  (title: string) => `${title} (resolved)`,
  (title: string) => `s/p ${title}`,
  (title: string) => `family history of ${title}`,
  (title: string) => `mother had ${title}`,
  (title: string) => `risk of ${title}`,
  (title: string) => `screening for ${title}`,
  (title: string) => `${title}, varicose veins`,
]

test.each(TITLES)('"%s" is linked by itself and in no other context', (title) => {
  const { term_id, is_linked } = first(title)
  expect(is_linked).toBe(true)
  for (const inContext of CONTEXTS) {
    const found = first(inContext(title))
    const isLinked = found?.is_linked === true && found.term_id === term_id
    expect([inContext(title), isLinked]).toEqual([inContext(title), false])
  }
})

test.each([
  ['no', '?', 'h/o', 'r/o ?', '("', 'denies'],
  [`${'asthma, '.repeat(50)}gout`, 'fever, cough: denied', '[asthma', 'asthma) or ("gout'],
])('nothing but context, or fifty conditions, is never a yes', (...queries) => {
  for (const query of queries) expect(first(query)?.is_linked ?? false).toBe(false)
})

describe('the reason', () => {
  test.each([
    ['fracture', 'too_vague'],
    ['kidney problem', 'too_vague'],
    ['gout, in', 'too_vague'],
    ['HTN [J45.909]', 'name_incomplete'],
    ['I10 asthma', 'name_incomplete'],
    ['failure to thrive', 'several_meanings'],
    ['asthma and', 'too_vague'],
    ['OM, left', 'several_meanings'],
    ['PE', 'several_meanings'],
    ['AGE', 'several_meanings'],
    ['? asthma', 'context_differs'],
    ['asthma with hippopotamus', 'name_incomplete'],
    ['acute purulent asthma', 'name_incomplete'],
    ['R CSOM', 'name_incomplete'],
  ])('of "%s" is %s', (query, reason) => {
    expect(first(query)).toMatchObject({ is_linked: false, metadata: { link_reason: reason } })
  })
})

test('an abbreviation of several meanings asks which one, and only where that is the reason', () => {
  expect(first('PE')!.metadata.needed).toBe(
    'which meaning: pectus excavatum, pericardial effusion, physical examination, pleural effusion, preeclampsia, ' +
      'premature ejaculation, pulmonary embolism?',
  )
  // One disease owns this one, and the other has a word besides it.
  for (const query of ['ACS', 'acute PE', 'fracture'])
    expect(first(query)!.metadata).not.toHaveProperty('needed')
})

test('a family history is no row for what is past', () => {
  for (const { term_name } of link('h/o stroke 2019').results.slice(0, 1))
    expect(term_name.toLowerCase()).not.toContain('family')
})

test('the other rows share what a link leaves', () => {
  const [linked, ...others] = link('type 2 diabetes with neuropathy').results
  expect(others.length).toBeGreaterThan(2)
  for (const { score } of others) expect(score! + linked!.score!).toBeLessThanOrEqual(1)
  const [open] = link('acute purulent asthma').results
  expect(open!.score).toBeLessThan(linked!.score!)
})

const explain = (query: string) => medlink.explain({ query, ontology: 'icd-10-cm' }).explanations

test.each([
  {
    query: 'T2DM with neuropathy since 3 days',
    account: [
      { word: 'T2DM', by: 'abbreviation', of: 'type 2 diabetes mellitus' },
      { word: 'since 3 days', by: 'spared' },
    ],
    added: [],
  },
  {
    query: 'asthma with hippopotamus',
    account: [
      { word: 'asthma', by: 'same_word', of: 'asthma' },
      { word: 'hippopotamus', by: 'left_over' },
    ],
    added: [],
  },
])('"$query" is accounted for word by word', ({ query, account, added }) => {
  const [first, ...others] = explain(query)
  expect(first!.account).toEqual(expect.arrayContaining(account))
  expect(first!.added).toEqual(added)
  expect(others.length).toBeGreaterThan(0)
  for (const other of others) expect(other).not.toHaveProperty('account')
})

test('a code has nothing to account for; a test of LOINC has', () => {
  expect(explain('E11.9')[0]).not.toHaveProperty('account')
  const loinc = openStarter('loinc')
  const { explanations } = loinc.explain({ query: 'hemoglobin level', ontology: 'loinc' })
  expect(explanations[0]).toHaveProperty('account')
})
