/**
 * Proves of corrected names:
 * 1. a word that is near to one name alone is shown as that name, and never linked
 * 2. nothing is guessed of another first letter, nor where an unknown word is left
 * 3. no word is read as a drug whose look-alike is as near, and the table of look-alikes has each pair once, in order
 * 4. letters and digits that were taken for one another are put right, which is no guess
 */

import { describe, expect, test } from 'vitest'
import { editDistance } from '../../../../src/language/distance.ts'
import { readTable } from '../../../../src/language/tables.ts'
import {
  LOOK_ALIKE_TABLE,
  LookAlikes,
} from '../../../../src/ontologies/medication/linking/look-alikes.ts'
import { drug, openDrugsOfFile } from '../../../support/drugs.ts'

const tablet = (code: string, name: string) =>
  drug(code, 'clinical_drug', `${name} 25 mg`, { form: 'Oral Tablet' })
const pharmacy = openDrugsOfFile([
  tablet('1', 'hydralazine'),
  tablet('2', 'hydroxyzine'),
  tablet('3', 'vinblastine'),
  tablet('4', 'amlodipine'),
  tablet('5', 'daptomycin'),
])

const firstOf = (text: string) => {
  const [first] = pharmacy.link(text).results
  return first && { code: first.term_id, reason: first.metadata.link_reason }
}

describe('a corrected name', () => {
  test.each([
    { text: 'hydralazne 25 mg tablet', first: { code: '1', reason: 'misspelt' } },
    { text: 'amlodipinne 25 mg tablet', first: { code: '4', reason: 'misspelt' } },
    { text: 'tab amlodipne', first: { code: '4', reason: 'volume_needed' } },
    { text: 'Am1odipine 25 mg tablet', first: { code: '4', reason: 'linked' } },
    // As near to vincristine, which is not there.
    { text: 'vincrastine 25 mg tablet', first: undefined },
    { text: 'vinblastin 25 mg tablet', first: { code: '3', reason: 'misspelt' } },
    { text: 'dactomycin 25 mg tablet', first: undefined },
    { text: 'xmlodipine 25 mg tablet', first: undefined },
    { text: 'quelbra amlodipne', first: undefined },
  ])('of "$text" is $first', ({ text, first }) => {
    expect(firstOf(text)).toEqual(first)
  })

  test('is told next to the row', () => {
    const [first] = pharmacy.link('amlodipne 25 mg tablet').results
    expect(first!.metadata.matching_breakdown!.corrected).toBe('amlodipne → amlodipine')
  })
})

describe('look-alikes', () => {
  const pairs = readTable(LOOK_ALIKE_TABLE, ['name', 'other']) as [string, string][]

  test('are many pairs', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(60)
  })

  test.each(pairs)('%s and %s are never read for one another', (name, other) => {
    const lookAlikes = new LookAlikes()
    expect(lookAlikes.of(name)).toContain(other)
    expect(lookAlikes.of(other)).toContain(name)
    expect(lookAlikes.allows(other, name)).toBe(false)
    expect(lookAlikes.allows(name, other)).toBe(false)
  })

  test('two edits are as near, three are not', () => {
    const lookAlikes = new LookAlikes([['vinblastine', 'vincristine']])
    expect(editDistance('vincrastine', 'vincristine')).toBe(1)
    expect(lookAlikes.allows('vincrastine', 'vinblastine')).toBe(false)
    expect(editDistance('vinbcistine', 'vincristine')).toBe(2)
    expect(lookAlikes.allows('vinbcistine', 'vinblastine')).toBe(false)
    expect(editDistance('vinblastin', 'vincristine')).toBe(4)
    expect(lookAlikes.allows('vinblastin', 'vinblastine')).toBe(true)
  })

  test.each([[['b', 'a']], [['a', 'a']], [['A', 'b']]])('the pair %j is refused', (pair) => {
    expect(() => new LookAlikes([pair])).toThrow(/bad pair/)
  })
})
