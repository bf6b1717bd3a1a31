/** Medlink as a user installs it: packed by npm, unpacked into a project that has its dependencies and nothing else. */

import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { tryLock } from '../../src/files/lock.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a build of dist/ is made from. */
const SOURCES = ['src', 'scripts/build-package.ts', 'package.json', 'tsconfig.json']
/** The file that a build writes last. */
const BUILT = 'dist/cli/main.js'

/** Packages that package.json promises to whoever installs Medlink. */
export const DEPENDENCIES: readonly string[] = packagesOf('dependencies')
/** Those of the server, which come along unless they are left out. */
export const OF_SERVER: readonly string[] = packagesOf('optionalDependencies')
/** Those that whoever wants what they are for installs as well. */
export const PEERS: readonly string[] = packagesOf('peerDependencies')

/**
 * Puts Medlink as npm packs it into `node_modules/` of a folder, next to its dependencies and Node's types. It is packed once a
 * run; dist/ is built first, which takes seconds, if a source is newer.
 *
 * @returns the folder of the package
 */
export async function installPacked(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules')
  linkPackages(folder, [...DEPENDENCIES, ...OF_SERVER, '@types/node', 'undici-types'])
  cpSync(await packOnce(), join(modules, 'medlink'), { recursive: true })
  return join(modules, 'medlink')
}

/** Packs Medlink and unpacks it, while no other test file of this checkout does. @returns its folder */
async function packOnce(): Promise<string> {
  const lock = join(root, 'node_modules/.medlink-build.lock')
  const shared = inject('runFolder')
  const unpacked = join(shared, 'package')
  let release = tryLock(lock)
  for (; release === undefined; release = tryLock(lock)) await sleep(200)
  try {
    if (newest(BUILT) < Math.max(...SOURCES.map(newest)))
      await execute(process.execPath, ['--import', 'tsx', 'scripts/build-package.ts'], {
        cwd: root,
      })
    if (!existsSync(unpacked)) {
      const argv = ['pack', '--ignore-scripts', '--json', '--pack-destination', shared]
      const { stdout } = await execute('npm', argv, { cwd: root })
      const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
      await execute('tar', ['-xzf', filename], { cwd: shared })
    }
  } finally {
    release()
  }
  return unpacked
}

/** Puts packages of this checkout into `node_modules/` of a folder. */
export function linkPackages(folder: string, names: readonly string[]): void {
  const modules = join(folder, 'node_modules')
  for (const name of names) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
}

function packagesOf(kind: `${'' | 'optional' | 'peer'}${'d' | 'D'}ependencies`): string[] {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  return Object.keys((JSON.parse(text) as Record<typeof kind, object>)[kind])
}

/** Installed compilers that users have. */
export type Compiler = 'typescript-5.9' | 'typescript-7.0'

/**
 * Compiles a project.
 *
 * @returns the compiler's version, e.g. "6.0.3"
 * @throws with the compiler's output if something is wrong
 */
export async function compile(project: string, name: Compiler): Promise<string> {
  const compiler = join(root, 'node_modules', name)
  await execute(process.execPath, [join(compiler, 'bin/tsc'), '-p', project]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    },
  )
  return (JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8')) as { version: string })
    .version
}

/** When a file, or the newest file of a folder, was written; 0 when there is none. */
function newest(path: string): number {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  return Math.max(...readdirSync(join(root, path)).map((name) => newest(join(path, name))))
}
