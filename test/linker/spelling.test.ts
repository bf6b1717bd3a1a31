/**
 * Proves of words that a misspelt one may stand for:
 * 1. they look like it, or are one edit away from it, or else from its American spelling or from a long possessive without
 *    its ending
 * 2. a beginning that turns a word into another one is no misspelling, either way
 * 3. of a long word they are two edits away where none is nearer, and of any word as it sounds
 * 4. the surest come first, then those that are common, and what sounds alike counts for more
 * 5. numerals are found by the words for them
 * 6. an answer takes the same steps when it is remembered
 * 7. of a word of everyday English only another form of it is accepted outside of phrases
 */

import { describe, expect, test } from 'vitest'
import { Work } from '../../src/index/work.ts'
import { Corrector, isDenied, wordsNear } from '../../src/linker/spelling.ts'
import { openIndex } from '../support/comprehend.ts'
import { analyzer } from '../support/linker.ts'

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
    // A scanner's letters, in one place or in all, and in British spelling.
    { form: 'hypokalernia', words: ['hypokalemia'], near: ['hypokalemia'] },
    { form: 'anaernia', words: ['anemia'], near: ['anemia'] },
    { form: 'zarvvex', words: ['zarwex'], near: ['zarwex'] },
    { form: 'zarbecl', words: ['zarbed'], near: ['zarbed'] },
    { form: 'zarnern', words: ['zamem', 'zamern'], near: ['zamern', 'zamem'] },
    { form: 'confusi0n', words: ['confusion'], near: ['confusion'] },
    { form: 'hepatit1s', words: ['hepatitis'], near: ['hepatitis'] },
    { form: 'g1aucoma', words: ['glaucoma'], near: ['glaucoma'] },
    { form: 'p5oria5is', words: ['psoriasis'], near: ['psoriasis'] },
    { form: 'c0ugh', words: ['cough'], near: [] },
    { form: 'confusi2n', words: ['confusion'], near: [] },
    // A word that looks like the form, and one that is an edit away.
    { form: 'zarbern', words: ['zarbem', 'zarberx'], near: ['zarbem', 'zarberx'] },
    // Another word by how it begins.
    { form: 'afebrile', words: ['febrile'], near: [] },
    { form: 'febrile', words: ['afebrile', 'febrilx'], near: ['febrilx'] },
    { form: 'macrocolon', words: ['microcolon'], near: [] },
  ])('$form among $words: $near', ({ form, words, near }) => {
    const index = openIndex(words)
    expect(wordsNear(form, index).map((id) => index.words.wordOf(id))).toEqual(near)
  })
})

function correctorOf(names: readonly string[]): Corrector {
  return new Corrector(openIndex(names), (form) => analyzer.wordOf(form).lemma)
}

/** What a form may stand for in an index of these names, with what each counts. */
function correctionsOf(form: string, names: readonly string[]): [string, number][] {
  const found = correctorOf(names).corrections(form, new Work())
  return found.map((each) => [each.form, each.factor])
}

/** Names of their own with a word. */
const times = (count: number, word: string) =>
  Array.from({ length: count }, (_, i) => `${word} ${'abcdefghijklmnopqrstuvwxyz'[i]}x`)

describe('corrections', () => {
  test.each<{ form: string; names: string[]; found: [string, number][]; what: string }>([
    { form: 'kidxax', names: ['Kidney'], found: [], what: 'two edits in a word of six letters' },
    { form: 'serzuxe', names: ['Seizure'], found: [['seizure', 0.8]], what: 'two edits' },
    { form: 'siezuer', names: ['Seizure'], found: [['seizure', 0.8]], what: 'two swaps' },
    { form: 'newmonia', names: ['Pneumonia'], found: [['pneumonia', 0.8]], what: 'by ear' },
    { form: 'asma', names: ['Asthma'], found: [['asthma', 0.75]], what: 'a short word by ear' },
    { form: 'sirosis', names: ['Cirrhosis'], found: [['cirrhosis', 0.75]], what: 'three edits' },
    { form: 'rumatizm', names: ['Rheumatism'], found: [['rheumatism', 0.75]], what: 'three edits' },
    {
      form: 'skizofrenia',
      names: ['Schizophrenia'],
      found: [['schizophrenia', 0.75]],
      what: 'four',
    },
    { form: 'kolera', names: ['Coeliac laryngeal'], found: [], what: 'no word of its sound' },
    { form: 'noma', names: ['Pneumonia'], found: [], what: 'its sound, and too many edits' },
    { form: 'eppilepsie', names: ['Epilepsy'], found: [['epilepsy', 0.75]], what: 'three edits' },
    { form: 'xxzzqq', names: ['Epilepsy'], found: [], what: 'nothing near' },
  ])('$form is $found: $what', ({ form, names, found }) => {
    expect(correctionsOf(form, names)).toEqual(found)
  })

  test('one edit away hides what is farther', () => {
    expect(correctionsOf('newmonia', ['Newmonic', 'Pneumonia'])).toEqual([['newmonic', 0.92]])
  })

  test('what two edits lead to comes before what only sounds alike', () => {
    expect(correctionsOf('cirosys', ['Cirrhosis', 'Curasys'])).toEqual([
      ['curasys', 0.8],
      ['cirrhosis', 0.75],
    ])
  })

  test.each([
    {
      form: 'fevor',
      sure: true,
      names: ['Fever'],
      what: 'the only one near a word of five letters',
    },
    { form: 'fevr', sure: false, names: ['Fever'], what: 'four letters' },
    { form: 'goutt', sure: false, names: ['Gout'], what: 'for a word of four letters' },
    { form: 'feher', sure: false, names: ['Fever', 'Fewer'], what: 'one of two' },
    {
      form: 'malaia',
      sure: true,
      names: ['Malaria', 'Malacia'],
      what: 'one of two, of six letters',
    },
  ])('$form is sure $sure: $what', ({ form, sure, names }) => {
    const [first] = correctionsOf(form, names)
    expect(first?.[1] ?? 0.85).toBe(sure ? 0.92 : 0.85)
  })

  test('the one in more names comes first, unless another sounds like it', () => {
    const near = (common: number) =>
      correctionsOf('kidnee', [...times(common, 'Kidned'), 'Kidney']).map(([form]) => form)
    expect(near(7)).toEqual(['kidney', 'kidned'])
    expect(near(9)).toEqual(['kidned', 'kidney'])
  })

  test('there are sixteen of them', () => {
    const names = [...'abcdefghijklmnopqrs'].map((letter) => `zarb${letter}`)
    expect(correctionsOf('zarbz', names)).toHaveLength(16)
  })

  test.each([
    { form: 'secodn', found: '2nd' },
    { form: 'thrid', found: '3rd' },
    { form: 'fith', found: '5th' },
    { form: 'sevne', found: '7' },
  ])('$form is $found', ({ form, found }) => {
    expect(correctionsOf(form, ['Burn of second degree', 'Third', 'Fifth', 'Seven'])).toEqual([
      [found, expect.any(Number)],
    ])
    expect(correctionsOf(form, ['Burn'])).toEqual([])
  })

  test('take the same steps when they are remembered', () => {
    const corrector = correctorOf(['Pneumonia', 'Pneumothorax', 'Seizure'])
    const stepsOf = () => {
      const work = new Work()
      corrector.corrections('newmonia', work)
      return work.done
    }
    const first = stepsOf()
    expect(first).toBeGreaterThan(0)
    expect(stepsOf()).toBe(first)
  })
})

describe('outside of phrases', () => {
  test.each([
    { form: 'selling', name: 'Swelling', accepted: [], what: 'an everyday word and another one' },
    { form: 'calluses', name: 'Callus', accepted: ['callus'], what: 'another form of it' },
    { form: 'sweling', name: 'Swelling', accepted: ['swelling'], what: 'no everyday word' },
  ])('$form may be $accepted: $what', ({ form, name, accepted }) => {
    const corrector = correctorOf([name])
    for (let i = 0; i < 2; i++) {
      const found = corrector.corrections(form, new Work())
      expect(found).toHaveLength(1)
      expect(found.flatMap((each) => (each.appliesAlone ? [each.form] : []))).toEqual(accepted)
    }
  })
})

test.each([
  // Another letter of an everyday word, sounding otherwise.
  { form: 'feeding', name: 'Feeling', isAccepted: false },
  { form: 'steal', name: 'Steel', isAccepted: true },
  { form: 'noise', name: 'Nose', isAccepted: true },
  { form: 'familiar', name: 'Familial', isAccepted: true },
  { form: 'calluses', name: 'Callus', isAccepted: true },
  { form: 'sweling', name: 'Swelling', isAccepted: true },
])('$form may be $name in a phrase: $isAccepted', ({ form, name, isAccepted }) => {
  const found = correctorOf([name]).corrections(form, new Work())
  expect(found.map(({ appliesInPhrases }) => appliesInPhrases)).toEqual([isAccepted])
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
  ['bicuspid', 'tricuspid', true],
  ['unilateral', 'bilateral', true],
  ['infraorbital', 'intraorbital', true],
  ['periumbilical', 'paraumbilical', true],
  ['bicuspid', 'bicuspids', false],
  ['hypertension', 'hypotensive', false],
  ['hypertension', 'hypertensoin', false],
  ['bfebrile', 'febrile', false],
  ['ab', 'ad', true],
])('%s is no misspelt %s: %s', (word, candidate, denied) => {
  expect(isDenied(word, candidate)).toBe(denied)
})
