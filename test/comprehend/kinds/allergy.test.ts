/**
 * Proves which allergies a note names, over the starter of medication: a drug, food or material with its reactions is one
 * entity, a statement about all of them has no substance, and neither substance nor reaction is a medication or a problem.
 */

import { expect, test } from 'vitest'
import { TURN_MEANINGS, TURN_PLACES } from '../../../src/comprehend/kinds/allergy-turns.ts'
import { REACTION_KINDS } from '../../../src/comprehend/kinds/drug-reactions.ts'
import { comprehendResultSchema } from '../../../src/contract.ts'
import { readTable } from '../../../src/language/tables.ts'
import { openStarter } from '../../support/linker.ts'

const medlink = openStarter('medication')

function allergiesIn(text: string) {
  const result = medlink.comprehend({ text, find: ['allergy', 'medication'] })
  expect(comprehendResultSchema.parse(result)).toEqual(result)
  return result.entities.flatMap((entity) => {
    expect(text.slice(entity.begin_offset, entity.end_offset)).toBe(entity.text)
    if (entity.type !== 'allergy') return [`${entity.type} ${entity.text}`]
    const reactions = entity.reactions.map((each) => each.text)
    return [[entity.substance ?? '-', entity.status, ...reactions].join(' | ')]
  })
}

test.each([
  ['allergic to ibuprofen', ['ibuprofen | present']],
  ['ibuprofen caused hives', ['ibuprofen | present | hives']],
  ['Allergies: ibuprofen (rash, wheeze)', ['ibuprofen | present | rash | wheeze']],
  ['Allergies: ibuprofen - swelling; latex', ['ibuprofen | present | swelling', 'latex | present']],
  ['Peanut allergy since childhood', ['Peanut | present']],
  ['NKDA', ['- | negated']],
  ['No known drug allergies', ['- | negated']],
  ['Allergies: nil', ['- | negated']],
  // An intolerance is no drug that is taken.
  ['Intolerance: codeine - nausea.', ['codeine | present | nausea']],
  [
    'Drug intolerances:\n- ramipril (cough)\n- codeine',
    ['ramipril | present | cough', 'codeine | present'],
  ],
  ['Allergies and intolerances: ibuprofen', ['ibuprofen | present']],
  ['intolerant of codeine (nausea)', ['codeine | present | nausea']],
  ['codeine intolerance - nausea', ['codeine | present | nausea']],
  ['She cannot tolerate ramipril (cough).', ['ramipril | present | cough']],
  ["He can't tolerate ramipril", ['ramipril | present']],
  ["She doesn't tolerate statins", ['statins | present']],
  ['Statin intolerance', ['Statin | present']],
  ["Ibuprofen doesn't agree with her", ['Ibuprofen | present']],
  ['Ibuprofen does not agree with him', ['Ibuprofen | present']],
  ['Can tolerate ibuprofen', ['medication ibuprofen']],
  ['No intolerance to ibuprofen', ['ibuprofen | negated']],
  ['exercise intolerance on metoprolol 25 mg', ['medication metoprolol']],
  ['Glucose intolerance', []],
  // A label that is of no list of allergies ends one.
  [
    'Allergies: codeine\nRegular: ramipril 5mg, atorvastatin 20mg',
    ['codeine | present', 'medication ramipril', 'medication atorvastatin'],
  ],
  ['Allergies: codeine. Inhalers: salbutamol', ['codeine | present', 'medication salbutamol']],
  ['Allergies: codeine; Eye drops: ibuprofen', ['codeine | present', 'medication ibuprofen']],
  ['Allergies: codeine High risk: ibuprofen', ['codeine | present', 'medication ibuprofen']],
  [
    'Allergies: codeine\nSource: GP, box\nramipril\nmetformin',
    ['codeine | present', 'medication ramipril', 'medication metformin'],
  ],
  [
    'Allergies: codeine\nAntibiotics: cefalexin',
    ['codeine | present', 'medication Antibiotics', 'medication cefalexin'],
  ],
  ['Allergies: latex\nTablets\nramipril', ['latex | present', 'medication ramipril']],
  ['Allergies: latex\nRegular medication\nramipril', ['latex | present', 'medication ramipril']],
  ['Allergies: Known: codeine, ibuprofen', ['codeine | present', 'ibuprofen | present']],
  [
    'Allergies: latex. Drug: codeine. Rash: egg',
    ['latex | present', 'codeine | present', 'egg | present'],
  ],
  [
    'Allergies: codeine: nausea; ibuprofen: wheeze\nramipril: cough',
    ['codeine | present | nausea', 'ibuprofen | present | wheeze', 'ramipril | present | cough'],
  ],
  [
    'Allergies\nAntibiotics: cefalexin\nAnalgesics: codeine',
    ['Antibiotics | present', 'cefalexin | present', 'Analgesics | present', 'codeine | present'],
  ],
  [
    'Allergies: codeine (source: GP record), ibuprofen',
    ['codeine | present', 'ibuprofen | present'],
  ],
  ['on ibuprofen 400', ['medication ibuprofen']],
  ['ate peanut butter', []],
])('"%s": %j', (text, expected) => {
  expect(allergiesIn(text)).toEqual(expected)
})

test.each([
  // What is given against a reaction.
  [
    'Anaphylaxis to ibuprofen in ED, BP 70/40, adrenaline 500 mcg IM',
    ['ibuprofen | present', 'medication adrenaline'],
  ],
  [
    'Anaphylaxis to peanuts, adrenaline 0.3 mg IM, prednisolone 30 mg',
    ['peanuts | present', 'medication adrenaline', 'medication prednisolone'],
  ],
  [
    'Reaction to codeine -> prednisolone 30 mg, cetirizine',
    ['codeine | present', 'medication prednisolone', 'medication cetirizine'],
  ],
  [
    'Allergies: codeine, adrenaline 500 mcg IM given',
    ['codeine | present', 'medication adrenaline'],
  ],
  ['Allergic to prednisolone, cetirizine', ['prednisolone | present', 'cetirizine | present']],
  // A sign between a drug and what it is for is no reaction.
  ['morphine - breathlessness', ['medication morphine']],
  ['prednisolone - rash', ['medication prednisolone']],
  ['Allergies: prednisolone - rash', ['prednisolone | present | rash']],
  ['morphine - itch', ['morphine | present | itch']],
  // What is excepted from a denial.
  ['No known allergies other than codeine', ['- | negated', 'codeine | present']],
  [
    'No allergies bar codeine and ibuprofen',
    ['- | negated', 'codeine | present', 'ibuprofen | present'],
  ],
  ['Not allergic to anything except latex', ['latex | present']],
  ['No other allergies, codeine only', ['codeine | present']],
  ['Allergies: nil (codeine -> nausea)', ['- | negated', 'codeine | present | nausea']],
  ['No allergies to ibuprofen or codeine', ['ibuprofen | negated', 'codeine | negated']],
  // "OK" is of the drug next to it, or of the patient.
  [
    'Allergies: ibuprofen (wheeze), ok w/ paracetamol',
    ['ibuprofen | present | wheeze', 'paracetamol | negated'],
  ],
  [
    'ibuprofen allergy (rash). Fine on codeine',
    ['ibuprofen | present | rash', 'medication codeine'],
  ],
  ['ibuprofen allergy: OK for paracetamol', ['ibuprofen | present', 'paracetamol | negated']],
  ['ibuprofen allergy (rash) - pt ok at present', ['ibuprofen | present | rash']],
  ['ibuprofen allergy (rash, fine now)', ['ibuprofen | present | rash']],
  ['Allergies: codeine, ibuprofen ok', ['codeine | present', 'ibuprofen | negated']],
  ['Allergies: codeine; ibuprofen is ok', ['codeine | present', 'ibuprofen | negated']],
  [
    'Allergies: codeine, aspirin and ibuprofen ok',
    ['codeine | present', 'aspirin | negated', 'ibuprofen | negated'],
  ],
  ['Allergies: codeine - ok now', ['codeine | negated']],
  ['Codeine allergy. Had ibuprofen since, fine.', ['Codeine | present', 'ibuprofen | negated']],
  // Tolerated, on either side of the phrase, in a list.
  [
    'Allergic to ibuprofen. Can take paracetamol.',
    ['ibuprofen | present', 'paracetamol | negated'],
  ],
  [
    'Allergies: NSAIDs (can take paracetamol and low-dose aspirin).',
    ['NSAIDs | present', 'paracetamol | negated', 'aspirin | negated'],
  ],
  [
    'Allergies: ibuprofen - wheeze. Safe with paracetamol, codeine and aspirin',
    [
      'ibuprofen | present | wheeze',
      'paracetamol | negated',
      'codeine | negated',
      'aspirin | negated',
    ],
  ],
  [
    'Penicillin allergy: rash as a child. Given ceftriaxone without reaction.',
    ['Penicillin | present | rash', 'ceftriaxone | negated'],
  ],
  [
    'Penicillin allergic. Tolerates cephalosporins.',
    ['Penicillin | present', 'cephalosporins | negated'],
  ],
  [
    'Allergies: codeine (itch). Paracetamol and aspirin tolerated.',
    ['codeine | present | itch', 'Paracetamol | negated', 'aspirin | negated'],
  ],
  ['Allergies: penicillin - has had it since with no problems', ['penicillin | negated']],
  ['Penicillin allergy. Has taken it since without any problems.', ['Penicillin | negated']],
  // A drug with a dose is taken.
  [
    'Allergies: penicillin. Tolerating metformin 500 mg BD',
    ['penicillin | present', 'medication metformin'],
  ],
  ['Tolerating metformin well', ['medication metformin']],
  [
    'Allergic to penicillin.\n\nTolerates metformin',
    ['penicillin | present', 'medication metformin'],
  ],
  [
    'Allergies: penicillin. Current medications: metformin 500 mg BD, tolerated well.',
    ['penicillin | present', 'medication metformin'],
  ],
  [
    'Allergic to penicillin. Pain controlled with paracetamol without side effects.',
    ['penicillin | present', 'medication paracetamol'],
  ],
  [
    'Allergic to penicillin but has tolerated ceftriaxone',
    ['penicillin | present', 'ceftriaxone | negated'],
  ],
  // A disease with its drug, or a drug with times, ends the list of allergens.
  [
    'Allergic to ibuprofen, asthma - salbutamol, metformin',
    ['ibuprofen | present', 'medication salbutamol', 'medication metformin'],
  ],
  ['Allergic to latex, HTN: amlodipine 5 mg bd', ['latex | present', 'medication amlodipine']],
  ['Allergy: ibuprofen, HTN - amlodipine', ['ibuprofen | present', 'medication amlodipine']],
  ['Allergies: ibuprofen, aspirin 75 mg od', ['ibuprofen | present', 'medication aspirin']],
  ['Hayfever - cetirizine, ibuprofen allergic', ['medication cetirizine', 'ibuprofen | present']],
  ['DMARDs: ibuprofen (rash)', ['medication DMARDs', 'ibuprofen | present | rash']],
  ['Allergic to many drugs - ibuprofen, aspirin', ['ibuprofen | present', 'aspirin | present']],
  [
    'Allergic to latex, NSAIDs - ibuprofen',
    ['latex | present', 'NSAIDs | present', 'ibuprofen | present'],
  ],
  ['Allergies: rash - ibuprofen, hives - aspirin', ['ibuprofen | present', 'aspirin | present']],
  ['ibuprofen, aspirin allergic', ['ibuprofen | present', 'aspirin | present']],
  ['Preservative allergy, aspirin', ['Preservative | present', 'medication aspirin']],
  ['H/o drug reaction to ibuprofen', ['ibuprofen | present']],
  ['Allergies: dust, egg', ['dust | present', 'egg | present']],
  // A germ is sensitive to it.
  ['Urine culture: E. coli sensitive to ciprofloxacin, resistant to amoxicillin', []],
  ['sensitive to ibuprofen (rash)', ['ibuprofen | present | rash']],
  ['C&S: sensitivities: ciprofloxacin', ['medication ciprofloxacin']],
  // What is not tolerated, or only put off, is an allergy.
  [
    'Allergies: penicillin. Tolerates paracetamol but not ibuprofen',
    ['penicillin | present', 'paracetamol | negated', 'ibuprofen | present'],
  ],
  ['Allergies: penicillin. Never tolerated codeine', ['penicillin | present', 'codeine | present']],
  ['Allergies: penicillin. Cannot take ibuprofen', ['penicillin | present', 'ibuprofen | present']],
  ['Allergies: penicillin. Label to be removed', ['penicillin | present']],
  ['Allergies: penicillin - no reaction recorded', ['penicillin | present']],
  // Refuted, doubted and confirmed.
  ['Penicillin allergy ruled out by skin test', ['Penicillin | negated']],
  ['Aspirin allergy was excluded on challenge', ['Aspirin | negated']],
  ['No true allergy to penicillin; delabelled 2024.', ['penicillin | negated']],
  ['Allergies: penicillin - entered in error', ['penicillin | negated']],
  ['Penicillin allergy. Skin test negative, label removed', ['Penicillin | negated']],
  ['Penicillin allergy, skin test negative', ['Penicillin | doubtful']],
  ['Has outgrown his amoxicillin allergy', ['amoxicillin | negated']],
  ['Penicillin allergy not yet delabelled', ['Penicillin | present']],
  ['Penicillin allergy confirmed by skin test', ['Penicillin | present']],
  ['?penicillin allergy', ['penicillin | doubtful']],
  ['If allergic to penicillin give metformin 500 mg', ['medication metformin']],
  ['In penicillin allergy use metformin', ['penicillin | present', 'medication metformin']],
  // A denial with a substance is about it alone.
  ['Allergy: none to penicillin.', ['penicillin | negated']],
  ['No allergy to aspirin', ['aspirin | negated']],
  ['Denies allergy to latex or penicillin', ['latex | negated', 'penicillin | negated']],
  ['No known allergy to medications. On aspirin', ['- | negated', 'medication aspirin']],
  ['NKDA except codeine (nausea)', ['- | negated', 'codeine | present | nausea']],
  // Another person's.
  ['Father is allergic to penicillin.', ['penicillin | family']],
  ['Mother: penicillin allergy.', ['penicillin | family']],
  ['Sister allergic to aspirin', ['aspirin | family']],
  ['His wife is allergic to latex', ['latex | family']],
  ['Mother is not allergic to penicillin', []],
  ['Mother says he is allergic to penicillin', ['penicillin | present']],
  // Reactions that are told, and signs after usual allergens.
  ['Codeine makes him constipated', ['Codeine | present']],
  ['Amoxicillin made her feel sick', ['Amoxicillin | present']],
  ['ibuprofen gives her hives', ['ibuprofen | present | hives']],
  ['Ibuprofen brings him out in a rash', ['Ibuprofen | present']],
  ['Gets a rash with ibuprofen', ['ibuprofen | present']],
  ['Developed hives after amoxicillin', ['amoxicillin | present']],
  ['Penicillin (childhood rash, unclear)', ['Penicillin | present | childhood rash']],
  ['Codeine: nausea and vomiting (intolerance)', ['Codeine | present | nausea | vomiting']],
  ['Metformin: diarrhoea (side effect)', ['Metformin | present | diarrhoea']],
  ['Avoid penicillin - allergic', ['penicillin | present']],
  ['No NSAIDs - allergic (wheeze)', ['NSAIDs | present']],
  ['No penicillin allergy', ['penicillin | negated']],
  // A reason for a drug, and a side effect of one that is taken.
  ['Cetirizine (itching)', ['medication Cetirizine']],
  ['Meds: codeine (cough)', ['medication codeine']],
  ['Metformin 500 mg BD, makes her nauseous', ['medication Metformin']],
  ['paracetamol makes her better', ['medication paracetamol']],
  ['Developed nausea after metformin', ['medication metformin']],
  // Lists without a colon, and other headings.
  [
    'Allergies Penicillins: Hives. Codeine: Nausea And Vomiting. Sulfa Antibiotics.',
    [
      'Penicillins | present | Hives',
      'Codeine | present | Nausea And Vomiting',
      'Sulfa Antibiotics | present',
    ],
  ],
  ['Allergies are bad. Metformin 500 mg', ['medication Metformin']],
  ['Food allergies: egg, sesame', ['egg | present', 'sesame | present']],
  ['Allergies: Elastoplast', ['Elastoplast | present']],
  // Reactions without signs, times and other substances.
  ['Allergies: aspirin -> bronchospasm', ['aspirin | present | bronchospasm']],
  [
    'Allergies: ibuprofen (angioedema 2014); latex - hives as a child',
    ['ibuprofen | present | angioedema', 'latex | present | hives'],
  ],
  ['Allergies: iodine contrast (rash)', ['iodine contrast | present | rash']],
  ['Allergies: codeine: Not Specified', ['codeine | present']],
])('"%s" is refuted, tolerated, of another person or present: %j', (text, expected) => {
  expect(allergiesIn(text)).toEqual(expected)
})

test.each([
  // A reason to forbid a drug; an equals sign.
  ['No ibuprofen pls - urticaria last yr', ['ibuprofen | present']],
  ['Do not give ibuprofen, anaphylaxis 2019', ['ibuprofen | present']],
  ['No ibuprofen - CKD', ['medication ibuprofen']],
  ['No ibuprofen - not needed', ['medication ibuprofen']],
  ['ibuprofen = itching & N/V', ['ibuprofen | present']],
  ['ibuprofen = 400 BD', ['medication ibuprofen']],
  ['Nil known allergies.', ['- | negated']],
  ['Allergies nil.', ['- | negated']],
  // What is given for a reaction, or instead of its cause.
  [
    'Anaphylaxis after ibuprofen, adrenaline 50 mcg x4.',
    ['ibuprofen | present', 'medication adrenaline'],
  ],
  [
    'Urticaria after ibuprofen, cetirizine 10 mg.',
    ['ibuprofen | present', 'medication cetirizine'],
  ],
  ['Allergic to ibuprofen, cetirizine', ['ibuprofen | present', 'cetirizine | present']],
  [
    'Hives after ibuprofen, cetirizine 10 mg given.',
    ['ibuprofen | present', 'medication cetirizine'],
  ],
  ['Itching after a transfusion, cetirizine given.', ['medication cetirizine']],
  ['Nut allergy, cetirizine in bag.', ['Nut | present', 'medication cetirizine']],
  ['Allergic to cashews (cetirizine).', ['cashews | present', 'medication cetirizine']],
  ['Egg allergy - cetirizine 5 mg.', ['Egg | present', 'medication cetirizine']],
  ['Aspirin allergy - paracetamol only.', ['Aspirin | present', 'medication paracetamol']],
  ['Allergic to aspirin - use paracetamol', ['aspirin | present', 'medication paracetamol']],
  ['Allergy penicillin - use azithromycin', ['penicillin | present', 'medication azithromycin']],
  [
    'Allergies: codeine (nausea), give paracetamol instead',
    ['codeine | present | nausea', 'medication paracetamol'],
  ],
  ['Latex allergy - nitrile gloves', ['Latex | present']],
  ['Urticaria on cetirizine', ['medication cetirizine']],
  ['Rash improving on prednisolone', ['medication prednisolone']],
  [
    'Rash after ibuprofen, cetirizine and aspirin',
    ['ibuprofen | present', 'cetirizine | present', 'aspirin | present'],
  ],
  ['Rash after cetirizine', ['cetirizine | present']],
  ['Allergic to eggs, ibuprofen', ['eggs | present', 'ibuprofen | present']],
  ['Rash with ibuprofen, stopped', ['ibuprofen | present']],
  ['Developed itching after Inj Ceftriaxone', ['Ceftriaxone | present']],
  ['No reaction after ceftriaxone', ['ceftriaxone | negated']],
  // The sentences below a list.
  ['Allergies: NKDA. On amoxicillin since Monday.', ['- | negated', 'medication amoxicillin']],
  ['Allergies: none known. Father gave ibuprofen.', ['- | negated', 'medication ibuprofen']],
  ['Allergies: NKDA. Ibuprofen helped.', ['- | negated', 'medication Ibuprofen']],
  ['Allergies: egg. Had cetirizine yesterday.', ['egg | present', 'medication cetirizine']],
  ['Allergies: NKDA. Rx azithromycin 500 mg od', ['- | negated', 'medication azithromycin']],
  ['Allergies: latex. Ibuprofen given at 2 am.', ['latex | present', 'medication Ibuprofen']],
  ['Allergies: penicillin. Ramipril 5 mg od', ['penicillin | present', 'medication Ramipril']],
  ['Allergies: NKDA. Codeine - nausea.', ['- | negated', 'Codeine | present | nausea']],
  [
    'Allergies: penicillin. Given ibuprofen and developed hives.',
    ['penicillin | present', 'ibuprofen | present'],
  ],
  [
    'Allergies: amoxicillin, given as a child - rash. Ibuprofen.',
    ['amoxicillin | present', 'Ibuprofen | present'],
  ],
  ['Allergies: ibuprofen. Mom reports hives.', ['ibuprofen | present']],
  ['Allergies: ibuprofen per mom.', ['ibuprofen | present']],
  ['All: PCN', ['PCN | present']],
  ['ALL: methotrexate', ['medication methotrexate']],
  // Other ways to write it.
  ['Allergies: aspirin -> paracetamol ok', ['aspirin | present', 'paracetamol | negated']],
  ['PENICILLIN - DENIES ALLERGY', ['PENICILLIN | negated']],
  ['Allergies: CODEINE (N/V)', ['CODEINE | present | N/V']],
  ['Allergies: ibuprofen [wheeze]', ['ibuprofen | present | wheeze']],
])('of "%s" what is given or taken is no allergy: %j', (text, expected) => {
  expect(allergiesIn(text)).toEqual(expected)
})

test('a substance that is only tolerated is no medication', () => {
  const text = 'Penicillin allergic. Tolerates cephalosporins. Given aspirin without reaction.'
  const { entities } = medlink.comprehend({ text, find: ['medication'] })
  expect(entities.map((each) => `${each.text} ${'status' in each && each.status}`)).toEqual([
    'Penicillin allergy',
    'aspirin new',
  ])
})

test('the phrases of allergies and reactions', () => {
  for (const [phrase, place, says] of readTable('medication/allergy-turns.tsv', [
    ...['phrase', 'place', 'says'],
  ])) {
    expect(TURN_PLACES, phrase).toContain(place)
    expect(TURN_MEANINGS, phrase).toContain(says)
  }
  for (const [phrase, kind] of readTable('medication/drug-reactions.tsv', ['phrase', 'kind']))
    expect(REACTION_KINDS, phrase).toContain(kind)
})

test('the candidates are ingredients, by the linker’s own decision', () => {
  const { entities } = medlink.comprehend({ text: 'allergic to ibuprofen', find: ['allergy'] })
  const linked = medlink.link({
    ...{ query: 'ibuprofen', ontology: 'medication', granularity: 'ingredient' },
  })
  expect(entities[0]!.results).toEqual(linked.results)
  expect(entities[0]!.ingredients).toMatchObject([{ name: 'ibuprofen' }])
})
