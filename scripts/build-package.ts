/**
 * Builds dist/, what the package ships: the compiled sources and their types, with the stemmer inside.
 *
 *   tsx scripts/build-package.ts
 *
 * The stemmer is five small files of the package `natural`, which also brings database clients and a WordNet of 35 MB.
 * They are bundled into dist/text/stem.js, under their licence, so that nobody who installs Medlink installs `natural`.
 * A build with any other file in that bundle fails.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const NATURAL = 'node_modules/natural'
/** What the bundle is made of, sorted. */
const STEMMER_FILES = [
  `${NATURAL}/lib/natural/stemmers/porter_stemmer.js`,
  `${NATURAL}/lib/natural/stemmers/stemmer.js`,
  `${NATURAL}/lib/natural/tokenizers/aggressive_tokenizer.js`,
  `${NATURAL}/lib/natural/tokenizers/tokenizer.js`,
  `${NATURAL}/lib/natural/util/stopwords.js`,
  'src/text/stem.ts',
]

/** Compiles src/ into dist/, whatever was there before. */
function compileSources(): void {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'src'], { cwd: root, stdio: 'inherit' })
}

/** Writes dist/text/stem.js anew, with what it imports inside and the licence of that on top. */
async function bundleStemmer(): Promise<void> {
  const licence = readFileSync(join(root, NATURAL, 'LICENSE.txt'), 'utf8').trim()
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/text/stem.ts'],
    outfile: 'dist/text/stem.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: `/*!\nContains the Porter stemmer of "natural":\n\n${licence}\n*/` },
    metafile: true,
    logLevel: 'warning',
  })
  const bundled = Object.keys(metafile.inputs).sort()
  if (bundled.join() !== STEMMER_FILES.join())
    throw new Error(`dist/text/stem.js holds other files than it should: ${bundled.join(', ')}`)
}

compileSources()
await bundleStemmer()
chmodSync(join(root, 'dist/cli/main.js'), 0o755)
