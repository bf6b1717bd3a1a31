/**
 * Builds the indexes of the starter vocabularies that come with Medlink.
 *
 *   tsx scripts/build-starter.ts [--out DIR]
 */
import { run } from '../src/cli/run.ts'

process.exitCode = await run(['build', 'starter', ...process.argv.slice(2)], process)
