/** A worker thread that builds one starter, see starters.ts. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { buildStarter } from '../build/build-index.ts'
import { asFileError, MedlinkError } from '../errors.ts'
import { tryLock } from '../files/lock.ts'
import { indexPath, installedVersions, STARTER_VERSION } from '../index/registry.ts'
import { failureOf } from './pool/protocol.ts'
import type { StarterJob } from './starters.ts'

/** How often the build of another process is looked at. */
const WAIT_MS = 100

const { ontology, dir, port, done } = workerData as StarterJob
/** Locked while a process builds the starter. The lock of the index comes late: names are read and analyzed before. */
const lock = `${indexPath(dir, ontology, STARTER_VERSION)}.asked`

/** Builds the starter, or waits until another process or thread has built it. */
async function build(): Promise<void> {
  let release = lockStarter()
  const isFirst = release !== undefined
  for (; release === undefined; release = lockStarter()) Atomics.wait(done, 0, 0, WAIT_MS)
  try {
    if (isFirst || !isInstalled()) await buildLocked()
  } finally {
    release()
  }
}

async function buildLocked(): Promise<void> {
  try {
    await buildStarter(ontology, { dir })
  } catch (error) {
    if (!(error instanceof MedlinkError && error.code === 'build_in_progress')) throw error
    // The command line is building it.
    Atomics.wait(done, 0, 0, WAIT_MS)
    if (!isInstalled()) await buildLocked()
  }
}

const isInstalled = () => installedVersions(dir, ontology).length > 0

/** @throws MedlinkError `disk_full`, `no_access` */
function lockStarter(): ReturnType<typeof tryLock> {
  try {
    mkdirSync(dirname(lock), { recursive: true })
    return tryLock(lock)
  } catch (error) {
    throw asFileError(lock, error)
  }
}

try {
  await build()
} catch (error) {
  port.postMessage(failureOf(error))
} finally {
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
}
