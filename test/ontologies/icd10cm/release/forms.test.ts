/**
 * Proves of the columns that lead from a code to another:
 * 1. each is how many places further in the order of codes the other one stands
 * 2. A, D and S are an initial encounter, a subsequent one and a sequela; other letters are none of them
 * 3. a code that leads nowhere has none
 */

import { expect, test } from 'vitest'
import { withForms } from '../../../../src/ontologies/icd10cm/release/forms.ts'

const TITLES = {
  S93: 'Sprain',
  'S93.0': 'Unspecified sprain',
  'S93.0XXA': 'Unspecified sprain, initial encounter',
  'S93.0XXB': 'Unspecified sprain, initial encounter for open sprain',
  'S93.0XXD': 'Unspecified sprain, subsequent encounter',
  'S93.0XXS': 'Unspecified sprain, sequela',
  'S93.1': 'Mild sprain',
  'S93.1XXA': 'Mild sprain in the ankle',
}

const concepts = Object.entries(TITLES).map(([code, name]) => ({
  ...{ code, name, family: 'S93', active: true, attributes: {} },
}))
const edges = concepts.slice(1).map(({ code }) => ({
  code,
  parent: code.length > 5 ? code.slice(0, 5) : 'S93',
}))

test.each([
  { code: 'S93', columns: { unspecified_offset: 1, graded: 1 } },
  {
    code: 'S93.0',
    columns: { initial_offset: 1, subsequent_offset: 3, sequela_offset: 4, graded: 1 },
  },
  { code: 'S93.0XXA', columns: { graded: 1 } },
  { code: 'S93.1', columns: { graded: 1 } },
])('$code has $columns', ({ code, columns }) => {
  const found = withForms({ concepts, edges, terms: [] }).find((each) => each.code === code)
  expect(found?.columns).toEqual(columns)
})

test.each([
  { titles: ['Sprain', 'Sprain of ankle'], names: [], graded: undefined },
  { titles: ['Sprain', 'Moderate sprain'], names: [], graded: 1 },
  { titles: ['Sprain', 'Sprain, severely torn'], names: [], graded: 1 },
  { titles: ['Sprain', 'Majority of sprains'], names: [], graded: undefined },
  { titles: ['Sprain', 'Twist'], names: ['profound sprain'], graded: 1 },
  { titles: ['Sprain', 'Twist'], names: ['sprain of ankle'], graded: undefined },
])('a category of $titles, $names has degrees: $graded', ({ titles, names, graded }) => {
  const told = titles.map((name, i) => ({ ...concepts[0]!, code: `S83.${i}`, name, family: 'S83' }))
  const other = { ...concepts[0]!, code: 'S84', name: 'Twist', family: 'S84' }
  const terms = names.map((text) => ({
    code: 'S83.1',
    text,
    kind: 'synonym' as const,
    language: 'en',
  }))
  const found = withForms({ concepts: [...told, other], edges: [], terms })
  expect(found.map(({ columns }) => columns?.graded)).toEqual([
    ...titles.map(() => graded),
    undefined,
  ])
})

/** G51.3 has codes for sides below it, G51.4 next to it, G51.8 neither; below G51.9 one is bilateral. */
const SIDED = {
  G51: 'Disorders of facial nerve',
  'G51.3': 'Spasm',
  'G51.31': 'Spasm, right',
  'G51.311': 'Spasm, right, mild',
  'G51.32': 'Spasm, upper',
  'G51.8': 'Bright palsy',
  'G51.9': 'Palsy',
  // A selection has no more codes of this header.
  'G51.6': 'Twitch',
  'G51.69': 'Twitch, unspecified eye',
  'G51.91': 'Bilateral palsy',
  G52: 'Left nerve',
}

test.each([
  { code: 'G51', sided: 7, reason: 'sides come below it' },
  { code: 'G51.3', sided: 3, reason: 'a side comes below it' },
  { code: 'G51.31', sided: 3, reason: 'it is for a side' },
  { code: 'G51.311', sided: 3, reason: 'it is for a side' },
  { code: 'G51.32', sided: 3, reason: 'the code next to it is for a side' },
  {
    code: 'G51.8',
    sided: undefined,
    reason: 'sides of others in its category are of other conditions',
  },
  { code: 'G51.6', sided: 3, reason: 'a code below it leaves the eye open' },
  { code: 'G51.9', sided: 4, reason: 'one for both sides comes below it' },
  { code: 'G52', sided: 3, reason: 'it is for a side' },
])('$code is of sides $sided, for $reason', ({ code, sided }) => {
  const told = Object.entries(SIDED).map(([each, name]) => ({
    ...{ ...concepts[0]!, code: each, name, family: each.slice(0, 3) },
  }))
  const parents = told.filter((each) => each.code.length > 3)
  const below = parents.map((each) => ({
    code: each.code,
    parent: each.code.slice(0, -1).replace(/\.$/, ''),
  }))
  const found = withForms({ concepts: told, edges: below, terms: [] })
  expect(found.find((each) => each.code === code)?.columns?.sided).toBe(sided)
})
