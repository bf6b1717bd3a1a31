/**
 * Proves of the misfit of first rows:
 * 1. each input says what it is named for
 * 2. the misfit is the logistic function of the inputs
 * 3. the models weigh exactly these inputs, and a first row with a greater misfit than the model's limit is not shown
 */

import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../src/language/analyze.ts'
import type { NameMatch, Overlap } from '../../src/linker/alignment.ts'
import {
  addedMass,
  type Compared,
  MISFIT_INPUTS,
  type MisfitInput,
  misfitInputs,
  misfitOf,
  type Written,
  writtenWords,
} from '../../src/linker/misfit.ts'
import { readModel } from '../../src/linker/model.ts'
import { nameFeatures } from '../../src/linker/rank.ts'
import { requireNamedOntology } from '../../src/ontologies/all.ts'
import { matchOf } from '../support/linker.ts'

const analyzer = createAnalyzer()

interface Given {
  readonly said?: readonly (Partial<NameMatch['said'][number]> & { readonly form: string })[]
  readonly added?: readonly string[]
  readonly overlap?: Partial<Overlap>
  readonly match?: Parameters<typeof matchOf>[0]
  readonly probability?: number
  readonly score?: number
  readonly query?: string
  readonly isOfAct?: boolean
  readonly replaced?: readonly { readonly text: string; readonly read_as: string }[]
}

const both = (form: string) => ({ form, name: form })

function inputsOf({
  said = [both('gout')],
  added = [],
  overlap,
  match = {},
  probability = 0.5,
  score = 0.7,
  query = 'gout',
  replaced = [],
  isOfAct = false,
}: Given): Record<MisfitInput, number> {
  const alignment = {
    overlap: () => ({ shared: 6, left: 0, added: 0, ...overlap }),
    account: () => ({ said, added }),
  }
  const candidate = { match: matchOf(match), alignment, score, reading: { replaced } }
  const row = { candidate, probability } as never as Compared
  const policy = { mayBeAct: () => isOfAct }
  return misfitInputs(
    row,
    { text: query, written: analyzer.analyze(query) },
    { analyzer, ontology: { policy } },
  )
}

/** A word that the name lacks, and one that shares a stem with the name's. */
const TOPHUS = { form: 'tophus' }
const STEM = { form: 'gouty', name: 'gout', because: '' }

/** "Low mood", the name for what is written "low". */
const LOW = [{ text: 'Low', read_as: 'low mood' }]
const SEVERAL = [{ text: 'LM', read_as: 'low mood', because: 'abbreviation of several' }]

describe('an input of the misfit:', () => {
  test.each<{ input: MisfitInput; given: Given; is: number }>([
    { input: 'logit', given: { probability: 0.5 }, is: 0 },
    { input: 'logit', given: { probability: 0 }, is: Math.log(0.001 / 0.999) },
    { input: 'logit', given: { probability: 1 }, is: Math.log(0.999 / 0.001) },
    { input: 'score', given: { score: 0.3 }, is: 0.3 },
    { input: 'mass', given: { match: { queryMass: 15 } }, is: 0.25 },
    { input: 'mass', given: { match: { queryMass: 90 } }, is: 1 },
    { input: 'focus', given: { match: { nameMass: 8, matchedNameMass: 6 } }, is: 0.75 },
    { input: 'focus', given: { match: { nameMass: 0, matchedNameMass: 0 } }, is: 0 },
    { input: 'numbers', given: { match: { numbersAgree: 0.5 } }, is: 0.5 },
    { input: 'one_word', given: {}, is: 1 },
    { input: 'one_word', given: { said: [both('gout'), both('knee')] }, is: 0 },
    { input: 'no_word', given: { overlap: { shared: 0 } }, is: 1 },
    { input: 'no_word', given: { overlap: { shared: 1 } }, is: 0 },
    { input: 'left', given: { overlap: { left: 1 } }, is: 1 },
    { input: 'left', given: {}, is: 0 },
    { input: 'both_more', given: { overlap: { left: 1, added: 3 } }, is: 1 },
    { input: 'both_more', given: { overlap: { left: 1, added: 2 } }, is: 0 },
    { input: 'both_more', given: { overlap: { added: 3 } }, is: 0 },
    { input: 'head', given: { query: 'acute gouts' }, is: 1 },
    { input: 'head', given: { query: 'gouty knee' }, is: 0 },
    { input: 'common_finding', given: { said: [both('swelling'), { form: 'x' }] }, is: 0.5 },
    { input: 'common_thing', given: { said: [both('parasailing'), both('knee')] }, is: 0.5 },
    { input: 'common_thing', given: { said: [both('disorder'), both('acute'), both('2')] }, is: 0 },
    {
      input: 'common_thing',
      given: { said: [both('gout'), { form: 'nos', isSilent: true }] },
      is: 1,
    },
    { input: 'left_site', given: { said: [{ form: 'knees' }] }, is: 1 },
    { input: 'left_site', given: { said: [both('knee'), { form: 'swelling' }] }, is: 0 },
    { input: 'added_thing', given: { added: ['parasailing'] }, is: 0.5 },
    { input: 'added_state', given: { added: ['disorder', '2', 'knee'] }, is: 0.5 },
    { input: 'added_qualifier', given: { added: ['acute'] }, is: 0.5 },
    { input: 'unsaid', given: { added: ['pregnancy'] }, is: 1 },
    { input: 'unsaid', given: { added: ['malignant'], said: [both('cancer')] }, is: 0 },
    { input: 'first_left', given: { said: [{ form: 'cannabis' }, both('daily')] }, is: 1 },
    { input: 'first_left', given: { said: [{ form: 'acute' }, both('daily')] }, is: 0 },
    { input: 'first_left', given: { said: [both('daily'), { form: 'cannabis' }] }, is: 0 },
    { input: 'first_left', given: { said: [] }, is: 0 },
    { input: 'everyday', given: { said: [both('tight'), { form: 'plaster' }] }, is: 1 },
    { input: 'everyday', given: { said: [both('tight'), { form: 'knee' }] }, is: 1 },
    { input: 'everyday', given: { said: [both('tight'), { form: 'swelling' }] }, is: 1 },
    { input: 'everyday', given: { said: [both('tight'), { form: 'acute' }] }, is: 0 },
    { input: 'everyday', given: { said: [both('tight')] }, is: 0 },
    { input: 'everyday', given: { said: [both('gastritis'), { form: 'plaster' }] }, is: 0 },
    {
      input: 'everyday',
      given: { said: [both('tight'), both('chest'), { form: 'plaster' }] },
      is: 0,
    },
    {
      input: 'everyday',
      given: { said: [both('low'), both('mood'), { form: 'plaster' }], replaced: LOW },
      is: 1,
    },
    { input: 'act', given: { query: 'banding of varices' }, is: 1 },
    { input: 'act', given: { query: 'large varices' }, is: 0 },
    { input: 'words', given: { said: [both('low'), both('mood')] }, is: 1 / 3 },
    { input: 'words', given: { said: [both('low'), both('mood')], replaced: LOW }, is: 1 / 6 },
    { input: 'words', given: { said: [{ form: 'nos', isSilent: true }] }, is: 0 },
    { input: 'words', given: { said: [...'abcdefgh'].map(both) }, is: 1 },
    { input: 'shared', given: {}, is: 0.6 },
    { input: 'adds', given: { added: ['tophus', 'acute', 'disorder', '2'] }, is: 1 / 3 },
    { input: 'adds', given: { added: ['tophus', 'knee', 'ulcer', 'albinism'] }, is: 1 },
    { input: 'stem', given: { said: [STEM, both('gout'), TOPHUS] }, is: 0.5 },
    { input: 'stem', given: { said: [{ ...STEM, because: 'synonym' }, TOPHUS] }, is: 0 },
    { input: 'stem', given: { said: [STEM, both('gout')] }, is: 0 },
    { input: 'replaced', given: { said: [both('mood'), TOPHUS], replaced: LOW }, is: 1 },
    { input: 'replaced', given: { said: [both('mood')], replaced: LOW }, is: 0 },
    {
      input: 'replaced',
      given: { said: [both('mood'), both('gout'), TOPHUS], replaced: LOW },
      is: 0,
    },
    { input: 'replaced', given: { said: [TOPHUS], replaced: LOW }, is: 0 },
    { input: 'several', given: { said: [both('mood'), TOPHUS], replaced: SEVERAL }, is: 1 },
    { input: 'several', given: { said: [both('mood'), TOPHUS], replaced: LOW }, is: 0 },
    { input: 'several', given: { said: [both('mood')], replaced: SEVERAL }, is: 0 },
    { input: 'everyday_words', given: { said: [both('tight'), both('gastritis')] }, is: 0.5 },
    { input: 'sentence', given: { query: 'she went', said: [both('gout'), TOPHUS] }, is: 1 },
    { input: 'sentence', given: { query: 'she went', said: [both('gout')] }, is: 0 },
    { input: 'sentence', given: { said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'denial', given: { query: 'gout, no tophus', said: [both('gout'), TOPHUS] }, is: 1 },
    { input: 'denial', given: { query: 'no gout', said: [both('gout')] }, is: 0 },
    { input: 'denial', given: { said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'behind', given: { query: 'tophus on gout', said: [TOPHUS, both('gout')] }, is: 1 },
    { input: 'behind', given: { query: 'gout with tophus', said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'behind', given: { query: 'on gout tophus', said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'behind', given: { query: 'acute on gout', said: [both('gout')] }, is: 0 },
    { input: 'capitals', given: { query: 'gout TOPHUS', said: [both('gout'), TOPHUS] }, is: 1 },
    { input: 'capitals', given: { query: 'GOUT TOPHUS', said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'capitals', given: { query: 'gout Tophus', said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'capitals', given: { query: 'GOUT tophus', said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'capitals', given: { query: 'gout X', said: [both('gout'), { form: 'x' }] }, is: 0 },
    { input: 'act_for_other', given: { said: [both('gout'), TOPHUS], isOfAct: true }, is: 1 },
    { input: 'act_for_other', given: { said: [both('gout'), TOPHUS] }, is: 0 },
    { input: 'act_for_other', given: { said: [both('gout')], isOfAct: true }, is: 0 },
    {
      input: 'act_for_other',
      given: { query: 'excision', said: [both('gout'), TOPHUS], isOfAct: true },
      is: 0,
    },
    { input: 'capitals', given: { query: 'gout 12', said: [both('gout'), { form: '12' }] }, is: 0 },
  ])('$input of $given is $is', ({ input, given, is }) => {
    expect(inputsOf(given)[input]).toBeCloseTo(is, 10)
  })

  test('is one of the list', () => {
    expect(Object.keys(inputsOf({}))).toEqual([...MISFIT_INPUTS])
  })
})

test('a word that a name adds counts from a third of the heaviest one of the mention on', () => {
  expect(addedMass({ shared: 10, left: 4, added: 3.5 })).toBe(3.5)
  expect(addedMass({ shared: 10, left: 4, added: 3.4 })).toBe(0)
  expect(addedMass({ shared: 4, left: 10, added: 3.4 })).toBe(0)
})

test('the misfit is a logistic function', () => {
  const limits = { max: 0.5, max_behind: 0.5 }
  const misfit = { intercept: 1, coefficients: { score: -4, left: 2 }, fitted_on: '', ...limits }
  const inputs = { ...inputsOf({}), score: 0.25, left: 0 }
  expect(misfitOf(misfit, inputs)).toBe(0.5)
  expect(misfitOf(misfit, { ...inputs, left: 1 })).toBeCloseTo(1 / (1 + Math.exp(-2)), 10)
})

describe('a written word', () => {
  const written = (said: readonly string[], replaced = LOW): readonly Written[] =>
    writtenWords({
      alignment: { account: () => ({ said: said.map(both), added: [] }) },
      ...{ match: matchOf({}), reading: { replaced } },
    } as never)

  test('is a phrase where it is read as one', () => {
    expect(written(['low', 'mood', 'gout'])).toMatchObject([
      { forms: ['low'], isReplaced: true, said: [{ form: 'low' }, { form: 'mood' }] },
      { forms: ['gout'], isReplaced: false, said: [{ form: 'gout' }] },
    ])
  })

  test('is a part of a compound', () => {
    const replaced = [{ text: 'fishbone', read_as: 'fish bone', because: 'compound' }] as never
    expect(written(['fish', 'bone'], replaced)).toMatchObject([
      { forms: ['fish'], isReplaced: false },
      { forms: ['bone'], isReplaced: false },
    ])
  })

  test.each([
    { text: 'CAP', isInCapitals: true },
    { text: 'Cap', isInCapitals: false },
    { text: 'cap', isInCapitals: false },
    { text: '4', isInCapitals: false },
  ])('"$text" is in capitals: $isInCapitals', ({ text, isInCapitals }) => {
    expect(written(['gout'], [{ text, read_as: 'Gout' }])).toMatchObject([{ isInCapitals }])
    expect(written(['gout'])).toMatchObject([{ isInCapitals: false }])
  })

  test('may be several words that are read as others', () => {
    const replaced = [{ text: 'IT-band pain', read_as: 'Gout' }]
    expect(written(['gout'], replaced)[0]!.forms).toEqual(['it', 'band', 'pain'])
  })
})

test.each(['icd-10-cm', 'snomed'])('the model of %s weighs each input', (name) => {
  const { misfit } = readModel(name, [...nameFeatures, ...requireNamedOntology(name).features])
  expect(Object.keys(misfit!.coefficients).sort()).toEqual(MISFIT_INPUTS.toSorted())
  expect(misfit!.max_behind).toBeLessThan(misfit!.max)
})
