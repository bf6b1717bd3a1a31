import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './temporary.ts'

/** What a benchmark's child process ran: the built package when there is one, else the sources through tsx. */
type RunFrom = 'dist' | 'tsx'

const BUILT = new URL('../dist/medlink.js', import.meta.url)
const SOURCE = new URL('../src/medlink.ts', import.meta.url)

/** A library that a child process runs, and what Node needs to load it. */
interface Library {
  readonly from: RunFrom
  readonly href: string
  readonly loader: readonly string[]
}

/** The sources: parts that the package does not export are there only. */
export const SOURCES: Library = { from: 'tsx', href: SOURCE.href, loader: ['--import', 'tsx'] }

/** The library that benchmarks' child processes run. */
export function findLibrary(): Library {
  return existsSync(BUILT) ? { from: 'dist', href: BUILT.href, loader: [] } : SOURCES
}

/** An answer that takes longer is none. Default: hardly anything takes nearly as long, on a machine that is busy. */
const HANGS_AFTER_MS = 60_000

/** Error of a child process instead of an answer: `crash: …` or `hang`. */
export interface NoAnswer {
  readonly error: string
}

/** A process of a script of bench/ that says when it is ready, and answers each message with one of its own. */
export class AnsweringProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Starts a script; arguments as {@link runChild}'s. */
  static async start(
    script: string,
    args: readonly string[],
    { href, loader }: Library = findLibrary(),
  ): Promise<AnsweringProcess> {
    const child = new AnsweringProcess(
      fork(fileURLToPath(new URL(script, import.meta.url)), [href, ...args], {
        execArgv: [...loader],
        cwd: fileURLToPath(new URL('..', import.meta.url)),
      }),
    )
    await child.#next()
    return child
  }

  async ask<Answer extends object>(
    message: object,
    hangsAfterMs?: number,
  ): Promise<Answer | NoAnswer> {
    const answer = this.#next(hangsAfterMs)
    if (this.#child.connected) this.#child.send(message)
    return (await answer) as Answer | NoAnswer
  }

  /** Ends it with SIGKILL. */
  async kill(): Promise<void> {
    if (this.#hasEnded()) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async #next(hangsAfterMs = HANGS_AFTER_MS): Promise<unknown> {
    const crash = () => ({ error: `crash: ${this.#child.signalCode ?? this.#child.exitCode}` })
    if (this.#hasEnded()) return crash()
    const over = new AbortController()
    const { signal } = over
    try {
      return await Promise.race([
        once(this.#child, 'message', { signal }).then(([said]) => said),
        once(this.#child, 'exit', { signal }).then(crash),
        sleep(hangsAfterMs, { error: 'hang' }, { signal }),
      ])
    } finally {
      over.abort()
    }
  }
}

/**
 * Runs a script of bench/ in a new process, with the URL of the library as its first argument, and returns the JSON
 * it prints with the time it was started at, in milliseconds since 1970.
 *
 * @throws Error with what the child wrote to stderr when it fails
 */
export function runChild<Report>(
  script: string,
  args: readonly string[],
): { report: Report; startedAt: number; from: RunFrom } {
  const { from, href, loader } = findLibrary()
  const file = fileURLToPath(new URL(script, import.meta.url))
  const startedAt = Date.now()
  const child = spawnSync(process.execPath, [...loader, file, href, ...args], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  if (child.status !== 0)
    throw new Error(`${script} failed: ${child.stderr}`, { cause: child.error })
  return { report: JSON.parse(child.stdout) as Report, startedAt, from }
}

/** Writes a value as JSON into a temporary file: what is too long for an argument of a child process. */
export function jsonFile(value: unknown): string {
  const file = join(temporaryFolder(), 'value.json')
  writeFileSync(file, JSON.stringify(value))
  return file
}
