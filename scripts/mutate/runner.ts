/**
 * The process that runs tests in one tree, over and over: what Vitest has loaded and built once serves the next run.
 * Its parent is slot.ts, which ends it when a run takes too long.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'

/** What a runner is asked: to run test files of its tree in this order, up to the first that fails. */
export interface Task {
  readonly tests: readonly string[]
  /** A source file of the tree that reads otherwise while they run. */
  readonly change?: { readonly path: string; readonly from: string; readonly to: string }
  /** True if the change may show in the indexes that test files share; they are built anew then. */
  readonly changesIndexes: boolean
}

/** What a runner says: that a test file ended, in so many ms, and at last which one failed, or null when none did. */
export type Report =
  | { readonly ended: string; readonly ms: number }
  | { readonly failed: string | null }

const [root] = process.argv.slice(2) as [string]
let order: readonly string[] = []
/** The first test file of the run that failed. */
let failed: string | undefined

class GivenOrder {
  sort(specifications: TestSpecification[]): TestSpecification[] {
    const placeOf = ({ moduleId }: TestSpecification) => order.indexOf(moduleId)
    return specifications.sort((a, b) => placeOf(a) - placeOf(b))
  }

  shard(specifications: TestSpecification[]): TestSpecification[] {
    return specifications
  }
}

const progress = {
  onTestModuleEnd(module: TestModule): void {
    const { relativeModuleId: path } = module
    if (module.state() === 'failed') failed ??= path
    report({ ended: path, ms: module.diagnostic().duration })
  },
}

function report(message: Report): void {
  process.send!(message)
}

async function run(
  vitest: Vitest,
  { tests, change, changesIndexes }: Task,
): Promise<string | null> {
  failed = undefined
  order = tests.map((path) => join(root, path))
  const specifications = order.flatMap((path) =>
    vitest.projects
      .filter((project) => project.matchesTestGlob(path))
      .map((project) => project.createSpecification(path)),
  )
  const write = (text: string) => {
    const file = join(root, change!.path)
    writeFileSync(file, text)
    vitest.invalidateFile(file)
  }
  if (change !== undefined) write(change.to)
  try {
    const { unhandledErrors } = changesIndexes
      ? await vitest.rerunTestSpecifications(specifications)
      : await vitest.runTestSpecifications(specifications)
    return failed ?? (unhandledErrors.length > 0 ? 'outside of tests' : null)
  } finally {
    if (change !== undefined) write(change.from)
  }
}

const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [progress],
  sequence: { sequencer: GivenOrder },
})
process.on('message', async (task: Task) => report({ failed: await run(vitest, task) }))
process.on('disconnect', () => process.exit())
