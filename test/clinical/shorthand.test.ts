/**
 * Proves what the shorthand of wards and practices says of conditions in brackets:
 * 1. rows of dashes, pluses and question marks
 * 2. an age in months, a year behind "of", a relative clause, what is removed of both sides
 * 3. persons the patient lives with, and some of a group, who have a condition
 * 4. what is not to blame, what is looked for, and what may come
 * 5. lists of problems that are over
 */

import { expect, test } from 'vitest'
import { contextsOf } from '../support/marked-assertions.ts'

test.each([
  ['[fever] - [rash] - [cough] + . Afebrile', ['absent', 'absent', 'own']],
  ['[fever] - [rash] - [cough] +', ['absent', 'absent', 'own']],
  ['[fever] + [rash] - [cough] + since Monday', ['own', 'absent', 'own']],
  ['[fever] - [rash] - [cough] + x2', ['absent', 'absent', 'own']],
  ['[gout] - [wheeze] + .', ['own', 'own']],
  ['[fever] + [rash] - [cough] -, ECG', ['own', 'absent', 'absent']],
  ['[asthma] - on a steroid inhaler every day - [wheeze] + .', ['own', 'own']],
  ['[sepsis] today. [gout] - [rash] +', ['own', 'own', 'own']],
  ['[gout] ? [sepsis] ? - aspirate', ['suspected', 'suspected']],
  ['[gout] ? [sepsis] ?', ['suspected', 'suspected']],
  ['[confusion] ? [sepsis]', ['own', 'suspected']],
  ['[fever] today. [gout] ? [sepsis] ?', ['own', 'suspected', 'suspected']],
])('a row of signs: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['Had [croup] aged 18/12', ['past']],
  ['[croup] aged 22/52.', ['past']],
  ['[cough] 2/52', ['own']],
  ['[vasculitis] of 2005, which has burnt out', ['past']],
  ['[rash], which has since burnt out', ['past']],
  ['[jaundice], that was ruled out', ['absent']],
  ['[varices], which were treated', ['own']],
  ['[anemia], which would explain it', ['own']],
  ['[asthma in childhood]', ['past']],
  ['[disorder of childhood]', ['own']],
  ['[cataracts] removed both sides', ['past']],
  ['[cyst] removed left, [gout]', ['past', 'own']],
  ['[rash] over left side', ['own']],
  ['[postnatal depression] 2008', ['past']],
  ['the [septic arthritis] of 2016', ['past']],
  ['[nausea] during, now fine', ['past']],
  ['[eczema], now all clear', ['past']],
])('a time that is over: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['Lives with a flatmate recently diagnosed with [scabies]', ['family']],
  ['Works with a colleague down with [flu]', ['family']],
  ['Lives with wife, diagnosed with [dementia]', ['own']],
  ['Lives with wife. Diagnosed with [dementia]', ['own']],
  ['Mother [gout], she fears [dementia]', ['family', 'planned']],
  ['Mother fears [gout]', ['planned']],
  ['Two in her class have [flu] but she is well', ['family']],
  ['Half the ward has [norovirus]', ['family']],
  ['Others in his unit are down with [flu]', ['family']],
  ['Two in her class are kind, [flu]', ['own']],
  ['One in the groin has [cellulitis]', ['own']],
  ['Two of her knees have [arthritis]', ['own']],
  ['Seen by two in her class, has [flu]', ['own']],
])('other persons: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['[Gout] felt not to be the cause', ['absent']],
  ['[Angina] did not seem to be the culprit', ['absent']],
  ['[Angina] was not thought to be to blame, [gout]', ['absent', 'own']],
  ['[PE] felt not to be present', ['absent']],
  ['Not the cause: [gout]', ['own']],
  ['[arthritis] I could not find', ['absent']],
  ['[sepsis] to be ruled out by MRI', ['suspected']],
  ['[anemia] to be looked at by the GP', ['planned']],
  ['[leptospirosis] also sent', ['suspected']],
  ['[Miller Fisher] alternatively.', ['suspected']],
  ['I could not find [arthritis]', ['absent']],
  ['[gout], ALT 40', ['own']],
  ['main side effect being [diarrhea]', ['planned']],
  ['Take with food, otherwise [nausea]', ['planned']],
  ['Has [gout], otherwise [asthma]', ['own', 'own']],
  ['Causes of [clubbing]', ['planned']],
])('what is not there, or not yet: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['Active: [asthma]\nPast: [appendicitis]; [gout]', ['own', 'past', 'past']],
  ['Inactive: [migraine]. Active: [gout]', ['past', 'own']],
  ['PAST: [gout]. PRESENT: [asthma]', ['past', 'own']],
])('a list of problems: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})
