/**
 * Proves of the reader of prescriptions, with a lexicon of the names in each line of test/golden/prescriptions.tsv:
 * 1. the form, release, route, dose, frequency and duration are those that the line says
 * 2. the brand is one name, and what is written in full is its strength
 * 3. no word is left unknown
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readStrength } from '../../../../src/ontologies/medication/composition.ts'
import { PrescriptionReader } from '../../../../src/ontologies/medication/linking/prescription.ts'
import { nameKey } from '../../../../src/ontologies/medication/words.ts'
import { lexiconOf } from '../../../support/drug-names.ts'

interface Row {
  readonly text: string
  readonly brand: string
  readonly ingredients: string
  readonly strengths: string
  readonly form: string
  readonly release: string
  readonly route: string
  readonly dose: string
  readonly frequency: string
  readonly duration: string
}

const GOLDEN = new URL('../../../golden/prescriptions.tsv', import.meta.url)
const [header = '', ...lines] = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n')
const columns = header.split('\t')
const rows = lines.map(
  (line) =>
    Object.fromEntries(line.split('\t').map((cell, i) => [columns[i], cell])) as unknown as Row,
)

/** "Augmentin 625 Duo" is what the line calls "Augmentin Duo". */
function namesOf({ brand, ingredients, text }: Row): string[] {
  const names = [brand, ...ingredients.split(' + ')].filter((name) => name !== '-')
  const [first, ...rest] = nameKey(brand).split(' ')
  const numbers = nameKey(text).match(/\b\d+\b/g) ?? []
  const isNumbered = /\d/.test(brand) || rest.length === 0
  return isNumbered ? names : [...names, ...numbers.map((each) => [first, each, ...rest].join(' '))]
}

test('there are lines enough, each once', () => {
  expect(rows.length).toBeGreaterThanOrEqual(160)
  expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length)
})

describe('reads', () => {
  test.each(rows)('$text', (row) => {
    const found = new PrescriptionReader(lexiconOf(namesOf(row))).read(row.text)
    const said = (value: string | undefined) => value ?? '-'
    expect({
      form: said(found.form),
      route: said(found.route),
      dose: said(found.dose),
      frequency: said(found.frequency),
      duration: said(found.duration),
    }).toEqual({
      form: row.form,
      route: row.route,
      dose: row.dose,
      frequency: row.frequency,
      duration: row.duration,
    })
    expect(found.names.length).toBe(1)
    expect(found.parts.filter(({ kind }) => kind === 'unknown')).toEqual([])
    expect(found.releases.filter((release) => release !== row.release)).toEqual([])
    const expected = row.strengths.split(' + ')
    const written = found.strengths
    const strengths = expected.map((each) => readStrength(each))
    const isInFull = written.every(
      ({ unit }, i) => unit !== undefined && unit === strengths[i]?.unit,
    )
    if (written.length !== expected.length || !isInFull) return
    expect(written.map(({ value }) => value)).toEqual(strengths.map((each) => each?.value))
  })
})
