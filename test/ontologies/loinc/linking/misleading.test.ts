/**
 * Proves of rows that would mislead:
 * 1. a code of another specimen than the one that was said is one, unless it is of any specimen or of none
 * 2. so is a name that has only the specimen, the kind of test, numbers or letters of a mention in common, and adds something
 * 3. so is a class of antibodies alone, and what a patient takes in
 * 4. a name with what was to be measured is none, nor is one that is exact
 */

import { describe, expect, test } from 'vitest'
import { readColumn } from '../../../../src/language/tables.ts'
import { isMisleading } from '../../../../src/ontologies/loinc/linking/misleading.ts'
import type { LoincQuery } from '../../../../src/ontologies/loinc/linking/query.ts'
import type { CommonWords, Match } from '../../../../src/ontologies/ontology.ts'
import { asked, codeOf, queryOf } from '../../../support/loinc.ts'

const NOTHING: CommonWords = { common: ['zinc'], left: [], added: [] }

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
      what: 'by all of its words does not',
      words: { common: ['score'], left: ['zika'], added: [] },
      is: false,
    },
    {
      what: 'with no more than letters left does not',
      words: { common: ['g', 'ratio'], left: ['a'], added: ['protein'] },
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

test('class words are lower case and no numbers or letters', () => {
  const words = [...readColumn('loinc/class-words.tsv', 'word')]
  expect(words.filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([])
})
