/**
 * Proves of abbreviations that are conditions elsewhere:
 * 1. a word near one tells that it is none: on either side, in capitals or not; so do letters in small and capital of their own
 * 2. far from such a word, in a longer name and without one it stays a condition
 */

import { expect, test } from 'vitest'
import { meansOther } from '../../src/clinical/word-kinds.ts'
import { analyzer } from '../support/linker.ts'

function isOther(marked: string): boolean {
  const text = marked.replace(/[{}]/g, '')
  const words = analyzer.analyze(text)
  const begin = marked.indexOf('{')
  const end = marked.indexOf('}') - 1
  const from = words.findIndex(({ start }) => start >= begin)
  return meansOther(words, { from, to: words.findIndex((word) => word.end >= end) + 1 }, text)
}

test.each([
  'SpO2 96% on {RA}, RR 18',
  'sats 94 {ra}',
  '{DOA} 3/4 DOD 6/4',
  'trivial {PVL} after TAVR',
  '{SLE} OU: cornea clear',
  '30 {RHF} referred for headache',
  'OCT: {CMT} 340',
  '{FIT} neg 2021',
  '{TTP} over the midline',
  '{BP} 120/80',
  'CXR: right upper zone {cavity}',
  'abdominal {cramping}',
  'otherwise {fit} and well',
  'came {off} the drip',
  '{confused} about the dose',
  'feels {cold}, tired',
  '{Cold}, pale leg',
  'sweaty and {cold} on exam',
  'hot and {cold} flushes',
  'this {fits} with gout',
  'the shoe {fits} poorly',
  '{weak} tea',
  '{low sugar} diet',
  'HTN 1, {DM 1}',
  'HTN 0, {DM 1}',
  '{scared} of dogs',
  'listed for {Mohs}',
  'ulcer at the {gaiter}',
  'after {cussing}',
  'settled on {RA}',
  '{RA} 95%',
  '{RA} pressure 8',
  '{TOF} ratio 0.9',
  'PI-{RADS} 4',
  '{VT} 6 ml/kg',
  'felt {homophobia} at work',
  'PO 300 {ml IV} 500',
  'aspirate {2 ml}',
  'leuc 2+ {nit} +',
  "{PU'd} 200 ml",
  '{PUd} well',
  'PPHN, on {iNO}',
  '{FMs} good',
  '{Adr} 0.1 ml',
  'CO 15 {ppm}',
  '97% {OA}',
  'sats 96 {OA}',
  '{ICD}, column moving',
  '{SOB} in chair',
  '{AF} 12 cm',
  'thank you, {Sir}',
  '{depressed} zygomatic fracture',
  'tibial plateau {depressed} 4 mm',
  '{cold} nodule on scan',
  '{cold} snared',
  '{burnt out} tuberculosis',
  '{angry} red wound',
  '{collapse} of L3',
  'D9 {collapse}',
  '{collapsed} bladder',
  '{callus} at the fracture',
  '{retraction} of the tendon',
  'UR6 {TTP}, mobile',
  '46 {TTP}',
  '{SLE}: quiet, flare 1+',
  '{PID} L5/S1',
  '{XLA} of LL8 under LA',
  '120/80 {RA}',
  'cause of {death}',
  '{pleural fluid} ADA 60',
])('%s is no condition', (marked) => {
  expect(isOther(marked)).toBe(true)
})

test.each([
  '{RA} on methotrexate',
  '{RA} 95 tablets',
  '{VT} 180 bpm',
  '{TOF}, raised ratio',
  'for {RADS} 4',
  '{BP} since 2010',
  'sats 94 in the morning, seen by Dr Rao, known {RA}',
  'SpO2 96%, {RA flare}',
  '{SLE} with nephritis',
  'had a {fit} at school',
  '{confused}, about 3 days',
  'about this: {confused} since',
  'has a {cold}, feels well',
  '{weak} left arm',
  '{low sugar} at 3 am',
  'CKD 3, {DM 1}',
  'known {ML 2}',
  '{nits} in the hair',
  'PMH: {PUD}',
  'left {INO}',
  'known {FMS}',
  '{ADR} to penicillin',
  '{PPM} in 2019',
  '1. {OA} 2. HTN',
  '{ICD} checked in May',
  '{SOB} on stairs',
  '{AF} since 2012',
  '{depressed} since her fracture, low',
  '{cold}, thyroid nodule',
  '{burnt out} at work',
  '{angry} and irritable',
  '{collapse}, fracture of L3',
  '{collapsed} at home',
  '{callus} of the great toe',
  'subcostal {retraction}',
  '{TTP} with low platelets',
  '{SLE} on hydroxychloroquine',
  '{PID} with pelvic pain',
  '{XLA} on immunoglobulin',
  '{pleural fluid} on the left',
])('%s is one', (marked) => {
  expect(isOther(marked)).toBe(false)
})
