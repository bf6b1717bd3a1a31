/**
 * Proves of names that are found by their letters:
 * 1. what is found is exactly the names that are the text but for the case of A to Z, ascending
 * 2. names whose letters have one hash are told apart
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildVerbatim, findVerbatim } from '../../../src/index/words/lexicon.ts'
import { hashWord } from '../../../src/language/sorted.ts'

const lower = (text: string) => text.replace(/[A-Z]/g, (capital) => capital.toLowerCase())

test('finds exactly the names that are the text, the case of A to Z aside', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'z', 'Z', 'É', 'é', '[', '@', ' ') })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), text, (names, other) => {
      const data = buildVerbatim(names.map((each, i) => ({ term: 2 * i, text: each })))
      for (const asked of [...names, other]) {
        const same = names.flatMap((each, i) => (lower(each) === lower(asked) ? [2 * i] : []))
        expect(findVerbatim(asked, data, (term) => names[term / 2]!)).toEqual(same)
      }
    }),
  )
})

test('tells names of one hash apart', () => {
  const [one, other] = ['costarring', 'liquid']
  expect(hashWord(one!)).toBe(hashWord(other!))
  const names = [one!, other!]
  const data = buildVerbatim(names.map((text, term) => ({ term, text })))
  expect(findVerbatim('Liquid', data, (term) => names[term]!)).toEqual([1])
})
