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
import { buildSync } from 'esbuild'
import { inject } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
/** Modules that processes and threads begin with. */
const ENTRIES = [
  ...['cli/main', 'cli/run', 'records/open'],
  ...['library/pool/worker', 'library/starter-worker'],
]
/** Files that a browser loads as they are. */
const PAGES = ['src/http/page', 'src/http/review/page', 'src/http/playground/page']
/** A file that is no TypeScript, and is loaded as it is. */
const UNIT_PARSER = 'src/units/ucum-lhc.cjs'
const ELEMENT = /^suggest-\w+\.js$/

/**
 * A folder with the sources below src/, bundled as they are installed, except that packages stay where they are. It is made once a
 * run: a process that compiles the sources itself takes several times as long to start, and so does each of its threads.
 */
export function compiledSources(): string {
  const folder = join(inject('sharedIndexes'), 'compiled')
  if (existsSync(folder)) return folder
  const made = mkdtempSync(`${folder}-`)
  for (const name of ['node_modules', 'data', 'package.json'])
    symlinkSync(join(REPOSITORY, name), join(made, name))
  buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: ENTRIES.map((path) => `src/${path}.ts`),
    outbase: 'src',
    outdir: join(made, 'src'),
    // Two steps below the package, like every source that reads a file of it.
    chunkNames: 'library/[name]-[hash]',
    ...{ bundle: true, splitting: true, packages: 'external' },
    ...{ platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' },
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
