/**
 * Proves of remembered links:
 * 1. what was kept is given again with its steps, for the same question only
 * 2. the linker is asked a question with objects of its own, the same whether or not its answer may be remembered
 * 3. only codes and mentions of words of the index, of words that its tables read as others, or of others that are known, function words and
 *    short numbers are kept, of up to eighty characters
 * 4. everything is forgotten when there are four thousand
 */

import { expect, test } from 'vitest'
import { LinkMemory, rowsWithin } from '../../src/comprehend/link-memory.ts'
import type { LinkResult, ParsedLinkRequest } from '../../src/contract.ts'
import { Work } from '../../src/index/work.ts'
import { openIndex, rowOf } from '../support/comprehend.ts'
import { analyzer } from '../support/linker.ts'

const openMemory = (names: readonly string[] = ['heart failure', 'gout']) =>
  new LinkMemory(openIndex(names), analyzer)

test('gives again what was kept, for the same question', () => {
  const memory = openMemory()
  const link = { rows: [rowOf('A'), rowOf('B', 0.1, 'not_first')], steps: 12 }
  expect(memory.get('5 ', 'gout')).toBeUndefined()
  memory.set('5 ', 'gout', link)
  expect(memory.get('5 ', 'gout')).toEqual(link)
  expect(memory.get('1 ', 'gout')).toBeUndefined()
  expect(memory.get('5 ', 'heart failure')).toBeUndefined()
  memory.set('5 ', 'gout', { rows: [], steps: 3 })
  expect(memory.get('5 ', 'gout')).toEqual({ rows: [], steps: 3 })
})

test.each([4, 80, 81])('a linker is asked the same question with %d characters', (length) => {
  const request: ParsedLinkRequest = {
    ...{ query: 'g'.repeat(length), ontology: 'loinc', top_k: 3, billable: false },
    ...{ strictness: 'high', collapse: 'concept', assume: 'nothing', granularity: 'product' },
    metadata: { unit: 'mg/dL' },
  }
  const asked: ParsedLinkRequest[] = []
  const link = (question: ParsedLinkRequest) => {
    asked.push(question)
    return { results: [rowOf('A')] } as unknown as LinkResult
  }
  expect(rowsWithin({ link }, request, new Work(1))).toEqual([rowOf('A')])
  expect(asked).toEqual([request])
  expect(asked[0]!.metadata === request.metadata).toBe(length > 80)
})

const spaced = (length: number) => `heart${' '.repeat(length - 12)}failure`

test.each([
  { mention: 'heart failure', isKept: true },
  { mention: 'Failure of HEART', isKept: true },
  { mention: 'Failure of GAD', isKept: false },
  { mention: 'Failure, HEART', isKept: true },
  { mention: 'heart failure of Jane', isKept: false },
  { mention: 'heart failure 7', isKept: true },
  { mention: 'heart failure 12345', isKept: true },
  { mention: 'heart failure 123456', isKept: false },
  { mention: 'gout E11.9', isKept: false },
  { mention: 'A01', isKept: true },
  { mention: 'A09', isKept: false },
  { mention: spaced(80), isKept: true },
  { mention: spaced(81), isKept: false },
])('"$mention" is kept: $isKept', ({ mention, isKept }) => {
  const memory = openMemory()
  memory.set('', mention, { rows: [], steps: 1 })
  expect(memory.get('', mention) !== undefined).toBe(isKept)
})

test.each([
  { mention: 'dolo 650', isKept: true },
  { mention: 'dolo 650 9876543210', isKept: false },
  { mention: `dolo${' '.repeat(77)}`, isKept: false },
])('"$mention" of words that are known is kept: $isKept', ({ mention, isKept }) => {
  const memory = openMemory()
  memory.set('', mention, { rows: [], steps: 1 }, true)
  expect(memory.get('', mention) !== undefined).toBe(isKept)
})

test.each([
  { mention: 'GAD', isKept: true },
  { mention: 'heart failure, gad', isKept: true },
  { mention: 'GAD of Jane', isKept: false },
])('"$mention" is kept where tables read "gad" as other words: $isKept', ({ mention, isKept }) => {
  const other = { text: 'anxiety', words: [], weight: 1, because: 'abbreviation' }
  const ofWord = ({ form }: { form: string }) =>
    form === 'gad' ? [{ ...other, context: new Set<string>() }] : []
  const memory = new LinkMemory(openIndex(['heart failure']), analyzer, { ofWord })
  memory.set('', mention, { rows: [], steps: 1 })
  expect(memory.get('', mention) !== undefined).toBe(isKept)
})

test('words that are only inflected like those of the index are not kept', () => {
  const memory = openMemory()
  memory.set('', 'failures', { rows: [], steps: 1 })
  expect(memory.get('', 'failures')).toBeUndefined()
})

test('the half that was not asked for lately is forgotten when there are too many', () => {
  const memory = openMemory()
  const keep = (at: number) => memory.set(`${at} `, 'gout', { rows: [], steps: at })
  const isKept = (at: number) => memory.get(`${at} `, 'gout')?.steps === at
  for (let at = 0; at < 6000; at++) keep(at)
  expect([0, 3999, 4000, 5999].map(isKept)).toEqual([true, true, true, true])
  for (let at = 6000; at < 7998; at++) keep(at)
  expect(isKept(2)).toBe(true)
  expect([0, 2, 3999].map(isKept)).toEqual([true, true, true])
  expect([1, 3, 3998].map(isKept)).toEqual([false, false, false])
  expect([4000, 5999, 7997].map(isKept)).toEqual([true, true, true])
})
