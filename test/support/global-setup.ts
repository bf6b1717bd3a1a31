import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the indexes that the test files of a run share; see shared-index.ts. */
    readonly sharedIndexes: string
    /** Root of the folders of the starters. */
    readonly starters: string
  }
}

/** Makes the folder of the shared indexes, empty; what is built there is gone when the run is over or begins again. */
export default function setup(project: TestProject): () => void {
  const root = mkdtempSync(join(tmpdir(), 'medlink-shared-'))
  project.provide('sharedIndexes', root)
  // Runs of the same sources may share them: continuous integration names a folder.
  project.provide('starters', process.env.MEDLINK_TEST_STARTERS ?? root)
  // No test reads or fills the cache folder of whoever runs it.
  process.env.XDG_CACHE_HOME = join(root, 'cache')
  project.onTestsRerun(async () => {
    for (const entry of readdirSync(root)) rmSync(join(root, entry), { recursive: true })
  })
  return () => rmSync(root, { recursive: true, force: true })
}
