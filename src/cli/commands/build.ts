import {
  type BuildResult,
  buildableOntologies,
  buildIndex,
  buildStarter,
} from '../../build/build.ts'
import { getNamedRoot, type Io, PROJECT_ROOT, print, printJson, UsageError } from '../io.ts'
import { withProgress } from '../progress.ts'
import { layOutPairs } from '../table.ts'

export interface BuildOptions {
  /** The parts of the release, in the order they were given. */
  readonly release?: readonly string[]
  readonly version?: string
  readonly dialect?: string
  readonly names?: readonly string[]
  readonly lenient?: true
  readonly force?: true
  readonly flexsearchNames?: number
  /** False for `--no-flexsearch`. */
  readonly flexsearch?: boolean
  readonly out?: string
  readonly dir?: string
  readonly json?: true
}

/** Steps that a build announces at most: read release, learn words, analyze names, write names, build type-ahead, build
 * FlexSearch index. */
const STEPS = 6

/** A finished build and how long it took. */
interface Built extends BuildResult {
  readonly seconds: number
}

/** Builds an index of a release, or every starter, and prints what came of it. */
export async function build(io: Io, ontology: string, options: BuildOptions): Promise<void> {
  const dir = getNamedRoot(io, options.out ?? options.dir) ?? PROJECT_ROOT
  if (ontology === 'starter') return buildStarters(io, dir, options)
  const { release, version, dialect, names, lenient, force } = options
  if (release === undefined)
    throw new UsageError("build needs --release with the publisher's folder or zip")
  const built = await timed(io, (onStep) =>
    buildIndex(ontology, release, {
      dir,
      onStep,
      ...(version !== undefined && { version }),
      ...(dialect !== undefined && { dialect }),
      ...(names !== undefined && { names }),
      ...(lenient && { lenient }),
      ...(force && { force }),
      ...flexsearchOf(options),
    }),
  )
  if (options.json) printJson(io, summaryOf(built))
  else print(io, ...linesOf(built))
}

async function buildStarters(io: Io, dir: string, options: BuildOptions): Promise<void> {
  const given = (['release', 'version', 'dialect', 'lenient', 'force'] as const).filter(
    (name) => options[name] !== undefined,
  )
  if (given.length > 0)
    throw new UsageError(`build starter takes no ${given.map((name) => `--${name}`).join(', ')}`)
  const { names = [] } = options
  const flexsearch = flexsearchOf(options)
  const built: Built[] = []
  for (const name of buildableOntologies())
    built.push(
      await timed(io, (onStep) => buildStarter(name, { dir, names, onStep, ...flexsearch })),
    )
  if (options.json) printJson(io, built.map(summaryOf))
  else print(io, ...built.flatMap((one, i) => [...(i > 0 ? [''] : []), ...linesOf(one)]))
}

/** How large the FlexSearch index is to be. */
function flexsearchOf({ flexsearch, flexsearchNames }: BuildOptions) {
  if (flexsearch === false) return { flexsearchNames: 0 }
  return flexsearchNames === undefined ? {} : { flexsearchNames }
}

async function timed(
  io: Io,
  work: (onStep: (step: string) => void) => BuildResult | Promise<BuildResult>,
): Promise<Built> {
  const start = performance.now()
  let steps = 0
  const result = await withProgress(io, (update) => work((step) => update(steps++, STEPS, step)))
  return { ...result, seconds: (performance.now() - start) / 1000 }
}

function summaryOf({ file, flexsearch, manifest, warnings, seconds }: Built) {
  const { ontology, version, counts } = manifest
  return { ontology, version, file, counts, flexsearch, warnings, seconds }
}

function linesOf({ file, flexsearch, manifest, warnings, seconds }: Built): string[] {
  const { ontology, version, counts } = manifest
  return layOutPairs([
    ['built', `${ontology} ${version}`],
    ['file', file],
    ...(flexsearch === null ? [] : [['FlexSearch index', flexsearch] as const]),
    ['concepts', counts.concepts.toLocaleString('en-US')],
    ['names', counts.terms.toLocaleString('en-US')],
    ['words', counts.words.toLocaleString('en-US')],
    ['time', `${seconds.toFixed(1)} s`],
    ...warnings.map((warning): [string, string] => ['warning', warning]),
  ])
}
