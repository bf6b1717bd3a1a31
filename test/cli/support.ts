import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Output } from '../../src/cli/io.ts'
import { run } from '../../src/cli/run.ts'
import { MINI } from '../support/shared-index.ts'

/** The miniature release of ICD-10-CM in the publisher's layout; its version is 2027. */
export const MINI_RELEASE = MINI['icd-10-cm'].release

/** What a command did. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** What is piped into stdin; without it stdin is a terminal. */
  readonly stdin?: string
  /** Whether stdout and stderr are terminals, 80 characters wide. */
  readonly terminal?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command in this process, with streams and environment of its own. */
export async function medlink(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { stdin, terminal = false, env = {} } = options
  const out = collector(terminal)
  const err = collector(terminal)
  const input = Object.assign(Readable.from(stdin === undefined ? [] : [stdin]), {
    isTTY: stdin === undefined,
  })
  const code = await run(argv, { stdin: input, stdout: out.output, stderr: err.output, env })
  return { code, stdout: out.text(), stderr: err.text() }
}

/** A new folder that is gone when the running test is over. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medlink-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function collector(terminal: boolean): { output: Output; text: () => string } {
  const stream = new PassThrough()
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  const output = terminal ? Object.assign(stream, { isTTY: true, columns: 80 }) : stream
  return { output, text: () => text + (stream.read() ?? '') }
}
