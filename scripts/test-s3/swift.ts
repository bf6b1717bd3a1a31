/** A server of S3 from Debian's packages: OpenStack Swift, in a folder of its own, at ports of this machine that are free. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const START_MS = 60_000
const LOOK_MS = 200
const SERVERS = ['account', 'container', 'object'] as const

export interface S3Server {
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  stop(): Promise<void>
}

/** Installs what is missing. @returns whether everything is there */
export function installSwift(): boolean {
  if (isThere()) return true
  try {
    const options = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], options)
  } catch {
    return false
  }
  return isThere()
}

export async function startSwift(): Promise<S3Server> {
  const root = mkdtempSync(join(tmpdir(), 'medlink-swift-'))
  const running: ChildProcess[] = []
  const run = (program: string, ...argv: string[]) => {
    running.push(spawn(program, argv, { stdio: 'ignore', cwd: root }))
  }
  const stop = async () => {
    for (const child of running) {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
    }
    rmSync(root, { recursive: true, force: true })
  }
  try {
    const memcached = await freePort()
    run('memcached', '-l', '127.0.0.1', '-p', String(memcached), '-u', 'nobody')
    mkdirSync(join(root, 'disks', 'one'), { recursive: true })
    for (const name of SERVERS) {
      const port = await freePort()
      makeRing(root, name, port)
      run(`swift-${name}-server`, writeConf(root, name, storageConf(root, name, port)))
    }
    const port = await freePort()
    run('swift-proxy-server', writeConf(root, 'proxy', proxyConf(root, port, memcached)))
    const endpoint = `http://127.0.0.1:${port}`
    await untilHealthy(endpoint)
    const keys = { accessKey: 'test:tester', secretKey: 'testing' }
    return { endpoint, region: 'us-east-1', ...keys, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function isThere(): boolean {
  return ['swift-proxy-server', 'swift-object-server', 'memcached'].every((program) =>
    existsSync(join('/usr/bin', program)),
  )
}

function makeRing(root: string, name: string, port: number): void {
  const builder = join(root, `${name}.builder`)
  const build = (...argv: string[]) =>
    execFileSync('swift-ring-builder', [builder, ...argv], { stdio: 'ignore' })
  // 2^4 partitions, one copy, no pause between changes.
  build('create', '4', '1', '0')
  build('add', `r1z1-127.0.0.1:${port}/one`, '1')
  build('rebalance')
}

function writeConf(root: string, name: string, sections: Readonly<Record<string, object>>): string {
  const file = join(root, `${name}.conf`)
  const lines = Object.entries(sections).flatMap(([section, settings]) => [
    `[${section}]`,
    ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`),
  ])
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

function commonConf(root: string, port: number) {
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
  return { bind_ip: '127.0.0.1', bind_port: port, workers: 0, user, swift_dir: root }
}

function storageConf(root: string, name: string, port: number) {
  const disks = { devices: join(root, 'disks'), mount_check: 'false' }
  return {
    DEFAULT: { ...commonConf(root, port), ...disks },
    'pipeline:main': { pipeline: `${name}-server` },
    [`app:${name}-server`]: { use: `egg:swift#${name}`, fallocate_reserve: 0 },
  }
}

function proxyConf(root: string, port: number, memcached: number) {
  const filters = ['catch_errors', 'healthcheck', 'cache', 's3api', 'tempauth', 'bulk', 'slo']
  return {
    DEFAULT: commonConf(root, port),
    'pipeline:main': { pipeline: [...filters, 'proxy-server'].join(' ') },
    'app:proxy-server': {
      ...{ use: 'egg:swift#proxy', account_autocreate: 'true', allow_account_management: 'true' },
    },
    ...Object.fromEntries(
      filters.map((name) => [
        `filter:${name}`,
        { use: `egg:swift#${name === 'cache' ? 'memcache' : name}` },
      ]),
    ),
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${memcached}` },
    'filter:s3api': { use: 'egg:swift#s3api', location: 'us-east-1', min_segment_size: 5_242_880 },
    'filter:tempauth': { use: 'egg:swift#tempauth', user_test_tester: 'testing .admin' },
  }
}

async function untilHealthy(endpoint: string): Promise<void> {
  const deadline = performance.now() + START_MS
  for (;;) {
    const { ok } = await fetch(`${endpoint}/healthcheck`).catch(() => ({ ok: false }))
    if (ok) return
    if (performance.now() > deadline) throw new Error('Swift does not start')
    await sleep(LOOK_MS)
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
