/**
 * Proves of the words that times are told in:
 * 1. the table has the roles that are read, and no unit that units/spellings.tsv has
 * 2. units of time are told from others, and from what makes an age
 * 3. years are told from months and weeks, and these from shorter times
 */

import { expect, test } from 'vitest'
import { isTimeUnit, lengthOfUnit, timeWords } from '../../src/clinical/times.ts'
import { readUnitSpellings } from '../../src/language/attached-units.ts'
import { readTable } from '../../src/language/tables.ts'

test('roles of the table are those that are read', () => {
  const roles = new Set(readTable('clinical/times.tsv', ['phrase', 'role']).map(([, role]) => role))
  expect([...roles].sort()).toEqual(
    (
      'after,age,aged,ago,article,at age,before,brief,clock,every,filler,for,half,history,in,joint,' +
      'later,mark,month,number,numbered,of,on,past,point,since,unit,weekday'
    ).split(','),
  )
})

test('a unit that is spelled in running text has no row of its own', () => {
  const spelled = new Set(
    readUnitSpellings()
      .filter(({ text }) => text !== '-')
      .map(({ unit }) => unit),
  )
  const own = readTable('clinical/times.tsv', ['phrase', 'role'])
    .filter(([, role]) => role === 'unit')
    .map(([phrase]) => phrase!)
  expect(own.filter((unit) => spelled.has(unit))).toEqual([])
})

test.each([
  { form: '3d', is: true },
  { form: 'x3d', is: true },
  { form: 'x123days', is: true },
  { form: 'x1234days', is: false },
  { form: 'x3m', is: true },
  { form: '3m', is: false },
  { form: '3yo', is: false },
])('"$form" is a number and a unit of time: $is', ({ form, is }) => {
  expect(timeWords().glued.test(form)).toBe(is)
})

test.each([
  { form: 'days', is: true },
  { form: 'fortnight', is: true },
  { form: 'min', is: true },
  { form: 'yo', is: false },
  { form: 'mg', is: false },
  { form: 'm', is: false },
])('"$form" is a unit of time: $is', ({ form, is }) => {
  expect(isTimeUnit(form)).toBe(is)
})

test.each([
  ...['y', 'yr', 'yrs', 'year', 'years', '2y', '12yrs', 'decade', 'decades'].map((form) => ({
    form,
    length: 'years',
  })),
  ...['week', 'wks', 'fortnight', '3m', 'mo', 'mos', 'months', 'mths', '3/12', '2/52'].map(
    (form) => ({ form, length: 'weeks' }),
  ),
  ...['d', 'days', '3/7', 'hrs', 'min', '123y', '123m'].map((form) => ({
    form,
    length: undefined,
  })),
])('"$form" is of $length', ({ form, length }) => {
  expect(lengthOfUnit(form)).toBe(length)
})
