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
 * - `csv-parse` and `flexsearch`, one of the three and of the twelve forms that they are installed in
 * - `@lhncbc/ucum-lhc`, in a file of its own that is loaded with the first unit: it depends on twenty packages, and its parser
 *   loads two of them
 *
 * The types are bundled, too: a project that checks its packages' types (`skipLibCheck: false`) reads those of the public
 * API, and none of the packages behind it.
 *
 * The files of the review page, of the playground, of what these share, and of the custom element `medlink/suggest-element`, are copied as they are: a browser loads
 * them. The type-ahead of web pages, `medlink/browser`, is one small file with `flexsearch` in it; the element's worker imports it.
 *
 * Each file that holds anything of theirs begins with their licences. A build with any other file of `natural` in it fails.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile, transformSync } from 'esbuild'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { BUNDLED } from './build-package/bundled.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The language of Node 20. For a version of Node, esbuild writes a pattern with `\p` as a call that compiles it each time. */
const LANGUAGE = 'es2022'
const MODULES = 'node_modules/'

type Dependencies = Readonly<Record<string, string>>

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
  readonly dependencies: Dependencies
  readonly optionalDependencies: Dependencies
  readonly peerDependencies: Dependencies
}

/** Entry of web pages. */
const BROWSER = 'browser/browser'

/** Scripts of the custom element, and the entry among them. They import each other, and {@link BROWSER}, by relative paths. */
const ELEMENT = {
  entry: 'browser/suggest-element',
  files: /^suggest-(?:element|sources|style|worker)\.js$/,
} as const

/** Entries of the package's exports map, as paths below src/ without their ending. */
const PUBLIC = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : [entry.default.replace(/^\.\/dist\/|\.js$/g, '')],
)
/** Where else loading begins: the command, each worker thread, the stemmer for its test. */
const OTHER_ENTRIES = ['cli/main', 'library/pool/worker', 'library/starter-worker', 'language/stem']
/**
 * Chunks that entries share: two steps below the package, like every source that reads a file of the package, and next to
 * the folder of the worker.
 */
const CHUNKS = 'library/[name]-[hash]'
const PAGES = ['http/page', 'http/review/page', 'http/playground/page']
/** File that loads the parser of units. */
const UNIT_PARSER = 'units/ucum-lhc.cjs'

/** Writes the types of the public API into dist/, after removing an earlier dist/. */
async function writeTypes(): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const compiled = join(root, 'dist/types')
  // It takes a third of the time of the one that bundles the types.
  const compiler = join(root, 'node_modules/typescript-7.0/bin/tsc')
  const emit = ['--emitDeclarationOnly', '--outDir', compiled]
  const scripts = ['--noEmit', 'false', '--declaration', '--rootDir', 'src']
  for (const project of [['src'], ['src/browser', ...scripts]])
    execFileSync(process.execPath, [compiler, '-p', ...project, ...emit], {
      ...{ cwd: root, stdio: 'inherit' },
    })
  const bundle = await rollup({
    input: Object.fromEntries(PUBLIC.map((path) => [path, join(compiled, `${path}.d.ts`)])),
    plugins: [dts(), { name: 'tabs', renderChunk: (code) => indentedByTabs(code) }],
    external: (name) => !/^[./]/.test(name),
    onLog: (_, { message }) => {
      throw new Error(message)
    },
  })
  await bundle.write({
    dir: join(root, 'dist'),
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'library/types-[hash].d.ts',
  })
  await bundle.close()
  rmSync(compiled, { recursive: true })
}

/** Types of schemas are indented ten levels deep: by spaces they take a third more. */
function indentedByTabs(code: string, spaces = 4): string {
  const step = ' '.repeat(spaces)
  return code.replace(new RegExp(`^(?:${step})+`, 'gm'), (indentation) =>
    '\t'.repeat(indentation.length / spaces),
  )
}

/** Writes the code of src/ into dist/, each file with the licences of what it holds on top. */
async function writeCode(): Promise<void> {
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  const installed = Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  }).filter((name) => BUNDLED.every((each) => each.name !== name))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...PUBLIC, ...OTHER_ENTRIES]
      .filter((path) => path !== BROWSER && path !== ELEMENT.entry)
      .map((path) => `src/${path}.ts`),
    outdir: 'dist',
    outbase: 'src',
    chunkNames: CHUNKS,
    bundle: true,
    splitting: true,
    external: installed.flatMap((name) => [name, `${name}/*`]),
    platform: 'node',
    format: 'esm',
    target: LANGUAGE,
    // Some comments tell from which file code is, and names are in the stack of an error: both stay.
    minifySyntax: true,
    metafile: true,
    logLevel: 'warning',
  })
  requireKnown(Object.keys(metafile.inputs))
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    compact(join(root, file))
    addLicences(file, inputs)
  }
}

/** A comment on what follows, in lines of its own. */
const DOC = /^[ \t]*\/\*\*(?:[^*]|\*(?!\/))*\*\/[ \t]*\n/gm

/**
 * Makes a file smaller that stays as easy to step through: without the comments that the types have, too, and indented by tabs
 * where no text of several lines is in it.
 *
 * @throws Error where leaving out a comment changes the code
 */
function compact(path: string): void {
  const code = readFileSync(path, 'utf8')
  const plain = code.replaceAll(DOC, '')
  if (!isSameCode(plain, code)) throw new Error(`${path} has code that looks like a comment`)
  const tabbed = plain.split(STATEMENT).map(withTabs).join('')
  if (!isSameCode(tabbed, plain)) throw new Error(`${path} cannot be indented by tabs`)
  writeFileSync(path, tabbed)
}

/** Where a statement of a module may begin. */
const STATEMENT = /^(?=(?:async|class|const|export|function|import|let|var) )/m

/** A statement indented by tabs; as it is where a text of several lines is in it. */
function withTabs(statement: string): string {
  const tabbed = indentedByTabs(statement, 2)
  try {
    return isSameCode(tabbed, statement) ? tabbed : statement
  } catch {
    // A text of several lines had the beginning of a statement in it: no part of it is code by itself.
    return statement
  }
}

function isSameCode(one: string, other: string): boolean {
  const [a, b] = [one, other].map(
    (code) => transformSync(code, { minifyWhitespace: true, legalComments: 'none' }).code,
  )
  return a === b
}

/** Writes the file that web pages load. */
async function writeBrowserCode(): Promise<void> {
  await writeOneFile(`${BROWSER}.ts`, {
    minify: true,
    legalComments: 'none',
    platform: 'browser',
    format: 'esm',
    target: LANGUAGE,
  })
}

/**
 * Writes the parser of units, in one file. It is large, and no code of ours that anyone would step through. Minified code lacks
 * the paths of what it is made of, which the bundler writes into other files: they come at its end.
 */
async function writeUnitParser(): Promise<void> {
  const outputs = await writeOneFile(UNIT_PARSER, {
    minify: true,
    legalComments: 'none',
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: LANGUAGE,
  })
  for (const [file, { inputs }] of Object.entries(outputs)) {
    const held = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    appendFileSync(join(root, file), held.map(([path]) => `// ${path}\n`).join(''))
  }
}

/** Bundles a source with all that it loads. @param source its path below src/ @returns what the files are made of */
async function writeOneFile(source: string, options: BuildOptions): Promise<Metafile['outputs']> {
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [`src/${source}`],
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    metafile: true,
    logLevel: 'warning',
  })
  requireKnown(Object.keys(metafile.inputs))
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) addLicences(file, inputs)
  return metafile.outputs
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

/** Copies the files of pages that a browser loads. */
function copyPages(): void {
  for (const page of PAGES)
    cpSync(join(root, 'src', page), join(root, 'dist', page), {
      recursive: true,
      filter: (path) => ['', '.js', '.css'].includes(extname(path)),
    })
}

/** Copies the scripts of the custom element. */
function copyElement(): void {
  for (const file of readdirSync(join(root, 'src/browser')).filter((each) =>
    ELEMENT.files.test(each),
  ))
    cpSync(join(root, 'src/browser', file), join(root, 'dist/browser', file))
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

await writeTypes()
await writeCode()
await writeBrowserCode()
await writeUnitParser()
copyPages()
copyElement()
chmodSync(join(root, 'dist/cli/main.js'), 0o755)
