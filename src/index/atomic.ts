import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { MedlinkError } from '../errors.ts'

/**
 * Makes a new file in the place of an old one in one step. `write` fills a temporary file beside it, which is synced
 * and renamed; when `write` throws or the process dies, the old file stands untouched, and what a dead process left
 * behind is cleared away here.
 *
 * @throws MedlinkError `build_in_progress` when a live process is making the same file
 */
export function replaceAtomically<T>(file: string, write: (temporary: string) => T): T {
  const lock = `${file}.lock`
  const temporary = `${file}.tmp`
  acquire(lock, file)
  try {
    rmSync(temporary, { force: true })
    const result = write(temporary)
    sync(temporary)
    renameSync(temporary, file)
    sync(dirname(file))
    return result
  } finally {
    rmSync(temporary, { force: true })
    rmSync(lock, { force: true })
  }
}

/** Creates the lock file, which holds the process id of its owner. A dead owner's lock is taken over. */
function acquire(lock: string, file: string): void {
  for (;;) {
    try {
      const handle = openSync(lock, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
      const owner = readOwner(lock)
      if (owner !== undefined && isAlive(owner))
        throw new MedlinkError(
          'build_in_progress',
          `process ${owner} is writing ${file}: wait for it, or stop it and try again`,
        )
      rmSync(lock, { force: true })
    }
  }
}

function readOwner(lock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
