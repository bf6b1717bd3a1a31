/**
 * How long building an index takes, how much memory, how large the file is, and whether a second build is equal.
 *
 *   tsx bench/build.ts --ontology O --release FOLDER|ZIP [--version V] [--over]
 *
 *   --ontology  what the release is of
 *   --release   as its publisher hands it out
 *   --version   overrides the version that the release states
 *   --over      builds a third time in the place of the first index, as an update does
 *   --help      prints this
 *
 * Every build is a new process, of the built package when there is a dist/, with a folder of its own below the
 * system's temporary folder, removed in the end. Peak memory is the resident set's. Exits 1 when the content hashes
 * differ.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChild } from './child.ts'
import { printHelp, requireOntologyName, requireOption } from './options.ts'
import { formatTable } from './table.ts'

/** What bench/build-child.mjs prints. */
interface BuildReport {
  readonly seconds: number
  readonly peakKb: number
  readonly bytes: number
  readonly contentHash: string
  readonly counts: { readonly terms: number; readonly concepts: number }
}

const { values: options } = parseArgs({
  options: {
    ontology: { type: 'string' },
    release: { type: 'string' },
    version: { type: 'string' },
    over: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
const ontology = requireOntologyName(options.ontology)
const release = resolve(requireOption(options.release, 'release'))
const root = mkdtempSync(join(tmpdir(), 'medlink-build-'))
const builds = [
  { name: 'first', dir: join(root, 'first') },
  { name: 'second', dir: join(root, 'second') },
  ...(options.over ? [{ name: 'over the first', dir: join(root, 'first') }] : []),
]

try {
  const reports = builds.map(({ dir }) => build(dir))
  const header = ['build', 'seconds', 'peak MB', 'file MB', 'concepts', 'terms', 'terms/s', 'hash']
  const rows = reports.map(({ seconds, peakKb, bytes, counts, contentHash }, i) => [
    builds[i]!.name,
    seconds,
    Math.round(peakKb / 1024),
    bytes / 2 ** 20,
    counts.concepts,
    counts.terms,
    Math.round(counts.terms / seconds),
    contentHash.slice(0, 12),
  ])
  const equal = new Set(reports.map(({ contentHash }) => contentHash)).size === 1
  console.log(formatTable(header, rows))
  console.log(`content hashes are ${equal ? 'equal' : 'different'}`)
  if (!equal) process.exitCode = 1
} finally {
  rmSync(root, { recursive: true })
}

function build(dir: string): BuildReport {
  const version = options.version === undefined ? [] : [options.version]
  return runChild<BuildReport>('build-child.mjs', [ontology, release, dir, ...version]).report
}
