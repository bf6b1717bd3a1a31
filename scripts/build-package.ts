/**
 * Builds dist/, what the package ships: the sources in a few files of JavaScript, and their types.
 *
 *   tsx scripts/build-package.ts
 *
 * A process that links one mention spends most of its time on loading code, and each file costs as much as its first 20 kB. So
 * the sources are bundled, in one file what the library, its worker threads, the server and the command line have in common,
 * and with them the packages below, of which they use little:
 *
 * - the stemmer of `natural`, five small files of a package that also brings database clients and a WordNet of 35 MB
 * - `zod`, without its forty languages
 *
 * The files of the review page are copied as they are: a browser loads them. What a web page loads of type-ahead,
 * `medlink/browser`, is one small file, with `flexsearch` in it.
 *
 * Each file that holds anything of theirs begins with their licences. A build with any other file of `natural` in it fails.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const MODULES = 'node_modules/'

/** What is bundled of other packages: the folder of each, its licence, and, where it is not to be more, what of it. */
const BUNDLED = [
  {
    name: 'natural',
    licence: 'LICENSE.txt',
    files: [
      'lib/natural/stemmers/porter_stemmer.js',
      'lib/natural/stemmers/stemmer.js',
      'lib/natural/tokenizers/aggressive_tokenizer.js',
      'lib/natural/tokenizers/tokenizer.js',
      'lib/natural/util/stopwords.js',
    ],
  },
  { name: 'zod', licence: 'LICENSE' },
  // Its licence is that of Medlink, whose text comes along; a web page is spared the 11 kB.
  {
    name: 'flexsearch',
    licence: 'dist/flexsearch.bundle.module.min.mjs',
    files: ['dist/flexsearch.bundle.module.min.mjs'],
  },
] as const

/** What web pages load; everywhere else its package is loaded as it is installed. */
const BROWSER = { entryPoint: 'src/browser/browser.ts', bundled: 'flexsearch' } as const

/**
 * Where loading begins, and where the chunks lie that these share: two steps below the package, as every source does that
 * reads a file of the package, and next to the folder of the worker.
 */
const ENTRY_POINTS = [
  'src/medlink.ts',
  'src/cli/main.ts',
  'src/http/http.ts',
  'src/mapping/mapping.ts',
  'src/library/pool/worker.ts',
  'src/text/stem.ts',
]
const CHUNKS = 'library/[name]-[hash]'
const PAGE = 'http/review/page'

/** Writes the types of src/ into dist/, whatever was there before. */
function writeTypes(): void {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const argv = [compiler, '-p', 'src', '--emitDeclarationOnly']
  execFileSync(process.execPath, argv, { cwd: root, stdio: 'inherit' })
}

/** Writes the code of src/ into dist/, each file with the licences of what it holds on top. */
async function writeCode(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const installed = ['dependencies', 'optionalDependencies', 'peerDependencies']
    .flatMap((kind) => Object.keys(manifest[kind]!))
    .filter((name) => name === BROWSER.bundled || BUNDLED.every((each) => each.name !== name))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRY_POINTS,
    outdir: 'dist',
    outbase: 'src',
    chunkNames: CHUNKS,
    bundle: true,
    splitting: true,
    external: installed.flatMap((name) => [name, `${name}/*`]),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    logLevel: 'warning',
  })
  requireKnown(Object.keys(metafile.inputs))
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) addLicences(file, inputs)
}

/** Writes the file that web pages load. */
async function writeBrowserCode(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [BROWSER.entryPoint],
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    minify: true,
    legalComments: 'none',
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  })
  requireKnown(Object.keys(metafile.inputs))
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) addLicences(file, inputs)
}

/** @throws Error where anything is bundled that is not ours or of {@link BUNDLED} */
function requireKnown(inputs: readonly string[]): void {
  const foreign = inputs.filter((file) => {
    // A module of Node.js that no browser has: nothing of it is in the bundle.
    if (file.startsWith('(disabled):')) return false
    const of = BUNDLED.find(({ name }) => file.startsWith(`${MODULES}${name}/`))
    if (of === undefined) return !file.startsWith('src/')
    return 'files' in of && !of.files.some((each) => file === `${MODULES}${of.name}/${each}`)
  })
  if (foreign.length > 0) throw new Error(`dist/ would hold other code: ${foreign.join(', ')}`)
}

/** Copies what a browser loads of the review page. */
function copyPage(): void {
  cpSync(join(root, 'src', PAGE), join(root, 'dist', PAGE), {
    recursive: true,
    filter: (path) => ['', '.js', '.css'].includes(extname(path)),
  })
}

function addLicences(file: string, inputs: Metafile['outputs'][string]['inputs']): void {
  const held = BUNDLED.filter(({ name }) =>
    Object.entries(inputs).some(
      ([input, { bytesInOutput }]) => bytesInOutput > 0 && input.startsWith(`${MODULES}${name}/`),
    ),
  )
  if (held.length === 0) return
  const notices = held.map(({ name, licence }) => {
    const text = readFileSync(join(root, MODULES, name, licence), 'utf8')
    const [, header] = /^\/\*\*!(.*?)\*\//s.exec(text) ?? []
    return `Contains code of "${name}":\n\n${(header ?? text).trim()}\n`
  })
  const path = join(root, file)
  writeFileSync(path, `/*!\n${notices.join('\n')}*/\n${readFileSync(path, 'utf8')}`)
}

writeTypes()
await writeCode()
await writeBrowserCode()
copyPage()
chmodSync(join(root, 'dist/cli/main.js'), 0o755)
