/**
 * Proves of rows that share an everyday word with a mention:
 * 1. with one everyday word in common, a row is another thing's if its name adds a part of the body where the mention has none,
 *    or if it lacks the head of the mention and adds a thing
 * 2. a row rests on another meaning of a word if all that is common means something else by the words near it
 */

import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../src/language/analyze.ts'
import {
  type Compared,
  isByOneEverydayWord,
  isByOtherMeaning,
  writtenWords,
} from '../../src/linker/misfit.ts'
import { matchOf } from '../support/linker.ts'

const analyzer = createAnalyzer()

interface Given {
  readonly query: string
  /** Words of the mention that the name has, where they are others in the name; "word:name". */
  readonly common: string
  readonly left?: string
  readonly added?: string
  readonly replaced?: readonly { readonly text: string; readonly read_as: string }[]
}

/** A row with the words that its name and the mention share, and that each has alone. */
function rowOf({ common, left = '', added = '', replaced = [] }: Given): Compared {
  const words = (text: string) => text.split(' ').filter(Boolean)
  const said = [
    ...words(common).map((word) => {
      const [form, name = form] = word.split(':')
      return { form: form!, name, meant: name }
    }),
    ...words(left).map((form) => ({ form })),
  ]
  const alignment = { account: () => ({ said, added: words(added) }) }
  const candidate = { alignment, match: matchOf(), reading: { replaced } }
  return { candidate, probability: 0.3 } as never
}

describe('one everyday word in common', () => {
  const isOther = (given: Given) => {
    const row = rowOf(given)
    const words = analyzer.analyze(given.query)
    return isByOneEverydayWord(row, words, writtenWords(row.candidate), analyzer)
  }

  test.each<Given & { isOther: boolean }>([
    { query: 'wandering at night', common: 'wandering', added: 'spleen', isOther: true },
    { query: 'wandering', common: 'wandering', added: 'spleen', isOther: false },
    { query: 'found on carpet', common: 'carpet', added: 'layer', isOther: false },
    // The mention has a part of the body, too, and its head is common.
    { query: 'ear drum', common: 'drum', left: 'ear', added: 'nose', isOther: false },
    // A word that is not everyday, in capitals, or two.
    { query: 'icterus at night', common: 'icterus', added: 'toe', isOther: false },
    { query: 'hot water at night', common: 'hot water', added: 'toe', isOther: false },
  ])('"$query", $common and a part, $added: $isOther', (given) => {
    expect(isOther(given)).toBe(given.isOther)
  })

  test('is another thing’s if it is written in small letters', () => {
    const read = (text: string) => [{ text, read_as: 'spleen pneumonia' }]
    const given = { query: 'cap at night', common: 'pneumonia', added: 'toe' }
    expect(isOther({ ...given, replaced: read('cap') })).toBe(true)
    expect(isOther({ ...given, replaced: read('CAP') })).toBe(false)
    expect(isOther({ ...given, replaced: read('cap night') })).toBe(false)
  })

  const marks = { query: 'stretch marks', common: 'stretch', left: 'marks', added: 'exercises' }

  test('is another thing’s without the head of the mention', () => {
    expect(isOther(marks)).toBe(true)
    for (const added of ['severe', 'irregular']) expect(isOther({ ...marks, added })).toBe(false)
    expect(isOther({ ...marks, common: 'marks', left: 'stretch' })).toBe(false)
    expect(isOther({ ...marks, query: 'marks with stretch', common: 'stretch' })).toBe(true)
  })

  test('is not where a finding is common', () => {
    expect(isOther({ ...marks, query: 'pain marks', common: 'pain' })).toBe(false)
  })

  test('is not in sentences of patients, nor next to a measure', () => {
    expect(isOther({ ...marks, query: 'my stretch marks' })).toBe(false)
    expect(isOther({ ...marks, query: '30lbs stretch marks' })).toBe(false)
  })
})

test.each([
  { query: 'fit to fly', common: 'fit:seizure', isOther: true },
  { query: 'fit with fever', common: 'fit:seizure', isOther: false },
  { query: 'fit to fly with gout', common: 'fit:seizure gout', isOther: false },
  { query: 'GBS positive', common: 'gbs', left: 'positive', isOther: true },
  { query: 'PA shoulder', common: 'pa', left: 'shoulder', isOther: true },
  { query: 'GBS with weakness', common: 'gbs', left: 'weakness', isOther: false },
  { query: 'PA with palpitations', common: 'pa', left: 'palpitations', isOther: false },
  { query: 'fit to fly', common: '', isOther: false },
])('"$query" means something else where $common is common: $isOther', (given) => {
  const row = rowOf(given)
  const words = analyzer.analyze(given.query)
  expect(isByOtherMeaning(words, writtenWords(row.candidate))).toBe(given.isOther)
})
