/**
 * What a reader of the pages has: the package, installed in a folder, with `npx`. A download brings a miniature release of
 * test/fixtures: no test reaches a network.
 */

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPacked, linkPackages } from '../support/packed.ts'
import { clientScript, serveCommands } from './commands.ts'
import { ROOT } from './pages.ts'

export const FIXTURES = join(ROOT, 'test/fixtures')

/** A project with the package installed. */
export interface Reader {
  readonly folder: string
  /** Path of the installed command. */
  readonly command: string
  readonly env: NodeJS.ProcessEnv
  /** Prints of a script of bash on stdout. @throws Error with all that it printed if it fails */
  run(script: string, cwd: string): Promise<string>
  /** The same, but its commands of `npx medlink` are run by the sources in this process. */
  runHere(script: string, cwd: string): Promise<string>
  remove(): Promise<void>
}

/** Installs the package for a reader, and other packages of this checkout besides. */
export async function installForReader(packages: readonly string[] = []): Promise<Reader> {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-reader-'))
  mkdirSync(join(folder, 'node_modules'))
  const command = join(await installPacked(folder), 'dist/cli/main.js')
  linkPackages(folder, packages)
  const socket = join(folder, 'commands')
  const commands = await serveCommands(socket)
  const envWith = (bin: string, command: string) => {
    mkdirSync(join(folder, bin))
    writeFileSync(join(folder, bin, 'npx'), npxScript(command), { mode: 0o755 })
    const { MEDLINK_DIR: _, ...own } = process.env
    const XDG_CACHE_HOME = join(folder, 'cache')
    return { ...own, PATH: `${join(folder, bin)}:${own.PATH}`, XDG_CACHE_HOME }
  }
  const env = envWith('bin', `exec "${process.execPath}" "${command}" "$@"`)
  const envHere = envWith('bin-here', clientScript(socket))
  return {
    ...{ folder, command, env },
    run: (script, cwd) => runScript(script, cwd, env),
    runHere: (script, cwd) => runScript(script, cwd, envHere),
    async remove() {
      await commands.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const argv = ['-euo', 'pipefail', '-c', script]
  try {
    return (await promisify(execFile)('bash', argv, { cwd, env, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout.slice(-2000)}\n${stderr.slice(-2000)}`, { cause: error })
  }
}

/** A stand-in for npx. @param command what `npx medlink …` runs, with its arguments in "$@" */
function npxScript(command: string): string {
  return `#!/usr/bin/env bash
set -euo pipefail
while [ "$1" != medlink ]; do [ "$1" = -y ]; shift; done
shift
if [ "$1" = download ]; then
  version=2027
  for word in "$@"; do case $word in 20[0-9][0-9]) version=$word ;; esac; done
  mkdir -p releases
  cp -R "${FIXTURES}/icd10cm-mini" "releases/icd-10-cm-$version"
  cd "releases/icd-10-cm-$version"
  for file in *2027*; do [ "$version" = 2027 ] || mv "$file" "\${file//2027/$version}"; done
  # The change that docs/new-release.md shows.
  row() { printf '%05d %-7s %d %-60s %s\\r\\n' "$1" "$2" "$3" "$4" "$4" >> "icd10cm_order_$version.txt"; }
  row 90000 D69 0 'Purpura and other hemorrhagic conditions'
  row 90001 D691 "$((version < 2027))" 'Qualitative platelet defects'
  [ "$version" -lt 2027 ] || row 90002 D6911 1 'Glanzmann thrombasthenia'
  [ "$version" -lt 2027 ] || row 90003 D6919 1 'Other qualitative platelet defects'
  exit
fi
${command}
`
}
