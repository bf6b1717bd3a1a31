/**
 * Proves of the source tree:
 * 1. imports go one way through the rooms, and no two files import each other
 * 2. a package that is wrapped once is imported in its one place
 * 3. no ontology is told by its name outside its own folder, and the contract names none
 * 4. linking loads none of the code that reads releases and starters
 * 5. linking loads nothing of the server, neither files nor packages
 * 6. mapping, the server and the commands reach the library through its public APIs and internal.ts
 * 7. scripts/ imports nothing of bench/
 * 8. faces have exports only, and the package exports the public ones and nothing else
 * 9. web pages load nothing of Node.js, and no package but FlexSearch; linking does not load that
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Each room may import from itself and from those on the lines above, none from its neighbours on its own line. */
const LAYERS = [
  ['errors.ts', 'version.ts', 'contract.ts', 'contract'],
  ['language'],
  ['units', 'clinical'],
  ['files'],
  ['index'],
  ['ontologies', 'browser'],
  ['build', 'linker'],
  ['comprehend'],
  ['library'],
  ['medlink.ts', 'internal.ts'],
  ['records'],
  ['mapping', 'mcp', 'fhir'],
  ['http'],
  ['cli'],
]

/** Entries of the package's exports map. */
const PUBLIC = [
  'medlink.ts',
  'build/build.ts',
  'library/eval.ts',
  'browser/browser.ts',
  'mapping/mapping.ts',
  'fhir/fhir.ts',
  'http/http.ts',
]
/** Entry that a browser loads as it is written. */
const PUBLIC_SCRIPT = 'browser/suggest-element.js'
/** All that rooms above the library import of it. */
const FACES = [...PUBLIC, 'internal.ts', 'mcp/mcp.ts']

const ONLY_IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['files/lock.ts', 'index/file/file.ts', 'index/writer.ts', 'records/sqlite.ts'],
  natural: ['language/stem.ts'],
  'fast-levenshtein': ['language/distance.ts'],
  yauzl: ['ontologies/release-zip.ts'],
  saxes: ['ontologies/icd10cm/release/xml.ts'],
  'csv-parse': ['mapping/tables/delimited.ts', 'ontologies/release-csv.ts'],
  '@lhncbc/ucum-lhc': ['units/ucum.ts'],
  'libphonenumber-js': ['http/profiles/mobile.ts'],
  jose: ['http/auth/tokens.ts', 'http/envelope/envelopes.ts'],
  'jsonc-parser': ['fhir/coding/revise.ts'],
  'close-with-grace': ['http/serve.ts'],
  'ipaddr.js': ['http/networks.ts', 'http/webhooks/guard.ts'],
  undici: ['http/webhooks/deliver.ts'],
  'prom-client': ['http/cluster.ts', 'http/metrics.ts'],
  pg: ['records/postgres.ts'],
  '@aws-sdk/client-s3': ['records/blobs/s3.ts'],
  '@aws-sdk/lib-storage': ['records/blobs/s3.ts'],
  '@fastify/multipart': ['http/routes/documents.ts'],
  'file-type': ['http/documents/media-type.ts'],
  sharp: ['http/documents/thumbnail.ts'],
  '@duckdb/node-api': ['mapping/tables/parquet.ts'],
  '@modelcontextprotocol/server': [
    'mcp/http.ts',
    'mcp/line-transport.ts',
    'mcp/prompts.ts',
    'mcp/server.ts',
    'mcp/stdio.ts',
  ],
  flexsearch: ['browser/suggest-index.ts', 'build/pack.ts'],
}

/** What only a server needs: no program that embeds linking loads any of it. */
const SERVER_PACKAGES =
  /^(?:@?fastify|@modelcontextprotocol|@aws-sdk|sharp$|file-type$|jose$|kysely$|pg$|prom-client$|libphonenumber-js$|jsonc-parser$|close-with-grace$|ipaddr\.js$|undici$)/

const RELEASE_PARSERS = ['yauzl', 'saxes', 'csv-parse']

const ONTOLOGY_FOLDERS: Readonly<Record<string, string>> = {
  'icd-10-cm': 'ontologies/icd10cm/',
  loinc: 'ontologies/loinc/',
  snomed: 'ontologies/snomed/',
  medication: 'ontologies/medication/',
}

const manifest = JSON.parse(readFileSync(resolve(SRC, '../package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default?: string }>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

interface SourceFile {
  /** Below src/, with slashes. */
  readonly path: string
  readonly text: string
  /** What it imports: paths below src/, and packages by name. */
  readonly imports: readonly string[]
  /** Those among them that are loaded with the file: neither types only nor on demand. */
  readonly loads: readonly string[]
}

const IMPORT =
  /(?:^|\n)(?:import|export)\s(?!const\b)(?:[^'"\n]|\n(?!import|export))*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

function readSource(path: string): SourceFile {
  const text = readFileSync(resolve(SRC, path), 'utf8')
  const found = [...text.matchAll(IMPORT)].map(([statement, fixed, dynamic]) => ({
    target: targetOf(path, fixed ?? dynamic!),
    isLoaded: fixed !== undefined && !/^\s*(?:import|export)\s+type\s/.test(statement),
  }))
  const imports = found.map(({ target }) => target)
  const loads = found.filter(({ isLoaded }) => isLoaded).map(({ target }) => target)
  return { path, text, imports, loads }
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(SRC, resolve(SRC, dirname(path), specifier))
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Everything that is loaded with a file, at any distance. */
function loadedWith(path: string, loaded = new Set<string>()): Set<string> {
  for (const target of files.find((file) => file.path === path)?.loads ?? []) {
    if (loaded.has(target)) continue
    loaded.add(target)
    loadedWith(target, loaded)
  }
  return loaded
}

/** The folder directly below src/, or the file there. */
function roomOf(path: string): string {
  return path.split('/')[0]!
}

/** A vocabulary's own part of the contract, or the list of them. */
const CONTRACT_PART = /^ontologies\/(?:[a-z0-9]+\/contract|contracts)\.ts$/

/** The layer of a path below src/, -1 for a package. */
function layerOf(path: string): number {
  const room = CONTRACT_PART.test(path) ? 'contract' : roomOf(path)
  return LAYERS.findIndex((names) => names.includes(room))
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .sort()
  .map(readSource)

test('the tree is read', () => {
  expect(files.length).toBeGreaterThan(30)
  const { imports } = files.find(({ path }) => path === 'index/writer.ts')!
  expect(imports).toEqual(
    expect.arrayContaining(['better-sqlite3', 'language/analyze.ts', 'index/arrays.ts']),
  )
})

test('every file stands in a layer', () => {
  expect(files.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path)).toEqual([])
})

test('no import climbs, or goes to the room next door', () => {
  const climbing = files.flatMap(({ path, imports }) =>
    imports
      .filter((each) => layerOf(each) >= layerOf(path) && roomOf(each) !== roomOf(path))
      .filter((each) => layerOf(each) > layerOf(path) || layerOf(path) > 0)
      .map((each) => `${path} -> ${each}`),
  )
  expect(climbing).toEqual([])
})

test('a vocabulary declares its contract by shapes that name none', () => {
  const parts = files.filter(({ path }) => CONTRACT_PART.test(path))
  expect(parts.length).toBe(Object.keys(ONTOLOGY_FOLDERS).length + 1)
  const shapes = ['contract/shapes.ts', 'contract/text-shapes.ts']
  for (const { path, imports } of parts.filter(({ path }) => path !== 'ontologies/contracts.ts'))
    expect([path, imports.filter((each) => each !== 'zod' && !shapes.includes(each))]).toEqual([
      path,
      [],
    ])
})

test('the contract names no vocabulary', () => {
  const names = Object.keys(ONTOLOGY_FOLDERS).join('|')
  const naming = files
    .filter(({ path }) => ['contract', 'contract.ts'].includes(roomOf(path)))
    .filter(({ text }) => new RegExp(`['"\`](?:${names})['"\`]`).test(text))
    .map(({ path }) => path)
  expect(naming).toEqual([])
})

test('no two files import each other', () => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const pairs = files.flatMap(({ path, imports }) =>
    imports
      .filter((each) => path < each && importsOf.get(each)?.includes(path))
      .map((each) => `${path} <-> ${each}`),
  )
  expect(pairs).toEqual([])
})

test('scripts import nothing of the benches', () => {
  const scripts = resolve(SRC, '../scripts')
  const importing = readdirSync(scripts, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => /from '[^']*bench\//.test(readFileSync(resolve(scripts, path), 'utf8')))
  expect(importing).toEqual([])
})

test('no import leaves src/', () => {
  const leaving = files.flatMap(({ path, imports }) =>
    imports.filter((each) => each.startsWith('..')).map((each) => `${path} -> ${each}`),
  )
  expect(leaving).toEqual([])
})

test.each(Object.entries(ONLY_IMPORTERS))('%s is imported by %s only', (name, importers) => {
  const found = files.filter(({ imports }) => imports.includes(name)).map(({ path }) => path)
  expect(found).toEqual(importers)
})

test.each(Object.entries(ONTOLOGY_FOLDERS))(
  'nothing but %s itself asks for its name',
  (name, folder) => {
    const quoted = `['"\`]${name}['"\`]`
    const comparison = new RegExp(`[!=]==?\\s*${quoted}|${quoted}\\s*[!=]==?|case\\s+${quoted}`)
    const asking = files
      .filter(({ path, text }) => !path.startsWith(folder) && comparison.test(text))
      .map(({ path }) => path)
    expect(asking).toEqual([])
  },
)

test.each(['library/pool/worker.ts', 'library/medlink.ts', 'medlink.ts'])(
  '%s loads no reader of releases and starters',
  (path) => {
    const loaded = loadedWith(path)
    expect(loaded).toContain('linker/pipeline.ts')
    expect([...loaded].filter((each) => readsReleases(each))).toEqual([])
  },
)

test.each(['library/pool/worker.ts', 'medlink.ts'])('%s loads nothing of the server', (path) => {
  const loaded = [...loadedWith(path)]
  expect(
    loaded.filter((each) => ['records', 'mapping', 'mcp', 'fhir', 'http'].includes(roomOf(each))),
  ).toEqual([])
  expect(loaded.filter((each) => SERVER_PACKAGES.test(each))).toEqual([])
  const server = [...loadedWith('http/http.ts')]
  expect(server.filter((each) => SERVER_PACKAGES.test(each)).length).toBeGreaterThan(5)
})

test('type-ahead in a web page loads nothing of Node.js', () => {
  const loaded = [...loadedWith('browser/browser.ts')]
  expect(loaded).toEqual(expect.arrayContaining(['browser/open.ts', 'language/words.ts']))
  const { dependencies, optionalDependencies, devDependencies } = manifest
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  expect(loaded.filter((each) => each.startsWith('node:'))).toEqual([])
  expect(loaded.filter((each) => packages.includes(each))).toEqual(['flexsearch'])
})

test('linking does not load FlexSearch', () => {
  expect([...loadedWith('medlink.ts')]).not.toContain('flexsearch')
})

test.each([
  { room: 'mapping', others: ['records', 'files', 'language'] },
  { room: 'mcp', others: [] },
  { room: 'fhir', others: [] },
  { room: 'http', others: ['records'] },
  { room: 'cli', others: [] },
])('$room reaches the library through its faces', ({ room, others }) => {
  const inside = files
    .filter(({ path }) => roomOf(path) === room)
    .flatMap(({ path, imports }) =>
      imports
        .filter((each) => layerOf(each) >= 0 && ![room, ...others].includes(roomOf(each)))
        .filter((each) => !FACES.includes(each))
        .map((each) => `${path} -> ${each}`),
    )
  expect(inside).toEqual([])
})

test.each(FACES)('%s is exports and nothing else', (path) => {
  const { text } = files.find((file) => file.path === path)!
  const statements = text.replace(/^\/\*\*.*\*\/$/m, '').trim()
  expect(statements).toMatch(/^(export (type )?\{[^}]+\} from '[^']+'\s*)+$/)
})

test('the package exports the public entries and nothing else', () => {
  const entries = Object.values(manifest.exports).flatMap((entry) => entry.default ?? [])
  expect(entries.toSorted()).toEqual(
    [...PUBLIC, PUBLIC_SCRIPT].map((path) => `./dist/${path.replace(/ts$/, 'js')}`).sort(),
  )
})

test('asking for help loads no more of src/ than the commands', () => {
  expect(files.find(({ path }) => path === 'cli/main.ts')!.loads).toEqual([])
  const loaded = [...loadedWith('cli/start.ts')].filter((path) => layerOf(path) >= 0)
  expect(loaded.filter((path) => !path.startsWith('cli/'))).toEqual([])
})

test('a build loads them when it is asked for', () => {
  const { imports, loads } = files.find(({ path }) => path === 'build/build-index.ts')!
  expect(imports).toContain('ontologies/all-releases.ts')
  expect(loads).not.toContain('ontologies/all-releases.ts')
  const loaded = loadedWith('ontologies/all-releases.ts')
  expect(RELEASE_PARSERS.filter((parser) => !loaded.has(parser))).toEqual([])
})

/** Whether a file is of no use but for building, or a package that only release files need. */
function readsReleases(path: string): boolean {
  return (
    /^ontologies\/(?:[a-z0-9]+\/release\/|(?:all-releases|curated|release-(?:csv|files|text|zip))\.ts$)/.test(
      path,
    ) || RELEASE_PARSERS.includes(path)
  )
}
