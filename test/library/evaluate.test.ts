/**
 * Proves of evaluation:
 * 1. every figure is counted as it is defined, and null where nothing can be counted
 * 2. a line that is no case is refused with its number
 * 3. quantiles are values that were measured
 * 4. cases are answered in order, ten candidates each, on this thread and on workers alike, each with its time
 */

import { expect, test } from 'vitest'
import type { LinkResult } from '../../src/contract.ts'
import {
  type Answered,
  answerCase,
  answerCases,
  evaluate,
  parseCase,
  quantile,
} from '../../src/library/evaluate.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

/** An answer with these codes, best first; a linked one is written with an asterisk. */
function answered(codes: string, given: Partial<Answered> = {}): Answered {
  const rows = codes.split(' ').filter((code) => code !== '')
  const result = {
    request_id: 'r',
    query: 'q',
    query_breakdown: null,
    ontology: 'icd-10-cm',
    version: 'starter',
    index_name: 'i',
    model_version: 'm',
    results: rows.map((row) => ({
      term_id: row.replace('*', ''),
      term_name: row,
      score: 0.5,
      is_linked: row.endsWith('*'),
      metadata: {},
    })),
  }
  return {
    ...{ id: 'case', gold: ['A'], tolerated: [], reject: [], link: undefined, weight: 1, ms: 1 },
    result: result as unknown as LinkResult,
    ...given,
  }
}

test.each([
  { codes: 'A B C', what: 'first', top1: 1, top3: 1, top5: 1, mrr10: 1 },
  { codes: 'B A C', what: 'second', top1: 0, top3: 1, top5: 1, mrr10: 1 / 2 },
  { codes: 'B C A', what: 'third', top1: 0, top3: 1, top5: 1, mrr10: 1 / 3 },
  { codes: 'B C D A', what: 'fourth', top1: 0, top3: 0, top5: 1, mrr10: 1 / 4 },
  { codes: 'B C D E A', what: 'fifth', top1: 0, top3: 0, top5: 1, mrr10: 1 / 5 },
  { codes: 'B C D E F A', what: 'sixth', top1: 0, top3: 0, top5: 0, mrr10: 1 / 6 },
  { codes: 'B C D E F G H I J A', what: 'tenth', top1: 0, top3: 0, top5: 0, mrr10: 1 / 10 },
  { codes: 'B C D E F G H I J K A', what: 'eleventh', top1: 0, top3: 0, top5: 0, mrr10: 0 },
  { codes: 'B C', what: 'not there', top1: 0, top3: 0, top5: 0, mrr10: 0 },
  { codes: '', what: 'no answer at all', top1: 0, top3: 0, top5: 0, mrr10: 0 },
  { codes: 'B B B A', what: 'second of distinct codes', top1: 0, top3: 1, top5: 1, mrr10: 1 / 2 },
])('a right code that is $what counts for top and reciprocal rank', (row) => {
  const { top1, top3, top5, mrr10 } = row
  expect(evaluate([answered(row.codes)])).toMatchObject({ n: 1, top1, top3, top5, mrr10 })
})

test('a case that should be linked to a code that nobody knows does not count', () => {
  const known = [answered('A*', { link: true }), answered('Z', { gold: [], link: false })]
  const unknown = answered('Z*', { gold: [], link: true, weight: 9 })
  expect(evaluate([...known, unknown])).toEqual(evaluate(known))
})

test('the first of several right codes counts', () => {
  expect(evaluate([answered('C B A', { gold: ['A', 'B'] })])).toMatchObject({ mrr10: 0.5 })
})

test('cases are counted together', () => {
  const cases = [
    answered('A* B', { weight: 6 }),
    answered('B A', { weight: 1 }),
    answered('B* A', { weight: 3 }),
    answered('B', { weight: 0 }),
    answered('Z*', { gold: [], weight: 100 }),
    answered('Y', { gold: [], weight: 100 }),
    answered('', { gold: [] }),
    answered('X', { gold: [] }),
  ]
  expect(evaluate(cases)).toMatchObject({
    n: 8,
    top1: 1 / 4,
    top3: 3 / 4,
    mrr10: (1 + 1 / 2 + 1 / 2) / 4,
    weighted_top1: 6 / 10,
    linked_precision: 1 / 3,
    coverage: 2 / 4,
    nil_link_rate: 1 / 4,
  })
})

test('a right code that is linked below the first counts as rightly linked', () => {
  expect(evaluate([answered('B A*')])).toMatchObject({ top1: 0, linked_precision: 1, coverage: 1 })
})

test.each([
  { codes: 'B A', reject: ['B'], rejected: 1 },
  { codes: 'A B', reject: ['B'], rejected: 0 },
  { codes: 'B A', reject: ['C', 'B'], rejected: 1 },
  { codes: '', reject: ['B'], rejected: 0 },
  { codes: 'B', reject: [], rejected: 0 },
])('$codes with $reject to be rejected counts $rejected', ({ codes, reject, rejected }) => {
  expect(evaluate([answered(codes, { reject })]).rejected).toBe(rejected)
})

test('without cases nothing can be said', () => {
  expect(evaluate([])).toEqual({
    n: 0,
    top1: null,
    top3: null,
    top5: null,
    mrr10: null,
    weighted_top1: null,
    linked_precision: null,
    coverage: null,
    nil_link_rate: null,
    yes_coverage: null,
    yes_precision: null,
    refuses: null,
    rejected: 0,
    p50_ms: 0,
    p99_ms: 0,
  })
})

test.each([
  { what: 'right codes only', cases: [answered('A*')], absent: 'nil_link_rate' },
  { what: 'no right codes', cases: [answered('A', { gold: [] })], absent: 'top1' },
  { what: 'nothing linked', cases: [answered('A')], absent: 'linked_precision' },
  { what: 'no weight', cases: [answered('A', { weight: 0 })], absent: 'weighted_top1' },
] as const)('with $what there is no $absent', ({ cases, absent }) => {
  expect(evaluate(cases)[absent]).toBeNull()
})

test('times are told by their quantiles', () => {
  const times = [5, 1, 4, 2, 3].map((ms) => answered('A', { ms }))
  expect(evaluate(times)).toMatchObject({ p50_ms: 3, p99_ms: 5 })
})

test.each([
  { values: [], share: 0.5, quantile: 0 },
  { values: [7], share: 0.5, quantile: 7 },
  { values: [7], share: 1, quantile: 7 },
  { values: [1, 2, 3, 4], share: 0.5, quantile: 2 },
  { values: [1, 2, 3, 4], share: 0.51, quantile: 3 },
  { values: [1, 2, 3, 4], share: 0.99, quantile: 4 },
  { values: [1, 2, 3, 4], share: 1, quantile: 4 },
])('the quantile of $values at $share is $quantile', (row) => {
  expect(quantile(row.values, row.share)).toBe(row.quantile)
})

test('a line is a case, its request with the defaults of the contract', () => {
  expect(parseCase('{"id":"a","request":{"query":"gout"},"gold":["M10.9"]}', 1)).toEqual({
    id: 'a',
    request: {
      ...{ query: 'gout', top_k: 5, collapse: 'concept' },
      ...{ assume: 'nothing', strictness: 'high', billable: false, granularity: 'product' },
    },
    gold: ['M10.9'],
  })
})

test.each([
  { line: '', message: 'line 7 is not JSON' },
  { line: '{"id":', message: 'line 7 is not JSON' },
  { line: '[]', message: 'line 7 is not a case' },
  { line: '{"request":{"query":"gout"}}', message: 'line 7 is not a case' },
  { line: '{"id":"a"}', message: 'line 7 is not a case' },
  { line: '{"id":"a","request":{}}', message: 'line 7 is not a case' },
  { line: '{"id":"a","request":{"query":" "}}', message: 'line 7 is not a case' },
  { line: '{"id":"a","request":{"query":"x"},"gold":"A"}', message: 'line 7 is not a case' },
  { line: '{"id":"a","request":{"query":"x"},"weight":-1}', message: 'line 7 is not a case' },
])('$line is refused: $message', ({ line, message }) => {
  expect(() => parseCase(line, 7)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    }),
  )
})

const CASES = [
  parseCase('{"id":"a","request":{"query":"cholera","top_k":1},"gold":["A00"]}', 1),
  parseCase('{"id":"b","request":{"query":"fracture"},"reject":["A00"],"weight":3}', 2),
]
const STARTER = { ontology: 'icd-10-cm', version: 'starter' }

async function collect(answers: AsyncIterable<Answered>): Promise<Answered[]> {
  const all: Answered[] = []
  for await (const answer of answers) all.push(answer)
  return all
}

test.each([1, 2])(
  'cases are answered in order, ten candidates each, by the ontology and version asked for (%i workers)',
  async (workers) => {
    const start = performance.now()
    const answers = await collect(answerCases(medlink, CASES, { ...STARTER, workers }))
    const elapsed = performance.now() - start
    expect(answers.map(({ id, gold, reject, weight }) => ({ id, gold, reject, weight }))).toEqual([
      { id: 'a', gold: ['A00'], reject: [], weight: 1 },
      { id: 'b', gold: [], reject: ['A00'], weight: 3 },
    ])
    expect(answers[0]!.result.results[0]!.term_id).toBe('A00')
    expect(answers[1]!.result.results).toHaveLength(10)
    expect(evaluate(answers)).toMatchObject({ n: 2, top1: 1, rejected: 0 })
    for (const { ms } of answers) {
      expect(ms).toBeGreaterThan(0)
      expect(ms).toBeLessThan(elapsed)
    }
    const alone = CASES.map((each) => answerCase(medlink, each, STARTER))
    const rows = (list: Answered[]) => list.map(({ id, result }) => [id, result.results])
    expect(rows(answers)).toEqual(rows(alone))
  },
  60_000,
)

test.each([1, 2])('the error of a case ends the evaluation (%i workers)', async (workers) => {
  const overrides = { ontology: 'icd-10-cm', version: '1999', workers }
  await expect(collect(answerCases(medlink, CASES, overrides))).rejects.toMatchObject({
    name: 'MedlinkError',
    code: 'unknown_version',
  })
})

test('a case without an ontology is refused when none is asked for', async () => {
  const cases = [parseCase('{"id":"a","request":{"query":"gout"}}', 1)]
  await expect(collect(answerCases(medlink, cases))).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test.each([
  {
    what: 'nothing said',
    answers: [answered('A*')],
    coverage: null,
    precision: null,
    refuses: null,
  },
  {
    what: 'a right yes, a wrong one and none',
    answers: [
      answered('A*', { link: true }),
      answered('B*', { link: true }),
      answered('A', { link: true }),
    ],
    coverage: [2, 3],
    precision: [1, 2],
    refuses: null,
  },
  {
    what: 'a yes that is neither right nor wrong',
    answers: [answered('A*', { link: true }), answered('C*', { link: true, tolerated: ['C'] })],
    coverage: [2, 2],
    precision: [1, 1],
    refuses: null,
  },
  {
    what: 'a yes that is not due, even to the code that is meant',
    answers: [
      answered('A*', { link: false }),
      answered('A', { link: false }),
      answered('', { link: false }),
    ],
    coverage: null,
    precision: null,
    refuses: [2, 3],
  },
])('a yes: $what', ({ answers, coverage, precision, refuses }) => {
  const { yes_coverage, yes_precision, refuses: refused } = evaluate(answers)
  expect([yes_coverage, yes_precision, refused]).toEqual(
    [coverage, precision, refuses].map((counts) =>
      counts === null
        ? null
        : expect.objectContaining({ share: counts[0]! / counts[1]!, n: counts[1] }),
    ),
  )
})

test('accepted codes are as right as gold', () => {
  const medlink = openStarter()
  const request = { query: 'type 2 diabetes mellitus', ontology: 'icd-10-cm' as const }
  const answer = answerCase(medlink, {
    id: 'x',
    request: { ...request, top_k: 5, collapse: 'concept' },
    gold: ['A00'],
    accept: ['E11'],
  })
  expect(evaluate([answer])).toMatchObject({ top1: 1, linked_precision: 1 })
})
