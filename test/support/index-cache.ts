/** The folder of the indexes that all runs of the same sources share. */

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(REPOSITORY, 'node_modules/.cache/medlink-indexes')
/** Modules of src/ that build an index. */
const BUILDERS = ['build/build', 'build/pack', 'ontologies/all-releases']
/** Files that an index is built from. */
const TABLES = ['data', 'test/fixtures']
/** Folders of earlier sources that stay, so that going back to them builds nothing. */
const KEPT = 2

/**
 * Folder of the indexes of these sources, which is made if it is missing. All of them take fifteen seconds to build, so a run builds
 * only what a change may concern: the folder is named by the code that builds them, their files and the installed packages.
 */
export function indexCache(): string {
  const folder = join(CACHE, keyOfIndexes())
  mkdirSync(folder, { recursive: true })
  const now = new Date()
  utimesSync(folder, now, now)
  const others = readdirSync(CACHE)
    .map((name) => join(CACHE, name))
    .filter((path) => path !== folder)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const path of others.slice(KEPT)) rmSync(path, { recursive: true, force: true })
  return folder
}

function keyOfIndexes(): string {
  const hash = createHash('sha256')
  const { outputFiles } = buildSync({
    absWorkingDir: REPOSITORY,
    entryPoints: BUILDERS.map((path) => `src/${path}.ts`),
    outdir: 'unused',
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    ...{ write: false, logLevel: 'warning' },
  })
  for (const { text } of outputFiles) hash.update(text)
  const tables = TABLES.flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => statSync(join(REPOSITORY, path)).isFile())
      .sort(),
  )
  for (const path of [...tables, 'package-lock.json'])
    hash.update(`\0${path}\0`).update(readFileSync(join(REPOSITORY, path)))
  return hash.digest('hex').slice(0, 16)
}
