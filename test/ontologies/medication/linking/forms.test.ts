/**
 * Proves of forms, routes and releases: what nobody says agrees with what is not known, forms of one group stand for one
 * another, injections are written by where they are given, and what says nothing of its release gives off at once.
 */

import { expect, test } from 'vitest'
import {
  isInjected,
  matchForm,
  matchRelease,
  matchRoute,
} from '../../../../src/ontologies/medication/linking/forms.ts'

test.each([
  { asked: '', own: '', said: 'same' },
  { asked: '', own: 'tablet', said: 'unsaid' },
  { asked: 'tablet', own: '', said: 'silent' },
  { asked: 'tablet', own: 'tablet', said: 'same' },
  { asked: 'syrup', own: 'suspension', said: 'same' },
  { asked: 'syrup', own: 'solution', said: 'same' },
  { asked: 'solution', own: 'suspension', said: 'other' },
  { asked: 'cream', own: 'ointment', said: 'other' },
  { asked: 'suppository', own: 'enema', said: 'other' },
  { asked: 'tablet', own: 'capsule', said: 'other' },
  { asked: 'tablet', own: 'injection', said: 'other' },
])('the form "$asked" of "$own" is $said', ({ asked, own, said }) => {
  expect(matchForm(asked, own)).toBe(said)
})

test('what is bought as a powder is called one, whatever it is given as', () => {
  expect(matchForm('sachet', 'solution', true)).toBe('same')
  expect(matchForm('sachet', 'solution')).toBe('other')
  expect(matchForm('tablet', 'solution', true)).toBe('other')
})

test.each([
  { asked: '', own: '', said: 'same' },
  { asked: '', own: 'oral', said: 'unsaid' },
  { asked: 'oral', own: '', said: 'silent' },
  { asked: 'oral', own: 'oral', said: 'same' },
  { asked: 'iv', own: 'injection', said: 'same' },
  { asked: 'im', own: 'iv', said: 'other' },
  { asked: 'injection', own: 'iv', said: 'same' },
  { asked: 'intravitreal', own: 'injection', said: 'other' },
  { asked: 'iv', own: 'oral', said: 'other' },
])('the route "$asked" of "$own" is $said', ({ asked, own, said }) => {
  expect(matchRoute(asked, [own])).toBe(said)
})

test.each([
  ...['injection', 'iv', 'im', 'sc'].map((route) => ({ route, is: true })),
  ...['', 'oral', 'intravitreal', 'intrathecal'].map((route) => ({ route, is: false })),
])('the route "$route" is one of the usual injections: $is', ({ route, is }) => {
  expect(isInjected(route)).toBe(is)
})

test.each([
  { asked: [], own: '', said: 'same' },
  { asked: [], own: 'er', said: 'unsaid' },
  { asked: ['er'], own: 'er', said: 'same' },
  { asked: ['dr', 'er'], own: 'er', said: 'same' },
  { asked: ['er'], own: '', said: 'other' },
  { asked: ['er'], own: 'dr', said: 'other' },
  { asked: ['ir'], own: '', said: 'same' },
  { asked: ['ir'], own: 'er', said: 'other' },
])('the releases $asked of "$own" are $said', ({ asked, own, said }) => {
  expect(matchRelease(asked, own)).toBe(said)
})

test.each([
  { asked: 'iv', form: 'tablet', said: 'other' },
  { asked: 'sc', form: 'cream', said: 'other' },
  { asked: 'iv', form: 'injection', said: 'silent' },
  { asked: 'im', form: 'infusion', said: 'silent' },
  { asked: 'iv', form: '', said: 'silent' },
  { asked: 'topical', form: 'cream', said: 'silent' },
])('a $form whose route is not known answers "$asked" with $said', ({ asked, form, said }) => {
  expect(matchRoute(asked, [], form)).toBe(said)
})
