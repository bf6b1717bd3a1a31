/**
 * Proves of the Expression Constraint Language:
 * 1. each operator selects what the specification says, over the hierarchy of a release
 * 2. terms, comments and spaces change nothing; brackets do
 * 3. text that is no ECL is refused, and ECL about attributes or reference sets is told apart from it
 * 4. no text of any length takes it down
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluateEcl, selectsExpression } from '../../src/fhir/ecl/evaluate.ts'
import { EclError, parseEcl, UnsupportedEcl } from '../../src/fhir/ecl/parse.ts'
import { numbersIn } from '../../src/fhir/number-set.ts'
import { type CodeTable, type Medlink, openMedlink } from '../../src/medlink.ts'
import { miniFolder } from './support.ts'

let medlink: Medlink
beforeAll(async () => {
  medlink = openMedlink({ dir: await miniFolder('snomed') })
})
afterAll(() => medlink.close())

const inTable = <T>(work: (table: CodeTable) => T) => medlink.codes('snomed', undefined, work)

function select(ecl: string): string[] {
  return inTable((table) =>
    numbersIn(evaluateEcl(parseEcl(ecl), table)).map((number) => table.codeOf(number)),
  )
}

const HEART = ['22298006', '401303003', '57054005', '84114007']

test.each([
  { ecl: '56265001', codes: ['56265001'] },
  { ecl: '< 56265001', codes: HEART },
  { ecl: '<< 56265001', codes: [...HEART, '56265001'] },
  { ecl: '<! 56265001', codes: ['22298006', '84114007'] },
  { ecl: '<<! 56265001', codes: ['22298006', '56265001', '84114007'] },
  { ecl: '> 22298006', codes: ['138875005', '404684003', '56265001', '64572001'] },
  { ecl: '>> 64572001', codes: ['138875005', '404684003', '64572001'] },
  { ecl: '>! 190268003', codes: ['40930008', '64572001'] },
  { ecl: '>>! 22298006', codes: ['22298006', '56265001'] },
  { ecl: '< 73211009 OR < 57054005', codes: ['401303003', '44054006', '46635009'] },
  { ecl: '<< 56265001 AND << 22298006', codes: ['22298006', '401303003', '57054005'] },
  { ecl: '<< 56265001, << 57054005', codes: ['401303003', '57054005'] },
  { ecl: '<< 56265001 MINUS << 22298006', codes: ['56265001', '84114007'] },
  { ecl: '<< 73211009 minus 73211009', codes: ['44054006', '46635009'] },
  { ecl: '* MINUS <<(<138875005)', codes: ['138875005'] },
  { ecl: '<<56265001 MINUS (<<22298006 OR 84114007)', codes: ['56265001'] },
  { ecl: '(<<56265001 MINUS <<22298006) OR 84114007', codes: ['56265001', '84114007'] },
  { ecl: '<!(56265001 OR 73211009)', codes: ['22298006', '44054006', '46635009', '84114007'] },
  { ecl: '< 73211009 |Diabetes mellitus|', codes: ['44054006', '46635009'] },
  {
    ecl: '/* sugar */ < /**/ 73211009\t|whatever it is called|\n',
    codes: ['44054006', '46635009'],
  },
  { ecl: '((<73211009))', codes: ['44054006', '46635009'] },
])('$ecl', ({ ecl, codes }) => {
  expect(select(ecl)).toEqual([...codes].sort())
})

test('a wildcard selects every active code, and a retired code selects nothing', () => {
  const active = inTable((table) =>
    Array.from({ length: table.size }, (_, number) => number)
      .filter((number) => table.isActive(number))
      .map((number) => table.codeOf(number)),
  )
  expect(active.length).toBe(40)
  expect(select('*')).toEqual(active)
  expect(select('194798004')).toEqual([])
})

describe('text that is no ECL', () => {
  test.each([
    '',
    '<',
    '<< abc',
    '73211009 44054006',
    '<< 73211009 )',
    '(<< 73211009',
    '<< 73211009 OR << 56265001 AND << 64572001',
    '<< 73211009 MINUS << 56265001 MINUS << 64572001',
    '73211009 |Diabetes',
    '/* 73211009',
    '12345',
    '73211009x',
    '< 99999999999',
    '('.repeat(200),
  ])('%s', (ecl) => {
    expect(() => select(ecl)).toThrow(EclError)
  })

  test('the message has a place or a code, and none of the text', () => {
    expect(() => select('<< Asha has diabetes')).toThrow('unexpected text at character 4')
    expect(() => select('< 9999999999')).toThrow('Unknown SNOMED Concept Id: 9999999999')
  })

  test('no text is anything else than ECL, no ECL, or beyond the hierarchy', () => {
    const pieces = [
      '<',
      '<<',
      '>!',
      '*',
      '(',
      ')',
      ' AND ',
      ' OR ',
      ' MINUS ',
      '73211009',
      '|',
      '^',
      ':',
      '{{',
      ',',
      '.',
      'x',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        try {
          parseEcl(parts.join(''))
        } catch (error) {
          expect(error instanceof EclError || error instanceof UnsupportedEcl).toBe(true)
        }
      }),
    )
  })

  test('an expression of any length is read in time', () => {
    expect(() => parseEcl('<'.repeat(30_000))).toThrow('longer than 20000 characters')
    const anyOf = (each: string, count: number) => Array(count).fill(each).join(' OR ')
    expect(select(anyOf('<73211009', 100))).toHaveLength(2)
    expect(() => parseEcl(anyOf('<73211009', 101))).toThrow('more than 100 operators')
    expect(select(anyOf('73211009', 500))).toHaveLength(1)
    expect(() => parseEcl(anyOf('73211009', 501))).toThrow('more than 500 concepts')
  })
})

test.each([
  { ecl: '^ 700043003', name: 'members of reference sets' },
  { ecl: '< 404684003 : 363698007 = << 39607008', name: 'refinements by attribute' },
  { ecl: '<< 404684003 . 363698007', name: 'dotted attributes' },
  { ecl: '< 404684003 {{ term = "heart" }}', name: 'filters in double braces' },
  { ecl: '!!> (<< 404684003)', name: 'top and bottom of a set' },
])('$ecl needs $name', ({ ecl, name }) => {
  expect(() => select(ecl)).toThrow(UnsupportedEcl)
  expect(() => select(ecl)).toThrow(name)
})

test.each([
  { ecl: '*', is: true },
  { ecl: '22298006', is: false },
  { ecl: '< 56265001', is: true },
  { ecl: '<< 22298006', is: true },
  { ecl: '<! 22298006', is: false },
  { ecl: '>> 22298006', is: false },
  { ecl: '<< 73211009', is: false },
  { ecl: '<< 56265001 MINUS << 22298006', is: false },
  { ecl: '<< 56265001 MINUS << 84114007', is: true },
  { ecl: '<< 56265001 AND << 73211009', is: false },
  { ecl: '<< 73211009 OR << 56265001', is: true },
])('an expression about infarction is in $ecl: $is', ({ ecl, is }) => {
  const selected = inTable((table) =>
    selectsExpression(parseEcl(ecl), [table.find('22298006')!], table),
  )
  expect(selected).toBe(is)
})
