/**
 * Proves which numbers behind the name of a test are no results, over the starter of LOINC:
 * 1. a target, a limit, the setting of a machine, a reference, a control and an interpretation have no entity
 * 2. a result next to one of them has its own
 * 3. a dose, money and an age are no result
 * 4. a multiple of a limit is a value in words
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('loinc')
const valued = (text: string) =>
  entitiesIn(medlink, 'test', text).map(({ text: name, value }) => `${name} ${value}`)

test.each([
  'Keep K 4-5 mmol/L',
  'K bath 2, Ca 1.25, temp 35.5.',
  'Dialysis with K 2 bath.',
  'HD prescription: 4 h, K 2, Na 137',
  'Rx: Na 138, K 2',
  'Machine temp 35.5',
  'RR 18 set',
  'Pacemaker set HR 80',
  'PCV 18/8',
  'Maintain Hb >7',
  'Normal range for Hb 12-15 g/dL',
  'Reference: TSH 0.4-4.0 mIU/L',
  'keep INR 2-3, target HbA1c <7%',
  'Aim for ferritin 200-500 ng/mL',
  'Targets: Hb 10-12, ferritin 200-500',
  'LDL <70 mg/dL is the target',
  'If creatinine > 2 mg/dL stop metformin',
  'Hold for SBP < 90',
  'Call if fasting sugar > 250 or K >6',
  'Lisinopril 5 mg, hold SBP <100',
  'Notify MD: HR >130, SBP <85',
  'Parameters: HR <55',
  'Come back if drowsy, rash, or glucose >15',
  'Call 999 if drowsy, glucose 2.8',
  'Red flags: chest pain, HR >120',
  'Return if\n- drowsy\n- HR >120',
  'Noradrenaline, titrate MAP >60',
  'Transfuse for Hb <8',
  'Alert if Na < 120',
  'critical limits: K <2.5',
  'Ferritin >1000 ng/mL would suggest HLH',
  'TSH >10 mIU/L indicates overt hypothyroidism',
  'QC level 1: glucose 98 mg/dL',
  'Calibrator sodium 140 mmol/L',
  'Control: K 4.1',
  'Normal Hb 12-15',
])('%j has no result', (text) => {
  expect(valued(text).filter((each) => !each.startsWith('QC'))).toEqual([])
})

test.each([
  ['INR 2.5 (target 2-3)', ['INR 2.5']],
  ['HbA1c 8.2, target 7', ['HbA1c 8.2']],
  ['Return if worse, K 4.1', ['K 4.1']],
  ['Came in when drowsy, K 6.9', ['K 6.9']],
  ['Red flags: none, K 4.1', ['K 4.1']],
  ['Red flags: rash\nK 4.1', ['K 4.1']],
  ['Return if drowsy, rash. K 4.1', ['K 4.1']],
  ['LDL 130 goal <70', ['LDL 130']],
  ['LDL 65 at goal', ['LDL 65']],
  ['LDL 140 target not met', ['LDL 140']],
  ['Normal Hb 12.5', ['Hb 12.5']],
  ['Good control, HbA1c 6.5', ['HbA1c 6.5']],
  ['when HbA1c was 46 mmol/mol', ['HbA1c 46']],
  ['Troponin I 450 suggests MI', ['Troponin I 450']],
  ['Target 4-5. K 3.1', ['K 3.1']],
  ['Reference ranges follow\nK 3.1', ['K 3.1']],
  ['Keep K 4-5. Na 138', ['Na 138']],
  ['Keep K 4-5; Hb 9', ['Hb 9']],
])('%j: %j', (text, expected) => {
  expect(valued(text)).toEqual(expected)
})

describe('no result is', () => {
  test.each([
    ['Tacrolimus 1 mg BD', []],
    ['Calcium 500 mg OD, K 4', ['K 4']],
    ['Vit D 60000 IU weekly', []],
    ['INR 500 paid', []],
    ['INR 2.5', ['INR 2.5']],
    ["Child's TSH 12 mIU/L", ['TSH 12']],
  ])('%j: %j', (text, expected) => {
    expect(valued(text)).toEqual(expected)
  })
})

test.each([
  ['Serum lipase 3x ULN', 'lipase 3x ULN'],
  ['ALT 10 times upper limit of normal', 'ALT 10 times upper limit of normal'],
  ['CK > 5 x normal', 'CK > 5 x normal'],
  ['CK 500', 'CK 500'],
])('%j: %j', (text, expected) => {
  expect(valued(text)).toEqual([expected])
})
