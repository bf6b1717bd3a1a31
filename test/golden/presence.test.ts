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

interface Finding {
  words: string
  traits: string[]
}

interface Row {
  text: string
  findings: Finding[]
  group: string
}

const TEXTS = 200
const OWN = 'own'
const KNOWN_TRAITS = new Set([
  OWN,
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'PAST_HISTORY',
])

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Reads one finding, `words = trait,trait`. */
const toFinding = (cell: string): Finding => {
  const [words = '', traits = '', ...rest] = cell.split(' = ')
  if (rest.length > 0) throw new Error(`More than one " = " in: ${cell}`)
  return { words, traits: traits.split(',') }
}

/** Reads a table of this folder. Throws if a line does not have three columns. */
const readTable = (file: string): Row[] => {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.shift()).toBe('text\tfindings\tgroup')
  return lines.map((line) => {
    const [text, findings, group, ...rest] = line.split('\t')
    if (!text || !findings || !group || rest.length > 0)
      throw new Error(`Not three columns: ${line}`)
    return {
      text: text.replaceAll('\\n', '\n'),
      findings: findings.split(' | ').map(toFinding),
      group,
    }
  })
}

/** Returns the end of the first occurrence as whole words at or after `from`, or -1. */
const endOfWords = (text: string, words: string, from: number): number => {
  for (let start = text.indexOf(words, from); start >= 0; start = text.indexOf(words, start + 1)) {
    const end = start + words.length
    const isWhole =
      !LETTER_OR_DIGIT.test(text.charAt(start - 1)) && !LETTER_OR_DIGIT.test(text.charAt(end))
    if (isWhole) return end
  }
  return -1
}

/** Returns the findings whose words do not follow the words before them. */
const misplacedIn = ({ text, findings }: Row): string[] => {
  let from = 0
  return findings.flatMap(({ words }) => {
    const end = words === '' ? -1 : endOfWords(text, words, from)
    if (end < 0) return [`${words} in: ${text}`]
    from = end
    return []
  })
}

const groupsOf = (rows: Row[]): string[] => [...new Set(rows.map(({ group }) => group))].sort()

const tables = ['presence.tsv', 'presence-held-out.tsv'].map((file) => ({
  file,
  rows: readTable(file),
}))
const all = tables.flatMap(({ rows }) => rows)

describe.each(tables)('$file', ({ rows }) => {
  test('has 200 texts', () => {
    expect(rows).toHaveLength(TEXTS)
  })

  test('has the words of its findings in order, as whole words', () => {
    expect(rows.flatMap(misplacedIn)).toEqual([])
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
