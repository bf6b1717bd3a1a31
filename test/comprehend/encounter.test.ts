/**
 * Proves of the encounter of a note:
 * 1. it is the first one where the title, or what happened before, tells of emergency care
 * 2. it is open where nothing does, or the title is of a later visit
 */

import { expect, test } from 'vitest'
import { encounterOf } from '../../src/comprehend/problems.ts'

const long = 'Seen today with pain after a fall in the kitchen, walked in with her son. '.repeat(2)

test.each([
  ['ED NOTE: fell off a ladder', 'initial'],
  ['Casualty, 21:40. RTA', 'initial'],
  ['Triage: 8M, wrist deformity', 'initial'],
  ['A&E: twisted ankle', 'initial'],
  ['28F, rear-ended, ambulatory at scene', 'initial'],
  ['Brought in by ambulance after a fall', 'initial'],
  [`${long}BIB EMS`, 'initial'],
  ['Fell off a ladder', undefined],
  [`${long}Was in the ED last month`, undefined],
  ['ED follow-up: ankle sprain', undefined],
  ['Fracture clinic. Was brought in by ambulance in May', undefined],
  ['Post op visit after trauma', undefined],
  ['POD 2, emergency laparotomy', undefined],
  ['aed, seed, traumatised', undefined],
  ['', undefined],
])('of "%s": %o', (text, encounter) => {
  expect(encounterOf(text)).toBe(encounter)
})
