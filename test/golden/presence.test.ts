/**
 * Proves the form of the two tables of presence and absence, presence.tsv and presence-held-out.tsv:
 * 1. each table has 200 texts, and no text is in both or twice in one
 * 2. the words of the findings are in their text, in that order, as whole words
 * 3. every trait is known, and `own` is never combined with another one
 * 4. every group is in both tables
 *
 * In the tables `\n` is a line break. Conventions:
 * - `own` marks a condition that the patient has now. A lasting disease is `own`, however long ago it began.
 * - PERTAINS_TO_FAMILY covers every other person: relatives, contacts, partners, donors and the patient's baby.
 * - HYPOTHETICAL covers risks, precautions, screening, vaccination, and the indications of tests still to be done.
 * - PAST_HISTORY covers conditions that ended, and reactions for which a drug was stopped.
 * - NEGATION covers what never occurred; such a condition is not PAST_HISTORY.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OWN, type PresenceRow, readPresence } from '../support/presence.ts'

const TEXTS = 200
const KNOWN_TRAITS = new Set([
  OWN,
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'PAST_HISTORY',
])

const groupsOf = (rows: readonly PresenceRow[]): string[] => [...new Set(rows.map(({ group }) => group))].sort()

const tables = ['presence.tsv', 'presence-held-out.tsv'].map((file) => {
  const url = new URL(file, import.meta.url)
  return { file, lines: readFileSync(url, 'utf8').trimEnd().split('\n'), rows: readPresence(url) }
})
const all = tables.flatMap(({ rows }) => rows)

describe.each(tables)('$file', ({ lines, rows }) => {
  test('has three columns, and one " = " in a finding', () => {
    expect(lines[0]).toBe('text\tfindings\tgroup')
    expect(lines.filter((line) => !/^[^\t]+\t[^\t]+\t[^\t]+$/.test(line))).toEqual([])
    const findings = lines.slice(1).flatMap((line) => line.split('\t')[1]!.split(' | '))
    expect(findings.filter((finding) => finding.split(' = ').length !== 2)).toEqual([])
  })

  test('has 200 texts', () => {
    expect(rows).toHaveLength(TEXTS)
  })

  test('has the words of its findings in order, as whole words', () => {
    const misplaced = rows.flatMap(({ findings }) => findings.filter(({ begin }) => begin < 0))
    expect(misplaced).toEqual([])
  })

  test('has known traits only', () => {
    const unknown = rows.flatMap(({ findings }) =>
      findings.filter(({ traits }) => traits.some((trait) => !KNOWN_TRAITS.has(trait))),
    )
    expect(unknown).toEqual([])
  })

  test('has no trait twice for a finding, and `own` alone', () => {
    const contradictory = rows.flatMap(({ findings }) =>
      findings.filter(
        ({ traits }) =>
          new Set(traits).size < traits.length || (traits.includes(OWN) && traits.length > 1),
      ),
    )
    expect(contradictory).toEqual([])
  })

  test('has every group', () => {
    expect(groupsOf(rows)).toEqual(groupsOf(all))
  })
})

test('no text is twice in both tables together', () => {
  const texts = all.map(({ text }) => text)
  expect(texts.filter((text, at) => texts.indexOf(text) < at)).toEqual([])
})
