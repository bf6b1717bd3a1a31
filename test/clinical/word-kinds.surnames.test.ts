/** Proves of surnames that are names of diseases: a title, a label before an eponym, or a verb of persons behind one, makes one; a condition's own words do not. */
import { expect, test } from 'vitest'
import { isSurname } from '../../src/clinical/word-kinds.ts'
import { noteOf } from '../support/comprehend.ts'

/** The word in curly brackets is asked for. */
function isMarkedSurname(marked: string): boolean {
  const { text, words } = noteOf(marked.replace(/[{}]/g, ''))
  const from = words.findIndex(({ start }) => start === marked.indexOf('{'))
  const to = words.findIndex(({ end }) => end === marked.indexOf('}') - 1) + 1
  return isSurname(text, words, { from, to })
}

test.each([
  ['Dear Dr {Graves}, thank you', true],
  ['Re: Mrs Jane {Cushing}', true],
  ['Re: Mrs Jane Mary Ann {Cushing}', true],
  ['Re: Mrs Jane Mary Ann Lou {Cushing}', false],
  ['Yours, Dr A {Parkinson}', true],
  ['Seen by dr {graves} today', true],
  ['Dr. S. K. {Down} advised', true],
  ['Mr {Burns} attended', true],
  ['Dr A {Pain} attended', true],
  ['Mr J {Stone}', true],
  ['Mrs P {CCF} weight down', false],
  ['MRS P {CUSHING}', true],
  ['GP: {Addison}', true],
  ['Patient: {Graves}, Robert', true],
  // A forename is none of a word that is no eponym: "Mr Rao".
  ['Mr Rao {Gout} since', false],
  ['Mrs Rao, {Crohn}', false],
  ['Mrs Rao: {Crohn}', false],
  ['Mr Rao has {Parkinson}', false],
  ['Mr Rao {parkinson}', false],
  ['Mr rao {Parkinson}', false],
  ['Mild MR {Gout}', false],
  ['mild mr {gout}', false],
  ['Mr {Graves disease}', false],
  ['GP: {Asthma}', false],
  ['GP: {crohn}', false],
  ['Diagnosis: {Crohn}', false],
  ['{Graves} since 2010', false],
  // As the subject of what only a person does.
  ['{Wilson} rang for results', true],
  ['Seen. {Wilson} rang', true],
  ['Plan\n1. {Wilson} rang', true],
  ['Known {Wilson} rang', false],
  ['{wilson} rang', false],
  ["{Wilson's} rang", false],
  ['{Wilson}, rang', false],
  ['{Turner} is walking', true],
  ['{Turner} is stable', false],
  ['{Addison} seen with mum', true],
  ['{Addison} seen on scan', false],
  ['{Hodgkin} was seen at home', true],
  ['{Hodgkin} was seen on CT', false],
  ['{Parkinson} here for BP', true],
  ['{Addison} has croup', true],
  ['{Addison} had a cough', true],
  ['{Crohn} has worsened', false],
  ['{Crohn} has not flared', false],
  ['{Barrett} has been eating well', true],
  ['{Barrett} has been stable', false],
  ['{Addison}, 6 months, thriving', true],
  ['{Crohn}, 6 months', false],
  ['{Addison}, 6 tablets', false],
  // A forename that is a disease, too.
  ['{Amelia} arrived on Friday', true],
  ['{Amelia} has head lice', true],
  ['I checked {Amelia} thoroughly', true],
  ['Seen with {Amelia}, the student nurse', true],
  ['{Amelia}: no upper limbs', false],
  ['Born with {amelia}', false],
  ['Isolated {Amelia} of the left arm', false],
  ['{Tia} attended with her mother', true],
  ['{Tia} reported in 2019', false],
  ['Known {Tia} last year', false],
  ['{TIA} attended', false],
])('%s: %s', (marked, isName) => {
  expect(isMarkedSurname(marked)).toBe(isName)
})
