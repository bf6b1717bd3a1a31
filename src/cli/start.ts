/** Runs the command line of this process. */

import { run } from './run.ts'

// A reader of our output may stop early (`medlink registry | head -1`): that is the end of our work, not an error.
for (const output of [process.stdout, process.stderr])
  output.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), process)
