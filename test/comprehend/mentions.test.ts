/**
 * Proves of mentions:
 * 1. they are names with what stands next to them, in order of place, by sentence; headings name nothing
 * 2. brackets and hyphens touch a name, other marks do not
 * 3. a condition and what it is due to or comes with is one where that is linked and some name may have both
 * 4. a cause that is no condition is part of it, up to a length, where that is linked
 * 5. what an abbreviation is guessed to be is told; parts of the body that share a condition are mentions
 * 6. on any text they are in order and do not overlap
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Mention } from '../../src/comprehend/mentions.ts'
import { mentionsIn } from '../../src/comprehend/mentions.ts'
import { Work } from '../../src/index/work.ts'
import { clinicalText } from '../support/arbitraries.ts'
import { type FinderOptions, noteOf, openFinder, textOf } from '../support/comprehend.ts'
import { phrase } from '../support/linker.ts'

const NAMES = ['gout', 'mumps', 'knee pain', 'renal failure', 'cancer breast', 'lupus']

interface Given extends FinderOptions {
  readonly names?: readonly string[]
  /** Texts that are linked by themselves. */
  readonly linked?: readonly string[]
  /** Keys of the title that a text is linked to. */
  readonly titles?: (text: string) => readonly number[]
  /** Texts that may be a name of both their conditions. */
  readonly ofBoth?: readonly string[]
  /** Codes of texts that have another one than all others. */
  readonly codes?: Readonly<Record<string, string>>
}

/** Of texts that no title and no name of two conditions is known of. */
const NOTHING = {
  linkedTo: (query: string) => ({ code: query, keys: [] }),
  mayName: () => false,
}

function mentionsOf(text: string, given: Given = {}) {
  const { names = NAMES, linked = [], titles = () => [], ofBoth = [], codes = {} } = given
  const { finder } = openFinder(names, given)
  const note = noteOf(text)
  const asked: string[] = []
  const isLinked = (query: string) => {
    asked.push(query)
    return linked.includes(query)
  }
  const options = {
    finder,
    isLinked,
    linkedTo: (query: string) => ({ code: codes[query] ?? query, keys: titles(query) }),
    mayName: (query: string, _: unknown, __: unknown, known?: string) =>
      ofBoth.includes(query) && known !== codes[query],
  }
  return { note, mentions: mentionsIn(note, options, new Work()), asked }
}

/** Mentions as they are written, the name in square brackets where it is not all. */
function toldIn(text: string, given?: Given): string[] {
  const { note, mentions } = mentionsOf(text, given)
  return mentions.map((mention) => {
    const [whole, core] = [textOf(note, mention), textOf(note, mention.core)]
    return whole === core ? whole : whole.replace(core, `[${core}]`)
  })
}

describe('in', () => {
  test.each([
    ['gout', ['gout']],
    ['gout. Mumps', ['gout', 'Mumps']],
    ['severe gout of the left knee', ['severe [gout] of the left knee']],
    ['left-knee gout', ['left-knee [gout]']],
    ['gout (left)', ['[gout] (left']],
    ['gout, left', ['gout']],
    ['gout (left) mumps', ['[gout] (left', 'mumps']],
    ['left; gout', ['gout']],
    ['gout and left mumps', ['gout', 'left [mumps]']],
    // A heading names nothing.
    ['Diagnosis: gout', ['gout']],
    ['Plan: mumps', ['mumps']],
    ['', []],
    ['nothing', []],
  ])('"%s" %j', (text, told) => {
    expect(toldIn(text)).toEqual(told)
  })

  test('headings name nothing', () => {
    const names = ['examination', 'gout']
    expect(toldIn('Examination: gout', { names })).toEqual(['gout'])
    expect(toldIn('an examination of gout', { names })).toEqual(['examination', 'gout'])
  })

  test('a level of the spine is broken only next to "#"', () => {
    const names = ['# l4']
    expect([toldIn('# L4', { names }), toldIn('L4 tender', { names })]).toEqual([['L4'], []])
  })

  test('several sentences each has its own', () => {
    const { mentions } = mentionsOf('Seen today. Has gout. Fever, mumps.')
    expect(mentions.map(({ sentence }) => sentence)).toEqual([1, 2])
  })

  test('a text that ends its work, the end is not searched', () => {
    const { finder } = openFinder(NAMES)
    const work = new Work(16)
    const found = mentionsIn(
      noteOf('gout, mumps'),
      { finder, isLinked: () => true, ...NOTHING },
      work,
    )
    expect([found.length, work.isTruncated]).toEqual([1, true])
  })
})

describe('of a condition and another one', () => {
  const names = ['gout', 'mumps', 'lupus', 'gout with mumps', 'mumps due to lupus', 'warts']
  const three = 'gout with mumps due to lupus'
  const inverted = 'mumps, lupus'
  const degree = 'gout, severe, with mumps'

  test.each([
    { text: 'gout with mumps', linked: ['gout with mumps'], told: ['gout with mumps'] },
    { text: 'mumps due to lupus', linked: ['mumps due to lupus'], told: ['mumps due to lupus'] },
    { text: 'lupus causing mumps', linked: ['lupus causing mumps'], told: ['lupus causing mumps'] },
    { text: three, linked: ['gout with mumps', three], told: [three] },
    { text: three, linked: [three], told: [three] },
    // A comma before a cause, and a degree before what comes with it.
    { text: 'mumps, due to lupus', linked: ['mumps, due to lupus'], told: ['mumps, due to lupus'] },
    { text: 'mumps, with lupus', linked: ['mumps, with lupus'], told: ['mumps', 'lupus'] },
    { text: degree, linked: [degree], told: [degree] },
    // Two that are all of an item, as indexes invert names, and no more of them.
    { text: inverted, linked: [inverted], told: [inverted] },
    { text: inverted, linked: [], told: ['mumps', 'lupus'] },
    { text: `1. ${inverted}\n2. warts`, linked: [inverted], told: [inverted, 'warts'] },
    { text: `hx: ${inverted}; warts`, linked: [inverted], told: [inverted, 'warts'] },
    { text: 'mumps - lupus', linked: ['mumps - lupus'], told: ['mumps - lupus'] },
    { text: `${inverted}, warts`, linked: [inverted], told: ['mumps', 'lupus', 'warts'] },
    { text: `warts, ${inverted}`, linked: [inverted], told: ['warts', 'mumps', 'lupus'] },
    { text: `has ${inverted}`, linked: [inverted], told: ['mumps', 'lupus'] },
    // Not linked; no name may have both; joined by other words or marks.
    { text: 'lupus causing mumps', linked: [], told: ['lupus', 'mumps'] },
    { text: 'gout with warts', linked: ['gout with warts'], told: ['gout', 'warts'] },
    { text: 'lupus and mumps', linked: ['lupus and mumps'], told: ['lupus', 'mumps'] },
    { text: 'lupus or mumps', linked: ['lupus or mumps'], told: ['lupus', 'mumps'] },
    { text: 'lupus after mumps', linked: ['lupus after mumps'], told: ['lupus', 'mumps'] },
    { text: 'lupus, causing mumps', linked: ['lupus, causing mumps'], told: ['lupus', 'mumps'] },
    { text: 'lupus causing: mumps', linked: ['lupus causing: mumps'], told: ['lupus', 'mumps'] },
  ])('"$text" with $linked linked: $told', ({ text, linked, told }) => {
    expect(toldIn(text, { names, linked })).toEqual(told)
  })

  test('with the code of the first they stay two: "AKI on CKD"', () => {
    const text = 'lupus causing mumps'
    const codes = { lupus: 'M32.9', [text]: 'M32' }
    expect(toldIn(text, { names, linked: [text], codes })).toEqual(['lupus', 'mumps'])
    const more = { lupus: 'M32.9', [text]: 'M32.91' }
    expect(toldIn(text, { names, linked: [text], codes: more })).toEqual([text])
  })

  test.each([
    { words: 6, told: 1 },
    { words: 7, told: 2 },
  ])('with $words words between them: $told', ({ words, told }) => {
    const text = `lupus ${Array(words).fill('causing').join(' ')} mumps`
    expect(toldIn(text, { names, linked: [text] })).toHaveLength(told)
  })

  test('has what both have, and is as sure as the less sure one', () => {
    const phrases = [phrase('wolf', 'lupus', { weight: 0.9 })]
    const text = 'wolf causing mumps'
    const { mentions } = mentionsOf(text, { names, phrases, linked: [text] })
    const [mention] = mentions as [Mention]
    expect(mention).toMatchObject({ certainty: 0.9, from: 0, to: 3, sentence: 0 })
    expect(mention.core).toEqual({ from: 0, to: 3 })
    expect(mention.keys).toHaveLength(2)
  })

  test('a third is joined by what any of the two has', () => {
    const more = [...names, 'gout lupus']
    const text = 'gout with mumps with lupus'
    const linked = ['gout with mumps', text]
    expect(
      toldIn(text, { names: ['gout', 'mumps', 'lupus', 'gout with mumps', 'gout lupus'], linked }),
    ).toEqual([text])
    expect(toldIn(text, { names: more, linked: ['gout with mumps'] })).toEqual([
      'gout with mumps',
      'lupus',
    ])
  })
})

describe('of a condition and a cause', () => {
  const names = ['lupus', 'mumps', 'lupus due to klebsiella zonalis', 'gout']
  const six = 'lupus due to a klebsiella unheard strain'

  test.each([
    {
      text: 'lupus causing klebsiella',
      linked: ['lupus causing klebsiella'],
      told: ['lupus causing klebsiella'],
    },
    {
      text: 'lupus due klebsiella',
      linked: ['lupus due klebsiella'],
      told: ['lupus due klebsiella'],
    },
    { text: six, linked: [six], told: [six] },
    { text: 'lupus due klebsiella', linked: [], told: ['lupus'] },
    {
      text: 'lupus due klebsiella, fever',
      linked: ['lupus due klebsiella'],
      told: ['lupus due klebsiella'],
    },
    {
      text: 'lupus due klebsiella gout',
      linked: ['lupus due klebsiella'],
      told: ['lupus due klebsiella', 'gout'],
    },
    // Nothing but the connector, before another condition.
    { text: 'lupus secondary to gout', linked: ['lupus secondary to'], told: ['lupus', 'gout'] },
    // No connector, a mark before it, no word of such a name.
    { text: 'lupus klebsiella', linked: ['lupus klebsiella'], told: ['lupus'] },
    { text: 'lupus of klebsiella', linked: ['lupus of klebsiella'], told: ['lupus'] },
    { text: 'lupus due unheard', linked: ['lupus due unheard'], told: ['lupus'] },
    { text: 'mumps due klebsiella', linked: ['mumps due klebsiella'], told: ['mumps'] },
  ])('"$text" with $linked linked: $told', ({ text, linked, told }) => {
    expect(toldIn(text, { names, linked })).toEqual(told)
  })

  test('tries six words and no more', () => {
    const { asked } = mentionsOf('lupus due klebsiella three four five six seven', { names })
    expect(asked).toEqual(['lupus due klebsiella three four five six'])
  })

  test('asks nothing where no name may have it', () => {
    expect(mentionsOf('lupus due unheard', { names }).asked).toEqual([])
    expect(mentionsOf('gout with mumps', { names }).asked).toEqual([])
  })
})

test('what an abbreviation is guessed to be is told as a guess', () => {
  const phrases = [
    phrase('MS', 'mumps', { because: 'abbreviation in context', context: 'murmur' }),
    phrase('GT', 'gout', { because: 'abbreviation' }),
  ]
  const { mentions } = mentionsOf('murmur, MS and GT', { phrases })
  expect(mentions).toHaveLength(2)
  expect(mentions[0]).toMatchObject({ readAs: 'mumps', isGuessed: true, certainty: 0.9 })
  expect(mentions[1]).toMatchObject({ certainty: 0.96 })
  expect(mentions[1]).not.toHaveProperty('readAs')
  expect(mentions[1]).not.toHaveProperty('isGuessed')
})

test('another form of a name is a mention where it is linked', () => {
  const names = ['anemia', 'gout']
  expect(toldIn('anemic, gout', { names })).toEqual(['gout'])
  expect(toldIn('anemic, gout', { names, linked: ['anemic'] })).toEqual(['anemic', 'gout'])
})

test('parts of the body that share a condition are mentions in their place', () => {
  const { note, mentions } = mentionsOf('neck and knee pain. gout')
  expect(mentions.map((mention) => textOf(note, mention))).toEqual(['neck', 'knee pain', 'gout'])
  expect(mentions[0]).toMatchObject({ readAs: 'neck pain', sentence: 0 })
  expect(mentions[0]).not.toHaveProperty('isGuessed')
})

describe('of two conditions that may have a code together', () => {
  const names = ['gout', 'mumps', 'gout in mumps arthritis']
  const combined = (given: Given) =>
    mentionsOf('gout with severe mumps', { names, ...given }).mentions.map(
      ({ isCombined }) => isCombined,
    )

  test('the first is not linked by itself', () => {
    expect(combined({ ofBoth: ['gout with severe mumps'] })).toEqual([true, undefined])
  })

  test('each is, where no candidate is of both', () => {
    expect(combined({})).toEqual([undefined, undefined])
  })

  test('they are found by their titles where no name has both as they are written', () => {
    const given = {
      names: ['gout', 'mumps', 'podagra parotitis'],
      ofBoth: ['gout with severe mumps'],
    }
    expect(combined(given)).toEqual([undefined, undefined])
    const { finder } = openFinder(given.names)
    const keysOf = (text: string) => finder.keysOf(noteOf(text).words)
    const titles = (text: string) => keysOf(text === 'gout' ? 'podagra' : 'parotitis')
    expect(combined({ ...given, titles })).toEqual([true, undefined])
  })
})

test('on any text mentions are in order and do not overlap', () => {
  const names = ['fever', 'crohn disease', 'diabetes type 2', 'sjogren', 'hemorrhage stage 2']
  const { finder } = openFinder(names)
  const isSound = fc.property(clinicalText, fc.boolean(), (text, isLinked) => {
    const note = noteOf(text)
    let at = 0
    for (const mention of mentionsIn(
      note,
      { finder, isLinked: () => isLinked, ...NOTHING },
      new Work(),
    )) {
      expect(mention.from).toBeGreaterThanOrEqual(at)
      expect(mention.to).toBeGreaterThan(mention.from)
      expect(mention.core.from).toBeGreaterThanOrEqual(mention.from)
      expect(mention.core.to).toBeLessThanOrEqual(mention.to)
      const { from, to } = note.sentences[mention.sentence]!
      expect(mention.from >= from && mention.to <= to).toBe(true)
      at = mention.to
    }
    expect(at).toBeLessThanOrEqual(note.words.length)
  })
  fc.assert(isSound)
})
