import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hintSchemas } from '../../src/contract.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const COMMANDS = ['link', 'suggest', 'concept', 'diff', 'registry', 'download', 'build', 'eval']

describe('help', () => {
  test.each(COMMANDS)('%s explains itself with an example', async (command) => {
    const { code, stdout } = await medlink([command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: medlink ${command}`)
    expect(stdout).toMatch(/Examples?:\n {2}\$ medlink /)
    expect(stdout).toMatch(/--json/)
  })

  test('lists every command', async () => {
    const { code, stdout } = await medlink(['--help'])
    expect(code).toBe(0)
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
  })

  test('link lists the hints of every ontology that it has an option for', async () => {
    const { stdout } = await medlink(['link', '--help'])
    const hints = Object.values(hintSchemas).flatMap(({ shape }) => Object.keys(shape))
    // Another key of the sex.
    for (const hint of hints.filter((each) => each !== 'gender'))
      expect(stdout).toMatch(new RegExp(`^ {2}--${hint.replaceAll('_', '-')} <`, 'm'))
  })

  test.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await medlink([flag])).toMatchObject({ code: 0, stdout: `${version}\n` })
  })

  test('is coloured only on a terminal without NO_COLOR', async () => {
    const coloured = (ran: { stdout: string }) => ran.stdout.includes('\u001b[')
    expect(coloured(await medlink(['--help'], { terminal: true }))).toBe(true)
    expect(coloured(await medlink(['--help'], { terminal: true, env: { NO_COLOR: '1' } }))).toBe(
      false,
    )
    expect(coloured(await medlink(['--help']))).toBe(false)
  })
})

describe('wrong usage exits with 2', () => {
  test.each([
    { argv: [], says: 'Usage: medlink' },
    {
      argv: ['link', 'x'],
      says: "'-o, --ontology <name>' not specified: icd-10-cm, loinc, snomed or medication",
    },
    { argv: ['link', '-o', 'icd-10-cm'], says: 'give a mention to link' },
    {
      argv: ['link', 'x', '-o', 'icd-10-cm', '-k', '11'],
      says: "option '-k, --top-k <count>' must be a whole number from 1 to 10",
    },
    { argv: ['link', 'x', '-o', 'icd-10-cm', '-k', '1.5'], says: 'whole number from 1 to 10' },
    { argv: ['link', 'x', '-o', 'icd-10-cm', '--collapse', 'x'], says: 'concept, term' },
    {
      argv: ['link', 'x', '-o', 'icd-10-cm', '--encounter', 'first'],
      says: 'initial, subsequent, sequela',
    },
    { argv: ['link', 'x', '-o', 'loinc', '--assume', 'x'], says: 'nothing, usual' },
    { argv: ['link', 'x', '-o', 'snomed', '--strictness', 'low'], says: 'high, balanced' },
    { argv: ['suggest', '-o', 'icd-10-cm'], says: 'give the words typed so far' },
    { argv: ['concept', 'icd-10-cm'], says: "'code'" },
    { argv: ['diff', '-o', 'icd-10-cm', '--from', '1'], says: "'--to <version>' not specified" },
    { argv: ['registry', 'x'], says: 'too many arguments' },
    {
      argv: ['link', 'x', '-o', 'loinc', '--panel', 'y'],
      says: 'there is no such option: --panel\nAdd',
    },
    {
      argv: ['link', 'x', '-o', 'loinc', '--panelname', 'y'],
      says: 'there is no such option: --panelname\n(Did you mean --panel-name?)\n',
    },
    { argv: ['map', '-', '-o', 'loinc', '--out', 'x.csv'], says: 'give a file, not stdin' },
    { argv: ['comprehend'], says: 'give the file of a note, "-" for stdin, or the note itself' },
    { argv: ['comprehend', 'x', '--text', 'y'], says: 'or the note itself with --text' },
    {
      argv: ['comprehend', 'x', '-o', 'loinc'],
      says: 'problems of texts are linked to snomed and icd-10-cm alone: name one of them with -o',
    },
    { argv: ['build', 'icd-10-cm'], says: '--release' },
    { argv: ['build', 'loinc'], says: '--release' },
    { argv: ['build', 'starter', '--release', 'x'], says: 'takes no --release' },
    {
      argv: ['build', 'starter', '--dialect', 'en-GB', '--lenient'],
      says: 'takes no --dialect, --lenient',
    },
    { argv: ['eval', 'x', '--jobs', '0'], says: 'whole number' },
    { argv: ['eval', 'x', '--strictness', 'low'], says: 'high, balanced' },
  ])('$argv', async ({ argv, says }) => {
    const { code, stdout, stderr } = await medlink(argv)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(says)
  })

  test('a mention in the place of a command is not repeated', async () => {
    const { code, stderr } = await medlink(['chest pain'])
    expect(code).toBe(2)
    expect(stderr).toBe('medlink: there is no such command\nAdd --help to see what it takes.\n')
  })
})

describe('a refusal exits with 1', () => {
  const env = { MEDLINK_DIR: starterRoot('icd-10-cm') }

  test.each([
    { argv: ['link', 'x', '-o', 'icd-11'], code: 'unknown_ontology' },
    { argv: ['link', 'x', '-o', 'icd-10-cm', '-v', '1999'], code: 'unknown_version' },
    { argv: ['link', ' ', '-o', 'icd-10-cm'], code: 'invalid_request' },
    { argv: ['suggest', 'x', '-o', 'icd-11'], code: 'unknown_ontology' },
    { argv: ['concept', 'icd-11', 'A00'], code: 'unknown_ontology' },
    { argv: ['concept', 'icd-10-cm', 'A00', '-v', '1999'], code: 'unknown_version' },
    { argv: ['concept', 'icd-10-cm', 'nothing'], code: 'unknown_code' },
    { argv: ['link', 'x', '-o', 'medication'], code: 'index_missing' },
    { argv: ['link', 'x', '-o', 'loinc', '-v', '1.99'], code: 'unknown_version' },
    { argv: ['concept', 'medication', 'x'], code: 'index_missing' },
    { argv: ['build', 'medication', '--release', '/nowhere'], code: 'release_not_found' },
    { argv: ['build', 'snomed', '--release', '/nowhere'], code: 'release_not_found' },
    { argv: ['build', 'loinc', '--release', '/nowhere'], code: 'release_not_found' },
    { argv: ['build', 'icd-11', '--release', '.'], code: 'unknown_ontology' },
    { argv: ['build', 'icd-10-cm', '--release', '/nowhere'], code: 'release_not_found' },
    { argv: ['eval', '/nowhere.jsonl'], code: 'invalid_request' },
  ])('$argv is $code', async ({ argv, code }) => {
    const plain = await medlink(argv, { env })
    expect(plain.code).toBe(1)
    expect(plain.stderr).toMatch(/medlink: /)
    expect(plain.stderr).not.toMatch(/^ {4}at /m)
    const json = await medlink([...argv, '--json'], { env })
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stderr.trim().split('\n').at(-1)!)).toEqual({
      error: { code, message: expect.any(String) },
    })
  })

  test.each(['loinc', 'x'])('download of %s is refused', async (ontology) => {
    const { code, stderr } = await medlink(['download', ontology])
    expect(code).toBe(1)
    expect(stderr).toContain('only icd-10-cm can be downloaded')
  })

  test('an ontology that there is not is told with those that there are', async () => {
    const { stderr } = await medlink(['link', 'x', '-o', 'icd-11'], { env })
    expect(stderr).toBe(
      'medlink: this version of Medlink has no such ontology: it has snomed, loinc, medication, icd-10-cm\n',
    )
  })

  test('a stack trace is printed only for MEDLINK_DEBUG', async () => {
    const debug = { env: { MEDLINK_DEBUG: '1' } }
    const { stderr } = await medlink(['concept', 'icd-11', 'A00'], debug)
    expect(stderr).toMatch(/^ {4}at /m)
  })
})
