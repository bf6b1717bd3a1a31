import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let root: string | undefined

/** Makes an empty folder, which is removed when this process ends. */
export function temporaryFolder(): string {
  if (root === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'medlink-bench-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    root = made
  }
  return mkdtempSync(join(root, 'folder-'))
}
