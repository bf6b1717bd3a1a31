import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../../../src/language/analyze.ts'
import { AXIS_VALUES, axisName, axisNumber } from '../../../../src/ontologies/loinc/axes.ts'
import {
  AxisPhrases,
  readAxisPhrases,
  readPanelPhrases,
} from '../../../../src/ontologies/loinc/linking/phrases.ts'
import { anyString, clinicalText } from '../../../support/arbitraries.ts'

const analyzer = createAnalyzer()

/** Phrases that each say themselves: the number of the phrase as its weight. */
function phrasesOf(...texts: readonly string[]): AxisPhrases {
  const phrases = new AxisPhrases(analyzer)
  for (const [i, text] of texts.entries())
    phrases.add(text, 'system', new Float32Array(AXIS_VALUES).fill(i + 1))
  return phrases
}

/** What is found in a text, as the words of it. */
function find(phrases: AxisPhrases, text: string): string[] {
  const words = analyzer.analyze(text)
  return phrases.find(words).map(({ from, to }) =>
    words
      .slice(from, to)
      .map(({ form }) => form)
      .join(' '),
  )
}

describe('finds', () => {
  test.each([
    { text: 'urine', phrases: ['urine'], found: ['urine'] },
    { text: 'glucose, Urine', phrases: ['urine'], found: ['urine'] },
    { text: 'urines', phrases: ['urine'], found: ['urines'] },
    { text: 'cord blood', phrases: ['blood', 'cord blood'], found: ['cord blood'] },
    { text: 'cord blood', phrases: ['cord', 'blood'], found: ['cord', 'blood'] },
    {
      text: 'venous cord blood count',
      phrases: ['venous', 'venous cord', 'cord blood count'],
      found: ['venous cord'],
    },
    { text: 'blood urine blood', phrases: ['blood', 'urine'], found: ['blood', 'urine', 'blood'] },
    { text: 'blood of cord', phrases: ['cord blood'], found: [] },
    { text: 'bloody', phrases: ['urine'], found: [] },
    { text: '', phrases: ['urine'], found: [] },
    { text: 'urine', phrases: ['', '...'], found: [] },
  ])('$found in "$text"', ({ text, phrases, found }) => {
    expect(find(phrasesOf(...phrases), text)).toEqual(found)
  })

  test.each([
    { text: 'S. Creatinine', found: ['s'] },
    { text: 'S Creatinine', found: ['s'] },
    { text: 'Protein S', found: [] },
    { text: 'Vitamin S level', found: [] },
    { text: 'Creatinine, S', found: [] },
    { text: 'Creatinine serum', found: ['serum'] },
  ])('one letter only in front: $found in "$text"', ({ text, found }) => {
    expect(find(phrasesOf('S', 'serum'), text)).toEqual(found)
  })
})

test.each(['acid fast bacilli culture', 'Acid fast bacillus culture', 'acid fast culture'])(
  'a culture of what a stain shows is one phrase: %s',
  (text) => expect(find(readAxisPhrases(analyzer), text)).toEqual([text.toLowerCase()]),
)

test('a phrase says all that was added of it, once an axis, the first being right', () => {
  const phrases = new AxisPhrases(analyzer)
  const one = new Float32Array(AXIS_VALUES).fill(0.1)
  const two = new Float32Array(AXIS_VALUES).fill(0.2)
  phrases.add('qualitative', 'property', one)
  phrases.add('qualitative', 'scale', two)
  phrases.add('Qualitative', 'scale', one)
  const [found] = phrases.find(analyzer.analyze('qualitative'))
  expect(found!.said).toEqual([
    { axis: 'property', weights: one },
    { axis: 'scale', weights: two },
  ])
})

const axes = readAxisPhrases(analyzer)
const panels = readPanelPhrases(analyzer)

/** The value a phrase says first, by axis. */
function said(phrases: AxisPhrases, text: string): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {}
  for (const { said } of phrases.find(analyzer.analyze(text)))
    for (const { axis, weights } of said) {
      const most = weights.indexOf(Math.max(...weights))
      values[axis] =
        axis === 'system' || axis === 'property'
          ? axisName(axis, most)
          : axis === 'noise'
            ? ''
            : `${most}`
    }
  return values
}

const scale = (value: string) => `${axisNumber('scale', value)}`
const time = (value: string) => `${axisNumber('time', value)}`
const method = (value: string) => `${axisNumber('method', value)}`

describe('the tables say of', () => {
  test.each([
    { text: 'serum', values: { system: 'Ser' } },
    { text: 'SERUM', values: { system: 'Ser' } },
    { text: 'plasma', values: { system: 'Plas' } },
    { text: 'whole blood', values: { system: 'Bld' } },
    { text: 'CSF', values: { system: 'CSF' } },
    { text: 'cerebrospinal fluid', values: { system: 'CSF' } },
    { text: 'pleural fluid', values: { system: 'Plr fld' } },
    { text: 'ascitic fluid', values: { system: 'Periton fld' } },
    { text: 'urine', values: { system: 'Urine' } },
    { text: 'stool', values: { system: 'Stool' } },
    { text: 'feces', values: { system: 'Stool' } },
    { text: '24 hr', values: { time: time('24H') } },
    { text: '24 hour', values: { time: time('24H') } },
    { text: 'spot', values: { time: time('Pt') } },
    { text: 'absolute', values: { property: 'NCnc' } },
    { text: 'titer', values: { property: 'Titr' } },
    { text: 'qualitative', values: { property: 'PrThr', scale: scale('Ord') } },
    { text: 'quantitative', values: { scale: scale('Qn') } },
    { text: 'HPLC', values: { method: method('HPLC') } },
    { text: 'Westergren', values: { method: method('Westergren') } },
    { text: 'level', values: { noise: '' } },
    { text: 'glucose', values: {} },
  ])('"$text"', ({ text, values }) => {
    expect(said(axes, text)).toEqual(values)
  })

  // A property that the axes do not know is no "nothing said".
  test('no value for one that they do not know', () => {
    expect(said(axes, 'ratio')).toHaveProperty('property')
    for (const { weights } of axes.find(analyzer.analyze('ratio')).flatMap(({ said }) => said))
      expect(weights[0]).toBe(0)
  })

  test.each([
    { text: 'CBC', system: 'Bld' },
    { text: 'Complete Haemogram', system: 'Bld' },
    { text: 'LFT', system: 'Ser/Plas' },
    { text: 'Urine routine', system: 'Urine' },
    { text: 'Coagulation profile', system: 'PPP' },
    { text: 'Wednesday', system: undefined },
  ])('the panel "$text"', ({ text, system }) => {
    expect(said(panels, text).system).toBe(system)
  })
})

test('found phrases lie in order, never overlap, and no text makes them throw', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      const words = analyzer.analyze(text)
      let end = 0
      for (const { from, to, said } of axes.find(words)) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(words.length)
        expect(said.length).toBeGreaterThan(0)
        end = to
      }
    }),
  )
})
