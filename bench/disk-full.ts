/**
 * Measures what becomes of builds that run out of room, at one place after the other.
 *
 *   unshare --mount npx tsx bench/disk-full.ts [--ontology O] [--places N]
 *
 *   --ontology  whose starter is built; loinc when left out
 *   --places    how many amounts of free room, from none to nearly as much as an index takes; 20 when left out
 *
 * The index lies on a file system in memory, as large as it takes to build it again, which is mounted by this script: Linux,
 * root, and best in a namespace of its own. Each build must fail as `disk_full` with path and cause and leave the old index,
 * which must answer as before, its FlexSearch index, and nothing else; once there is room the next build must succeed. The process ends with 1
 * when any of this is not so.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.ts'
import { buildStarter } from '../src/build/build.ts'
import { indexPath, packPath, STARTER_VERSION } from '../src/index/registry.ts'
import { MedlinkError } from '../src/medlink.ts'
import { builtStarter } from './built-starter.ts'
import { requireOntologyName } from './options.ts'

const options = readOptions(import.meta.url, { ontology: 'loinc', places: 20 })
const ontology = requireOntologyName(options.ontology)
const { places } = options
const mount = mkdtempSync(join(tmpdir(), 'medlink-full-'))
const dir = join(mount, 'indexes')
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', mount])
try {
  await fillAndBuild()
} finally {
  execFileSync('umount', [mount])
  rmSync(mount, { recursive: true })
}

async function fillAndBuild(): Promise<void> {
  mkdirSync(dir)
  const starter = await builtStarter(ontology, dir)
  const file = indexPath(dir, ontology, STARTER_VERSION)
  const size = statSync(file).size + statSync(packPath(file)).size
  const ballast = join(mount, 'ballast')
  for (let i = 0; i < places; i++) {
    const free = Math.floor((size * i) / places)
    writeFileSync(ballast, Buffer.alloc(roomLeft() - free))
    const error = await buildStarter(ontology, { dir }).then(
      () => undefined,
      (thrown) => thrown,
    )
    const place = `${free} bytes free of ${size}`
    starter.check(error instanceof MedlinkError && error.code === 'disk_full', `${place}: ${error}`)
    const isExplained = error?.cause instanceof Error && error.message.includes(dir)
    starter.check(isExplained, `${place}: no cause or path`)
    starter.checkFiles(place)
    starter.checkAnswers(place)
    rmSync(ballast)
    await starter.checkBuild(place)
  }
  const count = starter.faults.length
  console.log(`${places} builds without room for all of ${size} bytes: ${count} faults`)
  starter.report()
}

/** Bytes that files can still take. */
function roomLeft(): number {
  const { bavail, bsize } = statfsSync(mount)
  return bavail * bsize
}
