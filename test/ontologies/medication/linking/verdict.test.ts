/**
 * Proves of the decision on a prescription, over a small pharmacy with invented brands:
 * 1. what names one product, and says nothing else, is linked to it
 * 2. a wrong strength, form, route, release, salt or ingredient is never linked, also not to a drug that is silent of it
 * 3. what leaves several products open is not linked, and the answer says what is needed
 * 4. a misspelt name is linked only where its strength bears it out
 * 5. what is denied, stopped, doubted or an allergy is not linked
 * 6. hints say what the text does not, and refuse what it contradicts
 * 7. an ingredient alone is linked where a balanced strictness is asked for
 * 8. every reason that the contract has is given to some text, and only the first row ever is linked
 * 9. of several releases the first leads
 */

import { describe, expect, test } from 'vitest'
import { type Hints, REJECTIONS } from '../../../../src/contract.ts'
import { drug, openDrugs, openDrugsOfFile, PHARMACY } from '../../../support/drugs.ts'

interface Row {
  readonly text: string
  readonly reason: string
  readonly code: string | undefined
  readonly hints?: Hints<'medication'>
  readonly strictness?: 'balanced'
}

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'what names one product is linked': [
    { text: 'metformin 500 mg tablet', reason: 'linked', code: '10500' },
    { text: 'tab metformin 500', reason: 'linked', code: '10500' },
    { text: 'tab metformin 500 mg bd x 5 days', reason: 'linked', code: '10500' },
    { text: 'metformin 500', reason: 'linked', code: '10500' },
    { text: 'metformin 500 mg sr tablet', reason: 'linked', code: '11500' },
    { text: 'amlodipine besylate 5 mg tablet', reason: 'linked', code: '12005' },
    { text: 'amlodipine 5 mg tablet', reason: 'linked', code: '12005' },
    { text: 'inj ondansetron 2 mg/ml', reason: 'linked', code: '13002' },
    { text: 'metformin 500 mg + glimepiride 1 mg tablet', reason: 'linked', code: '15100' },
    { text: 'glimepiride + metformin tablet 1/500', reason: 'linked', code: '15100' },
    { text: 'tab Zorvexia', reason: 'linked', code: '20500' },
    { text: 'tab Zorvexia 500', reason: 'linked', code: '20500' },
    { text: 'tab Kelvano 850 mg', reason: 'linked', code: '21850' },
    { text: 'cap Palvorin', reason: 'linked', code: '23501' },
    { text: 'Kelvano G', reason: 'linked', code: '22100' },
  ],
  'what no product is as the text says is not linked': [
    { text: 'metformin 600 mg tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'tab Zorvexia 850', reason: 'volume_mismatch', code: '10850' },
    { text: 'glimepiride + metformin tablet 1', reason: 'volume_mismatch', code: '15100' },
    { text: 'metformin 500 mg injection', reason: 'form_mismatch', code: '6809' },
    { text: 'iv ondansetron 4 mg tablet', reason: 'form_mismatch', code: '26225' },
    { text: 'inj Zorvexia', reason: 'form_mismatch', code: '6809' },
    { text: 'Zorvexia sr', reason: 'form_mismatch', code: '11500' },
    { text: 'metformin 500 mg dr tablet', reason: 'qualifier_mismatch', code: '6809' },
    { text: 'amlodipine maleate 5 mg tablet', reason: 'salt_mismatch', code: '17767' },
    { text: 'Zorvexia Kelvano', reason: 'generic_mismatch', code: '21500' },
    { text: 'tab Zorvexia amlodipine', reason: 'generic_mismatch', code: '20500' },
    { text: 'metformin 500 mg and amlodipine 5 mg', reason: 'name_incomplete', code: '6809' },
    { text: 'tab Zorvexia quelbra', reason: 'name_incomplete', code: '20500' },
    { text: 'insulin', reason: 'generic_mismatch', code: '274783' },
    { text: 'tab quelbra 500', reason: 'nothing', code: undefined },
  ],
  'what several products are called needs more': [
    { text: 'metformin', reason: 'volume_needed', code: '6809' },
    { text: 'metformin bd', reason: 'volume_needed', code: '6809' },
    { text: 'tab metformin', reason: 'volume_needed', code: '90001' },
    { text: 'amlodipine besylate', reason: 'volume_needed', code: '104416' },
    { text: 'tab Kelvano', reason: 'volume_needed', code: '21500' },
    { text: 'Palvorin', reason: 'form_needed', code: '23500' },
    { text: 'Palvorin 500 mg', reason: 'form_needed', code: '23500' },
    { text: 'acetaminophen 500 mg', reason: 'form_needed', code: '14500' },
  ],
  'a misspelt name is linked where its strength bears it out': [
    { text: 'tab metformn 500 mg', reason: 'linked', code: '10500' },
    { text: 'tab Zorvexja 500 mg', reason: 'linked', code: '20500' },
    { text: 'tab Zorvexja', reason: 'misspelt', code: '20500' },
    { text: 'tab Zorvexja 850 mg', reason: 'volume_mismatch', code: '10850' },
  ],
  'what is said of the drug beyond its use is not linked': [
    { text: 'no metformin', reason: 'context_differs', code: '6809' },
    { text: 'stop metformin', reason: 'context_differs', code: '6809' },
    { text: 'metformin 500 mg tablet ?', reason: 'context_differs', code: '10500' },
    { text: '?metformin 500 mg tablet', reason: 'context_differs', code: '10500' },
    { text: 'allergic to metformin', reason: 'context_differs', code: '6809' },
  ],
  'hints say what the text does not': [
    { text: 'Palvorin', hints: { form: 'Capsule' }, reason: 'linked', code: '23501' },
    { text: 'Zorvexia', hints: { form: 'Inj.' }, reason: 'form_mismatch', code: '6809' },
    { text: 'Zorvexia', hints: { generic_name: 'metformin' }, reason: 'linked', code: '20500' },
    {
      text: 'Zorvexia',
      hints: { generic_name: 'amlodipine' },
      reason: 'generic_mismatch',
      code: '20500',
    },
    {
      text: 'metformin 500 mg tablet',
      hints: { generic_name: 'amlodipine' },
      reason: 'generic_mismatch',
      code: '10500',
    },
    { text: 'ondansetron', hints: { dose_unit: 'mg' }, reason: 'linked', code: '90002' },
    { text: 'ondansetron', hints: { dose_unit: 'tablet' }, reason: 'volume_needed', code: '26225' },
  ],
  'an ingredient alone is linked where that is sure enough': [
    { text: 'metformin', strictness: 'balanced', reason: 'linked', code: '6809' },
    { text: 'tab metformin', strictness: 'balanced', reason: 'volume_needed', code: '90001' },
    { text: 'Kelvano', strictness: 'balanced', reason: 'volume_needed', code: '21500' },
    { text: 'insulin', strictness: 'balanced', reason: 'generic_mismatch', code: '274783' },
  ],
}

/** A pharmacy with what only a few texts are about. */
const LARGE = [
  ...PHARMACY,
  drug('30001', 'clinical_drug', 'ceftriaxone 100 mg/mL', {
    form: 'Injection',
    quantity: { value: 10, unit: 'mL' },
  }),
]

const pharmacy = openDrugsOfFile(LARGE)

function outcomeOf({ text, hints = {}, strictness }: Omit<Row, 'reason' | 'code'>) {
  const { results } = pharmacy.link(text, { metadata: hints, ...(strictness && { strictness }) })
  for (const { is_linked } of results.slice(1)) expect(is_linked).toBe(false)
  const [first] = results
  expect(first?.is_linked ?? false).toBe(first?.metadata.link_reason === 'linked')
  return { reason: first?.metadata.link_reason ?? 'nothing', code: first?.term_id }
}

describe.each(Object.entries(ROWS))('%s:', (_, rows) => {
  test.each(rows)('$text $hints is $reason', ({ reason, code, ...row }) => {
    expect(outcomeOf(row)).toEqual({ reason, code })
  })
})

test('what a vial holds is compared where the text says it', () => {
  const of = (text: string) => outcomeOf({ text }).reason
  expect(of('inj ceftriaxone 100 mg/ml 10 ml vial')).toBe('linked')
  expect(of('inj ceftriaxone 100 mg/ml 20 ml vial')).toBe('name_adds')
})

test('every reason of the contract is given to some text', () => {
  const given = Object.values(ROWS).flatMap((rows) => rows.map(({ reason }) => reason))
  const missing = REJECTIONS.medication.filter((reason) => !given.includes(reason))
  expect(missing, 'name_adds has a test of its own').toEqual(['name_adds'])
})

test('what is needed is said', () => {
  const needed = (text: string) => pharmacy.link(text).results[0]!.metadata.linking_requirements
  expect(needed('tab Kelvano')).toEqual({ form_needed: false, volume_needed: true })
  expect(needed('Palvorin')).toEqual({ form_needed: true, volume_needed: false })
  expect(needed('tab Zorvexia')).toEqual({ form_needed: false, volume_needed: false })
})

test.each([
  { text: 'metformin 500 mg tablet', basis: 'official_name' },
  { text: 'tab Zorvexia', basis: 'official_name' },
  { text: 'tab metformn 500 mg', basis: 'spelling' },
  { text: 'tab Zorvexia quelbra', basis: 'partial' },
  { text: 'glimepiride + metformin tablet 1', basis: 'partial' },
  { text: 'tab Zorvexia 850', basis: 'curated_name' },
])('$text rests on $basis', ({ text, basis }) => {
  expect(pharmacy.link(text).results[0]!.metadata.link_basis).toBe(basis)
})

describe('of two releases', () => {
  const lead = [drug('1', 'clinical_drug', 'metformin 500 mg', { form: 'Oral Tablet' })]
  const other = [
    drug('PR:1', 'clinical_drug', 'metformin 500 mg', { form: 'tablet' }),
    drug('PR:2', 'branded_drug', 'metformin 850 mg', { form: 'tablet', brand: 'Zorvexia' }),
  ]
  test.each([
    { releases: [lead, other], text: 'metformin 500 mg tablet', code: '1' },
    { releases: [other, lead], text: 'metformin 500 mg tablet', code: 'PR:1' },
    { releases: [lead, other], text: 'Zorvexia 850 mg tablet', code: 'PR:2' },
  ])('$text is $code', ({ releases, text, code }) => {
    const [first] = openDrugs(...releases).link(text).results
    expect(first).toMatchObject({ term_id: code, is_linked: true })
  })
})

test.each([
  { forms: ['Oral Tablet', 'Chewable Tablet'], reason: 'linked' },
  { forms: ['Tablet', 'Coated Tablet'], reason: 'ambiguous' },
])('of tablets called $forms the first is $reason', ({ forms, reason }) => {
  const { link } = openDrugs(
    forms.map((form, i) =>
      drug(String(i), 'branded_drug', 'metformin 500 mg', { form, brand: 'Zorvexia' }),
    ),
  )
  const [first] = link('Zorvexia 500 mg tablet').results
  expect(first).toMatchObject({ term_id: '0', metadata: { link_reason: reason } })
})
