/**
 * Measures what a user installs: packs Medlink, installs the tarball into an empty project, and counts.
 *
 *   tsx scripts/measure-install.ts [--package DIR] [--library]
 *
 *   --package   the checkout to pack, its own dependencies installed; this one when left out
 *   --library   without the packages of the server (--omit=optional)
 *   --help      prints this
 *
 * Prints the packages that were installed, Medlink among them, and their size: bytes of all files, in millions. Install
 * scripts do not run, so the 2 MB that better-sqlite3 compiles or downloads is not counted. Then the ten largest
 * packages, and those among them all that the package `natural` depends on, of which there should be none. Needs npm's
 * registry, or its cache.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './support/options.ts'

interface Installed {
  /** Its folder, from the first node_modules/ on. */
  readonly path: string
  readonly name: string
  readonly bytes: number
}

const LARGEST = 10

const options = readOptions(import.meta.url, {
  package: fileURLToPath(new URL('..', import.meta.url)),
  library: false,
})

const project = mkdtempSync(join(tmpdir(), 'medlink-install-'))
try {
  report(installInto(project, resolve(options.package)))
} finally {
  rmSync(project, { recursive: true })
}

/** Packs a checkout, installs the tarball in an empty project, and lists what is there then. */
function installInto(folder: string, checkout: string): Installed[] {
  const packed = npm(
    checkout,
    'pack',
    '--json',
    '--foreground-scripts=false',
    '--pack-destination',
    folder,
  )
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const omitted = options.library ? ['--omit=optional'] : []
  npm(folder, 'install', '--ignore-scripts', ...omitted, `./${filename}`)
  const lock = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ) as {
    packages: Readonly<Record<string, unknown>>
  }
  return Object.keys(lock.packages).map((path) => ({
    path,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    bytes: bytesIn(join(folder, path)),
  }))
}

function npm(cwd: string, ...argv: readonly string[]): string {
  return execFileSync('npm', argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Bytes of the files of a package, those of packages inside it left out. */
function bytesIn(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) bytes += statSync(path).size
    else if (entry.isDirectory() && entry.name !== 'node_modules') bytes += bytesIn(path)
  }
  return bytes
}

function report(installed: readonly Installed[]): void {
  const total = installed.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${installed.length} packages, ${megabytes(total)} MB`)
  const largest = installed.toSorted((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
  for (const { path, bytes } of largest.slice(0, LARGEST))
    console.log(`${megabytes(bytes).padStart(7)} MB  ${path}`)
  const { dependencies } = createRequire(import.meta.url)('natural/package.json') as {
    dependencies: Readonly<Record<string, string>>
  }
  const found = installed.filter(({ name }) => name === 'natural' || name in dependencies)
  const names = found.map(({ name }) => name).join(', ')
  console.log(`of natural and what it depends on: ${names || 'nothing'}`)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
