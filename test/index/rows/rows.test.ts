/**
 * Proves of the rows of an index:
 * 1. a file that lacks a table or a column is refused
 * 2. a concept is read once, whether it is asked for by its id or its code; very many are not kept
 * 3. what stands in for a concept, its counterparts, its parents and children come in their order, in any language
 * 4. what is above a concept is found though edges lead in a circle
 *
 * What is read of each table is in writer.test.ts, next to what is written.
 */

import { describe, expect, test } from 'vitest'
import { damaged, refusalOf, sql } from '../../support/damaged-index.ts'
import { openTiny, tinyRelease } from '../../support/tiny-index.ts'

describe('refuses', () => {
  test.each([
    {
      what: 'a missing table',
      change: sql('DROP TABLE fact'),
    },
    {
      what: 'a missing column',
      change: sql('ALTER TABLE fact DROP COLUMN weight'),
    },
  ])('$what', ({ change }) => {
    const refusal = refusalOf(damaged(change))
    expect(refusal).toMatchObject({ name: 'MedlinkError', code: 'index_corrupt' })
    expect(refusal.message).toContain('a table cannot be read. Build or copy it again')
  })
})

describe('concepts', () => {
  test('are kept, by their code and by their id', () => {
    const index = openTiny()
    const byCode = index.getConcept('B01')!
    expect(byCode).toMatchObject({ code: 'B01', name: 'Acute heart failure' })
    expect(index.getConcept('B01')).toBe(byCode)
    expect(index.concept(byCode.id)).toBe(byCode)
    const { id } = index.getConcept('B02')!
    const byId = openTiny().concept(id)
    expect(byId.code).toBe('B02')
    const other = openTiny()
    expect(other.getConcept(other.concept(id).code)).toBe(other.concept(id))
  })

  test('that there are not are not', () => {
    const index = openTiny()
    expect(index.getConcept('B99')).toBeUndefined()
    expect(index.getConcept('B99')).toBeUndefined()
    expect(index.getConcept('b01')).toBeUndefined()
  })

  test('are let go of when there are five thousand', () => {
    const codeOf = (i: number) => `C${String(i).padStart(5, '0')}`
    const index = openTiny({
      ...tinyRelease,
      concepts: Array.from({ length: 5001 }, (_, i) => ({
        ...tinyRelease.concepts[0]!,
        ...{ code: codeOf(i), name: 'Fever', family: 'C' },
      })),
      ...{ terms: [], edges: [], replacements: [], maps: [], facts: [] },
    })
    const first = index.getConcept(codeOf(0))
    for (let i = 1; i < 5000; i++) index.getConcept(codeOf(i))
    expect(index.getConcept(codeOf(0))).toBe(first)
    expect(index.concept(first!.id)).toBe(first)
    index.getConcept(codeOf(5000))
    const again = index.getConcept(codeOf(0))
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
    expect(index.concept(first!.id)).toBe(again)
  })
})

test('what stands in for concepts, counterparts, parents and children come in order', () => {
  const index = openTiny({
    ...tinyRelease,
    edges: [
      { code: 'B02', parent: 'B01' },
      { code: 'B02', parent: 'B0' },
      { code: 'B01', parent: 'B0' },
    ],
    replacements: [
      { code: 'A99', replacement: 'B02', relation: 'may be' },
      { code: 'A99', replacement: 'B0', relation: 'same as' },
      { code: 'A99', replacement: 'B0', relation: 'may be' },
    ],
    maps: [
      { code: 'B01', system: 'y', target: '2', rule: 'always' },
      { code: 'B01', system: 'x', target: '"\t', rule: '' },
      { code: 'B0', system: 'x', target: '1', rule: 'é' },
    ],
  })
  const idOf = (code: string) => index.getConcept(code)!.id
  const codes = (concepts: readonly { code: string }[]) => concepts.map(({ code }) => code)
  expect(codes(index.parentsOf(idOf('B02')))).toEqual(['B0', 'B01'])
  expect(codes(index.childrenOf(idOf('B0')))).toEqual(['B01', 'B02'])
  expect(codes(index.childrenOf(idOf('B01')))).toEqual(['B02'])
  expect(codes(index.childrenOf(idOf('B02')))).toEqual([])
  expect(
    index.replacementsOf(idOf('A99')).map(({ concept, relation }) => [concept.code, relation]),
  ).toEqual([
    ['B0', 'may be'],
    ['B0', 'same as'],
    ['B02', 'may be'],
  ])
  expect(index.replacementsOf(idOf('B0'))).toEqual([])
  expect(index.getConcept('B01')!.maps).toEqual([
    { system: 'x', target: '"\t', rule: '' },
    { system: 'y', target: '2', rule: 'always' },
  ])
  expect(index.getConcept('B0')!.maps).toEqual([{ system: 'x', target: '1', rule: 'é' }])
  expect(index.getConcept('B02')!.maps).toEqual([])
})

test('names keep their language, whichever it is', () => {
  const languages = ['en', 'de', 'hi', 'de']
  const index = openTiny({
    ...tinyRelease,
    terms: languages.map((language, i) => ({
      ...{ code: 'B0', text: `Herz ${i}`, kind: 'synonym', language },
    })),
  })
  const terms = index.termsOf(index.getConcept('B0')!.id)
  expect(terms.map(({ text, language }) => `${text} ${language}`).sort()).toEqual(
    languages.map((language, i) => `Herz ${i} ${language}`),
  )
  expect(index.preferredTerm(index.getConcept('B0')!)).toEqual({
    ...{ text: 'Heart failure', kind: 'preferred', language: 'en' },
  })
})

test('edges that lead in a circle come to an end', () => {
  const index = openTiny({
    ...tinyRelease,
    edges: [
      { code: 'B0', parent: 'B01' },
      { code: 'B01', parent: 'B0' },
      { code: 'B01', parent: 'B02' },
    ],
  })
  const idOf = (code: string) => index.getConcept(code)!.id
  expect(index.isUnder(idOf('B0'), idOf('B02'))).toBe(true)
  expect(index.isUnder(idOf('B0'), idOf('A99'))).toBe(false)
  expect(index.isUnder(idOf('B02'), idOf('B0'))).toBe(false)
})
