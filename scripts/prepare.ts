/**
 * Prepares a checkout, and a package before it is packed: better-sqlite3 for Node.js 20, and dist/. Both at the same time, since
 * each keeps one core busy for most of a minute.
 *
 *   tsx scripts/prepare.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

async function run(script: string): Promise<void> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', path], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} failed`)
}

await Promise.all(['sqlite-for-node-20.ts', 'build-package.ts'].map(run))
