/**
 * Runs the README and every page of docs/ as a reader does, in an empty folder with the package installed:
 * 1. the commands of its blocks of sh, one after the other, end well; a server that it asks for is running, one for all pages
 * 2. its programs run
 * 3. its examples with output print what is shown, and so do commands whose output is in a block of its own
 *
 * The README, the server and a table are run in a folder and a cache that are empty, by the installed command: the first tasks of a
 * new user. The commands of the other pages are run by the sources that the package is built from, in this process but for the server.
 *
 * Releases are the miniatures of test/fixtures, under the names that the pages give them.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { basename, join } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LINKED_ONTOLOGIES } from '../../src/contract.ts'
import { compiledCommand } from '../support/compiled.ts'
import { starterRoot } from '../support/shared-index.ts'
import { blocksOf, examplesIn, PAGES, type Page } from './pages.ts'
import { FIXTURES, installForReader, type Reader } from './reader.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Releases by the names that the pages give them. */
const RELEASES: Readonly<Record<string, string>> = {
  'Loinc_2.82.zip': 'loinc-mini',
  'SnomedCT_InternationalRF2_PRODUCTION_20250701T120000Z.zip': 'snomed-mini',
  'extension.zip': 'snomed-mini-extension',
  'RxNorm_full_prescribe_10062025.zip': 'medication-mini/rxnorm',
  products: 'medication-mini/products',
}
/** Address of the server in the pages. */
const SERVER = 'http://127.0.0.1:8080'
/** Port of a page that asks no server. */
const NO_PORT = 0

let reader: Reader

beforeAll(async () => {
  reader = await installForReader()
  for (const ontology of LINKED_ONTOLOGIES) {
    const built = join(starterRoot(ontology), ontology)
    cpSync(built, join(reader.folder, 'starters', ontology), { recursive: true })
  }
})
afterAll(async () => {
  await (await shared)?.stop()
  await reader.remove()
})

/** A new folder of a reader: the starters are in ./indexes, and releases lie next to them. */
function folderFor(name: string): string {
  const folder = join(reader.folder, name)
  mkdirSync(folder)
  cpSync(join(reader.folder, 'starters'), join(folder, 'indexes'), { recursive: true })
  for (const [name, fixture] of Object.entries(RELEASES))
    symlinkSync(join(FIXTURES, fixture), join(folder, name))
  return folder
}

/** The server of the pages that ask one: a reader who goes on to the next page has one. */
let shared: Promise<FolderServer> | undefined

function sharedServer(): Promise<FolderServer> {
  shared ??= serveIn(folderFor('served'), compiledCommand())
  return shared
}

/** A port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A server, and the folder that it runs in, with its records. */
interface FolderServer {
  readonly folder: string
  readonly port: number
  stop(): Promise<void>
}

/** Starts the server of a command in a folder. */
async function serveIn(folder: string, command: string): Promise<FolderServer> {
  const port = await freePort()
  const argv = [command, 'serve', '--port', String(port)]
  const { env } = reader
  const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: 'ignore' })
  const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok)
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 60_000 })
  return {
    ...{ folder, port },
    async stop() {
      // It writes into its folder to its end.
      if (child.kill()) await once(child, 'exit')
    },
  }
}

const scriptOf = (page: Page) =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code)
    .join('')
const programOf = (page: Page) =>
  blocksOf(page)
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code)
    .join('')
const examplesOf = (page: Page) => blocksOf(page).flatMap(examplesIn)

const RUN = PAGES.filter(
  (page) => scriptOf(page) + programOf(page) !== '' || examplesOf(page).length > 0,
)

test('no page is without something to run but those about the insides and the contract', () => {
  const rest = PAGES.filter((page) => !RUN.includes(page)).map(({ path }) => path)
  expect(rest.filter((path) => !path.startsWith('docs/contract'))).toEqual([
    'docs/architecture.md',
    'docs/asvs.md',
    'docs/consent.md',
    'docs/encryption.md',
    'docs/envelopes.md',
    'docs/licences.md',
    'docs/server-ways.md',
    'docs/ways.md',
    'docs/where-to-put.md',
  ])
})

/** True if a page asks a server, or copies its records. */
function needsServer(page: Page): boolean {
  return scriptOf(page).includes(SERVER) || scriptOf(page).includes('medlink backup')
}

/** Pages whose blocks of text are what their commands print. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  // Of the first block the codes that the miniature releases have.
  'docs/new-release.md': /^(?:D69|\w+ \w+).*\n/gm,
}

/** Lines that a page shows as printed by its commands. */
function printedIn(page: Page): readonly string[] {
  const shown = PRINTED[page.path]
  if (shown === undefined) return []
  const texts = blocksOf(page).filter(({ language }) => language === 'text')
  return texts.flatMap(({ code }) => code.match(shown) ?? [])
}

/** Runs a page in a folder, whose server listens at a port. @returns what its commands printed on stdout, and its program */
async function runPage(
  page: Page,
  folder: string,
  port: number,
  run: Reader['run'],
): Promise<{ said: string; programSaid: string }> {
  const script = scriptOf(page)
  // A refusal of the server is an error, as any other is.
  const curl = 'curl() { command curl --fail-with-body "$@"; }\n'
  const said =
    script === ''
      ? ''
      : await run(curl + script.replaceAll(SERVER, `http://127.0.0.1:${port}`), folder)
  for (const { command, output } of examplesOf(page))
    expect((await run(command, folder)).trimEnd()).toBe(output)
  return { said, programSaid: await runProgram(programOf(page), folder) }
}

async function runProgram(program: string, folder: string): Promise<string> {
  if (program === '') return ''
  const { code } = transformSync(program, { loader: 'ts', format: 'esm', target: 'node20' })
  writeFileSync(join(folder, 'program.mjs'), code)
  return reader.run(`"${process.execPath}" program.mjs`, folder)
}

/** Pages that are run as the first tasks of a new user. */
const FIRST = ['README.md', 'docs/server.md', 'docs/mapping.md']
const [README, SERVER_PAGE, TABLE_PAGE] = FIRST.map(
  (path) => RUN.find((page) => page.path === path)!,
)
const OTHERS = RUN.filter(({ path }) => !FIRST.includes(path))

// Before the other pages, which fill the cache.
test('the first tasks need nothing but the pages, in an empty folder with an empty cache', async () => {
  const folder = join(reader.folder, 'first')
  mkdirSync(folder)
  // A diagnosis and a note are examples with their output; a laboratory test, a phrase and a prescription are commands.
  const { said, programSaid } = await runPage(README!, folder, NO_PORT, reader.run)
  expect(said).toMatch(/^718-7\t.*\tlinked\t/m)
  expect(said).toMatch(/^29857009\t.*\tlinked\t/m)
  expect(said).toMatch(/^ML:dolo-650-mg-tablet\t.*\tlinked\t/m)
  expect(examplesOf(README!).map(({ output }) => output)).toEqual([
    expect.stringMatching(/^E11\.40\t.*\tlinked$/m),
    expect.stringMatching(/^chest pain\tSYMPTOM,NEGATION\t.*\tcontext_differs$/m),
  ])
  expect(programSaid).toMatch(/^S72\.00/)
  // The server, and a table.
  const server = await serveIn(folder, reader.command)
  try {
    const { said: answers } = await runPage(SERVER_PAGE!, folder, server.port, reader.run)
    expect(answers).toContain('"term_id":"E11.40"')
  } finally {
    await server.stop()
  }
  await runPage(TABLE_PAGE!, folder, NO_PORT, reader.run)
  expect(readFileSync(join(folder, 'mapped.csv'), 'utf8')).toMatch(/^A1;.*718-7/m)
})

describe.each(OTHERS)('$path', (page) => {
  test('does what it says', async () => {
    // A server of tools goes on after its input has ended.
    const needsProcess = scriptOf(page).includes('medlink mcp')
    const run = needsProcess ? reader.run : reader.runHere
    const server = needsServer(page) ? await sharedServer() : undefined
    const folder = server?.folder ?? folderFor(basename(page.path, '.md'))
    const { said } = await runPage(page, folder, server?.port ?? NO_PORT, run)
    for (const line of printedIn(page)) expect(said).toContain(line)
    if (!scriptOf(page).includes('build starter')) return
    // Each with a FlexSearch index.
    const starters = said.matchAll(/^built +(\S+) starter\nfile .*\nFlexSearch index /gm)
    const built = Array.from(starters, ([, ontology]) => ontology)
    expect(built.sort()).toEqual([...LINKED_ONTOLOGIES].sort())
  })
})
