import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { indexCache } from './index-cache.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of what the test files of a run share; see compiled.ts. */
    readonly runFolder: string
    /** Folder of the starters and the miniatures, which runs of the same sources share; see index-cache.ts. */
    readonly builtIndexes: string
  }
}

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm'
/** Bytes that a run may need there. */
const ROOM = 4e9
/** How the folder of a run begins. */
const RUN = 'medlink-tests-'
/** In milliseconds: a day. */
const LONGEST_RUN = 86_400_000

/**
 * Makes the folder of a run, empty; what is put there, and the temporary folders of the tests, are gone when the run is over. They are
 * in memory where there is room: thousands of small databases wait for no disk.
 */
export default function setup(project: TestProject): () => void {
  const parent = isFit(MEMORY) ? MEMORY : tmpdir()
  removeForgotten(parent)
  const root = mkdtempSync(join(parent, RUN))
  // Servers of databases run as another user.
  chmodSync(root, 0o755)
  process.env.TMPDIR = root
  const folder = mkdtempSync(join(root, 'shared-'))
  project.provide('runFolder', folder)
  // Continuous integration names a folder for runs of other checkouts, too.
  const provideIndexes = () =>
    project.provide('builtIndexes', process.env.MEDLINK_TEST_INDEXES ?? indexCache())
  provideIndexes()
  // No test reads or fills the cache folder of whoever runs it.
  process.env.XDG_CACHE_HOME = join(folder, 'cache')
  project.onTestsRerun(async () => {
    for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true })
    provideIndexes()
  })
  return () => rmSync(root, { recursive: true, force: true })
}

/** True if there is room at a mount point, and programs may run there, which some containers forbid. */
function isFit(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    const { bavail, bsize } = statfsSync(path)
    const mounts = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
    const options = mounts.findLast(([, at]) => at === path)?.[3]?.split(',')
    return bavail * bsize > ROOM && options?.includes('noexec') === false
  } catch {
    return false
  }
}

/** Removes the folders of this user's runs that were killed long ago. */
function removeForgotten(folder: string): void {
  const forgotten = readdirSync(folder)
    .filter((name) => name.startsWith(RUN))
    .map((name) => join(folder, name))
    .filter((path) => {
      const { mtimeMs, uid } = statSync(path)
      return Date.now() - mtimeMs > LONGEST_RUN && uid === process.getuid?.()
    })
  for (const path of forgotten) rmSync(path, { recursive: true, force: true })
}
