/**
 * Proves of official names without what goes without saying:
 * 1. what is "without" goes without saying where another title has it "with", and nothing else differs
 * 2. so does "chronic" in "chronic or unspecified", and "NOS"
 * 3. no code is given a name that another one has, in whatever order
 */

import { expect, test } from 'vitest'
import { namesByDefault } from '../../../../src/ontologies/icd10cm/release/defaults.ts'

/** The names that codes get by default, titles and inclusion terms given in turn: X0, X1 … */
function defaults(titles: readonly string[], inclusions: readonly string[] = []): string[] {
  const concepts = titles.map((name, i) => ({
    ...{ code: `X${i}`, name, family: 'X', active: true, attributes: {} },
  }))
  const terms = inclusions.map((text, i) => ({
    ...{ code: `X${i}`, text, kind: 'synonym' as const, language: 'en' },
  }))
  return namesByDefault({ concepts, terms }).map(({ code, text }) => `${code} ${text}`)
}

test.each([
  {
    titles: ['Right tubal pregnancy without sepsis', 'Right tubal pregnancy with sepsis'],
    names: ['X0 Right tubal pregnancy'],
  },
  {
    titles: ['Scleritis, without pain, left eye', 'Scleritis, with pain, left eye'],
    names: ['X0 Scleritis, left eye'],
  },
  {
    titles: ['Bite without foreign body of nose', 'Bite with foreign body of nose'],
    names: ['X0 Bite of nose'],
  },
  {
    titles: [
      'Cut without splinter of toe without damage to nail',
      'Cut with splinter of toe without damage to nail',
      'Cut without splinter of toe with damage to nail',
    ],
    names: [
      'X0 Cut of toe without damage to nail',
      'X0 Cut without splinter of toe',
      'X0 Cut of toe',
    ],
  },
  {
    titles: [
      'Otitis',
      'Otitis without rupture of ear drum',
      'Otitis with rupture of ear drum',
      'Otitis without rupture of ear drum, left ear',
      'Otitis with rupture of ear drum, left ear',
    ],
    names: ['X3 Otitis, left ear'],
  },
  { titles: ['Ulcer without bleeding', 'Ulcer with perforation'], names: [] },
  { titles: ['Migraine without aura', 'Migraine with aura', 'Migraine, unspecified'], names: [] },
  { titles: ['Pain of eye without fever', 'Pain of eye with fever', 'Eye pain'], names: [] },
])('$titles: $names', ({ titles, names }) => {
  expect(defaults(titles)).toEqual(names)
})

test.each([
  { title: 'Chronic or unspecified ulcer with bleeding', names: ['X0 ulcer with bleeding'] },
  { title: 'Ulcer, unspecified', names: [] },
])('$title: $names', ({ title, names }) => {
  expect(defaults([title])).toEqual(names)
})

test.each([
  { inclusion: 'Delirium NOS', other: 'Delirium due to fever', names: ['X0 Delirium'] },
  { inclusion: 'Cough, NOS', other: 'Whooping cough', names: ['X0 Cough'] },
  { inclusion: 'Delirium NOS', other: 'Delirium', names: [] },
  { inclusion: 'Delirium NOS', other: 'Unspecified delirium', names: [] },
  { inclusion: 'Delirium', other: 'Confusion', names: [] },
])('$inclusion, next to $other: $names', ({ inclusion, other, names }) => {
  expect(defaults(['Disorientation', other], [inclusion])).toEqual(names)
})
