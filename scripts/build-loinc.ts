/**
 * Builds the index of a LOINC release.
 *
 *   tsx scripts/build-loinc.ts --release <folder|zip> [--version V] [--out DIR]
 */
import { run } from '../src/cli/run.ts'

process.exitCode = await run(['build', 'loinc', ...process.argv.slice(2)], process)
