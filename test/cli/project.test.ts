/**
 * Proves of `medlink project` and `medlink names`:
 * 1. a table becomes a project: columns as `map` takes them, blank and faulty rows kept, and said
 * 2. how far it is, is printed for people and as JSON
 * 3. decisions go out to a file and come in from one, and what is there is replaced only if it may be
 * 4. what was decided becomes names that link
 */

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { withProject } from '../../src/cli/mapping-project.ts'
import { openProject } from '../../src/mapping/projects.ts'
import { fileFolder } from '../support/linker.ts'
import { miniRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const dir = await miniRoot('icd-10-cm')
const env = { MEDLINK_DIR: dir }
const all = fileFolder()

function newFolder(): string {
  return mkdtempSync(join(all, 'of-'))
}

const TABLE = [
  'Code,Diagnosis,Gender,Times',
  'A,cholera,F,"1,200"',
  'B,type 2 diabetes mellitus,F,3',
  'C,cholera,F,often',
  'D,,M,2',
  'E,qzx,M,7.0',
  'F,one,cell,too,many',
  '',
].join('\n')

async function create(content: string, ...more: readonly string[]) {
  const folder = newFolder()
  const source = join(folder, 'problems.csv')
  const file = join(folder, 'p.medmap')
  writeFileSync(source, content)
  const argv = ['project', 'create', file, '--source', source, '-o', 'icd-10-cm', '--jobs', '1']
  const ran = await medlink([...argv, ...more], { env })
  return { ...ran, folder, file, stderr: ran.stderr.replaceAll(`${folder}/`, '') }
}

describe('create', () => {
  test('keeps the rows of a table, and says how it reads them', async () => {
    const { code, stdout, stderr, file } = await create(TABLE, '--frequency', 'Times')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: [
        'medlink: problems.csv is read as text from "Diagnosis", id from "Code", frequency from "Times"',
        'medlink: 1 rows have no text: they are kept, but not linked',
        'medlink: 1 rows have another number of cells than the header: they are kept, but not linked',
        'medlink: 1 rows have no whole number as their frequency: they count once',
        '',
      ].join('\n'),
    })
    expect(stdout).toBe(
      [
        'vocabulary    icd-10-cm 2027',
        'rows          6, 3 different terms, 2 without a name',
        'open          3 (100.0 %), 100.0 % of occurrences',
        'later         0 (0.0 %), 0.0 % of occurrences',
        'mapped        0 (0.0 %), 0.0 % of occurrences',
        'no code       0 (0.0 %), 0.0 % of occurrences',
        'disagreement  0 (0.0 %), 0.0 % of occurrences',
        '',
        'first candidates:',
        '✓ linked      2 (66.7 %), 99.4 % of occurrences',
        'no candidate  1 (33.3 %), 0.6 % of occurrences',
        '',
      ].join('\n'),
    )
    await withProject(openProject(file), async (project) => {
      const { terms } = await project.terms()
      expect(terms.map(({ query, frequency, rows }) => [query, frequency, rows])).toEqual([
        ['cholera', 1201, 2],
        ['qzx', 7, 1],
        ['type 2 diabetes mellitus', 3, 1],
      ])
      const rows = []
      for await (const { source } of project.rows()) rows.push(source)
      expect(rows.map(({ code, name, frequency }) => [code, name, frequency])).toEqual([
        ['A', 'cholera', 1200],
        ['B', 'type 2 diabetes mellitus', 3],
        ['C', 'cholera', null],
        ['D', '', 2],
        ['E', 'qzx', 7],
        ['', '', null],
      ])
      expect(rows[5]!.columns).toEqual({
        Code: 'F',
        Diagnosis: 'one',
        Gender: 'cell',
        Times: 'too,many',
      })
    })
  })

  test('asks what it is told, of as many candidates', async () => {
    const { file } = await create('text\nmalignant neoplasm\n', '--billable', '-k', '2')
    await withProject(openProject(file), async (project) => {
      expect(await project.about()).toMatchObject({ asked_with: { top_k: 2, billable: true } })
      expect((await project.term(1))!.candidates).toHaveLength(2)
    })
  })

  test('refuses a column that there is not, and makes nothing', async () => {
    const { code, stderr, file } = await create(TABLE, '--frequency', 'count')
    expect(code).toBe(1)
    expect(stderr).toMatch(/no column of the name given for frequency: it has "Code"/)
    expect(existsSync(file)).toBe(false)
  })

  test('makes none where there is one', async () => {
    const { file, folder } = await create(TABLE)
    const source = join(folder, 'problems.csv')
    const argv = ['project', 'create', file, '--source', source, '-o', 'icd-10-cm']
    const { code, stderr } = await medlink(argv, { env })
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('already') })
  })
})

describe('of a project', () => {
  let made: Awaited<ReturnType<typeof decided>>

  /** A project with a decision of each kind. */
  async function decided() {
    const { file, folder } = await create(
      'Code,Test\nA,cholera\nB,skin\nC,type 2 diabetes mellitus\nD,Skin!\nE,!!\nG,"""wet"""\nH,"a\tb"\n',
    )
    await withProject(openProject(file), async (project) => {
      const { terms } = await project.terms({ limit: 100 })
      const on = (query: string, code: string) => ({
        ...{ term: terms.find((term) => term.query === query)!.id, seen: 1 },
        ...{ decision: 'other' as const, code, title: code },
      })
      await project.decide('Ann', [
        { ...on('cholera', 'A00'), note: 'as on the ward' },
        on('skin', 'C43'),
        on('Skin!', 'C44'),
        { ...on('type 2 diabetes mellitus', 'E11'), relation: 'wider' },
        on('!!', 'E11'),
        on('"wet"', 'E11'),
        on('a\tb', 'J45'),
      ])
    })
    return { file, folder }
  }

  beforeAll(async () => {
    made = await decided()
  })

  test('status says how far it is', async () => {
    const { stdout } = await medlink(['project', 'status', made.file], { env })
    expect(stdout).toContain('mapped        7 (100.0 %), 100.0 % of occurrences\n')
    expect(stdout).toMatch(/\n\ndecided by:\nAnn {2}7\n$/)
    const json = await medlink(['project', 'status', made.file, '--json'], { env })
    expect(JSON.parse(json.stdout)).toMatchObject({
      about: { ontology: 'icd-10-cm', version: '2027' },
      progress: { states: { mapped: { terms: 7 } } },
    })
  })

  test.each(['sssom', 'usagi', 'concept-map'])('exports and imports %s', async (format) => {
    const folder = newFolder()
    const out = join(folder, 'out')
    const argv = ['project', 'export', made.file, '--format', format, '--out', out]
    expect(await medlink(argv, { env })).toMatchObject({ code: 0, stdout: '' })
    const before = readFileSync(out)
    const again = await medlink(argv, { env })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })
    expect(await medlink([...argv, '--force'], { env })).toMatchObject({ code: 0 })
    expect(readFileSync(out)).toHaveLength(before.length)
    const into = ['project', 'import', made.file, out, '--format', format, '--reviewer', 'Ann']
    const { code, stdout } = await medlink(into, { env })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'rows             7\ndecided          0\ndecided before   7\nsay no decision  0\n',
    })
  })

  test('import says what the project has not', async () => {
    const file = join(newFolder(), 'theirs.csv')
    writeFileSync(
      file,
      'sourceCode,sourceName,mappingStatus,conceptId,ADD_INFO:medlink_code\nX,unheard of,APPROVED,0,A00\nA,cholera,APPROVED,0,Z99\n',
    )
    const argv = ['project', 'import', made.file, file, '--format', 'usagi', '--reviewer', 'Ben']
    const { stdout } = await medlink(argv, { env })
    expect(stdout).toMatch(/not in the project +1: row 1\nno such code +1: row 2\n$/)
    const json = await medlink([...argv, '--json'], { env })
    expect(JSON.parse(json.stdout)).toMatchObject({ rows: 2, unknown_code: { count: 1 } })
  })

  test('no export takes the place of a project', async () => {
    const argv = [
      'project',
      'export',
      made.file,
      '--format',
      'sssom',
      '--out',
      made.file,
      '--force',
    ]
    const { code, stderr } = await medlink(argv, { env })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a database'),
    })
    expect((await medlink(['project', 'status', made.file])).code).toBe(0)
  })

  test('names are those that mean one code, and link', async () => {
    const out = join(newFolder(), 'names.tsv')
    const argv = ['names', 'export', made.file, '--out', out]
    const { code, stderr } = await medlink(argv, { env })
    expect(code).toBe(0)
    expect(stderr.replaceAll(out, 'names.tsv')).toBe(
      [
        'medlink: 3 names are in names.tsv',
        'medlink: 1 mapped terms are left out: with a code that is wider, narrower or inexact',
        'medlink: 1 mapped terms are left out: without words',
        'medlink: 2 mapped terms are left out: one name with several codes',
        '',
      ].join('\n'),
    )
    expect(readFileSync(out, 'utf8')).toBe(
      [
        'name\tontology\tcode\tnote\tunit\tspecimen',
        'cholera\ticd-10-cm\tA00\tas on the ward\t\t',
        '"""wet"""\ticd-10-cm\tE11\t\t\t',
        'a b\ticd-10-cm\tJ45\t\t\t',
        '',
      ].join('\n'),
    )
    for (const [text, named] of [
      ['CHOLERA', 'A00'],
      ['wet', 'E11'],
      ['a\tb', 'J45'],
    ]) {
      const linked = await medlink(['link', text!, '-o', 'icd-10-cm', '--names', out, '--json'], {
        env,
      })
      expect(JSON.parse(linked.stdout).results).toMatchObject([
        { term_id: named, is_linked: true, metadata: { link_basis: 'site_name' } },
      ])
    }
    expect(await medlink(argv, { env })).toMatchObject({ code: 1 })
    const json = await medlink([...argv, '--force', '--json'], { env })
    expect(JSON.parse(json.stdout)).toEqual({
      names: 3,
      left_out: { relation: 1, hints: 0, words: 1, contradicting: 2 },
    })
  })
})
