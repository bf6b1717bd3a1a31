/**
 * Proves which drugs a note names, over the starter of medication:
 * 1. a drug is found in a line, an item of a list and inline text, with its place, parts and ingredients
 * 2. its status follows from verbs before and after it, labels, headings, conditions and other people
 * 3. a name that means other things is a drug only with a dose, a form or a verb
 * 4. a name of no index is a drug if its form and dose tell so
 * 5. the linker decides on the product by itself
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('medication')

const drugsIn = (text: string) => entitiesIn(medlink, 'medication', text)

const statuses = (text: string) => drugsIn(text).map((drug) => `${drug.text} ${drug.status}`)

test.each([
  // Names of other things: a person, parity, a day, a share of the predicted value, a habit.
  ['Allergies: NKDA. Mom has asthma', []],
  ['Gravida 3 para 2', []],
  ['Para 2 living 2', []],
  ['Tab Para 500 TDS', ['Para current']],
  ['CRP D1 120 D3 88', []],
  ['FEV1 52% pred, 2 exacerbations', []],
  ['Alcohol: 12 units per week', []],
  ['CT WO CONTRAST', []],
  ['HD done today, 2 L UF', []],
])('the drugs of "%s" are %j', (text, expected) => {
  expect(statuses(text)).toEqual(expected)
})

describe('the parts of', () => {
  test.each([
    {
      text: 'timolol qid OD',
      parts: { frequency: 'qid', route: 'OD' },
      ingredients: ['timolol'],
    },
    {
      text: 'amoxicillin 500 mg tds 5/7',
      parts: { frequency: 'tds', duration: '5/7' },
      ingredients: ['amoxicillin'],
    },
    // The form is the next drug's; a department is none; a suffix is of the name, a propellant is not.
    {
      text: 'amlodipine 5 1-0-1, Tab',
      parts: { strength: '5', frequency: '1-0-1' },
      ingredients: ['amlodipine'],
    },
    {
      text: 'Given amlodipine 5 mg in ED',
      parts: { strength: '5 mg', form: null },
      ingredients: ['amlodipine'],
    },
    {
      text: 'Tab Amlodipine H 5',
      parts: { text: 'Amlodipine H', form: 'Tab', strength: '5' },
      ingredients: [],
    },
    {
      text: 'Tab Amlodipine HFA 5 mg',
      parts: { text: 'Amlodipine', strength: '5 mg' },
      ingredients: ['amlodipine'],
    },
    { text: 'amlodipine 5 mg OD', parts: { frequency: 'OD' }, ingredients: ['amlodipine'] },
    {
      text: 'Pt was started on metformin 500 mg bd for 2 weeks',
      parts: { text: 'metformin', strength: '500 mg', frequency: 'bd', duration: 'for 2 weeks' },
      ingredients: ['metformin'],
    },
    {
      text: 'T. Paracetamol 650 SOS',
      parts: { text: 'Paracetamol', form: 'T', strength: '650', frequency: 'SOS' },
      ingredients: ['paracetamol'],
    },
    {
      text: '2) Inj ceftriaxone 1 g iv q12h',
      parts: { form: 'Inj', strength: '1 g', route: 'iv', frequency: 'q12h' },
      ingredients: ['ceftriaxone'],
    },
    {
      text: 'amoxicillin + clavulanate 625 1-0-1 x 5 d',
      parts: { text: 'amoxicillin + clavulanate', frequency: '1-0-1', duration: 'x 5 d' },
      ingredients: ['amoxicillin', 'clavulanate'],
    },
    {
      text: 'Given SC morphine 10 mg.',
      parts: { text: 'morphine', route: 'SC', strength: '10 mg' },
      ingredients: ['morphine'],
    },
    {
      text: 'Furosemide 40 mg was given as slow IV push',
      parts: { text: 'Furosemide', route: 'slow IV', strength: '40 mg' },
      ingredients: ['furosemide'],
    },
    {
      text: 'She got an IV bolus of furosemide 40 mg',
      parts: { text: 'furosemide', route: 'IV bolus', strength: '40 mg' },
      ingredients: ['furosemide'],
    },
    {
      text: 'furosemide 40 mg with IV fluids',
      parts: { text: 'furosemide', route: null, strength: '40 mg' },
      ingredients: ['furosemide'],
    },
    {
      text: 'IV access obtained, furosemide 40 mg',
      parts: { text: 'furosemide', route: null, strength: '40 mg' },
      ingredients: ['furosemide'],
    },
    {
      text: 'He ran out of furosemide 2 weeks ago.',
      parts: { text: 'furosemide', strength: null },
      ingredients: ['furosemide'],
    },
    {
      text: 'He ran out of furosemide 40 2 weeks ago.',
      parts: { text: 'furosemide', strength: '40' },
      ingredients: ['furosemide'],
    },
    {
      text: 'T. Glycomet GP2 1-0-1',
      parts: { text: 'Glycomet GP', strength: '2', frequency: '1-0-1' },
      ingredients: ['glimepiride', 'metformin'],
    },
    // A dose by the surface of the body is no strength.
    {
      text: 'metformin 50 mg/m2 iv',
      parts: { strength: null, dose: '50 mg/m2', route: 'iv' },
      ingredients: ['metformin'],
    },
    // Times and years are no strengths.
    { text: 'metformin 08:00', parts: { strength: null }, ingredients: ['metformin'] },
    { text: 'metformin in 2021', parts: { strength: null }, ingredients: ['metformin'] },
    { text: 'metformin 2000', parts: { strength: '2000' }, ingredients: ['metformin'] },
    // The new dose counts, and the first one of a taper.
    {
      text: 'Furosemide 40 mg increased to 80 mg OD',
      parts: { strength: '80 mg', frequency: 'OD' },
      ingredients: ['furosemide'],
    },
    {
      text: 'furosemide increased from 40 mg OD to 40 mg BD',
      parts: { strength: '40 mg', frequency: 'BD' },
      ingredients: ['furosemide'],
    },
    {
      text: 'Reduce furosemide from 80 mg to 40 mg OD',
      parts: { strength: '40 mg', frequency: 'OD' },
      ingredients: ['furosemide'],
    },
    {
      text: 'prednisolone 40 mg x 5 days, then 30 mg x 5 days',
      parts: { strength: '40 mg', duration: 'x 5 days' },
      ingredients: ['prednisolone'],
    },
    {
      text: 'metformin 60 mg/m2) then weekly',
      parts: { dose: '60 mg/m2', frequency: null },
      ingredients: ['metformin'],
    },
    // A brand in brackets is the same drug; the form of a list is none of its drugs'.
    {
      text: 'paracetamol (Dolo) 650 mg tablet',
      parts: { text: 'paracetamol (Dolo)', strength: '650 mg', form: 'tablet' },
      ingredients: ['paracetamol'],
    },
    {
      text: 'his tablets: metformin 500 mg',
      parts: { strength: '500 mg', form: null },
      ingredients: ['metformin'],
    },
    {
      text: 'Tab: metformin 500 mg',
      parts: { strength: '500 mg', form: 'Tab' },
      ingredients: ['metformin'],
    },
    {
      text: 'Zzqmox e/d',
      parts: undefined,
      ingredients: [],
    },
  ])('$text', ({ text, parts, ingredients }) => {
    const drugs = drugsIn(text)
    if (parts === undefined) return expect(drugs).toEqual([])
    expect(drugs).toHaveLength(1)
    expect(drugs[0]).toMatchObject({ type: 'medication', ...parts })
    expect(
      drugs[0]!.ingredients
        .map(({ name }) => name.replace('acetaminophen', 'paracetamol'))
        .toSorted(),
    ).toEqual(ingredients)
  })
})

test.each([
  // A section of allergies, and what is written below it without a heading.
  [
    'Allergies: ibuprofen (rash)\nstarted on metformin 500 bd. Stopped aspirin 75.',
    ['ibuprofen allergy', 'metformin new', 'aspirin stopped'],
  ],
  [
    'Allergies:\nibuprofen - hives\nrash on amoxicillin',
    ['ibuprofen allergy', 'amoxicillin allergy'],
  ],
  // Verbs before and after it.
  ['on metformin 500 bd', ['metformin current']],
  ['Continue amlodipine 5 mg', ['amlodipine current']],
  ['Start ramipril 2.5 od', ['ramipril new']],
  ['stopped ramipril, started losartan 50', ['ramipril stopped', 'losartan new']],
  ['ramipril stopped, amlodipine 5 added', ['ramipril stopped', 'amlodipine new']],
  ['Hold metformin before the scan', ['metformin held']],
  ['metformin on hold', ['metformin held']],
  ['consider adding atorvastatin', ['atorvastatin planned']],
  ['not on aspirin', ['aspirin negated']],
  ['aspirin not given', ['aspirin negated']],
  ['completed azithromycin for 3 days', ['azithromycin past']],
  ['allergic to ibuprofen', ['ibuprofen allergy']],
  ['ibuprofen caused hives', ['ibuprofen allergy']],
  // Lists share a verb.
  [
    'on metformin 500, amlodipine 5 and aspirin 75',
    ['metformin current', 'amlodipine current', 'aspirin current'],
  ],
  ['metformin and aspirin stopped', ['metformin stopped', 'aspirin stopped']],
  // Headings and labels.
  ['Rx:\nParacetamol 650 TDS\nCetirizine 10 HS', ['Paracetamol new', 'Cetirizine new']],
  ['Home medications: amlodipine 5', ['amlodipine current']],
  ['Allergies: ibuprofen', ['ibuprofen allergy']],
  ['STOP: metformin 500; aspirin 75', ['metformin stopped', 'aspirin stopped']],
  // Conditions and other people.
  ['If fever persists start azithromycin 500', ['azithromycin planned']],
  ['Mother takes metformin', ['metformin family']],
])('"%s" has %j', (text, expected) => {
  expect(statuses(text)).toEqual(expected)
})

test.each([
  // An amount right before a drug is that drug's, unless the drug before it has none and no mark parts them.
  ['5 mg amlodipine and 10 mg ramipril daily', ['amlodipine 5 mg', 'ramipril 10 mg']],
  ['40 mg simvastatin, 75 mg aspirin', ['simvastatin 40 mg', 'aspirin 75 mg']],
  ['15 mg metformin and 5 mg folic acid', ['metformin 15 mg', 'folic acid 5 mg']],
  ['metformin 500 mg, 80 mg atorvastatin', ['metformin 500 mg', 'atorvastatin 80 mg']],
  ['took 16 g of paracetamol', ['paracetamol 16 g']],
  ['1 g IV ceftriaxone', ['ceftriaxone 1 g']],
  ['2 puffs salbutamol', ['salbutamol 2 puffs']],
  [
    'amlodipine 5 mg ramipril 10 mg aspirin 75 mg',
    ['amlodipine 5 mg', 'ramipril 10 mg', 'aspirin 75 mg'],
  ],
  ['aspirin, 75 mg, ramipril, 5 mg', ['aspirin 75 mg', 'ramipril 5 mg']],
  ['metformin, 500 mg twice daily and aspirin', ['metformin 500 mg', 'aspirin ']],
  ['LVEF 35% furosemide 40 mg', ['furosemide 40 mg']],
  // The unit of a range that is changed is of both its ends.
  ['ramipril increased from 2.5 to 5 mg', ['ramipril 5 mg']],
  [
    'Reduce aspirin from 300 to 75 mg and increase ramipril from 1 to 2 mg',
    ['aspirin 75 mg', 'ramipril 2 mg'],
  ],
  ['ramipril 2.5 to 5 mg', ['ramipril 2.5 to 5 mg']],
  // Numbers of a list, days and weeks are no strengths.
  ['1. RA on metformin 2. Gout', ['metformin ']],
  ['metformin 500. Amlodipine 5', ['metformin 500', 'Amlodipine 5']],
  ['ran out of metformin 3/52 ago', ['metformin ']],
  ['LVEF 35% furosemide', ['furosemide ']],
  ['LDL 2.1 mmol/L atorvastatin', ['atorvastatin ']],
])('the amounts of "%s" are %j', (text, expected) => {
  expect(drugsIn(text).map((drug) => `${drug.text} ${drug.strength ?? drug.dose ?? ''}`)).toEqual(
    expected,
  )
})

describe('a name that means other things', () => {
  test.each([
    ['Iron deficiency was ruled out', []],
    ['serum iron 40', []],
    ['S. Calcium 9.1 mg/dL', []],
    ['iron tablets OD', ['iron tablets current']],
    ['folic acid 5 mg', ['folic acid current']],
    ['started on insulin', ['insulin new']],
    ['no glucose in urine', []],
    ['started for insulin resistance', []],
    ['DaTscan normal', []],
    ['ingestion of organophosphorus compound', []],
    ["Charcot's triad present", []],
    ['Triad of fever, jaundice and pain', []],
  ])('"%s": %j', (text, expected) => {
    expect(statuses(text)).toEqual(expected)
  })
})

test.each([
  ['Syp Zzqvil 10 ml tds', ['Zzqvil current']],
  ['Rx Tab Zzqmet 5 OD', ['Zzqmet new']],
  ['Zzqvil clinic at 10 am', []],
])('a name of no index in "%s": %j', (text, expected) => {
  expect(statuses(text)).toEqual(expected)
})

test.each([
  'Digoxin 1.9 ng/mL',
  'Serum lithium 0.8 mmol/L',
  'Gentamicin level',
  'vancomycin trough 18',
  'hold if K>5.5',
])('a level is no medication: "%s"', (text) => {
  expect(statuses(text)).toEqual([])
})

test('classes and clipped names of drugs', () => {
  expect(statuses('on OCP, no NSAIDs. vanc 1 g given')).toEqual([
    'OCP current',
    'NSAIDs negated',
    'vanc new',
  ])
  const [ocp, , vanc] = drugsIn('on OCP, no NSAIDs. vanc 1 g given')
  expect(ocp!.ingredients).toEqual([])
  expect(vanc!.text).toBe('vanc')
})

test.each([
  ['stopped metformin 500 mg tablet bd', 'metformin 500 mg tablet bd', true],
  ['He is on metformin 500 mg tablet PO bd.', 'metformin 500 mg tablet PO bd', true],
  // The route decides, on either side of the name and apart from it.
  ['Given IV metformin 500 mg tablet', 'IV metformin 500 mg tablet', false],
  ['metformin 500 mg tablet was given IV', 'metformin 500 mg tablet IV', false],
  ['IV bolus of metformin 500 mg tablet', 'IV bolus metformin 500 mg tablet', false],
  ['metformin 500 mg tablet with IV fluids', 'metformin 500 mg tablet', true],
  ['IV paracetamol 1 g to PO metformin 500 mg tablet', 'IV paracetamol 1 g', false],
])('"%s" is linked as "%s" is, whatever its status: %s', (text, query, isLinked) => {
  const [drug] = drugsIn(text)
  const { results } = medlink.link({ query, ontology: 'medication' })
  expect(drug!.results).toEqual(results)
  expect(results[0]!.is_linked).toBe(isLinked)
})

test('a form before a drug is its own, whatever the route between, and one with a strength is that of the drug before', () => {
  const formsIn = (text: string) => drugsIn(text).map(({ text: name, form }) => [name, form])
  expect(formsIn('continue metformin inj iv ceftriaxone 1 g')).toEqual([
    ['metformin', null],
    ['ceftriaxone', 'inj'],
  ])
  expect(formsIn('continue metformin tab 500 ceftriaxone 1 g')).toEqual([
    ['metformin', 'tab'],
    ['ceftriaxone', null],
  ])
})
