/**
 * Proves of `medlink link --jsonl`:
 * 1. every line has one of its own, in the same order: what the library answers, or why it does not
 * 2. what a request says goes before the options, hint by hint
 * 3. it is read no further than is linked, and no more is written than is taken
 * 4. what is wrong with a line is told without a word of it; wrong usage is told as such
 */

import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { openMedlink } from '../../src/medlink.ts'
import { miniRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const NAME = 'Zebulon'
let env: Record<string, string>
beforeAll(async () => {
  env = { MEDLINK_DIR: await miniRoot('icd-10-cm') }
})

async function filter(lines: readonly unknown[], ...argv: readonly string[]) {
  const stdin = lines
    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    .join('\n')
  const { code, stdout, stderr } = await medlink(
    ['link', '-o', 'icd-10-cm', '--jsonl', '--jobs', '1', ...argv],
    { env, stdin },
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

describe('link --jsonl', () => {
  test('answers each request as the library does', async () => {
    const requests = [
      { query: 'cholera', request_id: '1' },
      { query: 'asthma', request_id: '2', top_k: 1, version: '2027', anything: 'else' },
      { query: 'Denies asthma.', request_id: '3', version: 'comprehend' },
    ]
    const library = openMedlink({ dir: env.MEDLINK_DIR! })
    const expected = requests.map((each) =>
      library.link({ ontology: 'icd-10-cm', top_k: 5, ...each }),
    )
    library.close()
    expect(await filter(requests)).toEqual(expected)
  })

  test('leaves out what is of other shards, and gives every line to one', async () => {
    const queries = ['cholera', 'asthma', 'type 2 diabetes', 'fever', 'cough']
    const lines = [...queries.map((query) => ({ query, request_id: query })), 'no JSON', '[]']
    const shards = [await filter(lines, '--shard', '1/2'), await filter(lines, '--shard', '2/2')]
    const ids = shards.map((outcomes) => outcomes.map(({ request_id }) => request_id))
    for (const some of ids) expect(some.length).toBeLessThan(lines.length)
    expect(ids.flat()).toHaveLength(lines.length)
    expect(ids.flat()).toEqual(expect.arrayContaining(queries))
    expect(shards.flat().filter((outcome) => 'error' in outcome)).toHaveLength(2)
  })

  test('takes from the options what a request does not say', async () => {
    const [one, two, own] = await filter(
      [
        { query: 'asthma' },
        { query: 'type 2 diabetes', top_k: 2 },
        { query: 'asthma', billable: false },
      ],
      ...['-k', '1', '--billable'],
    )
    expect([one.results.length, two.results.length, own.results.length]).toEqual([1, 2, 1])
    expect(one.results[0].term_id).toBe('J45.909')
    expect(own.results[0].term_id).toBe('J45')
  })

  test('adds the hints of the options to those of a request', async () => {
    const hints = [undefined, { form: 'tablet' }, []]
    const answers = await filter(
      hints.map((metadata) => ({ query: 'asthma', metadata })),
      ...['--unit', 'g'],
    )
    expect(answers.map(({ ignored_hints, error }) => error?.code ?? ignored_hints)).toEqual([
      ['unit'],
      ['unit', 'form'],
      'invalid_request',
    ])
  })

  test('has the error of a line in its place', async () => {
    const faults = [
      ['', 'the line is not valid JSON'],
      [`{"query": "${NAME}"`, 'the line is not valid JSON'],
      [`["${NAME}"]`, 'the line is not a JSON object'],
      ['null', 'the line is not a JSON object'],
      [`"${NAME}"`, 'the line is not a JSON object'],
      [`{"query": "${NAME.repeat(200_000)}"}`, 'the line is too long'],
      ['{"query": ""}', 'query must be a non-empty string'],
      [`{"query": "a", "ontology": "${NAME}"}`, 'this version of Medlink has no such ontology'],
    ] as const
    const answers = await filter(faults.flatMap(([line]) => [{ query: 'cholera' }, line]))
    expect(answers).toHaveLength(2 * faults.length)
    for (const [i, [, message]] of faults.entries()) {
      const [before, fault] = answers.slice(2 * i)
      expect(before.results[0].term_id).toBe('A00')
      expect(Object.keys(fault)).toEqual(['request_id', 'error'])
      expect(fault.error.message.slice(0, message.length)).toBe(message)
    }
    expect(JSON.stringify(answers)).not.toContain(NAME)
  })

  test('reads and writes no faster than its answers are taken', async () => {
    let read = 0
    const stdin = Readable.from(
      (function* () {
        for (; read < 3000; read++) yield '{"query":"cholera","top_k":1}\n'
      })(),
    )
    const stdout = new PassThrough()
    const io = { stdin, stdout, stderr: new PassThrough(), env }
    const ended = run(['link', '-o', 'icd-10-cm', '--jsonl', '--jobs', '1'], io)
    await vi.waitUntil(() => read > 0, { timeout: 20_000 })
    for (let before = 0; before !== read; await sleep(200)) before = read
    expect(read).toBeLessThan(500)
    let lines = 0
    stdout.on('data', (text) => {
      lines += String(text).split('\n').length - 1
    })
    expect(await ended).toBe(0)
    expect([read, lines]).toEqual([3000, 3000])
  })

  test.each([
    [['--jsonl', 'asthma'], '--jsonl reads requests from stdin: leave out the text'],
    [['--jsonl', '--explain'], '--jsonl reads requests from stdin: leave out --explain'],
    [['--jsonl', '--json'], '--jsonl reads requests from stdin: leave out --json'],
    [['asthma', '--jobs', '2'], '--jobs needs --jsonl'],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, stderr } = await medlink(['link', '-o', 'icd-10-cm', ...argv], { env, stdin: '' })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test('a terminal pipes nothing in', async () => {
    const { code, stderr } = await medlink(['link', '-o', 'icd-10-cm', '--jsonl'], { env })
    expect([code, stderr]).toEqual([
      2,
      'medlink: --jsonl reads requests from stdin, one on each line\n',
    ])
  })
})
