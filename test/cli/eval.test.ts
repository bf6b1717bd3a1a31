import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { miniRoot, starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

const KEYS = [
  'n',
  'top1',
  'top3',
  'top5',
  'mrr10',
  'weighted_top1',
  'linked_precision',
  'coverage',
  'p50_ms',
  'p99_ms',
]

const CASES = [
  { id: 'c', request: { query: 'A00', ontology: 'icd-10-cm' }, gold: ['A00'], weight: 3 },
  { id: 'a', request: { query: 'E11' }, gold: ['E11'] },
  { id: 'b', request: { query: 'zzqx vvwk' }, gold: [] },
  { id: 'e', request: { query: 'E11' }, gold: ['A00'], reject: ['E11'] },
  { id: 'd', request: { query: 'cholera', metadata: { unit: 'x' } }, gold: ['A00', 'A00.9'] },
]

let dir: string
let own: string
let file: string

beforeAll(async () => {
  dir = await miniRoot('icd-10-cm')
  own = await mkdtemp(join(tmpdir(), 'medlink-eval-'))
  file = join(own, 'cases.jsonl')
  await writeFile(file, `${CASES.map((each) => JSON.stringify(each)).join('\n\n')}\n`)
})
afterAll(() => rm(own, { recursive: true }))

test('prints the figures that evaluation scripts read first, in their order', async () => {
  const { code, stdout } = await medlink(['eval', file, '-o', 'icd-10-cm', '--dir', dir, '--json'])
  expect(code).toBe(0)
  const figures = JSON.parse(stdout)
  expect(Object.keys(figures).slice(0, KEYS.length)).toEqual(KEYS)
  expect(figures).toMatchObject({ n: 5, top1: 3 / 4, weighted_top1: 5 / 6, rejected: 1 })
})

test('prints a summary for people', async () => {
  const { code, stdout } = await medlink(['eval', file, '-o', 'icd-10-cm', '--dir', dir])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^cases +5\nright code first +75\.0 %$/m)
})

test.each(['1', '3'])('--results keep the order of the cases (%s jobs)', async (jobs) => {
  const results = join(await tempFolder(), 'results.jsonl')
  const argv = ['eval', file, '-o', 'icd-10-cm', '--dir', dir, '--json', '--jobs', jobs]
  const { code, stdout, stderr } = await medlink([...argv, '--results', results])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ n: 5, top1: 3 / 4 })
  const lines = readFileSync(results, 'utf8').trimEnd().split('\n')
  const answers = lines.map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id)).toEqual(CASES.map(({ id }) => id))
  expect(Object.keys(answers[0])).toEqual(['id', 'results'])
  expect(answers[0].results[0]).toEqual({
    term_id: 'A00',
    term_name: 'Cholera',
    score: 1,
    is_linked: true,
    metadata: expect.any(Object),
  })
  expect(answers[2].results).toEqual([])
  expect(readdirSync(join(results, '..'))).toEqual(['results.jsonl'])
})

test.each([
  { line: 'not json', says: 'line 3 is not JSON' },
  { line: '{"id":1}', says: 'line 3 is not a case' },
  { line: '{"id":"x","request":{"query":"  "}}', says: 'line 3 is not a case' },
  { line: '{"id":"x","request":{"query":"secret"}}', says: 'line 3 names no ontology' },
])('a bad line is named, with its file and without its text: $line', async ({ line, says }) => {
  const bad = join(await tempFolder(), 'bad.jsonl')
  await writeFile(bad, `${JSON.stringify(CASES[0])}\n\n${line}\n`)
  const { code, stderr } = await medlink(['eval', bad, '--dir', dir, '--json'])
  expect(code).toBe(1)
  const { error } = JSON.parse(stderr)
  expect(error.code).toBe('invalid_request')
  expect(error.message).toContain(`${bad} ${says}`)
  expect(error.message).not.toMatch(/secret|not json/)
})

test.each([
  { argv: ['-o', 'icd-11'], code: 'unknown_ontology' },
  { argv: ['-o', 'icd-10-cm', '-v', '1999'], code: 'unknown_version' },
  { argv: ['-o', 'icd-10-cm', '-v', '1999', '--jobs', '2'], code: 'unknown_version' },
  { argv: ['-o', 'icd-10-cm', '--results', '/nowhere/at/all.jsonl'], code: 'invalid_request' },
])('$argv is refused as $code', async ({ argv, code }) => {
  const ran = await medlink(['eval', file, '--dir', dir, '--json', ...argv])
  expect(ran.code).toBe(1)
  expect(JSON.parse(ran.stderr).error.code).toBe(code)
})

test('does not fall back to the starter', async () => {
  const empty = await tempFolder()
  const ran = await medlink(['eval', file, '-o', 'icd-10-cm', '--dir', empty])
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('no version of icd-10-cm is installed')
  expect(existsSync(join(empty, 'icd-10-cm'))).toBe(false)
})

test('hints are part of a case', async () => {
  const cases = join(await tempFolder(), 'loinc.jsonl')
  const request = { query: 'hemoglobin', ontology: 'loinc' }
  const hints = { unit: 'g/dL', specimen: 'urine' }
  await writeFile(
    cases,
    [
      { id: 'blood', request, gold: ['718-7'] },
      { id: 'urine', request: { ...request, metadata: hints }, gold: ['726-0'] },
    ]
      .map((each) => JSON.stringify(each))
      .join('\n'),
  )
  const ran = await medlink(['eval', cases, '--dir', starterRoot('loinc'), '--json'])
  expect(ran.code).toBe(0)
  expect(ran.stderr).toMatch(/^medlink: answering from the starter, .*\n$/)
  expect(JSON.parse(ran.stdout)).toMatchObject({ n: 2, top1: 1 })
})

test('an empty file has nothing to count', async () => {
  const empty = join(await tempFolder(), 'empty.jsonl')
  await writeFile(empty, '\n')
  const { code, stdout } = await medlink(['eval', empty, '--dir', dir, '--json', '--jobs', '2'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ n: 0, top1: null })
})

/** Writes cases of one kind to a file. */
async function fileOf(cases: readonly object[]): Promise<string> {
  const path = join(await tempFolder(), 'cases.jsonl')
  await writeFile(path, cases.map((each) => JSON.stringify(each)).join('\n'))
  return path
}

const DOCUMENTS = [
  { id: 'd2', text: 'Cholera. J45', codes: ['A00', 'I10'] },
  { id: 'd1', text: 'zzqx vvwk', codes: [] },
]
const SENTENCE = { condition: 'chest pain', negated: false, historical: false, not_patient: false }
const SENTENCES = [
  { ...SENTENCE, id: 's2', sentence: 'No chest pain.', negated: true },
  { ...SENTENCE, id: 's1', sentence: 'She has chest pain.' },
]

describe('documents', () => {
  test('print the agreement of their codes and categories', async () => {
    const own = await fileOf(DOCUMENTS)
    const { code, stdout, stderr } = await medlink(['eval', own, '--dir', dir, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const figures = JSON.parse(stdout)
    expect(Object.keys(figures)).toEqual(['n', 'category', 'code', 'p50_ms', 'p99_ms'])
    expect(Object.keys(figures.code)).toEqual(['precision', 'recall'])
    expect(figures).toMatchObject({ n: 2, category: { recall: 1 / 2 } })
  })

  test('print a summary for people, and write their entities', async () => {
    const own = await fileOf(DOCUMENTS)
    const results = join(await tempFolder(), 'results.jsonl')
    const argv = ['eval', own, '-o', 'icd-10-cm', '-v', 'comprehend', '--results', results]
    const { code, stdout } = await medlink([...argv, '--dir', dir])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^documents +2$/m)
    expect(stdout).toMatch(/^right categories that are found +50\.0 %$/m)
    const answers = readFileSync(results, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).toEqual(['d2', 'd1'])
    expect(Object.keys(answers[0])).toEqual(['id', 'entities'])
    expect(answers[0].entities[0]).toMatchObject({ text: 'Cholera', begin_offset: 0 })
  })

  test('have codes of one ontology', async () => {
    const ran = await medlink(['eval', await fileOf(DOCUMENTS), '-o', 'snomed', '--dir', dir])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('icd-10-cm')
  })

  test('say when the starter answers', async () => {
    const argv = ['eval', await fileOf(DOCUMENTS), '--dir', starterRoot('icd-10-cm')]
    expect((await medlink(argv)).stderr).toMatch(/^medlink: answering from the starter/)
  })
})

describe('sentences', () => {
  test('print an agreement for each thing that is said, and need no index', async () => {
    const own = await fileOf(SENTENCES)
    const argv = ['eval', own, '-o', 'icd-10-cm', '--dir', '/nowhere', '--json']
    const { code, stdout, stderr } = await medlink(argv)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const figures = JSON.parse(stdout)
    expect(Object.keys(figures)).toEqual(['n', 'negation', 'history', 'family', 'p50_ms', 'p99_ms'])
    expect(figures).toMatchObject({ n: 2, negation: { precision: 1, recall: 1, f1: 1 } })
    expect(figures.family).toEqual({ precision: null, recall: null, f1: null })
  })

  test('print a summary for people, and write what was read of each', async () => {
    const results = join(await tempFolder(), 'results.jsonl')
    const { stdout } = await medlink(['eval', await fileOf(SENTENCES), '--results', results])
    expect(stdout).toMatch(/^denied +precision 100\.0 %, recall 100\.0 %, F1 100\.0 %$/m)
    const answers = readFileSync(results, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).toEqual(['s2', 's1'])
    expect(answers[0].traits).toContainEqual({ name: 'NEGATION', score: expect.any(Number) })
    expect(answers[1].traits).toEqual([])
  })
})

test.each([
  {
    what: 'a sentence among documents',
    cases: [DOCUMENTS[0]!, SENTENCES[0]!],
    says: 'line 2 is not a document',
  },
  {
    what: 'a mention among sentences',
    cases: [SENTENCES[0]!, CASES[0]!],
    says: 'line 2 is not a sentence',
  },
  {
    what: 'a document among mentions',
    cases: [CASES[0]!, DOCUMENTS[0]!],
    says: 'line 2 is not a case',
  },
])('$what is refused', async ({ cases, says }) => {
  const { code, stderr } = await medlink(['eval', await fileOf(cases), '--dir', dir])
  expect(code).toBe(1)
  expect(stderr).toContain(says)
  expect(stderr).not.toMatch(/cholera|chest/i)
})
