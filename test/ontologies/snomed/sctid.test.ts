/**
 * Proves of SNOMED CT identifiers:
 * 1. a wrong digit or two swapped ones are noticed, and only whole ids of concepts are codes
 * 2. the partition says what is identified
 * 3. tables number each identifier once, whatever its length, and give it back
 */

import { expect, test } from 'vitest'
import { MemberTable, SctidTable } from '../../../src/ontologies/snomed/release/id-tables.ts'
import { isSctid, kindOfSctid, parseSctid } from '../../../src/ontologies/snomed/sctid.ts'

test.each([
  { text: '22298006', id: '22298006' },
  { text: ' 22298006\n', id: '22298006' },
  { text: '138875005', id: '138875005' },
  { text: '900000000000207008', id: '900000000000207008' },
  { text: '1121000189102', id: '1121000189102' },
  { text: '100005', id: '100005' },
  { text: '22298007', id: undefined },
  { text: '2229800', id: undefined },
  { text: '022298006', id: undefined },
  { text: '22298006 x', id: undefined },
  { text: '2229-8006', id: undefined },
  { text: '٢٢٢٩٨٠٠٦', id: undefined },
  { text: '1000000000000000005', id: undefined },
  { text: '', id: undefined },
  { text: '101013', id: undefined },
])('reads "$text" as $id', ({ text, id }) => {
  expect(parseSctid(text)).toBe(id)
})

test.each(['22298006', '900000000000207008', '1121000189102', '101013'])(
  'notices every wrong digit and every swap of neighbours in %s',
  (id) => {
    expect(isSctid(id)).toBe(true)
    for (let i = 0; i < id.length; i++) {
      for (const digit of '0123456789') {
        if (digit !== id[i]) expect(isSctid(id.slice(0, i) + digit + id.slice(i + 1))).toBe(false)
      }
      const swapped =
        id.slice(0, i) +
        id
          .slice(i, i + 2)
          .split('')
          .reverse()
          .join('')
      if (id[i] !== id[i + 1] && i + 1 < id.length) {
        expect(isSctid(swapped + id.slice(i + 2))).toBe(false)
      }
    }
  },
)

test.each([
  { id: '22298006', kind: 'concept' },
  { id: '1121000189102', kind: 'concept' },
  { id: '101013', kind: 'description' },
  { id: '1965081000052110', kind: 'description' },
  { id: '100022', kind: 'relationship' },
  { id: '1000124121', kind: 'relationship' },
  { id: '1000036', kind: undefined },
  { id: '1000201', kind: undefined },
])('takes $id for the id of a $kind', ({ id, kind }) => {
  expect(kindOfSctid(id)).toBe(kind)
})

test('numbers identifiers in order of appearance and gives them back', () => {
  const table = new SctidTable()
  const ids = ['100005', '900000000000207008', '1000000005', '999999999', '1000000000', '100006']
  for (const [number, id] of ids.entries()) expect(table.add(id)).toBe(number)
  for (const [number, id] of ids.entries()) {
    expect(table.add(`x${id}y`, 1, id.length + 1)).toBe(number)
    expect(table.find(id)).toBe(number)
    expect(table.textOf(number)).toBe(id)
  }
  expect(table.size).toBe(ids.length)
  for (const other of ['100007', '0100005', '1000000000000000005', '10000x', '', '207008']) {
    expect(table.find(other)).toBe(-1)
  }
})

test('keeps apart as many identifiers as a release has of a kind, however alike they are', () => {
  const sctids = new SctidTable()
  const members = new MemberTable()
  const uuidOf = (i: number) => `00000000-0000-5000-8000-${String(i).padStart(12, '0')}`
  const numbers = Array.from({ length: 20_000 }, (_, i) => i)
  expect(numbers.map((i) => sctids.add(String(100_000 + i * 1_000_000)))).toEqual(numbers)
  expect(numbers.map((i) => members.add(uuidOf(i)))).toEqual(numbers)
  expect(sctids.find(String(100_000 + 19_999 * 1_000_000))).toBe(19_999)
  expect(members.add(uuidOf(7))).toBe(7)
  expect(members.size).toBe(20_000)
})
