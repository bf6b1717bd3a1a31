/**
 * Proves of prescriptions from end to end, over the starter and the lines of test/golden/prescriptions.tsv:
 * 1. of every field, nearly all lines are taken apart as the line says; where it says no ingredients, strengths,
 *    form or release, those of the product may stand there
 * 2. nearly all lines are right in every field
 * 3. a line that doubts, denies, stops or remembers the drug, or is of another person, is never linked
 * 4. what was misread is told
 * 5. what is linked has the ingredients that the line says, always, and its strengths where it has any
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeStrength, readStrength } from '../../src/ontologies/medication/composition.ts'
import { IngredientNames } from '../../src/ontologies/medication/ingredients.ts'
import { nameKey } from '../../src/ontologies/medication/words.ts'
import { openStarter } from '../support/linker.ts'

const FIELDS = [
  'brand',
  'ingredients',
  'strengths',
  'form',
  'release',
  'route',
  'dose',
  'frequency',
  'duration',
] as const
type Field = (typeof FIELDS)[number]
type Row = Readonly<Record<Field | 'text', string>>

/** Lines that are right in every field, at least. */
const WHOLE_LINES = 0.95
/** Lines that are right in any one field, at least. */
const EACH_FIELD = 0.95

const GOLDEN = new URL('../golden/prescriptions.tsv', import.meta.url)
const [header = '', ...lines] = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n')
const columns = header.split('\t')
const rows = lines.map(
  (line) =>
    Object.fromEntries(line.split('\t').map((cell, i) => [columns[i], cell])) as unknown as Row,
)

const medlink = openStarter('medication')
const NOTHING = '-'
const PLUS = ' + '

/** What knowledge of the product may add to a line that does not say it. */
const IMPLIED: ReadonlySet<Field> = new Set(['ingredients', 'strengths', 'form', 'release'])

const names = new IngredientNames()
const sorted = (all: readonly string[]) => all.toSorted().join(PLUS)

/** Ingredients by their canonical names, in any order. */
const ingredientsOf = (written: string) =>
  written === NOTHING
    ? NOTHING
    : sorted(written.split(PLUS).flatMap((name) => names.read(name).bases))

/** "250 mg/5 ml" is 50 mg in a millilitre; of a puff people write the amount alone. */
function strengthOf(written: string): string {
  const strength = readStrength(written)
  const described = strength === undefined ? written : describeStrength(strength)
  return described.replace(/\/actuat$/, '')
}

const strengthsOf = (written: readonly string[]) => sorted(written.map(strengthOf))

/** A brand without the number and the release that people write behind it, which are fields of their own. */
const brandOf = (brand: string) =>
  nameKey(brand).replace(/(?: (?:[\d.]+|cr|dt|er|la|md|mr|sr|xl|xr))+$/, '') || NOTHING

function compare(row: Row) {
  const { query_breakdown, results } = medlink.link({ query: row.text, ontology: 'medication' })
  const said = query_breakdown!
  const read: Record<Field, string> = {
    brand: brandOf(said.brand_name ?? ''),
    ingredients: ingredientsOf(said.generic_name ?? NOTHING),
    strengths: strengthsOf(said.strengths.length === 0 ? [NOTHING] : said.strengths),
    form: said.form ?? NOTHING,
    release: said.release ?? NOTHING,
    route: said.route ?? NOTHING,
    dose: said.dose ?? NOTHING,
    frequency: said.frequency ?? NOTHING,
    duration: said.duration ?? NOTHING,
  }
  const expected: Record<Field, string> = {
    ...row,
    brand: brandOf(row.brand),
    ingredients: ingredientsOf(row.ingredients),
    strengths: strengthsOf(row.strengths.split(PLUS)),
  }
  const wrong = FIELDS.filter(
    (field) =>
      read[field] !== expected[field] && !(expected[field] === NOTHING && IMPLIED.has(field)),
  )
  return { row, read, expected, wrong, linked: results.find(({ is_linked }) => is_linked) }
}

const compared = rows.map(compare)

/** Each line that is wrong in one of these fields, with what was read in its place. */
const missesIn = (fields: readonly Field[]) =>
  compared.flatMap(({ row, read, expected, wrong }) =>
    wrong
      .filter((field) => fields.includes(field))
      .map((field) => `${row.text}: ${field} is "${expected[field]}", read "${read[field]}"`),
  )

test.each(FIELDS)('the %s of nearly all lines is right', (field) => {
  const misses = missesIn([field])
  const share = 1 - misses.length / rows.length
  expect(share, misses.join('\n')).toBeGreaterThanOrEqual(EACH_FIELD)
})

test('nearly all lines are right in every field', () => {
  const share = compared.filter(({ wrong }) => wrong.length === 0).length / rows.length
  expect(share, missesIn(FIELDS).join('\n')).toBeGreaterThanOrEqual(WHOLE_LINES)
})

describe('what is linked has what the line says:', () => {
  const linked = compared.filter((each) => each.linked !== undefined)

  test('most lines are', () => {
    const others = compared.filter((each) => each.linked === undefined)
    const texts = others.map(({ row }) => row.text).join('\n')
    expect(linked.length / rows.length, texts).toBeGreaterThan(0.5)
  })

  test.each(linked)('$row.text', ({ linked: first, expected }) => {
    const { generic_name, volume } = first!.metadata
    if (expected.ingredients !== NOTHING)
      expect(ingredientsOf(generic_name ?? NOTHING)).toBe(expected.ingredients)
    if (expected.strengths !== NOTHING && volume !== null)
      expect(strengthsOf(volume.split(PLUS))).toBe(expected.strengths)
  })
})

test.each([
  '? LINE',
  'LINE ?',
  'no LINE',
  'not on LINE',
  'stopped LINE',
  'LINE stopped',
  'do not take LINE',
  'avoid LINE',
  'allergic to LINE',
  'mother takes LINE',
  'previously on LINE',
  'LINE held',
])('%s is never linked', (said) => {
  const drugs = compared.flatMap(({ row: { brand, form, strengths }, linked }) =>
    linked === undefined || brand === NOTHING
      ? []
      : [`${brand} ${strengths.replaceAll(' + ', '/')} ${form}`],
  )
  const queries = drugs.map((drug) => said.replace('LINE', drug))
  const stood = queries.filter((query) => {
    const [first] = medlink.link({ query, ontology: 'medication' }).results
    return first?.is_linked === true
  })
  expect(queries.length).toBeGreaterThan(50)
  expect(stood).toEqual([])
})

test.each([
  { text: 'Tab Am1odipine 5 mg', corrected: 'Am1odipine → amlodipine', reason: 'linked' },
  { text: 'Tab Amlodipine 5 mg', corrected: undefined, reason: 'linked' },
  { text: 'Tab Am1odipine', corrected: 'Am1odipine → amlodipine', reason: 'volume_needed' },
])('$text: what was misread is told', ({ text, corrected, reason }) => {
  const [first] = medlink.link({ query: text, ontology: 'medication' }).results
  expect(first!.metadata.link_reason).toBe(reason)
  expect(first!.metadata.matching_breakdown!.corrected).toBe(corrected)
})

test('a salt that no product is known to be leaves two where they give it off differently', () => {
  const reasonOf = (query: string) =>
    medlink.link({ query, ontology: 'medication' }).results[0]!.metadata.link_reason
  expect(reasonOf('Metoprolol succinate 25 mg tablet')).toBe('qualifier_needed')
  expect(reasonOf('Metoprolol 25 mg tablet')).toBe('linked')
  expect(reasonOf('Amlodipine besylate 5 mg tablet')).toBe('linked')
})

test('a word that belongs to a brand is of its name', () => {
  const { parse, results } = medlink.explain({ query: 'Augmentin 625 Duo', ontology: 'medication' })
  expect(parse!.map(({ kind }) => kind)).toEqual(['name', 'strength', 'name'])
  expect(results[0]!.term_name).toBe('Augmentin Duo 625 tablet')
})

test.each([
  { text: 'insulin 30/70', reason: 'ambiguous' },
  { text: 'iron 100 mg', reason: 'ambiguous' },
  { text: 'Tab Lasix 40 IV', reason: 'form_mismatch' },
  { text: 'Monocef 1 gm IV', reason: 'linked' },
])('$text is $reason', ({ text, reason }) => {
  const [first] = medlink.link({ query: text, ontology: 'medication' }).results
  expect(first!.metadata.link_reason).toBe(reason)
})
