import { describe, expect, test } from 'vitest'
import type { ReleaseRecords } from '../../src/index/records.ts'
import { withCuratedNames } from '../../src/ontologies/curated.ts'
import { readTable } from '../../src/text/tables.ts'
import { tinyRelease } from '../support/tiny-index.ts'

const TABLE = 'icd-10-cm/names-common-a-m.tsv'
const ROWS = readTable(TABLE, ['code', 'name'])
const [code, name] = ROWS[0] as [string, string]
const namesOfCode = ROWS.filter((row) => row[0] === code).map((row) => row[1]!)

function releaseWith(terms: ReleaseRecords['terms']): ReleaseRecords {
  const concept = { code, name: 'Title', active: true, attributes: {} }
  return { ...tinyRelease, concepts: [concept], terms, edges: [], replacements: [], maps: [] }
}

const term = (text: string) => ({ code, text, kind: 'preferred' as const, language: 'en' })

describe('curated names', () => {
  test('are added behind the names of the release', () => {
    const release = releaseWith([term('Title')])
    const { terms } = withCuratedNames(release, [TABLE])
    expect(terms[0]).toBe(release.terms[0])
    expect(terms.slice(1)).toEqual(
      namesOfCode.map((text) => ({ code, text, kind: 'curated', language: 'en' })),
    )
  })

  test('of codes that the release lacks are left out', () => {
    const { terms } = withCuratedNames({ ...releaseWith([]), concepts: [] }, [TABLE])
    expect(terms).toEqual([])
  })

  test('that the code has already, in any case, are left out', () => {
    const { terms } = withCuratedNames(releaseWith([term(name.toUpperCase())]), [TABLE])
    expect(terms).toHaveLength(namesOfCode.length)
    expect(terms.filter(({ text }) => text.toLowerCase() === name.toLowerCase())).toHaveLength(1)
  })

  test('that two tables share come once', () => {
    const once = withCuratedNames(releaseWith([]), [TABLE])
    expect(withCuratedNames(releaseWith([]), [TABLE, TABLE])).toEqual(once)
  })

  test('leave everything else of the release alone', () => {
    const release = releaseWith([term('Title')])
    const { terms, ...rest } = withCuratedNames(release, [TABLE])
    expect(rest).toEqual({ ...release, terms: undefined })
    expect(release.terms).toHaveLength(1)
    expect(terms.length).toBeGreaterThan(1)
  })

  test('without tables are none', () => {
    const release = releaseWith([term('Title')])
    expect(withCuratedNames(release, [])).toEqual(release)
  })
})
