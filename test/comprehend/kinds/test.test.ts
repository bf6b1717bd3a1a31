/**
 * Proves which tests a note names, over the starter of LOINC:
 * 1. value, unit, range, flag, specimen and time are read behind a name, in lines and in joined names
 * 2. a blood pressure is two tests
 * 3. the status is resulted, ordered, planned or negated
 * 4. a short name is a test only with a value; a number of a unit or a date is no value
 * 5. tests of a list share an order
 * 6. a vital sign is linked without a unit and a specimen
 * 7. a value without a unit is linked by the unit in which it is plausible
 * 8. times, intervals, doses and ranks next to a name, and what a vital sign cannot have, are no values
 * 9. results at other times follow the first
 * 10. the values are hints for the linker, which decides by itself, as it does of the name with the same hints
 */

import { describe, expect, test } from 'vitest'
import { readTable } from '../../../src/language/tables.ts'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('loinc')

const testsIn = (text: string) => entitiesIn(medlink, 'test', text)

/** "Hb 9.6 g%": name, value and unit of each test. */
const valued = (text: string) =>
  testsIn(text).map(({ text: name, value, unit }) => [name, value, unit].filter(Boolean).join(' '))

test.each([
  ['FBS 142 PPBS 210 A1c 7.9', ['FBS 142', 'PPBS 210', 'A1c 7.9']],
  ['Na/K 138/4.1', ['Na 138', 'K 4.1']],
  ['TLC 14,300, plt 1.2 lakh', ['TLC 14,300', 'plt 1.2 lakh']],
  ['Hb: 9.6 g%', ['Hb 9.6 g%']],
  ['Creatinine was 1.9 mg/dL', ['Creatinine 1.9 mg/dL']],
  ['Hb (3/4) 11.2', ['Hb 11.2']],
  ['HIV / HBsAg / VDRL NR', ['HIV NR', 'HBsAg NR', 'VDRL NR']],
  ['troponin <6', ['troponin <6']],
  // The test behind a disease, and two words of one name.
  ['Leptospirosis, IgM positive', ['IgM positive']],
  ['Bilirubin, direct 0.4', ['Bilirubin, direct 0.4']],
  ['Temp 98.4 F', ['Temp 98.4 F']],
  ['HR 88 RR 16 SpO2 98%', ['HR 88', 'RR 16', 'SpO2 98 %']],
  ['BP 140/90', ['BP 140', 'BP 90']],
  // A unit has letters that are names elsewhere.
  ['Vit D 28 nmol/L.', ['Vit D 28 nmol/L']],
  ['ESR 40 mm in 1st hr, HR 88', ['ESR 40 mm in 1st hr', 'HR 88']],
  ['WBC 16.4 K K 4.1 P 88', ['WBC 16.4 K', 'K 4.1', 'P 88']],
  ['UACR 30 mg/g creat 1.2', ['UACR 30 mg/g', 'creat 1.2']],
  ['plt 28x10^9/L', ['plt 28 x10^9/L']],
  // The charge of an ion is no value.
  ['Na+ 134, K+: 5.2, Cl- 101', ['Na 134', 'K 5.2', 'Cl 101']],
  ['Ca++ 9.1, Ca2+ 2.3 mmol/L, Mg2+ 0.9', ['Ca 9.1', 'Ca2 2.3 mmol/L', 'Mg2 0.9']],
  ['HBsAg+, K+ sent', ['HBsAg +']],
  // A former value is none of this test.
  ['CRP 142 (210), Hb 9.8 (was 11.2) g/dL', ['CRP 142', 'Hb 9.8 g/dL']],
  // The end of a sentence.
  ['HR 104 BP 112/70. Abd: soft.', ['HR 104', 'BP 112', 'BP 70']],
  ['BP 150/90, P 88.', ['BP 150', 'BP 90', 'P 88']],
  // The unit is before the value.
  ['Hb (g/dL): 9.1, Creatinine (mg/dL) 1.2', ['Hb 9.1 g/dL', 'Creatinine 1.2 mg/dL']],
  ['O2 93% 2L', ['O2 93 %']],
  ['repeat Hb in 2 weeks', ['Hb']],
  ['Cr 1.2 in clinic, Ht 62 in', ['Cr 1.2', 'Ht 62 in']],
  // Names that are joined have the values in their order, or none.
  ['Na/K/Cl: 138/4.2/101', ['Na 138', 'K 4.2', 'Cl 101']],
  [
    'Na/K/Cl/HCO3 138/4.2/101/24 mmol/L',
    ['Na 138 mmol/L', 'K 4.2 mmol/L', 'Cl 101 mmol/L', 'HCO3 24 mmol/L'],
  ],
  ['Hb/TLC/Plt: 9.2/11,400/2.1 lakh', ['Hb 9.2', 'TLC 11,400', 'Plt 2.1 lakh']],
  ['Na, K, Cl: 138, 4.2, 101', ['Na 138', 'K 4.2', 'Cl 101']],
  ['Na/K/Cl: 138/4.2', []],
  ['Na/K 138/4.2/101', []],
  ['Na/K/Cl 138', []],
  ['HIV/HBsAg/HCV NR', ['HIV NR', 'HBsAg NR', 'HCV NR']],
  // A bracket and words behind a name are of the name.
  ['Haemoglobin (Hb) 9.8 g/dL', ['Haemoglobin (Hb) 9.8 g/dL']],
  ['SGPT (ALT) : 45 U/L', ['SGPT (ALT) 45 U/L']],
  ['TSH (CLIA) 2.3 uIU/mL', ['TSH (CLIA) 2.3 uIU/mL']],
  ['ESR (Westergren) 38 H mm/1st hr', ['ESR (Westergren) 38 mm/1st hr']],
  [
    'C-Reactive Protein (CRP), Quantitative 12 mg/L',
    ['C-Reactive Protein (CRP), Quantitative 12 mg/L'],
  ],
  ['Bilirubin - Direct 0.3 mg/dL', ['Bilirubin - Direct 0.3 mg/dL']],
  ['Creatinine* 1.9 mg/dL', ['Creatinine 1.9 mg/dL']],
  ['Creatinine (was 1.2) 2.4', []],
  ['K (done today), Hb 9', ['Hb 9']],
  ['K (H) 5.8', ['K 5.8']],
  // A titre, a decimal comma, a middle dot, powers and letters for thousands.
  ['ANA 1:320', ['ANA 1:320']],
  ['ASO <1:200', ['ASO <1:200']],
  ['Hb 1:30 pm 9', ['Hb 9']],
  ['CRP 12,5 mg/L', ['CRP 12,5 mg/L']],
  ['Hb: 8,5, K 4.1', ['Hb 8,5', 'K 4.1']],
  ['Hb 10·2 g/dL', ['Hb 10·2 g/dL']],
  ['TLC 11,400, plt 1,50,000', ['TLC 11,400', 'plt 1,50,000']],
  ['CRP 12,5555', []],
  ['HBV DNA 2.3 x 10^5 IU/mL', ['HBV DNA 2.3 x 10^5 IU/mL']],
  ['WBC 8.4 x 10^3/uL, K 4', ['WBC 8.4 x 10^3/uL', 'K 4']],
  ['plt 1.8L, K 3 L', ['plt 1.8 L', 'K 3']],
  ['plt 90 L', ['plt 90']],
  ['Urine output 1.2 L', ['Urine output 1.2 L']],
  ['FEV1 2.4 L, FVC 3.1 L', ['FEV1 2.4 L', 'FVC 3.1 L']],
  // Of a series the last value.
  ['Creatinine 1.2 -> 2.4 mg/dL', ['Creatinine 2.4 mg/dL']],
  ['Creatinine 0.9/1.1/1.8 mg/dL', ['Creatinine 1.8 mg/dL']],
  ['Hb dropped from 12.1 to 8.4', ['Hb 8.4']],
  ['Hb has risen to 11.2 g/dL', ['Hb 11.2 g/dL']],
  ['Serum bilirubin 24.3 (direct 20.1) mg/dL', ['bilirubin 24.3 mg/dL']],
  ['CRP raised (84)', ['CRP 84']],
  ['CRP raised, K 4', ['CRP raised', 'K 4']],
  ['HBsAg -ve, DCT: -ve', ['HBsAg -ve', 'DCT -ve']],
  // What a culture grew.
  ['Urine culture: Klebsiella 10^5', ['Urine culture Klebsiella 10^5']],
  ['Blood culture grew Staphylococcus aureus, K 4', ['Blood culture Staphylococcus aureus', 'K 4']],
  ['Urine C/S: E. coli >10^5 CFU/mL', ['Urine C/S E. coli >10^5 CFU/mL']],
  ['Urine culture no growth', ['Urine culture no growth']],
  // Rows of a report of urine.
  ['URINE\nColour: Pale yellow\nCasts: nil', ['Colour Pale yellow', 'Casts nil']],
  ['Colour normal, casts removed', []],
  // An age is no value.
  ['gastric ca at 61', []],
  ['Ca 9.1', ['Ca 9.1']],
  // The disease is meant.
  ['No HIV, no gout', []],
  ['Plan: rule out malaria', []],
  ['Adv HIV, CBC', ['HIV', 'CBC']],
  ['K started at once', []],
  ['T and P were seen', []],
  ['T 37.2 P 88 RR 18', ['T 37.2', 'P 88', 'RR 18']],
  // Of a vital sign only some words are a value.
  ['HR ok, SpO2 normal', ['SpO2 normal']],
  // A scanner misread the name; a speaker spelt it.
  ['Sodiurn 134, Hemog1obin 9.8', ['Sodiurn 134', 'Hemog1obin 9.8']],
  ['a one c 7.9', ['a one c 7.9']],
  ['CMV PCR negative', ['CMV PCR negative']],
  ['The pt is in the ward', []],
  // Weeks of a pregnancy are no value; "ANC" is antenatal care, too.
  ['Hb 28wk 9.8', ['Hb 9.8']],
  ['Hb (28 weeks) 9.8 g/dl', ['Hb 9.8 g/dl']],
  ['ANC 28 wks, Hb 9.8', ['Hb 9.8']],
  // A time between a name and its value is none of its values.
  ['K 7pm 5.1 mmol/L, Na at 8am 131', ['K 5.1 mmol/L', 'Na 131']],
  ['SpO2 0300 91%, HR 1800 92', ['SpO2 91 %', 'HR 92']],
  ['Hb 08:30 9.9, K (1400) 3.1, Na @ 4pm - 129', ['Hb 9.9', 'K 3.1', 'Na 129']],
  ['CRP D2 180, INR day 3 2.9', ['CRP 180', 'INR 2.9']],
  ['Hb on 3/11: 9.2, Hb 2nd Dec 9.4', ['Hb 9.2', 'Hb 9.4']],
  ['Trop T 3rd: 61', ['Trop T 61']],
  ['PSA 06/2022 4.1, ferritin 8/8/23 was 12', ['PSA 4.1', 'ferritin 12']],
  ['Ferritin 2022 was 88, ferritin 2022', ['Ferritin 88', 'ferritin 2022']],
  ['Lactate 4 hr 2.1, Trop I 3hr 45 ng/L', ['Lactate 2.1', 'Trop I 45 ng/L']],
  ['Temp 2 hr after paracetamol 37.2', ['Temp 37.2']],
  ['Pulse 10 min post exercise 130', ['Pulse 130']],
  ['Hb 5 days back 7.1, K 4 hrly 5.2', ['Hb 7.1', 'K 5.2']],
  ['BP 8am 130/80', ['BP 130', 'BP 80']],
  ['K 4.2 at 6pm, TLC 1200, B12 1830 pg/ml', ['K 4.2', 'TLC 1200', 'B12 1830 pg/ml']],
  ['CK 0600', []],
  // An interval, a dose, a rank and a date are no values.
  ['HR 4 hrly, Temp 6 hourly, K 12 hrly', []],
  ['Recheck Na 1/52, TSH 6/52, K 2/7', ['TSH']],
  ['ferritin 6 monthly, HbA1c 4 months', ['ferritin', 'HbA1c']],
  ['K 9 units, Mg 10 mane, albumin 3 puffs', []],
  ['CA 5 months, Hb 6m', ['Hb']],
  ['BP 90/52, Cr 2', ['BP 90', 'BP 52', 'Cr 2']],
  ['PT 14 sec, Ht 1.6 m', ['PT 14 sec', 'Ht 1.6']],
  ['Wt 25th centile, ht <3rd centile', []],
  ['Ht -1.8 SDS, weight (centile) 10', []],
  ['Wt 9.8 kg (25th centile), Ht 82 cm', ['Wt 9.8 kg', 'Ht 82 cm']],
  ['Gout - Sep 2019, mon 3/6', []],
  // A vital sign with a value that it cannot have, or of a part.
  ['P 2 L 2 A 0, T 36.8', ['T 36.8']],
  ['Ca 8.8, P 5.1', ['Ca 8.8']],
  ['P 15 mg/kg, PR 60%, P 88/min', ['P 88 /min']],
  ['ER+/PR+, PR: normal tone', []],
  ['P 1) rest', []],
  ['Sat 7 Sep: vomited, Sat 97%', ['Sat 97 %']],
  ['Fundal height 28 cm, fetal weight 3 kg', []],
  ['Sac height 2 cm, height 4 cm, wt 5 kg lost', []],
  ['Height 128 cm, weight 30 kg', ['Height 128 cm', 'weight 30 kg']],
  ['Dry weight 60 kg, usual weight 62 kg, weight 61 kg', ['weight 61 kg']],
  ['bil 2+ edema, bil 12', ['bil 12']],
  // Oxygen that is given.
  ['O2 3L via NC, O2 10 litres, O2 at 2 lpm', []],
  ['O2 8 L/min, O2 28%, SpO2 95% on O2 3L', ['SpO2 95 %']],
  ['O2 94%, SpO2 88%', ['O2 94 %', 'SpO2 88 %']],
  // Vital signs as charts write them.
  ['HR82 BP118/76 RR14 T36.9 SpO298', ['HR 82', 'BP 118', 'BP 76', 'RR 14', 'T 36.9', 'SpO2 98']],
  ['T12 fracture, P1 L1, T4 8.2', ['T4 8.2']],
  ['T-98.2 P-80 R-18', ['T 98.2', 'P 80', 'R 18']],
  ['P 84/min, R 18/min', ['P 84 /min', 'R 18 /min']],
  ['R 16 mm stone, OA R 2nd toe', []],
  ['T: 102F, P: 120', ['T 102 F', 'P 120']],
  ['P: rest', []],
  ['BP 110/70 mm of Hg', ['BP 110 mm of Hg', 'BP 70 mm of Hg']],
  ['Resp. 18 b/min', ['Resp 18 b/min']],
  ['BP low 90/50, T 38⁵', ['BP 90', 'BP 50', 'T 38⁵']],
  // The results of other times follow.
  ['Hb 7.1 yesterday, 8.8 today', ['Hb 7.1', 'Hb 8.8']],
  ['Prev Hb 6.9 now 9.1', ['Hb 6.9', 'Hb 9.1']],
  ['K 3.1 am, 3.9 pm', ['K 3.1', 'K 3.9']],
  ['GRBS 6am 142 12pm 188', ['GRBS 142', 'GRBS 188']],
  ['Trop T 1st: 14, 2nd: 52', ['Trop T 14', 'Trop T 52']],
  ['Plt 40, 52, 88', ['Plt 40', 'Plt 52', 'Plt 88']],
  ['Hb 9.2, 2 units today', ['Hb 9.2']],
  ['K 3.1, 20 mmol KCl', ['K 3.1']],
  ['CRP 88 today, 3 days of rest', ['CRP 88']],
  ['Hb 8.2 today, 70 yr male', ['Hb 8.2']],
  // Units of what was given are a time of the value behind them.
  ['Hb 6.9 -> 8.8 post 1 PRBC', ['Hb 8.8']],
  ['Hb 5.8, post 2 PRBC 7.9', ['Hb 5.8', 'Hb 7.9']],
  ['Plt 15k post 4 RDP 49k', ['Plt 15 k', 'Plt 49 k']],
  ['RBS 300 post 10 U HAI', ['RBS 300']],
  ['Hb after 2 units of PRBC 8.6 g/dL', ['Hb 8.6 g/dL']],
  ['Hb post op 9.1', ['Hb 9.1']],
  // The height of a fall, and the letter of a cell.
  ['Fell from height of 12 ft', []],
  ['fall from a height ~10 ft', []],
  ['No fall, height 150 cm', ['height 150 cm']],
  // "Pt" with an age is the patient.
  ['Pt: 64 yr M', []],
  ['Pt 45/F, Hb 9', ['Hb 9']],
  ['WCC 12 mo, WCC 12', ['WCC 12']],
  ['PT: 14 sec', ['PT 14 sec']],
  ['Pt 15.2, INR 1.3', ['Pt 15.2', 'INR 1.3']],
  ['ANC at 32 weeks', []],
  ['ANC visit, Hb 9.8', ['Hb 9.8']],
  ['ANC 1.2', ['ANC 1.2']],
])('the values of "%s" are %j', (text, expected) => {
  expect(valued(text)).toEqual(expected)
})

describe('a row of a table', () => {
  const partsOf = (text: string) =>
    testsIn(text).map((one) =>
      [one.text, one.value, one.unit, one.range, one.flag].map((part) => part ?? '-').join(' '),
    )

  test.each([
    [
      'Lab | Value | Unit | Flag\nWBC | 16.4 | K/uL | H\nHgb | 11.2 | g/dL | L',
      ['WBC 16.4 K/uL - high', 'Hgb 11.2 g/dL - low'],
    ],
    [
      '| Lab | Value | Unit |\n|---|---|---|\n| **WBC** | 16.4 | K/uL |\n| **Hgb** | **11.2** | **g/dL** |',
      ['WBC 16.4 K/uL - -', 'Hgb 11.2 g/dL - -'],
    ],
    ['WBC | 16.4 K/uL | H', ['WBC 16.4 K/uL - high']],
    ['Sodium | 134 | | mmol/L | L', ['Sodium 134 mmol/L - low']],
    ['Hemoglobin    12.9     g/dL    12.0-16.0', ['Hemoglobin 12.9 g/dL 12.0-16.0 -']],
    ['Glucose\t5.4\tmmol/L\t3.9-5.6\tN', ['Glucose 5.4 mmol/L 3.9-5.6 normal']],
    ['TSH | 8.2 | 0.4 - 4.0 | mIU/L | H', ['TSH 8.2 mIU/L 0.4 - 4.0 high']],
    ['CRP   142  mg/L   <5   H', ['CRP 142 mg/L <5 high']],
    ['Sodium | mmol/L | 134', ['Sodium 134 mmol/L - -']],
    ['MCV | fL | 88', ['MCV 88 fL - -']],
    ['Na | 134 | K | 4.5 | Cl | 101', ['Na 134 - - -', 'K 4.5 - - -', 'Cl 101 - - -']],
    ['WBC | 16.4 | K | 4.0-11.0', ['WBC 16.4 K 4.0-11.0 -']],
    ['HBsAg | Negative\nHIV | Non-reactive', ['HBsAg Negative - - -', 'HIV Non-reactive - - -']],
    // Former values.
    ['Test | Result | Previous | Unit\nSodium | 134 | 138 | mmol/L', ['Sodium 134 mmol/L - -']],
    ['Test | Previous | Result | Unit\nSodium | 138 | 134 | mmol/L', ['Sodium 134 mmol/L - -']],
    ['Test | Previous | Result | Unit\nSodium | | 134 | mmol/L', ['Sodium 134 mmol/L - -']],
    ['Test    Prev    Now\nSodium    138    134  L', ['Sodium 134 - - low']],
    ['Previous results:\nSodium | 134 | 138', ['Sodium 134 - - -']],
    ['Test    Prev    Now\n\nSodium    138    134', ['Sodium 138 - - -']],
    // The next line is another row.
    ['Sodium | 134\n| mmol/L |', ['Sodium 134 - - -']],
    ['Sodium | 134\n4.1 | K', ['Sodium 134 - - -']],
  ])('%j', (text, expected) => {
    expect(partsOf(text)).toEqual(expected)
  })

  test.each([
    ['TSH 8.2 (0.4-4.0)', ['TSH 8.2 - 0.4-4.0 -']],
    ['K 4.4 [3.5-5.1 mmol/L] L', ['K 4.4 - 3.5-5.1 low']],
    ['TLC 9000 cells/cumm 4000-10000', ['TLC 9000 cells/cumm 4000-10000 -']],
    ['Hb 9.8 g/dL 12-11-2026', ['Hb 9.8 g/dL - -']],
    ['CRP raised (84)', ['CRP 84 - - high']],
    ['TSH 8.2 uIU/mL (ref 0.4-4.0)', ['TSH 8.2 uIU/mL 0.4-4.0 -']],
    ['Hb 9 (N 12-15)', ['Hb 9 - 12-15 -']],
    ['CRP 142 mg/L (<5)', ['CRP 142 mg/L <5 -']],
    ['CRP 142 mg/L (5)', ['CRP 142 mg/L - -']],
    ['Hgb 11.2 L g/dL', ['Hgb 11.2 g/dL - low']],
    ['Hb 9.6 (L)', ['Hb 9.6 - - low']],
  ])('%j', (text, expected) => {
    expect(partsOf(text)).toEqual(expected)
  })
})

test.each([
  ['Previous: Hb 7.2', 'Previous'],
  ['Old reports: TSH 45', 'Old reports'],
  ['Prev Hb 7.1', 'Prev'],
  ['K 6pm 4.2', '6pm'],
  ['K 4.2 at 6pm', 'at 6pm'],
  ['Hb 7.1 yesterday, 8.8 today', 'today'],
  ['Old reports: TSH 45.5, Hb 9', 'Old reports'],
  ['Previous: Hb 7.2 on 12/11/2026', 'on 12/11/2026'],
  ['Previous reports lost. Hb 7.2', null],
  ['Previous: gout. Hb 7.2', null],
])('the time of the last result of %j is %j', (text, time) => {
  expect(testsIn(text).at(-1)!.time).toBe(time)
})

test('range, flag, specimen and time', () => {
  expect(testsIn('urine protein 30 mg/dL H (0-15) today')[0]).toMatchObject({
    type: 'test',
    ...{ value: '30', unit: 'mg/dL', flag: 'high', range: '0-15', time: 'today' },
  })
  expect(testsIn('serum potassium 3.1 L')[0]).toMatchObject({ flag: 'low' })
  expect(testsIn('BP 145/92 L arm')[0]).toMatchObject({ flag: null })
})

describe('the status of', () => {
  test.each([
    ['CRP 48', 'resulted'],
    ['HBsAg negative', 'resulted'],
    ['Adv: CBC, LFT', 'ordered'],
    ['check TSH', 'ordered'],
    ['blood culture sent', 'ordered'],
    ['Urine routine', 'ordered'],
    ['Urine routine\nProtein 2+', 'resulted'],
    ['Urine routine, K 4.1', 'ordered'],
    ['Urine culture: Klebsiella 10^5', 'resulted'],
    ['Urine culture for Klebsiella', 'ordered'],
    ['Creatinine could not be estimated', 'negated'],
    ['K - QNS', 'negated'],
    ['repeat CBC in 2 weeks', 'planned'],
    ['TSH 6 monthly', 'planned'],
    ['If d-dimer positive do CTPA', 'planned'],
    ['When TTG is positive refer', 'planned'],
    ['d-dimer positive when seen', 'resulted'],
    ['temp > 101 since yesterday', 'resulted'],
    ['BP 150/90 when seen', 'resulted'],
    ['TSH to be done next visit', 'planned'],
    ['S. electrolytes - not done', 'negated'],
    ['LFT not sent', 'negated'],
    ['Mother: HbA1c 9.1', 'family'],
    ['T bil 12, Hb 8', 'resulted', 'resulted'],
    ['Bil raised, SGOT 120', 'resulted'],
  ])('"%s" is %s', (text, ...statuses) => {
    expect(
      testsIn(text)
        .map(({ status }) => status)
        .slice(0, statuses.length),
    ).toEqual(statuses)
  })
})

test('the linker has value, unit and specimen as hints, and the usual ones of a number', () => {
  const [hb] = testsIn('Hb 9.6 g/dL')
  const linked = medlink.link({
    ...{ query: 'hemoglobin', ontology: 'loinc', assume: 'usual' },
    metadata: { value: '9.6', unit: 'g/dL', specimen: 'blood' },
  })
  expect(hb!.results).toEqual(linked.results)
  expect(testsIn('CBC sent')[0]!.results).toEqual([])
})

describe("the code in a note is the linker's own:", () => {
  test.each([
    ['Troponin T 0.45 ng/mL', '6598-7'],
    ['Trop T 45 ng/L', undefined],
    ['TnT 0.2 ng/mL', '6598-7'],
    ['Trop I 0.4 ng/mL', '10839-9'],
    ['Troponin 45 ng/L', undefined],
    ['Trop 45 ng/L', undefined],
    ['hs-CRP 2 mg/L', '30522-7'],
    ['CRP 2 mg/L', '1988-5'],
    ['CO2 22 mmol/L', '2028-9'],
    ['HCO3 22 mmol/L', '1963-8'],
    ['HbA1c 44 mmol/mol', '59261-8'],
    ['A1c 7.1 %', '4548-4'],
    // Names that panels have, too.
    ['MCH 29 pg', '785-6'],
    ['GGT 40 U/L', '2324-2'],
    ['Urine protein 30 mg/dL', '2888-6'],
    ['Urine culture no growth', '630-4'],
    ['CBC 12', undefined],
    ['CBC normal', undefined],
    ['Fetal heart rate 140', undefined],
    ['Vitamin D     28     nmol/L', undefined],
    ['Glucose   5.4   mmol/L', '14749-6'],
    ['Ca++ 9.1 mg/dL', '17861-6'],
    ['Haemoglobin (Hb) 9.8 g/dL', '718-7'],
    ['TSH (CLIA) 2.3 uIU/mL', '3016-3'],
    ['Glucose (F) 5.4', undefined],
    ['Platelets 1.2 lakh', '777-3'],
    ['Plt 1.5 L', '777-3'],
    ['TLC 11,400', '6690-2'],
    ['WBC 2-3', undefined],
    ['Hb: 8,5', '718-7'],
    ['VDRL non reactive', undefined],
    // A word before the name makes it another test.
    ['Bil 1.2 mg/dL', '1975-2'],
    ['Direct bili 3.4 mg/dL', '1968-7'],
    ['Ind bil 3.4 mg/dL', '1971-1'],
    ['Conj. bilirubin 3.4 mg/dL', undefined],
    ['Adj. Ca 2.4 mmol/L', '29265-6'],
    ['Corrected Na 138', undefined],
    ['Corrected retic 1.2 %', undefined],
    ['Birth weight 2.8 kg', undefined],
    // Ionized calcium, for the linker.
    ['Ca2+ 2.3 mmol/L', undefined],
  ])('%s %s', (text, code) => {
    const found = testsIn(text).map(({ results }) => results.find((row) => row.is_linked)?.term_id)
    expect(found).toEqual([code])
  })

  test.each([
    // No unit: the one in which the value is plausible, by itself or by the other values of the note.
    ['Na 134, Urea 9.1, Creat 88, Glucose 5.4', ['2951-2', '22664-7', '14682-9', '14749-6']],
    ['Creat 188, Urea 22', ['14682-9', '22664-7']],
    ['Creat 0.9, Hb 13.1', ['2160-0', '718-7']],
    ['Creat 188, Urea 22, Hb 13.1', ['14682-9', undefined, '718-7']],
    ['Creat 88 umol/L, Bili 12', ['14682-9', '14631-6']],
    ['Cholesterol 5.2, HbA1c 53, Calcium 2.3', ['14647-2', '59261-8', '2000-8']],
    ['Hb 130', ['718-7']],
    ['Glucose 28', [undefined]],
    ['GRBS 110, CBG 6.2', ['32016-8', '15074-8']],
    ['RBS 110', ['2345-7']],
    // Values of urine are others.
    ['Urine creatinine 80', [undefined]],
  ])('%s %j', (text, codes) => {
    const found = testsIn(text).map(({ results }) => results.find((row) => row.is_linked)?.term_id)
    expect(found).toEqual(codes)
  })

  test('without a unit in which the value is plausible, it says so', () => {
    const [glucose] = testsIn('Glucose 28')
    expect(glucose!.results[0]!.metadata).toMatchObject({ link_reason: 'unit_missing' })
    expect(glucose!.unit).toBeNull()
  })

  test.each([
    ['Cortisol', '12', 'ug/dL', undefined],
    ['Ferritin', '80', 'ug/L', 'serum'],
    ['Platelet count', '210', 'K/uL', 'blood'],
    ['Vit D3', '28', 'ng/mL', 'serum'],
    ['D-dimer', '400', 'ng/mL', undefined],
    ['ALT', '34', 'U/L', 'serum'],
    ['Urine ACR', '30', 'mg/g', undefined],
    ['Urine protein creatinine ratio', '0.3', 'mg/mg', undefined],
  ])('%s %s %s', (query, value, unit, specimen) => {
    const metadata = { value, unit, ...(specimen === undefined ? {} : { specimen }) }
    const own = medlink.link({ query, ontology: 'loinc', assume: 'usual', metadata }).results
    const codes = (rows: typeof own) =>
      rows.filter((row) => row.is_linked).map(({ term_id }) => term_id)
    const [found] = testsIn(`${query} ${value} ${unit}`)
    expect(codes(found!.results)).toEqual(codes(own))
  })
})

test('a name is read as no other test than the linker takes it for', () => {
  const columns = ['name', 'kind', 'reads', 'unit', 'specimen']
  const differing = readTable('loinc/note-tests.tsv', columns).flatMap((row) => {
    const [name, kind, reads, , specimen] = row as [string, string, string, string, string]
    if (reads === '-' || kind === 'vital') return []
    const codeOf = (query: string) => {
      const metadata = { unit: 'mg/dL', value: '5', ...(specimen === '-' ? {} : { specimen }) }
      const [first] = medlink.link({ query, ontology: 'loinc', assume: 'usual', metadata }).results
      return first?.is_linked ? first.term_id : undefined
    }
    const own = codeOf(name)
    return own !== undefined && ![own, undefined].includes(codeOf(reads)) ? [name] : []
  })
  expect(differing).toEqual([])
})

test('tests of a list share an order', () => {
  const ordered = testsIn('HR, CBC, K, LFT sent').map((one) => `${one.text} ${one.status}`)
  expect(ordered).toEqual(['CBC ordered', 'K ordered', 'LFT ordered'])
})

test('a vital sign is linked without a unit and a specimen', () => {
  const [saturation] = testsIn('SpO2 98%')
  const alone = medlink.link({
    query: 'oxygen saturation by pulse oximetry',
    ontology: 'loinc',
    assume: 'usual',
  })
  const hints = { unit: '%', specimen: 'serum' }
  const hinted = medlink.link({
    query: 'oxygen saturation by pulse oximetry',
    ontology: 'loinc',
    metadata: hints,
  })
  expect(alone.results).not.toEqual([])
  expect(saturation!.unit).toBe('%')
  const codes = (rows: readonly { term_id: string }[]) => rows.map(({ term_id }) => term_id)
  expect(codes(saturation!.results)).toEqual(codes(alone.results))
  expect(hinted.results).not.toEqual(alone.results)
})
