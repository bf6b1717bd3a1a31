/**
 * Proves of words that a misspelt one may stand for:
 * 1. they are one edit away from it, or else from its American spelling or from a long possessive without its ending
 * 2. a beginning that turns a word into another one is no misspelling, either way
 */

import { describe, expect, test } from 'vitest'
import { isDenied, wordsNear } from '../../src/linker/spelling.ts'
import { openIndex } from '../support/comprehend.ts'

describe('near', () => {
  test.each([
    { form: 'malria', words: ['malaria'], near: ['malaria'] },
    { form: 'malaria', words: ['malaria'], near: ['malaria'] },
    { form: 'mlaria', words: ['malaria'], near: ['malaria'] },
    { form: 'amlaria', words: ['malaria'], near: ['malaria'] },
    { form: 'malxxria', words: ['malaria'], near: [] },
    { form: 'zarbe', words: ['zarbea', 'zarbeb', 'other'], near: ['zarbea', 'zarbeb'] },
    // British in American spelling, one edit away from it.
    { form: 'malaena', words: ['melena'], near: ['melena'] },
    { form: 'oedemma', words: ['edema'], near: ['edema'] },
    { form: 'haemoragic', words: ['hemoraxic'], near: ['hemoraxic'] },
    // A possessive of eight letters or more, and a shorter one.
    { form: 'alzhiemers', words: ['alzheimer'], near: ['alzheimer'] },
    { form: 'parkinsns', words: ['parkinson'], near: ['parkinson'] },
    { form: 'zarbefxs', words: ['zarbefg'], near: ['zarbefg'] },
    { form: 'zarbexs', words: ['zarbeg'], near: [] },
    { form: 'alzhiemerx', words: ['alzheimer'], near: [] },
    // What is near as it stands comes before what is near its plainer spelling.
    { form: 'malaena', words: ['malaenx', 'melena'], near: ['malaenx'] },
    // Another word by how it begins.
    { form: 'afebrile', words: ['febrile'], near: [] },
    { form: 'febrile', words: ['afebrile', 'febrilx'], near: ['febrilx'] },
    { form: 'macrocolon', words: ['microcolon'], near: [] },
  ])('$form among $words: $near', ({ form, words, near }) => {
    const index = openIndex(words)
    expect(wordsNear(form, index).map((id) => index.words.wordOf(id))).toEqual(near)
  })
})

test.each([
  ['afebrile', 'febrile', true],
  ['febrile', 'afebrile', true],
  ['abduction', 'adduction', true],
  ['antepartum', 'antipartum', true],
  ['hypertension', 'hypotension', true],
  ['hypotension', 'hypertension', true],
  ['intervascular', 'intravascular', true],
  ['macrocytic', 'microcytic', true],
  ['hypertension', 'hypotensive', false],
  ['hypertension', 'hypertensoin', false],
  ['bfebrile', 'febrile', false],
  ['ab', 'ad', true],
])('%s is no misspelt %s: %s', (word, candidate, denied) => {
  expect(isDenied(word, candidate)).toBe(denied)
})
