/**
 * Proves of the decision on a prescription, over a small pharmacy with invented brands:
 * 1. a text that names one product, and says nothing else, is linked to it
 * 2. a wrong strength, form, route, release, salt or ingredient is never linked, nor is a concept that is silent of it
 * 3. a text that leaves several products open is not linked, and the answer says what is needed
 * 4. a misspelt name is shown and never linked
 * 5. a drug that is denied, stopped, doubted or an allergy is not linked
 * 6. hints say what the text does not, and refuse what it contradicts
 * 7. what is not written is taken only from all products of the name, strength and form; a release that is not written
 *    is immediate release, and open where only tables of brands have it; a device and a volume must be written
 * 8. the first row of a text that is not linked says no strength that is not written
 * 9. every reason that the contract has is given to some text, and only the first row ever is linked
 * 10. the order of releases chooses between codes of one product, and nothing else
 * 11. scores fall from row to row
 */

import { describe, expect, test } from 'vitest'
import { type Hints, REJECTIONS } from '../../../../src/contract.ts'
import type { Drug } from '../../../../src/ontologies/medication/drug.ts'
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
    { text: 'metformin 500 mg tablet (500 mg)', reason: 'linked', code: '10500' },
    { text: 'metformin 500 mg sr tablet', reason: 'linked', code: '11500' },
    { text: 'metformin IR 500 mg tablet', reason: 'linked', code: '10500' },
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
    { text: 'tab Zorvexia 850', reason: 'volume_mismatch', code: '90001' },
    { text: 'glimepiride + metformin tablet 1', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 1 mg + glimepiride 500 mg', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 0 mg tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 1000000000 mg tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 500 mg 850 mg tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 500 mg + 500 mg tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 500/500 tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 500-850 mg tablet', reason: 'volume_mismatch', code: '6809' },
    { text: 'metformin 500 mg injection', reason: 'form_mismatch', code: '6809' },
    { text: 'iv ondansetron 4 mg tablet', reason: 'form_mismatch', code: '26225' },
    { text: 'inj Zorvexia', reason: 'form_mismatch', code: '6809' },
    { text: 'Zorvexia sr', reason: 'qualifier_mismatch', code: '6809' },
    { text: 'metformin 500 mg dr tablet', reason: 'qualifier_mismatch', code: '6809' },
    { text: 'amlodipine maleate 5 mg tablet', reason: 'salt_mismatch', code: '17767' },
    { text: 'Zorvexia Kelvano', reason: 'generic_mismatch', code: '90001' },
    { text: 'tab Zorvexia amlodipine', reason: 'generic_mismatch', code: '20500' },
    { text: 'metformin 500 mg and amlodipine 5 mg', reason: 'no_such_product', code: '6809' },
    { text: 'metformin 850 mg sr tablet', reason: 'no_such_product', code: '6809' },
    { text: 'glimepiride 1 mg tablet', reason: 'no_such_product', code: '25789' },
    { text: 'tab Zorvexia + tab Temsartiq', reason: 'several_drugs', code: '90001' },
    { text: 'tab Zorvexia 500 bd, tab Temsartiq 5 od', reason: 'several_drugs', code: '90001' },
    { text: 'tab Zorvexia quelbra', reason: 'name_incomplete', code: '20500' },
    { text: 'insulin', reason: 'generic_mismatch', code: '274783' },
    { text: 'tab quelbra 500', reason: 'nothing', code: undefined },
  ],
  'what several products are called needs more': [
    { text: 'metformin', reason: 'volume_needed', code: '6809' },
    { text: 'metformin bd', reason: 'volume_needed', code: '6809' },
    { text: 'tab metformin', reason: 'volume_needed', code: '90001' },
    { text: 'amlodipine besylate', reason: 'volume_needed', code: '104416' },
    { text: 'tab Kelvano', reason: 'volume_needed', code: '90001' },
    { text: 'Palvorin', reason: 'form_needed', code: '161' },
    { text: 'Palvorin 500 mg', reason: 'form_needed', code: '161' },
    { text: 'acetaminophen 500 mg', reason: 'form_needed', code: '161' },
  ],
  'a misspelt name is shown, not linked': [
    { text: 'tab metformn 500 mg', reason: 'misspelt', code: '10500' },
    { text: 'tab Zorvexja 500 mg', reason: 'misspelt', code: '20500' },
    { text: 'tab Zorvexja', reason: 'misspelt', code: '20500' },
    { text: 'tab Zorvexja 850 mg', reason: 'volume_mismatch', code: '90001' },
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
    { text: 'ondansetron', hints: { dose_unit: 'mg' }, reason: 'volume_needed', code: '90002' },
    { text: 'ondansetron', hints: { dose_unit: 'tablet' }, reason: 'volume_needed', code: '26225' },
  ],
  'an ingredient alone is no product, however sure a yes has to be': [
    { text: 'metformin', strictness: 'balanced', reason: 'volume_needed', code: '6809' },
    { text: 'tab metformin', strictness: 'balanced', reason: 'volume_needed', code: '90001' },
    { text: 'Kelvano', strictness: 'balanced', reason: 'volume_needed', code: '90001' },
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
  expect(of('inj ceftriaxone 100 mg/ml 20 ml vial')).toBe('qualifier_needed')
})

test('every reason of the contract is given to some text', () => {
  const given = Object.values(ROWS).flatMap((rows) => rows.map(({ reason }) => reason))
  const missing = REJECTIONS.medication.filter((reason) => !given.includes(reason))
  expect(missing, 'these have tests of their own').toEqual(['name_adds', 'qualifier_needed'])
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

test.each([
  // Two tablets may be the strength of a vial.
  { tablet: 10, text: 'methotrexate 20 mg', reason: 'form_needed' },
  { tablet: 10, text: 'methotrexate 20 mg weekly', reason: 'form_needed' },
  { tablet: 10, text: 'inj methotrexate 20 mg', reason: 'linked' },
  { tablet: 10, text: 'methotrexate 20 mg im', reason: 'linked' },
  { tablet: 15, text: 'methotrexate 20 mg', reason: 'linked' },
])('of a vial of 20 mg and tablets of $tablet mg, $text is $reason', ({ tablet, text, reason }) => {
  const both = openDrugs([
    drug('1', 'clinical_drug', 'methotrexate 20 mg', { form: 'Injection' }),
    drug('2', 'clinical_drug', `methotrexate ${tablet} mg`, { form: 'Oral Tablet' }),
    drug('3', 'ingredient', 'methotrexate'),
  ])
  expect(both.link(text).results[0]?.metadata.link_reason).toBe(reason)
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

/** Codes 0, 1 … of one drug that differ in what is given. */
function variants(ingredients: string, given: readonly Partial<Drug>[]) {
  return given.map((each, i) =>
    drug(String(i), each.brand === undefined ? 'clinical_drug' : 'branded_drug', ingredients, each),
  )
}

const TABLET = 'Oral Tablet'
const SLOW = 'Extended Release Oral Tablet'
const DELAYED = 'Delayed Release Oral Tablet'
const VIAL = { form: 'Injectable Solution' }
const CONTAINER = { form: 'Injection', quantity: { value: 2, unit: 'mL' } }
const SYRINGE = { form: 'Prefilled Syringe' }

describe('what is not written', () => {
  test.each([
    // Release: immediate, where there is such a product.
    { of: [{ form: SLOW }, { form: TABLET }], text: 'metformin 500 mg tablet', code: '1' },
    { of: [{ form: SLOW }, { form: DELAYED }], text: 'metformin 500 mg tablet', code: undefined },
    { of: [{ form: SLOW }, { form: DELAYED }], text: 'metformin 500 mg sr tablet', code: '0' },
    // The drug is sold without a brand: no brand is meant, even where nothing else is as the text says.
    {
      of: [{ form: SLOW }, { form: TABLET, brand: 'Zorvexia' }],
      text: 'metformin 500 mg tablet',
      code: undefined,
    },
    {
      of: [{ form: 'Oral Solution' }, { form: TABLET, brand: 'Zorvexia' }],
      text: 'metformin 500 mg tablet',
      code: '1',
    },
    // Brand: none, or that of every product.
    {
      of: [{ form: TABLET, brand: 'Zorvexia' }, { form: TABLET }],
      text: 'metformin 500 mg tablet',
      code: '1',
    },
    { of: [{ form: TABLET, brand: 'Zorvexia' }], text: 'metformin 500 mg tablet', code: '0' },
    {
      of: [
        { form: TABLET, brand: 'Zorvexia' },
        { form: TABLET, brand: 'Kelvano' },
      ],
      text: 'metformin 500 mg tablet',
      code: undefined,
    },
    // A coat is none of a tablet's.
    {
      of: [{ form: 'Coated Tablet' }, { form: 'Tablet' }],
      text: 'metformin 500 mg tablet',
      code: '1',
    },
    {
      of: [{ form: 'Chewable Tablet' }, { form: TABLET }],
      text: 'metformin 500 mg tablet',
      code: '1',
    },
    // Form: that of every product.
    { of: [{ form: TABLET }, { form: TABLET }], text: 'metformin 500 mg', code: '0' },
    // Tables of brands have tablets of it.
    { of: [{ form: 'Oral Capsule' }], text: 'metformin 500 mg', code: undefined },
    { of: [{ form: 'Oral Capsule' }, { form: TABLET }], text: 'metformin 500 mg', code: undefined },
    { of: [{ form: 'Topical Cream' }], text: 'metformin 500 mg ointment', code: undefined },
    // Route: the usual one.
    {
      of: [{ form: 'Vaginal Tablet' }, { form: TABLET }],
      text: 'metformin 500 mg tablet',
      code: '1',
    },
    {
      of: [{ form: 'INSERT;VAGINAL' }, { form: 'TABLET;VAGINAL' }],
      text: 'metformin 500 mg vaginal tablet',
      code: '1',
    },
  ])('$of of "$text" is $code', ({ of, text, code }) => {
    const [first] = openDrugs(variants('metformin 500 mg', of)).link(text).results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
  })

  test.each([
    { of: [CONTAINER, VIAL], text: 'inj ondansetron 2 mg/ml', code: '1' },
    { of: [CONTAINER], text: 'inj ondansetron 2 mg/ml', code: undefined },
    { of: [CONTAINER, VIAL], text: 'inj ondansetron 4 mg/2 ml', code: '0' },
    { of: [VIAL], text: 'inj ondansetron 4 mg/2 ml', code: '0' },
    { of: [VIAL], text: 'inj ondansetron 20 mg/10 ml', code: '0' },
    // A brand that is not written, in the volume that is, is no generic in a volume that its source does not say.
    {
      of: [{ ...CONTAINER, brand: 'Zorvexia' }, VIAL],
      text: 'inj ondansetron 4 mg/2 ml',
      code: '1',
    },
    { of: [SYRINGE, VIAL], text: 'inj ondansetron 2 mg/ml', code: '1' },
    { of: [SYRINGE], text: 'inj ondansetron 2 mg/ml', code: undefined },
    { of: [SYRINGE, VIAL], text: 'ondansetron 2 mg/ml prefilled syringe', code: '0' },
    { of: [{ form: 'Pen Injector' }, SYRINGE], text: 'ondansetron 2 mg/ml pen', code: '0' },
  ])('volumes and devices $of of "$text" are $code', ({ of, text, code }) => {
    const [first] = openDrugs(variants('ondansetron 2 mg/mL', of)).link(text).results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
  })

  test.each([
    { sold: 'under the brand only', others: [], code: '0' },
    {
      sold: 'without it, too',
      others: [drug('1', 'clinical_drug', 'ondansetron 2 mg/mL', VIAL)],
      code: undefined,
    },
  ])('the form of a brand is linked where the drug is sold $sold', ({ others, code }) => {
    const form = drug('0', 'brand_form', 'ondansetron', { form: 'Injection', brand: 'Zorvexia' })
    const [first] = openDrugs([form, ...others]).link('ondansetron (mg/hr)').results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
  })

  test('several others are told as qualifier_needed, where the ingredient comes first', () => {
    const { link } = openDrugs([
      drug('6809', 'ingredient', 'metformin'),
      ...variants('metformin 500 mg', [{ form: SLOW }, { form: DELAYED }]),
    ])
    const { results } = link('metformin 500 mg tablet')
    expect(results.map(({ term_id }) => term_id)).toEqual(['6809', '1', '0'])
    expect(results[0]!.metadata.link_reason).toBe('qualifier_needed')
  })

  test.each([
    { text: 'tab Dolo 650', code: undefined },
    { text: 'paracetamol 650 mg tablet', code: undefined },
    { text: 'paracetamol 650 mg er tablet', code: '0' },
    { text: 'Glycomet SR 500', code: '2' },
    { text: 'tab nifedipine 60 mg', code: '1' },
    { text: 'metformin 500 mg tablet', code: undefined },
  ])('"$text" is $code where only extended release is installed', ({ text, code }) => {
    const slow = ['acetaminophen 650 mg', 'nifedipine 60 mg', 'metformin 500 mg']
    const { link } = openDrugs(
      slow.map((name, i) => drug(String(i), 'clinical_drug', name, { form: SLOW })),
    )
    const [first] = link(text).results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
    if (code === undefined) expect(first!.metadata.link_reason).toBe('qualifier_needed')
  })

  test.each([
    { text: 'Tab Wysolone 10', reason: 'qualifier_needed' },
    { text: 'prednisolone 10 mg tablet', reason: 'qualifier_needed' },
    { text: 'prednisolone 10 mg odt', reason: 'linked' },
  ])('"$text" is $reason where only the kind that melts in the mouth is installed', (row) => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'prednisolone 10 mg', { form: 'Disintegrating Oral Tablet' }),
    ])
    expect(link(row.text).results[0]!.metadata.link_reason).toBe(row.reason)
  })

  test.each([
    { text: 'itraconazole 200 mg', brand: undefined, reason: 'form_needed' },
    { text: 'itraconazole 200 mg tablet', brand: undefined, reason: 'linked' },
    // A brand of the index is sold in its own form.
    { text: 'Zorvexia 200', brand: 'Zorvexia', reason: 'linked' },
  ])('"$text" is $reason where tables of brands have capsules only', ({ text, brand, reason }) => {
    const level = brand === undefined ? 'clinical_drug' : 'branded_drug'
    const { link } = openDrugs([
      drug('0', level, 'itraconazole 200 mg', { form: TABLET, ...(brand && { brand }) }),
    ])
    expect(link(text).results[0]!.metadata.link_reason).toBe(reason)
  })

  test.each([
    { text: 'cap Fludac', sold: ['20'], reason: 'linked' },
    { text: 'cap Fludac', sold: ['20', '10'], reason: 'volume_needed' },
    { text: 'cap Fludac 20', sold: ['20', '10'], reason: 'linked' },
    // People write no number after a brand of one strength.
    { text: 'tab Fincar', sold: ['5', '1'], reason: 'linked' },
  ])('"$text" is $reason where $sold mg are installed', ({ text, sold, reason }) => {
    const [name, form] = text.startsWith('cap')
      ? ['fluoxetine', 'Oral Capsule']
      : ['finasteride', TABLET]
    const { link } = openDrugs(
      sold.map((strength, i) =>
        drug(String(i), 'clinical_drug', `${name} ${strength} mg`, { form }),
      ),
    )
    expect(link(text).results[0]!.metadata.link_reason).toBe(reason)
  })

  test.each([
    // Pieces that release at once have as much, or more: half of one is given.
    { text: 'morphine 10 mg', sold: { form: TABLET, of: 'morphine 15 mg' }, code: undefined },
    { text: 'morphine 20 mg', sold: { form: TABLET, of: 'morphine 15 mg' }, code: '1' },
    {
      text: 'morphine 10 mg',
      sold: { form: 'Oral Solution', of: 'morphine 2 mg/mL' },
      code: undefined,
    },
    {
      text: 'morphine 10 mg',
      sold: { form: 'Oral Solution', of: 'morphine 10 mg/mL' },
      code: undefined,
    },
    { text: 'morphine 10 mg', sold: { form: 'Oral Solution', of: 'morphine 20 mg/mL' }, code: '0' },
    { text: 'morphine 10 mg', sold: { form: 'Injection', of: 'morphine 10 mg/mL' }, code: '0' },
    // Form or release is written, or the plain one is not plain.
    { text: 'morphine 10 mg capsule', sold: { form: TABLET, of: 'morphine 15 mg' }, code: '0' },
    { text: 'morphine ER 10 mg', sold: { form: TABLET, of: 'morphine 15 mg' }, code: '0' },
    { text: 'morphine 10 mg', sold: { form: SLOW, of: 'morphine 15 mg' }, code: '0' },
  ])('"$text" is $code beside $sold', ({ text, sold: { form, of }, code }) => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'morphine 10 mg', { form: 'Extended Release Oral Capsule' }),
      drug('1', 'clinical_drug', 'morphine 20 mg', { form: 'Extended Release Oral Capsule' }),
      drug('2', 'clinical_drug', of, { form }),
    ])
    const [first] = link(text).results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
    if (code === undefined && !text.includes('capsule'))
      expect(first!.metadata.link_reason).toBe('qualifier_needed')
  })

  test.each([
    { release: 'Delayed Release Oral Tablet', code: '0' },
    { release: 'Disintegrating Oral Tablet', code: undefined },
  ])('$release, of which as much releases at once, is $code', ({ release, code }) => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'zorvexin 20 mg', { form: release }),
      drug('1', 'clinical_drug', 'zorvexin 40 mg', { form: TABLET }),
    ])
    const [first] = link('zorvexin 20 mg').results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
  })

  test('a delayed release that tables of brands do not say is linked', () => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'pantoprazole 40 mg', { form: DELAYED }),
    ])
    expect(link('tab Pan 40').results[0]).toMatchObject({ term_id: '0', is_linked: true })
  })

  test.each([
    { salts: ['besylate', 'maleate'], text: 'amlodipine 5 mg tablet', code: undefined },
    { salts: ['besylate', 'besylate monohydrate'], text: 'amlodipine 5 mg tablet', code: '0' },
    { salts: ['besylate', ''], text: 'amlodipine 5 mg tablet', code: '1' },
    { salts: ['besylate', 'maleate'], text: 'amlodipine maleate 5 mg tablet', code: '1' },
    { salts: [''], text: 'amlodipine maleate 5 mg tablet', code: '0' },
    { salts: ['besylate'], text: 'amlodipine maleate 5 mg tablet', code: undefined },
  ])('salts $salts of "$text" are $code', ({ salts, text, code }) => {
    const tablets = salts.map((salt, i) =>
      drug(String(i), 'clinical_drug', `amlodipine ${salt} 5 mg`.replace('  ', ' '), {
        form: TABLET,
      }),
    )
    const [first] = openDrugs(tablets).link(text).results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
  })

  test.each([
    // Two salts, of which one releases at once, and the other does not.
    { sold: ['potassium', 'sodium'], text: 'diclofenac 50 mg tablet', code: undefined },
    { sold: ['potassium', 'sodium'], text: 'diclofenac sodium 50 mg tablet', code: '1' },
    { sold: ['potassium', 'sodium'], text: 'diclofenac potassium 50 mg tablet', code: '0' },
    { sold: ['potassium', ''], text: 'diclofenac 50 mg tablet', code: '1' },
    { sold: ['potassium', 'sodium'], text: 'Voveran 50', code: '1' },
    { sold: ['sodium'], text: 'diclofenac 50 mg tablet', code: '0' },
    // A name that means the base is no name of its acetate.
    { sold: ['acetate'], text: 'norethindrone 50 mg tablet', code: undefined },
    { sold: ['acetate'], text: 'norethindrone acetate 50 mg tablet', code: '0' },
    { sold: ['acetate', ''], text: 'norethisterone 50 mg tablet', code: '1' },
    // A product that says no salt comes before one that says another than the text may mean.
    { sold: ['hyclate', 'monohydrate'], text: 'doxycycline 50 mg tablet', code: undefined },
    { sold: ['hyclate', 'monohydrate', ''], text: 'doxycycline 50 mg tablet', code: '2' },
    { sold: ['hyclate'], text: 'doxycycline 50 mg tablet', code: '0' },
  ])('"$text" is $code where $sold are different products', ({ sold, text, code }) => {
    const [name] = /^(?:diclofenac|norethindrone|doxycycline)/.exec(text) ?? [
      text === 'Voveran 50' ? 'diclofenac' : 'norethindrone',
    ]
    const { link } = openDrugs(
      sold.map((salt, i) =>
        drug(String(i), 'clinical_drug', `${name} ${salt} 50 mg`.replace('  ', ' '), {
          form: salt === 'sodium' ? DELAYED : TABLET,
        }),
      ),
    )
    const [first] = link(text).results
    expect(first!.is_linked ? first!.term_id : undefined).toBe(code)
    if (code === undefined)
      expect(first!.metadata).toMatchObject({
        link_reason: 'qualifier_needed',
        needed: 'which salt?',
      })
  })

  test('of several ingredients no salt is asked for', () => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'norethindrone acetate 1 mg + estradiol 0.5 mg', { form: TABLET }),
    ])
    expect(link('norethindrone 1 mg + estradiol 0.5 mg tablet').results[0]!.is_linked).toBe(true)
  })

  test('a salt that is written is that of the product, whoever sells it', () => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'etoposide 100 mg', { form: 'Injection' }),
      drug('1', 'branded_drug', 'etoposide phosphate 100 mg', {
        form: 'Injection',
        brand: 'Nidrel',
      }),
    ])
    expect(link('etoposide 100 mg injection').results[0]!.term_id).toBe('0')
    expect(link('etoposide phosphate 100 mg injection').results[0]!.term_id).toBe('1')
  })

  test('a carbonate is a salt, too', () => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'sevelamer carbonate 800 mg', { form: TABLET }),
      drug('1', 'clinical_drug', 'sevelamer hydrochloride 800 mg', { form: TABLET }),
    ])
    expect(link('sevelamer 800 mg tablet').results[0]!.metadata.link_reason).toBe(
      'qualifier_needed',
    )
    expect(link('sevelamer carbonate 800 mg tablet').results[0]).toMatchObject({
      term_id: '0',
      is_linked: true,
    })
  })

  test('a biosimilar is not its original', () => {
    const { link } = openDrugs([
      drug('0', 'clinical_drug', 'adalimumab-atto 50 mg/mL', { form: 'Injection' }),
      drug('1', 'clinical_drug', 'adalimumab 50 mg/mL', { form: 'Injection' }),
    ])
    expect(link('adalimumab 50 mg/ml injection').results[0]!.term_id).toBe('1')
    expect(link('adalimumab-atto 50 mg/ml injection').results[0]!.term_id).toBe('0')
  })

  test('a salt that no product says leaves open how it is released', () => {
    const { link } = openDrugs(variants('metoprolol 50 mg', [{ form: TABLET }, { form: SLOW }]))
    const reasonOf = (text: string) => link(text).results[0]!.metadata.link_reason
    expect(reasonOf('metoprolol succinate 50 mg tablet')).toBe('qualifier_needed')
    expect(reasonOf('metoprolol 50 mg tablet')).toBe('linked')
  })
})

const TEXTS = [
  ...Object.values(ROWS).flat(),
  ...[
    'Kelvano 500',
    'inj ondansetron',
    'amlodipine',
    'metformin sr',
    'glimepiride + metformin',
  ].map((text) => ({ text })),
]

test.each(TEXTS)('scores of "$text" fall from row to row', (row) => {
  const { text, hints = {} } = row as Row
  const { explanations } = pharmacy.explain(text, { metadata: hints, top_k: 10 })
  const scores = explanations.map(({ ranking_score }) => ranking_score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test.each([
  'metformin',
  'tab metformin',
  'Kelvano',
  'tab Kelvano',
  'amlodipine besylate',
  'ondansetron',
  'Palvorin',
])('no strength is first where "%s" says none', (text) => {
  const [first] = pharmacy.link(text).results
  expect(first).toMatchObject({ is_linked: false, metadata: { volume: null } })
})

test('no release is first that is not written', () => {
  const { link } = openDrugs([
    drug('1', 'ingredient_form', 'metformin', { form: SLOW }),
    drug('6809', 'ingredient', 'metformin'),
    ...variants('metformin 500 mg', [{ form: SLOW }, { form: TABLET }]),
  ])
  expect(link('metformin').results[0]!.term_id).toBe('6809')
  expect(link('metformin sr tablet').results[0]!.term_id).toBe('1')
})

test('nothing is shown of a name that no drug has all words of', () => {
  const { link } = openDrugs([
    drug('1', 'clinical_drug', 'coagulation factor ix 1 unit', { form: 'Injection' }),
    drug('2', 'clinical_drug', 'hepatitis b immune globulin 1 unit', { form: 'Injection' }),
    drug('3', 'ingredient', 'carbamazepine'),
    drug('4', 'branded_drug', 'carbamazepine 200 mg', { form: TABLET, brand: 'Teril' }),
  ])
  for (const text of ['Factor VIII', 'tetanus immune globulin', 'Haes Steril', 'Steril', 'O2'])
    expect(link(text).results, text).toEqual([])
  expect(link('immune globulin').results.map(({ term_id }) => term_id)).toEqual(['2'])
})

describe('routes, releases and numbers that are not written', () => {
  const outcome = (drugs: readonly Drug[], text: string) => {
    const [first] = openDrugs(drugs).link(text).results
    return first === undefined || first.is_linked ? first?.term_id : first.metadata.link_reason
  }
  const product = (code: string, name: string, form: string, brand?: string) =>
    drug(code, brand === undefined ? 'clinical_drug' : 'branded_drug', name, {
      form,
      ...(brand !== undefined && { brand }),
    })

  test.each(['cream', 'ointment', 'gel', 'lotion'])('a %s is for the skin', (form) => {
    const skin = product('0', 'metronidazole 7.5 mg/g', `${form};TOPICAL`)
    const other = product('1', 'metronidazole 7.5 mg/g', `${form};VAGINAL`)
    expect(outcome([skin, other], `metronidazole 0.75% ${form}`)).toBe('0')
    expect(outcome([skin, other], `metronidazole 0.75% vaginal ${form}`)).toBe('1')
    expect(outcome([other], `metronidazole 0.75% ${form}`)).toBe('1')
  })

  test('every patch releases over time', () => {
    const patch = product('0', 'fentanyl 0.05 mg/h', 'FILM, EXTENDED RELEASE;TRANSDERMAL')
    for (const text of ['fentanyl patch 50 mcg/hr', 'fentanyl ER patch 50 mcg/hr', 'Durogesic 50'])
      expect(outcome([patch], text)).toBe('0')
  })

  test('a route under the tongue is a tablet that melts there', () => {
    const melts = product('0', 'isosorbide dinitrate 5 mg', 'TABLET;SUBLINGUAL')
    const oral = product('1', 'isosorbide dinitrate 5 mg', 'TABLET;ORAL')
    expect(outcome([melts, oral], 'tab isosorbide dinitrate 5 mg SL')).toBe('0')
    expect(outcome([melts], 'tab Sorbitrate 5 mg SL')).toBe('0')
    expect(outcome([melts, oral], 'tab isosorbide dinitrate 5 mg')).toBe('1')
    expect(outcome([oral], 'tab isosorbide dinitrate 5 mg SL')).toBe('form_mismatch')
  })

  test('an oral product is given by a tube', () => {
    const oral = product('0', 'metformin 500 mg', 'TABLET;ORAL')
    expect(outcome([oral], 'metformin 500 mg tablet via NG tube')).toBe('0')
    expect(outcome([oral], 'metformin 500 mg tablet via PEG')).toBe('0')
    expect(outcome([oral], 'metformin 500 mg tablet per rectum')).toBe('form_mismatch')
  })

  test('only what its source gives into the spine is given there', () => {
    const vein = product('0', 'vincristine 2 mg', 'INJECTABLE;INJECTION')
    const spine = product('1', 'vincristine 2 mg', 'SOLUTION;INTRATHECAL, INTRAVENOUS')
    expect(outcome([vein], 'vincristine 2 mg intrathecal')).toBe('form_mismatch')
    expect(outcome([vein], 'vincristine 2 mg IT')).toBe('form_mismatch')
    expect(outcome([vein], 'vincristine 2 mg inj')).toBe('0')
    expect(outcome([spine], 'vincristine 2 mg intrathecal')).toBe('1')
  })

  test('drops of a brand that the index lacks are not taken to be for the ear', () => {
    const drops = (route: string) =>
      product('0', 'ciprofloxacin 0.3 % + dexamethasone 0.1 %', `SUSPENSION/DROPS;${route}`)
    expect(outcome([drops('OTIC')], 'Ciplox D')).toBe('form_needed')
    expect(outcome([drops('OTIC')], 'Ciplox D ear drops')).toBe('0')
    expect(outcome([drops('OPHTHALMIC')], 'Ciplox D')).toBe('0')
  })

  test('a bare number is no amount in a millilitre', () => {
    const injected = product('0', 'folic acid 5 mg/mL', 'INJECTABLE;INJECTION', 'Zorvexia')
    expect(outcome([injected], 'Zorvexia 5')).not.toBe('0')
    expect(outcome([injected], 'Zorvexia 5 inj')).toBe('0')
    expect(outcome([injected], 'Zorvexia 5 mg/ml')).toBe('0')
    const syrup = product('0', 'folic acid 1 mg/mL', 'SOLUTION;ORAL')
    expect(outcome([syrup], 'folic acid 5')).not.toBe('0')
    expect(outcome([syrup], 'syp folic acid 5')).toBe('0')
    const drops = product('0', 'timolol 5 mg/mL', 'SOLUTION/DROPS;OPHTHALMIC')
    expect(outcome([drops], 'timolol 0.5')).toBe('0')
  })

  test('a letter and an amount are no brand that is written with a sign', () => {
    const potassium = product('0', 'potassium chloride 10 meq', 'TABLET;ORAL', 'K+10')
    expect(outcome([potassium], 'K+10')).toBe('0')
    for (const text of ['K 10', 'Vit K 10 mg IV', 'Vitamin K', 'K'])
      expect(openDrugs([potassium]).link(text).results).toEqual([])
  })

  test('parenteral nutrition is no brand', () => {
    const tpn = product('0', 'niacinamide 10 mg/mL', 'SUSPENSION;ORAL', 'TPN')
    expect(openDrugs([tpn]).link('TPN').results).toEqual([])
  })

  test('a brand in two units has one strength', () => {
    const drops = 'SUSPENSION/DROPS;OPHTHALMIC'
    const brand = [
      product('0', 'brinzolamide 1 %', drops, 'Azopt'),
      product('1', 'brinzolamide 10 mg/mL', drops, 'Azopt'),
    ]
    expect(outcome(brand, 'Azopt')).toBe('0')
  })

  test('the number of a brand in its name is its label', () => {
    const inhaler = (code: string, strength: string, label: string) =>
      product(
        code,
        `fluticasone propionate ${strength} mg/actuat + salmeterol 0.05 mg/actuat`,
        'POWDER;INHALATION',
        `Advair Diskus ${label}`,
      )
    const installed = [inhaler('0', '0.25', '250/50'), inhaler('1', '0.5', '500/50')]
    expect(outcome(installed, 'Advair Diskus 250/50')).toBe('0')
    expect(outcome(installed, 'Advair Diskus 500/50')).toBe('1')
  })

  test('a strength in the hint of an ingredient is no part of its name', () => {
    const { link } = openDrugs([product('0', 'telmisartan 40 mg', 'TABLET;ORAL')])
    for (const generic_name of ['Telmisartan 40mg', 'telmisartan 40 mg', 'Telmisartan']) {
      const [first] = link('Telma 40', { metadata: { generic_name } }).results
      expect(first!.term_id).toBe('0')
      expect(first!.is_linked).toBe(true)
    }
  })
})
