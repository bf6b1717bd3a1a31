/**
 * Puts better-sqlite3 12 in the place of 13 on Node.js 20, which cannot run 13. A lock file holds one version for all
 * versions of Node.js, so this checkout needs it; users do not, since npm picks the version by their Node.js.
 *
 *   tsx scripts/sqlite-for-node-20.ts
 *
 * Installs what sqlite-for-node-20/package-lock.json names, each package held to its SHA-512, and compiles it. Does nothing
 * on Node.js 22 or later, and where that version is installed already.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = 'better-sqlite3'
/** First Node.js that runs version 13. */
const NODE_OF_13 = 22
const LOCK = fileURLToPath(new URL('sqlite-for-node-20', import.meta.url))
const INSTALLED = fileURLToPath(new URL(`../node_modules/${PACKAGE}`, import.meta.url))

const major = Number.parseInt(process.versions.node, 10)
if (major < NODE_OF_13 && versionIn(INSTALLED) !== neededVersion()) replaceInstalled()

function replaceInstalled(): void {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-sqlite-'))
  try {
    cpSync(LOCK, folder, { recursive: true })
    execFileSync('npm', ['ci', '--prefix', folder], { cwd: folder, stdio: 'inherit' })
    const modules = join(folder, 'node_modules')
    // Its own dependencies go inside it: the checkout may have other versions of them.
    const others = readdirSync(modules).filter((name) => name !== PACKAGE && !name.startsWith('.'))
    for (const name of others)
      cpSync(join(modules, name), join(modules, PACKAGE, 'node_modules', name), { recursive: true })
    rmSync(INSTALLED, { recursive: true })
    cpSync(join(modules, PACKAGE), INSTALLED, { recursive: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function neededVersion(): string {
  const text = readFileSync(join(LOCK, 'package.json'), 'utf8')
  return (JSON.parse(text) as { dependencies: Record<typeof PACKAGE, string> }).dependencies[
    PACKAGE
  ]
}

function versionIn(folder: string): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
