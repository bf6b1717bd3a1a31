/**
 * Proves of a line with several drugs: its parts are told where each has a form, a frequency or a brand of its own, and a
 * combination of ingredients is one drug.
 */

import { expect, test } from 'vitest'
import { openDrugsOfFile, PHARMACY } from '../../../support/drugs.ts'

const pharmacy = openDrugsOfFile(PHARMACY)

test.each([
  { text: 'Tab Zorvexia + Tab Temsartiq', parts: ['Tab Zorvexia', 'Tab Temsartiq'] },
  { text: 'Zorvexia, Temsartiq', parts: ['Zorvexia', 'Temsartiq'] },
  { text: 'Zorvexia and Temsartiq', parts: ['Zorvexia', 'Temsartiq'] },
  { text: 'Zorvexia 500 bd; Temsartiq 5 od', parts: ['Zorvexia 500 bd', 'Temsartiq 5 od'] },
  { text: 'Zorvexia 500\nTemsartiq 5', parts: ['Zorvexia 500', 'Temsartiq 5'] },
  {
    text: 'tab metformin 500 mg bd, tab amlodipine 5 mg od',
    parts: ['tab metformin 500 mg bd', 'tab amlodipine 5 mg od'],
  },
  {
    text: 'Tab Zorvexia 500, metformin 500, Tab Temsartiq 5',
    parts: ['Tab Zorvexia 500', 'metformin 500', 'Tab Temsartiq 5'],
  },
  // One product has both, or it may be a product that is not installed.
  { text: 'metformin 500 mg + glimepiride 1 mg tablet', parts: undefined },
  { text: 'metformin 500 mg + amlodipine 5 mg', parts: undefined },
  { text: 'Zorvexia (metformin) 500', parts: undefined },
  { text: 'Zorvexia Zorvexia 500', parts: undefined },
  { text: 'Zorvexia 500, Zorvexia 500', parts: undefined },
  // Nothing parts them.
  { text: 'Zorvexia Temsartiq', parts: undefined },
])('"$text" has the parts $parts', ({ text, parts }) => {
  const [first] = pharmacy.link(text).results
  expect(first!.metadata.parts).toEqual(parts)
  expect(first!.metadata.link_reason === 'several_drugs').toBe(parts !== undefined)
})
