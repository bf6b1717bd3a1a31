/**
 * Proves of the rows of an index:
 * 1. a file that lacks a table or a column is refused
 * 2. a concept is read once, whether it is asked for by its id or its code; very many are not kept
 *
 * What is read of each table is in writer.test.ts, next to what is written.
 */

import { describe, expect, test } from 'vitest'
import { damaged, refusalOf, sql } from '../support/damaged-index.ts'
import { openTiny, tinyRelease } from '../support/tiny-index.ts'

describe('refuses', () => {
  test.each([
    {
      what: 'a missing table of rows',
      change: sql('DROP TABLE attributes'),
    },
    {
      what: 'a missing table of maps',
      change: sql('DROP TABLE map'),
    },
    {
      what: 'a missing column',
      change: sql('ALTER TABLE term DROP COLUMN language'),
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

  test('are let go of when there are twenty thousand', () => {
    const codeOf = (i: number) => `C${String(i).padStart(5, '0')}`
    const index = openTiny({
      ...tinyRelease,
      concepts: Array.from({ length: 20_001 }, (_, i) => ({
        ...tinyRelease.concepts[0]!,
        ...{ code: codeOf(i), name: 'Fever', family: 'C' },
      })),
      ...{ terms: [], edges: [], replacements: [], maps: [], facts: [] },
    })
    const first = index.getConcept(codeOf(0))
    for (let i = 1; i < 20_000; i++) index.getConcept(codeOf(i))
    expect(index.getConcept(codeOf(0))).toBe(first)
    expect(index.concept(first!.id)).toBe(first)
    index.getConcept(codeOf(20_000))
    const again = index.getConcept(codeOf(0))
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
    expect(index.concept(first!.id)).toBe(again)
  })
})
