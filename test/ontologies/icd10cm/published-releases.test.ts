/**
 * Reads the whole editions beside the repository, where they are. Counts: README.md of that folder, which quotes the
 * published ones. Two of the editions are reconstructed, so nothing here looks at single bytes or titles.
 */

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readIcd10cmRelease } from '../../../src/ontologies/icd10cm/release/release.ts'

const RELEASES = new URL('../../../../shared/releases/icd-10-cm/', import.meta.url).pathname

describe.skipIf(!existsSync(RELEASES))('published editions', () => {
  test('have the published counts, and 2024 to 2026 changes as listed', {
    timeout: 300_000,
  }, async () => {
    const codes = new Map<string, ReadonlySet<string>>()
    for (const [year, rows, billable] of readCounts()) {
      const { version, concepts } = await readIcd10cmRelease(`${RELEASES}${year}`)
      const isBillable = concepts.filter(({ attributes }) => attributes.is_billable)
      expect([version, concepts.length, isBillable.length]).toEqual([year, rows, billable])
      codes.set(year, new Set(concepts.map(({ code }) => code.replace('.', ''))))
    }
    expect([...codes.keys()]).toEqual(['2024', '2026', '2027'])

    const listed = new Set(codes.get('2024'))
    for (const step of ['2024_to_2025', '2025_to_2026']) {
      for (const [change, code] of readChanges(step)) {
        if (change === 'added') listed.add(code)
        if (change === 'deleted') listed.delete(code)
      }
    }
    expect([...codes.get('2026')!].toSorted()).toEqual([...listed].toSorted())
  })
})

/** Year, rows and billable rows, from lines such as `| 2024/icd10cm_order_2024.txt | … | 97,296 (74,044 billable) |`. */
function readCounts(): [string, number, number][] {
  const readme = readFileSync(`${RELEASES}README.md`, 'utf8')
  const lines = readme.matchAll(/^\| (\d{4})\/icd10cm_order.*\| ([\d,]+) \(([\d,]+) billable\)/gm)
  const toNumber = (text: string) => Number(text.replaceAll(',', ''))
  return Array.from(lines, ([, year, rows, billable]) => [
    year!,
    toNumber(rows!),
    toNumber(billable!),
  ])
}

/** Change and code (without dot) of each line after the header; the titles behind them are not looked at. */
function readChanges(step: string): [string, string][] {
  const lines = readFileSync(`${RELEASES}changes/changes_${step}.csv`, 'utf8').trim().split('\n')
  return lines.slice(1).map((line) => {
    const [change, code] = line.split(',')
    return [change!, code!]
  })
}
