/**
 * Does some test notice when a decision changes? Changes constants, comparisons and guards one at a time and runs the
 * tests.
 *
 *   tsx scripts/mutate.ts [path …] [--share S] [--sample N] [--seed S] [--tests N] [--jobs N] [--list]
 *
 *   path      folders, files or single lines (src/linker/rank.ts:36); src/linker and src/clinical when left out
 *   --share   exit code 1 when less than this share of the mutants is noticed; .9 when left out
 *   --sample  that many mutants instead of all
 *   --seed    which ones; 1 when left out
 *   --tests   only the so many nearest test files of each source file, for a first look; all when left out
 *   --jobs    how many run at the same time; 2 when left out
 *   --list    prints the mutants and runs nothing
 *   --help    prints this
 *
 * A mutant is one change: another number in a constant or a condition, a comparison with its bound moved or turned
 * round, the condition of a guard (`if (…) return`, continue, break, throw) and the body of a function that answers with
 * a boolean made true or false, `&&` and `||` exchanged, Math.min and Math.max too. Types, imports and the texts of
 * errors are left alone, and so is what scripts/mutate/equivalents.ts lists. Each is run in a copy of the working tree, against
 * the test files that load the file: its own first, then the nearest by imports, up to the first that fails. One that
 * runs forever is noticed. Prints a table by file with every mutant that nobody noticed, and as its last line
 * {"mutants", "noticed", "share"} as JSON.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { EQUIVALENTS } from './mutate/equivalents.ts'
import { type Mutant, mutantsOf, mutate } from './mutate/mutants.ts'
import type { Task } from './mutate/runner.ts'
import { Slot } from './mutate/slot.ts'
import { TestFiles } from './mutate/test-files.ts'
import { printHelp, requireCount } from './support/options.ts'
import { sample, seededRandom } from './support/random.ts'
import { formatTable } from './support/table.ts'

/** A mutant of a file of the tree. */
interface Case extends Mutant {
  readonly path: string
}

/** What builds the indexes that test files share. */
const INDEX_BUILDER = 'src/build/build.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '.9' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)

const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = Number(options.share)
if (!(wanted >= 0 && wanted <= 1))
  throw new RangeError(`--share is ${options.share}: it must lie between 0 and 1`)
const targets = (positionals.length > 0 ? positionals : ['src/linker', 'src/clinical']).map(
  targetOf,
)
const paths = [...new Set(targets.flatMap(({ path }) => filesIn(path)))]
const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const cases = chosen(
  [...sources].flatMap(([path, source]) => casesOf(path, source)).filter(isWanted),
)
if (options.list) {
  for (const each of cases) console.log(shown(each))
  process.exit(0)
}

const testFiles = new TestFiles(root)
const nearest =
  options.tests === undefined ? Number.POSITIVE_INFINITY : requireCount(options.tests, 'tests')
const folder = mkdtempSync(join(tmpdir(), 'medlink-mutate-'))
// Tests start PostgreSQL as another user, who has to get there.
chmodSync(folder, 0o711)
const slots: Slot[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(130))
process.once('exit', () => {
  for (const slot of slots) slot.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (let i = 0; i < requireCount(options.jobs, 'jobs'); i++)
  slots.push(new Slot(root, join(folder, String(i))))

const durations = await passUnchanged()
const survivors = await run()
report(survivors)
process.exit()

/** A path of the command line, relative to the root; it may name one line of a file. */
function targetOf(text: string): { readonly path: string; readonly line: number | undefined } {
  const [, path, line] = /^(.*?)(?::(\d+))?$/.exec(text)!
  return {
    path: relative(root, resolve(root, path!)),
    line: line === undefined ? undefined : Number(line),
  }
}

function isWanted({ path, line }: Case): boolean {
  return targets.some(
    (target) =>
      (path === target.path || path.startsWith(`${target.path}/`)) &&
      (target.line === undefined || target.line === line),
  )
}

/** The TypeScript files at or below a path, relative to the root. */
function filesIn(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => join(path, name))
}

/** The mutants of a file that can be noticed. @throws Error when the list of the others has one that there is not */
function casesOf(path: string, source: string): Case[] {
  const lines = source.split('\n')
  const equivalents = new Set(EQUIVALENTS.filter((each) => each.path === path))
  const mutants = mutantsOf(source).filter(({ line, before, after }) => {
    const text = lines[line - 1]!.trim()
    for (const each of equivalents)
      if (each.line === text && each.before === before && each.after === after)
        return !equivalents.delete(each)
    return true
  })
  for (const { line, before, after } of equivalents)
    throw new Error(`equivalents.ts: ${path} has no "${line}" with ${before} -> ${after}`)
  return mutants.map((mutant) => ({ ...mutant, path }))
}

function chosen(all: readonly Case[]): readonly Case[] {
  if (options.sample === undefined) return all
  const random = seededRandom(Number(options.seed))
  return sample(all, requireCount(options.sample, 'sample'), random)
}

/**
 * Runs all tests once, some of them in each slot: how long each takes, in ms.
 *
 * @throws Error when one fails without any change
 */
async function passUnchanged(): Promise<ReadonlyMap<string, number>> {
  const tests = [...new Set(paths.flatMap((path) => testFiles.of(path).slice(0, nearest)))]
  const passSome = async (slot: Slot, i: number) => {
    const some = tests.filter((_, place) => place % slots.length === i)
    const failed = await slot.run({ tests: some, changesIndexes: false })
    if (failed !== undefined) throw new Error(`${failed} fails without any change`)
  }
  await Promise.all(slots.map(passSome))
  return new Map(slots.flatMap(({ durations }) => [...durations]))
}

/** Runs every mutant; returns those that nobody noticed, in the order of the text. */
async function run(): Promise<ReadonlySet<Case>> {
  const unnoticed = new Set<Case>()
  const rest = cases.values()
  let done = 0
  const work = async (slot: Slot) => {
    for (const each of rest) {
      const noticedBy = await slot.run(taskOf(each))
      if (noticedBy === undefined) unnoticed.add(each)
      console.error(`${++done}/${cases.length} ${noticedBy ?? 'NOBODY'}: ${shown(each)}`)
    }
  }
  await Promise.all(slots.map(work))
  return unnoticed
}

function taskOf(mutant: Case): Task {
  const { path } = mutant
  const from = sources.get(path)!
  return {
    tests: testFiles.of(path, durations).slice(0, nearest),
    change: { path, from, to: mutate(from, mutant) },
    changesIndexes: testFiles.isLoadedBy(path, INDEX_BUILDER),
  }
}

function shown({ path, line, before, after }: Case): string {
  return `${path}:${line} ${before.replace(/\s+/g, ' ')} -> ${after}`
}

function report(unnoticed: ReadonlySet<Case>): void {
  const rows = paths.map((path) => {
    const own = cases.filter((each) => each.path === path)
    const missed = own.filter((each) => unnoticed.has(each)).length
    return [path, own.length, own.length - missed]
  })
  const noticed = cases.length - unnoticed.size
  const share = cases.length === 0 ? 1 : noticed / cases.length
  console.log(formatTable(['file', 'mutants', 'noticed'], rows))
  for (const each of cases) if (unnoticed.has(each)) console.log(`not noticed: ${shown(each)}`)
  console.log(JSON.stringify({ mutants: cases.length, noticed, share: Number(share.toFixed(4)) }))
  process.exitCode = share < wanted ? 1 : 0
}
