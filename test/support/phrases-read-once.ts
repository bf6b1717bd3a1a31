/**
 * Stands for src/build/phrases.ts where the tests' own processes build an index: the tables of Medlink, which are a third of the work
 * for a small release, are read once a process and not once a build.
 */

import * as phrases from '../../src/build/phrases.ts'
import type { PhraseRecord } from '../../src/index/records.ts'
import type { Analyzer } from '../../src/language/analyze.ts'
import type { PhraseTables } from '../../src/ontologies/ontology.ts'

export * from '../../src/build/phrases.ts'

const readings = new Map<string, phrases.Reading[]>()
const sorted = new WeakMap<readonly phrases.Reading[], PhraseRecord[]>()

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

/** See src/build/phrases.ts. @returns a list of the caller's own */
export function phrasesOf(read: readonly phrases.Reading[]): PhraseRecord[] {
  let found = sorted.get(read)
  if (found === undefined) {
    found = phrases.phrasesOf(read)
    sorted.set(read, found)
  }
  return [...found]
}
