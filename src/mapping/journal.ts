/**
 * Answers that a run has so far, next to its output: a line that identifies the run, then an answer a line in the order of
 * the different requests. Lines are only ever added, and on disk once a second, so that a run that dies loses what it
 * linked in its last second, and one that goes on writes the same output as one that was never stopped.
 */

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { MedlinkError } from '../medlink.ts'
import type { Answer } from './answers.ts'

/** Facts that the answers of a journal depend on; a message names each that has changed. */
export interface RunIdentity {
  /** SHA-256 of the input. */
  readonly input: string
  /** The name of the index, which says what is in it. */
  readonly index: string
  /** Hash of the site's names; '' if there are none. */
  readonly names: string
  /** Whatever else decides what is asked, as JSON. */
  readonly options: string
  /** Version of Medlink. */
  readonly program: string
}

const FORMAT = 1
const SYNC_MS = 1000

const CHANGES: Readonly<Record<keyof RunIdentity, string>> = {
  input: 'the input has changed',
  index: 'the index has changed',
  names: 'the names (--names) have changed',
  options: 'the columns or options have changed',
  program: 'the version of Medlink has changed',
}

export class Journal {
  readonly #path: string
  readonly #handle: number
  #position: number
  #lines: string[] = []
  #synced = performance.now()

  private constructor(path: string, handle: number, position: number) {
    this.#path = path
    this.#handle = handle
    this.#position = position
  }

  /**
   * Goes on with the journal of an earlier run, or begins one.
   *
   * @param onAnswer given each answer of the earlier run, in order
   * @throws MedlinkError `invalid_request` when the earlier run was of something else; the system's error
   */
  static async open(
    path: string,
    identity: RunIdentity,
    resume: boolean,
    onAnswer: (answer: Answer) => void,
  ): Promise<Journal> {
    const kept = resume && existsSync(path) ? await readJournal(path, identity, onAnswer) : 0
    const handle = openSync(path, kept === 0 ? 'w' : 'r+')
    if (kept > 0) ftruncateSync(handle, kept)
    const journal = new Journal(path, handle, kept)
    if (kept === 0) journal.#lines.push(JSON.stringify({ format: FORMAT, ...identity }))
    journal.sync()
    return journal
  }

  add(answer: Answer): void {
    this.#lines.push(JSON.stringify(answer))
    if (performance.now() - this.#synced >= SYNC_MS) this.sync()
  }

  /** Has everything on disk when it returns. */
  sync(): void {
    this.#synced = performance.now()
    if (this.#lines.length === 0) return
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`)
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#handle, bytes, at, bytes.length - at, this.#position + at)
    this.#position += bytes.length
    this.#lines = []
    fsyncSync(this.#handle)
  }

  close(): void {
    closeSync(this.#handle)
  }

  /** Once the output is in place. */
  remove(): void {
    rmSync(this.#path, { force: true })
  }
}

/**
 * Bytes of a journal up to its last whole line; 0 if not even its first is whole. Bytes after them were being written when
 * the run died.
 */
async function readJournal(
  path: string,
  identity: RunIdentity,
  onAnswer: (answer: Answer) => void,
): Promise<number> {
  let kept = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    let from = 0
    for (;;) {
      const end = rest.indexOf(0x0a, from)
      if (end < 0) break
      const line = parseLine(rest.toString('utf8', from, end))
      if (line === undefined) return kept
      if (kept === 0) requireSame(path, line, identity)
      else onAnswer(line as unknown as Answer)
      kept += end + 1 - from
      from = end + 1
    }
    rest = rest.subarray(from)
  }
  return kept
}

function parseLine(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function requireSame(
  path: string,
  found: Readonly<Record<string, unknown>>,
  identity: RunIdentity,
): void {
  const changes = Object.entries(CHANGES)
    .filter(([key]) => found[key] !== identity[key as keyof RunIdentity])
    .map(([, change]) => change)
  if (found.format !== FORMAT) changes.push(CHANGES.program)
  if (changes.length === 0) return
  throw new MedlinkError(
    'invalid_request',
    `the run of ${path} cannot continue: ${changes.join(', and ')}. Start over (--force), or restore the earlier state`,
  )
}
