/**
 * Proves of MapTo.csv:
 * 1. replacements lead to the ends of their chains, over codes that the table lacks too
 * 2. cycles, chains that are too long and codes that the table lacks are warnings
 * 3. a file of other columns is refused
 */

import { describe, expect, test } from 'vitest'
import { findLoincFiles } from '../../../../src/ontologies/loinc/release/files.ts'
import { readMapTo, resolveReplacements } from '../../../../src/ontologies/loinc/release/map-to.ts'
import { readLoincTable } from '../../../../src/ontologies/loinc/release/table.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { LOINC_MINI, LOINC_TABLE } from '../../../support/loinc-release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'

/** The replacements of a release as `code>replacement`, with its warnings and sources. */
async function read(path: string) {
  const files = await findLoincFiles(await openRelease(path))
  const reading = await readLoincTable(files.table)
  const replacements = await readMapTo(reading, files)
  return { ...reading, replacements: replacements.map(formatStep) }
}

test('replaces codes by the ends of their chains', async () => {
  const { replacements, sources, warnings } = await read(LOINC_MINI)
  expect(replacements).toEqual([
    '9000001-9>2345-7',
    '9000002-7>2345-7',
    '9000004-3>2160-0',
    '9000004-3>2161-8',
  ])
  expect(sources.at(-1)).toMatchObject({ file: 'MapTo.csv', rows: 4 })
  expect(warnings).toEqual([
    '2 of 6 replacements in MapTo.csv name a code that Loinc.csv lacks, e.g. 9000003-5 to 9000099-3',
    '2 codes lead back to itself or on for more than 10 steps in MapTo.csv, e.g. 9000005-0',
  ])
})

test('follows a chain over codes that the table lacks', async () => {
  const mapTo = 'LOINC,MAP_TO,COMMENT\n9000001-9,9000099-3,\n9000099-3,718-7,\n'
  const { replacements, warnings } = await read(
    await writeTempFolder({ 'Loinc.csv': LOINC_TABLE, 'MapTo.csv': mapTo }),
  )
  expect(replacements).toEqual(['9000001-9>718-7'])
  expect(warnings).toEqual([
    '1 of 2 replacements in MapTo.csv name a code that Loinc.csv lacks, e.g. 9000099-3 to 718-7',
  ])
})

test('one code that replaces itself is a warning of one', async () => {
  const mapTo = 'LOINC,MAP_TO\n718-7,718-7\n'
  const { replacements, warnings } = await read(
    await writeTempFolder({ 'Loinc.csv': LOINC_TABLE, 'MapTo.csv': mapTo }),
  )
  expect(replacements).toEqual([])
  expect(warnings).toEqual([
    '1 code leads back to itself or on for more than 10 steps in MapTo.csv, e.g. 718-7',
  ])
})

test('a release without the file replaces nothing', async () => {
  const { replacements, sources } = await read(await writeTempFolder({ 'Loinc.csv': LOINC_TABLE }))
  expect(replacements).toEqual([])
  expect(sources).toHaveLength(1)
})

test('refuses other columns', async () => {
  const folder = await writeTempFolder({
    'Loinc.csv': LOINC_TABLE,
    'MapTo.csv': 'FROM,TO\n1-8,2-6\n',
  })
  await expect(read(folder)).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining('MapTo.csv line 1: found "FROM,TO", expected column LOINC'),
  })
})

test('refuses more rows than any release has', async () => {
  const rows = Array.from({ length: 200_001 }, (_, i) => `1-8,${i}\n`)
  const folder = await writeTempFolder({
    'Loinc.csv': LOINC_TABLE,
    'MapTo.csv': `LOINC,MAP_TO\n${rows.join('')}`,
  })
  await expect(read(folder)).rejects.toThrow('MapTo.csv line 200002: ')
})

describe('resolves', () => {
  const chain = (length: number) =>
    Array.from(
      { length },
      (_, i) => `${String.fromCharCode(97 + i)}>${String.fromCharCode(98 + i)}`,
    )
  test.each([
    { what: 'nothing', rows: [], ends: [], circular: [] },
    { what: 'one step', rows: ['a>b'], ends: ['a>b'], circular: [] },
    { what: 'a chain', rows: ['b>c', 'a>b'], ends: ['a>c', 'b>c'], circular: [] },
    { what: 'two targets', rows: ['a>c', 'a>b'], ends: ['a>b', 'a>c'], circular: [] },
    {
      what: 'two ways to one end',
      rows: ['a>b', 'a>c', 'b>d', 'c>d'],
      ends: ['a>d', 'b>d', 'c>d'],
      circular: [],
    },
    { what: 'a row twice', rows: ['a>b', 'a>b'], ends: ['a>b'], circular: [] },
    { what: 'a code that replaces itself', rows: ['a>a'], ends: [], circular: ['a'] },
    { what: 'a cycle', rows: ['a>b', 'b>a'], ends: [], circular: ['a', 'b'] },
    {
      what: 'a cycle with a way out and one with a way in',
      rows: ['a>b', 'b>a', 'b>c', 'd>a'],
      ends: ['a>c', 'b>c', 'd>c'],
      circular: ['a', 'b', 'd'],
    },
  ])('$what', ({ rows, ends, circular }) => {
    const resolved = resolveReplacements(rows.map(parseStep))
    expect(resolved.replacements.map(formatStep)).toEqual(ends)
    expect(resolved.circular).toEqual(circular)
  })

  test('as many ways as there are combinations, step by step together', () => {
    const layers = Array.from({ length: 10 }, (_, layer) =>
      Array.from({ length: 100 }, (_, i) => ({
        code: `${layer} ${Math.floor(i / 10)}`,
        replacement: `${layer + 1} ${i % 10}`,
      })),
    )
    const { replacements, circular } = resolveReplacements(layers.flat())
    expect(replacements).toHaveLength(1000)
    expect(circular).toEqual([])
  })

  test('200 replacements of one code, and none of more', () => {
    const rowsTo = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ code: 'a', replacement: `b${i}` }))
    expect(resolveReplacements(rowsTo(200)).replacements).toHaveLength(200)
    expect(resolveReplacements(rowsTo(201))).toEqual({ replacements: [], circular: ['a'] })
  })

  test('ten steps, and no more', () => {
    const ten = resolveReplacements(chain(10).map(parseStep))
    expect(ten.replacements.map(formatStep)).toContain('a>k')
    expect(ten.circular).toEqual([])
    const eleven = resolveReplacements(chain(11).map(parseStep))
    expect(eleven.replacements.map(formatStep)).not.toContain('a>l')
    expect(eleven.replacements.map(formatStep)).toContain('b>l')
    expect(eleven.circular).toEqual(['a'])
  })
})

function parseStep(step: string) {
  const [code, replacement] = step.split('>')
  return { code: code!, replacement: replacement! }
}

function formatStep({ code, replacement }: { code: string; replacement: string }) {
  return `${code}>${replacement}`
}
