/**
 * Builds the index of a SNOMED CT release: an edition, or an edition and its extensions.
 *
 *   tsx scripts/build-snomed.ts --release <folder|zip> [--release …] [--version V] [--dialect en-GB] [--lenient] [--out DIR]
 */
import { run } from '../src/cli/run.ts'

process.exitCode = await run(['build', 'snomed', ...process.argv.slice(2)], process)
