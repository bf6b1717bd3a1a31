import { execFileSync } from 'node:child_process'

/** Program of a version of Node.js that has at least this number. Default: the running one; else npm fetches it once a machine. */
export function nodeSince(major: number): string {
  if (Number.parseInt(process.versions.node, 10) >= major) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const argv = ['--yes', `--package=${name}@${major}`, '--', 'node', '-p', 'process.execPath']
  return execFileSync('npx', argv, { encoding: 'utf8', timeout: 120_000 }).trim()
}
