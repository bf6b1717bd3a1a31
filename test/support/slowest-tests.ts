import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10
/** Milliseconds: a run of quick tests shows none. */
const SLOW = 1000

/** Prints the slowest tests of a run, so that a test that has become slow is seen. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId}: ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    const slow = timed.filter(({ ms }) => ms >= SLOW).sort((a, b) => b.ms - a.ms)
    if (slow.length === 0) return
    console.log('\nThe slowest tests, in seconds:')
    for (const { name, ms } of slow.slice(0, SHOWN))
      console.log(`${(ms / 1000).toFixed(1)}  ${name}`)
  }
}
