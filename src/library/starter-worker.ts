/** A worker thread that builds one starter, see starters.ts. */

import { workerData } from 'node:worker_threads'
import { buildStarter } from '../build/build-index.ts'
import { MedlinkError } from '../errors.ts'
import { installedVersions } from '../index/registry.ts'
import { failureOf } from './pool/protocol.ts'
import type { StarterJob } from './starters.ts'

/** How often the build of another process is looked at. */
const WAIT_MS = 100

const { ontology, dir, port, done } = workerData as StarterJob

async function build(): Promise<void> {
  try {
    await buildStarter(ontology, { dir })
  } catch (error) {
    if (!(error instanceof MedlinkError && error.code === 'build_in_progress')) throw error
    Atomics.wait(done, 0, 0, WAIT_MS)
    if (installedVersions(dir, ontology).length === 0) await build()
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
