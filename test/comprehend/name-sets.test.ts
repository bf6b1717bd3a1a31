/**
 * Proves of names by the set of their words:
 * 1. a name is found by its words in any order, however often one stands in it; silent, bracketed and light words apart
 * 2. what is no name is not found; of several with the same words the strongest kind is, whichever stands first
 * 3. titles for punch cards, concepts that are not taken and names of too many words are left out
 * 4. over random names it finds what a plain map finds, and two keys of one name may always stand together
 * 5. keys that stand in no name together are mostly told apart
 * 6. the names with all of some keys are given with their concepts; silent and bracketed words and what is left out do not count
 * 7. the hash of a key is that of the reference implementation
 */

import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashOfKey, LONGEST_NAME, NameSets } from '../../src/comprehend/name-sets.ts'
import type { MedlinkIndex } from '../../src/index/reader.ts'
import type { TermKind } from '../../src/index/records.ts'
import { openIndex } from '../support/comprehend.ts'
import { analyzer, openNames } from '../support/linker.ts'
import { openTiny, tinyRelease } from '../support/tiny-index.ts'

interface Words {
  readonly grammar?: readonly string[]
  readonly silent?: readonly string[]
  readonly light?: readonly string[]
  readonly plain?: readonly string[]
}

function setsOf(
  index: MedlinkIndex,
  { grammar = [], silent = [], light = [], plain = [] }: Words = {},
  takes: (concept: number) => boolean = () => true,
): NameSets {
  const isOneOf = (words: readonly string[]) => (_: number, form: string) => words.includes(form)
  return new NameSets(index, {
    takes,
    isFunctionWord: isOneOf(grammar),
    isSilent: isOneOf([...grammar, ...silent]),
    isDenial: isOneOf(['not']),
    isLight: isOneOf(light),
    isPlain: isOneOf(plain),
  })
}

const hashOf = (keys: readonly number[]) =>
  keys.reduce((sum, key) => (sum + hashOfKey(key)) >>> 0, 0)
const keysOf = (index: MedlinkIndex, text: string) =>
  analyzer.analyze(text).map(({ key }) => index.keys.idOf(key))
const foundBy = (sets: NameSets, keys: readonly number[]) => sets.find(hashOf(keys), keys)

/** The name that has exactly the words of a text, undefined where none has. */
function nameBy(index: MedlinkIndex, sets: NameSets, text: string): string | undefined {
  const term = foundBy(sets, keysOf(index, text))
  return term < 0 ? undefined : index.term(term).text
}

const WORDS: Words = {
  grammar: ['of', 'the', 'that', 'is'],
  silent: ['unspecified', 'classified', 'elsewhere'],
  light: ['disease', 'syndrome', 'elsewhere'],
  plain: ['down', 'sick', 'edge', 'of', 'unspecified', 'disease'],
}
const NAMES = [
  'heart failure',
  'failure of the heart muscle',
  'pain, unspecified',
  'gastritis (acute)',
  'fever, fever pattern',
  'not healed ulcer',
  'cough, not elsewhere classified',
  'ulcer that is not',
  'celiac disease',
  'down syndrome',
  'sick house syndrome',
  'coronary artery disease',
  'disease',
  'of edge',
  'edge of sick',
  'sick, unspecified',
  'hiccup of the unspecified',
  'mumps of disease',
  'sick syndrome',
]

describe('finds', () => {
  test.each([
    { text: 'heart failure', name: 'heart failure' },
    { text: 'failure heart', name: 'heart failure' },
    { text: 'pain', name: 'pain, unspecified' },
    { text: 'gastritis', name: 'gastritis (acute)' },
    { text: 'pattern fever', name: 'fever, fever pattern' },
    { text: 'healed not ulcer', name: 'not healed ulcer' },
    { text: 'cough', name: 'cough, not elsewhere classified' },
    { text: 'celiac disease', name: 'celiac disease' },
    { text: 'celiac', name: 'celiac disease' },
    { text: 'down syndrome', name: 'down syndrome' },
    { text: 'house sick syndrome', name: 'sick house syndrome' },
    { text: 'disease', name: 'disease' },
    // By itself it means something else.
    { text: 'down', name: undefined },
    // What silent words are left out of, too, but for the rest of a longer name.
    { text: 'edge', name: undefined },
    { text: 'sick edge', name: 'edge of sick' },
    // What is said to be unspecified is what is left of it.
    { text: 'sick', name: 'sick, unspecified' },
    { text: 'hiccup', name: 'hiccup of the unspecified' },
    { text: 'mumps', name: 'mumps of disease' },
    { text: 'sick syndrome', name: 'sick syndrome' },
    // Without its light word it has two.
    { text: 'coronary artery', name: undefined },
    { text: 'house sick', name: undefined },
    { text: 'heart', name: undefined },
    { text: 'gastritis acute', name: undefined },
    { text: 'heart failure pain', name: undefined },
    { text: 'ulcer', name: undefined },
    { text: 'cough not', name: undefined },
  ])('$name by "$text"', ({ text, name }) => {
    const index = openIndex(NAMES)
    expect(nameBy(index, setsOf(index, WORDS), text)).toBe(name)
  })

  test('nothing by no keys, and by a key given twice', () => {
    const index = openIndex(['heart failure', 'of'])
    const sets = setsOf(index, { silent: ['of'] })
    const [key] = keysOf(index, 'heart') as [number]
    expect(foundBy(sets, [])).toBe(-1)
    expect(foundBy(sets, [key, key])).toBe(-1)
  })

  test.each([10, 11])('names of %i words, up to ten', (count) => {
    expect(LONGEST_NAME).toBe(10)
    const name = 'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo'
    const words = name.split(' ').slice(0, count).join(' ')
    const index = openIndex([words])
    expect(nameBy(index, setsOf(index), words)).toBe(count > 10 ? undefined : words)
  })
})

test('knows which forms are all that counts of a name', () => {
  const index = openIndex(['lesions of the', 'heart failure', 'gout disease', 'wart, unspecified'])
  const sets = setsOf(index, WORDS)
  const forms = ['lesions', 'lesion', 'heart', 'gout', 'wart', 'unspecified', 'unheard']
  expect(forms.filter((form) => sets.isName(form))).toEqual(['lesions', 'wart'])
})

describe('of names with the same words', () => {
  const openKinds = (terms: readonly (readonly [text: string, kind: TermKind])[]) =>
    openTiny({
      ...tinyRelease,
      terms: terms.map(([text, kind]) => ({ code: 'B0', text, kind, language: 'en' })),
    })

  test.each<{ kinds: [TermKind, TermKind]; found: string | undefined }>([
    { kinds: ['synonym', 'preferred'], found: 'heart failure' },
    { kinds: ['preferred', 'synonym'], found: 'failure heart' },
    { kinds: ['preferred', 'preferred'], found: 'failure heart' },
    { kinds: ['short', 'synonym'], found: 'heart failure' },
    { kinds: ['short', 'short'], found: undefined },
  ])('finds of $kinds $found', ({ kinds: [one, other], found }) => {
    const index = openKinds([
      ['failure heart', one],
      ['heart failure', other],
    ])
    expect(nameBy(index, setsOf(index), 'heart failure')).toBe(found)
  })
})

describe('the names with all of some keys', () => {
  const names = [
    'heart failure of the left',
    'failure heart',
    'heart (failure)',
    'heart, unspecified',
    'renal failure',
  ]

  test.each([
    ['heart failure', ['A00 failure heart left', 'A01 failure heart']],
    ['left', ['A00 failure heart left']],
    ['heart', ['A00 failure heart left', 'A01 failure heart', 'A02 heart', 'A03 heart']],
    ['heart renal', []],
    ['unspecified', []],
    ['', []],
  ])('"%s": %j', (text, found) => {
    const index = openIndex(names)
    const word = (key: number) =>
      ['heart', 'failure', 'left', 'renal'].find((each) => keysOf(index, each)[0] === key)
    const all = [...setsOf(index, WORDS).withAll(keysOf(index, text))].map(({ concept, keys }) =>
      [index.codeOf(concept), ...keys.map(word).sort()].join(' '),
    )
    expect(all.sort()).toEqual(found)
  })

  test('are of concepts that are taken', () => {
    const index = openIndex(names)
    const sets = setsOf(index, WORDS, (concept) => index.codeOf(concept) === 'A01')
    expect([...sets.withAll(keysOf(index, 'heart'))]).toHaveLength(1)
  })
})

test('of several concepts’ names with the same words the strongest kind is found', () => {
  const kinds: readonly TermKind[] = ['synonym', 'preferred', 'synonym']
  const index = openTiny({
    ...tinyRelease,
    terms: ['B0', 'B01', 'B02'].map((code, i) => {
      return { code, text: 'heart failure', kind: kinds[i]!, language: 'en' }
    }),
  })
  const term = foundBy(setsOf(index), keysOf(index, 'failure heart'))
  expect(index.term(term).kind).toBe('preferred')
})

test('names of concepts that are not taken are not found, and their words are in no name', () => {
  const index = openIndex(['heart failure', 'fever'])
  const { termConcept } = index.arrays
  const fever = termConcept[[...index.allTerms()].findIndex(({ text }) => text === 'fever')]!
  const sets = setsOf(index, {}, (concept) => concept === fever)
  expect(nameBy(index, sets, 'fever')).toBe('fever')
  expect(nameBy(index, sets, 'heart failure')).toBeUndefined()
  expect(keysOf(index, 'fever heart').map((key) => sets.has(key))).toEqual([true, false])
})

test('knows which names are abbreviations, and which words a name has', () => {
  const names = ['DRESS', 'DRESS syndrome', 'dress and shirt']
  const { index, termOf } = openNames(names)
  onTestFinished(() => index.close())
  const sets = setsOf(index)
  expect(names.map((name) => sets.isAbbreviation(termOf(name)))).toEqual([true, false, false])
  const has = (form: string) => (name: string) =>
    sets.hasWord(termOf(name), (word) => index.words.wordOf(word) === form)
  expect(names.map(has('syndrome'))).toEqual([false, true, false])
  expect(names.map(has('shirt'))).toEqual([false, false, true])
})

describe('over random names', () => {
  const VOCABULARY = ['ileus', 'gout', 'mumps', 'croup', 'ague', 'lupus', 'stye', 'wart', 'yaws']
  const someWords = fc.subarray(VOCABULARY, { minLength: 1 })
  const someNames = fc.array(someWords, { minLength: 1, maxLength: 60 })
  const signature = (words: readonly string[]) => words.toSorted().join(' ')

  test('finds exactly the names that there are, in any order of words', () => {
    // Writing an index takes longer than all look-ups in it.
    for (const names of fc.sample(someNames, { numRuns: 12, seed: 7 })) {
      const index = openIndex(names.map((words) => words.join(' ')))
      const sets = setsOf(index)
      const known = new Set(names.map(signature))
      const isRight = fc.property(fc.shuffledSubarray(VOCABULARY), (words) => {
        const text = words.join(' ')
        const keys = words.flatMap((word) => keysOf(index, word))
        if (keys.includes(-1)) return
        const term = foundBy(sets, keys)
        expect(term >= 0).toBe(known.has(signature(words)))
        if (term < 0) return
        expect(signature(index.term(term).text.split(' '))).toBe(signature(text.split(' ')))
        for (const key of keys) {
          expect(sets.has(key)).toBe(true)
          for (const other of keys)
            if (other !== key) expect(sets.mayHaveBoth(key, other)).toBe(true)
        }
      })
      fc.assert(isRight, { numRuns: 60 })
    }
  })
})

test('keys that stand in no name together are mostly told apart', () => {
  const letters = (at: number) => String.fromCharCode(98 + (at % 20), 98 + Math.floor(at / 20))
  const name = (at: number) => ['alfo', 'brav', 'chak'].map((word) => word + letters(at)).join(' ')
  const names = Array.from({ length: 200 }, (_, at) => name(at))
  const index = openIndex(names)
  const sets = setsOf(index)
  const keys = names.map((each) => keysOf(index, each))
  let wrong = 0
  let pairs = 0
  for (const [i, own] of keys.entries())
    for (const other of keys.slice(i + 1).flat()) {
      pairs++
      if (sets.mayHaveBoth(own[0]!, other)) wrong++
    }
  expect(wrong / pairs).toBeGreaterThan(0)
  expect(wrong / pairs).toBeLessThan(0.05)
})

test.each([
  [0, 0x514e28b7],
  [1, 0x30f4c306],
  [2, 0x85f0b427],
  [123456, 0x61ee0cae],
])('the hash of key %i is the finalizer of MurmurHash3', (key, hash) => {
  expect(hashOfKey(key)).toBe(hash)
})
