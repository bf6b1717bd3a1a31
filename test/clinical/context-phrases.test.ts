/**
 * Proves of misspelt words of contexts:
 * 1. one that is one edit from one word of a trigger, a terminator or a phrase for presence is read as this
 * 2. everyday words, short ones and those near none or several stay as they are, and so do those with another first letter
 */

import { expect, test } from 'vitest'
import { correctedForm } from '../../src/clinical/context-phrases.ts'

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
