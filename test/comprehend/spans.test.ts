/**
 * Proves of names in running text:
 * 1. the longest names are found, none overlapping, in any order of words, each with its place and its words
 * 2. words that say nothing are passed over, sides and degrees too, which makes it less sure
 * 3. what joins two things in a text joins them in the name
 * 4. a misspelt word is read as the word of a name; an everyday word and a short one never
 * 5. abbreviations are read by tables; by the company of other words only in capitals, and so that it shows; an everyday
 *    word is one only in capitals
 * 6. parts of the body are no finding, nor are words of the table of those; finding words are, whatever names there are
 * 7. no name begins by "history of" and the like
 * 8. spans stop at a length, a number of edges and the work that is left
 * 9. attributes are found by their place
 * 10. on any text spans are in order, in their stretch, do not overlap, and name what an index has
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FoundAttribute } from '../../src/clinical/attributes.ts'
import {
  attributeAt,
  attributesWithin,
  type Span,
  type SpanFinder,
} from '../../src/comprehend/spans.ts'
import { Work } from '../../src/index/work.ts'
import type { Word } from '../../src/language/analyze.ts'
import { clinicalText } from '../support/arbitraries.ts'
import { type FinderOptions, noteOf, openFinder, textOf } from '../support/comprehend.ts'
import { phrase } from '../support/linker.ts'

function spansIn(finder: SpanFinder, text: string, work = new Work()): readonly Span[] {
  const note = noteOf(text)
  return finder.find(note, { from: 0, to: note.words.length }, work)
}

/** What is found in a text, as it is written; with how sure it is where it is not. */
function foundIn(text: string, names: readonly string[], options?: FinderOptions): string[] {
  const note = noteOf(text)
  return spansIn(openFinder(names, options).finder, text).map((span) => {
    const { certainty, readAs } = span
    const sure = certainty === 1 ? '' : ` ${Number(certainty.toFixed(4))}`
    return textOf(note, span) + sure + (readAs === undefined ? '' : ` = ${readAs}`)
  })
}

interface Row {
  readonly text: string
  readonly names: readonly string[]
  readonly found: readonly string[]
}

describe('finds', () => {
  test.each<Row>([
    { text: 'gout', names: ['gout'], found: ['gout'] },
    { text: 'seizures absent', names: ['absent seizures', 'seizures'], found: ['seizures'] },
    { text: 'absent seizures', names: ['absent seizures', 'seizures'], found: ['absent seizures'] },
    { text: 'lacks seizures', names: ['lack seizures', 'seizures'], found: ['seizures'] },
    { text: 'lacks energy', names: ['lack energy', 'seizures'], found: ['lacks energy'] },
    { text: 'reflexes absent', names: ['absent reflexes'], found: ['reflexes absent'] },
    { text: 'CKD 4', names: ['CKD 4', 'CKD'], found: ['CKD 4'] },
    { text: 'CKD 4 yrs', names: ['CKD 4', 'CKD'], found: ['CKD'] },
    { text: 'has gout today', names: ['gout'], found: ['gout'] },
    { text: 'gout', names: ['mumps'], found: [] },
    { text: 'renal failure', names: ['failure', 'renal failure'], found: ['renal failure'] },
    { text: 'failure renal', names: ['renal failure'], found: ['failure renal'] },
    {
      text: 'acute renal failure mumps',
      names: ['renal failure', 'acute renal failure', 'mumps'],
      found: ['acute renal failure', 'mumps'],
    },
    // What overlaps a longer name is left out, what does not stays.
    {
      text: 'lupus renal failure stye',
      names: ['lupus renal', 'renal failure stye', 'lupus'],
      found: ['lupus', 'renal failure stye'],
    },
    { text: 'gout gout', names: ['gout'], found: ['gout', 'gout'] },
    // Of as long ones the surer, and then the first.
    {
      text: 'pain acute hip swelling',
      names: ['hip pain', 'hip swelling'],
      found: ['pain 0.8', 'hip swelling'],
    },
    { text: 'lupus renal stye', names: ['lupus renal', 'renal stye'], found: ['lupus renal'] },
    { text: 'failure of the kidney', names: ['kidney failure'], found: ['failure of the kidney'] },
    { text: 'failure mumps kidney', names: ['kidney failure'], found: [] },
    { text: 'kidney failures', names: ['kidney failure'], found: ['kidney failures'] },
  ])('$found in "$text"', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })

  test('what words are read as, and how many say something', () => {
    const { finder, index } = openFinder(['renal failure', 'gout'])
    const [span] = spansIn(finder, 'failure of renal')
    const key = (word: string) => index.keys.idOf(word === 'failure' ? 'failur' : word)
    expect(span).toMatchObject({ from: 0, to: 3, covered: 2, certainty: 1, readAs: undefined })
    expect(span!.keys).toEqual([key('failure'), key('renal')])
  })

  test('places in a part of a text', () => {
    const { finder } = openFinder(['gout', 'mumps'])
    const note = noteOf('gout then mumps and gout')
    const spans = finder.find(note, { from: 1, to: 3 }, new Work())
    expect(spans.map(({ from, to }) => [from, to])).toEqual([[2, 3]])
  })
})

describe('passes over', () => {
  test.each<Row>([
    // Words that say nothing, within a name and not at its end.
    { text: 'fever with rash', names: ['fever rash'], found: ['fever with rash'] },
    { text: 'with fever of', names: ['fever'], found: ['fever'] },
    // Sides and degrees, within a name; by the name of the side where names have it.
    { text: 'pain in right hip', names: ['hip pain'], found: ['pain in right hip 0.95'] },
    { text: 'pain left hip', names: ['hip pain'], found: ['pain left hip 0.95'] },
    { text: 'pain acute hip', names: ['hip pain'], found: ['pain acute hip 0.95'] },
    { text: 'pain severe hip', names: ['hip pain'], found: ['pain severe hip 0.95'] },
    { text: 'pain severe left hip', names: ['hip pain'], found: ['pain severe left hip 0.9025'] },
    { text: 'right hip pain', names: ['hip pain'], found: ['hip pain'] },
    { text: 'pain rt hip', names: ['hip pain right'], found: ['pain rt hip'] },
    { text: 'pain r hip', names: ['hip pain right'], found: ['pain r hip'] },
    { text: 'pain lt hip', names: ['hip pain left'], found: ['pain lt hip'] },
    { text: 'pain l hip', names: ['hip pain left'], found: ['pain l hip'] },
    { text: 'lt zonal gout', names: ['left zonal gout'], found: ['lt zonal gout'] },
    { text: 'pain rt hip', names: ['hip pain', 'left gout'], found: ['pain rt hip 0.95'] },
    { text: 'pain 3 hip', names: ['hip pain'], found: ['pain 0.8'] },
  ])('"$text": $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })

  test.each([
    { left: 0.3, found: ['renal zonal failure'] },
    { left: 0.31, found: [] },
  ])('a word of whose weight $left is left: $found', ({ left, found }) => {
    const light = { zonal: left }
    expect(foundIn('renal zonal failure', ['renal failure'], { light })).toEqual(found)
  })

  test('a light word of a name of one other', () => {
    const options = { light: { disease: 0.6 } }
    expect(foundIn('coeliac', ['celiac disease'], options)).toEqual(['coeliac'])
    expect(foundIn('sick', ['sick disease'], options)).toEqual([])
    expect(
      foundIn('not elsewhere', ['gout, not elsewhere'], { light: { elsewhere: 0.3 } }),
    ).toEqual([])
  })
})

describe('joins', () => {
  test.each<Row>([
    { text: 'gout and mumps', names: ['mumps and gout'], found: ['gout and mumps'] },
    { text: 'gout or mumps', names: ['gout or mumps'], found: ['gout or mumps'] },
    { text: 'gout and mumps', names: ['gout with mumps'], found: ['gout and mumps'] },
    { text: 'gout and mumps', names: ['gout of mumps', 'gout'], found: ['gout'] },
    { text: 'gout or mumps', names: ['gout of mumps', 'mumps'], found: ['mumps'] },
    { text: 'gout of mumps', names: ['gout and mumps'], found: ['gout of mumps'] },
  ])('"$text" by $names: $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

describe('reads as spelled', () => {
  test.each<Row>([
    { text: 'malarja', names: ['malaria'], found: ['malarja 0.85'] },
    { text: 'dangue feber', names: ['dengue fever'], found: ['dangue feber 0.7225'] },
    // Of four letters or fewer, no letters, in capitals among small ones, or everyday words.
    { text: 'gaut', names: ['gout'], found: [] },
    { text: 'lupux', names: ['lupus'], found: ['lupux 0.85'] },
    // Letters that a scanner took for others, and others.
    { text: 'malar1a', names: ['malaria'], found: ['malar1a 0.85'] },
    { text: 'malar2a', names: ['malaria'], found: [] },
    { text: 'has MALARJA', names: ['malaria'], found: [] },
    { text: 'has malarja', names: ['malaria'], found: ['malarja 0.85'] },
    { text: 'selling', names: ['swelling'], found: [] },
    // Each as its own word.
    {
      text: 'malarja gout skabies lupus',
      names: ['malaria gout', 'scabies lupus'],
      found: ['malarja gout 0.85', 'skabies lupus 0.85'],
    },
    // The second of two words that are as near; a third is not looked at.
    { text: 'zarbe', names: ['zarbea', 'zarbeb gout', 'zarbec'], found: ['zarbe 0.85'] },
    { text: 'gout zarbe', names: ['zarbea', 'zarbeb gout', 'zarbec'], found: ['gout zarbe 0.85'] },
    { text: 'gout zarbe', names: ['zarbea lupus', 'zarbeb lupus', 'zarbec gout'], found: [] },
  ])('"$text" by $names: $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

test('words of names that are no conditions are words that nobody knows', () => {
  const others = ['lupux', 'stye']
  expect(foundIn('lupux', ['lupus'], { others })).toEqual(['lupux 0.85'])
  expect(foundIn('stye', ['lupus'], { others })).toEqual([])
  expect(foundIn('stye', ['lupus', 'stye'])).toEqual(['stye'])
})

describe('one word', () => {
  test.each<Row>([
    { text: 'warts', names: ['wart'], found: ['warts'] },
    { text: 'wart', names: ['warts'], found: ['wart'] },
    { text: 'abscesses', names: ['abscess'], found: ['abscesses'] },
    { text: 'allergies', names: ['allergy'], found: ['allergies'] },
    // The same stem is not the same word.
    { text: 'infected', names: ['infection'], found: [] },
    // Of a name of several words it is.
    { text: 'discharged ear', names: ['ear discharge'], found: ['discharged ear'] },
  ])('"$text" by $names: $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

describe('secondary to', () => {
  const names = ['gout', 'secondary gout', 'secondary mumps', 'gout secondary zonal', 'mumps']

  test.each<Row>([
    { text: 'secondary gout', names, found: ['secondary gout'] },
    { text: 'gout, secondary', names, found: ['gout, secondary'] },
    { text: 'mumps secondary to gout', names, found: ['mumps', 'gout'] },
    { text: 'gout secondary to mumps', names, found: ['gout', 'mumps'] },
    { text: 'gout secondary to zonal', names, found: ['gout secondary to zonal'] },
  ])('"$text": $found', ({ text, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

describe('abbreviations', () => {
  const phrases = [
    phrase('MI', 'myocardial infarction', { because: 'abbreviation' }),
    phrase('all', 'acute lymphoid leukemia', { because: 'abbreviation' }),
    phrase('MS', 'mitral stenosis', {
      because: 'abbreviation in context',
      context: 'murmur',
    }),
    phrase('MS', 'multiple sclerosis', { because: 'abbreviation of several' }),
    phrase('zonal ms', 'mitral gout', { because: 'abbreviation in context', context: 'murmur' }),
    phrase('heart attack', 'myocardial infarction', { weight: 0.96 }),
    phrase('sugar', 'of the', { weight: 0.96 }),
    phrase('hole', 'mitral puncture'),
    phrase('ZX', 'mitral stenosis', { because: 'abbreviation in context', context: 'murmur' }),
    phrase('warm hand', 'SLE'),
    phrase('2/2', 'secondary to', { because: 'abbreviation' }),
    phrase('zq hip', 'mitral gout', { because: 'abbreviation' }),
  ]
  const names = [
    ...['myocardial infarction', 'acute lymphoid leukemia', 'mitral stenosis'],
    ...['multiple sclerosis', 'AIDS', 'SLE', 'mitral gout', 'zonal myocardial infarction'],
    ...['secondary', 'knee mitral stenosis'],
  ]

  test.each([
    { text: 'MI', found: ['MI 0.96'] },
    { text: 'had mi', found: ['mi 0.96'] },
    { text: 'zonal MI', found: ['zonal MI 0.96'] },
    { text: 'heart attack', found: ['heart attack 0.96'] },
    { text: 'heart of attack', found: ['heart of attack 0.96'] },
    // Everyday words are short for something only in capitals.
    { text: 'had all', found: [] },
    { text: 'had ALL', found: ['ALL 0.96'] },
    { text: 'has AIDS', found: ['AIDS'] },
    { text: 'has sle', found: ['sle'] },
    { text: 'has SLE', found: ['SLE'] },
    // By other words of the text only, in capitals, and so that it shows.
    { text: 'has MS', found: [] },
    { text: 'murmur of MS', found: ['MS 0.9 = mitral stenosis'] },
    { text: 'murmur of ms', found: [] },
    { text: 'murmur of ZX', found: ['ZX 0.9 = mitral stenosis'] },
    { text: 'murmur of zx', found: [] },
    { text: 'a warm hand', found: ['warm hand 0.96'] },
    // In small letters before a part of the body.
    { text: 'murmur of zx knee', found: ['zx knee 0.9'] },
    { text: 'murmur of zx left knee', found: ['zx left knee 0.855'] },
    { text: 'murmur of zx zonal knee', found: [] },
    // A side within a phrase.
    { text: 'zq hip', found: ['zq hip 0.96'] },
    { text: 'zq left hip', found: ['zq left hip 0.96'] },
    { text: 'zq of the left hip', found: ['zq of the left hip 0.96'] },
    { text: 'zq acute hip', found: [] },
    // A phrase that joins is no name.
    { text: 'has AIDS 2/2 SLE', found: ['AIDS', 'SLE'] },
    { text: 'murmur zonal ms', found: ['zonal ms 0.9 = mitral gout'] },
    // What is read is in no name.
    { text: 'sugar', found: [] },
    { text: 'sugar AIDS', found: ['AIDS'] },
    { text: 'hole', found: [] },
  ])('in "$text": $found', ({ text, found }) => {
    expect(foundIn(text, names, { phrases })).toEqual(found)
  })

  test('what an abbreviation is guessed to be goes no further than itself', () => {
    const [span] = foundIn('murmur acute MS', [...names, 'acute mitral stenosis'], { phrases })
    expect(span).toBe('acute MS 0.9')
  })
})

describe('is no finding', () => {
  test.each<Row>([
    { text: 'left knee', names: ['knee', 'left knee'], found: [] },
    { text: 'knee of the hip', names: ['knee hip'], found: [] },
    { text: 'knee pain', names: ['knee pain', 'knee'], found: ['knee pain'] },
    { text: 'primary', names: ['primary'], found: [] },
    { text: 'primary gout', names: ['primary', 'gout'], found: ['gout'] },
    { text: 'pregnancy test', names: ['pregnancy test'], found: [] },
    // A site that is an abbreviation may be meant for a disease.
    { text: 'has LIVER', names: ['liver'], found: ['LIVER'] },
  ])('"$text" by $names: $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

describe('finding words', () => {
  test.each<Row>([
    { text: 'tenderness', names: ['rib tenderness'], found: ['tenderness 0.8'] },
    { text: 'ulcers', names: ['mouth ulcer'], found: ['ulcers 0.8'] },
    { text: 'ulcer', names: ['ulcer'], found: ['ulcer'] },
    // Whatever names have, but for another word of the same lemma.
    { text: 'tenderness', names: ['gout'], found: ['tenderness 0.8'] },
    { text: 'tenderness rib', names: ['gout rib'], found: ['tenderness 0.8'] },
    { text: 'ulcerated', names: ['mouth ulcer'], found: [] },
    { text: 'tenderness of rib', names: ['rib tenderness'], found: ['tenderness of rib'] },
  ])('"$text" by $names: $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

test.each([
  { text: 'anemic', names: ['anemia'], isOther: true },
  { text: 'anemic', names: ['anemic', 'anemia'], isOther: false },
  { text: 'anemia', names: ['anemia'], isOther: false },
  { text: 'metastases', names: ['metastasis'], isOther: true },
  { text: 'ulcer', names: ['ulcers'], isOther: false },
])('"$text" by $names is another form: $isOther', ({ text, names, isOther }) => {
  const [span] = spansIn(openFinder(names).finder, text)
  expect(span!.isOtherForm).toBe(isOther)
  expect(span!.certainty).toBe(isOther ? 0.8 : 1)
})

describe('begins', () => {
  test.each<Row>([
    { text: 'history of gout', names: ['history of gout'], found: [] },
    { text: 'family history of gout', names: ['family history of gout'], found: [] },
    { text: 'suspected gout', names: ['suspected gout', 'gout'], found: ['gout'] },
    { text: 'risk of gout', names: ['risk of gout', 'gout'], found: ['gout'] },
    { text: 'no gout', names: ['no gout', 'gout'], found: ['no gout'] },
    { text: 'no history of gout', names: ['no history gout', 'gout'], found: ['gout'] },
  ])('"$text": $found', ({ text, names, found }) => {
    expect(foundIn(text, names)).toEqual(found)
  })
})

describe('stops', () => {
  const silent = (count: number) => `gout ${'of '.repeat(count)}lupus`

  test.each([
    { between: 14, found: [silent(14)] },
    { between: 15, found: [] },
  ])('after sixteen words, with $between between two', ({ between, found }) => {
    expect(foundIn(silent(between), ['gout lupus'])).toEqual(found)
  })

  test('where there is no work left', () => {
    const { finder } = openFinder(['gout', 'lupus'])
    const stepsFor = (text: string) => {
      const work = new Work()
      spansIn(finder, text, work)
      return work.done
    }
    expect(stepsFor('gout')).toBe(16)
    expect(stepsFor('gout lupus')).toBe(48)
    const work = new Work(47)
    expect(spansIn(finder, 'gout lupus', work)).toHaveLength(1)
    expect(work.isTruncated).toBe(true)
  })

  test('after four hundred edges from one word', () => {
    // Each word may be read as the next two, and all of them stand in one name.
    const words = [...'abcdefghij'].map((letter) => `z${letter}nal`)
    const phrases = words.flatMap((word, i) =>
      [1, 2].map((step) => phrase(word, words[(i + step) % words.length]!)),
    )
    const { finder } = openFinder([words.join(' ')], { phrases })
    const stepsFrom = (start: number) => {
      const work = new Work()
      spansIn(finder, words.slice(start).join(' '), work)
      return work.done
    }
    expect(stepsFrom(0) - stepsFrom(1)).toBe(400 * 16)
  })
})

describe('what words are', () => {
  test('in names are their keys', () => {
    const { finder, index } = openFinder(['renal gout', 'mumps'], { light: { zonal: 0.1 } })
    const keys = finder.keysOf(noteOf('zonal gout of lupus mumps').words)
    expect(keys).toEqual(['gout', 'mump'].map((key) => index.keys.idOf(key)))
    const [gout, mumps] = keys.map((key) => [key])
    const renal = [index.keys.idOf('renal')]
    expect(finder.mayName(gout!, renal)).toBe(true)
    expect(finder.mayName(gout!, mumps!)).toBe(false)
    expect(finder.mayName([...mumps!, ...gout!], renal)).toBe(true)
    expect(finder.mayName([], renal)).toBe(false)
  })

  test('may be of a name with others, as they are or as tables read them', () => {
    const { finder } = openFinder(['renal gout', 'mumps'], { phrases: [phrase('kidney', 'renal')] })
    const [gout, mumps, kidney, other] = noteOf('gout mumps kidney other').words
    const keys = finder.keysOf([gout!])
    const isOfName = (word: Word | undefined) => finder.mayBeOfName(keys, word!)
    expect([mumps, other].map(isOfName)).toEqual([false, false])
    expect(isOfName(kidney)).toBe(true)
    expect(isOfName(noteOf('renal').words[0])).toBe(true)
  })
})

test('on any text spans are in order, in their stretch, and do not overlap', () => {
  const names = ['fever', 'crohn disease', 'diabetes type 2', 'sjogren', 'hemorrhage stage 2']
  const { finder } = openFinder(names, { phrases: [phrase('k/c/o', 'fever')] })
  const isSound = fc.property(clinicalText, fc.nat(20), fc.nat(20), (text, some, more) => {
    const note = noteOf(text)
    const from = Math.min(some, note.words.length)
    const to = Math.min(from + more, note.words.length)
    let at = from
    for (const span of finder.find(note, { from, to }, new Work())) {
      expect(span.from).toBeGreaterThanOrEqual(at)
      expect(span.to).toBeGreaterThan(span.from)
      expect(span.certainty).toBeGreaterThan(0)
      expect(span.certainty).toBeLessThanOrEqual(1)
      expect(span.keys.length).toBeGreaterThan(0)
      at = span.to
    }
    expect(at).toBeLessThanOrEqual(to)
  })
  fc.assert(isSound)
})

const attributesAt = (...places: readonly (readonly [from: number, to: number])[]) =>
  places.map(([from, to]): FoundAttribute => ({ type: 'ACUITY', from, to, score: 1 }))

test.each([
  { from: 0, to: 9, within: [0, 1, 2] },
  { from: 1, to: 9, within: [0, 1, 2] },
  { from: 2, to: 9, within: [1, 2] },
  { from: 1, to: 5, within: [0] },
  { from: 1, to: 6, within: [0, 1] },
  { from: 4, to: 5, within: [] },
  { from: 7, to: 9, within: [] },
])('within the words [$from, $to) are the attributes $within', ({ from, to, within }) => {
  const attributes = attributesAt([1, 2], [4, 6], [6, 7])
  expect(attributesWithin(attributes, { from, to })).toEqual(within.map((i) => attributes[i]))
})

test.each([
  [0, undefined],
  [1, 0],
  [2, undefined],
  [3, undefined],
  [4, 1],
  [5, 1],
  [6, 2],
  [7, undefined],
])('the word %i is of the attribute %o', (word, at) => {
  const attributes = attributesAt([1, 2], [4, 6], [6, 7])
  expect(attributeAt(attributes, word)).toBe(at === undefined ? undefined : attributes[at])
})
