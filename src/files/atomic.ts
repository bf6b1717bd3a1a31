import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { asFileError, MedlinkError } from '../errors.ts'
import { tryLock } from './lock.ts'

/**
 * Replaces a file by a new one in one step; makes the folder if there is none. `write` fills a temporary file next to it,
 * which is synced and renamed; when `write` throws or the process dies, the old file stays untouched. Leftovers of a dead
 * process are removed here. A symbolic link stays one: the file that it leads to is replaced.
 *
 * @throws MedlinkError `build_in_progress` when another process or thread is making the same file, `disk_full`, `no_access`
 */
export function replaceAtomically<T>(file: string, write: (temporary: string) => T): T {
  try {
    const target = followLinks(file)
    mkdirSync(dirname(target), { recursive: true })
    const release = tryLock(`${target}.building`)
    if (release === undefined)
      throw new MedlinkError(
        'build_in_progress',
        `another process or thread is writing ${file}: wait for it, or stop it and try again`,
      )
    try {
      return replaceLocked(target, write)
    } finally {
      release()
    }
  } catch (error) {
    throw asFileError(file, error)
  }
}

function replaceLocked<T>(target: string, write: (temporary: string) => T): T {
  const temporary = `${target}.tmp`
  try {
    rmSync(temporary, { force: true })
    // The lock of versions up to 0.4, which nothing reads any more.
    rmSync(`${target}.lock`, { force: true })
    const result = write(temporary)
    sync(temporary)
    renameSync(temporary, target)
    sync(dirname(target))
    return result
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Where a path leads by symbolic links at its end, whether or not anything is there. */
function followLinks(path: string): string {
  // Throws where links lead in a circle.
  statSync(path, { throwIfNoEntry: false })
  let target = path
  while (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink())
    target = resolve(dirname(target), readlinkSync(target))
  return target
}

/** Has what was written to a file, or the names in a folder, on disk when it returns. @throws the system's error */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
