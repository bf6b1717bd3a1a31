/**
 * Proves of the command line, for medication:
 * 1. a terminal shows what each stretch of a prescription was taken for, what that means, and results without a score
 * 2. plain lines keep their columns; what is needed and what was corrected stand behind them
 * 3. hints are passed on; reasons and questions are told in words
 * 4. several releases are built into one version, whose first one leads
 * 5. --granularity ingredient links ingredients, of link, map and eval; several drugs of a line are told
 * 6. concept, suggest, check and eval know drugs, too
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkResultSchema } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

let env: Record<string, string>
beforeAll(() => {
  env = { MEDLINK_DIR: starterRoot('medication'), NO_COLOR: '1' }
})

/** What is printed of a prescription, line by line. */
async function linesOf(text: string, options: readonly string[] = [], terminal = true) {
  const argv = ['link', text, '-o', 'medication', ...options]
  const { code, stdout } = await medlink(argv, { env, terminal })
  expect(code).toBe(0)
  return stdout.trimEnd().split('\n')
}

describe('link on a terminal', () => {
  test('shows the parse, what it means, and results without a score', async () => {
    expect(await linesOf('Tab Dolo 650 1-0-1', ['-k', '2'])).toEqual([
      'medication starter',
      '     Tab   Dolo  650       1-0-1',
      '     form  name  strength  frequency',
      '     brand name    Dolo',
      '     generic name  acetaminophen',
      '     form          tablet',
      '     volume        650',
      '     strengths     650 mg',
      '     frequency     1-0-1',
      '#  code                            title',
      '1  ML:dolo-650-mg-tablet           Dolo 650 tablet              ✓ linked',
      '2  ML:acetaminophen-650-mg-tablet  acetaminophen 650 mg tablet  not the first',
    ])
  })

  test('breaks the parse of a long text between stretches', async () => {
    const text = 'Tab Dolo 650 1-0-1 x 5 days after food, Tab Dolo 650 1-0-1 x 5 days after food'
    const lines = await linesOf(text, ['-k', '1'])
    const parse = lines.slice(
      1,
      lines.findIndex((line) => line.includes('brand name')),
    )
    expect(parse.length).toBeGreaterThan(2)
    expect(parse.length % 2).toBe(0)
    expect(parse.filter((line) => line.length > 80)).toEqual([])
    const shown = parse.filter((_, i) => i % 2 === 0).join(' ')
    expect(shown.match(/\S+/g)).toEqual(text.replace(',', '').split(' '))
  })

  test.each([
    { text: 'Telma', shown: 'no strength given', below: 'needed for a yes: which strength?' },
    { text: 'Dolo 325 tab', shown: 'no such strength', below: undefined },
    { text: 'Inj Dolo 650', shown: 'no such form', below: undefined },
    { text: 'allergic to penicillin', shown: 'context differs', below: undefined },
  ])('of "$text" says "$shown"', async ({ text, shown, below }) => {
    const lines = await linesOf(text, ['-k', '1'])
    const at = lines.findIndex((line) => line.startsWith('1 '))
    expect(lines[at]).toMatch(new RegExp(`  ${shown}$`))
    expect(lines[at + 1]?.trim()).toBe(below)
  })

  test('says what was read in place of a misspelt name', async () => {
    const lines = await linesOf('Tab Augmntin', ['-k', '1'])
    expect(lines).toContain('   corrected Augmntin → augmentin')
  })

  test('--explain adds the parts of the sum', async () => {
    const lines = await linesOf('Tab Dolo 650', ['-k', '1', '--explain'])
    expect(lines.filter((line) => /^ {5}(ingredients|sum) +[\d. ]+$/.test(line))).toHaveLength(2)
    expect(lines.join('\n')).not.toContain('calibration')
  })

  test('a code is no prescription', async () => {
    expect(await linesOf('RXCUI 161')).toEqual([
      'medication starter',
      '#  code  title',
      '1  161   acetaminophen  ✓ linked',
    ])
  })

  test('other ontologies are not taken apart', async () => {
    const dir = starterRoot('icd-10-cm')
    const argv = ['link', 'asthma', '-o', 'icd-10-cm', '--dir', dir, '-k', '1']
    const { stdout } = await medlink(argv, { env, terminal: true })
    expect(stdout.split('\n')[1]).toMatch(/^# +code +title +score$/)
  })
})

describe('link elsewhere', () => {
  test('keeps its columns, the score empty', async () => {
    expect(await linesOf('Tab Dolo 650 1-0-1', ['-k', '1'], false)).toEqual([
      'ML:dolo-650-mg-tablet\tDolo 650 tablet\t\tlinked\tDolo 650 tablet',
    ])
  })

  test('has the question and the correction behind them', async () => {
    const [asked] = await linesOf('Telma', ['-k', '1'], false)
    expect(asked!.split('\t').slice(3)).toEqual(['volume_needed', 'telmisartan', 'which strength?'])
    const [corrected] = await linesOf('Augmntin 625 tab', ['-k', '1'], false)
    expect(corrected!.split('\t').at(-1)).toBe('Augmntin → augmentin')
  })

  test('--explain shows the parse', async () => {
    const lines = await linesOf('Tab Dolo 650', ['-k', '1', '--explain'], false)
    expect(lines.slice(0, 2)).toEqual(['     Tab   Dolo  650', '     form  name  strength'])
  })

  test('--json prints the answer of the library', async () => {
    const [printed] = await linesOf('Tab Dolo 650', ['--json'], false)
    const { results } = linkResultSchema.parse(JSON.parse(printed!))
    expect(results[0]).toMatchObject({ score: null, is_linked: true })
  })

  test('hints are passed on, and named where they mean nothing', async () => {
    const hints = ['--form', 'Syrup', '--generic-name', 'telmisartan', '--dose-unit', 'mg']
    const argv = ['link', 'Dolo 650', '-o', 'medication', ...hints, '--dose-custom', '1', '-k', '1']
    const { stdout, stderr } = await medlink([...argv, '--unit', 'mg'], { env })
    expect(stdout.split('\t')[3]).toBe('generic_mismatch')
    expect(stderr).toContain('medlink: medication does not use unit: ignored\n')
    expect(stderr).not.toContain('generic_name')
  })
})

describe('--granularity ingredient', () => {
  test('links the ingredient of a brand, or each of several', async () => {
    const options = ['--granularity', 'ingredient']
    expect(await linesOf('Telma', options, false)).toEqual([
      '73494\ttelmisartan\t\tlinked\ttelmisartan',
    ])
    const rows = await linesOf('Tab Pan-D', options, false)
    expect(rows.map((row) => row.split('\t').slice(1, 4))).toEqual([
      ['pantoprazole', '', 'linked'],
      ['domperidone', '', 'linked'],
    ])
  })

  test('of map and eval counts, too', async () => {
    const folder = await tempFolder()
    const table = join(folder, 'drugs.csv')
    writeFileSync(table, 'text\nTelma\nTab Pan-D\n')
    const out = join(folder, 'out.csv')
    const options = ['-o', 'medication', '--granularity', 'ingredient']
    const { code } = await medlink(['map', table, '--out', out, ...options], { env })
    expect(code).toBe(0)
    expect(readFileSync(out, 'utf8')).toMatch(/Telma,73494,telmisartan,/)
    expect(readFileSync(out, 'utf8')).toMatch(/Tab Pan-D,\d+ \+ \d+,pantoprazole \+ domperidone,/)
    const cases = join(folder, 'cases.jsonl')
    writeFileSync(cases, JSON.stringify({ id: 'a', request: { query: 'Telma' }, gold: ['73494'] }))
    const counted = await medlink(['eval', cases, ...options, '--json'], { env })
    expect(JSON.parse(counted.stdout)).toMatchObject({ coverage: 1, linked_precision: 1 })
  })
})

test('several drugs of one line are told', async () => {
  const [line] = await linesOf('Tab Dolo + Cap Pan', ['--json'], false)
  const { results } = linkResultSchema.parse(JSON.parse(line!))
  expect(results[0]).toMatchObject({
    is_linked: false,
    metadata: { link_reason: 'several_drugs', parts: ['Tab Dolo', 'Cap Pan'] },
  })
})

describe('build medication', () => {
  const mini = fileURLToPath(new URL('../fixtures/medication-mini', import.meta.url))
  const releases = ['rxnorm', 'products', 'drugs-at-fda', 'ndc', 'cdci']
  const release = releases.flatMap((name) => ['--release', join(mini, name)])

  test('merges releases into one version, and reports each', async () => {
    const dir = await tempFolder()
    const argv = ['build', 'medication', ...release, '--version', 'all', '--dir', dir]
    const { code, stdout } = await medlink(argv)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^built +medication all$/m)
    expect(existsSync(join(dir, 'medication', 'all.sqlite'))).toBe(true)
    const registry = await medlink(['registry', '--dir', dir, '--json'])
    const { ontologies } = JSON.parse(registry.stdout)
    const { details } = ontologies.find(({ name }: { name: string }) => name === 'medication')
    expect(details[0].licence).toContain('U.S. National Library of Medicine')
    expect(details[0].licence).toContain('Common Drug Codes for India')
    expect((await medlink(['check', '--dir', dir])).stdout).toBe('medication\tall\tsound\n')
  })

  test('asks for a version where no release says one', async () => {
    const dir = await tempFolder()
    const argv = ['build', 'medication', '--release', join(mini, 'products'), '--dir', dir]
    const { code, stderr } = await medlink(argv)
    expect(code).toBe(1)
    expect(stderr).toContain('give one with --version')
    expect(existsSync(join(dir, 'medication'))).toBe(false)
  })

  test('refuses a dialect', async () => {
    const argv = ['build', 'medication', ...release, '--dialect', 'en-GB']
    const { code, stderr } = await medlink([...argv, '--dir', await tempFolder()])
    expect(code).toBe(1)
    expect(stderr).toContain('drugs have no dialects')
  })
})

describe('the other questions', () => {
  test('concept tells what a drug is made of', async () => {
    const { stdout } = await medlink(['concept', 'medication', '161'], { env })
    expect(stdout).toMatch(/^code\t161\nname\tacetaminophen\n/)
    expect(stdout).toContain('\ncurated name (en)\tparacetamol\n')
    const product = await medlink(
      ['concept', 'medication', 'ML:glycomet-sr-500-mg-extended-release-tablet'],
      { env },
    )
    expect(product.stdout).toContain('\nform info\ttablet, er\n')
  })

  test('suggest finds brands', async () => {
    const { stdout } = await medlink(['suggest', 'dolo', '-o', 'medication', '-n', '2'], { env })
    expect(stdout).toBe(
      'ML:dolo-650-mg-tablet\tDolo 650 tablet\nML:dolo-500-mg-tablet\tDolo 500 tablet\n',
    )
  })

  test('eval counts links of drugs', async () => {
    const file = join(await tempFolder(), 'cases.jsonl')
    const cases = [
      { id: 'a', request: { query: 'Tab Dolo 650 1-0-1' }, gold: ['ML:dolo-650-mg-tablet'] },
      { id: 'b', request: { query: 'Telma' }, gold: [] },
    ]
    writeFileSync(file, cases.map((each) => JSON.stringify(each)).join('\n'))
    const { code, stdout } = await medlink(['eval', file, '-o', 'medication', '--json'], { env })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ n: 2, top1: 1, linked_precision: 1, coverage: 1 })
  })
})
