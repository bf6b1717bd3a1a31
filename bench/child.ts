import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './temporary.ts'

/** What a benchmark's child process ran: the built package when there is one, else the sources through tsx. */
export type RunFrom = 'dist' | 'tsx'

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

/** Starts a script of bench/ as a process that messages can be sent to; arguments as {@link runChild}'s. */
export function startChild(
  script: string,
  args: readonly string[],
  { href, loader }: Library = findLibrary(),
): ChildProcess {
  return fork(fileURLToPath(new URL(script, import.meta.url)), [href, ...args], {
    execArgv: [...loader],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
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

/** Runs something with a file that holds a value as JSON: what is too long for an argument of a child process. */
export function withJsonFile<T>(value: unknown, use: (file: string) => T): T {
  const folder = temporaryFolder()
  const file = join(folder, 'value.json')
  writeFileSync(file, JSON.stringify(value))
  return use(file)
}
