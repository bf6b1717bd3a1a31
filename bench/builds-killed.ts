/**
 * Measures what is left of a build that is killed, and whether several builders ever write the same file at the same time.
 *
 *   tsx bench/builds-killed.ts [--ontology O] [--kills N] [--swaps N] [--locks N] [--builders N] [--containers N]
 *
 *   --ontology    whose starter is built; loinc when left out
 *   --kills       builds that are killed with SIGKILL at a random moment; 30 when left out
 *   --swaps       builds of another index that are killed while they put both files in place, 20 when left out
 *   --locks       files of a dead build that builders race for; 40 when left out
 *   --builders    how many start at once each time, in processes of their own; 4 when left out
 *   --containers  builds that are killed as process 1 of a namespace of their own, as a container's are (`unshare`, Linux,
 *                 root); 3 when left out, 0 where that is not allowed
 *
 * After each kill the old index must answer as before, and its FlexSearch index must be of it. The next build must succeed and
 * leave nothing but these two in the folder. In a race all builders start at once: one at least must build, the others build later or are refused, and no two may
 * write at the same time, by the times of their first and last steps. Then as many processes replace a small file 500 times
 * each, and no two may do it at the same time. The process ends with 1 when any of this is not so.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readOptions, requireCount } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { openSuggestIndex } from '../src/browser/browser.ts'
import { indexPath, STARTER_VERSION } from '../src/index/registry.ts'
import { openMedlink } from '../src/medlink.ts'
import { builtStarter } from './built-starter.ts'
import { AnsweringProcess, findLibrary, SOURCES } from './child.ts'
import { requireOntologyName } from './options.ts'
import { temporaryFolder } from './temporary.ts'

const SEED = 20_261_122
/** Renames of a build that replaces both: the old FlexSearch index is set aside, the new one put in place, then the index. */
const RENAMES = ['setting the old one aside', 'the new one', 'the index']
/** Replacements by each process, and the most time for them. */
const REPLACEMENTS = 500
const REPLACING_MS = 900_000

/** The answer of a builder, or the error of a process that died instead. */
type Built = Partial<
  Record<'code' | 'error', string> & Record<'from' | 'to', number> & { ok: true }
>
const REFUSED = 'build_in_progress'

const { builders, ...options } = readOptions(import.meta.url, {
  ...{ ontology: 'loinc', kills: 30, swaps: 20, locks: 40, builders: 4, containers: '3' },
})
const ontology = requireOntologyName(options.ontology)
const random = seededRandom(SEED)
const dir = temporaryFolder()
const file = indexPath(dir, ontology, STARTER_VERSION)

const starter = await builtStarter(ontology, dir)
const took = await timeOfBuild()
await killBuilds(options.kills)
await killSwaps(options.swaps)
await raceForLocks(options.locks)
await replaceTogether(REPLACEMENTS)
if (options.containers !== '0')
  await killFirstProcesses(requireCount(options.containers, 'containers'))
starter.report()

async function killBuilds(count: number): Promise<void> {
  const stages = {
    'with the lock, before it wrote': 0,
    'while it wrote': 0,
    'before that, or after': 0,
  }
  for (let i = 0; i < count; i++) {
    const child = await startBuilder()
    void child.ask({})
    await sleep(random() * took)
    await child.kill()
    if (starter.files().some((name) => name.endsWith('.tmp'))) stages['while it wrote']++
    else if (starter.hasLeftovers()) stages['with the lock, before it wrote']++
    else stages['before that, or after']++
    starter.checkAnswers(`kill ${i}`)
    if (i % 2 === 0) await starter.checkBuild(`kill ${i}`)
  }
  await starter.checkBuild('the last kill')
  console.log(`${count} builds killed at random moments of ${Math.round(took)} ms`)
  console.log(formatTable(['killed', 'builds'], Object.entries(stages)))
}

/** Builders of another index die before each rename in turn: the pair that is there stays whole. */
async function killSwaps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const step = i % RENAMES.length
    const child = await startBuilder()
    const { error } = await child.ask<Built>({ curatedNames: false, diesAt: step + 1 })
    const when = `killed before ${RENAMES[step]}, ${i}`
    starter.check(error === 'crash: SIGKILL', `${when}: the builder ended by itself`)
    starter.checkAnswers(when)
    await requirePair(when)
    // Whole again: a build that finds one set aside takes other steps.
    await starter.checkBuild(when)
  }
  console.log(`${count} builds killed while they put their two files in place`)
}

/** The FlexSearch index that is handed out is of the index that answers. */
async function requirePair(when: string): Promise<void> {
  const medlink = openMedlink({ dir })
  const codes = medlink.check(ontology).flatMap(({ faults }) => faults.map(({ code }) => code))
  const { index_name } = medlink.link({ query: 'sodium', ontology })
  const { bytes } = medlink.flexsearch(ontology, STARTER_VERSION)
  const { manifest } = await openSuggestIndex(bytes)
  medlink.close()
  const isPair = manifest.index_name === index_name
  starter.check(codes.length === 0, `${when}: ${codes}`)
  starter.check(isPair, `${when}: the FlexSearch index is of another build`)
}

async function raceForLocks(count: number): Promise<void> {
  const children = await Promise.all(Array.from({ length: builders }, startBuilder))
  let [refusals, together] = [0, 0]
  for (let i = 0; i < count; i++) {
    leaveFiles()
    const all: Built[] = await Promise.all(children.map((child) => child.ask<Built>({})))
    const built = all.filter(({ ok }) => ok).sort((one, other) => one.from! - other.from!)
    for (let j = 1; j < built.length; j++) if (built[j]!.from! < built[j - 1]!.to!) together++
    const failed = all.flatMap(({ ok, code, error }) => (ok ? [] : (code ?? error)))
    refusals += failed.length
    starter.check(built.length > 0, `race ${i}: nobody got in`)
    starter.check(new Set([...failed, REFUSED]).size === 1, `race ${i}: ${failed}`)
    starter.checkFiles(`race ${i}`)
  }
  for (const child of children) await child.kill()
  starter.check(together === 0, `${together} times two builders wrote at the same time`)
  starter.checkAnswers('after the races')
  console.log(
    `${count} races of ${builders} builders: ${count * builders - refusals} built, ${refusals} were refused, ${together} times two wrote at the same time`,
  )
}

/** What a killed build leaves, and the lock of an earlier version whose number somebody else has now. */
function leaveFiles(): void {
  for (const [ending, text] of Object.entries({ building: '', tmp: 'half', lock: '1' }))
    writeFileSync(`${file}.${ending}`, text)
}

/** Small replacements instead of builds, so that locks are handed over all the time. */
async function replaceTogether(count: number): Promise<void> {
  const children = await Promise.all(
    Array.from({ length: builders }, () =>
      AnsweringProcess.start('replacer-child.mjs', [join(dir, 'replaced')], SOURCES),
    ),
  )
  type Counts = Record<'together' | 'refusals', number>
  const asked = children.map((child) => child.ask({ times: count }, REPLACING_MS))
  const counts = (await Promise.all(asked)) as Counts[]
  for (const child of children) await child.kill()
  const sum = (of: keyof Counts) => counts.reduce((total, each) => total + each[of], 0)
  starter.check(sum('together') === 0, `${sum('together')} times two held the lock`)
  starter.check(readdirSync(dir).length === 2, `replacements left files: ${readdirSync(dir)}`)
  console.log(
    `${count * builders} replacements by ${builders} processes: ${sum('refusals')} refusals, ${sum('together')} times two at the same time`,
  )
}

/** The builder is process 1 of its namespace, killed there; the next one is process 1, too. */
async function killFirstProcesses(count: number): Promise<void> {
  let survived = 0
  const { href: library, loader } = findLibrary()
  const script = fileURLToPath(new URL('build-starter-child.mjs', import.meta.url))
  const own = ['--pid', '--fork', '--kill-child']
  const argv = [...own, process.execPath, ...loader, script, library, ontology, dir]
  const start = () => spawn('unshare', argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  for (let i = 0; i < count; i++) {
    const killed = start()
    killed.stdout.setEncoding('utf8')
    for await (const text of killed.stdout) if (String(text).includes('write names')) break
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    starter.check(starter.hasLeftovers(), `container ${i}: the build was done before the kill`)
    const next = start()
    let said = ''
    for await (const text of next.stdout) said += text
    if (said.includes('process 1: built')) survived++
  }
  starter.check(survived === count, `${count - survived} could not build after a killed one`)
  starter.checkFiles('after the containers')
  starter.checkAnswers('after the containers')
  console.log(`${count} builds killed as process 1: ${survived} times the next process 1 built`)
}

async function timeOfBuild(): Promise<number> {
  const child = await startBuilder()
  const start = performance.now()
  await child.ask({})
  const ms = performance.now() - start
  await child.kill()
  return ms
}

function startBuilder(): Promise<AnsweringProcess> {
  return AnsweringProcess.start('builder-child.mjs', [ontology, dir])
}
