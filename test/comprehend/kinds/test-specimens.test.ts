/**
 * Proves of which specimen a test in a note is, over the starter of LOINC:
 * 1. the specimen of a heading, a label or a panel counts for the tests after it, up to the next one
 * 2. a specimen next to a name is that of the test, and of a list after it where the values are none of blood
 * 3. a test of blood alone, a vital sign and a test with a specimen of its own keep theirs
 * 4. words that only look like a specimen are none
 * 5. where it is not clear of which specimen a report is, nothing is linked
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('loinc')

const testsIn = (text: string) => entitiesIn(medlink, 'test', text)
/** "Na of Urine"; the name alone for a test whose specimen the text does not say. */
const specimensIn = (text: string) =>
  testsIn(text)
    .filter(({ value }) => value !== null)
    .map(({ text: name, specimen }) => (specimen === null ? name : `${name} of ${specimen}`))

describe('a heading or a label', () => {
  test.each([
    ['CSF: glucose 40 mg/dL, protein 88 mg/dL', ['glucose of CSF', 'protein of CSF']],
    ['Specimen: Urine\nSodium: 44 mmol/L', ['Sodium of Urine']],
    ['Sample type : Ascitic fluid\nAlbumin 1.4 g/dL', ['Albumin of Ascitic fluid']],
    ['PLEURAL FLUID ANALYSIS\nGlucose 60 mg/dL', ['Glucose of PLEURAL FLUID ANALYSIS']],
    ['Peritoneal fluid study:\n\nAlbumin 2 g/dL', ['Albumin of Peritoneal fluid study']],
    ['URINE\nGlucose 2+\nKetones trace', ['Glucose of URINE', 'Ketones of URINE']],
    ['Drain: amylase 900 U/L', ['amylase of Drain']],
    ['JP drain 30 ml, amylase 5000', ['amylase of drain']],
    ['Drain 30 ml, Hb 9.1. Drain removed, amylase 60', ['Hb', 'amylase']],
    ['PD effluent cloudy, WBC 600', ['WBC of PD effluent']],
    ['Urine: Na 30 mmol/L. Serum: Na 121 mmol/L', ['Na of Urine', 'Na of Serum']],
    ['CSF showed glucose 25 mg/dL', ['glucose of CSF']],
    ['LP: glucose 25 mg/dL', ['glucose of LP']],
    ['Urine R/M protein 2+, sugar nil', ['protein of Urine R/M', 'sugar of Urine R/M']],
    ['ABG (arterial): HCO3 20 mmol/L', ['HCO3 of ABG']],
    ['ABG: SaO2 88%, SpO2 98%', ['SaO2 of ABG', 'SpO2']],
    ['Sweat test: chloride 70 mmol/L', ['chloride of Sweat test']],
    ['Urine: protein 2+\nBlood: nil\nsugar 1+', ['protein of Urine', 'sugar of Urine']],
    ['URINE\nBlood: nil\nsugar 1+', ['sugar of URINE']],
  ])('%j: %j', (text, expected) => {
    expect(specimensIn(text).slice(0, expected.length)).toEqual(expected)
  })

  test.each([
    // Up to the next one.
    [
      'URINE\nGlucose 2+\nCBC\nTLC 9000 /cumm\nLFT: albumin 3 g/dL',
      ['Glucose of URINE', 'TLC', 'albumin'],
    ],
    ['URINE ROUTINE\nGlucose nil\nPlan: K 4.1 today', ['Glucose of URINE ROUTINE', 'K']],
    ['CSF: glucose 40. Na 139, K 4.2', ['glucose of CSF', 'Na', 'K']],
    ['Urine: protein 1+. Creatinine 1.9 mg/dL', ['protein of Urine', 'Creatinine']],
    ['CSF: glucose 40 mg/dL, Hb 9, RBS 110, HR 88', ['glucose of CSF', 'Hb', 'RBS', 'HR']],
    ['URINE\nSerum sodium 131', ['sodium of Serum']],
    // No heading and no label.
    ['Urine R/M sent. Na 138', ['Na']],
    ['Cord blood: TSH 12', ['TSH of Cord blood']],
    ['Urine R/M, Na 138, K 4', ['Na', 'K']],
    ['Urine routine normal, albumin 3.1', ['Urine routine', 'albumin']],
    ['Pus cells 4, K 4', ['Pus cells', 'K']],
    ["Wife's K 4", ['K']],
    ['S. magnesium 1.9', ['magnesium of S']],
  ])('%j: %j', (text, expected) => {
    expect(specimensIn(text)).toEqual(expected)
  })
})

describe('next to a name', () => {
  test.each([
    ['Urinary sodium 30 mmol/L', ['sodium of Urinary']],
    ['Peritoneal fluid amylase 90 U/L', ['amylase of Peritoneal fluid']],
    ['synovial fluid WBC 45,000/uL', ['WBC of synovial fluid']],
    ['Sweat chloride 75 mmol/L', ['chloride of Sweat']],
    ['Pl. fluid TLC 2600 L 88%', ['TLC of Pl. fluid']],
    ['Asc fluid TLC 140, protein 2', ['TLC of Asc fluid', 'protein of Asc fluid']],
    ['AF TLC 850', ['TLC of AF']],
    ['AF Hb 9, TLC 9800', ['Hb', 'TLC']],
    ['on AF, TLC 9800', ['TLC']],
    ['Sodium, urine 40 mmol/L', ['Sodium, urine of urine']],
    ['Glucose in CSF 32 mg/dL', ['Glucose in CSF of CSF']],
    ['Creatinine (Urine) 95 mg/dL', ['Creatinine (Urine) of Urine']],
    // A list.
    [
      'Urine sodium 40 mmol/L, potassium 30, creatinine 95 mg/dL',
      ['Urine sodium', 'potassium of Urine', 'creatinine of Urine'],
    ],
    ['Urine protein 2+, sugar nil', ['Urine protein', 'sugar of Urine']],
    ['Urine protein 2+, creatinine 1.9, K 5', ['Urine protein', 'creatinine', 'K']],
    ['CSF protein 45 mg/dL, glucose 60 mg/dL', ['protein of CSF', 'glucose of CSF']],
    ['CSF protein 45 mg/dL. Glucose 60 mg/dL', ['protein of CSF', 'Glucose']],
    ['Serum sodium 131, potassium 4', ['sodium of Serum', 'potassium']],
  ])('%j: %j', (text, expected) => {
    expect(specimensIn(text)).toEqual(expected)
  })
})

test('a panel whose tests follow is of no specimen of another report', () => {
  const [urine, , liver] = testsIn('URINE ROUTINE\nProtein 2+\nLIVER FUNCTION TEST\nALT 40 U/L')
  expect([urine, liver]).toMatchObject([{ specimen: null }, { specimen: null, value: null }])
})

describe('the code', () => {
  const codesIn = (text: string) =>
    testsIn(text).map(({ results }) => results.find((row) => row.is_linked)?.term_id)

  test.each([
    ['Sodium 140 mmol/L', ['2951-2']],
    ['24 HOUR URINE\nSodium 140 mmol/L', [undefined]],
    ['CSF: sodium 140 mmol/L', [undefined]],
    // No unit, and none of another specimen.
    ['CSF glucose 4.1', [undefined]],
    // A value that is none of blood, and one that is.
    ['K 30', [undefined]],
    ['Na 138, K 4', ['2951-2', '2823-3']],
    // The department may be that of another specimen.
    ['CHEMISTRY\nSodium 140 mmol/L', ['2951-2']],
  ])('%j: %j', (text, expected) => {
    expect(codesIn(text)).toEqual(expected)
  })
})
