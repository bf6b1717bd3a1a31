import { defineConfig } from 'vitest/config'

/** Where the continuous integration wants the report as JSON; a plain run prints only. */
const report = process.env.MEDLINK_TEST_REPORT

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Modules are loaded once a worker, not once a file, which is half the time: files must leave no state behind.
    isolate: false,
    maxWorkers: '100%',
    // A limit that a busy machine keeps: builds of small releases take a second on a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
