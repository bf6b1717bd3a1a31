import {
  closeSync,
  existsSync,
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

/** A file next to another one that is made from the same source: readers use both or neither. */
export interface Companion {
  readonly file: string
  /** True if a companion, at its place or set aside, is of the file that is there now. */
  isOf(companion: string): boolean
}

/** Where the companion of the old file is while both are replaced. */
export function asidePath(companion: string): string {
  return `${companion}.old`
}

/**
 * Replaces a file by a new one in one step; makes the folder if there is none. `write` fills a temporary file next to it,
 * which is synced and renamed; when `write` throws or the process dies, the old file stays untouched. Leftovers of a dead
 * process are removed here. A symbolic link stays one: the file that it leads to is replaced.
 *
 * @throws MedlinkError `build_in_progress` when another process or thread is making the same file, `disk_full`, `no_access`
 */
export function replaceAtomically<T>(file: string, write: (temporary: string) => T): T {
  return whileLocked(file, (target) => replaceLocked(target, write))
}

/**
 * {@link replaceAtomically}, with a companion that is replaced under the same lock, or removed where `write` makes none. Two
 * files cannot be renamed in one step: the old companion is set aside ({@link asidePath}) until the new file is in place. So a
 * process that dies at any moment leaves the companion of the file that is there, at its place or aside; readers take the one
 * that is of the file.
 *
 * @throws MedlinkError what {@link replaceAtomically} throws
 */
export function replaceTogether<T>(
  file: string,
  companion: Companion,
  write: (temporary: string, temporaryCompanion: string) => T,
): T {
  return whileLocked(file, (target) => {
    const swap = new Swap(companion)
    return replaceLocked(target, (temporary) => write(temporary, swap.temporary), swap)
  })
}

function whileLocked<T>(file: string, work: (target: string) => T): T {
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
      return work(target)
    } finally {
      release()
    }
  } catch (error) {
    throw asFileError(file, error)
  }
}

function replaceLocked<T>(target: string, write: (temporary: string) => T, swap?: Swap): T {
  const temporary = `${target}.tmp`
  try {
    rmSync(temporary, { force: true })
    // The lock of versions up to 0.4, which nothing reads any more.
    rmSync(`${target}.lock`, { force: true })
    const result = write(temporary)
    sync(temporary)
    swap?.begin()
    renameSync(temporary, target)
    swap?.finish()
    sync(dirname(target))
    return result
  } finally {
    rmSync(temporary, { force: true })
    swap?.end()
  }
}

/** Replaces a companion, around the moment in which its file is replaced. */
class Swap {
  readonly temporary: string
  readonly #file: string
  readonly #aside: string
  readonly #isOf: Companion['isOf']
  /** Takes back what {@link begin} did, the last step first. */
  #undo: (() => void)[] = []
  #isFinished = false

  constructor({ file, isOf }: Companion) {
    this.#file = followLinks(file)
    this.#aside = asidePath(this.#file)
    this.#isOf = isOf
    this.temporary = `${this.#file}.tmp`
    rmSync(this.temporary, { force: true })
  }

  /** Sets the old companion aside and puts the new one, if one was made, in its place. */
  begin(): void {
    const isMade = existsSync(this.temporary)
    if (isMade) sync(this.temporary)
    // A companion that a dead process set aside stays there if it is the old file's: the one at its place is not.
    const isKept = existsSync(this.#aside) && this.#isOf(this.#aside)
    if (isKept) rmSync(this.#file, { force: true })
    else if (statSync(this.#file, { throwIfNoEntry: false })?.isFile()) {
      renameSync(this.#file, this.#aside)
      this.#undo.unshift(() => renameSync(this.#aside, this.#file))
    }
    if (!isMade) return
    renameSync(this.temporary, this.#file)
    this.#undo.unshift(() => rmSync(this.#file))
  }

  /** The new file is in place. */
  finish(): void {
    this.#isFinished = true
  }

  /** Clears the old companion away; where the file was not replaced, puts it back. */
  end(): void {
    rmSync(this.temporary, { force: true })
    if (this.#isFinished) rmSync(this.#aside, { force: true })
    else for (const undo of this.#undo) undo()
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
