import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { asFileError } from '../../errors.ts'
import { tryLock } from '../../files/lock.ts'
import type { Blobs } from './blobs.ts'
import { hashed } from './hashing.ts'

/** Ending of the name of a file while it is written. */
const PARTIAL = '.partial'
/** Ending of the name of a file that is locked while a partial file is written: a lock ends with its process. */
const WRITING = '.writing'

/**
 * Keeps files in a folder, for the user alone; makes it where there is none, and removes from it what processes that have
 * ended left half written. Several processes may use it.
 *
 * @throws MedlinkError `no_access`, `disk_full`
 */
export async function openFolder(folder: string): Promise<Blobs> {
  const orFileError = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw asFileError(folder, error)
    }
  }
  const place = (key: string) => join(folder, key)
  await orFileError(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeLeftovers(folder)
  })
  return {
    async put(key, bytes) {
      const partial = place(key) + PARTIAL
      const source = hashed(bytes)
      let release: (() => void) | undefined
      try {
        release = tryLock(place(key) + WRITING)
        const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(source.bytes, file)
        await rename(partial, place(key))
        await sync(folder)
      } catch (error) {
        await rm(partial, { force: true })
        throw source.failure()?.error ?? asFileError(folder, error)
      } finally {
        release?.()
      }
      return source.result()
    },

    open: (key, range) =>
      orFileError(async () => {
        const file = await open(place(key))
        return file.createReadStream(range)
      }),

    remove: (key) =>
      orFileError(async () => {
        await rm(place(key) + PARTIAL, { force: true })
        await rm(place(key), { force: true })
      }),
  }
}

/** Removes partial files whose writers have ended, in this process or another one. */
async function removeLeftovers(folder: string): Promise<void> {
  const keys = (await readdir(folder)).flatMap((name) =>
    [PARTIAL, WRITING].filter((end) => name.endsWith(end)).map((end) => name.slice(0, -end.length)),
  )
  for (const path of new Set(keys.map((key) => join(folder, key)))) {
    const release = tryLock(path + WRITING)
    // Its writer lives.
    if (release === undefined) continue
    try {
      await rm(path + PARTIAL, { force: true })
    } finally {
      release()
    }
  }
}

/** Until then a name that was given may be lost with the power, though its bytes are not. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
