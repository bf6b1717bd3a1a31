/**
 * Proves of what the review page shows of an answer:
 * 1. words of a name are marked that the text says, or that were read in their place; nothing of the name is lost
 * 2. what differs between two candidates is named by the gravest property, in the words of one title only
 * 3. questions that Medlink asks of laboratory tests and drugs have the hint that answers them, with likely answers, and
 *    giving one changes what Medlink asks
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { differenceOf } from '../../../src/http/review/difference.ts'
import { markWords, wordsSaid } from '../../../src/http/review/marks.ts'
import { questionOf } from '../../../src/http/review/question.ts'
import {
  type LinkRequest,
  type LinkResultItem,
  type Medlink,
  openMedlink,
} from '../../../src/medlink.ts'
import { starterRoot } from '../../support/shared-index.ts'

describe('marks', () => {
  const marked = (name: string, ...said: string[]) =>
    markWords(name, new Set(said))
      .map(({ text, isSaid }) => (isSaid ? `<${text}>` : text))
      .join('')

  test.each([
    ['Hemoglobin [Mass/volume] in Blood', ['hemoglobin'], '<Hemoglobin> [Mass/volume] in Blood'],
    ['Hemoglobin A1c/Hemoglobin.total', ['hemoglobin'], '<Hemoglobin> A1c/<Hemoglobin>.total'],
    ['Ménière disease', ['meniere'], '<Ménière> disease'],
    ['Sodium', ['sodiu'], 'Sodium'],
    ['', ['a'], ''],
  ])('%s, said %j', (name, said, expected) => {
    expect(marked(name, ...said)).toBe(expected)
  })

  test('what is said is the text, and what was read in its place', () => {
    const explanations = [
      {
        ...{ term_id: '1', ranking_score: 1, parts: [], added: [] },
        readings: [{ text: 'Hb', read_as: 'Haemoglobin', weight: 1, because: 'abbreviation' }],
        account: [{ word: 'bld', by: 'synonym', of: 'blood' }],
      },
    ] as never
    expect([...wordsSaid({ query: 'Hb in BLD', explanations })].sort()).toEqual(
      ['bld', 'blood', 'haemoglobin', 'hb', 'in'].sort(),
    )
  })

  test('the stretches of a name are the name, and none is empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (name, said) => {
        const stretches = markWords(name, new Set([...said, ...name.toLowerCase().split(' ')]))
        expect(stretches.map(({ text }) => text).join('')).toBe(name)
        expect(stretches.filter(({ text }) => text === '')).toEqual([])
      }),
    )
  })
})

describe('the difference', () => {
  const item = (preferred_name: string, metadata: object = {}) =>
    ({ metadata: { preferred_name, ...metadata } }) as LinkResultItem

  test.each([
    {
      what: 'one axis, one word',
      first: item('Hemoglobin [Mass/volume] in Blood', { property: 'MCnc', system: 'Bld' }),
      second: item('Hemoglobin [Moles/volume] in Blood', { property: 'SCnc', system: 'Bld' }),
      expected: { axis: 'property', first: 'Mass/volume', second: 'Moles/volume' },
    },
    {
      what: 'a word that only the second has',
      first: item('Hemoglobin in Blood', { method: '' }),
      second: item('Hemoglobin in Blood by calculation', { method: 'Calculated' }),
      expected: { axis: 'method', first: '', second: 'by calculation' },
    },
    {
      what: 'the gravest of several',
      first: item('Sodium in Blood', { component: 'Sodium', system: 'Bld' }),
      second: item('Potassium in Urine', { component: 'Potassium', system: 'Urine' }),
      expected: { axis: 'what is measured', first: 'Sodium Blood', second: 'Potassium Urine' },
    },
    {
      what: 'no axis: the titles alone',
      first: item('Asthma, unspecified'),
      second: item('Asthma (mild), unspecified'),
      expected: { axis: undefined, first: '', second: 'mild' },
    },
    {
      what: 'an axis that no title says',
      first: item('Glucose', { time_aspect: 'Pt' }),
      second: item('glucose', { time_aspect: '24H' }),
      expected: { axis: 'time', first: 'Pt', second: '24H' },
    },
    {
      what: 'forms of a drug',
      first: item('Paracetamol tablet', { form_info: { form: 'tablet' } }),
      second: item('Paracetamol syrup', { form_info: { form: 'syrup' } }),
      expected: { axis: 'form', first: 'tablet', second: 'syrup' },
    },
    { what: 'none', first: item('Asthma'), second: item('asthma'), expected: undefined },
  ])('$what', ({ first, second, expected }) => {
    expect(differenceOf(first, second)).toEqual(expected)
  })
})

describe('questions', () => {
  const opened = new Map<string, Medlink>()
  const ask = (request: LinkRequest) => {
    const { ontology } = request
    const medlink = opened.get(ontology) ?? openMedlink({ dir: starterRoot(ontology) })
    opened.set(ontology, medlink)
    return questionOf(medlink.link(request).results)
  }
  beforeAll(() => opened.clear())
  afterAll(() => {
    for (const medlink of opened.values()) medlink.close()
  })

  const loinc = (query: string, metadata: Record<string, string> = {}) =>
    ask({ query, ontology: 'loinc', metadata })

  test('which unit: those that say the properties of the candidates', () => {
    const asked = loinc('hemoglobin')
    expect(asked).toMatchObject({ text: 'mass or moles?', hint: 'unit' })
    expect(asked!.options.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['g/dL', 'mmol/L']),
    )
  })

  test('which specimen: those of the candidates, in words', () => {
    const asked = loinc('sodium', { unit: 'mmol/L' })
    expect(asked).toMatchObject({ text: 'which specimen?', hint: 'specimen' })
    expect(asked!.options).toEqual(
      expect.arrayContaining([{ label: 'Serum or Plasma', value: 'Ser/Plas' }]),
    )
    for (const { value } of asked!.options)
      expect(loinc('sodium', { unit: 'mmol/L', specimen: value })?.text).not.toBe('which specimen?')
  })

  test('a question that only a candidate answers has no hint', () => {
    const item = { metadata: { preferred_name: 'a', needed: 'by which method?' } }
    expect(questionOf([item as never])).toEqual({
      ...{ text: 'by which method?', hint: undefined, options: [] },
    })
  })

  test('a number or a finding: a value that is one', () => {
    const item = { metadata: { preferred_name: 'a', needed: 'a number or a finding?' } }
    expect(questionOf([item as never])?.options.map(({ value }) => value)).toEqual([
      '1',
      'positive',
    ])
  })

  test('of a drug the forms of the candidates; the strength is no hint', () => {
    const requirements = (form_needed: boolean, volume_needed: boolean, form: string) => ({
      metadata: {
        ...{ preferred_name: 'a', link_reason: 'form_needed', form_info: { form } },
        linking_requirements: { form_needed, volume_needed },
      },
    })
    const both = [requirements(true, true, 'tablet'), requirements(false, false, 'syrup')]
    expect(questionOf(both as never)).toEqual({
      ...{ text: 'which strength and form?', hint: 'form' },
      options: [
        { label: 'tablet', value: 'tablet' },
        { label: 'syrup', value: 'syrup' },
      ],
    })
    expect(questionOf([requirements(false, true, 'tablet')] as never)).toMatchObject({
      ...{ text: 'which strength?', hint: undefined },
    })
  })

  test('nothing is asked of what is linked, or of nothing', () => {
    expect(loinc('hemoglobin', { unit: 'g/dL', specimen: 'whole blood' })).toBeUndefined()
    expect(questionOf([])).toBeUndefined()
  })
})
