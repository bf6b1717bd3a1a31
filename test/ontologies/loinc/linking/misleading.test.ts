/**
 * Proves of rows that would mislead:
 * 1. a code of another specimen than the one that was said is one, unless it is of any specimen or of none
 * 2. so is a name that has only the specimen, the kind of test, numbers or letters of a mention in common, and adds something
 * 3. so is a class of antibodies alone, the limit of a screen, and what a patient takes in
 * 4. so is a code of another dimension than a temperature, a volume or a pressure, a rare code by a related name that has little
 *    in common, and a substance for what the body does with it
 * 5. so is a test that shares words with the name of a panel
 * 6. a name with what was to be measured is none, nor is one that is exact
 */

import { describe, expect, test } from 'vitest'
import { readColumn } from '../../../../src/language/tables.ts'
import { isOfAnyTest } from '../../../../src/ontologies/loinc/linking/class-words.ts'
import {
  isMisleading,
  isOfAnotherKind,
  isOfOtherAllergens,
} from '../../../../src/ontologies/loinc/linking/misleading.ts'
import type { LoincQuery } from '../../../../src/ontologies/loinc/linking/query.ts'
import type { CommonWords, Match } from '../../../../src/ontologies/ontology.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { asked, codeOf, queryOf } from '../../../support/loinc.ts'

const NOTHING: CommonWords = { common: ['zinc'], left: [], leftKnown: [], added: [] }

interface Given {
  readonly query?: Partial<LoincQuery>
  readonly code?: Parameters<typeof codeOf>[0]
  readonly match?: Partial<Match>
  readonly words?: Partial<CommonWords>
}

function misleads({ query, code = {}, match, words }: Given): boolean {
  return isMisleading(
    queryOf(query),
    codeOf(code, { exactness: 0, queryMass: 10, matchedQueryMass: 5.9, ...match }),
    () => ({
      ...NOTHING,
      ...words,
    }),
  )
}

const inHair = { asked: asked('system', { Hair: 1 }, 'text'), leavesOut: true }

describe('a specimen that was said', () => {
  test.each<Given & { what: string; is: boolean }>([
    { what: 'is not that of serum', query: inHair, code: { system: 'Ser/Plas' }, is: true },
    {
      what: 'as a hint is told by the reason',
      query: { asked: asked('system', { Hair: 1 }) },
      code: { system: 'Ser/Plas' },
      is: false,
    },
    { what: 'is its own', query: inHair, code: { system: 'Hair' }, is: false },
    { what: 'may be any', query: inHair, code: { system: 'XXX' }, is: false },
    { what: 'may be a fluid', query: inHair, code: { system: 'Body fld' }, is: false },
    { what: 'may be that of a code without one', query: inHair, code: {}, is: false },
    {
      what: 'by a panel alone excludes none',
      query: { asked: asked('system', { Hair: 1 }, 'panel') },
      code: { system: 'Ser/Plas' },
      is: false,
    },
    {
      what: 'is part of a name',
      query: { ...inHair, leavesOut: false },
      code: { system: 'Ser/Plas' },
      match: { exactness: 1 },
      is: false,
    },
    {
      what: 'has nothing that a patient takes in',
      query: inHair,
      code: {},
      words: { added: ['intake'] },
      is: true,
    },
    {
      what: 'has nothing that a patient takes in, by its system',
      query: inHair,
      code: { system: '^Patient' },
      words: { added: ['intake'] },
      is: true,
    },
    { what: 'is of a patient', query: inHair, code: { system: '^Patient' }, is: false },
    {
      what: 'is in the exact name of an intake',
      query: inHair,
      match: { exactness: 1 },
      words: { added: ['intake'] },
      is: false,
    },
  ])('$what', ({ is, ...given }) => {
    expect(misleads(given)).toBe(is)
  })
})

describe('a name in common', () => {
  const ofSaliva = { asides: new Set(['saliva']) }
  test.each<Given & { what: string; is: boolean }>([
    {
      what: 'by the specimen alone misleads',
      query: ofSaliva,
      words: { common: ['saliva'], left: ['lead'], added: ['secretory'] },
      is: true,
    },
    {
      what: 'by the kind of test alone misleads',
      words: { common: ['score'], left: ['braden'], added: ['lap'] },
      is: true,
    },
    {
      what: 'by numbers and letters alone misleads',
      words: { common: ['3', 'e'], left: ['protein'], added: ['culture'] },
      is: true,
    },
    {
      what: 'by guesses alone misleads',
      words: { common: [], left: ['titin'], added: ['actin'] },
      is: true,
    },
    {
      what: 'by its class of antibodies alone misleads',
      words: { common: ['igm'], left: ['zika'], added: [] },
      is: true,
    },
    {
      what: 'by its class of antibodies, spelled out, misleads',
      words: { common: ['immunoglobulin', 'e'], left: ['alder'], added: [] },
      is: true,
    },
    {
      what: 'by its class of antibodies and most of the mention does not',
      match: { queryMass: 10, matchedQueryMass: 6 },
      words: { common: ['igm'], left: ['reflex'], added: [] },
      is: false,
    },
    {
      what: 'by its class of antibodies and a word that no name has misleads',
      match: { queryMass: 10, matchedQueryMass: 6 },
      words: { common: ['igm'], left: ['typhidot'], leftKnown: [], added: [] },
      is: true,
    },
    {
      what: 'by all of its words does not',
      words: { common: ['score'], left: ['zika'], added: [] },
      is: false,
    },
    {
      what: 'with no more than letters left does not',
      words: { common: ['g', 'ratio'], left: ['a'], added: ['index'] },
      is: false,
    },
    {
      what: 'by letters alone misleads if the name adds a substance',
      words: { common: ['u'], left: [], added: ['creatinine'] },
      is: true,
    },
    {
      what: 'by the kind of test alone misleads if the name adds a substance',
      words: { common: ['mean'], left: [], added: ['glucose'] },
      is: true,
    },
    {
      what: 'by cells that are specimens elsewhere does not',
      query: { asides: new Set(['lining']) },
      words: { common: ['lining', 'cell'], left: [], added: ['synovial'] },
      is: false,
    },
    {
      what: 'by a factor of that number does not',
      words: { common: ['8', 'antigen'], left: ['f'], added: ['factor'] },
      is: false,
    },
    {
      what: 'by its interpretation alone misleads, even if that is the whole mention',
      match: { exactness: 1 },
      words: { common: ['interpretation'], left: [], added: [] },
      is: true,
    },
    {
      what: 'by its interpretation and what is interpreted does not',
      words: { common: ['interpretation', 'karyotype'], left: [], added: [] },
      is: false,
    },
    {
      what: 'by a guess at an abbreviation misleads',
      words: { common: [], left: ['wbcp'], added: [] },
      is: true,
    },
    {
      what: 'by a guess at a longer word does not',
      words: { common: [], left: ['glucse'], added: [] },
      is: false,
    },
    {
      what: 'by a time alone misleads',
      words: { common: ['30', 'min'], left: ['glucose'], added: ['aldosterone', 'post'] },
      is: true,
    },
    {
      what: 'by how often a specimen was taken misleads',
      words: { common: ['third', 'specimen'], left: ['cortisol'], added: ['calcitonin'] },
      is: true,
    },
    {
      what: 'by a drug misleads if the code is the limit of a screen',
      words: { common: ['fentanyl'], left: [], added: ['cutoff'] },
      is: true,
    },
    {
      what: 'by a limit that is said does not',
      words: { common: ['fentanyl', 'cutoff'], left: [], added: [] },
      is: false,
    },
    {
      what: 'exactly does not, though the form of the name adds a limit',
      match: { exactness: 0.9 },
      words: { common: ['fentanyl'], left: [], added: ['cutoff'] },
      is: false,
    },
    {
      what: 'by creatinine misleads if two ratios to it are of two substances',
      code: { property: 'MRto' },
      words: { common: ['creatinine'], left: ['calcium'], added: ['protein'] },
      is: true,
    },
    {
      what: 'by creatinine does not if the mention names no other substance',
      code: { property: 'MRto' },
      words: { common: ['creatinine'], left: ['ratio'], added: ['protein'] },
      is: false,
    },
    {
      what: 'by creatinine does not if the name adds no other substance',
      code: { property: 'MRto' },
      words: { common: ['creatinine'], left: ['calcium'], added: ['ratio'] },
      is: false,
    },
    {
      what: 'by creatinine does not if the code is no ratio',
      code: { property: 'VRat' },
      words: { common: ['creatinine'], left: ['corr'], added: ['renal'] },
      is: false,
    },
    {
      what: 'by another substance of a ratio does not',
      code: { property: 'MRto' },
      words: { common: ['albumin'], left: ['serum'], added: ['creatinine'] },
      is: false,
    },
    {
      what: 'by what antibodies are of misleads if the code is a panel',
      code: { isResult: false },
      words: { common: ['torch'], left: ['igm'], added: ['panel'] },
      is: true,
    },
    {
      what: 'by what antibodies are of does not if the code is a result',
      code: { isResult: true },
      words: { common: ['torch'], left: ['igm'], added: ['screen'] },
      is: false,
    },
    {
      what: 'by a panel does not if no class of antibodies is left',
      code: { isResult: false },
      words: { common: ['torch'], left: ['screen'], added: ['panel'] },
      is: false,
    },
    {
      what: 'by a virus misleads if the mention is of antibodies and the name of a gene',
      words: { common: ['zika'], left: ['ab'], added: ['gene'] },
      is: true,
    },
    {
      what: 'by a virus does not mislead if only the mention is of antibodies',
      words: { common: ['zika'], left: ['ab'], added: ['virus'] },
      is: false,
    },
    {
      what: 'by what is measured does not',
      words: { common: ['lead'], left: ['x-ray'], added: ['blood'] },
      is: false,
    },
    {
      what: 'exactly does not',
      match: { exactness: 0.5 },
      words: { common: ['score'], left: ['braden'], added: ['lap'] },
      is: false,
    },
    {
      what: 'by a class of antibodies and nothing left does not',
      words: { common: ['igm'], left: [], added: [] },
      is: false,
    },
  ])('$what', ({ is, ...given }) => {
    expect(misleads(given)).toBe(is)
  })
})

describe('a unit', () => {
  const inDegrees = { unit: readUnit('degC')!, asked: asked('property', { Temp: 1 }) }
  const inMilliliters = { unit: readUnit('mL')!, asked: asked('property', { Vol: 1 }) }
  const inMoles = { unit: readUnit('mmol/L')!, asked: asked('property', { SCnc: 1 }) }
  test.each<Given & { what: string; is: boolean }>([
    {
      what: 'of temperature is of nothing else, even by an exact name',
      query: inDegrees,
      code: { property: 'MCnc' },
      match: { exactness: 1 },
      is: true,
    },
    { what: 'of temperature is of one', query: inDegrees, code: { property: 'Temp' }, is: false },
    { what: 'of a code without a property is open', query: inDegrees, code: {}, is: false },
    {
      what: 'of volume is not of a fraction',
      query: inMilliliters,
      code: { property: 'MFr' },
      is: true,
    },
    {
      what: 'of volume and an exact name are told by the reason',
      query: inMilliliters,
      code: { property: 'MFr' },
      match: { exactness: 1 },
      is: false,
    },
    {
      what: 'of moles is told by the reason',
      query: inMoles,
      code: { property: 'NCnc' },
      is: false,
    },
    {
      what: 'in the text is told by the reason',
      query: { ...inDegrees, asked: asked('property', { Temp: 1 }, 'text') },
      code: { property: 'MCnc' },
      is: false,
    },
  ])('$what', ({ is, ...given }) => {
    expect(misleads(given)).toBe(is)
  })
})

describe('a related name of a code that is not common', () => {
  const entry = { kind: 'entry', queryMass: 10, matchedQueryMass: 6.9 } as const
  test.each<Given & { what: string; is: boolean }>([
    {
      what: 'by a short word misleads',
      match: entry,
      words: { common: ['inf'], left: ['a'] },
      is: true,
    },
    {
      what: 'that adds something misleads',
      match: entry,
      words: { common: ['pratt'], left: ['jackson'], added: ['practitioner'] },
      is: true,
    },
    {
      what: 'by a longer word does not',
      match: entry,
      words: { common: ['roma'], left: ['premenopausal'] },
      is: false,
    },
    {
      what: 'with most of the mention does not',
      match: { ...entry, matchedQueryMass: 7 },
      words: { common: ['inf'], left: ['a'] },
      is: false,
    },
    {
      what: 'of a common code does not',
      code: { commonness: 1 },
      match: entry,
      words: { common: ['inf'], left: ['a'] },
      is: false,
    },
    {
      what: 'exactly does not',
      match: { ...entry, exactness: 0.5 },
      words: { common: ['inf'], left: ['a'] },
      is: false,
    },
    {
      what: 'is another thing than a name',
      match: { ...entry, kind: 'synonym' },
      words: { common: ['inf'], left: ['a'] },
      is: false,
    },
  ])('$what', ({ is, ...given }) => {
    expect(misleads(given)).toBe(is)
  })
})

test.each([
  { left: ['production'], exactness: 0, is: true },
  { left: ['production'], exactness: 0.5, is: false },
  { left: ['venous'], exactness: 0, is: false },
])('a substance for $left is misleading: $is', ({ left, exactness, is }) => {
  expect(misleads({ match: { exactness }, words: { common: ['co2'], left } })).toBe(is)
})

describe('a name is of another kind', () => {
  test.each([
    { what: 'with a class of antibodies more', common: ['igm'], added: ['igg'], is: true },
    { what: 'without the class', left: ['igm'], is: true },
    { what: 'with a class for antibodies of any', common: ['ab'], added: ['igm'], is: true },
    { what: 'with a class for "anti"', common: ['anticcp'], added: ['igg'], is: true },
    { what: 'with a class for an antigen', common: ['antigen'], added: ['igg'], is: false },
    { what: 'with a class for a factor', common: ['antithrombin'], added: ['igg'], is: false },
    { what: 'with a class where none are meant', common: ['milk'], added: ['ige'], is: false },
    { what: 'with the class', common: ['ab', 'igm'], is: false },
    { what: 'of genes for antibodies', left: ['abs'], added: ['dna'], is: true },
    { what: 'of antibodies for an antigen', left: ['antigen'], added: ['ab'], is: true },
    { what: 'of an antigen for nucleic acids', left: ['pcr'], added: ['ag'], is: true },
    { what: 'of RNA for a PCR', left: ['pcr'], added: ['rna'], is: false },
    { what: 'of antibodies where nothing is said', left: ['serum'], added: ['ab'], is: false },
  ])('$what: $is', ({ common = [], left = [], added = [], is }) => {
    expect(isOfAnotherKind(() => ({ common, left, leftKnown: left, added }))).toBe(is)
  })
})

test.each([
  ['log10', true],
  ['2', true],
  ['interpretation', true],
  ['glucose', false],
])('"%s" is of any test: %s', (form, is) => {
  expect(isOfAnyTest(form)).toBe(is)
})

describe('an allergen of a code with a letter', () => {
  test.each([
    { allergens: 'f', added: ['feather'], is: true },
    { allergens: 'f', added: ['meat'], is: false },
    { allergens: 'e', added: ['feather'], is: false },
    { allergens: 't', added: ['pollen'], is: false },
    { allergens: 'f', added: ['pollen'], is: true },
    { allergens: 'f', added: ['european'], is: false },
    { allergens: undefined, added: ['feather'], is: false },
  ])('$allergens is not of $added: $is', ({ allergens, added, is }) => {
    const words = () => ({ common: [], left: [], leftKnown: [], added })
    expect(isOfOtherAllergens(queryOf({ allergens }), words)).toBe(is)
  })
})

describe('where the mention is the name of a panel', () => {
  const words = { common: ['lipid'], left: ['profile'] }
  const ofPanel = { isOfPanel: true }
  test.each<Given & { what: string; is: boolean }>([
    { what: 'a test with some of its words misleads', query: ofPanel, words, is: true },
    {
      what: 'a test of that very name does not',
      query: ofPanel,
      match: { exactness: 1 },
      words,
      is: false,
    },
    { what: 'a panel does not', query: ofPanel, code: { isResult: false }, words, is: false },
    { what: 'a test does not, for no panel', words: { common: ['lipid'] }, is: false },
  ])('$what', ({ is, ...given }) => {
    expect(misleads(given)).toBe(is)
  })
})

test('class words are lower case and no numbers or letters', () => {
  const words = [...readColumn('loinc/class-words.tsv', 'word')]
  expect(words.filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([])
})
