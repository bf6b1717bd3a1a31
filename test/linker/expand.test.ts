/**
 * Proves of the readings of a mention:
 * 1. the mention as written comes first, then all replacements that fit together, then each alone
 * 2. a phrase is replaced with its weight and reason; one word for one word is another key of the same slot
 * 3. an ambiguous abbreviation means what the other words ask for; else what it means by itself, or any of it as a guess
 * 4. only words that the index does not know are corrected, numbers never
 * 5. compounds are read written together and written apart
 * 6. the first word of an index is a word like any other
 * 7. there are at most eight readings, three of a long mention, of at most 48 content words, each once
 */

import { describe, expect, onTestFinished, test } from 'vitest'
import type { PhraseRecord } from '../../src/index/records.ts'
import { lightnessOf } from '../../src/linker/align.ts'
import { Expander } from '../../src/linker/expand.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import type { Reading } from '../../src/linker/reading.ts'
import { analyzer, openNames, phrase } from '../support/linker.ts'

const NAMES = [
  'Heart failure',
  'Acute myocardial infarction',
  'Multiple sclerosis, relapsing',
  'Systemic lupus erythematosus',
  'Disease of kidney',
  'Pneumonia of the lung',
  'Footdrop',
  'Hand weakness',
  'Shortness of breath',
  'Ulcer of 100 days',
  'Vitamin b12 deficiency',
  'Multiple drug reaction',
]
const PHRASES = [
  phrase('heart attack', 'acute myocardial infarction'),
  phrase('sle', 'systemic lupus erythematosus', { because: 'abbreviation' }),
  phrase('ms', 'multiple sclerosis', {
    weight: 0.92,
    because: 'abbreviation in context',
    context: 'relapsing lesion',
  }),
  phrase('renal', 'kidney'),
  phrase('cardiac', 'heart'),
]

/** Expands mentions over an index of names. */
function expander(
  names: readonly string[] = NAMES,
  phrases: readonly PhraseRecord[] = PHRASES,
  light: ReadonlyMap<string, number> = new Map(),
): (text: string) => Reading[] {
  const { index } = openNames(names, phrases)
  onTestFinished(() => index.close())
  const book = new PhraseBook(index, analyzer)
  const expand = new Expander(index, lightnessOf(index, light), analyzer, book)
  return (text) => [...expand.expand(analyzer.analyze(text), text)]
}

const formsOf = ({ words }: Reading) => words.map((word) => word.form).join(' ')
const alternativesOf = ({ slots }: Reading) =>
  slots.map(({ alternatives }) =>
    alternatives.map(({ form, weight, because }) => ({ form, weight, because })),
  )

test.each(['heart failure', 'a heart attack', 'sle', 'ms relapsing', 'zzzzz', 'of the', ''])(
  'the first reading of "%s" is the mention as written',
  (text) => {
    const [first] = expander()(text)
    expect(first).toMatchObject({ replaced: [], certainty: 1, words: analyzer.analyze(text) })
  },
)

test('function words have no slot', () => {
  const [reading] = expander()('disease of the kidney')
  expect(reading!.slots.map(({ form }) => form)).toEqual(['disease', 'kidney'])
})

test('a phrase is read as another one, with its weight and its reason', () => {
  const readings = expander()('old Heart   Attack')
  expect(readings.map(formsOf)).toEqual(['old heart attack', 'old acute myocardial infarction'])
  expect(readings[1]).toMatchObject({
    certainty: 0.96,
    replaced: [
      {
        text: 'Heart   Attack',
        read_as: 'acute myocardial infarction',
        weight: 0.96,
        because: 'synonym',
      },
    ],
  })
  expect(alternativesOf(readings[1]!).slice(1).flat()).toEqual(
    ['acute', 'myocardial', 'infarction'].map((form) => ({ form, weight: 0.96, because: '' })),
  )
})

test('a word weighs the same in every mention, less in brackets and where a replacement reads it', () => {
  const expand = expander(NAMES, [...PHRASES, phrase('hf', 'heart failure')])
  const slotOf = (text: string, form: string, at = 0) => {
    const slot = expand(text)[at]!.slots.find((each) => each.form === form)!
    return { mass: slot.mass, weights: slot.alternatives.map(({ weight }) => weight) }
  }
  const alone = slotOf('heart', 'heart')
  expect(alone.weights).toEqual([1])
  expect(slotOf('hand (heart)', 'heart')).toEqual({ mass: 0.3 * alone.mass, weights: [1] })
  expect(slotOf('hf', 'heart', 1)).toEqual({ mass: alone.mass, weights: [0.96] })
  expect(slotOf('hand heart', 'heart')).toEqual(alone)
})

test('all replacements that fit together come before each alone, the longest phrase first', () => {
  expect(expander()('sle heart attack').map(formsOf)).toEqual([
    'sle heart attack',
    'systemic lupus erythematosus acute myocardial infarction',
    'sle acute myocardial infarction',
    'systemic lupus erythematosus heart attack',
  ])
})

test('one word for one word is another key of its slot, not another reading', () => {
  const readings = expander()('cardiac failure')
  expect(readings).toHaveLength(1)
  expect(alternativesOf(readings[0]!)).toEqual([
    [{ form: 'heart', weight: 0.96, because: 'synonym' }],
    [{ form: 'failure', weight: 1, because: '' }],
  ])
})

test('a word that the index knows stands before what may be read in its place', () => {
  const readings = expander([...NAMES, 'Cardiac tumor'])('cardiac failure')
  expect(alternativesOf(readings[0]!)[0]).toEqual([
    { form: 'cardiac', weight: 1, because: '' },
    { form: 'heart', weight: 0.96, because: 'synonym' },
  ])
})

const SEVERAL = [
  ...PHRASES,
  phrase('ms', 'heart failure', { weight: 0.92, because: 'abbreviation by itself' }),
  phrase('ms', 'hand weakness', { weight: 0.85, because: 'abbreviation of several' }),
]

test.each([
  { text: 'ms', read: ['heart failure', 'hand weakness'] },
  { text: 'pneumonia lung ms', read: ['heart failure', 'hand weakness'] },
  { text: 'ms pneumonia lung days', read: ['heart failure'] },
  { text: 'ms relapsing', read: ['multiple sclerosis'] },
])(
  'with a usual meaning, the ambiguous abbreviation in $text is read as: $read',
  ({ text, read }) => {
    const replaced = expander(NAMES, SEVERAL)(text).flatMap((reading) => reading.replaced)
    expect([...new Set(replaced.map(({ read_as }) => read_as))]).toEqual(read)
  },
)

test.each([
  { text: 'ms', read: [] },
  { text: 'ms ms', read: [] },
  { text: 'ms heart', read: [] },
  { text: 'ms relapsing', read: ['multiple sclerosis'] },
  { text: 'relapsing ms', read: ['multiple sclerosis'] },
  { text: 'new lesions, ms', read: ['multiple sclerosis'] },
])('the ambiguous abbreviation in $text is read as: $read', ({ text, read }) => {
  const replaced = expander()(text).flatMap((reading) => reading.replaced)
  expect(replaced.map(({ read_as }) => read_as)).toEqual(read)
  for (const { weight, because } of replaced)
    expect({ weight, because }).toEqual({ weight: 0.92, because: 'abbreviation in context' })
})

test.each([
  { text: 'faliure', read: 'failure', weight: 0.92, what: 'two letters swapped' },
  { text: 'failre', read: 'failure', weight: 0.92, what: 'a letter left out' },
  { text: 'faillure', read: 'failure', weight: 0.92, what: 'a letter too many' },
  { text: 'failuse', read: 'failure', weight: 0.92, what: 'another letter' },
  { text: 'hert', read: 'heart', weight: 0.85, what: 'a short word' },
  { text: 'haert', read: 'heart', weight: 0.92, what: 'the only word near one of five letters' },
  { text: 'failurees', read: 'failure', weight: 0.92, what: 'a letter too many, and a possessive' },
  { text: 'pnaeumonia', read: 'pneumonia', weight: 0.92, what: 'British where no word is' },
  { text: 'pnewmonja', read: 'pneumonia', weight: 0.8, what: 'two edits in a long word' },
])('$text is corrected to $read at $weight: $what', ({ text, read, weight }) => {
  const [reading] = expander()(text)
  expect(alternativesOf(reading!)).toEqual([[{ form: read, weight, because: 'spelling' }]])
  expect(reading!.certainty).toBe(weight)
  expect(formsOf(reading!)).toBe(read)
})

test.each([
  { text: '10', what: 'a number near another' },
  { text: '1000', what: 'a number near another' },
  { text: 'b13', what: 'letters and digits' },
  { text: 'lun', what: 'fewer than four letters' },
  { text: 'haerts', what: 'a short word that may be no possessive' },
  { text: 'hxxrt', what: 'two edits in a short word' },
  { text: 'pnxwmxnja', what: 'three edits and more' },
  { text: 'qqqqqqqqqqqq', what: 'a word like no other' },
])('$text is not corrected: $what', ({ text }) => {
  const [reading] = expander()(text)
  expect(alternativesOf(reading!)).toEqual([[]])
  expect(reading).toMatchObject({ certainty: 1, words: analyzer.analyze(text) })
})

test('a word that the index knows is not corrected, however near another one is', () => {
  const [reading] = expander(['Lung', 'Lunge', 'Lungs of many'])('lung')
  expect(alternativesOf(reading!)).toEqual([[{ form: 'lung', weight: 1, because: '' }]])
})

test('a word with a synonym is not corrected', () => {
  const [reading] = expander([...NAMES, 'Venal'])('renal')
  expect(alternativesOf(reading!)).toEqual([[{ form: 'kidney', weight: 0.96, because: 'synonym' }]])
})

test.each(['abbreviation', 'abbreviation in context'])(
  'a word that the tables know as an %s is not corrected, nor in a phrase',
  (because) => {
    const short = [phrase('hart', 'angioplasty', { because, context: 'stent' })]
    const read = expander(NAMES, [...PHRASES, ...short])
    expect(alternativesOf(read('hart')[0]!)).toEqual([[]])
    expect(read('hart attack').map(formsOf)).toEqual(['hart attack'])
    expect(expander()('hart attack').map(formsOf)).toContain('acute myocardial infarction')
  },
)

test('the correction in more names comes first', () => {
  const names = ['Common pain', 'Bone pain', 'Bane', 'Bone scan', 'Bone']
  const [reading] = expander(names, [])('bxne')
  expect(alternativesOf(reading!)[0]!.map(({ form }) => form)).toEqual(['bone', 'bane'])
})

test('of corrections as sure those come first that names have with other words of the mention', () => {
  const names = ['Bane', 'Bane', 'Bane', 'Bone fracture of the hand', 'Bans', 'Hand']
  const read = (text: string) => {
    const [first] = alternativesOf(expander(names, [])(text)[0]!)
    return first!.map(({ form }) => form)
  }
  expect(read('bxne')).toEqual(['bane', 'bone'])
  expect(read('bxne fracture')).toEqual(['bone', 'bane'])
  expect(read('bxne of the zzz')).toEqual(['bane', 'bone'])
})

test('a mention has six unknown words corrected', () => {
  const [reading] = expander()(
    'falure multipla sclerpsis kidnay pnemonia erythemotosus shxrtness vitamon',
  )
  expect(reading!.slots.map(({ alternatives }) => alternatives.length)).toEqual([
    1, 1, 1, 1, 1, 1, 0, 0,
  ])
})

test.each([
  { text: 'foot drop', read: 'footdrop', written: 'foot drop', what: 'written apart' },
  { text: 'handweakness', read: 'hand weakness', written: 'handweakness', what: 'together' },
])('$text is read as $read: $what', ({ text, read, written }) => {
  const readings = expander()(text)
  expect(readings.map(formsOf)).toContain(read)
  expect(readings.flatMap(({ replaced }) => replaced)).toEqual([
    { text: written, read_as: read, weight: 0.96, because: 'compound' },
  ])
})

test.each([
  { letters: 40, readings: 2 },
  { letters: 41, readings: 1 },
])('a word of $letters letters has $readings readings', ({ letters, readings }) => {
  const [one, other] = ['a'.repeat(20), 'b'.repeat(letters - 20)]
  expect(expander([one, other])(one + other)).toHaveLength(readings)
})

test('a word that the index knows is not taken apart', () => {
  expect(expander([...NAMES, 'Foot ulcer', 'Drop attack'])('footdrop')).toHaveLength(1)
})

test('there are at most eight readings', () => {
  const many = Array.from({ length: 12 }, (_, i) => phrase('sob', `${NAMES[i]} failure`))
  expect(expander(NAMES, many)('sob')).toHaveLength(8)
})

test('a phrase with a word that the index lacks is not read', () => {
  const unknown = [phrase('sob', 'shortness of expiration'), phrase('sob', 'hand weakness')]
  const readings = expander(NAMES, unknown)('sob')
  expect(readings.flatMap(({ replaced }) => replaced.map(({ read_as }) => read_as))).toEqual([
    'hand weakness',
  ])
})

test('readings of the same words are one reading', () => {
  const twice = [phrase('sob', 'shortness of breath'), phrase('sob', 'the shortness of breath')]
  expect(expander(NAMES, twice)('sob')).toHaveLength(2)
})

/** That many words that no table and no index knows. */
const strangeWords = (count: number) =>
  Array.from({ length: count }, (_, i) => `zq${'abcdefgh'[i % 8]}k${'abcdefgh'[i >> 3]}k`).join(' ')

test('a long mention has fewer readings', () => {
  const many = Array.from({ length: 12 }, (_, i) => phrase('sob', `${NAMES[i]} failure`))
  const expand = expander(NAMES, many)
  expect(expand(`sob ${strangeWords(5)}`)).toHaveLength(8)
  expect(expand(`sob ${strangeWords(6)}`)).toHaveLength(3)
})

test('no more than 48 content words are read', () => {
  const [reading] = expander()(`${strangeWords(47)} of heart failure`)
  expect(reading!.slots).toHaveLength(48)
  expect(reading!.slots.at(-1)!.form).toBe('heart')
})

test('a word that is said again is read once', () => {
  const [reading] = expander()('heart failure, failure of the hearts')
  expect(reading!.slots.map(({ form }) => form)).toEqual(['heart', 'failure'])
})

test('a slot weighs what its best key does, less when it is light or in brackets', () => {
  const expand = expander(NAMES, PHRASES, new Map([['disease', 0.6]]))
  const massOf = (text: string) => expand(text)[0]!.slots[0]!.mass
  expect(massOf('(heart)')).toBeCloseTo(massOf('heart') * 0.3, 6)
  expect(massOf('disease')).toBeCloseTo(massOf('kidney') * 0.6, 6)
  expect(massOf('hert')).toBe(massOf('heart'))
  expect(massOf('qqqqqqqqqqqq')).toBe(6)
})

test('a reading needs one of the words that it has in the place of others', () => {
  const { index } = openNames(NAMES, PHRASES)
  onTestFinished(() => index.close())
  const book = new PhraseBook(index, analyzer)
  const expand = new Expander(index, lightnessOf(index, new Map()), analyzer, book)
  const text = 'sle heart attack cardiac'
  const needed = [...expand.expand(analyzer.analyze(text), text)].map((reading) =>
    reading.needed.map((key) => index.keys.wordOf(key)).join(' '),
  )
  expect(needed).toEqual([
    '',
    'acut myocardium infarct system lupu erythematosu',
    'acut myocardium infarct',
    'system lupu erythematosu',
  ])
})

test('no more readings are made than are wanted', () => {
  const { index } = openNames(NAMES, PHRASES)
  onTestFinished(() => index.close())
  const book = new PhraseBook(index, analyzer)
  const expand = new Expander(index, lightnessOf(index, new Map()), analyzer, book)
  const text = 'sle heart attack'
  const madeOf = (wanted: number) => [...expand.expand(analyzer.analyze(text), text, wanted)]
  for (const wanted of [1, 2, 3]) expect(madeOf(wanted)).toHaveLength(wanted)
})

test('a known word that may be read as another one is no other reading', () => {
  expect(expander([...NAMES, 'Cardiac tumor'])('cardiac failure')).toHaveLength(1)
})

test('a phrase that is read as one word is another reading', () => {
  const readings = expander(NAMES, [phrase('chest attack', 'infarction')])('chest attack')
  expect(readings.map(formsOf)).toEqual(['chest attack', 'infarction'])
})

test('adjoining phrases are read together, whichever is the longer', () => {
  expect(expander()('heart attack sle').map(formsOf)[1]).toBe(
    'acute myocardial infarction systemic lupus erythematosus',
  )
})

test.each([{ text: 'sle', phrases: PHRASES, why: 'it is read as several words' }])(
  '$text has no other word in its slot: $why',
  ({ text, phrases }) => {
    expect(alternativesOf(expander(NAMES, phrases)(text)[0]!)).toEqual([[]])
  },
)

test('of two relations as strong the first one is told', () => {
  const twice = ['synonym', 'lay'].map((because) => phrase('renal', 'kidney', { because }))
  expect(alternativesOf(expander(NAMES, twice)('renal')[0]!)).toEqual([
    [{ form: 'kidney', weight: 0.96, because: 'synonym' }],
  ])
})

test.each([
  { text: 'atonic', names: ['Tonic seizure'] },
  { text: 'tonic', names: ['Atonic seizure'] },
  { text: 'afebrile', names: ['Febrile seizure'] },
  { text: 'febrile', names: ['Afebrile seizure'] },
])('$text is no misspelling of its opposite', ({ text, names }) => {
  expect(alternativesOf(expander(names, [])(text)[0]!)).toEqual([[]])
})

test.each([
  { text: 'feilore', read: ['failure'], what: 'seven letters' },
  { text: 'nultiplc', read: ['multiple'], what: 'another first letter' },
  { text: 'mlutiple', read: ['multiple'], what: 'a swap' },
  { text: 'kidxax', read: [], what: 'six letters' },
  { text: 'kydnay', read: ['kidney'], what: 'six letters, and the same to the ear' },
])('with two edits $text is read as $read: $what', ({ text, read }) => {
  const [alternatives] = alternativesOf(expander()(text)[0]!)
  expect(alternatives!.map(({ form }) => form)).toEqual(read)
})

describe('a word written together', () => {
  const names = ['Eye', 'Lid', 'Hand', 'Ox', 'Handle of the ox']

  test.each([
    { text: 'eyelid', read: 'eye lid' },
    { text: 'eyehand', read: 'eye hand' },
    { text: 'handeye', read: 'hand eye' },
  ])('$text is taken apart: $read', ({ text, read }) => {
    expect(expander(names, [])(text).map(formsOf)).toContain(read)
  })

  test.each([
    { text: 'oxhandle', why: 'a part of two letters' },
    { text: 'handleox', why: 'a part of two letters' },
    { text: 'thehand', why: 'a function word' },
    { text: 'handxyz', why: 'a part that is no word' },
  ])('$text is not: $why', ({ text }) => {
    const replaced = expander(names, [])(text).flatMap((reading) => reading.replaced)
    expect(replaced).toEqual([])
  })
})

describe('the first word of an index', () => {
  test('is not corrected', () => {
    const [reading] = expander(['Bane', 'Bone'], [])('bane')
    expect(alternativesOf(reading!)).toEqual([[{ form: 'bane', weight: 1, because: '' }]])
  })

  test('may be what a phrase is read as', () => {
    const readings = expander(['Bane bone'], [phrase('zz', 'bane bone')])('zz')
    expect(readings.map(formsOf)).toEqual(['zz', 'bane bone'])
  })
})

describe('a phrase of several words', () => {
  const names = [...NAMES, 'Attack of asthma']
  const replacedIn = (text: string, phrases = PHRASES) =>
    expander(
      names,
      phrases,
    )(text).flatMap(({ replaced }) => replaced.map(({ text, read_as }) => `${text}: ${read_as}`))

  test.each([
    { text: 'heart atack', why: 'a word is misspelt' },
    { text: 'haert attack', why: 'another word is' },
    { text: 'haert atack', why: 'both are' },
  ])('is read in $text: $why', ({ text }) => {
    expect(replacedIn(text)).toEqual([`${text}: acute myocardial infarction`])
  })

  test.each([
    { text: 'heart attack', weight: 0.96, why: 'nothing is misspelt' },
    { text: 'heart attack pnewmonja', weight: 0.96, why: 'no word of the phrase is' },
    { text: 'heart atack', weight: 0.96 * 0.92, why: 'a short word is, near this one only' },
    { text: 'heart attakck', weight: 0.96 * 0.92, why: 'a longer word is' },
    { text: 'hert attakck', weight: 0.96 * 0.85, why: 'the less certain of two' },
  ])('in $text weighs $weight: $why', ({ text, weight }) => {
    const weights = expander(names)(text).flatMap(({ replaced }) => replaced.map((r) => r.weight))
    expect(weights).toHaveLength(1)
    expect(weights[0]).toBeCloseTo(weight, 9)
  })

  test('is one of several: a misspelt word by itself is corrected, not replaced', () => {
    const phrases = [phrase('lupus', 'systemic sclerosis')]
    expect(replacedIn('lupus', phrases)).toEqual(['lupus: systemic sclerosis'])
    expect(replacedIn('lupas', phrases)).toEqual([])
  })
})
