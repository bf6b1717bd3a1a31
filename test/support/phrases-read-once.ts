/**
 * Stands for src/build/phrases.ts where the tests' own processes build an index: the tables of Medlink, which are nearly half of the
 * work for a small release, are read once a process and not once a build.
 */

import * as phrases from '../../src/build/phrases.ts'
import type { Analyzer } from '../../src/language/analyze.ts'
import type { PhraseTables } from '../../src/ontologies/ontology.ts'

export * from '../../src/build/phrases.ts'

const readings = new Map<string, phrases.Reading[]>()

/** See src/build/phrases.ts. All analyzers read alike. */
export function readPhraseTables(analyzer: Analyzer, tables: PhraseTables): phrases.Reading[] {
  const key = JSON.stringify(tables)
  let read = readings.get(key)
  if (read === undefined) {
    read = phrases.readPhraseTables(analyzer, tables)
    readings.set(key, read)
  }
  return read
}

/** See src/build/phrases.ts; each returns a list of the caller's own. */
export const phrasesOf = once(phrases.phrasesOf)
export const aliasesOf = once(phrases.aliasesOf)
export const abbreviationsOf = once(phrases.abbreviationsOf)

/** A function that lists what readings come to, for each list of readings once. */
function once<Item>(
  list: (read: readonly phrases.Reading[]) => Item[],
): (read: readonly phrases.Reading[]) => Item[] {
  const known = new WeakMap<readonly phrases.Reading[], Item[]>()
  return (read) => {
    let found = known.get(read)
    if (found === undefined) {
      found = list(read)
      known.set(read, found)
    }
    return [...found]
  }
}
