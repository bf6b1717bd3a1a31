/**
 * Builds the index of drugs: RxNorm, lists of products, or several of them in one; the first leads.
 *
 *   tsx scripts/build-medication.ts --release <folder|zip> [--release …] [--version V] [--lenient] [--out DIR]
 */
import { run } from '../src/cli/run.ts'

process.exitCode = await run(['build', 'medication', ...process.argv.slice(2)], process)
