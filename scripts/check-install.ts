/**
 * Installs Medlink as its users do, on several versions of Node.js, and uses it: links, suggests, serves.
 *
 *   tsx scripts/check-install.ts [--node 18,22,24,26]
 *
 *   --node   major versions, or exact ones (default: 18,22,24,26); Node.js comes from npm's registry
 *   --help   prints this
 *
 * Packs this checkout and installs the tarball into an empty project, with an empty cache of npm, without install scripts
 * and without a compiler: PATH has node, npm and sh. On Node.js 20 the install scripts run and PATH is the caller's, since
 * better-sqlite3 is compiled there. A version that is too old has to say so in one sentence.
 *
 * Prints for each version the seconds, packages and MB on disk, without the packages of the server and with them. Exit code
 * 1 if a command fails, or if more is installed without the packages of the server than {@link LIMITS} allows.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './support/options.ts'

/** Maximum of what is installed without a compiler, the packages of the server left out. Seconds depend on the machine. */
const LIMITS = { megabytes: 50, packages: 70 } as const
/** First Node.js for which better-sqlite3 has binaries. */
const FIRST_WITHOUT_COMPILER = 22
const OLDEST = 20
/** Time after which an installation is given up; compiling takes minutes on a busy machine. */
const INSTALL_MS = 600_000

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAIN = 'node_modules/medlink/dist/cli/main.js'
/** A program that embeds the library. */
const PROGRAM = `
import { openMedlink } from 'medlink'
const medlink = openMedlink({ dir: process.argv[2] })
const { results } = medlink.link({ query: 'cholera', ontology: 'icd-10-cm' })
console.log(results[0].term_id)
medlink.close()`

interface Installed {
  readonly seconds: number
  readonly packages: number
  readonly megabytes: number
}

/** An empty project, and the environment of its user. */
interface Project {
  readonly folder: string
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  readonly compiles: boolean
}

const options = readOptions(import.meta.url, { node: '18,22,24,26' })

const scratch = mkdtempSync(join(tmpdir(), 'medlink-check-install-'))
try {
  const tarball = pack(scratch)
  for (const version of options.node.split(',')) await checkOn(version, tarball)
} finally {
  rmSync(scratch, { recursive: true })
}

async function checkOn(version: string, tarball: string): Promise<void> {
  const node = nodeOf(version)
  const exact = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
  const major = Number.parseInt(exact, 10)
  if (major < OLDEST) {
    requireSentence(node, exact)
    console.log(`Node.js ${exact}: refused in one sentence`)
    return
  }
  const project = makeProject(node, exact, major < FIRST_WITHOUT_COMPILER)
  const library = install(project, ['--omit=optional', tarball])
  useLibrary(project)
  const whole = install(project, [])
  await useServer(project)
  const sqlite = versionOf(project, 'better-sqlite3')
  console.log(`Node.js ${exact} with better-sqlite3 ${sqlite}: linked, suggested, served`)
  console.log(`  the library       ${describe(library)}`)
  console.log(`  and the server    ${describe(whole)}`)
  const tooMuch = Object.entries(LIMITS).filter(
    ([name, limit]) => library[name as keyof Installed] > limit,
  )
  if (tooMuch.length > 0 && !project.compiles)
    throw new Error(`more than ${tooMuch.map(([name, limit]) => `${limit} ${name}`).join(', ')}`)
}

/** Packs this checkout as it is built. @returns the path of the tarball */
function pack(folder: string): string {
  const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const packed = execFileSync('npm', argv, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  return join(folder, filename)
}

/** Path of a Node.js, which is downloaded if npm has not kept it. */
function nodeOf(version: string): string {
  const name = `node-${process.platform}-${process.arch}@${version}`
  const argv = ['--yes', `--package=${name}`, '--', 'node', '-p', 'process.execPath']
  return execFileSync('npx', argv, { encoding: 'utf8', cwd: scratch }).trim()
}

function makeProject(node: string, version: string, compiles: boolean): Project {
  const folder = join(scratch, version)
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  symlinkSync(node, join(bin, 'node'))
  symlinkSync(realpathSync(which('npm')), join(bin, 'npm'))
  symlinkSync(realpathSync('/bin/sh'), join(bin, 'sh'))
  const env = {
    // How npm reaches its registry may be in the environment.
    ...process.env,
    PATH: compiles ? `${bin}${delimiter}${process.env.PATH}` : bin,
    XDG_CACHE_HOME: join(folder, 'cache'),
    MEDLINK_DIR: '',
    npm_config_cache: join(folder, 'npm-cache'),
    // Node.js of the registry brings its headers; those of the system are of another version.
    npm_config_nodedir: dirname(dirname(realpathSync(node))),
  }
  return { folder, node, env, compiles }
}

function which(command: string): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  if (found === undefined) throw new Error(`${command} is not in PATH`)
  return found
}

function install({ folder, env, compiles }: Project, argv: readonly string[]): Installed {
  const scripts = compiles ? [] : ['--ignore-scripts']
  const start = performance.now()
  execFileSync(join(folder, 'bin/npm'), ['install', ...scripts, ...argv], {
    ...{ cwd: folder, env, timeout: INSTALL_MS },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const seconds = (performance.now() - start) / 1000
  const modules = join(folder, 'node_modules')
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: object
  }
  const megabytes = bytesOnDisk(modules) / 1e6
  return { seconds, packages: Object.keys(packages).length, megabytes }
}

/** Space that files and folders take, as `du` has it. */
function bytesOnDisk(path: string): number {
  const stats = lstatSync(path)
  const own = (stats.blocks ?? 0) * 512
  if (!stats.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesOnDisk(join(path, name)), own)
}

function describe({ seconds, packages, megabytes }: Installed): string {
  return `${seconds.toFixed(1)} s, ${packages} packages, ${megabytes.toFixed(1)} MB`
}

/** Links and suggests from the starter, on the command line and in a program; CommonJS loads the library, too. */
function useLibrary(project: Project): void {
  const hints = ['--unit', 'g/dL', '--specimen', 'whole blood']
  call(project, /718-7.*linked/, MAIN, 'link', 'hemoglobin', '-o', 'loinc', ...hints)
  call(project, /E11/, MAIN, 'suggest', 'diab', 'neuro', '-o', 'icd-10-cm')
  call(project, /./s, MAIN, 'build', 'starter', '--out', 'indexes')
  call(project, /^A00/, 'program.mjs', 'indexes')
  call(project, /^function$/m, '-p', "typeof require('medlink').openMedlink")
}

/** Starts a server, and asks it for a link with a token of its own. */
async function useServer(project: Project): Promise<void> {
  const { folder, env } = project
  const argv = [MAIN, 'serve', '--port', '0', '--dir', 'indexes']
  const server = spawn(project.node, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const address = await addressOf(server)
    const token = call(project, /^\S+\n$/, MAIN, 'token').trim()
    const answer = await fetch(`${address}/med-link/nel/link`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'cholera', ontology: 'icd-10-cm', version: 'starter' }),
      signal: AbortSignal.timeout(10_000),
    })
    const said = await answer.text()
    if (!answer.ok || !said.includes('A00')) throw new Error(`the server answered ${said}`)
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.kill()) await ended
  }
}

/** Where a server listens, once it says so. */
function addressOf({ stdout, stderr }: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (chunk: Buffer) => {
      said += chunk
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    }
    stdout?.on('data', read)
    stderr?.on('data', read)
    stderr?.once('close', () => reject(new Error(`the server ended: ${said}`)))
  })
}

/** Output of a program. @throws Error if it fails, or prints something else */
function call({ folder, node, env }: Project, expected: RegExp, ...argv: string[]): string {
  const options = { cwd: folder, env, timeout: 60_000 }
  const printed = execFileSync(node, argv, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!expected.test(printed)) throw new Error(`${argv.join(' ')} prints ${printed}`)
  return printed
}

function versionOf({ folder }: Project, name: string): string {
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** @throws Error unless the command says on this Node.js, in one sentence, that it is too old */
function requireSentence(node: string, version: string): void {
  const script = `'${node}' '${join(ROOT, 'dist/cli/main.js')}' --version 2>&1 || true`
  const said = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
  if (said !== `medlink: needs Node.js 20.19 or later, and this is ${version}\n`)
    throw new Error(`Node.js ${version} says ${said}`)
}
