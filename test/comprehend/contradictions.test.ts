/**
 * Proves of codes that speak against another condition of the text, over the starter:
 * 1. "without X" is the code of both where the text has X, or none
 * 2. it stays where X is denied, another's, of another kind, or on the other side
 * 3. what an injury did has no code of what none did
 */

import { expect, test } from 'vitest'
import { codesIn } from '../support/comprehend.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const codesOf = (text: string) => codesIn(medlink, text)

test.each([
  ['Alcoholic cirrhosis. Tense ascites.', ['K70.31 linked', 'R18.8 linked']],
  ['Alcoholic cirrhosis. No ascites.', ['K70.30 linked', 'R18']],
  ['Alcoholic cirrhosis. Malignant ascites.', ['K70.30 linked', 'R18.0 linked']],
  ['Dementia, anxiety.', ['F03.90 linked', 'F41.9 linked']],
  ['BPH, nocturia.', ['N40.1 linked', 'R35.1 linked']],
  ['BPH, gout.', ['N40.0 linked', 'M10.9 linked']],
  ['Gallstones. Acute cholecystitis.', ['K80.00 linked', 'K81.0 linked']],
  ['Hypertensive heart disease, HFrEF.', ['I11.0 linked', 'I50.20 linked']],
  ['CAD, unstable angina.', ['I25.110 linked', 'I20.0 linked']],
  ['CAD. Mother: angina.', ['I25.10 linked', 'I20.9']],
  ['Esophageal varices, hematemesis.', ['I85.01 linked', 'K92.0 linked']],
  ['Acute cystitis, hematuria.', ['N30.01 linked', 'R31.9 linked']],
  ['HIV with oral candidiasis.', ['B20 linked', 'B37.0 linked']],
  ['HIV, pneumonia.', ['Z21', 'J18.9 linked']],
  ['HIV, gout.', ['Z21 linked', 'M10.9 linked']],
  ['Fever 4 days. Gout. Chills.', ['R50.9 linked', 'M10.9 linked', 'R68.83']],
  ['Chills, no fever. Seen.', ['R68.83 linked', 'R50.9']],
  ['Mild NPDR OD. Macular edema OD.', ['E11.3211 linked', 'R60.9']],
  ['RE mild NPDR. Macular edema, LE mild NPDR.', ['E11.3291 linked', 'R60.9', 'E11.3292']],
  ['Mild NPDR OU, macular edema OS.', ['E11.3293', 'R60.9']],
  ['Mild NPDR OD. Macular edema OS.', ['E11.3291 linked', 'R60.9']],
  ['Mild NPDR OU. Macular edema OS.', ['E11.3293', 'R60.9']],
])('%j: %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes)
})

test.each([
  ['RTA with hemothorax.', ['J94.2']],
  ['Hemothorax. Seen.', ['J94.2 linked']],
  ['Hemothorax, no h/o trauma.', ['J94.2 linked', 'T14.90']],
  ['Acute kidney injury. Pneumothorax. Seen.', ['N17.9 linked', 'J93.9 linked']],
  // No kind of it in the starter has no injury as its cause.
  ['RTA 2015. Spontaneous pneumothorax.', ['J93.9']],
  ['Hemothorax. Wrist injury 2019. Seen.', ['J94.2 linked', 'S60']],
  ['Head injury with SAH.', ['S09.90 linked', 'I60.9']],
])('%j: %j', (text, codes) => {
  expect(codesOf(text).map((code) => code.replace(/^(T14|S09)\S*/, '$1'))).toEqual(
    codes.map((code) => code.replace(/^(T14|S09)\S*/, '$1')),
  )
})
