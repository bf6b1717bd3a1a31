import { describe, expect, test } from 'vitest'
import { layOut, layOutPairs, wrapText } from '../../src/cli/table.ts'

describe('layOut', () => {
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'name', wrap: true },
    { title: 'score' },
  ]

  test('aligns columns and leaves no blanks at the end of a line', () => {
    const { head, rows } = layOut(
      columns,
      [
        ['1', 'Cholera', '0.9'],
        ['10', 'Typhoid fever', ''],
      ],
      80,
    )
    expect([head, ...rows.flat()]).toEqual([
      ' #  name           score',
      ' 1  Cholera        0.9',
      '10  Typhoid fever',
    ])
  })

  test('wraps the long column into what is left of the line', () => {
    const { rows } = layOut(columns, [['1', 'Pain in unspecified ankle and joints', '0.9']], 34)
    expect(rows).toEqual([['1  Pain in unspecified       0.9', '   ankle and joints']])
  })

  test('never squeezes the long column out of sight', () => {
    const { rows } = layOut(columns, [['1', 'a'.repeat(25), '0.9']], 5)
    expect(rows[0]).toEqual([`1  ${'a'.repeat(20)}  0.9`, `   ${'a'.repeat(5)}`])
  })

  test('paints cells without moving them', () => {
    const painted = [{ title: 'code', paint: (text: string) => `<${text}>` }, { title: 'name' }]
    const { rows } = layOut(painted, [['A00', 'Cholera']], 80)
    expect(rows).toEqual([['<A00 >  Cholera']])
  })
})

test('layOutPairs aligns values', () => {
  expect(
    layOutPairs([
      ['a', '1'],
      ['long', ''],
    ]),
  ).toEqual(['a     1', 'long'])
  expect(layOutPairs([])).toEqual([])
})

test.each([
  { text: '', lines: [''] },
  { text: 'one two', lines: ['one two'] },
  { text: 'one two three', lines: ['one two', 'three'] },
  { text: 'abcdefghij', lines: ['abcdefgh', 'ij'] },
  { text: 'a abcdefghij b', lines: ['a', 'abcdefgh', 'ij b'] },
  { text: '𝒜𝒜𝒜𝒜𝒜 𝒜𝒜𝒜', lines: ['𝒜𝒜𝒜𝒜𝒜', '𝒜𝒜𝒜'] },
])('wrapText breaks "$text" into lines of 8', ({ text, lines }) => {
  expect(wrapText(text, 8)).toEqual(lines)
})
