import { describe, expect, test } from 'vitest'
import type { ReleaseRecords } from '../../src/index/records.ts'
import { readTable } from '../../src/language/tables.ts'
import { curatedNames } from '../../src/ontologies/curated.ts'
import { tinyRelease } from '../support/tiny-index.ts'

const TABLE = 'icd-10-cm/names-common-a-m.tsv'
const ROWS = readTable(TABLE, ['code', 'name'])
const [code, name] = ROWS[0] as [string, string]
const namesOfCode = ROWS.filter((row) => row[0] === code).map((row) => row[1]!)

function releaseWith(terms: ReleaseRecords['terms']): ReleaseRecords {
  const concept = { code, name: 'Title', family: code, active: true, attributes: {} }
  return { ...tinyRelease, concepts: [concept], terms, edges: [], replacements: [], maps: [] }
}

const term = (text: string) => ({ code, text, kind: 'preferred' as const, language: 'en' })

describe('curated names', () => {
  test('of a code, in the order of the table', () => {
    expect(curatedNames(releaseWith([term('Title')]), [TABLE])).toEqual(
      namesOfCode.map((text) => ({ code, text, kind: 'curated', language: 'en' })),
    )
  })

  test('of codes that the release lacks are left out', () => {
    expect(curatedNames({ ...releaseWith([]), concepts: [] }, [TABLE])).toEqual([])
  })

  test('that the code has already, in any case, are left out', () => {
    const names = curatedNames(releaseWith([term(name.toUpperCase())]), [TABLE])
    expect(names.map(({ text }) => text)).toEqual(namesOfCode.filter((own) => own !== name))
  })

  test('that two tables share come once', () => {
    const once = curatedNames(releaseWith([]), [TABLE])
    expect(curatedNames(releaseWith([]), [TABLE, TABLE])).toEqual(once)
  })

  test('without tables are none', () => {
    expect(curatedNames(releaseWith([term('Title')]), [])).toEqual([])
  })
})
