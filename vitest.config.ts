import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import LongestFirst from './test/support/longest-first.ts'

/** Where the continuous integration wants the report as JSON; a plain run prints only. */
const report = process.env.MEDLINK_TEST_REPORT

/** Tests that need a process, a database, a browser, a server or a whole build: `npm run test:system`. */
const SYSTEM = [
  'test/{build,cli,files,http,package,records}/**/*.test.ts',
  'test/docs/{examples,run}.test.ts',
  'test/browser/{chromium,suggest-element}.test.ts',
  'test/fhir/coding/threads.test.ts',
  'test/index/damage.test.ts',
  'test/library/{comprehend-many,flexsearch-file,link-many,memory,site-names,starters}.test.ts',
  'test/linker/{brand-rows,medication-units}.test.ts',
  'test/mcp/{conformance,same-answers}.test.ts',
  'test/mapping/{map,merge,move,opening,project}.test.ts',
  'test/mapping/{exchange,tables}/*.test.ts',
  'test/ontologies/icd10cm/published-releases.test.ts',
  'test/ontologies/release-files.test.ts',
]

/** Worker threads begin with sources that are compiled once a run; test/cli/process.test.ts has one that compiles them itself. */
const START_WORKER = {
  find: /^\.{1,2}\/start-worker\.ts$/,
  replacement: fileURLToPath(new URL('test/support/start-worker.ts', import.meta.url)),
}

/** Builds read the tables of Medlink once a process; test/build/phrases.test.ts has the module that reads them. */
const PHRASES_READ_ONCE: Plugin = {
  name: 'phrases-read-once',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './phrases.ts' &&
    importer === fileURLToPath(new URL('src/build/compile.ts', import.meta.url))
      ? fileURLToPath(new URL('test/support/phrases-read-once.ts', import.meta.url))
      : undefined,
}

export default defineConfig({
  plugins: [PHRASES_READ_ONCE],
  resolve: { alias: [START_WORKER] },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: SYSTEM },
      },
      { extends: true, test: { name: 'system', include: SYSTEM } },
    ],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts', 'test/support/processor-time.ts'],
    // Modules are loaded once a worker, not once a file, which is half the time: files must leave no state behind.
    isolate: false,
    // What Vite makes of a module is kept in node_modules/ until the module changes.
    experimental: { fsModuleCache: true },
    maxWorkers: '100%',
    // There is a worker for each core: threads that help one of them collect garbage take the time of another. Most objects of a
    // test die young.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Limits that a busy machine keeps. Builds of small releases take a second on a quiet one; a hook may wait for all of them.
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // What is looked at again and again is there within milliseconds, but on such a machine.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    reporters: ['default', './test/support/slowest-tests.ts', ...(report ? [json(report)] : [])],
  },
})

function json(outputFile: string): ['json', { outputFile: string }] {
  return ['json', { outputFile }]
}
