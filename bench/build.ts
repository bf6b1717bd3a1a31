/**
 * Measures how long building an index takes, how much memory, how large the file is, and whether a second build is equal.
 *
 *   tsx bench/build.ts --ontology O --release FOLDER|ZIP … [--version V] [--large] [--dir D]
 *   tsx bench/build.ts --ontology snomed --generated N [--dir D]
 *
 *   --ontology   what the release is of
 *   --release    as its publisher hands it out; may be given several times, for each part of it
 *   --version    overrides the version that the release states
 *   --large      LOINC only: builds the table of 109,000 rows that bench/loinc-table.ts makes of the release
 *   --generated  SNOMED CT only, in place of a release: builds the package of that many active concepts, 375000 for all of
 *                SNOMED CT's size, that bench/generate-rf2.ts writes
 *   --dir        root of indexes in which the first build is kept: bench/latency.ts measures what opening it and linking cost
 *
 * Every build is a new process, of the built package when there is a dist/, with a folder of its own below the
 * system's temporary folder, removed in the end. Peak memory is the resident set's. The last table holds the worst of the builds.
 * Exits 1 when the content hashes differ.
 */
import { join, resolve } from 'node:path'
import { MULTIPLE, OPTIONAL, readOptions, requireCount } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import { runChild } from './child.ts'
import { writeRf2Package } from './generate-rf2.ts'
import { LARGE_TABLE, writeLoincTable } from './loinc-table.ts'
import { requireOntologyName } from './options.ts'
import { temporaryFolder } from './temporary.ts'

/** What bench/build-child.mjs prints. */
interface BuildReport {
  readonly seconds: number
  readonly peakKb: number
  readonly bytes: number
  readonly contentHash: string
  readonly counts: { readonly terms: number; readonly concepts: number }
}

const options = readOptions(import.meta.url, {
  ontology: OPTIONAL,
  release: MULTIPLE,
  version: OPTIONAL,
  large: false,
  generated: OPTIONAL,
  dir: OPTIONAL,
})
const ontology = requireOntologyName(options.ontology)
if (options.large && ontology !== 'loinc')
  throw new TypeError(`--large: there is a table for loinc only, not for ${ontology}`)
const { generated } = options
if (generated !== undefined && ontology !== 'snomed')
  throw new TypeError(`--generated: there are packages for snomed only, not for ${ontology}`)
if ((generated === undefined) === (options.release.length === 0))
  throw new TypeError('either --release or --generated must be given')
const given = options.release.map((path) => resolve(path))
const size = generated === undefined ? undefined : requireCount(generated, 'generated')
const root = temporaryFolder()
const folders = [resolve(options.dir ?? join(root, 'first')), join(root, 'second')]

const release =
  size !== undefined
    ? [writeRf2Package(join(root, 'release'), { concepts: size })]
    : options.large
      ? [makeLargeTable(given[0]!)]
      : given
const version = options.version ?? (options.large ? LARGE_TABLE.version : undefined)
const reports = folders.map((dir) => build(release, version, dir))
const header = ['build', 'seconds', 'peak MB', 'file MB', 'concepts', 'terms', 'terms/s', 'hash']
const rows = reports.map(({ seconds, peakKb, bytes, counts, contentHash }, i) => [
  i === 0 ? 'first' : 'second',
  seconds,
  megabytes(peakKb),
  bytes / 2 ** 20,
  counts.concepts,
  counts.terms,
  Math.round(counts.terms / seconds),
  contentHash.slice(0, 12),
])
const equal = new Set(reports.map(({ contentHash }) => contentHash)).size === 1
console.log(formatTable(header, rows))
console.log(`content hashes are ${equal ? 'equal' : 'different'}`)
const worst = (measure: (report: BuildReport) => number) => Math.max(...reports.map(measure))
const measured = {
  'build s': worst(({ seconds }) => seconds),
  'peak MB': megabytes(worst(({ peakKb }) => peakKb)),
  'file MB': worst(({ bytes }) => bytes) / 2 ** 20,
}
console.log(`\n${formatTable(['', 'measured'], Object.entries(measured))}`)
if (!equal) process.exitCode = 1

function makeLargeTable(pool: string): string {
  const table = join(root, 'release')
  writeLoincTable(pool, table, LARGE_TABLE)
  return table
}

function build(release: readonly string[], version: string | undefined, dir: string): BuildReport {
  const args = [ontology, dir, version ?? '', ...release]
  return runChild<BuildReport>('build-child.mjs', args).report
}

function megabytes(kilobytes: number): number {
  return Math.round(kilobytes / 1024)
}
