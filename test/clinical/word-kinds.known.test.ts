/** Proves that a word is known if it is an everyday word, or one of a name of a condition. */

import { expect, test } from 'vitest'
import { isKnownWord } from '../../src/clinical/word-kinds.ts'

test.each([
  { form: 'melasma', isKnown: true },
  { form: 'caruncle', isKnown: true },
  { form: 'thrush', isKnown: true },
  { form: 'borborygmus', isKnown: true },
  { form: 'cancel', isKnown: true },
  { form: 'gammy', isKnown: false },
  { form: 'astma', isKnown: false },
])('"$form" is known: $isKnown', ({ form, isKnown }) => {
  expect(isKnownWord(form)).toBe(isKnown)
})
