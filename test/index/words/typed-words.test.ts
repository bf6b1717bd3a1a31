/**
 * Proves of what is typed:
 * 1. the last word is open as long as the next letter may belong to it; finished function words are left out
 * 2. a word may become those that it begins, and is whole where it is one, in any inflection
 * 3. a slip is one letter missing, wrong, too many, or two turned around, behind the first letter, in a word long enough
 * 4. of a thousand words the first ones are read
 */

import { expect, test } from 'vitest'
import { openTiny, tinyRelease } from '../../support/tiny-index.ts'
import { readMended, readTyped } from '../../support/typed.ts'

const NAMES = [
  'Hypertension',
  'Hypotension',
  'Hypertensive crises',
  'Fever of origin',
  'crisis',
  'Tab 2',
]

function indexOf(names: readonly string[]) {
  return openTiny({
    ...tinyRelease,
    concepts: names.map((name, i) => {
      return { code: `C${i}`, name, family: `C${i}`, active: true, attributes: {} }
    }),
    terms: names.map((text, i) => ({ code: `C${i}`, text, kind: 'preferred', language: 'en' })),
    ...{ edges: [], replacements: [], maps: [] },
  })
}

/** The words of the index in ranges of ids, each once. */
function wordsIn(
  index: ReturnType<typeof indexOf>,
  ranges: readonly { from: number; to: number }[] = [],
): string[] {
  const ids = ranges.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, i) => from + i),
  )
  return [...new Set(ids)].sort((a, b) => a - b).map((id) => index.words.wordOf(id))
}

test.each([
  { text: 'hyper', open: [true], functionWords: 0 },
  { text: 'hyper ', open: [false], functionWords: 0 },
  { text: 'hyper, ', open: [false], functionWords: 0 },
  { text: 'fever of', open: [false, true], functionWords: 0 },
  { text: 'fever of ', open: [false], functionWords: 1 },
  { text: 'fever of o', open: [false, true], functionWords: 1 },
  { text: '', open: [], functionWords: 0 },
])(
  '"$text" has words that are open: $open, function words: $functionWords',
  ({ text, open, functionWords }) => {
    const typed = readTyped(indexOf(NAMES), text)
    expect(typed.words.map(({ isOpen }) => isOpen)).toEqual(open)
    expect(typed.functionWords).toBe(functionWords)
  },
)

test.each([
  { text: 'hyperten', begun: ['hypertension', 'hypertensive'], whole: [] },
  { text: 'hyperten ', begun: ['hypertension', 'hypertensive'], whole: [] },
  { text: 'fevers', begun: ['fever'], whole: ['fever'] },
  { text: 'crisis ', begun: ['crisis'], whole: ['crisis'] },
  { text: '2 ', begun: ['2'], whole: ['2'] },
  { text: 'zzz', begun: [], whole: [] },
])('"$text" may become $begun, and is $whole', ({ text, begun, whole }) => {
  const index = indexOf(NAMES)
  const word = readTyped(index, text).words[0]
  expect(wordsIn(index, word?.whole)).toEqual(whole)
  expect(wordsIn(index, word?.ranges)).toEqual(begun)
})

test.each([
  { text: 'o', may: true },
  { text: 'fo', may: true },
  { text: 'ox', may: false },
])('whether "$text" may become a function word: $may', ({ text, may }) => {
  expect(readTyped(indexOf(NAMES), `fever ${text}`).words[1]!.mayBeFunctionWord).toBe(may)
})

test.each([
  {
    text: 'hyprtens',
    begun: ['hypertension', 'hypertensive', 'hypotension'],
    why: 'a letter is missing, or wrong',
  },
  { text: 'hyperxten', begun: ['hypertension', 'hypertensive'], why: 'a letter too many' },
  { text: 'hypexten', begun: ['hypertension', 'hypertensive'], why: 'a wrong letter' },
  { text: 'hypretens', begun: ['hypertension', 'hypertensive'], why: 'two turned around' },
  { text: 'hypxtension ', begun: ['hypotension'], why: 'a whole word' },
  { text: 'hypxtensio ', begun: [], why: 'a finished word is none that is only begun' },
  { text: 'xypertens', begun: [], why: 'the first letter is right' },
  { text: 'fevx', begun: [], why: 'four letters may become too much' },
  { text: 'hyprxten', begun: [], why: 'two slips' },
  { text: `hyprtension${'x'.repeat(14)}`, begun: [], why: 'no word is so long' },
  { text: '12345', begun: [], why: 'a number is none' },
])('"$text" mended may become $begun: $why', ({ text, begun }) => {
  const index = indexOf(NAMES)
  expect(wordsIn(index, readMended(index, text).words[0]?.ranges)).toEqual(begun)
})

test('a word that is mended costs something, one that is too short does not', () => {
  const index = indexOf(NAMES)
  expect(readMended(index, 'hyprtension').words[0]!.cost).toBe(30)
  expect(readMended(index, 'fev').words[0]!.cost).toBe(0)
})

test('twelve words are read of any number', () => {
  expect(readTyped(indexOf(NAMES), 'hyper '.repeat(500)).words).toHaveLength(12)
})
