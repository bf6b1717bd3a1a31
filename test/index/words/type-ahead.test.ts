/**
 * Proves of type-ahead:
 * 1. what is found is what a look at every name finds: each typed word begins a word of the name, in any order
 * 2. the most prominent come first, then the best kinds of names, then the shortest; a name that says no more than was typed
 *    before all of these
 * 3. the next letter takes names away and leaves the others in their order, but for those that it completes
 * 4. a concept is one row, under its best name; a shared name is one of the whole family
 * 5. names are terms, titles, verbatim terms and aliases of active concepts, without those that say the same
 * 6. the work for one question is bounded, and what is found then is of the best names
 * 7. it is read when it is first asked for
 */

import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TYPE_AHEAD_NAMES } from '../../../src/index/file/layout.ts'
import { MedlinkIndex } from '../../../src/index/reader.ts'
import type {
  ConceptRecord,
  ReleaseRecords,
  TermKind,
  TermRecord,
} from '../../../src/index/records.ts'
import type { Alias } from '../../../src/index/words/type-ahead-build.ts'
import { createAnalyzer } from '../../../src/language/analyze.ts'
import { sql } from '../../support/damaged-index.ts'
import {
  expectation,
  openTiny,
  tempFolder,
  tinyRelease,
  writeTiny,
} from '../../support/tiny-index.ts'
import { readTyped } from '../../support/typed.ts'

/** A concept, with its prominence where it has any. */
interface Thing {
  readonly name: string
  readonly prominence?: number
  readonly family?: string
  readonly active?: boolean
  readonly terms?: readonly Partial<TermRecord>[]
}

const codeOf = (place: number) => `C${String(place).padStart(5, '0')}`

/** An index of concepts in their order, each with its name as a term unless it has others. */
function indexOf(things: readonly Thing[], aliases: readonly Alias[] = []): MedlinkIndex {
  const concepts = things.map(
    ({ name, family, active = true, prominence = 0 }, place): ConceptRecord => {
      const code = codeOf(place)
      return { code, name, family: family ?? code, active, attributes: { prominence } }
    },
  )
  const terms = things.flatMap(({ name, terms = [{ text: name }] }, place) =>
    terms.map((term): TermRecord => {
      return { code: codeOf(place), text: name, kind: 'preferred', language: 'en', ...term }
    }),
  )
  const release: ReleaseRecords = {
    ...tinyRelease,
    ...{ concepts, terms, edges: [], replacements: [], maps: [], facts: [] },
  }
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file, release, {
    aliases,
    prominenceOf: ({ attributes }) => Number(attributes.prominence),
  })
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  return index
}

/** Places of the concepts that are found. */
function placesIn(index: MedlinkIndex, typed: string, limit = 50): number[] {
  return index.typeAhead.matches(readTyped(index, typed), limit).map(({ concept }) => concept)
}

const named = (...names: readonly string[]) => indexOf(names.map((name) => ({ name })))

describe('finds', () => {
  const NAMES = [
    'left heart failure',
    'heart failure',
    'renal failure',
    'heat stroke',
    'acute heart failure',
    'heartburn',
    'heat',
    'fever of unknown origin',
  ]

  test.each([
    { typed: 'hea', places: [6, 5, 3, 1, 0, 4], why: 'shortest first, those that begin so before' },
    { typed: 'hear', places: [5, 1, 0, 4], why: 'heat is no more' },
    { typed: 'heart', places: [5, 1, 0, 4], why: 'a whole word, or the beginning of a longer one' },
    { typed: 'heart fai', places: [1, 0, 4], why: 'heartburn has no failure' },
    { typed: 'fai hear', places: [1, 0, 4], why: 'in any order, any word begun' },
    { typed: 'failure h', places: [1, 0, 4], why: 'a common word and a letter' },
    { typed: 'le failure hea', places: [0], why: 'three words' },
    { typed: 'failure failure', places: [1, 2, 0, 4], why: 'a word twice counts once' },
    { typed: 'failures', places: [1, 2, 0, 4], why: 'another inflection of a whole word' },
    { typed: 'failures heart', places: [1, 0, 4], why: 'the same of a word that is finished' },
    { typed: 'eart', places: [], why: 'a word is found by its beginning' },
    { typed: 'heart x', places: [], why: 'no word begins so' },
    { typed: 'x heart', places: [], why: 'no word begins so' },
    { typed: 'heart of fa', places: [1, 0, 4], why: 'function words are not asked for' },
    { typed: 'fever o', places: [7], why: 'but for one that may become another word' },
    { typed: 'fever of', places: [7], why: 'the name has it' },
    { typed: 'heart o', places: [], why: 'the name has it not' },
    { typed: 'of', places: [], why: 'no name is found by a function word alone' },
    { typed: '', places: [], why: 'nothing typed' },
    { typed: ' . ', places: [], why: 'no word typed' },
  ])('"$typed": $places, $why', ({ typed, places }) => {
    expect(placesIn(named(...NAMES), typed)).toEqual(places)
  })

  test.each([0, 1, 2, 3, 7, 50])('at most %i, the first ones', (limit) => {
    const index = named(...NAMES)
    for (const typed of ['hea', 'failure h', 'heart fai', 'left hea'])
      expect(placesIn(index, typed, limit)).toEqual(placesIn(index, typed).slice(0, limit))
  })

  test.each([
    { typed: 'edema', name: 'Oedema of type II, naïve' },
    { typed: 'oedema', name: 'Edema of type 2' },
    { typed: 'oed', name: 'Edema of type 2' },
    { typed: 'oesop', name: 'Esophagitis' },
    { typed: 'haemogl', name: 'Hemoglobin' },
    { typed: 'EDEMA typ', name: 'Oedema of type II, naïve' },
    { typed: 'naive', name: 'Oedema of type II, naïve' },
    { typed: 'type ii ede', name: 'Edema of type 2' },
    { typed: 'ten', name: 'Tendinitis' },
    { typed: 'non tr', name: 'Nontraumatic bleeding' },
    { typed: "crohn's d", name: 'Crohn disease' },
    { typed: 'type 2 d', name: 'Diabetes type 2' },
  ])('"$typed" finds "$name"', ({ typed, name }) => {
    expect(placesIn(named(name), typed)).toEqual([0])
  })

  test.each([
    { typed: 'type 2 d', name: 'Diabetes type 21', why: 'a number that is finished is whole' },
    { typed: 'ca x', name: 'cancer x', why: 'so is a word of two letters that is one' },
  ])('"$typed" does not find "$name": $why', ({ typed, name }) => {
    expect(placesIn(named(name, 'ca xylem'), typed)).not.toContain(0)
  })
})

/** Words that are no inflections of one another, nor function words. */
const word = fc.string({ unit: fc.constantFrom('k', 'l', 'm'), minLength: 3, maxLength: 5 })
const things = fc.array(
  fc.record({
    name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    prominence: fc.constantFrom(0, 40, 150),
  }),
  { minLength: 1, maxLength: 40 },
)
const typedText = fc
  .tuple(
    fc.array(word, { maxLength: 2 }),
    fc.string({ unit: fc.constantFrom('k', 'l', 'm'), minLength: 1, maxLength: 4 }),
  )
  .map(([words, last]) => [...words, last].join(' '))

/** Writing an index takes some milliseconds. */
const RUNS = { numRuns: 40 }

test('finds what a look at every name finds, for any names', () => {
  fc.assert(
    fc.property(things, fc.array(typedText, { minLength: 1, maxLength: 8 }), (all, questions) => {
      const index = indexOf(all)
      for (const typed of questions) {
        const expected = all.flatMap(({ name }, place) =>
          typed.split(' ').every((each) => name.split(' ').some((own) => own.startsWith(each)))
            ? [place]
            : [],
        )
        expect(
          placesIn(index, typed).toSorted((a, b) => a - b),
          typed,
        ).toEqual(expected)
      }
    }),
    RUNS,
  )
})

test('the next letter leaves names that it confirms in their order, but for those that it completes', () => {
  fc.assert(
    fc.property(things, typedText, (all, text) => {
      const index = indexOf(all)
      const placeOfFirst = (place: number, typed: string) =>
        all[place]!.name.split(' ')[0]!.startsWith(typed.split(' ')[0]!)
      const isComplete = (place: number, typed: string) =>
        all[place]!.name.split(' ').every((own) => typed.split(' ').includes(own))
      for (let end = 1; end < text.length; end++) {
        const [before, after] = [text.slice(0, end), text.slice(0, end + 1)]
        const then = placesIn(index, after)
        const stay = (place: number) =>
          then.includes(place) &&
          placeOfFirst(place, before) === placeOfFirst(place, after) &&
          !isComplete(place, before) &&
          !isComplete(place, after)
        expect(then.filter(stay), after).toEqual(placesIn(index, before).filter(stay))
      }
    }),
    RUNS,
  )
})

test('finds every name by any of its beginnings', () => {
  const index = openTiny()
  for (const { code, text } of tinyRelease.terms) {
    const concept = index.getConcept(code)!
    for (let end = 1; concept.active && end <= text.length; end++)
      expect(placesIn(index, text.slice(0, end)), text.slice(0, end)).toContain(concept.id)
  }
})

describe('order', () => {
  const two = (one: Thing, other: Thing) => indexOf([one, other])

  test.each<{ what: string; first: Thing; second: Thing; typed: string }>([
    {
      what: 'what is prominent before what is short',
      first: { name: 'gouty inflammation', prominence: 20 },
      second: { name: 'goutymania' },
      typed: 'gou',
    },
    {
      what: 'what is short before what is a little more prominent',
      first: { name: 'goutymania' },
      second: { name: 'gouty inflammation', prominence: 5 },
      typed: 'gou',
    },
    {
      what: 'a name that begins as typed before one that has the word further on',
      first: { name: 'gouty arthritis', prominence: 0 },
      second: { name: 'acute gout', prominence: 8 },
      typed: 'gou',
    },
    {
      what: 'a name that says no more than was typed before what is met every day',
      first: { name: 'gout' },
      second: { name: 'gouty arthritis', prominence: 100 },
      typed: 'gout',
    },
    {
      what: 'the same with the words turned around and a function word between',
      first: { name: 'fever of origin' },
      second: { name: 'fever origins of place', prominence: 100 },
      typed: 'origin of fever',
    },
  ])('$what', ({ first, second, typed }) => {
    expect(placesIn(two(first, second), typed)).toEqual([0, 1])
    expect(placesIn(two(second, first), typed)).toEqual([1, 0])
  })

  test.each<[TermKind, TermKind]>([
    ['preferred', 'synonym'],
    ['synonym', 'entry'],
    ['curated', 'entry'],
    ['entry', 'short'],
  ])('a %s name before a name of kind %s', (better, worse) => {
    const thing = (kind: TermKind, text: string): Thing => ({ name: text, terms: [{ kind, text }] })
    expect(placesIn(two(thing(better, 'goutone'), thing(worse, 'gouttwo')), 'gout')).toEqual([0, 1])
    expect(placesIn(two(thing(worse, 'goutone'), thing(better, 'gouttwo')), 'gout')).toEqual([1, 0])
  })

  test('an alias that may be one of several things does not come before what is met every day', () => {
    const aliases = [{ text: 'MI', words: ['mi'], keys: ['infarct'], weight: 0.92 }]
    const index = indexOf([{ name: 'migraine', prominence: 100 }, { name: 'infarct' }], aliases)
    expect(placesIn(index, 'mi')).toEqual([0, 1])
    expect(placesIn(named('migraine', 'mi'), 'mi')).toEqual([1, 0])
  })
})

describe('a row', () => {
  const found = (index: MedlinkIndex, typed: string) =>
    index.typeAhead
      .matches(readTyped(index, typed), 50)
      .map(({ concept, name }) => [concept, index.textOfName(name)])

  const thing: Thing = {
    name: 'Inflammation of joint',
    terms: [
      { text: 'Inflammation of joint' },
      { text: 'arthritis', kind: 'synonym' },
      { text: 'joint infection', kind: 'entry' },
    ],
  }

  test.each([
    { typed: 'arth', text: 'arthritis' },
    { typed: 'infla', text: 'Inflammation of joint' },
    { typed: 'joint', text: 'Inflammation of joint' },
    { typed: 'joint inf', text: 'Inflammation of joint' },
    { typed: 'joint infec', text: 'joint infection' },
  ])('of "$typed" is one of the concept, under "$text"', ({ typed, text }) => {
    expect(found(indexOf([thing]), typed)).toEqual([[0, text]])
  })

  test('of a title comes before one of another name that is shorter, of what is as prominent', () => {
    const headache = { name: 'Headache', prominence: 150 }
    const things = [
      {
        ...headache,
        terms: [{ text: 'Headache' }, { text: 'cheek ache', kind: 'curated' as const }],
      },
      { name: 'Chest pain, unspecified', prominence: 150 },
    ]
    expect(placesIn(indexOf(things), 'che')).toEqual([1, 0])
    expect(placesIn(indexOf(things), 'cheek')).toEqual([0])
  })

  test('of a shared name is one of each active concept of the family, the most prominent first', () => {
    const family = (prominence: number, active = true): Thing => {
      return { name: `glucose test ${prominence}`, family: 'F', prominence, active, terms: [] }
    }
    const shared = { text: 'sugar', shared: true }
    const index = indexOf([
      family(3),
      { ...family(7), terms: [shared] },
      family(5),
      family(9, false),
      { name: 'sugar beet', prominence: 9 },
    ])
    expect(found(index, 'sug')).toEqual([
      [1, 'sugar'],
      [2, 'sugar'],
      [4, 'sugar beet'],
      [0, 'sugar'],
    ])
  })

  test('of a title that is no term, or a verbatim one, is found by its words', () => {
    const name = 'Zygomatic edema [Presence] in Heart'
    const verbatim = { text: name, verbatim: true }
    for (const terms of [[], [verbatim], [{ ...verbatim, kind: 'full' as const }]]) {
      const index = indexOf([{ name, terms }])
      for (const typed of ['zyg', 'presence hea', 'edema heart zygomatic'])
        expect(placesIn(index, typed), typed).toEqual([0])
      const word = index.words.idOf('zygomatic')
      expect(index.keys.wordOf(index.arrays.keyOfWord[word]!)).toBe('zygomat')
    }
  })

  test('of a full name that is no title is not there', () => {
    const full = { text: 'Gout (disorder)', kind: 'full' as const, verbatim: true }
    expect(placesIn(indexOf([{ name: 'Gout', terms: [{ text: 'Gout' }, full] }]), 'dis')).toEqual(
      [],
    )
  })

  test.each([
    { words: ['ccf'], typed: 'cc', why: 'a word that no name has' },
    { words: ['pump', 'failure'], typed: 'failure pu', why: 'words of which a name has one' },
  ])('of an alias is that of each concept with just its keys: $why', ({ words, typed }) => {
    const alias = { text: 'An alias', words, keys: ['failur', 'heart'], weight: 0.9 }
    const index = indexOf(
      [
        { name: 'Failure of the heart' },
        { name: 'acute heart failure' },
        { name: 'heart failure' },
        { name: 'heart failures', active: false },
      ],
      [alias],
    )
    expect(found(index, typed)).toEqual([
      [0, 'An alias'],
      [2, 'An alias'],
    ])
  })

  test('of an alias whose words nothing means is not there', () => {
    const alias = { text: 'abc', words: ['abc'], keys: ['heart', 'unknown'], weight: 1 }
    const none = { text: 'abd', words: ['abd'], keys: [], weight: 1 }
    expect(placesIn(indexOf([{ name: 'heart' }], [alias, none]), 'ab')).toEqual([])
  })

  test('of a retired concept is not there', () => {
    const index = indexOf([{ name: 'dropsy', active: false }, { name: 'dropsies' }])
    expect(placesIn(index, 'drop')).toEqual([1])
  })

  test('is there where the concept is accepted', () => {
    const index = named('heart one', 'heart two', 'heart three')
    const odd = (concept: number) => concept % 2 === 1
    const found = index.typeAhead.matches(readTyped(index, 'heart'), 9, odd)
    expect(found.map(({ concept }) => concept)).toEqual([1])
  })
})

test('names of one concept with the same words are one name', () => {
  const texts = ['Heart failure', 'failure of heart', 'heart failure failure', 'heart failures']
  const index = indexOf([{ name: texts[0]!, terms: texts.map((text) => ({ text })) }])
  const stored = index.typeAhead.matches(readTyped(index, 'hear'), 9)
  expect(stored.map(({ name }) => index.textOfName(name))).toEqual(['Heart failure'])
})

describe('of many names', () => {
  const MANY = 3000
  const many = Array.from({ length: MANY }, (_, place) => {
    const name = `kidney${place % 7} lesion number${place}`
    return { name, prominence: place === 2900 ? 100 : 0 }
  })

  test('those that are kept are the best, wherever they stand, and one that is complete is there', () => {
    const index = indexOf([...many, { name: 'lesion kidney stone of a very long name indeed' }])
    expect(placesIn(index, 'lesion kid')[0]).toBe(2900)
    expect(placesIn(index, 'l')[0]).toBe(2900)
    expect(placesIn(index, 'lesion kidney stone of a very long name indeed')).toEqual([MANY])
    const withShort = indexOf([
      ...many.map((each) => ({ ...each, prominence: 100 })),
      { name: 'lesion' },
    ])
    expect(placesIn(withShort, 'lesion')[0]).toBe(MANY)
  })

  test('hundreds of one concept leave room for another', () => {
    const terms = Array.from({ length: 400 }, (_, i) => ({ text: `lesion number${i}` }))
    const index = indexOf([{ name: 'lesion', prominence: 100, terms }, { name: 'lesions' }])
    expect(placesIn(index, 'lesi')).toEqual([0, 1])
  })

  test('those that one word has, and the other not, are looked through to the last', () => {
    const index = indexOf([...many, { name: 'zzz lesion' }])
    expect(placesIn(index, 'lesion zz')).toEqual([MANY])
    expect(placesIn(index, 'lesion number2999')).toEqual([2999])
  })
})

test('each name is analyzed once, as a term or by itself', () => {
  const analyzer = createAnalyzer()
  const analyzed: string[] = []
  const watching = {
    ...analyzer,
    analyze: (text: string) => {
      analyzed.push(text)
      return analyzer.analyze(text)
    },
  }
  const title: ConceptRecord = {
    ...{ code: 'C1', name: 'Zygomatic heart', family: 'C1', active: true, attributes: {} },
  }
  writeTiny(
    join(tempFolder(), 'tiny.sqlite'),
    { ...tinyRelease, concepts: [...tinyRelease.concepts, title] },
    { analyzer: watching },
  )
  const texts = [...tinyRelease.terms.map(({ text }) => text), 'Zygomatic heart']
  expect(analyzed.toSorted()).toEqual(texts.toSorted())
})

test('it is read at the first suggestion, not at open', () => {
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file)
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  sql(`DELETE FROM array WHERE name IN ('${TYPE_AHEAD_NAMES.join("', '")}')`)(file)
  expect(() => index.typeAhead).toThrow(
    expect.objectContaining({
      code: 'index_incompatible',
      cause: expect.objectContaining({
        message: expect.stringContaining('its array name_extra_offsets is missing or damaged'),
      }),
    }),
  )
})
