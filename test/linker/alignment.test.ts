/**
 * Proves of a reading laid beside a name:
 * 1. exactness is 1, 0.9, 0.8 or 0, by words and else by their lemmas, less where the mention leaves something open or was corrected
 * 2. words in brackets weigh little and may be left out
 * 3. order, numbers and opposites are told
 * 4. another form of a word counts nearly as much, but for abbreviations, a word said twice counts once
 * 5. in a name written verbatim everything agrees
 * 6. the first word of an index and the first one of its names are words like any other
 * 7. one reading leaves no trace in the next
 * 8. a word is the word that is likest to it, whatever their order; names are scored and proven by the same pairs
 */

import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readOpposites } from '../../src/language/opposites.ts'
import { Aligner, lightnessOf, type Opposites } from '../../src/linker/align.ts'
import { Expander } from '../../src/linker/expand.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import type { Reading } from '../../src/linker/reading.ts'
import { analyzer, lemmaOf, openNames, phrase } from '../support/linker.ts'

const LIGHT = new Map([
  ['nos', 0.1],
  ['unspecified', 0.2],
  ['disease', 0.6],
  ['simple', 0.25],
  ['mild', 0.3],
])
const NAMES = [
  'Heart failure',
  'Acute left heart failure',
  'Neoplasm of the lung',
  'Essential (primary) hypertension',
  'Asthma, unspecified',
  'Asthma',
  'Rhinitis NOS',
  'Fracture of rib',
  'Pressure ulcer, stage 2',
  'Chronic prostatitis',
  'Acute prostatitis',
  'Disease of kidney, kidney',
  'Fever [pyrexia]',
  '(Idiopathic)',
  'Simple, mild cough',
  'Unspecified',
  'Stage 0',
  'Stage 9',
  'DRESS syndrome',
  'Change of dressing',
  'MRI of brain',
  'AIDS, unspecified',
]

function aligner() {
  const { index, termOf } = openNames(NAMES, [phrase('cardiac', 'heart')])
  onTestFinished(() => index.close())
  const lightness = lightnessOf(index, LIGHT)
  const expand = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
  const align = new Aligner(index, lightness, readOpposites(analyzer), lemmaOf)
  const alignment = (mention: string) =>
    align.align(expand.expand(analyzer.analyze(mention), mention).next().value!)
  return {
    alignment,
    termOf,
    match: (mention: string, name: string) => alignment(mention).match(termOf(name)),
    matchVerbatim: (mention: string, name: string) =>
      alignment(mention).matchVerbatim(termOf(name)),
    substitutionsIn: (mention: string, name: string) =>
      alignment(mention).substitutionsIn(termOf(name)),
    idf: (form: string) => index.arrays.postings.idf[index.keys.idOf(analyzer.keyOf(form))]!,
  }
}

test.each([
  { name: 'Heart failure', mention: 'heart failure', exactness: 1, why: 'the same words' },
  { name: 'Heart failure', mention: 'HEART, FAILURE', exactness: 1, why: 'case, punctuation' },
  {
    name: 'Neoplasm of the lung',
    mention: 'neoplasm of lung',
    exactness: 0.9,
    why: 'a function word left out',
  },
  { name: 'Heart failure', mention: 'the heart failure', exactness: 0.9, why: 'one too many' },
  { name: 'Heart failure', mention: 'failure of heart', exactness: 0.8, why: 'another order' },
  { name: 'Fracture of rib', mention: 'rib fracture', exactness: 0.8, why: 'another order' },
  { name: 'Fracture of rib', mention: 'fractures of rib', exactness: 0.9, why: 'another form' },
  {
    name: 'Fracture of rib',
    mention: 'ribs fracture',
    exactness: 0.8,
    why: 'another form, in another order',
  },
  {
    name: 'Fracture of rib',
    mention: 'fractures of rib cage',
    exactness: 0,
    why: 'another form and a word too many',
  },
  { name: 'Several ribs', mention: 'severe ribs', exactness: 0, why: 'the same stem only' },
  { name: 'Heart failure', mention: 'acute heart failure', exactness: 0, why: 'a word too many' },
  { name: 'Acute left heart failure', mention: 'heart failure', exactness: 0, why: 'too few' },
  { name: 'Heart failure', mention: 'cardiac failure', exactness: 0, why: 'a synonym' },
  { name: 'Heart failure', mention: 'zzzz failure', exactness: 0, why: 'an unknown word' },
  { name: 'Heart failure', mention: 'heart faliure', exactness: 0.92, why: 'a correction' },
  {
    name: 'Heart failure',
    mention: 'hert failure',
    exactness: 0.85,
    why: 'a short word corrected',
  },
  {
    name: 'Essential (primary) hypertension',
    mention: 'essential primary hypertension',
    exactness: 1,
    why: 'brackets read',
  },
  {
    name: 'Essential (primary) hypertension',
    mention: 'essential hypertension',
    exactness: 0.9,
    why: 'brackets left out',
  },
  {
    name: 'Essential (primary) hypertension',
    mention: 'hypertension, essential',
    exactness: 0.8,
    why: 'brackets left out, another order',
  },
  {
    name: 'Essential (primary) hypertension',
    mention: 'primary hypertension',
    exactness: 0,
    why: 'what stands outside of brackets left out',
  },
  { name: 'Fever [pyrexia]', mention: 'fever', exactness: 0.9, why: 'square brackets left out' },
  { name: '(Idiopathic)', mention: 'heart', exactness: 0, why: 'nothing outside of brackets' },
  { name: 'Asthma, unspecified', mention: 'asthma unspecified', exactness: 1, why: 'the same' },
  { name: 'Asthma, unspecified', mention: 'asthma', exactness: 0, why: 'not left open' },
  { name: 'Asthma, unspecified', mention: 'asthma NOS', exactness: 0.63, why: 'open by NOS' },
  { name: 'Asthma', mention: 'asthma NOS', exactness: 0.63, why: 'open by NOS' },
  { name: 'Asthma', mention: 'unspecified asthma', exactness: 0.63, why: 'open by unspecified' },
  {
    name: 'Rhinitis NOS',
    mention: 'rhinitis, unspecified',
    exactness: 0.63,
    why: 'open on both sides',
  },
  { name: 'Asthma', mention: 'simple asthma', exactness: 0.63, why: 'a word that says little' },
  { name: 'Asthma', mention: 'mild asthma', exactness: 0, why: 'a word that says a little more' },
  { name: 'Heart failure', mention: 'asthma NOS', exactness: 0, why: 'open, but another thing' },
  { name: 'Unspecified', mention: 'NOS', exactness: 0, why: 'nothing but open on both sides' },
  { name: 'Heart failure', mention: 'heart failure (left)', exactness: 0.63, why: 'said aside' },
  { name: 'Heart failure', mention: '(left) failure of heart', exactness: 0.56, why: 'the same' },
  {
    name: 'Heart failure',
    mention: 'heart (failure)',
    exactness: 1,
    why: 'the words themselves',
  },
  {
    name: 'Acute left heart failure',
    mention: '(acute) (left) heart failure',
    exactness: 1,
    why: 'what is said aside is in the name',
  },
  {
    name: 'Acute left heart failure',
    mention: 'heart failure (left)',
    exactness: 0,
    why: 'too few, with what is said aside and without',
  },
  {
    name: 'Essential (primary) hypertension',
    mention: 'essential hypertension (severe)',
    exactness: 0.63,
    why: 'aside on both sides',
  },
  { name: 'Asthma', mention: '(asthma)', exactness: 1, why: 'nothing but aside' },
  {
    name: '(Idiopathic)',
    mention: 'heart (left)',
    exactness: 0,
    why: 'nothing outside of brackets',
  },
  { name: '(Idiopathic)', mention: '(heart)', exactness: 0, why: 'the same on both sides' },
])('$mention is $name at $exactness: $why', ({ name, mention, exactness }) => {
  expect(aligner().match(mention, name).exactness).toBeCloseTo(exactness, 9)
})

test.each([
  { mention: 'acute left heart failure', order: 1 },
  { mention: 'heart acute failure', order: 0.5 },
  { mention: 'failure heart left acute', order: 0 },
  { mention: 'left zzzz failure', order: 1 },
  { mention: 'heart', order: 1 },
  { mention: 'asthma', order: 1 },
])('the order of $mention agrees at $order', ({ mention, order }) => {
  expect(aligner().match(mention, 'Acute left heart failure').order).toBe(order)
})

test.each([
  { mention: 'pressure ulcer stage 2', name: 'Pressure ulcer, stage 2', agree: 1 },
  { mention: 'pressure ulcer stage II', name: 'Pressure ulcer, stage 2', agree: 1 },
  { mention: 'pressure ulcer', name: 'Pressure ulcer, stage 2', agree: 0.5 },
  { mention: 'pressure ulcer stage 3', name: 'Pressure ulcer, stage 2', agree: 0 },
  { mention: 'pressure ulcer stage 2 3', name: 'Pressure ulcer, stage 2', agree: 0.5 },
  { mention: 'heart failure 3', name: 'Heart failure', agree: 0.5 },
  { mention: 'heart failure', name: 'Heart failure', agree: 1 },
  { mention: 'heart failure', name: 'Acute left heart failure', agree: 1 },
  { mention: 'stage', name: 'Stage 0', agree: 0.5 },
  { mention: 'stage', name: 'Stage 9', agree: 0.5 },
])('the numbers of $mention and $name agree at $agree', ({ mention, name, agree }) => {
  expect(aligner().match(mention, name).numbersAgree).toBe(agree)
})

test.each([
  { mention: 'acute prostatitis', name: 'Chronic prostatitis', opposites: 1 },
  { mention: 'chronic prostatitis', name: 'Acute prostatitis', opposites: 1 },
  { mention: 'chronic prostatitis', name: 'Chronic prostatitis', opposites: 0 },
  { mention: 'prostatitis', name: 'Chronic prostatitis', opposites: 0 },
  { mention: 'acute chronic prostatitis', name: 'Chronic prostatitis', opposites: 0 },
])('$name says $opposites opposites of $mention', ({ mention, name, opposites }) => {
  expect(aligner().match(mention, name).opposites).toBe(opposites)
})

test('masses are sums of what words weigh, from both sides', () => {
  const { match, idf } = aligner()
  const found = match('acute heart zzzzzzzz', 'Heart failure')
  expect(found.queryMass).toBeCloseTo(idf('acute') + idf('heart') + 6, 5)
  expect(found.matchedQueryMass).toBeCloseTo(idf('heart'), 5)
  expect(found.nameMass).toBeCloseTo(idf('heart') + idf('failure'), 5)
  expect(found.matchedNameMass).toBeCloseTo(idf('heart'), 5)
})

test.each([
  { mention: 'heart failure', name: 'Heart failure', lacks: 0, why: 'neither lacks a word' },
  { mention: 'heart', name: 'Heart failure', lacks: 0, why: 'only the name has more' },
  { mention: 'acute heart failure', name: 'Heart failure', lacks: 0, why: 'only the mention has' },
  { mention: '', name: 'Heart failure', lacks: 0, why: 'the mention says nothing' },
  { mention: 'rib', name: 'Heart failure', lacks: 1, why: 'each has something else' },
])('"$mention" and "$name" disagree at $lacks: $why', ({ mention, name, lacks }) => {
  expect(aligner().match(mention, name).disagreement).toBe(lacks)
})

test('mention and name disagree at the lesser share that one lacks of the other', () => {
  const { match } = aligner()
  const found = match('acute heart rib', 'Heart failure')
  const ofQuery = 1 - found.matchedQueryMass / found.queryMass
  const ofName = 1 - found.matchedNameMass / found.nameMass
  expect(found.disagreement).toBe(Math.min(ofQuery, ofName))
  expect(found.disagreement).toBeGreaterThan(0)
})

test('words in brackets weigh three tenths', () => {
  const { match, idf } = aligner()
  expect(match('hypertension', 'Essential (primary) hypertension').nameMass).toBeCloseTo(
    idf('essential') + 0.3 * idf('primary') + idf('hypertension'),
    5,
  )
})

test('light words weigh what is left of their weight', () => {
  const { match, idf } = aligner()
  expect(match('asthma', 'Asthma, unspecified').nameMass).toBeCloseTo(
    idf('asthma') + 0.2 * idf('unspecified'),
    5,
  )
})

test('another form of a word counts nearly as much as the word', () => {
  const { match, idf } = aligner()
  expect(match('fractures', 'Fracture of rib').matchedNameMass).toBeCloseTo(
    0.98 * idf('fracture'),
    5,
  )
})

test.each([
  { mention: 'dressing', name: 'DRESS syndrome', matches: false, why: 'the index has that word' },
  { mention: 'dress', name: 'DRESS syndrome', matches: true, why: 'it is that word' },
  { mention: 'mris', name: 'MRI of brain', matches: true, why: 'the index has no such word' },
  { mention: 'aid', name: 'AIDS, unspecified', matches: false, why: 'it is no plural' },
  { mention: 'aids', name: 'AIDS, unspecified', matches: true, why: 'it is that word' },
  { mention: 'dress', name: 'Change of dressing', matches: true, why: 'that is no abbreviation' },
])('"$mention" of "$name": $matches, as $why', ({ mention, name, matches }) => {
  const { alignment, termOf } = aligner()
  const { matchedNameMass } = alignment(mention).match(termOf(name))
  expect(matchedNameMass > 0).toBe(matches)
})

test('a word that a name says twice counts once', () => {
  const { match, idf } = aligner()
  expect(match('kidney', 'Disease of kidney, kidney').nameMass).toBeCloseTo(
    0.6 * idf('disease') + idf('kidney'),
    5,
  )
})

test('a word that the mention says twice counts once', () => {
  const { match, idf } = aligner()
  const found = match('heart heart', 'Heart failure')
  expect(found.queryMass).toBeCloseTo(idf('heart'), 5)
  expect(found.matchedQueryMass).toBeCloseTo(idf('heart'), 5)
})

test.each([
  {
    mention: 'cardiac failure',
    replaced: [{ text: 'cardiac', read_as: 'heart', weight: 0.96, because: 'synonym' }],
  },
  {
    mention: 'heart faliure',
    replaced: [{ text: 'faliure', read_as: 'failure', weight: 0.92, because: 'spelling' }],
  },
  { mention: 'heart failure', replaced: [] },
])('what $mention was matched by is told', ({ mention, replaced }) => {
  expect(aligner().substitutionsIn(mention, 'Heart failure')).toEqual(replaced)
})

test('a match says of what kind the name is and where to find what was noted of name and concept', () => {
  const found = aligner().match('rib', 'Fracture of rib')
  expect(found.kind).toBe('preferred')
  expect(found.columns.term.words![found.term]).toBe(3)
  expect(found.columns.concept.code_length![found.concept]).toBe(3)
})

test.each([
  { mention: 'Acute left heart failure', name: 'Acute left heart failure', why: 'its words' },
  { mention: 'zzzz 3 chronic', name: 'Acute prostatitis', why: 'other words, opposites, numbers' },
  { mention: '', name: 'Heart failure', why: 'no words' },
])('in a name written verbatim everything agrees: $why', ({ mention, name }) => {
  const { match, matchVerbatim } = aligner()
  const found = matchVerbatim(mention, name)
  const { kind, term, concept, columns, family, isShared } = match(mention, name)
  const mass = found.queryMass
  expect(mass).toBeGreaterThanOrEqual(1)
  expect(found).toEqual({
    ...{ kind, term, concept, columns, family, isShared },
    ...{ queryMass: mass, matchedQueryMass: mass, nameMass: mass, matchedNameMass: mass },
    ...{ exactness: 1, order: 1, numbersAgree: 1, opposites: 0, disagreement: 0 },
  })
})

describe('the first word of an index and of its first name', () => {
  interface Given {
    readonly light?: ReadonlyMap<string, number>
    readonly opposites?: Opposites
    /** The name to match, if not the first. */
    readonly term?: string
  }

  /** The match of a mention with the first of these names, which has the first of their words. */
  function matchFirst(
    mention: string,
    names: readonly string[],
    { light = new Map(), opposites = [], term = names[0]! }: Given = {},
  ) {
    const { index, termOf } = openNames(names, [phrase('aortic', 'abdominal')])
    onTestFinished(() => index.close())
    expect(termOf(names[0]!)).toBe(0)
    expect(names[0]!.toLowerCase()).toContain(index.words.wordOf(0))
    const lightness = lightnessOf(index, light)
    const expand = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
    const reading = expand.expand(analyzer.analyze(mention), mention).next().value!
    const idf = index.arrays.postings.idf[index.keys.idOf(analyzer.keyOf('abdominal'))]!
    return {
      ...new Aligner(index, lightness, opposites, lemmaOf).align(reading).match(termOf(term)),
      idf,
    }
  }

  test('are found', () => {
    const { matchedQueryMass, idf } = matchFirst('abdominal', ['Abdominal pain', 'Chest pain now'])
    expect(matchedQueryMass).toBeCloseTo(idf, 5)
  })

  test('weigh little in brackets, and may be left out', () => {
    const names = ['(Abdominal) pain', 'Chest pain now']
    const { exactness, nameMass, matchedNameMass, idf } = matchFirst('pain', names)
    expect(exactness).toBe(0.9)
    expect(nameMass - matchedNameMass).toBeCloseTo(0.3 * idf, 5)
  })

  test('are a function word that is left out', () => {
    expect(matchFirst('pain', ['a pain', 'chest pain now']).exactness).toBe(0.9)
  })

  test('say nothing where they are light', () => {
    const light = new Map([['abdominal', 0.1]])
    const names = ['Abdominal', 'Chest pain', 'Chest now']
    expect(matchFirst('chest pain', names, { light, term: 'Chest pain' }).exactness).toBe(1)
    expect(matchFirst('abdominal chest pain', names, { light, term: 'Chest pain' }).exactness).toBe(
      0.63,
    )
  })

  test.each([
    { mention: 'abdominal pain now', order: 1 },
    { mention: 'abdominal now pain', order: 0.5 },
    { mention: 'pain abdominal', order: 0 },
  ])('stand in the order of $mention at $order', ({ mention, order }) => {
    const names = ['Abdominal pain now', 'Chest pain now today']
    expect(matchFirst(mention, names).order).toBe(order)
  })

  test.each([['abdominal chest'], ['chest abdominal']])('have opposites: %s', (pair) => {
    const [one, other] = pair.split(' ').map((form) => analyzer.keyOf(form)) as [string, string]
    const given = { opposites: [[one, other]] } as const
    expect(matchFirst('chest', ['Abdominal', 'Chest pain'], given).opposites).toBe(1)
    expect(matchFirst('pain', ['Abdominal', 'Chest pain'], given).opposites).toBe(0)
  })

  test('are not found by a word of the mention that is another one of the name', () => {
    const names = ['Abdominal aortic', 'Chest pain now']
    const { matchedNameMass, matchedQueryMass, idf } = matchFirst('aortic', names)
    expect(matchedNameMass).toBeCloseTo(idf, 5)
    expect(matchedQueryMass).toBeCloseTo(idf, 5)
  })
})

test('each word of an index may be light, the first one too', () => {
  const { index } = openNames(['Abdominal pain', 'Chest pain'])
  onTestFinished(() => index.close())
  const keys = ['abdominal', 'chest', 'pain'].map((form) => index.keys.idOf(analyzer.keyOf(form)))
  for (const [i, form] of ['abdominal', 'chest', 'pain'].entries()) {
    const lightness = lightnessOf(index, new Map([[form, 0.5]]))
    expect(keys.map((key) => lightness[key])).toEqual(keys.map((_, k) => (k === i ? 0.5 : 1)))
  }
  expect([...lightnessOf(index, new Map([['knee', 0.5]]))]).toEqual([1, 1, 1])
})

test('two readings are compared side by side without a trace of each other', () => {
  const { alignment, match, termOf } = aligner()
  const one = alignment('left asthma')
  alignment('acute heart failure with chronic prostatitis 3')
  const name = 'Acute left heart failure'
  expect(one.match(termOf(name))).toEqual(match('left asthma', name))
})

describe('the likest words are pairs', () => {
  const PHRASES = [
    phrase('aortic', 'abdominal'),
    phrase('cardiac', 'heart'),
    phrase('renal', 'kidney', { weight: 0.9 }),
    phrase('renal', 'failure', { weight: 0.8 }),
    phrase('nephric', 'kidney', { weight: 0.9 }),
  ]
  const OF_PAIRS = [
    'Abdominal aortic pain',
    'Aortic abdominal pain',
    'Heart failure, cardiac',
    'Failure of kidney',
    'Kidneys and kidney',
    'Kidney and kidneys of the heart',
    'Failures of the abdominal heart',
  ]

  /** A reading of the mention next to each name, with the weight of its words. */
  function pairs(mention: string) {
    const { index, termOf } = openNames(OF_PAIRS, PHRASES)
    const lightness = lightnessOf(index, new Map())
    const expand = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
    const reading: Reading = expand.expand(analyzer.analyze(mention), mention).next().value!
    const alignment = new Aligner(index, lightness, [], lemmaOf).align(reading)
    const close = () => index.close()
    return { alignment, termOf, masses: reading.slots.map(({ mass }) => mass), close }
  }

  test.each([
    { mention: 'aortic', name: 'Abdominal aortic pain', words: ['aortic'] },
    { mention: 'aortic', name: 'Aortic abdominal pain', words: ['aortic'] },
    { mention: 'aortic abdominal', name: 'Abdominal aortic pain', words: ['aortic', 'abdominal'] },
    { mention: 'cardiac heart', name: 'Heart failure, cardiac', words: ['cardiac', 'heart'] },
    { mention: 'cardiac', name: 'Heart failure, cardiac', words: ['cardiac'] },
    { mention: 'renal failure', name: 'Failure of kidney', words: ['kidney', 'failure'] },
    { mention: 'renal', name: 'Failure of kidney', words: ['kidney'] },
    { mention: 'kidneys', name: 'Kidney and kidneys of the heart', words: ['kidneys'] },
    { mention: 'kidney', name: 'Kidneys and kidney', words: ['kidney'] },
    { mention: 'renal kidney', name: 'Kidneys and kidney', words: [undefined, 'kidney'] },
    { mention: 'renal nephric', name: 'Failure of kidney', words: ['failure', 'kidney'] },
    { mention: 'renal nephric', name: 'Kidneys and kidney', words: [undefined, 'kidney'] },
  ])('of "$name" the words of "$mention" are $words', ({ mention, name, words }) => {
    const { alignment, termOf, close } = pairs(mention)
    onTestFinished(close)
    expect(alignment.account(termOf(name)).said.map((word) => word.name)).toEqual(words)
  })

  test.each([
    { mention: 'abdominal', isUnknown: false, why: 'it is the first word of the index' },
    { mention: 'heart', isUnknown: false, why: 'it is a later word' },
    { mention: 'zzzz', isUnknown: true, why: 'no name has it' },
  ])('"$mention" is unknown: $isUnknown, since $why', ({ mention, isUnknown }) => {
    const { alignment, termOf, close } = pairs(mention)
    onTestFinished(close)
    expect(alignment.account(termOf('Failure of kidney')).said[0]!.isUnknown).toBe(isUnknown)
  })

  test('each name has heaviest words of its own', () => {
    const { alignment, termOf, masses, close } = pairs('renal failure')
    onTestFinished(close)
    const [renal = 0, failure = 0] = masses
    const names = ['Failure of kidney', 'Heart failure, cardiac', 'Failure of kidney']
    expect(names.map((name) => alignment.overlap(termOf(name)))).toMatchObject([
      { shared: Math.max(renal, failure), left: 0 },
      { shared: failure, left: renal },
      { shared: Math.max(renal, failure), left: 0 },
    ])
  })

  test('the pairs that prove a name are those that score it', () => {
    const words = fc.constantFrom(
      ...'abdominal aortic pain heart cardiac failure failures kidney kidneys renal'.split(' '),
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), (mention) => {
        const { alignment, termOf, masses, close } = pairs(mention.join(' '))
        for (const name of OF_PAIRS) {
          const { matchedQueryMass } = alignment.match(termOf(name))
          const { said } = alignment.account(termOf(name))
          const sum = said.reduce((sum, { name, meant, weight }, slot) => {
            if (name === undefined) return sum
            return sum + masses[slot]! * weight * (name === meant ? 1 : 0.98)
          }, 0)
          expect(sum).toBeCloseTo(matchedQueryMass, 9)
        }
        close()
      }),
      { numRuns: 40 },
    )
  })

  test('what was read as another word is told of these pairs only', () => {
    const { alignment, termOf, close } = pairs('cardiac heart')
    onTestFinished(close)
    expect(alignment.substitutionsIn(termOf('Heart failure, cardiac'))).toEqual([])
    expect(alignment.substitutionsIn(termOf('Failures of the abdominal heart'))).toEqual([])
  })
})
