/**
 * Chooses the packages of the image, in the stage of the Dockerfile that builds it.
 *
 *   node scripts/image-packages.mjs          makes dependencies of those for PostgreSQL and S3, which are optional otherwise
 *   node scripts/image-packages.mjs --trim   removes from node_modules/ what no server reads
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OF_IMAGE = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'pg']
/** Types, maps of sources and pages about packages. Licences stay. */
const UNREAD = /\.(?:[cm]?ts|map|flow|md|markdown)$/i
const LICENCE = /^(?:licen[cs]e|copying|notice)/i
/** Sources of SQLite, and its binaries for other systems: `node:24-slim` has glibc. */
const SQLITE = 'node_modules/better-sqlite3'
const BINARY = `${process.platform}-${process.arch}.node`

if (process.argv[2] === '--trim') trim()
else addDependencies()

function addDependencies() {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of OF_IMAGE) {
    manifest.dependencies[name] = manifest.devDependencies[name]
    delete manifest.devDependencies[name]
  }
  writeFileSync('package.json', JSON.stringify(manifest, null, 2))
}

function trim() {
  for (const folder of ['deps', 'src']) rmSync(join(SQLITE, folder), { recursive: true })
  const binaries = join(SQLITE, 'prebuilds')
  for (const name of readdirSync(binaries)) if (name !== BINARY) rmSync(join(binaries, name))
  for (const entry of readdirSync('node_modules', { recursive: true, withFileTypes: true }))
    if (entry.isFile() && UNREAD.test(entry.name) && !LICENCE.test(entry.name))
      rmSync(join(entry.parentPath, entry.name))
}
