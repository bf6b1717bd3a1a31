/**
 * Proves of type-ahead:
 * 1. what is found is what a look at every name finds: all whole words and one that starts with the last one typed
 * 2. names come by number of words, then length, then text, at most as many as asked for
 * 3. only active concepts are found, by the words of their names, whatever their terms are
 * 4. it is read when it is first asked for
 */

import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TYPE_AHEAD_NAMES } from '../../src/index/layout.ts'
import { buildLexicon, Lexicon } from '../../src/index/lexicon.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { TermRecord } from '../../src/index/records.ts'
import { buildTypeAhead, TypeAhead } from '../../src/index/type-ahead.ts'
import { createAnalyzer } from '../../src/text/analyze.ts'
import { sql } from '../support/damaged-index.ts'
import { expectation, openTiny, tempFolder, tinyRelease, writeTiny } from '../support/tiny-index.ts'

/** Type-ahead over names in lower case without function words; ids are their places in the list. */
function typeAheadOver(names: readonly string[], otherWords: readonly string[] = []): TypeAhead {
  const words = [...new Set([...names.flatMap(wordsOf), ...otherWords])].sort()
  const lexicon = new Lexicon(buildLexicon(words))
  const lists = names.map((name) => Uint32Array.from(wordsOf(name), (word) => lexicon.idOf(word)))
  const analyzed = { concepts: names.map((_, id) => id), wordsOf: (name: number) => lists[name]! }
  return new TypeAhead(
    buildTypeAhead(analyzed, (id) => names[id]!, lexicon.size),
    lexicon,
  )
}

/** The distinct words of a name. */
function wordsOf(name: string): string[] {
  return [...new Set(name.split(' ').filter((word) => word !== ''))]
}

/** What {@link TypeAhead.matches} must give, by a look at every name. */
function searchExhaustively(names: readonly string[], typed: readonly string[], limit: number) {
  if (typed.length === 0) return []
  return names
    .map((name, id) => ({ name, id, words: wordsOf(name) }))
    .filter(
      ({ words }) =>
        typed.slice(0, -1).every((word) => words.includes(word)) &&
        words.some((word) => word.startsWith(typed.at(-1)!)),
    )
    .sort(
      (a, b) =>
        a.words.length - b.words.length ||
        a.name.length - b.name.length ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id),
    )
    .slice(0, limit)
    .map(({ id }) => id)
}

describe('finds', () => {
  const NAMES = [
    'left heart failure',
    'heart failure',
    'renal failure',
    'heat stroke',
    'acute heart failure',
    'heartburn',
    'heat',
    'heart failure',
  ]
  const typeAhead = typeAheadOver(NAMES, ['heal', 'unused'])

  test.each([
    { typed: 'h', ids: [6, 5, 3, 1, 7, 0, 4], why: 'one letter' },
    { typed: 'hea', ids: [6, 5, 3, 1, 7, 0, 4], why: 'shortest first, equal names by id' },
    { typed: 'hear', ids: [5, 1, 7, 0, 4], why: 'heat is no more' },
    { typed: 'heart', ids: [5, 1, 7, 0, 4], why: 'a whole word, or the beginning of a longer one' },
    { typed: 'heart fai', ids: [1, 7, 0, 4], why: 'heartburn has no failure' },
    { typed: 'fai heart', ids: [], why: 'words before the last are whole' },
    { typed: 'failure heart', ids: [1, 7, 0, 4], why: 'in any order' },
    { typed: 'failure h', ids: [1, 7, 0, 4], why: 'a common word and a letter' },
    { typed: 'left failure hea', ids: [0], why: 'two whole words' },
    { typed: 'failure failure', ids: [1, 7, 2, 0, 4], why: 'a word twice counts once' },
    { typed: 'heart hea', ids: [1, 7, 0, 4], why: 'one word may be both' },
    { typed: 'eart', ids: [], why: 'a word is found by its beginning' },
    { typed: 'heart x', ids: [], why: 'no word starts so' },
    { typed: 'x heart', ids: [], why: 'no word is so' },
    { typed: 'heal', ids: [], why: 'a word of the lexicon that no name has' },
    { typed: 'unused hea', ids: [], why: 'a whole word that no name has' },
    { typed: '', ids: [], why: 'nothing typed' },
  ])('"$typed": $ids, $why', ({ typed, ids }) => {
    expect(typeAhead.matches(wordsIn(typed), 10)).toEqual(ids)
  })

  test.each([0, 1, 2, 3, 7, 100])('at most %i, the first ones', (limit) => {
    for (const typed of ['hea', 'failure h', 'heart fai', 'left hea']) {
      const all = typeAhead.matches(wordsIn(typed), NAMES.length)
      expect(typeAhead.matches(wordsIn(typed), limit), typed).toEqual(all.slice(0, limit))
    }
  })

  test('nothing among no names', () => {
    expect(typeAheadOver([]).matches(['h'], 10)).toEqual([])
  })
})

function wordsIn(typed: string): string[] {
  return typed.split(' ').filter((word) => word !== '')
}

test('finds what a look at every name finds, for any names', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 })
  const name = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
  const typed = fc.array(word, { maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 60 }),
      fc.array(typed, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      (names, questions, limit) => {
        const typeAhead = typeAheadOver(names)
        for (const words of questions)
          expect(typeAhead.matches(words, limit)).toEqual(searchExhaustively(names, words, limit))
      },
    ),
    { numRuns: 300 },
  )
})

test('finds every name by any of its beginnings', () => {
  const names = tinyRelease.terms.map(({ text }) => text.toLowerCase())
  const typeAhead = typeAheadOver(names)
  for (const [id, name] of names.entries())
    for (let end = 1; end <= name.length; end++)
      expect(typeAhead.matches(wordsIn(name.slice(0, end)), 99), name.slice(0, end)).toContain(id)
})

describe('in an index', () => {
  const analyzer = createAnalyzer()
  const codesFor = (index: MedlinkIndex, typed: string) => {
    const content = analyzer.analyze(typed).filter(({ stop }) => !stop)
    return index.typeAhead
      .matches(
        content.map(({ form }) => form),
        10,
      )
      .map((id) => index.concept(id).code)
  }
  const named = (code: string, name: string, active = true) => {
    return { code, name, family: code, active, attributes: {} }
  }
  const preferred = (code: string, text: string, verbatim = false): TermRecord => {
    return { code, text, kind: 'preferred', language: 'en', verbatim }
  }
  const open = (concepts: ReturnType<typeof named>[], terms: TermRecord[] = []) =>
    openTiny({
      ...tinyRelease,
      concepts: [...tinyRelease.concepts, ...concepts],
      terms: [...tinyRelease.terms, ...terms],
    })

  test.each([
    { typed: 'heart fail', codes: ['B0', 'B02', 'B01'] },
    { typed: 'l', codes: ['B02'] },
    { typed: 'dropsy', codes: [] },
    { typed: 'd', codes: [] },
    { typed: 'cardiac', codes: [] },
  ])('"$typed" finds the names of $codes', ({ typed, codes }) => {
    expect(codesFor(openTiny(), typed)).toEqual(codes)
  })

  test('British spelling, accents and numerals are read as names are', () => {
    const index = open([named('C1', 'Oedema of type II, naïve')])
    for (const typed of ['edema', 'oedema', 'EDEMA typ', 'naive', 'type ii ede', 'type 2'])
      expect(codesFor(index, typed), typed).toEqual(['C1'])
  })

  test('names that are no term, with words that no term has', () => {
    const index = open([named('C1', 'Zygomatic heart'), named('C2', 'Zebra', false)])
    expect(codesFor(index, 'zyg')).toEqual(['C1'])
    expect(codesFor(index, 'heart z')).toEqual(['C1'])
    const word = index.words.idOf('zygomatic')
    expect(index.keys.wordOf(index.arrays.keyOfWord[word]!)).toBe(analyzer.keyOf('zygomatic'))
    expect(index.words.idOf('zebra')).toBe(-1)
  })

  test('names that are verbatim terms', () => {
    const name = 'Myocardial edema [Presence] in Heart'
    const index = open([named('C1', name)], [preferred('C1', name, true)])
    for (const typed of ['myo', 'presence hea', 'edema heart myocardial'])
      expect(codesFor(index, typed)).toEqual(['C1'])
  })

  test('a name that another concept has as a term stays its own', () => {
    const index = open([named('C1', 'Heart')], [preferred('B01', 'Heart')])
    expect(codesFor(index, 'heart')).toEqual(['C1', 'B0', 'B02', 'B01'])
  })

  test('each name is analyzed once, as a term or by itself', () => {
    const analyzed: string[] = []
    const watching = {
      ...analyzer,
      analyze: (text: string) => {
        analyzed.push(text)
        return analyzer.analyze(text)
      },
    }
    const concepts = [...tinyRelease.concepts, named('C1', 'Zygomatic heart')]
    const file = join(tempFolder(), 'tiny.sqlite')
    writeTiny(file, { ...tinyRelease, concepts }, { analyzer: watching })
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
          message: expect.stringContaining('its array name_concept is missing or damaged'),
        }),
      }),
    )
  })
})
