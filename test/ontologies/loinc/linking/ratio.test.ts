/**
 * Proves of ratios and fractions:
 * 1. a mention has sides where exactly one sign or "to" parts them, without the words of both sides and of any ratio
 * 2. a name is turned round where all of the right side is before the left side, and never where a side is not in it
 * 3. a fraction next to its counterpart or the whole is a second test, which a name must have, too
 */

import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../../../src/language/analyze.ts'
import {
  fractionsOf,
  isTurnedRound,
  lacksFraction,
  sidesOf,
} from '../../../../src/ontologies/loinc/linking/ratio.ts'

const analyzer = createAnalyzer()
const sides = (text: string) => sidesOf(analyzer.analyze(text), text)

describe('a mention', () => {
  test.each([
    ['HDL/LDL ratio', ['hdl'], ['ldl']],
    ['zinc : copper ratio', ['zinc'], ['copper']],
    ['Calcium to phosphorus ratio', ['calcium'], ['phosphorus']],
    ['Apo B/Apo A1', ['b'], ['a1']],
    ['Urine sodium/potassium ratio (spot)', ['urine', 'sodium'], ['potassium']],
    ['Iron panel, copper/zinc', ['copper'], ['zinc']],
  ])('%s has sides', (text, left, right) => {
    expect(sides(text)).toEqual({ left: new Set(left), right: new Set(right) })
  })

  test.each(['Sodium', 'Na/K/Cl', 'protein creatinine ratio', 'ratio/index', 'to zinc'])(
    '%s has none',
    (text) => {
      expect(sides(text)).toBeUndefined()
    },
  )
})

describe('a name', () => {
  const isTurned = (mention: string, name: string) =>
    isTurnedRound(sides(mention)!, analyzer.analyze(name))
  test.each([
    ['HDL/LDL ratio', 'LDL/HDL ratio', true],
    ['HDL/LDL ratio', 'HDL/LDL', false],
    ['CD8/CD4 ratio', 'CD4 CD8 ratio', true],
    ['HDL/total cholesterol', 'Cholesterol.total/Cholesterol in HDL', true],
    ['Total cholesterol/HDL', 'Cholesterol.total/Cholesterol in HDL', false],
    ['copper to zinc', 'zinc copper ratio', true],
    ['copper to zinc', 'zinc', false],
    ['copper to zinc', 'zinc copper zinc', false],
  ])('for %s: %s', (mention, name, expected) => {
    expect(isTurned(mention, name)).toBe(expected)
  })
})

describe('fractions', () => {
  const fractions = (text: string) => fractionsOf(analyzer.analyze(text))
  test.each([
    ['Bilirubin total & direct', ['direct', 'total']],
    ['Bilirubin, direct + indirect', ['direct', 'indirect']],
    ['Testosterone free and total', ['free', 'total']],
    ['Conjugated/unconjugated bilirubin', ['conjugated', 'unconjugated']],
    ['Copper free and bound', ['free', 'bound']],
    ['Bilirubin total', []],
    ['Free T4 direct', []],
    ['Bound iron', []],
  ])('of %s', (text, expected) => {
    expect(fractions(text)).toEqual(expected)
  })

  test('are in a name, or one is lacking', () => {
    const name = analyzer.analyze('Bilirubin direct to total ratio')
    expect(lacksFraction(['direct', 'total'], name)).toBe(false)
    expect(lacksFraction(['direct', 'total'], analyzer.analyze('Bilirubin total'))).toBe(true)
    expect(lacksFraction([], name)).toBe(false)
  })
})
