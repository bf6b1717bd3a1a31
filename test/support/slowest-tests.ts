import type { Reporter, TestModule } from 'vitest/node'
import { LONGEST_FILES } from './longest-files.ts'

const SHOWN = 10
/** Milliseconds: a run of quick tests shows none. */
const SLOW = 1000
/** Milliseconds of the processor: system tests that take more are in {@link LONGEST_FILES}. */
const LONG = 10_000

/** Prints the slowest tests and files of a run, so that what has become slow is seen. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId}: ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    print('The slowest tests, in seconds:', tests)
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      ms: processorMs(module),
    }))
    print('The files that take the most of the processor, in seconds:', files)
    const unlisted = modules.filter(
      ({ project, relativeModuleId }) =>
        project.name === 'system' && !LONGEST_FILES.includes(relativeModuleId),
    )
    const long = unlisted.filter((module) => processorMs(module) > LONG)
    for (const { relativeModuleId } of long)
      console.log(`\n${relativeModuleId} belongs into test/support/longest-files.ts`)
  }
}

/** Milliseconds of the processor that a file took; 0 where that is unknown. */
function processorMs(module: TestModule): number {
  return 1000 * (module.meta().processor ?? 0)
}

function print(heading: string, timed: readonly { name: string; ms: number }[]): void {
  const slow = timed.filter(({ ms }) => ms >= SLOW).sort((a, b) => b.ms - a.ms)
  if (slow.length === 0) return
  console.log(`\n${heading}`)
  for (const { name, ms } of slow.slice(0, SHOWN)) console.log(`${(ms / 1000).toFixed(1)}  ${name}`)
}
