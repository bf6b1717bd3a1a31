/**
 * Proves of the stretches of a text:
 * 1. marks between words part them; spaces, hyphens within words and marks at words do not
 * 2. the stretches of some words cover all of them, in order
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isParted, stretchesOf } from '../../src/comprehend/name-sets.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { textOf } from '../support/comprehend.ts'
import { analyzer } from '../support/linker.ts'

function stretchesIn(text: string): string[] {
  const words = analyzer.analyze(text)
  return stretchesOf(text, words, 0, words.length).map((each) => textOf({ text, words }, each))
}

describe('stretches of', () => {
  test.each([
    ['fever cough', ['fever cough']],
    ['fever  cough', ['fever  cough']],
    ['fever, cough', ['fever', 'cough']],
    ['fever,cough', ['fever', 'cough']],
    ['fever;cough', ['fever', 'cough']],
    ['fever: cough', ['fever', 'cough']],
    ['fever? cough', ['fever', 'cough']],
    ['fever! cough', ['fever', 'cough']],
    ['fever\ncough', ['fever', 'cough']],
    ['fever\rcough', ['fever', 'cough']],
    ['fever\tcough', ['fever', 'cough']],
    ['fever | cough', ['fever', 'cough']],
    ['fever • cough', ['fever', 'cough']],
    ['fever · cough', ['fever', 'cough']],
    ['fever * cough', ['fever', 'cough']],
    ['fever = cough', ['fever', 'cough']],
    ['fever < cough', ['fever', 'cough']],
    ['fever > cough', ['fever', 'cough']],
    ['fever ~ cough', ['fever', 'cough']],
    ['fever ☑ cough', ['fever', 'cough']],
    ['fever ☐ cough', ['fever', 'cough']],
    ['sepsis of E. coli', ['sepsis of E. coli']],
    ['fever / cough', ['fever', 'cough']],
    ['fever/cough', ['fever/cough']],
    ['fever/ cough', ['fever', 'cough']],
    ['fever - cough', ['fever', 'cough']],
    ['right-sided pain', ['right-sided pain']],
    ['fever – cough', ['fever', 'cough']],
    ['fever–cough', ['fever', 'cough']],
    ['fever—cough', ['fever', 'cough']],
    ['fever + cough', ['fever', 'cough']],
    ['fever+ cough', ['fever+ cough']],
    ['fever+', ['fever+']],
    ['fever (cough)', ['fever (cough']],
    ['2) fever', ['2', 'fever']],
    ['2. fever', ['2', 'fever']],
    ['fever 2. cough', ['fever 2', 'cough']],
    ['type 2.5 fever', ['type 2.5 fever']],
    ['a. fever', ['a. fever']],
    ['2 fever', ['2 fever']],
    ['(a) fever', ['a) fever']],
    ['', []],
  ])('%j are %j', (text, stretches) => {
    expect(stretchesIn(text)).toEqual(stretches)
  })

  test('some words are among these', () => {
    const text = 'fever, cough, rash'
    const words = analyzer.analyze(text)
    expect(stretchesOf(text, words, 1, 2)).toEqual([{ from: 1, to: 2 }])
    expect(stretchesOf(text, words, 2, 2)).toEqual([])
    expect(stretchesOf(text, words, 1, 3)).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ])
  })
})

test('of any text cover all words and are parted from each other and nowhere else', () => {
  const isCovered = fc.property(fc.oneof(anyString, clinicalText), (text) => {
    const words = analyzer.analyze(text)
    let at = 0
    for (const { from, to } of stretchesOf(text, words, 0, words.length)) {
      expect(from).toBe(at)
      expect(to).toBeGreaterThan(from)
      for (let next = from + 1; next <= to && next < words.length; next++)
        expect(isParted(text, words[next - 1]!, words[next]!)).toBe(next === to)
      at = to
    }
    expect(at).toBe(words.length)
  })
  fc.assert(isCovered)
})
