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

test.each([
  { titles: ['Sprain', 'Sprain of left ankle'], sided: 3 },
  { titles: ['Sprain', 'Bilateral sprain'], sided: 4 },
  { titles: ['Sprain of right ankle', 'Sprains, bilateral'], sided: 7 },
  { titles: ['Sprain', 'Bright sprain'], sided: undefined },
])('of $titles each is of sides $sided', ({ titles, sided }) => {
  const told = titles.map((name, i) => ({ ...concepts[0]!, code: `S93.${i}`, name }))
  const other = { ...concepts[0]!, code: 'S94', name: 'Left foot', family: 'S94' }
  const found = withForms({ concepts: [...told, other], edges: [], terms: [] })
  expect(found.map(({ columns }) => columns?.sided)).toEqual([...titles.map(() => sided), 3])
})
