/**
 * Proves of dose forms:
 * 1. RxNorm's, the FDA's and labels' are read as form, release and route
 * 2. the table's own words are in the closed lists, and each phrase is written as it is looked up
 * 3. the form at the end of a name is told from the brand
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from '../../../../src/language/tables.ts'
import {
  formAtEnd,
  readDoseForm,
  splitBrand,
} from '../../../../src/ontologies/medication/dose-form.ts'
import { nameKey } from '../../../../src/ontologies/medication/words.ts'

const RELEASES = ['er', 'dr', 'odt', 'dispersible', 'chewable', 'effervescent', 'sublingual']
const ROUTES = [
  'oral',
  'sublingual',
  'buccal',
  'ophthalmic',
  'otic',
  'nasal',
  'inhalation',
  'topical',
  'transdermal',
  'injection',
  'rectal',
  'vaginal',
  'dental',
  'irrigation',
  'other',
]

describe('reads', () => {
  test.each([
    ['Oral Tablet', 'tablet', undefined, 'oral'],
    ['Extended Release Oral Tablet', 'tablet', 'er', 'oral'],
    ['Delayed Release Oral Capsule', 'capsule', 'dr', 'oral'],
    ['Disintegrating Oral Tablet', 'tablet', 'odt', 'oral'],
    ['Tablet for Oral Suspension', 'tablet', 'dispersible', 'oral'],
    ['Powder for Oral Suspension', 'suspension', undefined, 'oral'],
    ['Ophthalmic Solution', 'drops', undefined, 'ophthalmic'],
    ['Ophthalmic Irrigation Solution', 'solution', undefined, 'irrigation'],
    ['Prefilled Syringe', 'injection', undefined, 'injection'],
    ['Injectable Suspension', 'injection', undefined, 'injection'],
    ['Metered Dose Inhaler', 'inhaler', undefined, 'inhalation'],
    ['Inhalation Solution', 'nebules', undefined, 'inhalation'],
    ['Transdermal System', 'patch', undefined, 'transdermal'],
    ['Vaginal Insert', 'insert', undefined, 'vaginal'],
    ['TABLET;ORAL', 'tablet', undefined, 'oral'],
    ['TABLET;ORAL-28', 'tablet', undefined, 'oral'],
    ['Tablet; Oral', 'tablet', undefined, 'oral'],
    ['TABLET, ORALLY DISINTEGRATING;ORAL', 'tablet', 'odt', 'oral'],
    ['CAPSULE, DELAYED REL PELLETS;ORAL', 'capsule', 'dr', 'oral'],
    ['TABLET, FOR SUSPENSION;ORAL', 'tablet', 'dispersible', 'oral'],
    ['SOLUTION/DROPS;OPHTHALMIC', 'drops', undefined, 'ophthalmic'],
    ['SOLUTION;INTRAVENOUS', 'injection', undefined, 'injection'],
    ['INJECTABLE;IV (INFUSION), SUBCUTANEOUS', 'injection', undefined, 'injection'],
    ['FILM, EXTENDED RELEASE;TRANSDERMAL', 'patch', 'er', 'transdermal'],
    ['SPRAY, METERED;NASAL', 'spray', undefined, 'nasal'],
    ['AEROSOL, METERED;INHALATION', 'inhaler', undefined, 'inhalation'],
    ['SUPPOSITORY;VAGINAL', 'pessary', undefined, 'vaginal'],
    ['TABLET;VAGINAL', 'pessary', undefined, 'vaginal'],
    ['Vaginal Tablet', 'pessary', undefined, 'vaginal'],
    ['strip of 15 tablets', 'tablet', undefined, undefined],
    ['strip of 10 capsule sr', 'capsule', 'er', undefined],
    ['strip of 10 tablet md', 'tablet', 'odt', undefined],
    ['bottle of 60 ml Syrup', 'syrup', undefined, 'oral'],
    ['packet of 10 ml Eye Drops', 'drops', undefined, 'ophthalmic'],
    ['vial of 1 Powder for Injection', 'injection', undefined, 'injection'],
    ['Packet of 30 Rotacaps', 'rotacap', undefined, 'inhalation'],
    ['tube of 30 gm Cream', 'cream', undefined, undefined],
    ['UNKNOWN', undefined, undefined, undefined],
    ['', undefined, undefined, undefined],
  ])('%s', (text, form, release, route) => {
    expect(readDoseForm(text)).toEqual({
      ...(form && { form }),
      ...(release && { release }),
      ...(route && { route }),
    })
  })
})

test('the table has closed lists, and phrases as they are looked up', () => {
  const forms = readTable('medication/forms.tsv', ['form', 'group']).map(([form]) => form!)
  const rows = readTable('medication/dose-forms.tsv', ['phrase', 'form', 'release', 'route'])
  expect(rows.filter(([phrase]) => nameKey(phrase!) !== phrase)).toEqual([])
  expect(rows.filter(([, form]) => form !== '-' && !forms.includes(form!))).toEqual([])
  expect(rows.filter(([, , release]) => release !== '-' && !RELEASES.includes(release!))).toEqual(
    [],
  )
  expect(rows.filter(([, , , route]) => route !== '-' && !ROUTES.includes(route!))).toEqual([])
  expect(rows.filter(([, ...meaning]) => meaning.every((cell) => cell === '-'))).toEqual([])
  const phrases = rows.map(([phrase]) => phrase)
  expect(new Set(phrases).size).toBe(phrases.length)
  for (const [route, form, meant] of readTable('medication/routed-forms.tsv', [
    'route',
    'form',
    'meant',
  ])) {
    expect(ROUTES).toContain(route)
    expect(forms).toContain(form)
    expect(forms).toContain(meant)
  }
})

test.each([
  ['metformin 500 MG Oral Tablet', 'Oral Tablet'],
  ['Paracetamol oral suspension', 'oral suspension'],
  ['diphenhydramine Injectable Product', 'Injectable Product'],
  ['metformin 500 MG', undefined],
  ['Pantolo SR', undefined],
])('the form at the end of %s: %s', (name, form) => {
  expect(formAtEnd(name)).toBe(form)
})

test.each([
  ['Clavex 625 Duo Tablet', 'Clavex 625 Duo', 'Tablet'],
  ['Pantolo-D SR Capsule', 'Pantolo-D SR', 'SR Capsule'],
  ['Montelu LC Kid Tablet DT', 'Montelu LC Kid', 'Tablet DT'],
  ['Ciproful Eye Drop', 'Ciproful', 'Eye Drop'],
  ['Feverex Oral Suspension', 'Feverex', 'Oral Suspension'],
  ['Feverex 650', 'Feverex 650', undefined],
  ['Pantolo SR', 'Pantolo SR', undefined],
  ['Oral Gel', 'Oral Gel', undefined],
])('%s is the brand %s in %s', (name, brand, form) => {
  expect(splitBrand(name)).toEqual({ brand, ...(form && { form }) })
})

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      readDoseForm(text)
      formAtEnd(text)
      expect(text).toContain(splitBrand(text).brand)
    }),
  )
})
