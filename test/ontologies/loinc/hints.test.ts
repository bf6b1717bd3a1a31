/**
 * Proves of LOINC's answers, over the starter:
 * 1. the same name with another unit or specimen is another code
 * 2. a yes needs test name, unit (or a value that fixes the property) and specimen, and no other code that is as good
 * 3. a panel that is done on one specimen pins it
 * 4. what is missing is asked for, what disagrees is never linked
 * 5. what practice takes without a word is linked where the request allows it, and said
 * 6. what is not understood is said so, and never an error
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LinkReason } from '../../../src/contract.ts'
import { anyString, clinicalText } from '../../support/arbitraries.ts'
import { openStarter } from '../../support/linker.ts'

const medlink = openStarter('loinc')

interface HintCase {
  readonly query: string
  readonly metadata?: Readonly<Record<string, unknown>>
  /** The code expected first, or any one of several that differ in the method only. */
  readonly first?: string | readonly string[]
  readonly linked?: boolean
  readonly reason?: LinkReason
  readonly needed?: string
  readonly conflicts?: readonly string[]
  readonly notUnderstood?: readonly string[]
}

const link = (query: string, metadata: HintCase['metadata'] = {}) =>
  medlink.link({ query, ontology: 'loinc', metadata: { ...metadata } })

function check(row: HintCase): void {
  const { results, query_breakdown: breakdown } = link(row.query, row.metadata)
  const [first, ...others] = results
  if (row.first !== undefined) expect([row.first].flat()).toContain(first?.term_id)
  if (row.linked !== undefined) expect(first?.is_linked ?? false).toBe(row.linked)
  if (row.reason !== undefined) expect(first?.metadata.link_reason).toBe(row.reason)
  if (row.needed !== undefined) expect(first?.metadata.needed).toBe(row.needed)
  if (row.conflicts !== undefined) expect(breakdown?.conflicts).toEqual(row.conflicts)
  if (row.notUnderstood !== undefined) expect(breakdown?.not_understood).toEqual(row.notUnderstood)
  expect(others.filter(({ is_linked }) => is_linked)).toEqual([])
  if (first?.is_linked) expect(first.metadata).not.toHaveProperty('needed')
}

function cases(what: string, rows: readonly HintCase[]): void {
  describe(what, () => {
    for (const row of rows)
      test(`${row.query} ${JSON.stringify(row.metadata ?? {})}`, () => check(row))
  })
}

const mgdl = (specimen: string) => ({ unit: 'mg/dL', specimen })
const serum = (unit: string) => ({ unit, specimen: 'Serum' })
const plasma = (unit: string) => ({ unit, specimen: 'Plasma' })
const blood = (unit: string) => ({ unit, specimen: 'Blood' })
const urine = (unit: string) => ({ unit, specimen: 'Urine' })
const collected = (unit: string) => ({ unit, specimen: 'Urine 24 hour' })
const positive = (specimen: string) => ({ value: 'Positive', specimen })

cases('a ratio the other way round is another test', [
  ...['HDL/LDL ratio', 'HDL to LDL ratio', 'HDL : LDL'].map((query) => ({
    query,
    metadata: { specimen: 'Serum' },
    linked: false,
  })),
  { query: 'Creatinine/protein ratio', metadata: { specimen: 'Urine' }, linked: false },
  { query: 'Globulin/albumin ratio', metadata: { specimen: 'Serum' }, linked: false },
  { query: 'A/G ratio', metadata: { specimen: 'Serum' }, first: '1759-0', linked: true },
  { query: 'SGPT/ALT', metadata: serum('U/L'), first: '1742-6', linked: true },
])

cases('a value against its unit', [
  ...[
    ['Sodium', 'mmol/L', 'Positive'],
    ['Calcium', 'mg/dL', 'Reactive'],
    ['Creatinine', 'mg/dL', '1:40'],
    ['Urea', 'mg/dL', '2+'],
    ['ALT', 'U/L', '-ve'],
    ['Albumin', 'g/dL', '35 %'],
  ].map(([query, unit, value]) => ({
    query: query!,
    metadata: { ...serum(unit!), value },
    linked: false,
    reason: 'value_conflict' as const,
    conflicts: ['value'],
  })),
  ...['141', '141 H', 'High', '<100', 'pending'].map((value) => ({
    query: 'Sodium',
    metadata: { ...serum('mmol/L'), value },
    first: '2951-2',
    linked: true,
  })),
  ...['Nil', 'Few', 'Present', '2-4'].map((value) => ({
    query: 'Pus cells',
    metadata: { ...urine('/hpf'), value },
    first: '5821-4',
    linked: true,
  })),
])

cases('a specimen that is no serum', [
  ...['Cord blood', 'Umbilical cord blood', 'Whole blood', 'WB', 'Arterial blood'].map(
    (specimen) => ({
      query: 'TSH',
      metadata: { unit: 'uIU/mL', specimen },
      linked: false,
      reason: 'specimen_conflict' as const,
    }),
  ),
  ...['Blood', 'Venous blood', 'EDTA blood', 'Serum'].map((specimen) => ({
    query: 'TSH',
    metadata: { unit: 'uIU/mL', specimen },
    first: '3016-3',
    linked: true,
  })),
  {
    query: 'Sodium',
    metadata: { unit: 'mmol/L', specimen: 'Blood', panel_name: 'ABG' },
    first: '2947-0',
    linked: true,
  },
  { query: 'Donor blood group', metadata: { specimen: 'Blood' }, linked: false },
  { query: 'Blood group', metadata: { specimen: 'Donor' }, linked: false },
])

cases('names and specimens as laboratories print them', [
  { query: 'Lp(a)', metadata: serum('nmol/L'), first: '43583-4', linked: true },
  { query: 'Tacrolimus (FK-506)', metadata: blood('ng/mL'), first: '11253-2', linked: true },
  { query: 'GTT 2 hour', metadata: plasma('mg/dL'), first: '20436-2', linked: true },
  {
    query: 'pH',
    metadata: { value: '7.4', specimen: 'Arterial WB' },
    first: '2744-1',
    linked: true,
  },
])

const by = (method: string) => ({ ...positive('Serum'), method })

cases('a method', [
  { query: 'HBsAg', metadata: by('ELISA'), first: '5196-1', linked: true, conflicts: [] },
  { query: 'HBsAg', metadata: by('CLIA'), first: '5196-1', linked: true },
  { query: 'HBsAg', metadata: by('rapid card test'), first: '5196-1', linked: false },
  {
    query: 'LDL cholesterol',
    metadata: { ...serum('mg/dL'), method: 'Calculated' },
    first: '13457-7',
    linked: true,
  },
  {
    query: 'LDL cholesterol',
    metadata: { ...serum('mg/dL'), method: 'Direct' },
    first: '18262-6',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: { ...serum('mg/dL'), method: 'In-house' },
    first: '2345-7',
    linked: true,
    notUnderstood: ['method'],
  },
])

cases('a word that makes another test', [
  ...['Fasting insulin', 'Insulin fasting', 'Insulin PP'].map((query) => ({
    query,
    metadata: serum('uIU/mL'),
    linked: false,
  })),
  {
    query: 'Standard bicarbonate',
    metadata: { unit: 'mmol/L', specimen: 'Arterial blood' },
    linked: false,
  },
  { query: 'Free cortisol', metadata: serum('ug/dL'), linked: false },
  { query: 'hs Troponin I', metadata: serum('ng/L'), first: '89579-7', linked: true },
  { query: 'PSA ultrasensitive', metadata: serum('ng/mL'), first: '35741-8', linked: true },
  ...['Bilirubin total & direct', 'Bilirubin, direct and total'].map((query) => ({
    query,
    metadata: serum('mg/dL'),
    linked: false,
    reason: 'name_incomplete' as const,
  })),
  { query: 'Bilirubin total', metadata: serum('mg/dL'), first: '1975-2', linked: true },
  { query: 'Bilirubin (direct)', metadata: serum('mg/dL'), first: '1968-7', linked: true },
])

cases('one name in several specimens and units', [
  { query: 'Glucose', metadata: serum('mg/dL'), first: '2345-7', linked: true },
  { query: 'Glucose', metadata: serum('mmol/L'), first: '14749-6', linked: true },
  { query: 'Glucose', metadata: plasma('mg/dL'), first: '2345-7', linked: true },
  { query: 'Glucose', metadata: urine('mg/dL'), first: '2350-7', linked: true },
  { query: 'Glucose', metadata: mgdl('CSF'), first: '2342-4', linked: true },
  {
    query: 'Glucose',
    metadata: mgdl('Pleural fluid'),
    first: '2346-5',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: mgdl('Synovial fluid'),
    first: '2348-1',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: mgdl('Ascitic fluid'),
    first: '2347-3',
    linked: true,
  },
  { query: 'Glucose', metadata: mgdl('Whole blood'), first: '2339-0', linked: true },
  {
    query: 'Glucose',
    metadata: mgdl('Capillary blood'),
    first: '32016-8',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: mgdl('Arterial blood'),
    first: '41651-1',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: mgdl('Venous blood'),
    first: '41652-9',
  },
  { query: 'Glucose', metadata: collected('g/24 h'), first: '2351-5', linked: true },
  { query: 'Creatinine', metadata: serum('mg/dL'), first: '2160-0', linked: true },
  { query: 'Creatinine', metadata: serum('µmol/L'), first: '14682-9', linked: true },
  { query: 'Creatinine', metadata: urine('mg/dL'), first: '2161-8', linked: true },
  { query: 'Creatinine', metadata: urine('mmol/L'), first: '14683-7', linked: true },
  { query: 'Creatinine', metadata: collected('g/24h'), first: '2162-6', linked: true },
  { query: 'Creatinine', metadata: mgdl('24 hour urine'), first: '20624-3' },
  { query: 'Creatinine 24 hr', metadata: urine('mg/dL'), first: '20624-3' },
  {
    query: 'Creatinine',
    metadata: mgdl('Pleural fluid'),
    first: '14399-0',
    linked: true,
  },
  {
    query: 'Creatinine',
    metadata: mgdl('Body fluid'),
    first: '12190-5',
    linked: true,
  },
  { query: 'Hemoglobin', metadata: blood('g/dL'), first: '718-7', linked: true },
  { query: 'Hb', metadata: blood('gm%'), first: '718-7', linked: true },
  { query: 'Hemoglobin', metadata: blood('g/L'), first: '718-7', linked: true },
  {
    query: 'Hemoglobin',
    metadata: { unit: 'g/L', specimen: 'EDTA blood' },
    first: '718-7',
    linked: true,
  },
  // Counts by liter, as laboratories outside the United States write them, are one rule.
  { query: 'Platelets', metadata: blood('10*9/L'), first: '26515-7', linked: true },
  { query: 'Platelet count', metadata: blood('/nL'), first: '26515-7', linked: true },
  { query: 'White cell count', metadata: blood('10*9/L'), first: '26464-8', linked: true },
  { query: 'Leukozyten', metadata: blood('/nl'), first: '26464-8', linked: true },
  { query: 'White cell count', metadata: blood('10*3/uL'), first: '6690-2', linked: true },
  { query: 'Hemoglobin', metadata: blood('mmol/L'), first: '59260-0', linked: true },
  { query: 'Hemoglobin', metadata: urine('mg/dL'), first: '726-0', linked: true },
  {
    query: 'Hemoglobin',
    metadata: { unit: 'g/dL', specimen: 'Arterial blood' },
    first: '30313-1',
    linked: true,
  },
  { query: 'Albumin', metadata: serum('g/dL'), first: '1751-7', linked: true },
  { query: 'Albumin', metadata: mgdl('CSF'), first: '1746-7', linked: true },
  {
    query: 'Albumin',
    metadata: { unit: 'g/dL', specimen: 'Ascitic fluid' },
    first: '1749-1',
    linked: true,
  },
  { query: 'Albumin', metadata: collected('mg/24 h'), first: '14956-7', linked: true },
  {
    query: 'Albumin/Creatinine ratio',
    metadata: urine('mg/g'),
    first: ['9318-7', '14959-1'],
    linked: true,
  },
  {
    query: 'Albumin creatinine ratio',
    metadata: urine('mg/g creat'),
    first: ['9318-7', '14959-1'],
  },
  { query: 'Protein creatinine ratio', metadata: urine('mg/g'), first: '2890-2', linked: true },
  { query: 'Calcium', metadata: serum('mg/dL'), first: '17861-6', linked: true },
  { query: 'Calcium', metadata: serum('mmol/L'), first: '2000-8', linked: true },
  { query: 'Calcium', metadata: urine('mg/dL'), first: '17862-4', linked: true },
  { query: 'Calcium', metadata: collected('mg/24hr'), first: '6874-2', linked: true },
  {
    query: 'Ionized calcium',
    metadata: { unit: 'mmol/L', specimen: 'Whole blood' },
    first: '1994-3',
    linked: true,
  },
  { query: 'Ionised calcium', metadata: serum('mmol/L'), first: '1995-0', linked: true },
  { query: 'Bilirubin', metadata: serum('mg/dL'), first: '1975-2', linked: true },
  { query: 'Total bilirubin', metadata: serum('umol/L'), first: '14631-6', linked: true },
  { query: 'Direct bilirubin', metadata: serum('mg/dL'), first: '1968-7', linked: true },
  { query: 'Indirect bilirubin', metadata: serum('mg/dL'), first: '1971-1', linked: true },
  {
    query: 'Bilirubin',
    metadata: mgdl('Pleural fluid'),
    first: '14421-2',
    linked: true,
  },
  { query: 'Total protein', metadata: serum('g/dL'), first: '2885-2', linked: true },
  { query: 'Protein', metadata: urine('mg/dL'), first: '2888-6', linked: true },
  { query: 'Protein', metadata: collected('g/24h'), first: '2889-4', linked: true },
  {
    query: 'Protein',
    metadata: { unit: 'g/dL', specimen: 'Pleural fluid' },
    first: '2882-9',
    linked: true,
  },
  { query: 'Urea', metadata: serum('mg/dL'), first: '3091-6', linked: true },
  { query: 'Urea', metadata: serum('mmol/L'), first: '22664-7', linked: true },
  { query: 'BUN', metadata: serum('mg/dL'), first: '3094-0', linked: true },
  { query: 'Urea nitrogen', metadata: urine('mg/dL'), first: '3095-7', linked: true },
  { query: 'Uric acid', metadata: serum('mg/dL'), first: '3084-1', linked: true },
  { query: 'Uric acid', metadata: serum('umol/L'), first: '14933-6', linked: true },
  { query: 'Uric acid', metadata: mgdl('Synovial fluid'), first: '3085-8', linked: true },
  { query: 'Uric acid', metadata: collected('mg/24h'), first: '3087-4', linked: true },
  { query: 'Sodium', metadata: serum('mEq/L'), first: '2951-2', linked: true },
  { query: 'Sodium', metadata: urine('mmol/L'), first: '2955-3', linked: true },
  { query: 'Potassium', metadata: serum('mmol/L'), first: '2823-3', linked: true },
  { query: 'Potassium', metadata: serum('mEq/L'), first: '2823-3', linked: true },
  { query: 'Potassium', metadata: urine('mmol/L'), first: '2828-2', linked: true },
  { query: 'Potassium', metadata: collected('mmol/24h'), first: '2829-0', linked: true },
  {
    query: 'Chloride',
    metadata: { unit: 'mmol/L', specimen: 'CSF' },
    first: '2070-1',
    linked: true,
  },
  { query: 'Cholesterol', metadata: serum('mg/dL'), first: '2093-3', linked: true },
  { query: 'Cholesterol', metadata: serum('mmol/L'), first: '14647-2', linked: true },
  { query: 'HDL cholesterol', metadata: serum('mg/dL'), first: '2085-9', linked: true },
  { query: 'Triglycerides', metadata: serum('mmol/L'), first: '14927-8', linked: true },
  { query: 'Iron', metadata: serum('ug/dL'), first: '2498-4', linked: true },
  { query: 'Iron', metadata: serum('umol/L'), first: '14798-3', linked: true },
  { query: 'Magnesium', metadata: serum('mmol/L'), first: '2601-3', linked: true },
  { query: 'Phosphorus', metadata: serum('mg/dL'), first: '2777-1', linked: true },
  {
    query: 'Cortisol',
    metadata: { unit: 'ug/dL', specimen: 'Saliva' },
    first: '2142-8',
    linked: true,
  },
  { query: 'Cortisol', metadata: collected('ug/24h'), first: '14158-0', linked: true },
  {
    query: 'Amylase',
    metadata: { unit: 'U/L', specimen: 'Pleural fluid' },
    first: '1796-2',
    linked: true,
  },
  { query: 'Lactate', metadata: mgdl('CSF'), first: '27941-4', linked: true },
  { query: 'Lactate', metadata: plasma('mmol/L'), first: '2524-7', linked: true },
  {
    query: 'pCO2',
    metadata: { unit: 'mmHg', specimen: 'Arterial blood' },
    first: '2019-8',
    linked: true,
  },
  {
    query: 'pCO2',
    metadata: { unit: 'mmHg', specimen: 'Venous blood' },
    first: '2021-4',
    linked: true,
  },
])

cases('hormones, enzymes, vitamins and clotting', [
  { query: 'TSH', metadata: serum('mIU/L'), first: '3016-3', linked: true },
  { query: 'TSH', metadata: serum('uIU/mL'), first: '3016-3', linked: true },
  {
    query: 'TSH',
    metadata: { unit: 'mIU/L', specimen: 'Dried blood spot' },
    first: '29575-8',
    linked: true,
  },
  { query: 'T4', metadata: serum('ug/dL'), first: '3026-2', linked: true },
  { query: 'T4', metadata: serum('nmol/L'), first: '14921-1', linked: true },
  { query: 'Free T4', metadata: serum('ng/dL'), first: '3024-7', linked: true },
  { query: 'Free T4', metadata: serum('pmol/L'), first: '14920-3', linked: true },
  { query: 'Free T3', metadata: serum('pg/mL'), first: '3051-0', linked: true },
  { query: 'Vitamin B12', metadata: serum('pg/mL'), first: '2132-9', linked: true },
  { query: 'Vitamin B12', metadata: serum('pmol/L'), first: '14685-2', linked: true },
  { query: 'Ferritin', metadata: serum('ng/mL'), first: '2276-4', linked: true },
  { query: 'Testosterone', metadata: serum('nmol/L'), first: '14913-8', linked: true },
  { query: 'Testosterone free', metadata: serum('pg/mL'), first: '2991-8', linked: true },
  { query: 'Free PSA', metadata: serum('ng/mL'), first: '10886-0', linked: true },
  { query: 'SGPT', metadata: serum('IU/L'), first: '1742-6', linked: true },
  { query: 'S G P T', metadata: serum('U/L'), first: '1742-6', linked: true },
  { query: 'CRP', metadata: serum('mg/L'), first: '1988-5', linked: true },
  { query: 'hs-CRP', metadata: serum('mg/L'), first: '30522-7', linked: true },
  { query: 'HbA1c', metadata: blood('%'), first: '4548-4', linked: true },
  { query: 'HbA1c', metadata: blood('mmol/mol'), first: '59261-8', linked: true },
  { query: 'HbA1c by HPLC', metadata: blood('%'), first: '17856-6' },
  {
    query: 'ESR',
    metadata: blood('mm/hr'),
    first: ['30341-2', '4537-7'],
    linked: true,
  },
  {
    query: 'ESR Westergren',
    metadata: blood('mm/hr'),
    first: '4537-7',
  },
  { query: 'INR', metadata: plasma('INR'), first: '6301-6', linked: true },
  {
    query: 'Prothrombin time',
    metadata: plasma('sec'),
    first: '5902-2',
    linked: true,
  },
  {
    query: 'APTT',
    metadata: { unit: 'sec', specimen: 'Citrated plasma' },
    first: '14979-9',
    linked: true,
  },
  { query: 'Fibrinogen', metadata: plasma('mg/dL'), first: '3255-7', linked: true },
  { query: 'Protein S', metadata: plasma('%'), first: '27822-6' },
  {
    query: 'Protein S activity',
    metadata: plasma('%'),
    first: '27822-6',
    linked: true,
  },
  {
    query: 'D-dimer',
    metadata: plasma('ng/mL FEU'),
    first: ['48065-7', '91556-1'],
  },
  {
    query: 'D-dimer',
    metadata: plasma('ng/mL DDU'),
    first: ['48066-5', '48058-2'],
  },
  // FEU and DDU differ twofold: without either it is neither.
  { query: 'D-dimer', metadata: plasma('ng/mL'), linked: false },
  {
    query: 'Anti-HBs',
    metadata: serum('mIU/mL'),
    first: ['16935-9', '5193-8'],
  },
  {
    query: 'Anti TPO',
    metadata: serum('IU/mL'),
    first: ['8099-4', '56477-3'],
    linked: true,
  },
  { query: 'Rheumatoid factor', metadata: serum('IU/mL'), first: '11572-5', linked: true },
  { query: 'A/G ratio', metadata: serum('ratio'), first: '1759-0', linked: true },
  {
    query: 'Creatinine clearance',
    metadata: { unit: 'mL/min', specimen: 'Serum and urine' },
    first: '2164-2',
    linked: true,
  },
])

cases('cells', [
  { query: 'Neutrophils', metadata: blood('%'), first: ['26511-6', '770-8'] },
  { query: 'Neutrophils', metadata: blood('10^3/uL'), first: ['26499-4', '751-8'] },
  { query: 'Absolute neutrophil count', metadata: blood('/cumm'), first: ['26499-4', '751-8'] },
  { query: 'Neutrophils #', metadata: { specimen: 'Blood' }, first: ['26499-4', '751-8'] },
  { query: 'Neutrophils %', metadata: { specimen: 'Blood' }, first: ['26511-6', '770-8'] },
  {
    query: 'Neutrophils',
    metadata: { value: '65 %', specimen: 'Blood' },
    first: ['26511-6', '770-8'],
  },
  {
    query: 'Neutrophils',
    metadata: { value: '6500', specimen: 'Blood' },
    first: ['26499-4', '751-8'],
    linked: false,
    reason: 'unit_missing',
  },
  {
    query: 'Neutrophils',
    metadata: { specimen: 'Blood' },
    linked: false,
    reason: 'unit_missing',
    needed: 'count or percentage?',
  },
  {
    query: 'Neutrophils',
    metadata: { unit: '%', specimen: 'CSF' },
    first: '26512-4',
    linked: true,
  },
  { query: 'Lymphocytes', metadata: blood('%'), first: ['26478-8', '736-9'] },
  { query: 'Lymphocytes', metadata: blood('cells/cumm'), first: ['26474-7', '731-0'] },
  {
    query: 'Lymphocytes',
    metadata: { unit: '%', specimen: 'CSF' },
    first: '26479-6',
    linked: true,
  },
  { query: 'Eosinophils', metadata: blood('%'), first: ['26450-7', '713-8'] },
  { query: 'AEC', metadata: blood('cells/cumm'), first: ['26449-9', '711-2'] },
  { query: 'WBC', metadata: blood('10^3/uL'), first: ['26464-8', '6690-2'] },
  { query: 'TLC', metadata: blood('cells/cumm'), first: ['26464-8', '6690-2'] },
  {
    query: 'WBC',
    metadata: { unit: '/uL', specimen: 'CSF' },
    first: '26465-5',
    linked: true,
  },
  { query: 'WBC', metadata: urine('/hpf'), first: ['46702-7', '5821-4'] },
  { query: 'Pus cells', metadata: urine('/hpf'), first: ['46702-7', '5821-4'] },
  { query: 'RBC', metadata: blood('million/cumm'), first: ['26453-1', '789-8'] },
  { query: 'RBC', metadata: urine('/hpf'), first: ['13945-1', '46419-8'] },
  { query: 'RBC', metadata: { unit: '/uL', specimen: 'CSF' }, first: '26454-9' },
  { query: 'Platelet count', metadata: blood('lakhs/cumm'), first: ['26515-7', '777-3'] },
  { query: 'Hematocrit', metadata: blood('%'), first: ['20570-8', '4544-3'] },
  { query: 'MCV', metadata: blood('fL'), first: ['30428-7', '787-2'] },
  { query: 'MCH', metadata: blood('pg'), first: ['28539-5', '785-6'] },
  { query: 'MCHC', metadata: blood('g/dL'), first: ['28540-3', '786-4'] },
  { query: 'RDW', metadata: blood('%'), first: ['30385-9', '788-0'] },
  { query: 'RDW-SD', metadata: blood('fL'), first: ['30384-2', '21000-5'] },
])

cases('a unit of another dimension', [
  { query: 'Glucose', metadata: serum('%'), linked: false, reason: 'unit_conflict' },
  { query: 'Glucose', metadata: serum('10^3/uL'), linked: false, reason: 'unit_conflict' },
  { query: 'Glucose', metadata: { unit: 'mmol/L', specimen: 'CSF' }, linked: false },
  { query: 'Creatinine', metadata: serum('U/L'), linked: false },
  { query: 'TSH', metadata: serum('ng/mL'), linked: false, reason: 'unit_conflict' },
  { query: 'SGOT', metadata: serum('mg/dL'), linked: false, reason: 'unit_conflict' },
  { query: 'Hemoglobin', metadata: blood('%'), linked: false },
  { query: 'WBC', metadata: blood('%'), linked: false },
  { query: 'Sodium', metadata: serum('g/dL'), linked: false },
  { query: 'Platelet count', metadata: blood('fL'), linked: false },
  { query: 'Prothrombin time', metadata: plasma('mg/dL'), linked: false },
])

cases('a unit, a specimen or both are missing', [
  {
    query: 'Glucose',
    metadata: { specimen: 'Serum' },
    linked: false,
    reason: 'unit_missing',
    needed: 'mass or moles?',
  },
  {
    query: 'Glucose',
    metadata: { value: '100', specimen: 'Serum' },
    linked: false,
    reason: 'unit_missing',
  },
  { query: 'Hemoglobin', metadata: { specimen: 'Blood' }, linked: false, reason: 'unit_missing' },
  { query: 'Creatinine', metadata: { specimen: 'Serum' }, linked: false, reason: 'unit_missing' },
  {
    query: 'Glucose',
    metadata: { unit: 'mg/dL' },
    linked: false,
    reason: 'specimen_missing',
    needed: 'which specimen?',
  },
  {
    query: 'Creatinine',
    metadata: { unit: 'mg/dL' },
    linked: false,
    reason: 'specimen_missing',
    needed: 'which specimen?',
  },
  { query: 'TSH', metadata: { unit: 'mIU/L' }, linked: false, reason: 'specimen_missing' },
  {
    query: 'Hemoglobin',
    metadata: { unit: 'g/dL' },
    first: '718-7',
    linked: false,
    reason: 'specimen_missing',
  },
  { query: 'hemoglobin', linked: false, reason: 'unit_missing' },
  { query: 'Glucose', linked: false, reason: 'unit_missing' },
  { query: 'creatinine', linked: false },
  { query: 'WBC', linked: false },
])

cases('units and specimens that are not understood', [
  {
    query: 'Glucose',
    metadata: serum('flurbs'),
    linked: false,
    reason: 'unit_missing',
    notUnderstood: ['unit'],
  },
  {
    query: 'Glucose',
    metadata: mgdl('goo'),
    linked: false,
    reason: 'specimen_missing',
    notUnderstood: ['specimen'],
  },
  {
    query: 'Glucose',
    metadata: { unit: '', specimen: '' },
    linked: false,
    notUnderstood: ['specimen', 'unit'],
  },
  {
    query: 'Glucose',
    metadata: { ...serum('mg/dL'), range: 'see note', panel_name: 'Tuesday' },
    first: '2345-7',
    linked: true,
    notUnderstood: ['range', 'panel_name'],
  },
  {
    query: 'Glucose',
    metadata: { ...serum('mg/dL'), colour: 'red', unitless: 3, nested: { a: 1 } },
    first: '2345-7',
    linked: true,
    notUnderstood: [],
  },
])

cases('findings and names in place of a unit', [
  {
    query: 'Glucose',
    metadata: positive('Urine'),
    first: ['2349-9', '25428-4'],
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: { value: '1+', specimen: 'Urine' },
    first: ['2349-9', '25428-4'],
    linked: true,
  },
  {
    query: 'Protein',
    metadata: { value: 'Trace', specimen: 'Urine' },
    first: ['2887-8', '20454-5'],
    linked: true,
  },
  {
    query: 'Bilirubin',
    metadata: positive('Urine'),
    first: ['1977-8', '5770-3'],
    linked: true,
  },
  {
    query: 'Ketones',
    metadata: positive('Urine'),
    first: ['33903-6', '2514-8'],
    linked: true,
  },
  { query: 'Ketones', metadata: urine('mg/dL'), first: ['5797-6', '50557-8'] },
  {
    query: 'Nitrite',
    metadata: positive('Urine'),
    first: ['32710-6', '5802-4'],
    linked: true,
  },
  { query: 'Hemoglobin', metadata: positive('Urine'), first: ['5794-3', '57751-0'] },
  { query: 'Occult blood', metadata: positive('Stool'), first: ['2335-8', '29771-3'] },
  {
    query: 'HBsAg',
    metadata: { value: 'Reactive', specimen: 'Serum' },
    first: ['5195-3', '5196-1'],
  },
  {
    query: 'HBsAg',
    metadata: { value: 'Negative', specimen: 'Serum' },
    first: ['5195-3', '5196-1'],
  },
  {
    query: 'HCV antibody',
    metadata: { value: 'Non-Reactive', specimen: 'Serum' },
    first: ['16128-1', '13955-0'],
  },
  {
    query: 'Toxoplasma IgG',
    metadata: positive('Serum'),
    first: '22580-5',
    linked: true,
  },
  { query: 'Toxoplasma IgG', metadata: serum('IU/mL'), first: ['8039-0', '5388-4'] },
  { query: 'Dengue IgM', metadata: positive('Serum'), first: '29663-2', linked: true },
  {
    query: 'Dengue NS1 antigen',
    metadata: positive('Serum'),
    first: ['91064-6', '75377-2'],
  },
  { query: 'ANA', metadata: positive('Serum'), first: '8061-4', linked: true },
  {
    query: 'ANA',
    metadata: { value: '1:80', unit: 'titer', specimen: 'Serum' },
    first: ['5048-4', '33253-6'],
  },
  { query: 'Pregnancy test', metadata: positive('Urine'), first: ['2106-3', '80384-1'] },
  { query: 'Beta hCG', metadata: serum('mIU/mL'), first: ['21198-7', '19080-1', '45194-8'] },
  {
    query: 'Urine culture',
    metadata: { value: 'Escherichia coli' },
    first: '630-4',
  },
  {
    query: 'Culture',
    metadata: { value: 'Klebsiella pneumoniae', specimen: 'Sputum' },
    first: ['6460-0', '622-1'],
  },
  {
    query: 'ABO and Rh',
    metadata: { value: 'B Positive', specimen: 'Blood' },
    first: '882-1',
  },
  {
    query: 'Appearance',
    metadata: { value: 'Turbid', specimen: 'Urine' },
    first: '5767-9',
    linked: true,
  },
  {
    query: 'Colour',
    metadata: { value: 'Pale yellow', specimen: 'Urine' },
    first: '5778-6',
    linked: true,
  },
])

cases('units in values, ranges and names', [
  {
    query: 'Glucose',
    metadata: { value: '5.5 mmol/L', specimen: 'Serum' },
    first: '14749-6',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: { specimen: 'Serum', range: '70 - 100 mg/dL' },
    first: '2345-7',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: { specimen: 'Serum', range: '3.9 - 5.6 mmol/L' },
    first: '14749-6',
    linked: true,
  },
  {
    query: 'Hemoglobin',
    metadata: { specimen: 'Blood', range: '13.0 - 17.0 g/dL' },
    first: '718-7',
    linked: true,
  },
  {
    query: 'Hemoglobin',
    metadata: { specimen: 'Blood', range: '13.0 - 17.0' },
    first: '718-7',
    linked: true,
  },
  {
    query: 'Hemoglobin',
    metadata: { specimen: 'Blood', range: '8.1 - 11.0' },
    linked: false,
    reason: 'unit_missing',
  },
  { query: 'Glucose (mg/dL)', metadata: { specimen: 'Serum' }, first: '2345-7', linked: true },
  { query: 'Glucose (mmol/L)', metadata: { specimen: 'Serum' }, first: '14749-6', linked: true },
  {
    query: 'Haemoglobin (g/dL)',
    metadata: { specimen: 'Blood' },
    first: '718-7',
    linked: true,
  },
  { query: 'pH', metadata: { unit: 'pH', specimen: 'Urine' }, first: ['2756-5', '5803-2'] },
])

cases('specimens in the text', [
  {
    query: 'Urine Glucose',
    metadata: { unit: 'mg/dL' },
    first: '2350-7',
    linked: true,
  },
  {
    query: 'CSF glucose',
    metadata: { unit: 'mg/dL' },
    first: '2342-4',
    linked: true,
  },
  {
    query: 'CSF protein',
    metadata: { unit: 'mg/dL' },
    first: '2880-3',
    linked: true,
  },
  { query: 'Serum glucose', metadata: { unit: 'mg/dL' }, first: '2345-7', linked: true },
  { query: 'Protein, pleural fluid', metadata: { unit: 'g/dL' }, first: '2882-9', linked: true },
  { query: 'S. Creatinine', metadata: { unit: 'mg/dL' }, first: '2160-0', linked: true },
  { query: 'S. Creatinine', metadata: { unit: 'umol/L' }, first: '14682-9', linked: true },
  { query: 'Creatinine, 24 hr urine', metadata: { unit: 'g/24h' }, first: '2162-6', linked: true },
  {
    query: 'Urine ACR',
    metadata: { unit: 'mg/g' },
    first: ['9318-7', '14959-1'],
    linked: true,
  },
  { query: 'Blood urea', metadata: serum('mg/dL'), first: '3091-6', linked: true },
  {
    query: 'Glucose',
    metadata: { unit: 'mg/dL', specimen_text: 'Serum' },
    first: '2345-7',
    linked: true,
  },
  {
    query: 'Serum glucose',
    metadata: urine('mg/dL'),
    first: '2350-7',
    conflicts: ['specimen'],
  },
  {
    query: 'Urine sodium',
    metadata: serum('mmol/L'),
    first: '2951-2',
    conflicts: ['specimen'],
  },
  {
    query: 'Serum sodium',
    metadata: serum('mmol/L'),
    first: '2951-2',
    linked: true,
    conflicts: [],
  },
  {
    query: 'Neutrophils %',
    metadata: blood('10^3/uL'),
    first: ['26499-4', '751-8'],
    conflicts: ['unit'],
  },
])

cases('panels', [
  // A panel that is done on one specimen pins it …
  {
    query: 'Hemoglobin',
    metadata: { unit: 'g/dL', panel_name: 'CBC' },
    first: '718-7',
    linked: true,
  },
  {
    query: 'Glucose',
    metadata: { unit: 'mg/dL', panel_name: 'CSF analysis' },
    first: '2342-4',
    linked: true,
  },
  {
    query: 'Sodium',
    metadata: { unit: 'mmol/L', panel_name: 'Electrolytes' },
    first: '2951-2',
    linked: true,
  },
  {
    query: 'Urea',
    metadata: { unit: 'mg/dL', panel_name: 'KFT' },
    first: '3091-6',
    linked: true,
  },
  // … not what it is seldom done on …
  {
    query: 'Iron',
    metadata: { unit: 'ug/dL', panel_name: 'CBC' },
    first: '2498-4',
    linked: false,
    reason: 'specimen_missing',
    needed: 'which specimen?',
  },
  {
    query: 'WBC',
    metadata: { unit: '/cumm', panel_name: 'Cell count' },
    linked: false,
    reason: 'ambiguous',
    needed: 'which specimen?',
  },
  // … and no unit.
  {
    query: 'Hemoglobin',
    metadata: { panel_name: 'CBC' },
    first: '718-7',
    linked: false,
    reason: 'unit_missing',
  },
  {
    query: 'Hemoglobin',
    metadata: { unit: 'g/dL', panel_name: 'Tuesday' },
    first: '718-7',
    linked: false,
    reason: 'specimen_missing',
  },
  // What is said counts more.
  {
    query: 'Glucose',
    metadata: { ...serum('mg/dL'), panel_name: 'Urine routine' },
    first: '2345-7',
    linked: true,
  },
  {
    query: 'Complete blood count',
    metadata: { specimen: 'Blood' },
    linked: false,
    reason: 'not_a_result',
  },
  { query: 'Lipid panel', metadata: { specimen: 'Serum' }, linked: false, reason: 'not_a_result' },
])

cases('two words of which one must be wrong', [
  {
    query: 'Serum creatinine',
    metadata: { unit: 'mg/dL', specimen: 'Urine' },
    linked: false,
    reason: 'specimen_conflict',
    needed: 'which test?',
    conflicts: ['specimen'],
  },
  {
    query: 'Serum creatinine',
    metadata: { unit: 'mg/dL', specimen_text: 'Urine' },
    linked: false,
    reason: 'specimen_conflict',
    needed: 'which test?',
    conflicts: ['specimen_text'],
  },
  {
    query: 'Glucose (mg/dL)',
    metadata: serum('mmol/L'),
    linked: false,
    reason: 'unit_conflict',
    needed: 'which test?',
    conflicts: ['unit'],
  },
  {
    query: 'Glucose (mg/dL)',
    metadata: serum('g/L'),
    first: '2345-7',
    linked: true,
    conflicts: [],
  },
  { query: 'Neutrophils %', metadata: blood('10^3/uL'), linked: false, conflicts: ['unit'] },
  {
    query: 'Creatinine (urine)',
    metadata: serum('mg/dL'),
    linked: false,
    reason: 'specimen_conflict',
    conflicts: ['specimen'],
  },
  { query: 'Creatinine (urine)', metadata: urine('mg/dL'), first: '2161-8', linked: true },
  // The word is the name's.
  {
    query: 'Pus cells',
    metadata: urine('/HPF'),
    first: '5821-4',
    linked: true,
  },
])

cases('challenges, methods and words that mean nothing', [
  { query: 'Fasting glucose', metadata: plasma('mg/dL'), first: '1558-6', linked: true },
  // A name that laboratories report in mass is reported in moles elsewhere.
  { query: 'FBS', metadata: plasma('mmol/L'), first: '14771-0', linked: true },
  { query: 'Glucose fasting', metadata: plasma('mmol/L'), first: '14771-0', linked: true },
  { query: 'Blood sugar PP', metadata: plasma('mg/dL'), first: '1521-4', linked: true },
  { query: 'Glucose level', metadata: serum('mg/dL'), first: '2345-7', linked: true },
  {
    query: 'LDL cholesterol direct',
    metadata: serum('mg/dL'),
    first: '18262-6',
  },
  { query: 'Glucose banana tree', metadata: serum('mg/dL'), linked: false },
  { query: 'banana', metadata: serum('mg/dL'), linked: false },
])

describe('what practice takes without a word', () => {
  const assuming = (query: string, metadata: HintCase['metadata'] = {}) =>
    medlink.link({ query, ontology: 'loinc', assume: 'usual', metadata: { ...metadata } })
      .results[0]!

  test.each<{
    readonly query: string
    readonly metadata?: HintCase['metadata']
    readonly code: string
    readonly assumed: Readonly<Record<string, string>>
  }>([
    {
      query: 'Transferrin',
      metadata: { unit: 'mg/dL' },
      code: '3034-6',
      assumed: { system: 'Ser/Plas' },
    },
    {
      query: 'Ferritin',
      metadata: { unit: 'ng/mL' },
      code: '2276-4',
      assumed: { system: 'Ser/Plas' },
    },
    {
      query: 'ALT',
      metadata: { specimen: 'Serum' },
      code: '1742-6',
      assumed: { property: 'CCnc' },
    },
    {
      query: 'PT',
      metadata: { specimen: 'Plasma' },
      code: '5902-2',
      assumed: { property: 'Time', method: 'Coag' },
    },
  ])('is linked: $query with $metadata', ({ query, metadata, code, assumed }) => {
    const found = assuming(query, metadata)
    expect(found).toMatchObject({ term_id: code, is_linked: true })
    expect(found.metadata.assumed).toEqual(assumed)
    const [asked] = link(query, metadata).results
    expect(asked).toMatchObject({ term_id: code, is_linked: false })
    expect(asked!.metadata).not.toHaveProperty('assumed')
  })

  test.each<{
    readonly query: string
    readonly metadata?: HintCase['metadata']
    readonly reason: LinkReason
    readonly why: string
  }>([
    {
      query: 'Potassium',
      metadata: { unit: 'mmol/L' },
      reason: 'ambiguous',
      why: 'urine is tested for it, too',
    },
    { query: 'iron', reason: 'unit_missing', why: 'neither is said' },
    {
      query: 'iron',
      metadata: { specimen: 'serum' },
      reason: 'ambiguous',
      why: 'it is reported in mass and in moles',
    },
    { query: 'Hemoglobin', metadata: { unit: 'g/dL' }, reason: 'ambiguous', why: 'urine' },
  ])('is not linked: $query with $metadata, $why', ({ query, metadata, reason }) => {
    const found = assuming(query, metadata)
    expect(found.is_linked).toBe(false)
    expect(found.metadata.link_reason).toBe(reason)
  })
})

test('a code is its own answer, whatever the hints', () => {
  expect(link('2345-7').results[0]).toMatchObject({ term_id: '2345-7', is_linked: true })
  expect(link('2345-7', urine('%')).results[0]).toMatchObject({
    term_id: '2345-7',
    is_linked: true,
  })
})

test('a result says what agrees, and its value in the unit of the code', () => {
  const hints = { ...serum('mmol/L'), value: '5.55' }
  const { results, query_breakdown } = link('Glucose', hints)
  expect(query_breakdown).toMatchObject({
    test_name: 'glucose',
    value: '5.55',
    unit_orig: 'mmol/L',
    unit: 'mmol/L',
    property: 'SCnc',
    not_understood: [],
    conflicts: [],
  })
  expect(results[0]!.metadata).toMatchObject({
    system: 'Ser/Plas',
    property: 'SCnc',
    unit_normalised: 'mmol/L',
    matching_breakdown: {
      unit_match: true,
      specimen_match: true,
      value_type_match: true,
      value_normalised: '5.55 mmol/L',
    },
  })
})

test('no query and no hints are an error, or link without a unit and a specimen', () => {
  const text = fc.oneof(anyString, clinicalText)
  const query = fc
    .oneof(text, fc.constantFrom('Glucose', 'WBC', 'Serum creatinine'))
    .filter((query) => query.trim() !== '')
  const key = fc.constantFrom(
    'unit',
    'specimen',
    'value',
    'range',
    'panel_name',
    'extended_test_name',
  )
  fc.assert(
    fc.property(query, fc.dictionary(key, text), (query, hints) => {
      const { results } = link(query, hints)
      expect(results.filter(({ is_linked }) => is_linked).length).toBeLessThanOrEqual(1)
      for (const { score } of results) expect(score).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})
