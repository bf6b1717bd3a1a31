/**
 * The commands over LOINC's starter. Proves:
 * 1. hints and what may be assumed reach the linker by the contract's keys
 * 2. what is not linked says why, and which question would settle it
 * 3. --explain shows what mention and hints were understood as
 */

import { expect, test } from 'vitest'
import { linkResultSchema, openMedlink } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const env = { MEDLINK_DIR: starterRoot('loinc'), NO_COLOR: '1' }

/** Lines that `medlink link <words> -o loinc` prints. */
async function linkLines(argv: readonly string[], terminal = false): Promise<string[]> {
  const ran = await medlink(['link', ...argv, '-o', 'loinc'], { env, terminal })
  expect(ran.code).toBe(0)
  expect(ran.stderr).toMatch(/^medlink: answering from the starter, .*\n$/)
  return ran.stdout.trimEnd().split('\n')
}

const NAME = 'Potassium [Moles/volume] in Serum or Plasma'
const SERUM = ['--specimen', 'serum']
const MOLES = ['--unit', 'mmol/L']

test.each([
  { hints: [...MOLES, ...SERUM], verdict: 'linked', shown: '✓ linked' },
  {
    hints: ['--unit', 'mEq/L', '--specimen-text', 'serum, SST tube', '--value', '4.1'],
    verdict: 'linked',
    shown: '✓ linked',
  },
  { hints: [], verdict: 'unit_missing', shown: 'no unit given' },
  { hints: SERUM, verdict: 'unit_missing', shown: 'no unit given' },
  { hints: MOLES, verdict: 'specimen_missing', shown: 'no specimen given' },
])('potassium with $hints is $verdict', async ({ hints, verdict, shown }) => {
  const [line] = await linkLines(['potassium', ...hints])
  const [code, name, score, reason, matched, question, ...more] = line!.split('\t')
  expect([code, name, reason, more]).toEqual(['2823-3', NAME, verdict, []])
  expect(score).toMatch(/^[01]\.\d{4}$/)
  expect(matched).toMatch(/^potassium/i)
  if (verdict === 'linked') expect(question).toBeUndefined()
  else expect(question).toMatch(/^[^\t]+\?$/)

  const [source, head, row, ...rest] = await linkLines(['potassium', ...hints], true)
  expect(source).toBe('loinc starter')
  expect(head).toMatch(/^#\s+code\s+title\s+score$/)
  // A long name goes on in a second line.
  expect(row).toMatch(/^1 {2}2823-3 +Potassium \[Moles\/volume\] in Serum or( Plasma)? {2,}[01]\./)
  expect(row!.endsWith(`${score}  ${shown}`)).toBe(true)
  const questions = rest.filter((each) => each.includes('needed'))
  expect(questions).toEqual(question === undefined ? [] : [`   needed for a yes: ${question}`])
  if (question !== undefined) expect(rest.indexOf(questions[0]!)).toBeLessThanOrEqual(2)
})

test('only the first line has a question, the others are not the first', async () => {
  const lines = await linkLines(['potassium'])
  expect(lines).toHaveLength(5)
  for (const line of lines.slice(1))
    expect(line).toMatch(/^\d+-\d\t[^\t]+\t[01]\.\d{4}\tnot_first\t[^\t]+$/)
})

test('codes of the same name are told apart by their own', async () => {
  const names = (await linkLines(['hemoglobin'])).map((line) => line.split('\t')[1])
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  { option: '--unit', key: 'unit', value: 'g/dL' },
  { option: '--specimen', key: 'specimen', value: 'urine' },
  { option: '--specimen-text', key: 'specimen_text', value: 'urine, random' },
  { option: '--value', key: 'value', value: 'positive' },
  { option: '--range', key: 'range', value: '3.5 - 5.0 g/dL' },
  { option: '--panel-name', key: 'panel_name', value: 'urinalysis' },
  { option: '--method', key: 'method', value: 'bromocresol green' },
  { option: '--extended-test-name', key: 'extended_test_name', value: 'albumin' },
])('$option is the hint $key', async ({ option, key, value }) => {
  const query = option === '--extended-test-name' ? 'zzqx' : 'albumin'
  const argv = ['link', query, '-o', 'loinc', option, value]
  const { stdout } = await medlink([...argv, '--explain', '--json'], { env })
  const printed = JSON.parse(stdout)
  const library = openMedlink({ dir: env.MEDLINK_DIR })
  const asked = { query, ontology: 'loinc', request_id: printed.request_id } as const
  expect(printed).toEqual(library.explain({ ...asked, metadata: { [key]: value } }))
  // Otherwise the line above would hold for an option that is lost.
  const without = library.explain(asked)
  library.close()
  expect(printed).not.toEqual(without)
})

test.each([
  { assume: [], verdict: 'specimen_missing', taken: undefined },
  { assume: ['--assume', 'nothing'], verdict: 'specimen_missing', taken: undefined },
  { assume: ['--assume', 'usual'], verdict: 'linked', taken: { system: 'Ser/Plas' } },
])('transferrin in mg/dL with $assume is $verdict', async ({ assume, verdict, taken }) => {
  const argv = ['link', 'transferrin', '-o', 'loinc', '--unit', 'mg/dL', ...assume, '--json']
  const { code, stdout } = await medlink(argv, { env })
  expect(code).toBe(0)
  const { term_id, metadata } = JSON.parse(stdout).results[0]
  expect([term_id, metadata.link_reason, metadata.assumed]).toEqual(['3034-6', verdict, taken])
})

test('--json prints what the contract says', async () => {
  const argv = ['link', 'potassium', '-o', 'loinc', ...MOLES, '--json', '-k', '1']
  const { code, stdout } = await medlink(argv, { env })
  expect(code).toBe(0)
  const printed = JSON.parse(stdout)
  expect(linkResultSchema.parse(printed)).toEqual(printed)
  expect(Object.keys(printed.query_breakdown)).toEqual(
    expect.arrayContaining([
      'test_name',
      'value',
      'unit_orig',
      'unit',
      'property',
      'specimen',
      'range',
      'panel_name',
    ]),
  )
  expect(printed.results[0]).toMatchObject({
    term_id: '2823-3',
    is_linked: false,
    metadata: {
      preferred_name: NAME,
      link_reason: 'specimen_missing',
      needed: expect.stringMatching(/\?$/),
      unit_normalised: 'mmol/L',
      matching_breakdown: { unit_match: true, specimen_match: null },
    },
  })
})

test.each([false, true])(
  '--explain shows the breakdown above the rows (terminal: %s)',
  async (terminal) => {
    const hints = ['--unit', 'gm/dl', '--specimen', 'vvwk', '--value', '13.2']
    const lines = await linkLines(['hemoglobin', ...hints, '--explain', '-k', '1'], terminal)
    const [first] = lines.flatMap((line, i) => (line.includes('718-7') ? [i] : []))
    const breakdown = lines.slice(0, first).filter((line) => line.startsWith('     '))
    expect(breakdown.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['test name', 'hemoglobin'],
      ['value', '13.2'],
      ['unit orig', 'gm/dl'],
      ['unit', 'g/dL'],
      ['property', 'MCnc'],
      ['not understood', 'specimen'],
    ])
    expect(lines.slice(first).join('\n')).toMatch(/^ {5}property +1\.000 /m)
    expect(lines.at(-1)).toMatch(/^ {5}before calibration +\d\.\d{3}$/)
  },
)

test('a panel is no result', async () => {
  const [line] = await linkLines(['Lipid panel with direct LDL - Serum or Plasma'])
  expect(line).toMatch(/^57698-3\t.*\tnot_a_result/)
})

test.each(['718-7', ' 718-7'])('concept loinc %j prints axes and names', async (code) => {
  const { stdout } = await medlink(['concept', 'loinc', code], { env })
  const facts = stdout.trimEnd().split('\n')
  const name = 'Hemoglobin [Mass/volume] in Blood'
  expect(facts.slice(0, 3)).toEqual(['code\t718-7', `name\t${name}`, 'status\tactive'])
  for (const fact of ['component\tHemoglobin', 'property\tMCnc', 'system\tBld', 'scale\tQn'])
    expect(facts).toContain(fact)
  expect(facts).toContain(`preferred name (en)\t${name}`)
  // 718-7 has no method.
  expect(facts.filter((fact) => /\t$/.test(fact) || fact.startsWith('method'))).toEqual([])
})

test.each([false, true])('registry shows the licence notice (terminal: %s)', async (terminal) => {
  const { code, stdout } = await medlink(['registry'], { env, terminal })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^loinc\s+starter\s/m)
  expect(stdout).toContain('This material contains content from LOINC (http://loinc.org).')
  expect(stdout).toContain('LOINC® is a registered United States trademark')
})
