/**
 * Builds the index of an ICD-10-CM release.
 *
 *   tsx scripts/build-icd-10-cm.ts --release <folder|zip> [--version V] [--out DIR]
 */
import { run } from '../src/cli/run.ts'

process.exitCode = await run(['build', 'icd-10-cm', ...process.argv.slice(2)], process)
