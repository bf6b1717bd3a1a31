/**
 * Proves which procedures a note names, over the starter of SNOMED CT: their place and attributes, that a short name is one
 * in capitals only, their status, and that the linker decides on the code.
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('snomed')

const proceduresIn = (text: string) => entitiesIn(medlink, 'procedure', text)

describe('the status of', () => {
  test.each([
    ['s/p CABG 2019', 'CABG past'],
    ['h/o appendectomy', 'appendectomy past'],
    ['colonoscopy in 2014', 'colonoscopy past'],
    ['craniotomy L 2019, R planned', 'craniotomy past'],
    ['failed PT, wants colonoscopy', 'colonoscopy planned'],
    ['wants no colonoscopy', 'colonoscopy negated'],
    ['craniotomy site dry', 'craniotomy past'],
    ['transfusion consent signed', 'transfusion planned'],
    ['past surgery: none', 'surgery negated'],
    ['echo: mild MR', 'echo done'],
    ['CT brain NAD', 'CT brain done'],
    ['Echo ruled out vegetation', 'Echo done'],
    ['CT excluded a bleed', 'CT done'],
    ['No effusion on USG', 'USG done'],
    ['LSCS planned', 'LSCS planned'],
    ['Plan: colonoscopy', 'colonoscopy planned'],
    ['Plan: TKR Aug 14', 'TKR planned'],
    ['refused mammogram', 'mammogram refused'],
    ['colonoscopy offered, pt declined', 'colonoscopy refused'],
    ['MRI not indicated', 'MRI negated'],
    ['no prior colonoscopy', 'colonoscopy negated'],
    ['Mother had mastectomy', 'mastectomy family'],
    ['The team recommends mastectomy: date to be fixed', 'mastectomy planned'],
    ['G1 preterm, G2 loss + D&C', 'D&C past'],
    ['taxol x4 then mastectomy', 'mastectomy planned'],
    ['received taxol weekly then mastectomy', 'mastectomy done'],
    ['colonoscopy deferred to 6 wks', 'colonoscopy planned'],
    ['colonoscopy deferred', 'colonoscopy negated'],
    ['check echo he declined the booster', 'echo planned'],
    ['colonoscopy D14', 'colonoscopy planned'],
    ['USG in 6 weeks', 'USG planned'],
    ['Biopsy attempted but abandoned', 'Biopsy negated'],
    ['aborted biopsy', 'biopsy negated'],
    ['biopsy (not done)', 'biopsy negated'],
    ['Procedure not performed: biopsy', 'biopsy negated'],
    ['attempted thoracentesis, failed', 'thoracentesis negated'],
    ['failed intubation', 'intubation negated'],
    ['failed renal transplant', 'renal transplant done'],
    ['thoracentesis attempted x2, 800 mL out', 'thoracentesis done'],
    ['no show for mammogram', 'mammogram negated'],
    ['missed dialysis twice', 'dialysis negated'],
    ['unable to complete MRI', 'MRI negated'],
    ['never underwent mastectomy', 'mastectomy negated'],
    ['CABG, pt expired prior to induction', 'CABG negated'],
    ['mammogram overdue', 'mammogram planned'],
    ['Tonsillectomy listed for May', 'Tonsillectomy planned'],
    ['mammogram waiting list', 'mammogram planned'],
    ['Tonsillectomy listed in history', 'Tonsillectomy done'],
    ['CXR N', 'CXR done'],
    ['CXR neck NAD', 'CXR done'],
    ['surgery N', 'surgery negated'],
    ['Impression: normal CT head', 'CT head done'],
    ['Plan: if stable CT head', 'CT head planned'],
    ['Impression: postsurgical changes of CABG', 'CABG past'],
    ['OPERATION: REPEAT LSCS', 'LSCS done'],
    ['repeat LSCS', 'LSCS planned'],
    ['DEXA due 2031', 'DEXA planned'],
    ['CT head due to a fall', 'CT head done'],
    ['echo rescheduled to Monday', 'echo planned'],
    ['attempted vaginal delivery then LSCS', 'vaginal delivery done', 'LSCS done'],
    ['s/p LSCS, unsuccessful intubation', 'LSCS past', 'intubation negated'],
    ['biopsy done, report awaited', 'biopsy done'],
    ['ECG done, echo awaited', 'ECG done', 'echo planned'],
    ['sutures removed on POD 8', 'sutures done'],
    ['sutures to be removed on POD 8', 'sutures planned'],
    ['Plan: get CT head done', 'CT head planned'],
    ['Impression: biopsy taken', 'biopsy done'],
    ['biopsy to be taken', 'biopsy planned'],
    ['No fever, 2 PRBC transfused', 'PRBC done'],
    ['no fever or PRBC transfused', 'PRBC negated'],
    ['you do not need further surgery', 'surgery negated'],
    ['He needs a CT head but does not need an MRI', 'CT head planned', 'MRI negated'],
    ['surgery is no longer needed', 'surgery negated'],
    ['MRI was not felt to be necessary', 'MRI negated'],
    ['I do not think an MRI is indicated', 'MRI negated'],
    ['an MRI is indicated', 'MRI done'],
    ['CT scan abdomen not done', 'CT scan negated'],
    ['CPAP since 2018', 'CPAP done'],
    ['PMH: OSA on CPAP', 'CPAP done'],
    ['deceased donor renal transplant 2009', 'renal transplant past'],
    ['renal transplant (donor: mother)', 'renal transplant done'],
    ['live renal transplant from brother', 'renal transplant done'],
    ['Brother had a renal transplant', 'renal transplant family'],
    ['CT head to exclude a bleed', 'CT head planned'],
    ['CT head done to exclude a bleed', 'CT head done'],
    ['CT head to exclude a bleed was normal', 'CT head done'],
    ['rpt CT head 3/12', 'CT head planned'],
    ['CT head 3/12', 'CT head past'],
    ['MRI suggested for further evaluation', 'MRI planned'],
    ['MRI suggested demyelination', 'MRI done'],
    ['ICD removed on POD 5', 'ICD removed done'],
    ['Biopsy margins clear', 'Biopsy done'],
    ['Colonoscopy Dec 2019', 'Colonoscopy past'],
    ['VATS decortication done', 'VATS done', 'decortication done'],
    ['Exp lap done', 'Exp lap done'],
    ['DaTscan shows reduced uptake', 'DaTscan done'],
    ['she does not need a DaTscan', 'DaTscan negated'],
  ])('"%s" is "%s"', (text, ...expected) => {
    expect(proceduresIn(text).map(({ text: name, status }) => `${name} ${status}`)).toEqual(
      expected,
    )
  })
})

test('a short name is one in capitals only', () => {
  expect(proceduresIn('us and pet are words')).toEqual([])
  expect(proceduresIn('PCI done')).toMatchObject([{ text: 'PCI' }])
})

test('side and time are attributes', () => {
  expect(
    proceduresIn('left mastectomy 2018')[0]!.attributes.map(({ type, text }) => [type, text]),
  ).toEqual([
    ['DIRECTION', 'left'],
    ['TIME_EXPRESSION', '2018'],
  ])
})

test.each([
  ['2u PRBC given', 'PRBC'],
  ['CABG x3 2019', 'CABG'],
  ['ICD', undefined],
  ['He walks fast', undefined],
  ['Dialysis diet', undefined],
  ['Dialysis, diet', 'Dialysis'],
  ['Rang the surgery', undefined],
  ['Well after surgery', 'surgery'],
  ['Surgery OPD', undefined],
  ['Dept of Surgery', undefined],
  ['Seen by plastic surgery', undefined],
  ['Ref to surgery', undefined],
  ['Ward: General Surgery', undefined],
  ['Consultant: Plastic Surgery', undefined],
  ['Discharge Summary - General Surgery', undefined],
  ['Surgery SHO informed', undefined],
  ['Plan: surgery', 'surgery'],
  ['Team - surgery today', 'surgery'],
  ['Referred for surgery', 'surgery'],
  ['Discussed surgery with her', 'surgery'],
  ['Seen by me after surgery', 'surgery'],
  ['Tender first MTP joint', undefined],
  ['MTP 2015', 'MTP'],
  ['MTP at 8 weeks. Toe swollen', 'MTP'],
  ['HD: father had Huntington disease', undefined],
  ['HD #4', undefined],
  ['HD 4: afebrile', undefined],
  ['HD 3 times a week', 'HD'],
  ['HD unstable', undefined],
  ['D/C home', undefined],
  ['suction D/C', 'D/C'],
  ['D&C', 'D&C'],
  ['OPERATION: TURP', 'TURP'],
  ['Surgery: 2012', 'Surgery'],
])('the name in "%s" is %j', (text, name) => {
  expect(proceduresIn(text)[0]?.text).toBe(name)
})

test.each([
  ['MVR done', undefined],
  ['suture removal today', undefined],
  ['TURP done', 'Transurethral prostatectomy'],
  ['liver biopsy done', 'Biopsy of liver'],
])('"%s" is linked to no wider procedure and to no other: %j', (text, name) => {
  const [procedure] = proceduresIn(text)
  const [linked] = procedure!.results.filter(({ is_linked }) => is_linked)
  expect(linked?.metadata.preferred_name).toBe(name)
})

test.each([
  ['lap chole 2015', 'lap chole', 'Laparoscopic cholecystectomy'],
  ['Laparoscopic hysterectomy', 'Laparoscopic hysterectomy', 'Laparoscopic hysterectomy'],
  ['hysterectomy, total', 'hysterectomy', 'Total hysterectomy'],
  ['radical cholecystectomy', 'radical cholecystectomy', undefined],
  ['lap chole converted to open', 'lap chole', 'Cholecystectomy'],
  ['total now. Hysterectomy', 'Hysterectomy', 'Hysterectomy'],
])('the way of "%s" is part of its name', (text, name, title) => {
  const [procedure] = proceduresIn(text)
  const [linked] = procedure!.results.filter(({ is_linked }) => is_linked)
  expect([procedure!.text, linked?.metadata.preferred_name]).toEqual([name, title])
})

test('the linker decides on the code', () => {
  const [procedure] = proceduresIn('s/p appendicectomy')
  const { results } = medlink.link({ query: 'appendectomy', ontology: 'snomed' })
  expect(procedure!.results).toEqual(results)
})
