/** The sources in plain JavaScript, for the processes and threads that tests start. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildSync } from 'esbuild'
import { inject } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
/** Modules of src/ that processes and threads begin with. */
const THREADS = ['library/pool/worker', 'library/starter-worker']
const ENTRIES = ['medlink', 'cli/main', 'cli/run', 'records/open', ...THREADS]
/** Programs of test/ that are processes of their own. */
const CHILDREN = [
  ...['http/documents/child', 'http/webhooks/child', 'mapping/child', 'records/child'],
  ...[
    'dying-build',
    'dying-swap',
    'lock-holder',
    'memory-child',
    'starter-child',
    'units-child',
  ].map((name) => `support/${name}`),
]
/** Files that a browser loads as they are. */
const PAGES = ['src/http/page', 'src/http/review/page', 'src/http/playground/page']
/** A file that is no TypeScript, and is loaded as it is. */
const UNIT_PARSER = 'src/units/ucum-lhc.cjs'
const ELEMENT = /^suggest-\w+\.js$/
const NOT_BUNDLED = [
  ...['@aws-sdk/*', '@duckdb/*', '@fastify/swagger-ui', '@lhncbc/ucum-lhc'],
  ...['better-sqlite3', 'pg', 'sharp'],
]
/** What modules of CommonJS find in Node, for those that are bundled into one of ECMAScript. */
const REQUIRE = [
  "import { createRequire as createOwnRequire } from 'node:module'",
  "import { dirname as ownDirname } from 'node:path'",
  "import { fileURLToPath as ownPath } from 'node:url'",
  'const require = createOwnRequire(import.meta.url)',
  'const __filename = ownPath(import.meta.url)',
  'const __dirname = ownDirname(__filename)',
].join('\n')

/** Path of a program of {@link CHILDREN}, compiled. @param path below test/, without its ending */
export function compiledChild(path: string): string {
  if (!CHILDREN.includes(path)) throw new Error(`${path} is not compiled`)
  return join(compiledSources(), 'test', `${path}.js`)
}

/**
 * A folder with the sources below src/, bundled as they are installed, except that packages stay where they are. It is made once a
 * run: a process that compiles the sources itself takes several times as long to start, and so does each of its threads.
 */
export function compiledSources(): string {
  return compiledOnce('compiled', {
    entryPoints: [
      ...ENTRIES.map((path) => `src/${path}.ts`),
      ...CHILDREN.map((path) => `test/${path}.ts`),
    ],
    packages: 'external',
  })
}

/**
 * Path of the command in a folder like {@link compiledSources}, with its packages bundled, too. A server starts in two thirds of the
 * time: for tests of what a process does, and not of which modules it loads.
 */
export function compiledCommand(): string {
  const folder = compiledOnce('command', {
    entryPoints: ['cli/main', ...THREADS].map((path) => `src/${path}.ts`),
    // What is no JavaScript, or reads files of its own.
    external: NOT_BUNDLED,
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
  })
  return join(folder, 'src/cli/main.js')
}

/** A folder of a run with bundles of sources, which the first test file that asks for it makes. */
function compiledOnce(name: string, options: BuildOptions): string {
  const folder = join(inject('runFolder'), name)
  if (existsSync(folder)) return folder
  const made = mkdtempSync(`${folder}-`)
  for (const name of ['node_modules', 'data', 'package.json'])
    symlinkSync(join(REPOSITORY, name), join(made, name))
  buildSync({
    absWorkingDir: REPOSITORY,
    outbase: '.',
    outdir: made,
    // Two steps below the package, like every source that reads a file of it.
    chunkNames: 'src/library/[name]-[hash]',
    // Servers listen sooner: they have a third less code to read.
    ...{ bundle: true, splitting: true, minifyWhitespace: true },
    ...{ platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    ...options,
  })
  const browser = 'src/browser'
  const scripts = readdirSync(join(REPOSITORY, browser)).filter((name) => ELEMENT.test(name))
  for (const path of [UNIT_PARSER, ...PAGES, ...scripts.map((name) => join(browser, name))]) {
    mkdirSync(dirname(join(made, path)), { recursive: true })
    symlinkSync(join(REPOSITORY, path), join(made, path))
  }
  try {
    renameSync(made, folder)
  } catch (error) {
    // Another test file was first.
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
  return folder
}
