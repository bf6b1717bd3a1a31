import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst } from './longest-files.ts'

/**
 * Starts the longest files first, so that no worker has one left when the others are done. Vitest itself knows the durations of
 * earlier runs only: a fresh clone has none.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    return longestFirst(await super.sort(files), ({ moduleId }) => relative(root, moduleId))
  }
}
