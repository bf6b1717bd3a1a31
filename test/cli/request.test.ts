/**
 * Proves of what commands may ask of a request:
 * 1. link and eval take the same options, and what is said reaches the linker by the contract's key
 * 2. an option of eval stands above what a case says; without it the case's own counts
 * 3. the choices are the contract's
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { STRICTNESSES } from '../../src/contract.ts'
import { type LinkRequest, openMedlink } from '../../src/medlink.ts'
import { ENCOUNTERS } from '../../src/ontologies/icd10cm/contract.ts'
import { ASSUMPTIONS } from '../../src/ontologies/loinc/contract.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

interface Row {
  readonly options: readonly string[]
  readonly asked: Partial<LinkRequest>
  readonly request: LinkRequest
  /** What the case says itself, where that is something else. */
  readonly said: Partial<LinkRequest>
}

const LAY = { query: 'waterworks infection', ontology: 'icd-10-cm' } as const
const SPRAIN = { query: 'S93.401', ontology: 'icd-10-cm' } as const
const TRANSFERRIN: LinkRequest<'loinc'> = {
  query: 'transferrin',
  ontology: 'loinc',
  metadata: { unit: 'mg/dL' },
}

const ROWS: readonly Row[] = [
  {
    options: ['--strictness', 'balanced'],
    asked: { strictness: 'balanced' },
    request: LAY,
    said: { strictness: 'high' },
  },
  {
    options: ['--strictness', 'high'],
    asked: { strictness: 'high' },
    request: LAY,
    said: { strictness: 'balanced' },
  },
  {
    options: ['--assume', 'usual'],
    asked: { assume: 'usual' },
    request: TRANSFERRIN,
    said: { assume: 'nothing' },
  },
  {
    options: ['--assume', 'nothing'],
    asked: { assume: 'nothing' },
    request: TRANSFERRIN,
    said: { assume: 'usual' },
  },
  {
    options: ['--billable'],
    asked: { billable: true },
    request: SPRAIN,
    said: { billable: false },
  },
  {
    options: ['--encounter', 'initial'],
    asked: { encounter: 'initial' },
    request: SPRAIN,
    said: { encounter: 'sequela' },
  },
]

describe.each(ROWS)('$options over $said', ({ options, asked, request, said }) => {
  const dir = starterRoot(request.ontology as 'icd-10-cm' | 'loinc')

  /** The first row of the library's answer. */
  function answerTo(more: Partial<LinkRequest>) {
    const library = openMedlink({ dir })
    try {
      return library.link({ ...request, ...more }).results[0]
    } finally {
      library.close()
    }
  }

  test('changes the answer', () => {
    expect(answerTo(asked)).not.toEqual(answerTo(said))
  })

  test('reaches the linker from link', async () => {
    const hints = Object.entries(request.metadata ?? {}).flatMap(([key, value]) => [
      `--${key}`,
      String(value),
    ])
    const argv = ['link', request.query, '-o', request.ontology, ...hints, ...options]
    const { stdout } = await medlink([...argv, '--json', '--dir', dir])
    expect(JSON.parse(stdout).results[0]).toEqual(answerTo(asked))
  })

  test.each([
    { given: options, counts: 'the option', expected: asked },
    { given: [], counts: 'the case', expected: said },
  ])('of eval with $given, $counts counts', async ({ given, expected }) => {
    const folder = await tempFolder()
    const cases = join(folder, 'cases.jsonl')
    const results = join(folder, 'results.jsonl')
    await writeFile(cases, JSON.stringify({ id: 'a', request: { ...request, ...said } }))
    const argv = ['eval', cases, '--results', results, ...given, '--dir', dir]
    expect((await medlink(argv)).code).toBe(0)
    expect(JSON.parse(readFileSync(results, 'utf8')).results[0]).toEqual(answerTo(expected))
  })
})

test.each(['link', 'eval'])('the choices of %s are those of the contract', async (command) => {
  const { stdout } = await medlink([command, '--help'])
  const help = stdout.replace(/\s+/g, ' ')
  for (const choices of [STRICTNESSES, ASSUMPTIONS, ENCOUNTERS])
    expect(help).toContain(`(choices: ${choices.map((choice) => `"${choice}"`).join(', ')})`)
})
