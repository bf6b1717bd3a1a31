import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { indexPath } from '../../src/index/registry.ts'
import { linkResultSchema, MEDLINK_VERSION, openMedlink } from '../../src/medlink.ts'
import { copyStarter, miniRoot, type Ontology } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

/** An index of a format that is not read any more. */
const OLD_FORMAT = new URL('../fixtures/index-v4/icd-10-cm/2027.sqlite', import.meta.url)
const NO_CODE = 'zzqx vvwk'
let dir: string
let env: Record<string, string>

beforeAll(async () => {
  dir = await miniRoot('icd-10-cm')
  env = { MEDLINK_DIR: dir }
})

describe('link', () => {
  test('prints code, title, score, verdict and the name that matched between tabs when nobody looks', async () => {
    const argv = ['link', 'type', '2', 'diabetes', 'mellitus', '-o', 'icd-10-cm']
    const { code, stdout, stderr } = await medlink(argv, { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [first] = stdout.split('\n')
    expect(first).toMatch(
      /^E11(\.\d+)?\t.*iabetes.*\t[01]\.\d{4}\t(linked|below_threshold|ambiguous)\t.*iabetes.*$/,
    )
  })

  test('prints a table on a terminal', async () => {
    const argv = ['link', 'E11', '-o', 'icd-10-cm']
    const { stdout } = await medlink(argv, { env: { ...env, NO_COLOR: '1' }, terminal: true })
    const [source, head, row] = stdout.split('\n')
    expect(source).toBe('icd-10-cm 2027')
    expect(head).toMatch(/^#\s+code\s+title\s+score$/)
    expect(row).toMatch(/^1\s+E11\s+Type 2 diabetes mellitus\s+1\.0000\s+✓ linked$/)
  })

  test.each([
    { text: 'asthma', options: [], below: undefined },
    { text: 'asthma', options: ['--billable'], below: '   matched "Asthma", stands for J45' },
    { text: 'J45', options: ['--billable'], below: '   stands for J45' },
    { text: 'COPD', options: [], below: '   matched "COPD"' },
  ])('of "$text" $options the title stands in the row, below it $below', async (row) => {
    const argv = ['link', row.text, '-o', 'icd-10-cm', '-k', '1', ...row.options]
    const { stdout } = await medlink(argv, { env: { ...env, NO_COLOR: '1' }, terminal: true })
    const [, , first, ...below] = stdout.trimEnd().split('\n')
    expect(first).toMatch(/(asthma|pulmonary disease)/i)
    expect(below.filter((line) => /matched|stands/.test(line))).toEqual(
      row.below === undefined ? [] : [row.below],
    )
  })

  test('a long name that matched goes on in another line', async () => {
    const argv = ['link', 'carcinoma of skin', '-o', 'icd-10-cm', '-k', '10', '--collapse', 'term']
    const { stdout } = await medlink(argv, { env: { ...env, NO_COLOR: '1' }, terminal: true })
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('--json prints exactly what the library answers', async () => {
    const argv = ['link', 'cholera', '-o', 'icd-10-cm', '-k', '2', '--json']
    const { stdout } = await medlink(argv, { env })
    const printed = linkResultSchema.parse(JSON.parse(stdout))
    const library = openMedlink({ dir })
    const request_id = printed.request_id
    expect(printed).toEqual(
      library.link({ query: 'cholera', ontology: 'icd-10-cm', top_k: 2, request_id }),
    )
    library.close()
  })

  test('--explain --json prints what explain answers', async () => {
    const argv = ['link', 'cholera', '-o', 'icd-10-cm', '--explain', '--json']
    const { stdout } = await medlink(argv, { env })
    const { results, explanations } = JSON.parse(stdout)
    expect(explanations).toHaveLength(results.length)
  })

  test('--explain shows the readings and parts that sum to the score', async () => {
    const argv = ['link', 'T2DM with neuropathy', '-o', 'icd-10-cm', '--explain', '-k', '1']
    const { stdout } = await medlink(argv, { env })
    expect(stdout).toContain('"T2DM" read as "type 2 diabetes mellitus" (abbreviation, weight')
    const contributions = [...stdout.matchAll(/^ {5}\w+ +\d\.\d{3} +\d\.\d{3} +(\d\.\d{3})$/gm)]
    const sum = contributions.reduce((total, [, part]) => total + Number(part), 0)
    const [, score] = /before calibration +(\d\.\d{3})/.exec(stdout)!
    expect(sum).toBeCloseTo(Number(score), 1)
  })

  test('--explain shows what accounts for each word, and what the name adds', async () => {
    const argv = ['link', 'T2DM with purple neuropathy', '-o', 'icd-10-cm', '--explain', '-k', '2']
    const { stdout } = await medlink(argv, { env })
    expect(stdout).toMatch(/^ {5}word +accounted for by +of the name$/m)
    expect(stdout).toMatch(/^ {5}T2DM +an abbreviation +type 2 diabetes mellitus$/m)
    expect(stdout).toMatch(/^ {5}purple +nothing: left over$/m)
    expect(stdout.match(/accounted for by/g)).toHaveLength(1)
    const vague = await medlink(['link', 'ketosis', '-o', 'icd-10-cm', '--explain'], { env })
    expect(vague.stdout).not.toContain('undefined')
  })

  test('--explain says when the text was a code', async () => {
    const { stdout } = await medlink(['link', 'e11', '-o', 'icd-10-cm', '--explain'], { env })
    expect(stdout).toContain('the text is a code')
  })

  test('--billable and --encounter give codes that can be billed, or ask for what is missing', async () => {
    const argv = ['link', 'S93.401', '-o', 'icd-10-cm', '--billable']
    const resolved = await medlink([...argv, '--encounter', 'initial'], { env })
    expect(resolved.stdout).toMatch(/^S93\.401A\t.*\tlinked\tSprain.*\n$/)
    const asked = await medlink(argv, { env })
    expect(asked.stdout).toMatch(/^S93\.401\t.*\tnot_billable\tSprain.*\twhich encounter\?\n$/)
    const shown = await medlink(argv, { env, terminal: true })
    expect(shown.stdout).toContain('cannot be billed')
  })

  test('hints and --collapse are accepted; those that mean nothing to the ontology are named', async () => {
    const hints = ['--unit', 'mg', '--range', '0-1', '--collapse', 'term']
    const { code, stderr } = await medlink(['link', 'cholera', '-o', 'icd-10-cm', ...hints], {
      env,
    })
    expect(code).toBe(0)
    expect(stderr).toContain('medlink: icd-10-cm does not use unit, range: ignored\n')
  })

  test.each([
    { terminal: false, printed: '', remarked: 'medlink: no code has a name like this\n' },
    { terminal: true, printed: 'icd-10-cm 2027  no code has a name like this\n', remarked: '' },
  ])('no match is not an error (terminal: $terminal)', async ({ terminal, printed, remarked }) => {
    const ran = await medlink(['link', NO_CODE, '-o', 'icd-10-cm'], {
      env: { ...env, NO_COLOR: '1' },
      terminal,
    })
    expect(ran).toEqual({ code: 0, stdout: printed, stderr: remarked })
  })
})

describe('link from stdin', () => {
  const stdin = `cholera\n\n${NO_CODE}\r\nE11`

  test.each([['-'], []])('prints one block a line (%j)', async (...text) => {
    const argv = ['link', ...text, '-o', 'icd-10-cm', '-k', '1']
    const { code, stdout } = await medlink(argv, { env, stdin })
    expect(code).toBe(0)
    const blocks = stdout.split('\n\n').map((block) => block.split('\n'))
    expect(blocks.map(([title]) => title)).toEqual(['# cholera', `# ${NO_CODE}`, '# E11', ''])
    expect(blocks.map(([, row]) => row?.split('\t')[0])).toEqual([
      expect.stringMatching(/^A00/),
      undefined,
      'E11',
      undefined,
    ])
  })

  test('prints one JSON object a line, also on a terminal', async () => {
    const argv = ['link', '-o', 'icd-10-cm', '--json']
    const { stdout } = await medlink(argv, { env, stdin, terminal: true })
    const queries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).query)
    expect(queries).toEqual(['cholera', NO_CODE, 'E11'])
  })

  test('names the line it refuses, without its text', async () => {
    const long = `secret ${'x'.repeat(10_000)}`
    const argv = ['link', '-o', 'icd-10-cm']
    const { code, stderr } = await medlink(argv, { env, stdin: `cholera\n${long}\n` })
    expect(code).toBe(1)
    expect(stderr).toContain('line 2')
    expect(stderr).not.toContain('secret')
  })
})

describe('where nothing is installed', () => {
  const ASKED: readonly { ontology: Ontology; argv: string[]; found: string; next: string }[] = [
    {
      ontology: 'icd-10-cm',
      argv: ['link', 'type 2 diabetes with neuropathy', '-o', 'icd-10-cm'],
      found: 'E11.40',
      next: "icd-10-cm: medlink download icd-10-cm (or the publisher's zip), then medlink build icd-10-cm --release <zip>",
    },
    {
      ontology: 'loinc',
      argv: ['link', 'hemoglobin', '-o', 'loinc', '--unit', 'g/dL', '--specimen', 'whole blood'],
      found: '718-7',
      next: "loinc: get the publisher's zip, then medlink build loinc --release <zip>",
    },
    {
      ontology: 'loinc',
      argv: ['suggest', 'hemo', '-o', 'loinc', '-v', 'starter'],
      found: '718-7',
      next: "loinc: get the publisher's zip, then medlink build loinc --release <zip>",
    },
    {
      ontology: 'loinc',
      argv: ['concept', 'loinc', '718-7'],
      found: 'Hemoglobin',
      next: "loinc: get the publisher's zip, then medlink build loinc --release <zip>",
    },
  ]

  /** A new folder that this process works in while the running test does, and an empty cache folder of its user. */
  async function enterFolder(): Promise<{ folder: string; root: string }> {
    const folder = await tempFolder()
    const before = process.cwd()
    process.chdir(folder)
    const cache = await tempFolder()
    vi.stubEnv('XDG_CACHE_HOME', cache)
    onTestFinished(() => {
      process.chdir(before)
      vi.unstubAllEnvs()
    })
    return { folder, root: join(cache, 'medlink', MEDLINK_VERSION) }
  }

  test('the starter is built, which is told once', async () => {
    const { folder, root } = await enterFolder()
    const { argv, found } = ASKED[1]!
    const { code, stdout, stderr } = await medlink(argv)
    expect(code).toBe(0)
    expect(stdout).toContain(found)
    const [building, answering] = stderr.split('\n')
    expect(building).toBe(
      `medlink: building the starter of loinc, a sample, in ${root}: once, in a few seconds, or a minute on a busy machine`,
    )
    expect(readdirSync(folder)).toEqual([])
    expect(await medlink(argv)).toEqual({ code, stdout, stderr: `${answering}\n` })
  })

  test.each(ASKED)('$argv answers from the starter and says so every time', async (row) => {
    const { folder, root } = await enterFolder()
    copyStarter(row.ontology, root)
    const first = await medlink(row.argv)
    expect(first.code).toBe(0)
    expect(first.stdout).toContain(row.found)
    const [answering, ...rest] = first.stderr.split('\n')
    expect(answering).toMatch(
      /^medlink: answering from the starter, a sample of \d,\d+ codes; for the whole of /,
    )
    expect(answering!.endsWith(`for the whole of ${row.next}`)).toBe(true)
    expect(rest).toEqual([''])
    expect(readdirSync(folder)).toEqual([])
    expect(await medlink([...row.argv, '--dir', root])).toEqual(first)
  })

  test('the indexes of a project come before the cache folder', async () => {
    const { folder } = await enterFolder()
    cpSync(dir, join(folder, 'indexes'), { recursive: true })
    const { stdout, stderr } = await medlink(['link', 'cholera', '-o', 'icd-10-cm'])
    expect(stdout).toMatch(/^A00\tCholera\t/)
    expect(stderr).toBe('')
  })

  test('a starter of another index format is built anew', async () => {
    const { root } = await enterFolder()
    const argv = ['concept', 'loinc', '718-7']
    cpSync(OLD_FORMAT, indexPath(root, 'loinc', 'starter'))
    const { code, stderr } = await medlink(argv)
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^medlink: building the starter of loinc, /),
    ])
  })

  test.each(ASKED)('$argv in a folder that was named is refused, and none is made', async (row) => {
    const { folder } = await enterFolder()
    const typo = join(folder, 'typo')
    const isNewest = !row.argv.includes('-v')
    for (const asked of [
      { argv: [...row.argv, '--dir', typo], env: {} },
      { argv: row.argv, env: { MEDLINK_DIR: typo } },
    ]) {
      const { code, stdout, stderr } = await medlink(asked.argv, { env: asked.env })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      const says = isNewest
        ? `is installed in ${typo}, which does not exist: run medlink build`
        : 'loinc is not installed in that version; no version is'
      expect(stderr).toContain(says)
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('another version than the starter is unknown, and nothing is built for it', async () => {
    const { folder, root } = await enterFolder()
    const { code, stderr } = await medlink(['concept', 'loinc', '718-7', '-v', '2.82'])
    expect(code).toBe(1)
    expect(stderr).toBe('medlink: loinc is not installed in that version; no version is\n')
    expect(readdirSync(folder)).toEqual([])
    expect(existsSync(root)).toBe(false)
  })

  test('a real release says nothing, next to the starter too', async () => {
    const folder = await tempFolder()
    copyStarter('icd-10-cm', folder)
    cpSync(dir, folder, { recursive: true })
    const argv = ['concept', 'icd-10-cm', 'A00', '--dir', folder]
    expect((await medlink(argv)).stderr).toBe('')
    expect((await medlink([...argv, '-v', 'starter'])).stderr).toContain('a sample of')
  })
})

describe('the other questions', () => {
  test('concept prints names, parents, children and properties', async () => {
    const { stdout } = await medlink(['concept', 'icd-10-cm', 'a00'], { env })
    const facts = stdout.trim().split('\n')
    expect(facts.slice(0, 3)).toEqual(['code\tA00', 'name\tCholera', 'status\tactive'])
    expect(facts).toContain('is billable\tfalse')
    expect(facts).toContain('preferred name (en)\tCholera')
    const children = facts.filter((fact) => fact.startsWith('child\tA00.'))
    expect(facts).toContain(`children\t${children.length}`)
    const json = await medlink(['concept', 'icd-10-cm', 'A00', '--json'], { env })
    expect(JSON.parse(json.stdout)).toMatchObject({ code: 'A00', parents: [] })
    const shown = await medlink(['concept', 'icd-10-cm', 'A00'], { env, terminal: true })
    expect(shown.stdout).toContain('Cholera')
  })

  test('registry prints what is installed', async () => {
    const { stdout } = await medlink(['registry'], { env })
    expect(stdout).toMatch(
      /^icd-10-cm\t2027\t113\t\d+\t\d{4}-.*\tICD-10-CM is in the public domain/,
    )
    const shown = await medlink(['registry'], { env, terminal: true })
    expect(shown.stdout).toContain('icd10cm_order_2027.txt')
    const json = JSON.parse((await medlink(['registry', '--json'], { env })).stdout)
    expect(json.ontologies).toHaveLength(4)
  })

  test.each([false, true])(
    'registry says on stderr what is no index (terminal: %s)',
    async (terminal) => {
      const dir = await tempFolder()
      mkdirSync(join(dir, 'icd-10-cm', '2099.sqlite'), { recursive: true })
      writeFileSync(join(dir, 'loinc'), '')
      const ran = await medlink(['registry', '--dir', dir], { terminal })
      expect(ran).toMatchObject({ code: 0, stdout: '' })
      expect(ran.stderr.split('\n')).toEqual([
        expect.stringMatching(/^medlink: loinc: .*loinc cannot be used \(ENOTDIR\)/),
        expect.stringMatching(
          /^medlink: icd-10-cm 2099: .*2099.sqlite is not a Medlink index: move it/,
        ),
        '',
      ])
    },
  )

  test('registry of a folder that does not exist is refused', async () => {
    const folder = join(await tempFolder(), 'nowhere')
    const ran = await medlink(['registry', '--dir', folder])
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain(`${folder} does not exist: name the folder`)
  })

  test('registry of an empty folder says what to do', async () => {
    const ran = await medlink(['registry', '--dir', await tempFolder()])
    expect(ran).toMatchObject({ code: 0, stdout: '' })
    expect(ran.stderr).toContain('medlink build starter')
  })
})
