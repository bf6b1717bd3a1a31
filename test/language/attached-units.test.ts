/**
 * Proves of units in running text:
 * 1. the words that come apart from a number are the rows flagged `attached`, and no other row changes them
 * 2. the pattern knows spaces that are left out, the micro signs and superscripts, and prefers the longest spelling
 */

import { expect, test } from 'vitest'
import {
  attachedUnits,
  readUnitSpellings,
  type UnitSpelling,
} from '../../src/language/attached-units.ts'
import { unitPattern } from '../../src/language/unit-pattern.ts'

const row = (unit: string, text: string): UnitSpelling => ({ unit, ucum: 'mg', text })
const ROWS = [row('sq m', 'attached'), row('mg', 'attached'), row('u', 'apart'), row('mgcr', '-')]

test('takes the rows flagged attached, without spaces, sorted', () => {
  expect(attachedUnits(ROWS)).toEqual(['mg', 'sqm'])
})

test.each(['%', 'mg%', '°c', '10ml', 'h2o', '% w/v'])('takes no %s: it is not one word', (unit) => {
  expect(attachedUnits([...ROWS, row(unit, 'attached')])).toEqual(['mg', 'sqm'])
})

test.each([
  { change: 'a row of reports only', rows: [...ROWS, row('mgx', '-')] },
  { change: 'a row for apart from a number', rows: [...ROWS, row('d', 'apart')] },
  { change: 'another code', rows: ROWS.map((each) => ({ ...each, ucum: 'g' })) },
  { change: 'another order', rows: ROWS.toReversed() },
  { change: 'a space', rows: ROWS.map((each) => ({ ...each, unit: each.unit.replace(' ', '') })) },
])('does not change with $change', ({ rows }) => {
  expect(attachedUnits(rows)).toEqual(attachedUnits(ROWS))
})

test('reads the table: what clinicians stick to numbers, not what means something else there', () => {
  const units = attachedUnits(readUnitSpellings())
  expect(units).toEqual(expect.arrayContaining(['mg', 'ml', 'iu', 'mmhg', 'sqm', 'hrs', 'yo']))
  for (const unit of ['u', 'd', 'c', 's', 'm', 'x']) expect(units).not.toContain(unit)
})

test.each([
  { spellings: ['ug'], finds: ['ug', 'UG', 'µg', 'μg'] },
  { spellings: ['ul', 'umol', 'uiu'], finds: ['µl', 'µmol', 'µIU'] },
  { spellings: ['m2', 'mm3'], finds: ['m2', 'm²', 'mm3', 'mm³'] },
  { spellings: ['mm hg', 'mm'], finds: ['mm hg', 'mmHg', 'mm'] },
  { spellings: ['%', '% w/v'], finds: ['%', '% w/v', '%w/v'] },
])('a pattern for $spellings finds all of $finds', ({ spellings, finds }) => {
  const pattern = new RegExp(unitPattern(spellings), 'iu')
  for (const text of finds) expect(pattern.exec(text)?.[0], text).toBe(text)
})

test('u is micro only before a unit', () => {
  expect(new RegExp(`^(?:${unitPattern(['u', 'unit'])})$`, 'iu').test('µnit')).toBe(false)
})
