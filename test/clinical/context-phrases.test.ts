/**
 * Proves of misspelt words of contexts:
 * 1. one that is one edit from one word of a trigger, a terminator or a phrase for presence is read as this
 * 2. everyday words, short ones and those near none or several stay as they are, and so do those with another first letter
 *
 * Proves of choices in the phrases of tables that each stands for a phrase, in their order.
 */

import { expect, test } from 'vitest'
import { correctedForm, phrasesOf } from '../../src/clinical/context-phrases.ts'

test.each([
  ['wiht', 'with'],
  ['wth', 'with'],
  ['presnted', 'presented'],
  ['complans', 'complains'],
  ['wihtout', 'without'],
  ['diagnsed', 'diagnosed'],
  ['with', 'with'],
  ['presented', 'presented'],
  ['wish', 'wish'],
  ['wait', 'wait'],
  ['gout', 'gout'],
  ['denis', 'denis'],
  ['iwthout', 'iwthout'],
  ['qwxzqwxz', 'qwxzqwxz'],
  ['hypotension', 'hypotension'],
  ['metformin', 'metformin'],
])('"%s" is read as "%s"', (form, read) => {
  expect(correctedForm(form)).toBe(read)
})

test.each([
  ['no history of', ['no history of']],
  ['lives with (a|the) friend', ['lives with a friend', 'lives with the friend']],
  ['(he|she) (has|had)', ['he has', 'he had', 'she has', 'she had']],
  ['neg (x 2|x2)', ['neg x 2', 'neg x2']],
])('"%s" stands for %j', (cell, phrases) => {
  expect(phrasesOf(cell)).toEqual(phrases)
})
