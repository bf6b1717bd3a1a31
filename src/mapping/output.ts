import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sync } from '../index/atomic.ts'
import { tryLock } from '../index/lock.ts'
import { asFileError, MedlinkError } from '../medlink.ts'

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
 * Fills a new file and puts it into the place of `out` in one step; what stands there stays as it is when `write` fails.
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

/** @throws MedlinkError `invalid_request` when both are one file, or the output is there and may not be replaced */
export function requireReplaceable(input: string, out: string, mayReplace: boolean): void {
  if (!existsSync(out)) return
  if (existsSync(input) && realpathSync(input) === realpathSync(out))
    throw new MedlinkError('invalid_request', `${out} is the input: name another file`)
  if (!mayReplace)
    throw new MedlinkError(
      'invalid_request',
      `${out} is there already: name another file, or say that it may be replaced (--force)`,
    )
}
