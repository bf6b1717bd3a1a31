/**
 * Proves of findings whose code by themselves is for one part of the body, over the starter:
 * 1. at another part, as a label or as the subject, they have the code for that, or none is linked
 * 2. at their own part, at none and behind another condition they keep their code
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

test.each([
  ['The stomach is pale. Seen.', 'R23.1'],
  ['Gastric mucosa: pale. Seen.', 'R23.1'],
  ['Ovary: diverticula. Seen.', 'K57.90'],
  ['Lung: scarring. Seen.', 'J98.4 linked'],
  ['She is pale. Seen.', 'R23.1 linked'],
  ['Liver enlarged, she is pale. Seen.', 'R23.1 linked'],
  ['Liver cancer with a scar on the face. Seen.', 'L90.5 linked'],
  ['Diverticula. Seen.', 'K57.90 linked'],
])('%s: %s', (text, code) => {
  const [first] = medlink.comprehend({ text, find: ['problem'] }).entities.at(-1)?.results ?? []
  expect(`${first?.term_id}${first?.is_linked === true ? ' linked' : ''}`).toBe(code)
})
