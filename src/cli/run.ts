import { CommanderError } from 'commander'
import { type Io, UsageError } from './io.ts'
import { createProgram } from './program.ts'

/** Exit codes of every command: done, refused with a message, called wrongly. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/**
 * Runs one command and gives back its exit code. Nothing is thrown: errors are printed on stderr, as
 * `medlink: <message>` or, with `--json` among the arguments, as `{"error":{"code","message"}}`.
 *
 * @param argv what follows `medlink` on the command line
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    await report(error, io, argv.includes('--json'))
    return error instanceof UsageError ? EXIT.usage : EXIT.failed
  }
}

async function report(error: unknown, { stderr, env }: Io, json: boolean): Promise<void> {
  const { code, message } = await describe(error)
  stderr.write(`${json ? JSON.stringify({ error: { code, message } }) : `medlink: ${message}`}\n`)
  if (!env.MEDLINK_DEBUG || !(error instanceof Error)) return
  const { placesOf } = await import('../internal.ts')
  stderr.write(`${placesOf(error)}\n`)
}

/**
 * Code and message for people. Only errors whose text is ours or the operating system's are quoted: another one's may
 * repeat the text that was linked.
 */
async function describe(error: unknown): Promise<{ code: string; message: string }> {
  if (error instanceof UsageError) return { code: 'usage', message: error.message }
  // Not loaded before a command asks for it: help and wrong usage need no database.
  const { MedlinkError } = await import('../medlink.ts')
  if (error instanceof MedlinkError) return { code: error.code, message: error.message }
  if (error instanceof Error && 'syscall' in error)
    return { code: 'system', message: error.message }
  const kind = error instanceof Error ? error.name : typeof error
  return {
    code: 'internal',
    message: `this is a mistake in Medlink (${kind}): run again with MEDLINK_DEBUG=1 to see where`,
  }
}
