/**
 * Proves of the package as it is installed:
 * 1. it loads no package but its dependencies, `natural` not among them
 * 2. whoever imports the library, or maps a table, loads neither files nor packages of the servers, and what needs these says so
 * 3. the stemmer that is bundled into it gives the stems of the sources, and what is bundled carries its licence
 * 4. it brings what its licences ask for, with the right figures, and no file that nobody reads
 * 5. its types pass in a strict project that checks those of its packages, with TypeScript 5.9 and 7.0
 * 6. programs of CommonJS and of ES modules run with it as either compiles them, workers included
 * 7. web pages load one small file, which needs nothing of Node.js
 * 8. the command says in one sentence that a Node.js is too old
 */

import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Script } from 'node:vm'
import { build, transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexPath, packPath } from '../../src/index/registry.ts'
import { stem } from '../../src/language/stem.ts'
import {
  compile,
  DEPENDENCIES,
  installPacked,
  linkPackages,
  OF_SERVER,
  PEERS,
} from '../support/packed.ts'
import { miniRoot } from '../support/shared-index.ts'

const execute = promisify(execFile)

/** Everyday code of a user, with no type of ours left out of sight: an `any` would make the expected error go away. */
const PROGRAM = `
import { type LinkRequest, type LinkResult, type Medlink, MedlinkError, openMedlink } from 'medlink'
import { type BuildOptions, type BuildResult, buildIndex } from 'medlink/build'
import { type Evaluation, evaluate, parseCase } from 'medlink/eval'
import { type FhirOptions, fhirRoutes } from 'medlink/fhir'
import { createServer, type ServerOptions } from 'medlink/http'
import { type MapSummary, mapTable } from 'medlink/mapping'

const medlink = openMedlink({ dir: process.argv[2]! })
const request: LinkRequest = { query: 'cholera', ontology: 'icd-10-cm' }

// One class for all subpaths: a server takes the Medlink of the root.
const shared: ServerOptions['medlink'] extends Medlink ? true : never = true
const build: (dir: BuildOptions) => Promise<BuildResult> = (options) =>
  buildIndex('icd-10-cm', 'release.zip', options)
// @ts-expect-error a build needs a folder
const folderless: BuildOptions = { force: true }
const map: () => Promise<MapSummary> = () =>
  mapTable(medlink, 'in.csv', 'out.csv', { ontology: 'icd-10-cm', shard: { index: 1, count: 2 } })
const fhir: FhirOptions = { medlink }
const figures: Evaluation = evaluate([])
// @ts-expect-error a share is a number or null
const coverage: string = figures.coverage

async function main(): Promise<void> {
  const { results }: LinkResult = medlink.link(request)
  // @ts-expect-error a probability is a number or null
  const score: string | undefined = results[0]?.score
  console.log(results[0]?.term_id, typeof score)
  for await (const outcome of medlink.linkMany([request], { workers: 1 }))
    if ('results' in outcome) console.log(outcome.results[0]?.term_id)
  try {
    medlink.concept('icd-10-cm', 'x')
  } catch (error) {
    if (error instanceof MedlinkError) console.log(error.code)
  }
  const server = await createServer({ medlink, tokens: async () => undefined })
  const { statusCode } = await server.inject('/med-link/registry/')
  console.log(statusCode, medlink.version('icd-10-cm').sample)
  console.log([shared, build, folderless, map, coverage, parseCase, fhir, fhirRoutes].length)
  await server.close()
  medlink.close()
}
main()
`

const COMPILER_OPTIONS = {
  module: 'NodeNext',
  lib: ['ES2023'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmitOnError: true,
}

/** How both kinds of modules import the package, by the ending of their source. */
const MODULES = { mts: "from 'medlink'", cts: 'require("medlink")' } as const

/** A project with the program as both kinds of modules. */
function writeProject(name: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  for (const ending of Object.keys(MODULES))
    writeFileSync(join(project, `program.${ending}`), PROGRAM)
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS }),
  )
  return project
}

let folder: string
let installed: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-packed-'))
  installed = await installPacked(folder)
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

function filesBelow(path: string): string[] {
  return readdirSync(join(installed, path), { recursive: true, encoding: 'utf8' })
    .map((file) => join(path, file))
    .sort()
}

/** The files of this checkout that a file of the package is made of: the bundler writes the path of each above its code. */
function bundledIn(file: string): string[] {
  if (!/\.c?js$/.test(file)) return []
  const lines = readFileSync(join(installed, file), 'utf8').matchAll(
    /^\/\/ ((?:src|node_modules)\/.+)$/gm,
  )
  return Array.from(lines, ([, source]) => source!)
}

/** The package that an import names, or the module of Node. */
function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]
}

/** What is loaded with some files of the package: its own files, and packages. */
async function loadedWith(entryPoints: readonly string[]) {
  const { metafile } = await build({
    absWorkingDir: installed,
    entryPoints: [...entryPoints],
    outdir: 'unused',
    bundle: true,
    // What entries share is written once, not once for each of them.
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  })
  const imports = Object.values(metafile.inputs).flatMap((file) => file.imports)
  const packages = imports.flatMap(({ path, external }) => (external ? [packageOf(path)] : []))
  return { files: Object.keys(metafile.inputs), packages: new Set(packages) }
}

test('loads its dependencies and Node only', async () => {
  const { packages } = await loadedWith(filesBelow('dist').filter((file) => /\.c?js$/.test(file)))
  expect([...packages]).toContain('better-sqlite3')
  expect([...packages]).toContain('fastify')
  expect([...packages]).not.toContain('natural')
  const nodes = builtinModules.flatMap((name) => [name, `node:${name}`])
  // The name of the package, which a page shows in an example, and the bundler's for its own code.
  const known = new Set([...DEPENDENCIES, ...OF_SERVER, ...PEERS, ...nodes, 'medlink', '<runtime>'])
  expect([...packages].filter((name) => !known.has(name))).toEqual([])
})

test.each(['dist/medlink.js', 'dist/library/pool/worker.js'])(
  '%s loads nothing of the server',
  async (entry) => {
    const library = await loadedWith([entry])
    const sources = library.files.flatMap(bundledIn)
    expect(sources).toContain('src/linker/pipeline.ts')
    expect(sources.filter((file) => /^src\/(?:fhir|http|mcp|records)\//.test(file))).toEqual([])
    expect(OF_SERVER.filter((name) => library.packages.has(name))).toEqual([])
    const { packages } = await loadedWith(['dist/http/http.js'])
    expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'jose', 'kysely']))
  },
)

describe('without the packages of the server', () => {
  let small: string
  let dir: string
  const call = (...argv: readonly string[]) =>
    execute(
      process.execPath,
      [join(small, 'node_modules/medlink/dist/cli/main.js'), ...argv, '--dir', dir],
      { timeout: 60_000 },
    )

  beforeAll(async () => {
    small = mkdtempSync(join(tmpdir(), 'medlink-small-'))
    linkPackages(small, DEPENDENCIES)
    cpSync(installed, join(small, 'node_modules/medlink'), { recursive: true })
    dir = await miniRoot('icd-10-cm')
    writeFileSync(join(small, 'problems.csv'), 'text\ncholera\n')
  })
  afterAll(() => rm(small, { recursive: true }))

  test('the library answers', async () => {
    expect((await call('link', 'cholera', '-o', 'icd-10-cm')).stdout).toContain('A00')
  })

  test('a table is mapped', async () => {
    const out = join(small, 'mapped.csv')
    await call('map', join(small, 'problems.csv'), '-o', 'icd-10-cm', '--out', out)
    expect(readFileSync(out, 'utf8')).toContain('cholera,A00,')
  })

  test.each([
    { argv: ['serve'], says: 'the packages of the server are not installed' },
    { argv: ['mcp'], says: 'the packages of the MCP server are not installed' },
    {
      argv: ['project', 'create', 'p', '--source', 'problems.csv', '-o', 'icd-10-cm'],
      says: 'the packages of mapping projects are not installed',
    },
  ])('$argv.0 says what it lacks', async ({ argv, says }) => {
    const there = argv.map((each) => (each === 'problems.csv' ? join(small, each) : each))
    await expect(call(...there)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(says),
    })
  })
})

test('the bundled stemmer gives the stems of the sources', async () => {
  const bundled = (await import(pathToFileURL(join(installed, 'dist/language/stem.js')).href)) as {
    stem: typeof stem
  }
  const titles = filesBelow('data/starter/icd-10-cm').map((file) =>
    readFileSync(join(installed, file), 'utf8'),
  )
  const words = [
    ...new Set(
      titles
        .join('\n')
        .toLowerCase()
        .split(/[^a-z]+/),
    ),
  ]
  expect(words.length).toBeGreaterThan(2000)
  expect(bundled.stem).not.toBe(stem)
  expect(words.map((word) => bundled.stem(word))).toEqual(words.map(stem))
})

const MIT = 'Permission is hereby granted, free of charge'

test.each([
  {
    name: 'natural',
    owner: 'Copyright (c) 2011, 2012 Chris Umbel, Rob Ellis, Russell Mull',
    terms: MIT,
  },
  { name: 'zod', owner: 'Copyright (c) 2025 Colin McDonnell', terms: MIT },
  { name: 'csv-parse', owner: 'Copyright (c) 2010 Adaltas', terms: MIT },
  { name: 'flexsearch', owner: 'Thomas Wilkerling', terms: 'Apache-2.0' },
  {
    name: '@lhncbc/ucum-lhc',
    owner: 'Owner Notice: This software',
    terms: 'Redistributions of source code shall retain the above Owner Notice',
  },
  { name: 'is-integer', owner: 'ISC', terms: 'Permission to use, copy, modify' },
  { name: 'is-finite', owner: 'Sindre Sorhus', terms: MIT },
])('what is bundled of $name carries its licence', ({ name, owner, terms }) => {
  const holders = filesBelow('dist').filter((file) =>
    bundledIn(file).some((source) => source.startsWith(`node_modules/${name}/`)),
  )
  expect(holders).not.toEqual([])
  for (const file of holders) {
    const [, licence] = /^\/\*!(.*?)\*\//s.exec(readFileSync(join(installed, file), 'utf8'))!
    expect(licence).toContain(`"${name}":`)
    expect(licence).toContain(owner)
    expect(licence).toContain(terms)
  }
  expect(readFileSync(join(installed, 'NOTICE'), 'utf8')).toContain(owner)
})

describe('what a web page loads', () => {
  const read = () => readFileSync(join(installed, 'dist/browser/browser.js'), 'utf8')

  test('is one file, without Node.js, of 25 kB at most besides FlexSearch', async () => {
    const flexsearch = statSync('node_modules/flexsearch/dist/flexsearch.bundle.module.min.mjs')
    expect(Buffer.byteLength(read()) - flexsearch.size).toBeLessThan(25_000)
    const { metafile } = await build({
      absWorkingDir: installed,
      entryPoints: ['dist/browser/browser.js'],
      outdir: 'unused',
      ...{ bundle: true, platform: 'browser', format: 'esm', packages: 'external' },
      ...{ write: false, metafile: true },
    })
    expect(Object.keys(metafile.inputs)).toEqual(['dist/browser/browser.js'])
    expect(metafile.inputs['dist/browser/browser.js']!.imports).toEqual([])
    expect(read().includes('node:')).toBe(false)
  })

  test('says whose it is', () => {
    const [, licence] = /^\/\*!(.*?)\*\//s.exec(read())!
    expect(licence).toMatch(
      /"flexsearch":\s.*FlexSearch\.js v0\.8\.212.*Thomas Wilkerling.*Apache-2\.0/s,
    )
    expect(readFileSync(join(installed, 'NOTICE'), 'utf8')).toContain('Thomas Wilkerling')
  })

  test('is loaded by its name, and suggests', async () => {
    const program = `
      import { openSuggestIndex } from 'medlink/browser'
      import { readFileSync } from 'node:fs'
      const index = await openSuggestIndex(readFileSync(process.argv[2]))
      console.log(index.suggest({ prefix: 'choler', limit: 1 })[0].code)`
    const path = join(folder, 'suggest.mjs')
    writeFileSync(path, program)
    const pack = packPath(indexPath(await miniRoot('icd-10-cm'), 'icd-10-cm', '2027'))
    const { stdout } = await execute(process.execPath, [path, pack])
    expect(stdout).toMatch(/^A00/)
  })
})

test('nothing else is bundled', () => {
  const packages = filesBelow('dist')
    .flatMap(bundledIn)
    .flatMap((source) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [])
  expect([...new Set(packages)].sort()).toEqual([
    '@lhncbc/ucum-lhc',
    'csv-parse',
    'flexsearch',
    'is-finite',
    'is-integer',
    'natural',
    'zod',
  ])
})

test('somebody who asks for help loads no code of linking', async () => {
  const { metafile } = await build({
    absWorkingDir: installed,
    entryPoints: ['dist/cli/main.js'],
    outdir: 'unused',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  })
  const loaded = (file: string): string[] => [
    ...Object.keys(metafile.outputs[file]!.inputs),
    ...metafile.outputs[file]!.imports.flatMap(({ path, kind, external }) =>
      kind === 'import-statement' && !external ? loaded(path) : [],
    ),
  ]
  const { imports } = metafile.outputs['unused/main.js']!
  const sources = imports.flatMap(({ path }) => loaded(path)).flatMap(bundledIn)
  expect(sources).toContain('src/cli/program.ts')
  expect(sources.filter((file) => !file.startsWith('src/cli/'))).toEqual([])
})

describe('on a Node.js that is too old', () => {
  const path = () => join(installed, 'dist/cli/main.js')

  test('the command can be read, as a script too', () => {
    const source = readFileSync(path(), 'utf8')
    expect(() => new Script(source)).not.toThrow()
    // Nothing in it changes for Node.js 10, which can read a dynamic import.
    const read = (target: string) =>
      transformSync(source, { target, supported: { 'dynamic-import': true } }).code
    expect(read('node10')).toBe(read('esnext'))
  })

  test.each(['10.24.1', '18.20.8', '20.9.0', '20.18.3'])('%s: one sentence', async (version) => {
    const old = join(folder, `old-${version}.cjs`)
    writeFileSync(
      old,
      `Object.defineProperty(process, 'versions', { value: { node: ${JSON.stringify(version)} } })`,
    )
    await expect(
      execute(process.execPath, ['--require', old, path(), '--version']),
    ).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `medlink: needs Node.js 20.19 or later, and this is ${version}\n`,
    })
  })

  test('the version that it asks for is the one of package.json', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      engines: { node: string }
    }
    expect(engines.node).toBe('>=20.19')
  })
})

test.each(['LICENSE', 'NOTICE', 'data/starter/loinc/README.md', 'data/starter/snomed/README.md'])(
  '%s comes along',
  (file) => {
    expect(existsSync(join(installed, file))).toBe(true)
  },
)

test.each(['icd-10-cm', 'loinc', 'snomed'])('NOTICE says how much of %s is quoted', (ontology) => {
  const rows = filesBelow(`data/starter/${ontology}`)
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => readFileSync(join(installed, file), 'utf8').trim().split('\n').length - 1)
    .reduce((sum, each) => sum + each, 0)
  const said = new RegExp(`^data/starter/${ontology}/ [^.]* ${rows.toLocaleString('en')} `, 'm')
  expect(readFileSync(join(installed, 'NOTICE'), 'utf8')).toMatch(said)
})

test('every file of dist/ is code or its types, or the style of a page', () => {
  const files = filesBelow('dist').filter((file) => file.includes('.'))
  expect(files.filter((file) => !/\.(?:js|d\.ts)$/.test(file))).toEqual([
    'dist/http/page/base.css',
    'dist/http/playground/page/style.css',
    'dist/http/review/page/style.css',
    'dist/units/ucum-lhc.cjs',
  ])
  const views = readdirSync('src/http/review/page/views')
  for (const file of ['review.js', 'keys.js', 'api.js', ...views.map((view) => `views/${view}`)])
    expect(files).toContain(`dist/http/review/page/${file}`)
})

test.each([
  { compiler: 'typescript-5.9', version: '5.9', ending: 'cts' },
  { compiler: 'typescript-7.0', version: '7.0', ending: 'mts' },
] as const)(
  'the types pass in a strict project, and a program of .$ending runs: TypeScript $version',
  async ({ compiler, version, ending }) => {
    const dir = await miniRoot('icd-10-cm')
    const project = writeProject(compiler)
    expect(await compile(project, compiler)).toMatch(new RegExp(`^${version}\\.`))
    const program = join(project, `program.${ending.replace('ts', 'js')}`)
    expect(readFileSync(program, 'utf8')).toContain(MODULES[ending])
    const { stdout, stderr } = await execute(process.execPath, [program, dir])
    expect(stdout).toBe('A00 number\nA00\nunknown_code\n401 false\n8\n')
    expect(stderr).toBe('')
  },
  300_000,
)
