/** Lines of a release that cannot be used: the first of them is an error, or all are left out and counted. */

import { printable } from '../language/printable.ts'
import { plural, type ReleaseFile } from './release-files.ts'
import { badLine } from './release-text.ts'

/** Handling of a line that cannot be used: see {@link Faults.add}. */
export interface Faults {
  /**
   * @param kind what is wrong, in words that follow "with": "a wrong check digit"
   * @throws MedlinkError `release_invalid`, unless such lines are to be left out
   */
  add(kind: string, file: ReleaseFile, line: number, found: string, expected: string): void
  /** One for each kind of lines left out. */
  warnings(): string[]
}

/** Lines that are left out before what is read is no release at all. */
const MAX_LEFT_OUT = 1_000_000

/** `lenient` leaves lines out and counts them, a million at most; otherwise the first one is an error. */
export function createFaults(lenient: boolean): Faults {
  const tally = createTally()
  let leftOut = 0
  return {
    add(kind, { name }, line, found, expected) {
      const describe = () => badLine(name, line, `"${printable(found)}"`, expected)
      if (!lenient || ++leftOut > MAX_LEFT_OUT) throw describe()
      tally.add(kind, () => describe().message)
    },
    warnings: () =>
      tally.map(
        (kind, count, example) => `left out ${plural(count, 'line')} with ${kind}, e.g. ${example}`,
      ),
  }
}

/** Counts by what is counted, each with its first example, which may be text of a file. */
export interface Tally {
  add(what: string, example: () => string): void
  map<T>(toItem: (what: string, count: number, example: string) => T): T[]
}

/** Characters of an example: it may be a whole message. */
const MAX_EXAMPLE = 500

export function createTally(): Tally {
  const counts = new Map<string, { count: number; readonly example: string }>()
  return {
    add(what, example) {
      const known = counts.get(what)
      if (known === undefined)
        counts.set(what, { count: 1, example: printable(example(), MAX_EXAMPLE) })
      else known.count++
    },
    map: (toItem) =>
      Array.from(counts, ([what, { count, example }]) => toItem(what, count, example)),
  }
}
