import type { LinkRequest } from '../src/medlink.ts'
import { runChild, withJsonFile } from './child.ts'
import { median, rounded } from './timing.ts'

const OPENINGS = 5
/** Requests that are answered before the resident memory is read a second time. */
export const REQUESTS_AFTER_OPENING = 1000

/**
 * Opens the indexes below a folder in one new process after the other: medians over five of them, of the time from the start of
 * the process to its first result, and of the resident memory after it and after {@link REQUESTS_AFTER_OPENING} requests.
 *
 * @param first the request that is answered first
 * @param requests those that are answered next, round and round when they are too few; at least one
 * @throws Error with what a process wrote to stderr when it fails
 */
export function measureOpenings(dir: string, first: LinkRequest, requests: readonly LinkRequest[]) {
  const asked = Array.from(
    { length: REQUESTS_AFTER_OPENING },
    (_, i) => requests[i % requests.length]!,
  )
  const runs = withJsonFile(asked, (file) =>
    Array.from({ length: OPENINGS }, () => {
      const { report, startedAt, from } = runChild<{
        firstResultAt: number
        rssFirst: number
        rssAfterAll: number
      }>('open-child.mjs', [dir, JSON.stringify(first), file])
      return { ...report, ms: report.firstResultAt - startedAt, from }
    }),
  )
  return {
    open_ms: median(runs.map(({ ms }) => ms)),
    rss_mb: megabytes(median(runs.map(({ rssAfterAll }) => rssAfterAll))),
    rss_first_mb: megabytes(median(runs.map(({ rssFirst }) => rssFirst))),
    opened_from: runs[0]!.from,
  }
}

function megabytes(bytes: number): number {
  return rounded(bytes / 2 ** 20, 1)
}
