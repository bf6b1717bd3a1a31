/**
 * Proves the status of a drug by the words around it, over the starter of medication:
 * 1. modifiers turn a verb, and two verbs in a row make one status
 * 2. a time, a condition, a frame, a label, a swap and a borrowed drug each count
 * 3. of the drugs of golden/note-drugs.tsv, written before the rules, the floor has the right status
 * 4. the tables have known places, statuses, reaches and turns only
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  CUE_PLACES,
  CUE_REACHES,
  chained,
  cueTokens,
  TURNS,
  turned,
} from '../../../src/comprehend/kinds/drug-cues.ts'
import { readTable } from '../../../src/language/tables.ts'
import { MEDICATION_STATUSES } from '../../../src/ontologies/medication/contract.ts'
import { openStarter } from '../../support/linker.ts'

const medlink = openStarter('medication')
const drugsIn = (text: string) => medlink.comprehend({ text, find: ['medication'] }).entities
const statuses = (text: string) => drugsIn(text).map((drug) => `${drug.text} ${drug.status}`)

test.each([
  ['new', 'planned', 'planned'],
  ['current', 'planned', 'current'],
  ['new', 'negated', 'negated'],
  ['stopped', 'negated', 'current'],
  ['held', 'negated', 'current'],
  ['allergy', 'negated', 'allergy'],
  ['current', 'past', 'past'],
  ['planned', 'past', 'planned'],
  ['new', 'none', 'new'],
  ['new', 'wished', 'planned'],
  ['stopped', 'wished', 'current'],
  ['held', 'wished', 'current'],
  ['stopped', 'planned', 'stopped'],
] as const)('%s after a modifier that is %s is %s', (status, turn, result) => {
  expect(turned(status, turn)).toBe(result)
})

test.each([
  ['stopped', 'current', 'stopped'],
  ['new', 'current', 'new'],
  ['planned', 'new', 'planned'],
  ['current', 'past', 'past'],
  ['negated', 'stopped', 'current'],
  ['planned', 'stopped', 'stopped'],
  ['new', 'held', 'held'],
] as const)('a verb that is %s before one that is %s is %s', (outer, inner, result) => {
  expect(chained(outer, inner)).toBe(result)
})

test.each([
  // What is taken at times still, though the words are of the past.
  ['Amlodipine 5 mg od, last given yesterday', 'current'],
  ['Diabetes, treated with metformin 500 mg bd', 'current'],
  ['Was treated with metformin 500 mg bd', 'past'],
  ['UTI treated with amoxicillin 500 mg tds x 5 days', 'past'],
  ['Treated with amoxicillin', 'past'],
  // A bracket ends.
  ['Ramipril 5 mg od (omit on day), amlodipine 5 mg od', 'current current'],
  // A drug with times behind one that is stopped without is an item of its own.
  ['MEDS: AMLODIPINE 5 MG DAILY, STOP RAMIPRIL, ASPIRIN 81 MG DAILY', 'current stopped current'],
  ['STOP RAMIPRIL; AMLODIPINE 5 MG DAILY', 'stopped current'],
  ['D/C CATHETER, FUROSEMIDE 40 MG BID', 'current'],
  ['Stop ramipril, aspirin and metformin', 'stopped stopped stopped'],
  ['Held: metformin 500 mg bd, ramipril 5 mg od', 'held held'],
  ['Hold metformin 500 mg bd, ramipril 5 mg od', 'held held'],
  // Directions of a prescription.
  ['Ramipril 5 mg capsules ONE TO BE TAKEN EACH DAY', 'new'],
  ['Hydrocortisone 1% cream to be applied bd', 'new'],
  ['Ibuprofen 400 mg 2 qds prn max 8 in 24 hours', 'current'],
  ['Warfarin to be restarted next week', 'planned'],
  // A remission, a habit that ended, and other verbs that are not about the drug.
  ['Currently in remission on lithium 400 mg', 'current'],
  ['Quit smoking on metformin', 'current'],
  ['Ramipril until 2015', 'past'],
  ['Past drugs: metformin, aspirin', 'past past'],
  ['Metformin 500 mg bd, HbA1c due', 'current'],
  ['Metformin due', 'planned'],
  ['If low sodium stop ramipril', 'current'],
  ['Stop aspirin 5 days before surgery', 'current'],
])('the drugs of "%s" are %s', (text, expected) => {
  expect(
    drugsIn(text)
      .map(({ status }) => status)
      .join(' '),
  ).toBe(expected)
})

test('numbers and years of a cue', () => {
  expect(cueTokens(['in', '2019', 'day', '5', 'd12'])).toEqual(['in', '####', 'day', '#', 'd#'])
  expect(cueTokens(['at', '16:0'])).toEqual(['at', '#'])
})

describe('the words around a drug', () => {
  test.each([
    ['asked him to stop taking aspirin', ['aspirin stopped']],
    ['no aspirin given', ['aspirin negated']],
    ['aspirin 75 before procedures', ['aspirin planned']],
    ['ibuprofen interacts with aspirin', ['ibuprofen current', 'aspirin current']],
    ['overdosed on paracetamol', ['paracetamol past']],
    ['treated last month with amoxicillin', ['amoxicillin past']],
    ['start her on sertraline 50', ['sertraline new']],
    ['may need insulin', ['insulin planned']],
    ['will continue metformin', ['metformin current']],
    // A wish ends nothing yet.
    ['on fluoxetine, wants to come off', ['fluoxetine current']],
    ['she would like to come off the sertraline', ['sertraline current']],
    ['he is keen to stop aspirin', ['aspirin current']],
    ['he will stop aspirin', ['aspirin stopped']],
    // A pronoun leads back to the drug, over other words and a semicolon.
    ['was on prednisolone for a whole year and felt better, now off it', ['prednisolone stopped']],
    ['was on prednisolone for a whole year, now off', ['prednisolone past']],
    ['started warfarin after the DVT, off it since May', ['warfarin stopped']],
    ['buys ibuprofen for his back; told him to stop it', ['ibuprofen stopped']],
    ['gave up smoking, on aspirin, took amoxicillin', ['aspirin current', 'amoxicillin past']],
    ['missed two doses of levetiracetam', ['levetiracetam current']],
    ['not on metformin any more', ['metformin stopped']],
    // A drug that was taken up again.
    ['metformin held on day 2, restarted on day 5', ['metformin current']],
    ['aspirin was stopped for surgery and resumed a week later', ['aspirin current']],
    ['metformin stopped, to be restarted by the GP', ['metformin stopped']],
    ['ramipril held, not restarted', ['ramipril held']],
    // A dose with its time is over, a dose that ends a day is not the end of the drug.
    ['ceftriaxone 2 g given at 4 pm', ['ceftriaxone past']],
    ['ceftriaxone 2 g given at 16:00', ['ceftriaxone past']],
    ['last dose of apixaban was on Monday', ['apixaban current']],
    ['received Tdap today', ['Tdap new']],
    ['took aspirin today', ['aspirin past']],
    // Times and conditions.
    ['restart metformin 48 h after the scan', ['metformin planned']],
    // A direction is no history.
    ['Tab Pan 40 to be taken before food', ['Pan new']],
    ['Rx: Tab Azithral 500 OD, to be taken after food x 3 days', ['Azithral new']],
    ['Tab metformin 500 to be taken bd', ['metformin new']],
    ['Influenza vaccine to be taken', ['Influenza vaccine planned']],
    ['Tab Dolo 650 to be taken if fever', ['Dolo planned']],
    ['Tab Pan 40 was taken before food', ['Pan past']],
    // "Given" is a reason behind another verb.
    ['withhold ramipril + metformin given AKI', ['ramipril + metformin held']],
    ['Continue ramipril given proteinuria', ['ramipril current']],
    ['ramipril 5 mg given', ['ramipril new']],
    ['no ramipril given', ['ramipril negated']],
    [
      'Alendronic acid stopped - to receive zoledronate infusion',
      ['Alendronic acid stopped', 'zoledronate planned'],
    ],
    ['continues to receive rituximab', ['rituximab current']],
    // A stay begins drugs that go on, and those that are over.
    ['Hospital course: She was started on apixaban 5 mg BID.', ['apixaban new']],
    ['Hospital course: She was started on IV ceftriaxone 1 g BID.', ['ceftriaxone past']],
    ['Hospital course: He was started on ceftriaxone BID for 5 days.', ['ceftriaxone past']],
    ['Hospital course: She was given apixaban 5 mg BID.', ['apixaban past']],
    ['Hospital course: She was started on apixaban.', ['apixaban past']],
    ['She was started on apixaban 5 mg BID', ['apixaban new']],
    ['K dropped to 3.1 and was repleted', []],
    ['prednisone dropped to 10 mg', ['prednisone current']],
    ['metformin dropped', ['metformin stopped']],
    ['pegfilgrastim with each cycle', ['pegfilgrastim planned']],
    ['lispro 4 units with each meal', ['lispro current']],
    ['endocarditis prophylaxis with dental: amoxicillin 2 g', ['amoxicillin planned']],
    ['amoxicillin if not better', ['amoxicillin planned']],
    ['paracetamol 500 mg as needed if fever', ['paracetamol current']],
    ['paracetamol 500 mg TDS if fever', ['paracetamol planned']],
    // "Now" is of the drug behind it, and ends what was before.
    ['was on metformin, now amlodipine 5 mg', ['metformin past', 'amlodipine current']],
    ['formerly on aspirin, currently ramipril', ['aspirin past', 'ramipril current']],
    ['give aspirin 300 mg now', ['aspirin new']],
    ['metformin, now stopped', ['metformin stopped']],
    // A need that is denied or over.
    ['you no longer need to take aspirin', ['aspirin stopped']],
    ['omeprazole is no longer needed', ['omeprazole stopped']],
    ['she does not need insulin', ['insulin negated']],
    ['aspirin is not required', ['aspirin negated']],
    ['he needs insulin', ['insulin planned']],
    ['amitriptyline 10 mg left her drowsy and was stopped', ['amitriptyline stopped']],
    // A clause about the drug says less than the verb of its sentence.
    ['he can stop the metformin that you kindly started', ['metformin stopped']],
    ['ramipril, which you started, has been stopped', ['ramipril stopped']],
    ['metformin that you started', ['metformin new']],
    ['apixaban, which was stopped', ['apixaban stopped']],
    ['stopped metformin, which was restarted', ['metformin current']],
    ['continue aspirin, metformin can be stopped', ['aspirin current', 'metformin stopped']],
    ['aspirin, metformin stopped', ['aspirin stopped', 'metformin stopped']],
    // "Once" before a time counts doses; before a statement it waits for it.
    [
      'amlodipine 5 mg once daily, aspirin 75 mg once a day',
      ['amlodipine current', 'aspirin current'],
    ],
    ['start amlodipine 5 mg once nightly', ['amlodipine new']],
    ['fluconazole 150 mg once, aspirin', ['fluconazole current', 'aspirin current']],
    ['start amlodipine 5 mg once the BP is known', ['amlodipine planned']],
    ['once daily readings are done start amlodipine', ['amlodipine new']],
    // A direction to leave a dose out leaves the drug as it is.
    ['metformin 500 mg BD, stop if eGFR < 30', ['metformin current']],
    [
      'amlodipine 5 mg OD (hold for SBP < 90), aspirin 75 mg OD',
      ['amlodipine current', 'aspirin current'],
    ],
    ['ramipril 5 mg OD - hold if K>5.5', ['ramipril current']],
    ['amlodipine 5 mg OD, hold', ['amlodipine held']],
    ['metformin 500 mg BD held for AKI', ['metformin held']],
    ['aspirin 75 mg OD - stop 7 days before surgery', ['aspirin current']],
    ['aspirin 75 mg OD stopped 7 days before surgery', ['aspirin stopped']],
    ['ciprofloxacin 500 mg BD for 7 days then stop', ['ciprofloxacin new']],
    ['ramipril for a year then stop aspirin', ['ramipril new', 'aspirin stopped']],
    ['was taking ramipril 5 mg ON, and aspirin 75 mg', ['ramipril past', 'aspirin past']],
    // A zero is a dose, or the number of refills.
    ['insulin 10 units - 0 - 8 units', ['insulin current']],
    ['amlodipine 5 mg #30 refills 0', ['amlodipine current']],
    // Handling, a change of the route, and a drug that was never begun.
    ['Do not crush metformin', ['metformin current']],
    ['Do not take ibuprofen', ['ibuprofen negated']],
    ['Switch IV paracetamol to PO', ['paracetamol current']],
    ['wants to restart aspirin', ['aspirin planned']],
    ['metformin taken only once daily', ['metformin current']],
    ['metformin - not on day of surgery', ['metformin held']],
    ['prescribed amoxicillin but he never collected it', ['amoxicillin negated']],
    ['stopped atorvastatin 2 weeks ago', ['atorvastatin stopped']],
    ['diclofenac 3 days ago', ['diclofenac past']],
    ['took diclofenac 3 days back', ['diclofenac past']],
    ['started on insulin 2 months ago', ['insulin current']],
    ['was put on insulin last month', ['insulin current']],
    ['had started amlodipine 3 years ago', ['amlodipine past']],
    ['given amoxicillin 2 weeks back', ['amoxicillin past']],
    // "Due to" tells a reason, "due" is planned.
    ['held metformin due to AKI', ['metformin held']],
    ['on amlodipine due to high BP', ['amlodipine current']],
    ['warfarin due today', ['warfarin planned']],
    ['When INR < 2 give warfarin', ['warfarin planned']],
    ['Bactrim stopped 2021, amlodipine 5', ['Bactrim stopped', 'amlodipine current']],
    ['aspirin given by EMS', ['aspirin past']],
    ['aspirin given by GP', ['aspirin past']],
    ['no relief with aspirin prescribed elsewhere', ['aspirin past']],
    // Frames, labels and sections.
    ['Prior trials: fluoxetine, sertraline', ['fluoxetine past', 'sertraline past']],
    ['Stop taking:\n- naproxen 500 mg\n- aspirin', ['naproxen stopped', 'aspirin stopped']],
    ['Stop taking:\n- naproxen 500 mg\n\naspirin 75 od', ['naproxen stopped', 'aspirin current']],
    ['#2 UTI - nitrofurantoin 100 bd', ['nitrofurantoin new']],
    ['P) cephalexin 500 qid', ['cephalexin new']],
    ['Discharge summary\nCefuroxime 1.5 g prophylaxis', ['Cefuroxime past']],
    [
      'Discharge summary\nHospital course: given cefuroxime.\nD/C meds\nmetformin 500 mg bd',
      ['cefuroxime past', 'metformin new'],
    ],
    ['Discharge summary\nCourse: well.\nTTAs\nmetformin 500 mg bd', ['metformin new']],
    ["Wife's omeprazole 20 mg caps", ['omeprazole family']],
    ['S-omeprazole 20 mg caps', ['S-omeprazole current']],
    // Labels in one line, and lines that are labels.
    [
      'Stopped: amlodipine 5mg Started: ramipril 5mg Unchanged: metformin 500mg',
      ['amlodipine stopped', 'ramipril new', 'metformin current'],
    ],
    [
      'CONTINUE: metformin 500mg, STOP: amlodipine 5mg, NEW: ramipril 5mg',
      ['metformin current', 'amlodipine stopped', 'ramipril new'],
    ],
    ['STOPPED\nramipril 5mg od\namlodipine 5mg od', ['ramipril stopped', 'amlodipine stopped']],
    ['Medications stopped this admission\n1. ramipril 5mg', ['ramipril stopped']],
    ['Previous medicines\n- ramipril 5mg', ['ramipril past']],
    ['NEW\nramipril 5mg od\nHELD\nmetformin 500mg bd', ['ramipril new', 'metformin held']],
    ['Smoking stopped\nramipril 5mg od', ['ramipril current']],
    ['STOPPED\nramipril 5mg od\n\nAmlodipine 5mg od', ['ramipril stopped', 'Amlodipine current']],
    // A semicolon ends what a verb stops, and drugs of one kind share a verb.
    ['stop amlodipine; ramipril 5mg caps', ['amlodipine stopped', 'ramipril current']],
    ['Stop: amlodipine; ramipril 5mg caps', ['amlodipine stopped', 'ramipril stopped']],
    [
      'stop amlodipine; metformin 500mg bd to continue',
      ['amlodipine stopped', 'metformin current'],
    ],
    ['amlodipine 5mg and ramipril 5mg stopped', ['amlodipine stopped', 'ramipril stopped']],
    ['amlodipine 5mg od and ramipril stopped', ['amlodipine current', 'ramipril stopped']],
    ['amlodipine 5mg stopped ramipril 5mg started', ['amlodipine stopped', 'ramipril new']],
    ['amlodipine 5mg swapped for ramipril 5mg', ['amlodipine stopped', 'ramipril new']],
    ['substitute amlodipine 5mg for ramipril 5mg', ['amlodipine new', 'ramipril stopped']],
    ['ramipril 5mg - not taking', ['ramipril negated']],
    ['ramipril 5mg, never takes it', ['ramipril negated']],
    ['ramipril 5mg od - no longer', ['ramipril stopped']],
    ['ramipril 5mg removed from repeat', ['ramipril stopped']],
    ['prev ramipril 5mg, now amlodipine 5mg', ['ramipril past', 'amlodipine current']],
    ['No meds except ramipril 5mg caps', ['ramipril current']],
    ['All meds stopped except ramipril 5mg', ['ramipril current']],
    ['Continue all meds apart from ramipril 5mg', ['ramipril negated']],
    ['All meds stopped including ramipril 5mg', ['ramipril stopped']],
    ['Discharge summary\nMeds on admission\nmetformin 500 mg bd', ['metformin current']],
    ['Pantoprazole 40 x 2 weeks', ['Pantoprazole new']],
    ['Imp: CAD vs reflux\naspirin vs pantoprazole', ['aspirin planned', 'pantoprazole planned']],
    ['Plan: aspirin 81. Dental clearance done', ['aspirin planned']],
    // Two drugs.
    ['changed ramipril to losartan 50', ['ramipril stopped', 'losartan new']],
    ['ramipril changed to losartan', ['ramipril stopped', 'losartan new']],
    ['replaced ramipril with losartan', ['ramipril stopped', 'losartan new']],
    // Other people and allergies.
    ["took wife's diclofenac", ['diclofenac past']],
    ['wife takes diclofenac', ['diclofenac family']],
    ['Allergies: ibuprofen. Takes metformin 500', ['ibuprofen allergy', 'metformin current']],
    ['itching all over with ciprofloxacin', ['ciprofloxacin allergy']],
    ['Pause metformin', ['metformin held']],
    ['morphine drip', ['morphine current']],
    ['headache relieved by paracetamol', ['paracetamol current']],
    ['worse with his ibuprofen', ['ibuprofen current']],
  ])('"%s" has %j', (text, expected) => {
    expect(statuses(text)).toEqual(expected)
  })
})

/** Drugs with the right status, of those that are found. */
const FLOOR = 0.93

test('the drugs of the golden notes', () => {
  const file = new URL('../../golden/note-drugs.tsv', import.meta.url)
  const misses: string[] = []
  let met = 0
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)) {
    const [written = '', findings = ''] = line.split('\t')
    const text = written.replaceAll('\\n', '\n')
    const found = drugsIn(text)
    let end = 0
    for (const finding of findings.split('; ')) {
      const [name = '', status] = finding.split(' = ')
      const begin = text.indexOf(name, end)
      expect(begin, finding).toBeGreaterThanOrEqual(0)
      end = begin + name.length
      const drug = found.find((each) => each.begin_offset < end && each.end_offset > begin)
      if (drug === undefined) continue
      met++
      if (drug.status !== status) misses.push(`${name} ${drug.status}, not ${status}: ${text}`)
    }
  }
  expect(met).toBeGreaterThan(250)
  expect(1 - misses.length / met, misses.join('\n')).toBeGreaterThanOrEqual(FLOOR)
})

test('the tables of cues and modifiers', () => {
  const rows = readTable('medication/statuses.tsv', ['phrase', 'place', 'status', 'reach', 'about'])
  for (const [phrase, place, status, reach, about] of rows) {
    expect(CUE_PLACES, phrase).toContain(place)
    expect(MEDICATION_STATUSES, phrase).toContain(status)
    expect(CUE_REACHES, phrase).toContain(reach)
    expect(['drugs', 'any'], phrase).toContain(about)
  }
  for (const [phrase, turn] of readTable('medication/status-modifiers.tsv', ['phrase', 'turn']))
    expect(TURNS, phrase).toContain(turn)
})
