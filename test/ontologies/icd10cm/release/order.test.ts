import { describe, expect, test } from 'vitest'
import {
  getParent,
  readOrderFile,
  withDot,
} from '../../../../src/ontologies/icd10cm/release/order.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

/** One line of an order file, as the publisher lays it out. */
function line(code: string, flag = '1', short = 'Short title', long = 'Long title', number = 1) {
  return `${String(number).padStart(5, '0')} ${code.padEnd(7)} ${flag} ${short.padEnd(60)} ${long}`
}

const read = async (...lines: string[]) => readLines(lines)

const readLines = async (lines: readonly string[]) =>
  readOrderFile(await tempReleaseFile('icd10cm_order_2027.txt', lines.join('\r\n')))

test.each([
  { written: 'A00', code: 'A00' },
  { written: 'A000', code: 'A00.0' },
  { written: 'C4A', code: 'C4A' },
  { written: 'J4A0', code: 'J4A.0' },
  { written: 'QA00101', code: 'QA0.0101' },
  { written: 'J348200', code: 'J34.8200' },
  { written: 'V980XXA', code: 'V98.0XXA' },
])('reads $written as $code', async ({ written, code }) => {
  const { rows } = await read(line(written, '0'))
  const row = { code, isBillable: false, shortTitle: 'Short title', longTitle: 'Long title' }
  expect([...rows.values()]).toEqual([row])
  expect(withDot(written)).toBe(code)
})

test('keeps the order of the file, which is not that of the codes', async () => {
  const { rows } = await read(line('C43'), line('C4A'), line('C44'), '', '')
  expect([...rows.keys()]).toEqual(['C43', 'C4A', 'C44'])
})

test('takes the short title where the long one is left blank, and says so', async () => {
  const { rows, untitled } = await read(line('A00'), line('L02217', '1', 'Abscess of flank', ''))
  expect(rows.get('L02.217')?.longTitle).toBe('Abscess of flank')
  expect(untitled).toEqual(['L02.217'])
})

describe('refuses, with file, line, found and expected,', () => {
  const long = line('A000', '1', 'Short title', 'x'.repeat(200)).replace(' 1 ', ' 2 ')
  test.each([
    { what: 'a bad flag', bad: line('A000', 'Y'), expected: 'the flag 0 (header) or 1 (billable)' },
    { what: 'a blank flag', bad: line('A000', ' '), expected: 'the flag 0' },
    { what: 'a short line', bad: line('A000').slice(0, 40), expected: 'a short title' },
    { what: 'a line of one word', bad: 'Cholera', expected: 'an order number of 5 digits' },
    { what: 'a code with dot', bad: line('A00.0'), expected: 'a code of 3 to 7' },
    { what: 'a code of 2 characters', bad: line('A0'), expected: 'a code of 3 to 7' },
    { what: 'a code in lower case', bad: line('a000'), expected: 'a code of 3 to 7' },
    { what: 'a code of 8 characters', bad: line('A0000000'), expected: 'a code of 3 to 7' },
    { what: 'a duplicate code', bad: line('A00'), expected: 'each code once' },
    { what: 'columns moved by one', bad: ` ${line('A000')}`, expected: 'an order number' },
    {
      what: 'tabs for columns',
      bad: '00001\tA000\t1\tCholera\tCholera',
      expected: 'an order number',
    },
    { what: 'a long line, cut to 80', bad: long, expected: 'the flag' },
  ])('$what', async ({ bad, expected }) => {
    const found = bad.length > 80 ? `${bad.slice(0, 80)}…` : bad
    await expect(read(line('A00'), bad)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining(
        `icd10cm_order_2027.txt line 2: found "${found}", expected ${expected}`,
      ),
    })
  })

  test('a line of more than 2000 characters', async () => {
    const title = 'x'.repeat(2000 - line('A00', '1', 'x', '').length)
    const longest = line('A00', '1', 'x', title)
    expect(longest).toHaveLength(2000)
    expect((await read(longest)).rows.size).toBe(1)
    await expect(read(`${longest}x`)).rejects.toThrow('expected a line of at most 2000 characters')
  })

  test('more than 250,000 codes', async () => {
    const codes = Array.from({ length: 250_001 }, (_, i) => {
      const rest = (i + 36 ** 3).toString(36).toUpperCase()
      return line(`A00${rest.padStart(4, '0')}`)
    })
    expect((await readLines(codes.slice(1))).rows.size).toBe(250_000)
    await expect(readLines(codes)).rejects.toThrow('line 250001: ')
  })

  test('what a terminal obeys, spelled out', async () => {
    await expect(read('\u202e')).rejects.toThrow('line 1: found "\\u{202e}", expected')
  })

  test('an empty line between codes', async () => {
    await expect(read(line('A00'), '', line('A01'))).rejects.toThrow('line 2: found ""')
  })

  test('a file without codes', async () => {
    await expect(read('', '')).rejects.toMatchObject({ code: 'release_invalid' })
  })
})

test.each([
  { code: 'A00', codes: ['A00'], parent: undefined },
  { code: 'A00.0', codes: ['A00', 'A00.0'], parent: 'A00' },
  { code: 'T36.0X1A', codes: ['T36', 'T36.0', 'T36.0X', 'T36.0X1'], parent: 'T36.0X1' },
  { code: 'T36.0X', codes: ['T36', 'T36.0'], parent: 'T36.0' },
  { code: 'V98.0XXA', codes: ['V98', 'V98.0'], parent: 'V98.0' },
  { code: 'X58.XXXA', codes: ['X58'], parent: 'X58' },
  { code: 'C84.90', codes: ['C84', 'C84.Z', 'C84.9'], parent: 'C84.9' },
  { code: 'H60.90', codes: ['H60'], parent: 'H60' },
  { code: 'H60.90', codes: ['H61'], parent: undefined },
])('gives $code the parent $parent', ({ code, codes, parent }) => {
  expect(getParent(code, new Set(codes))).toBe(parent)
})
