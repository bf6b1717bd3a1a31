import { styleText } from 'node:util'

/** Where text goes: a terminal, a pipe, a file, or a test's buffer. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Everything a command may touch outside the library; `process` fits. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The command was called wrongly in a way that only it can see. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** How text may look. */
export type Style =
  | 'bold'
  | 'dim'
  | 'green'
  | 'yellow'
  | 'magenta'
  | 'blue'
  | 'cyan'
  | 'strikethrough'

/** Text in a style or several, e.g. `paint('bold', 'code')`. */
export type Paint = (style: Style | readonly Style[], text: string) => string

/** Styles for an output that is a terminal whose user has not set NO_COLOR (https://no-color.org); else plain text. */
export function paintFor(output: Output, env: Io['env']): Paint {
  if (!hasColour(output, env)) return (_, text) => text
  return (style, text) => styleText([style].flat(), text, { validateStream: false })
}

/** True if colour may be written to `output`. */
export function hasColour(output: Output, env: Io['env']): boolean {
  return output.isTTY === true && !env.NO_COLOR
}

/** Length of a line on stdout in characters; default: 80. */
export function lineWidth({ stdout }: Io): number {
  return stdout.columns || 80
}

/** Writes lines to stdout. */
export function print(io: Io, ...lines: readonly string[]): void {
  if (lines.length > 0) io.stdout.write(`${lines.join('\n')}\n`)
}

/** Writes remarks to stderr, each on a line of its own that says who speaks. */
export function remark(io: Io, ...lines: readonly string[]): void {
  for (const line of lines) io.stderr.write(`medlink: ${line}\n`)
}

/** Says on stderr why nothing was printed. On a terminal stdout says it. */
export function remarkEmpty(io: Io, reason: string): void {
  if (!io.stdout.isTTY) remark(io, reason)
}

/** Writes one JSON value to stdout: on one line, but indented when a person reads it. */
export function printJson(io: Io, value: unknown): void {
  print(io, JSON.stringify(value, null, io.stdout.isTTY ? 2 : 0))
}

/** Root of the indexes of a project, where it exists; builds of releases go there if no folder was named. */
export const PROJECT_ROOT = './indexes'

/** Root of the indexes that was named, by `--dir` or else by the environment's MEDLINK_DIR; undefined when none was. */
export function getNamedRoot({ env }: Io, dir: string | undefined): string | undefined {
  return dir ?? (env.MEDLINK_DIR || undefined)
}
