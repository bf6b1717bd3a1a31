import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { ReleaseRecords } from '../../src/index/records.ts'
import type { ColumnSchema } from '../../src/index/rows/columns.ts'
import type { Alias } from '../../src/index/words/type-ahead-build.ts'
import { type WriteOptions, writeIndex } from '../../src/index/writer.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'

/** Columns that are easy to check: a name's number of words and what its record gives, a concept's length of code. */
export const countingColumns: ColumnSchema<'code_length', 'given' | 'words'> = {
  revision: 1,
  tables: [],
  concept: { code_length: { type: Uint16Array, meaning: 'characters of the code' } },
  term: {
    given: { type: Uint16Array, meaning: 'what the record says, 0 where it says nothing' },
    words: { type: Uint32Array, meaning: 'number of words' },
  },
  ofConcept: ({ code }) => ({ code_length: code.length }),
  ofTerm: ({ columns = {} }, words) => ({ given: columns.given ?? 0, words: words.length }),
}

const analyzer = createAnalyzer()
const NOW = new Date('2026-11-21T00:00:00Z')

/** What an index written by {@link writeTiny} was built with. */
export const expectation = {
  textVersion: analyzer.version,
  columns: countingColumns,
}

/** An invented release that has some of everything. */
export const tinyRelease: ReleaseRecords = {
  ontology: 'icd-10-cm',
  version: '2027',
  licence: 'invented, for tests',
  sources: [{ file: 'tiny.txt', sha256: 'ab'.repeat(32), rows: 4 }],
  concepts: [
    concept('B02', 'Left heart failure', true),
    concept('B01', 'Acute heart failure', true),
    concept('B0', 'Heart failure', true),
    concept('A99', 'Dropsy', false),
  ],
  terms: [
    { code: 'B0', text: 'Heart failure', kind: 'preferred', language: 'en' },
    { code: 'B01', text: 'Acute heart failure', kind: 'preferred', language: 'en' },
    { code: 'B01', text: 'acute cardiac failure (congestive)', kind: 'synonym', language: 'en' },
    { code: 'B02', text: 'Left heart failure', kind: 'preferred', language: 'en' },
    { code: 'B02', text: 'LHF', kind: 'curated', language: 'en' },
    { code: 'A99', text: 'Dropsy', kind: 'preferred', language: 'en' },
  ],
  edges: [
    { code: 'B02', parent: 'B0' },
    { code: 'B01', parent: 'B0' },
  ],
  replacements: [{ code: 'A99', replacement: 'B0', relation: 'replaced_by' }],
  maps: [{ code: 'B0', system: 'snomed', target: '84114007', rule: 'always' }],
  facts: [{ relation: 'sign of', subject: 'edema', object: 'B0', weight: 0.5 }],
  warnings: [],
}

/** A name that type-ahead finds in the tiny release, of a word that it does not have. */
const tinyAliases: readonly Alias[] = [
  { text: 'CCF', words: ['ccf'], keys: ['failur', 'heart'], weight: 0.96 },
]

/** As many concepts and facts as make a file of several blocks, each under a checksum of its own. */
export const largeRelease: ReleaseRecords = {
  ...tinyRelease,
  concepts: Array.from({ length: 8000 }, (_, i) =>
    concept(`C${i}`, `Heart failure of kind ${i}`, true),
  ),
  ...{ terms: [], edges: [], replacements: [], maps: [] },
  facts: Array.from({ length: 3000 }, (_, i) => ({
    ...{ relation: 'sign of', subject: `sign ${i}`, object: `C${i}`, weight: 0.5 },
  })),
}

function concept(code: string, name: string, active: boolean) {
  return {
    code,
    name,
    family: code.slice(0, 1),
    active,
    attributes: { is_billable: code.length > 2, block: null },
  }
}

/** A new folder that is gone when the running test is over. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-index-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a release, the tiny one when none is given, and returns the manifest. The file looks as old as it says to be. */
export function writeTiny(
  file: string,
  release: ReleaseRecords = tinyRelease,
  options: Partial<WriteOptions> = {},
) {
  const manifest = writeIndex(file, release, {
    ...{ analyzer, columns: countingColumns, aliases: tinyAliases, now: NOW },
    ...options,
  })
  // Whoever opens a file that was written this moment waits until its next change would show.
  utimesSync(file, NOW, NOW)
  return manifest
}

/** An open index of a release; it is closed and gone when the running test is over. */
export function openTiny(
  release: ReleaseRecords = tinyRelease,
  columns: ColumnSchema = countingColumns,
): MedlinkIndex {
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file, release, { columns })
  const index = new MedlinkIndex(file, { ...expectation, columns })
  onTestFinished(() => index.close())
  return index
}
