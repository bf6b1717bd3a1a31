/**
 * Proves of proofs, over names of an index and phrases that are read as others:
 * 1. the basis is the weakest step that some word needs; a name that is the mention needs none
 * 2. a word that only shares its stem, or stands for another loosely, proves nothing
 * 3. a sure correction is a step, a guess and a correction beside a patient's word are none
 * 4. the account says of each word what it is of the name, of what was read as other words too; it agrees with the proof
 * 5. what is left over counts unless it says nothing, may be spared, is another name of the same thing, or both sides agree
 *    in it; what is added, likewise
 */

import { describe, expect, onTestFinished, test } from 'vitest'
import type { LinkBasis, WordEvidence } from '../../src/contract.ts'
import { Aligner, lightnessOf } from '../../src/linker/align.ts'
import { Expander } from '../../src/linker/expand.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import { accountFor, type ProofOptions, proofOf as proofFor } from '../../src/linker/prove.ts'
import type { Reading } from '../../src/linker/reading.ts'
import type { Match } from '../../src/ontologies/ontology.ts'
import { analyzer, lemmaOf, matchOf, openNames, phrase } from '../support/linker.ts'

const PHRASES = [
  phrase('cardiac', 'heart'),
  phrase('insufficiency', 'failure', { because: 'lay' }),
  phrase('femer', 'femur', { because: 'lay' }),
  phrase('fimer', 'femur', { because: 'lay' }),
  phrase('gowt', 'gout', { because: 'lay' }),
  phrase('gullet', 'esophagus', { because: 'kind of', weight: 0.82 }),
  phrase('mi', 'infarction', { because: 'abbreviation' }),
  phrase('ccf', 'failure of heart', { because: 'abbreviation' }),
]
const NAMES = [
  'Heart failure',
  'Infarction',
  'Bleeding of esophagus',
  'Acute tonsillitis',
  'Diabetic foot',
  'Fracture of left femur',
  'Asthma, unspecified',
  'Severe asthma (acute)',
  'Cystic kidney',
  'Failure infarction',
  'Nausea without vomiting',
  'Bleeding and secondary gout',
  'AND',
]
const LIGHT = new Map([['unspecified', 0.2]])

type How = Partial<Match & Reading>

function proofOf(...given: Parameters<typeof proving>) {
  const { match, reading, options } = proving(...given)
  return proofFor(match, reading, options)
}

function accountOf(...given: Parameters<typeof proving>) {
  const { reading, options } = proving(...given)
  return accountFor(reading, options)
}

/** What a proof is made of; `reads` counts the readings of the mention from 0, as written. */
function proving(
  mention: string,
  name: string,
  given: Partial<ProofOptions> = {},
  { exactness = 0, order = 1, ...how }: How = {},
  reads = 0,
) {
  const { index, termOf } = openNames(NAMES, PHRASES)
  onTestFinished(() => index.close())
  const lightness = lightnessOf(index, LIGHT)
  const expander = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
  const read = [...expander.expand(analyzer.analyze(mention), mention)][reads]!
  const reading = { ...read, ...how }
  const alignment = new Aligner(index, lightness, [], lemmaOf).align(reading)
  const match = matchOf({ term: termOf(name), exactness, order, kind: 'preferred' })
  const options: ProofOptions = {
    account: () => alignment.account(match.term),
    lemmaOf: (form) => analyzer.wordOf(form).lemma,
    isIgnorable: () => false,
    isOtherName: () => false,
    agreedForms: () => new Set(),
    ...given,
  }
  return { match, reading, options }
}

test.each<{ mention: string; name: string; basis: LinkBasis }>([
  { mention: 'failure, heart', name: 'Heart failure', basis: 'same_words' },
  { mention: 'failures of the heart', name: 'Heart failure', basis: 'same_words' },
  { mention: 'cardiac failure', name: 'Heart failure', basis: 'synonym' },
  { mention: 'cardiac insufficiency', name: 'Heart failure', basis: 'lay' },
  { mention: 'femer fracture left', name: 'Fracture of left femur', basis: 'spelling' },
  { mention: 'fimer fracture left', name: 'Fracture of left femur', basis: 'lay' },
  { mention: 'bleeding and secondary gowt', name: 'Bleeding and secondary gout', basis: 'lay' },
  { mention: 'MI', name: 'Infarction', basis: 'abbreviation' },
  { mention: 'heart failuer', name: 'Heart failure', basis: 'spelling' },
  { mention: 'hert failure', name: 'Heart failure', basis: 'partial' },
  { mention: 'cardiac failre', name: 'Heart failure', basis: 'spelling' },
  { mention: 'tonsilitis acute', name: 'Acute tonsillitis', basis: 'spelling' },
  { mention: 'cystc kidney', name: 'Cystic kidney', basis: 'spelling' },
  { mention: 'diabetic foat', name: 'Diabetic foot', basis: 'partial' },
  { mention: 'infarctional', name: 'Infarction', basis: 'partial' },
  { mention: 'bleeding gullet', name: 'Bleeding of esophagus', basis: 'partial' },
])('"$mention" is "$name" by $basis', ({ mention, name, basis }) => {
  expect(proofOf(mention, name)).toEqual({ basis, left: [], added: [] })
})

test('a correction and a patient’s word together prove nothing', () => {
  expect(proofOf('heart insufficiency acut', 'Heart failure').left).toEqual(['acut'])
  expect(proofOf('insufficiency infarctoin', 'Failure infarction').basis).toBe('partial')
  expect(proofOf('heart insufficiency', 'Heart failure').basis).toBe('lay')
})

test('what both sides agree in is no step, however it is read', () => {
  const agreed = (...forms: string[]) => ({ agreedForms: () => new Set(forms) })
  expect(proofOf('hert failure', 'Heart failure', agreed('hert', 'heart')).basis).toBe('same_words')
  expect(proofOf('hert failure', 'Heart failure', agreed('hert')).basis).toBe('partial')
  expect(proofOf('hert failure', 'Heart failure', agreed('heart')).basis).toBe('partial')
})

test('a name that is the mention needs no account', () => {
  const account = () => {
    throw new Error('asked for')
  }
  expect(proofOf('x', 'Heart failure', { account }, { exactness: 1 })).toEqual({
    ...{ basis: 'official_name', left: [], added: [] },
  })
  expect(() => proofOf('x', 'Heart failure', { account }, { exactness: 0.9 })).toThrow('asked for')
})

describe('the account', () => {
  test.each<{ mention: string; name: string; words: WordEvidence[]; added?: string[] }>([
    {
      mention: 'failures of the heart',
      name: 'Heart failure',
      words: [
        { word: 'failures', by: 'inflection', of: 'failure' },
        { word: 'heart', by: 'same_word', of: 'heart' },
      ],
    },
    {
      mention: 'cardiac insufficiency',
      name: 'Heart failure',
      words: [
        { word: 'cardiac', by: 'synonym', of: 'heart' },
        { word: 'insufficiency', by: 'lay', of: 'failure' },
      ],
    },
    {
      mention: 'MI',
      name: 'Infarction',
      words: [{ word: 'mi', by: 'abbreviation', of: 'infarction' }],
    },
    {
      mention: 'tonsilitis acute',
      name: 'Acute tonsillitis',
      words: [
        { word: 'tonsilitis', by: 'spelling', of: 'tonsillitis' },
        { word: 'acute', by: 'same_word', of: 'acute' },
      ],
    },
    {
      mention: 'bleeding gullet',
      name: 'Bleeding of esophagus',
      words: [
        { word: 'bleeding', by: 'same_word', of: 'bleeding' },
        { word: 'gullet', by: 'related', of: 'esophagus' },
      ],
    },
    {
      mention: 'unspecified asthma',
      name: 'Asthma, unspecified',
      words: [
        { word: 'unspecified', by: 'same_word', of: 'unspecified' },
        { word: 'asthma', by: 'same_word', of: 'asthma' },
      ],
    },
    {
      mention: 'unspecified femur',
      name: 'Fracture of left femur',
      words: [
        { word: 'unspecified', by: 'silent' },
        { word: 'femur', by: 'same_word', of: 'femur' },
      ],
      added: ['fracture', 'left'],
    },
    {
      mention: 'purple heart',
      name: 'Heart failure',
      words: [
        { word: 'purple', by: 'left_over' },
        { word: 'heart', by: 'same_word', of: 'heart' },
      ],
      added: ['failure'],
    },
  ])('of "$mention" by "$name"', ({ mention, name, words, added = [] }) => {
    expect(accountOf(mention, name)).toEqual({ words, added })
    const { left, added: proven } = proofOf(mention, name)
    expect(left).toEqual(words.flatMap(({ word, by }) => (by === 'left_over' ? [word] : [])))
    expect(proven).toEqual(added)
  })

  test('tells what is agreed, spared and set aside', () => {
    const isIgnorable: ProofOptions['isIgnorable'] = ({ kind }) => kind === 'course'
    const given = { isIgnorable, agreedForms: () => new Set(['l', 'left']) }
    const how = { setsAside: ['x', '3', 'days'] }
    expect(accountOf('chronic l femur fracture', 'Fracture of left femur', given, how)).toEqual({
      words: [
        { word: 'chronic', by: 'spared' },
        { word: 'l', by: 'agreed' },
        { word: 'femur', by: 'same_word', of: 'femur' },
        { word: 'fracture', by: 'same_word', of: 'fracture' },
        { word: 'x 3 days', by: 'spared' },
      ],
      added: [],
    })
    const both = accountOf('femur fracture', 'Fracture of femur', given, {
      setsAside: ['left', 'x'],
    })
    expect(both.words.slice(-2)).toEqual([
      { word: 'left', by: 'agreed' },
      { word: 'x', by: 'spared' },
    ])
  })

  test('what is set aside and agreed is no word that is spared', () => {
    const given = { agreedForms: () => new Set(['left']) }
    const basisFor = (setsAside: readonly string[]) =>
      proofOf('failure, heart', 'Heart failure', given, { setsAside }).basis
    expect(['left', 'x'].map((form) => basisFor([form]))).toEqual(['same_words', 'spared_words'])
    expect(basisFor([])).toBe('same_words')
  })

  test('has what was read as other words as it was written, and what is not the name’s of them', () => {
    const account = (name: string) => accountOf('acute CCF', name, {}, {}, 1).words
    const written = { word: 'CCF', by: 'abbreviation', of: 'failure of heart' }
    const acute = { word: 'acute', by: 'left_over' }
    expect(account('Heart failure')).toEqual([acute, written])
    expect(account('Failure infarction')).toEqual([
      ...[acute, written],
      { word: 'heart', by: 'left_over' },
    ])
  })
})

describe('what is left over or added', () => {
  test.each([
    { mention: 'asthma', name: 'Asthma, unspecified', left: [], added: [] },
    { mention: 'unspecified asthma', name: 'Asthma, unspecified', left: [], added: [] },
    { mention: 'heart failure, unspecified', name: 'Heart failure', left: [], added: [] },
    { mention: 'severe asthma', name: 'Severe asthma (acute)', left: [], added: [] },
    { mention: 'asthma', name: 'Severe asthma (acute)', left: [], added: ['severe'] },
    { mention: 'chronic heart failure', name: 'Heart failure', left: ['chronic'], added: [] },
    { mention: 'chronic failure', name: 'Heart failure', left: ['chronic'], added: ['heart'] },
  ])('of "$mention" and "$name": $left, $added', ({ mention, name, left, added }) => {
    const proof = proofOf(mention, name)
    expect(proof).toMatchObject({ left, added })
    expect(proof.basis === 'partial').toBe(left.length + added.length > 0)
  })

  test('may be spared, beside the mention’s own words only', () => {
    const isIgnorable: ProofOptions['isIgnorable'] = ({ kind }, forms) =>
      kind === 'course' && forms.includes('chronic')
    const given = { isIgnorable }
    expect(proofOf('chronic heart failure', 'Heart failure', given)).toEqual({
      ...{ basis: 'spared_words', left: [], added: [] },
    })
    expect(proofOf('acute heart failure', 'Heart failure', given).left).toEqual(['acute'])
    expect(proofOf('chronic MI', 'Infarction', given).basis).toBe('spared_words')
    expect(proofOf('chronic cardiac failure', 'Heart failure', given).basis).toBe('partial')
  })

  test('is nothing where it is another name of the same thing', () => {
    const asked: string[] = []
    const isOtherName: ProofOptions['isOtherName'] = (words) => {
      asked.push(words.map(({ form }) => form).join(' '))
      return asked.at(-1) === 'cardiac weakness'
    }
    const given = { isOtherName }
    expect(proofOf('heart failure (cardiac weakness)', 'Heart failure', given)).toEqual({
      ...{ basis: 'same_words', left: [], added: [] },
    })
    expect(proofOf('heart failure, weakness', 'Heart failure', given)).toMatchObject({
      ...{ basis: 'partial', left: ['weakness'], added: [] },
    })
    expect(proofOf('heart failure', 'Heart failure', given).basis).toBe('same_words')
    // Asked for what is left over, once and only where there is something.
    expect(asked).toEqual(['cardiac weakness', 'weakness'])
  })

  test('is another name only without what is spared', () => {
    const given: Partial<ProofOptions> = {
      isIgnorable: ({ kind }) => kind === 'course',
      isOtherName: (words) => words.map(({ form }) => form).join(' ') === 'weakness',
    }
    expect(proofOf('chronic heart failure, weakness', 'Heart failure', given)).toEqual({
      ...{ basis: 'spared_words', left: [], added: [] },
    })
  })

  test('is accounted for where both sides agree in it', () => {
    const given = { agreedForms: () => new Set(['l', 'left']) }
    expect(proofOf('l femur fracture', 'Fracture of left femur', given)).toEqual({
      ...{ basis: 'same_words', left: [], added: [] },
    })
    expect(proofOf('l femur fracture', 'Fracture of left femur')).toMatchObject({
      ...{ basis: 'partial', left: ['l'], added: ['left'] },
    })
  })
})

test('words on either side of "without" say something else the other way round', () => {
  const turned = { order: 0.5 }
  const mention = 'vomiting without nausea'
  expect(proofOf(mention, 'Nausea without vomiting', {}, turned).basis).toBe('partial')
  expect(proofOf(mention, 'Nausea without vomiting', {}, { order: 1 }).basis).toBe('same_words')
  expect(proofOf('failure, heart', 'Heart failure', {}, turned).basis).toBe('same_words')
})

test('a mention that is not read to its end proves nothing, one without asides proves less', () => {
  expect(proofOf('failure, heart', 'Heart failure', {}, { isCut: true }).basis).toBe('partial')
  expect(
    proofOf('failure, heart', 'Heart failure', {}, { setsAside: ['x', '3', 'days'] }).basis,
  ).toBe('spared_words')
})

test.each([
  { mention: 'secondary gout and bleeding', basis: 'same_words' },
  { mention: 'bleeding, gout secondary', basis: 'partial' },
  { mention: 'gout secondary to bleeding', basis: 'partial' },
])('$mention, turned around: $basis', ({ mention, basis }) => {
  const turned = { order: 0.5 }
  expect(proofOf(mention, 'Bleeding and secondary gout', {}, turned).basis).toBe(basis)
})
