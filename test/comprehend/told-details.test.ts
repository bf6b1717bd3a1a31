/** Proves of details right before or behind a name, over the starter: the code has them, or none is linked. */

import { expect, onTestFinished, test } from 'vitest'
import type { EntityLinker } from '../../src/comprehend/entity-linker.ts'
import type { Mention, Note } from '../../src/comprehend/mentions.ts'
import type { FoundProblems } from '../../src/comprehend/task.ts'
import { isOfContact, isOfReaction, withToldDetails } from '../../src/comprehend/told-details.ts'
import type { LinkResultItem } from '../../src/contract.ts'
import type { MedlinkIndex } from '../../src/index/reader.ts'
import { noteOf, rowOf } from '../support/comprehend.ts'
import { analyzer, openNames, openStarter } from '../support/linker.ts'

const medlink = openStarter()

test.each([
  ['CKD G3bA3, gout.', 'N18.32 linked'],
  ['CKD stage G4 A2.', 'N18.4 linked'],
  ['CKD, gout.', 'N18.9 linked'],
  ['CKD on MHD.', 'N18.6 linked'],
  ['CKD not on dialysis.', 'N18.9 linked'],
  ['Ankle sprain L 2/7, gout.', 'S93.402 linked'],
  ['Hip OA L 5 yrs.', 'M16.12 linked'],
  ['Hip OA, gout.', 'M16.9 linked'],
  ['Schizoaffective disorder (F25.0). Gout.', 'F25.9'],
  ['Gout (M10.9).', 'M10.9 linked'],
  ['Gout (E11.9).', 'M10.9'],
  ['Post op ileus. Gout.', 'K56.7'],
  ['Ileus. Gout.', 'K56.7 linked'],
  ['Post op fever.', 'R50.82 linked'],
  ['Hypothyroid post RAI.', 'E89.0 linked'],
  ['Thyroidectomy 2010. Now hypothyroid.', 'E89.0 linked'],
  ['Radioiodine uptake low. Hypothyroid.', 'E03.9 linked'],
  ['Hyperthyroidism, RAI 2012. Now hypothyroid.', 'E05.90'],
  ['Hyperthyroidism, RAI planned.', 'E05.90 linked'],
  ['Chronic hip fracture. Gout.', 'S72.00'],
  ['Hip fracture. Gout.', 'S72.00 linked'],
  // The starter has no code for one that is in place.
  ['Undisplaced intertrochanteric fracture left femur.', 'S72.142'],
  ['Intertrochanteric fracture left femur. No displacement.', 'S72.142'],
  ['Intertrochanteric fracture left femur, undisplaced rib fracture.', 'S72.142 linked'],
  ['Intertrochanteric fracture left femur.', 'S72.142 linked'],
  // Words of stages as charts cut them.
  ['CKD st 4. Gout.', 'N18.4 linked'],
  ['CKD Gr IV, gout.', 'N18.4 linked'],
  ['CKD stg 5 on HD. Gout.', 'N18.6 linked'],
  ['CKD 5D. Gout.', 'N18.6 linked'],
  ['Stage 2 on CKD, gout.', 'N18.2'],
  ['2 on CKD, gout.', 'N18.2'],
  ['CKD stage 2, gout.', 'N18.2 linked'],
  ['CKD (G5D).', 'N18.6 linked'],
  ['CKD 4D. Gout.', 'N18.9 linked'],
  ['Gr 3 PU sacrum. Gout.', 'L89.153 linked'],
  ['Pressure ulcer sacrum stg 3.', 'L89.153 linked'],
  ['G2 pressure ulcer sacrum.', 'L89.152 linked'],
  ['Pressure ulcer sacrum. Gout.', 'L89.159 linked'],
  ['COPD with AE. Gout.', 'J44.1 linked'],
  ['AE of asthma.', 'J45.901 linked'],
  ['Asthma with eczema.', 'J45.909 linked'],
  ['Renal calculus with HDN.', 'N13.2 linked'],
  ['Renal calculus, no HDN.', 'N20.0 linked'],
  ['Renal calculus 6 mm with hydronephrosis', 'N13.2 linked'],
  // What a condition comes with behind its size, its time or a dash.
  ['COPD 5 yrs with acute exacerbation', 'J44.1 linked'],
  ['COPD 5 yrs with no exacerbation', 'J44.9 linked'],
  ['COPD 5 yrs with good control', 'J44.9 linked'],
  ['Acute pancreatitis - gallstone induced', 'K85.10 linked'],
  // Bleeding that is seen.
  ['Gastric ulcer, Forrest Ib. Gout.', 'K25.4 linked'],
  ['Gastric ulcer, Forrest IIa. Gout.', 'K25.9'],
  ['Gastric ulcer, Forrest III. Gout.', 'K25.9 linked'],
  ['Gastric ulcer, oozing.', 'K25.4 linked'],
  ['Gastric ulcer, no oozing.', 'K25.9 linked'],
  ['LA grade B esophagitis.', 'K21.00 linked'],
  ['Esophagitis. Gout.', 'K20.90 linked'],
  // Words that make another condition of a name.
  ['Physiologic ovarian cyst.', 'N83.209'],
  ['Ovarian cyst, gout.', 'N83.209 linked'],
  ['Mixed malaria.', 'B54'],
  ['Hemorrhagic cystitis.', 'N30.90'],
  ['Haemorrhagic shock.', 'R57.9'],
  ['Shock. Gout.', 'R57.9 linked'],
  ['Malaria. Gout.', 'B54 linked'],
  ['Mixed gout.', 'M10.9 linked'],
  ['Right tension pneumothorax.', 'J93.9'],
  ['Erosive esophagitis.', 'K20.90'],
  ['Latent TB treated.', 'Z22.7'],
  ['Latent TB.', 'Z22.7 linked'],
  ['Colon polyp, sigmoid: adenoma', 'K63.5'],
  ['Colon polyp, gout.', 'K63.5 linked'],
  ['C6-7 disc herniation with cord compression.', 'M50.20'],
  ['C6-7 disc herniation.', 'M50.20 linked'],
  ['MRI: L4-L5 degenerative disc disease.', 'M51.369 linked'],
  ['CT: L3-4 central canal stenosis.', 'M48.00'],
  ['CT: central canal stenosis.', 'M48.00 linked'],
  ['Loss of the normal kyphosis. Gout.', 'M40.209'],
  ['Kyphosis is lost. Gout.', 'M40.209'],
  ['Kyphosis. Normal gait.', 'M40.209 linked'],
  ['Pulmonary edema, MI.', 'J81'],
  ['Pulmonary edema, gout.', 'J81 linked'],
])('%s: %s', (text, code) => {
  const [first] = medlink.comprehend({ text, find: ['problem'] }).entities[0]!.results
  expect(`${first?.term_id}${first?.is_linked === true ? ' linked' : ''}`).toBe(code)
})

test('hypertension with a kidney disease of the last stage', () => {
  const { entities } = medlink.comprehend({ text: 'CKD on MHD, HTN.', find: ['problem'] })
  expect(entities[1]!.results[0]).toMatchObject({ term_id: 'I12.0', is_linked: true })
})

test.each([
  ['S52.021A', 'Displaced fracture, right ulna, initial encounter', 'S52.024A'],
  ['S82.61XA', 'Displaced fracture, lateral malleolus, initial encounter', 'S82.64XA'],
  ['S82.61', 'Displaced fracture, lateral malleolus', 'S82.64'],
])('%s of a fracture that is in place: %s', (code, title, inPlace) => {
  const names = [title, title.replace('Displaced', 'Nondisplaced')]
  const { index } = openNames(names, [], [], [code, inPlace])
  onTestFinished(() => index.close())
  const note = noteOf('Undisplaced ulna fracture.')
  const core = { from: 1, to: 3 }
  const mention = { ...core, core, keys: [], certainty: 1, sentence: 0 }
  const own = { ...rowOf(code), metadata: { ...rowOf(code).metadata, preferred_name: title } }
  const linker = { link: (query: string) => [rowOf(query)] } as unknown as EntityLinker
  const rows = withToldDetails(
    [own as LinkResultItem],
    { note, linker } as FoundProblems,
    mention,
    index,
  )
  expect(rows[0]).toMatchObject({ term_id: inPlace, is_linked: true })
})

/** A note of one sentence with a mention of one word, and a row that is linked to a code. */
function named(text: string, name: string, code: string) {
  const words = analyzer.analyze(text)
  const from = words.findIndex(({ form }) => form === name)
  const note = { text, words, sentences: [{ from: 0, to: words.length }] } as unknown as Note
  const mention = { from, to: from + 1, core: { from, to: from + 1 }, sentence: 0 } as Mention
  const rows = [{ term_id: code, is_linked: true, metadata: { preferred_name: '' } }]
  return { rows: rows as LinkResultItem[], note, mention }
}

test.each([
  ['GTCS, first episode', false],
  ['GTCS with hypoglycemia', false],
  ['known case of GTCS, fever', true],
  ['GTCS since 2010', true],
])('%s is epilepsy: %s', (text, isLinked) => {
  const { rows, note, mention } = named(text, 'gtcs', 'G40.409')
  const found = { note } as FoundProblems
  expect(withToldDetails(rows, found, mention, {} as MedlinkIndex)[0]!.is_linked).toBe(isLinked)
})

test.each([
  ['H/o contact with TB in father', true],
  ['TB exposure, mother', true],
  ['father has TB', false],
])('%s is a contact: %s', (text, isContact) => {
  const { rows, note, mention } = named(text, 'tb', 'Z83.1')
  expect(isOfContact(rows, note, mention)).toBe(isContact)
})

test.each([
  ['Anaphylaxis to prawns, adrenaline given', true],
  ['Anaphylaxis after peanuts today', true],
  ['Previous anaphylaxis to prawns', false],
  ['Anaphylaxis as a child', false],
])('%s may be one of today: %s', (text, isNow) => {
  const { rows, note, mention } = named(text, 'anaphylaxis', 'Z87.892')
  expect(isOfReaction(rows, note, mention)).toBe(isNow)
})
