/**
 * Builds the image's file system without Docker, and runs the server from it.
 *
 *   tsx scripts/check-image.ts
 *
 * Follows the lines of the Dockerfile in a clean Debian, which debootstrap makes of Debian's packages; `node:24-slim` is that
 * with Node.js 24 of npm's registry and the npm of this machine. Then runs what the Dockerfile starts, as its user, on a file
 * system that cannot be written to but /records and /tmp: asks its health check, links a mention, ends it. Prints the size.
 * Exit code 1 if something fails or the image has more than 250 MB. Needs root, and takes some minutes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { execForm, lastOf, readStages, type Stage } from './check-image/dockerfile.ts'

const MAX_MEGABYTES = 250
const PORT = '18080'
/** How long the server may take to answer. */
const START_MS = 60_000
const ROOT = fileURLToPath(new URL('..', import.meta.url))

type Environment = Readonly<Record<string, string | undefined>>

const scratch = mkdtempSync(join(tmpdir(), 'medlink-image-'))
try {
  const stages = readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const roots = new Map<string, string>()
  for (const stage of stages) roots.set(stage.name ?? 'image', buildStage(stage, roots))
  const image = roots.get('image')!
  const bytes = Number(run('du', ['-s', '--block-size=1', image]).split('\t')[0])
  console.log(`${(bytes / 1e6).toFixed(0)} MB`)
  await useServer(stages.at(-1)!, image)
  if (bytes > MAX_MEGABYTES * 1e6) throw new Error(`more than ${MAX_MEGABYTES} MB`)
} finally {
  rmSync(scratch, { recursive: true })
}

/** Follows the instructions of a stage. @returns the root of its file system */
function buildStage(stage: Stage, roots: ReadonlyMap<string, string>): string {
  const root = join(scratch, stage.name ?? 'image')
  if (stage.base === 'scratch') mkdirSync(root)
  else makeBase(stage.base, root)
  let folder = '/'
  for (const { name, text } of stage.instructions) {
    console.log(`${name} ${text}`)
    if (name === 'WORKDIR') {
      folder = text
      mkdirSync(join(root, folder), { recursive: true })
    } else if (name === 'COPY') copy(text, root, folder, roots)
    else if (name === 'RUN') runInside(root, `cd ${folder} && ${text}`)
  }
  return root
}

/** A clean Debian with Node.js and npm. */
function makeBase(image: string, root: string): void {
  const [, version] = /^node:(\d+)-slim$/.exec(image) ?? []
  if (version === undefined) throw new Error(`${image} is unknown`)
  const mirror = run('apt-get', ['indextargets', '--format', '$(REPO_URI)']).split('\n')[0]!
  run('debootstrap', ['--variant=minbase', 'bookworm', root, mirror])
  const node = `node-${process.platform}-${process.arch}@${version}`
  const argv = ['--yes', `--package=${node}`, '--', 'node', '-p', 'process.execPath']
  cpSync(run('npx', argv).trim(), join(root, 'usr/local/bin/node'))
  const npm = dirname(dirname(run('readlink', ['-f', run('which', ['npm']).trim()]).trim()))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  runInside(root, 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm')
  // How this machine reaches npm's registry.
  const files = ['/etc/resolv.conf', '/etc/hosts', process.env.NODE_EXTRA_CA_CERTS ?? '']
  for (const file of files.filter((each) => existsSync(each)))
    cpSync(file, join(root, file), { dereference: true })
}

function copy(
  text: string,
  root: string,
  folder: string,
  roots: ReadonlyMap<string, string>,
): void {
  const words = text.split(/\s+/)
  const flags = new Map(
    words
      .filter((word) => word.startsWith('--'))
      .map((word) => word.slice(2).split('=', 2) as [string, string]),
  )
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = join(root, resolve(folder, paths.pop()!))
  const from = flags.get('from')
  if (from === undefined) {
    for (const path of paths)
      copyContext(path, path === '.' ? target : join(target, basename(path)))
  } else {
    for (const path of paths) run('cp', ['-rT', join(roots.get(from)!, path), target])
    const owner = flags.get('chown')
    if (owner !== undefined) run('chown', ['-R', owner, target])
  }
}

/** Copies what .dockerignore lets through: the names that it excepts. */
function copyContext(path: string, target: string): void {
  const excepted = readFileSync(join(ROOT, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)
  const names = Array.from(excepted, ([, name]) => name!)
  if (path === '.')
    for (const name of names) cpSync(join(ROOT, name), join(target, name), { recursive: true })
  else if (names.includes(path)) cpSync(join(ROOT, path), target)
  else throw new Error(`.dockerignore leaves ${path} out`)
}

/** Runs a command of a shell in a file system, in name spaces of its own. */
function runInside(root: string, command: string): void {
  const script = 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -c "$2"'
  const argv = ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', root, command]
  const registry = run('npm', ['config', 'get', 'registry']).trim()
  const env = { ...process.env, npm_config_registry: registry, HOME: '/root' }
  execFileSync('unshare', argv, { env: clean(env), stdio: ['ignore', 'inherit', 'inherit'] })
}

/** The environment without what npm told this script about itself. */
function clean(env: Environment): Environment {
  const kept = Object.entries(env).filter(
    ([name]) => !/^npm_(?!config_registry$)|^INIT_CWD$/.test(name),
  )
  return { ...Object.fromEntries(kept), PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' }
}

/** Starts what the image starts, asks it, and ends it. */
async function useServer(stage: Stage, image: string): Promise<void> {
  const set = stage.instructions.filter(({ name }) => name === 'ENV').map(({ text }) => text)
  const declared = set.flatMap((text) => text.split(/\s+/)).map((pair) => pair.split('=', 2))
  const env: Environment = {
    ...Object.fromEntries(declared),
    MEDLINK_HOST: '127.0.0.1',
    MEDLINK_PORT: PORT,
    MEDLINK_JWT_SECRET: randomBytes(32).toString('base64'),
    MEDLINK_PUBLIC_URL: 'http://127.0.0.1:8080',
  }
  for (const name of ['proc', 'dev']) mkdirSync(join(image, name), { recursive: true })
  const entry = execForm(lastOf(stage, 'ENTRYPOINT'))
  const owner = lastOf(stage, 'USER')
  const argvOf = (command: readonly string[]) => asInContainer(image, owner, command)
  const server = spawn('unshare', argvOf([...entry, ...execForm(lastOf(stage, 'CMD'))]), {
    env: { ...env, PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    const check = execForm(lastOf(stage, 'HEALTHCHECK').replace(/^.*? CMD /, ''))
    await untilHealthy(() => run('unshare', argvOf(check), { ...env, PATH: process.env.PATH }))
    console.log('its health check succeeds')
    const token = run('unshare', argvOf([...entry, 'token']), { ...env, PATH: process.env.PATH })
    const answer = await fetch(`http://127.0.0.1:${PORT}/med-link/nel/link`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.trim()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'cholera', ontology: 'icd-10-cm', version: 'starter' }),
    })
    const said = await answer.text()
    if (!said.includes('A00')) throw new Error(`the server answered ${answer.status} ${said}`)
    console.log('it links, as a user without rights, on a file system that cannot be written to')
  } finally {
    // `unshare` itself passes no signal on.
    process.kill(childOf(server.pid!), 'SIGTERM')
  }
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`the server ends with ${code}`)
  console.log('it ends when it is told to')
}

/** The only process that another one has started. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
}

/** The arguments of `unshare` that run a command as a container does: read-only, but for /records and /tmp. */
function asInContainer(image: string, owner: string, command: readonly string[]): string[] {
  const [uid, gid] = owner.split(':')
  const script = `
    mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 1
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/tmp" || exit 1
    mount -t tmpfs -o uid=${uid},gid=${gid},mode=0700 tmpfs "$1/records" || exit 1
    root=$1; shift
    exec chroot --userspec=${owner} "$root" "$@"`
  const spaces = ['--mount', '--pid', '--fork', '--kill-child=SIGTERM']
  return [...spaces, 'sh', '-c', script, 'sh', image, ...command]
}

async function untilHealthy(check: () => void): Promise<void> {
  for (const end = performance.now() + START_MS; ; ) {
    try {
      return check()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(500)
    }
  }
}

function run(command: string, argv: readonly string[], env: Environment = process.env): string {
  return execFileSync(command, argv, {
    ...{ encoding: 'utf8', env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
