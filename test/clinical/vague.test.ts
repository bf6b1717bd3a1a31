/**
 * Proves of vague mentions:
 * 1. a phrase of the table is vague by itself, in any form and with whatever says how much, how badly or how long
 * 2. what is vague anywhere is so beside a part of the body; what is vague as a whole is not
 */

import { expect, test } from 'vitest'
import { isVague } from '../../src/clinical/vague.ts'
import { analyzer } from '../support/linker.ts'

test.each([
  { text: 'fracture', vague: true },
  { text: 'Fractures', vague: true },
  { text: 'severe bleeding', vague: true },
  { text: 'bleeding since 3 days', vague: true },
  { text: 'heart problem', vague: true },
  { text: 'problems with my liver', vague: true },
  { text: 'fracture of rib', vague: false },
  { text: 'left fracture', vague: false },
  { text: 'fever', vague: false },
  { text: 'heart disease', vague: false },
])('"$text" is vague: $vague', ({ text, vague }) => {
  expect(isVague(analyzer.analyze(text))).toBe(vague)
})
