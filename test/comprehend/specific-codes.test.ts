/**
 * Proves of codes that leave something open which the text says, over the starter:
 * 1. the code for the side of a mention comes first, and is linked if the mention says no more
 * 2. so does the one for the trimester by the weeks of the pregnancy
 * 3. a level of the spine before a name is its region, and "due to" a drug is "drug-induced"
 * 4. the right side is the dominant one, as the guidelines have it
 * 5. so is the code for the remission or relapse, the intent of a poisoning or the state of a fracture that is next to it;
 *    without one nothing is linked
 * 6. a stroke and what is left of it are not linked one by one, nor is an illness of a pregnant patient outside chapter O,
 *    one of a newborn outside chapter P, or one of a mother in the note of a newborn or a man
 * 7. two conditions with "with" after a comma are not linked one by one if they may have a code together
 */

import { expect, test } from 'vitest'
import { courseIn, isSymptom, sideOf } from '../../src/comprehend/specific-codes.ts'
import { codesIn } from '../support/comprehend.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

/** The first code of the last problem of a text, with a mark if it is linked. */
function codeOf(text: string): string {
  const [first] = medlink.comprehend({ text, find: ['problem'] }).entities.at(-1)!.results
  return `${first?.term_id}${first?.is_linked === true ? ' linked' : ''}`
}

test.each([
  ['Rt ASOM', 'H66.001 linked'],
  ['Lt ASOM', 'H66.002 linked'],
  ['b/l ASOM', 'H66.003 linked'],
  ['ASOM', 'H66.0 linked'],
  ['C/o R leg pain x 2 d', 'M79.604 linked'],
  ['Right rotator cuff tear', 'M75.101 linked'],
  ['left hemiparesis', 'G81.94 linked'],
  ['right hemiparesis', 'G81.91 linked'],
  ['hemiparesis', 'G81.9 linked'],
])('%s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test.each([
  ['G2P1 28wk, anaemia in pregnancy', 'O99.013 linked'],
  ['Primi 10 wks, anaemia in pregnancy', 'O99.011 linked'],
  ['Cough for 10 wks, anaemia in pregnancy', 'O99.019 linked'],
])('%s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test.each([
  ['MRI: L4-5 radiculopathy', 'M54.16'],
  ['C5/6 radiculopathy', 'M54.12 linked'],
  ['L5-S1 radiculopathy', 'M54.17 linked'],
  ['radiculopathy', 'M54.1 linked'],
  ['obesity due to olanzapine', 'E66.1 linked'],
  ['obesity due to overeating', 'E66.09 linked'],
])('%s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test('the stage of one condition does not keep both from their code', () => {
  const { entities } = medlink.comprehend({
    text: 'Known T2DM with CKD stage 4',
    find: ['problem'],
  })
  expect(entities.map(({ results }) => results[0]?.term_id)).toEqual(['E11.22', 'N18.4'])
})

test('one side is said, or none', () => {
  expect(sideOf(['r', 'ear'])).toBe('right')
  expect(sideOf(['left', 'and', 'right'])).toBeUndefined()
  expect(sideOf(['ear'])).toBeUndefined()
})

test.each([
  ['Known T2DM, with neuropathy, on insulin since 2015', ['E11.9', 'G62.9']],
  ['Known T2DM, w/ neuropathy, on insulin since 2015', ['E11.9', 'G62.9']],
  // Neither "with" alone nor a comma alone is enough, nor are two without a code together.
  ['Known T2DM, neuropathy, on insulin since 2015', ['E11.40 linked', 'G62.9']],
  ['Has fever, with cough, on syrup since Monday', ['R50.9 linked', 'R05.9 linked']],
])('%s', (text, codes) => {
  const { entities } = medlink.comprehend({ text, find: ['problem'] })
  expect(
    entities.map(({ results: [first] }) => `${first!.term_id}${first!.is_linked ? ' linked' : ''}`),
  ).toEqual(codes)
})

test.each([
  ['Alcohol dependence on acamprosate, in early remission. Seen.', 'F10.21 linked'],
  ['Alcohol dependence, not in remission. Seen.', 'F10.20 linked'],
  ['Alcohol dependence, abstinent 3 years. Seen.', 'F10.21 linked'],
  ['Alcohol dependence, not abstinent. Seen.', 'F10.20 linked'],
  ['Alcohol dependence. In remission since May.', 'F10.20 linked'],
  ['MDD in remission. Seen.', 'F32.5 linked'],
  ['MDD in remission', 'F32.5 linked'],
  // The starter has no code for it.
  ['AML in remission since 2019. Seen.', 'C92.00'],
  ['Relapsed AML. Seen.', 'C92.00'],
  ['AML, not in remission. Seen.', 'C92.00 linked'],
  ['AML. Seen.', 'C92.0 linked'],
  ['Schizophrenia, in remission. Seen.', 'F20.9'],
  ["Crohn's disease, in remission. Seen.", 'K50.90 linked'],
  ['Paracetamol overdose, deliberate. Seen.', 'T39.1X2 linked'],
  ['Deliberate overdose of paracetamol. Seen.', 'T39.1X2 linked'],
  ['Paracetamol overdose. Seen.', 'T39.1X1 linked'],
  ['Overdose 24 x paracetamol. Seen.', 'T39.1X1 linked'],
  ['Paracetamol overdose, not deliberate. Seen.', 'T39.1X1'],
  ['Fracture of left femur. Seen.', 'S72.142 linked'],
  ['Open fracture of left femur. Seen.', 'S72.142'],
  ['Fracture of left femur, not open. Seen.', 'S72.142 linked'],
  ['Fracture of left femur, nonunion. Seen.', 'S72.142'],
])('%s: %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test.each([
  ['Alcohol dependence, in remission', 'remission'],
  ['Depressive disorder, in partial remission', 'remission'],
  ['Multiple myeloma in relapse', 'relapse'],
  ['Leukemia, not having achieved remission', undefined],
])('the course of %s: %s', (title, course) => {
  expect(courseIn(title)).toBe(course)
})

test.each([
  ['R46.89', true],
  ['F29', true],
  ['F20.9', false],
  ['N18.4', false],
])('%s is a symptom: %s', (code, is) => {
  expect(isSymptom(code)).toBe(is)
})

test.each([
  { between: 7, code: 'E11.42' },
  { between: 8, code: 'E11.9' },
])('of a list those around a condition are looked at: $between between', ({ between, code }) => {
  const text = `T2DM, ${'gout, '.repeat(between)}peripheral neuropathy. Seen.`
  const { entities } = medlink.comprehend({ text, find: ['problem'] })
  expect(entities[0]!.results[0]!.term_id).toBe(code)
})

test.each([
  ['HTN, CKD 3b. Seen.', ['I12.9 linked', 'N18.32 linked']],
  ['HTN, gout. Seen.', ['I10 linked', 'M10.9 linked']],
  ['HTN, no CKD. Seen.', ['I10 linked', 'N18.9']],
  ['T2DM, gout. Seen.', ['E11.9 linked', 'M10.9 linked']],
])('%s: %j', (text, codes) => {
  expect(codesIn(medlink, text)).toEqual(codes)
})

test.each([
  ['PIH, 37 wks. Seen.', ['O13.3 linked']],
  ['PIH, review in 2 weeks. Seen.', ['O13.9 linked']],
  ['Pregnant, UTI on nitrofurantoin. Seen.', ['Z33.1', 'O23.40 linked']],
  ['Pregnant, well. Seen.', ['Z33.1 linked']],
  ['Not pregnant. UTI. Seen.', ['Z33.1', 'N39.0 linked']],
  ['Wife pregnant. UTI. Seen.', ['Z33.1', 'N39.0 linked']],
  ['Primi 30 wks, UTI. Seen.', ['O23.40 linked']],
  ['Primi 30 wks. UTI. Seen.', ['N39.0 linked']],
  ['PV bleeding at 24 weeks. Seen.', ['N93.9']],
  ['PV bleeding for 2 weeks. Seen.', ['N93.9 linked']],
  ['SLE in pregnancy. Seen.', ['M32.9', 'Z33.1']],
  ['Newborn, D2, jaundice. Seen.', ['P59.9 linked']],
  ['Her newborn is well. Jaundice. Seen.', ['R17 linked']],
  ['Newborn with anemia. Seen.', ['D64.9']],
  ['Newborn boy, PIH. Seen.', ['O13.9']],
  ['Delivered baby boy. PIH. Seen.', ['O13.9 linked']],
  ['Hemiparesis following stroke. Seen.', ['G81.90', 'I63.9']],
  ['CVA 2018 with L hemiparesis. Seen.', ['Z86.73', 'G81.90']],
  ['CVA with residual aphasia. Seen.', ['I63.9', 'R47.01']],
  ['CVA with aphasia. Seen.', ['I63.9 linked', 'R47.01 linked']],
  ['CVA 2018, L hemiparesis. Seen.', ['Z86.73', 'G81.94']],
  ['k/c/o CVA 3 yrs ago, aphasia. Seen.', ['Z86.73', 'R47.01']],
  ['CVA 2018, now acute aphasia. Seen.', ['Z86.73', 'R47.01 linked']],
  ['CVA 2018, gout. Seen.', ['Z86.73 linked', 'M10.9 linked']],
  ['Aphasia, cough. Seen.', ['R47.01 linked', 'R05.9 linked']],
  ['Paracetamol overdose (suicidal).', ['T39.1X2 linked', 'R45.851']],
  ['Suicidal burns.', ['R45.851', 'T30.0']],
  ['Depression, suicidal. Seen.', ['F32.A linked', 'R45.851 linked']],
])('%s: %j', (text, codes) => {
  expect(codesIn(medlink, text)).toEqual(codes)
})
