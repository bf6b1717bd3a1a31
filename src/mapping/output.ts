import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { sync } from '../files/atomic.ts'
import { tryLock } from '../files/lock.ts'
import { asFileError } from '../internal.ts'
import { MedlinkError } from '../medlink.ts'

/**
 * Runs `work`, alone of all processes that want to make this file.
 *
 * @throws MedlinkError `build_in_progress` when another process is at it; `no_access`, `disk_full`
 */
export async function withOutput<T>(out: string, work: () => Promise<T>): Promise<T> {
  try {
    const release = tryLock(`${out}.building`)
    if (release === undefined)
      throw new MedlinkError(
        'build_in_progress',
        `another process is writing ${out}: wait for it, or name another file`,
      )
    try {
      return await work()
    } finally {
      release()
    }
  } catch (error) {
    throw asFileError(out, error)
  }
}

/**
 * Fills a new file and replaces `out` by it in one step; an existing file stays as it is if `write` fails.
 *
 * @param write fills the file of the name that it is given, and has it on disk when it is done
 */
export async function replaceFile(
  out: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${out}.tmp`
  try {
    await write(temporary)
    renameSync(temporary, out)
    sync(dirname(out))
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Characters that are written at once. */
const PIECE_LENGTH = 1 << 16
/** How a file of SQLite begins: indexes, records, mapping projects. */
const SQLITE = Buffer.from('SQLite format 3\0')

/**
 * Makes a file of pieces of text, alone and in one step.
 *
 * @param mayReplace whether one that is there gives way to it
 * @param encoding latin1 for pieces of which each character is a byte
 * @throws MedlinkError `invalid_request` where it may not; what {@link withOutput} throws, and what the pieces throw
 */
export async function writeOutput(
  out: string,
  mayReplace: boolean,
  pieces: AsyncIterable<string>,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  await withOutput(out, async () => {
    requireReplaceable(undefined, out, mayReplace)
    await replaceFile(out, (temporary) => writePieces(temporary, pieces, encoding))
  })
}

async function writePieces(
  path: string,
  pieces: AsyncIterable<string>,
  encoding: BufferEncoding,
): Promise<void> {
  const handle = openSync(path, 'w')
  try {
    let text = ''
    for await (const piece of pieces) {
      text += piece
      if (text.length < PIECE_LENGTH) continue
      appendFileSync(handle, text, encoding)
      text = ''
    }
    appendFileSync(handle, text, encoding)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * @param input that the output must not be, where there is one
 * @throws MedlinkError `invalid_request` when both are one file, or the output is there and is a database or may not be
 *   replaced
 */
export function requireReplaceable(
  input: string | undefined,
  out: string,
  mayReplace: boolean,
): void {
  if (!existsSync(out)) return
  if (input !== undefined && existsSync(input) && realpathSync(input) === realpathSync(out))
    throw new MedlinkError('invalid_request', `${out} is the input: name another file`)
  if (!mayReplace)
    throw new MedlinkError(
      'invalid_request',
      `${out} already exists: name another file, or replace it (--force)`,
    )
  if (isDatabase(out))
    throw new MedlinkError('invalid_request', `${out} is a database: name another file`)
}

function isDatabase(path: string): boolean {
  const handle = openSync(path, 'r')
  try {
    const beginning = Buffer.alloc(SQLITE.length)
    readSync(handle, beginning, 0, beginning.length, 0)
    return beginning.equals(SQLITE)
  } finally {
    closeSync(handle)
  }
}
