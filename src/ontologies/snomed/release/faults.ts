/** Lines of a release that cannot be used: the first of them is an error, or all are left out and counted. */

import { MedlinkError } from '../../../errors.ts'
import { plural, type ReleaseFile } from '../../release-files.ts'

/** What to do about a line that cannot be used: see {@link Faults.add}. */
export interface Faults {
  /**
   * @param kind what is wrong, in words that follow "with": "a wrong check digit"
   * @throws MedlinkError `release_invalid`, unless such lines are to be left out
   */
  add(kind: string, file: ReleaseFile, line: number, found: string, expected: string): void
  /** One for each kind of lines left out. */
  warnings(): string[]
}

/** `lenient` leaves lines out and counts them; otherwise the first one is an error. */
export function createFaults(lenient: boolean): Faults {
  const tally = createTally()
  return {
    add(kind, { name }, line, found, expected) {
      const message = `${name} line ${line}: found "${found.slice(0, 80)}", expected ${expected}`
      if (!lenient) throw new MedlinkError('release_invalid', message)
      tally.add(kind, message)
    },
    warnings: () =>
      tally.map(
        (kind, count, example) => `left out ${plural(count, 'line')} with ${kind}, e.g. ${example}`,
      ),
  }
}

/** Counts by what is counted, each with its first example. */
export interface Tally {
  add(what: string, example: string): void
  map<T>(toItem: (what: string, count: number, example: string) => T): T[]
}

export function createTally(): Tally {
  const counts = new Map<string, { count: number; readonly example: string }>()
  return {
    add(what, example) {
      const known = counts.get(what)
      if (known === undefined) counts.set(what, { count: 1, example })
      else known.count++
    },
    map: (toItem) =>
      Array.from(counts, ([what, { count, example }]) => toItem(what, count, example)),
  }
}
