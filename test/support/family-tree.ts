import type { ConceptRecord, ReleaseRecords } from '../../src/index/records.ts'
import { indexPath } from '../../src/index/registry.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { NOW } from './shared-index.ts'
import { tinyRelease, writeTiny } from './tiny-index.ts'

/** Children of B00. */
export const CHILDREN = Array.from({ length: 23 }, (_, i) => `B00.${i + 10}`)

/** A code that is retired, and what stands in its place. */
const REPLACEMENTS: Readonly<Record<string, readonly [replacement: string, relation: string][]>> = {
  A90: [['B00', 'replaced_by']],
  A91: [['B00', 'possibly_equivalent_to']],
  A92: [
    ['B00', 'same_as'],
    ['B01', 'same_as'],
  ],
  A93: [
    ['B00', 'possibly_equivalent_to'],
    ['B01', 'same_as'],
  ],
  A94: [
    ['B00', 'replaced_by'],
    ['B00', 'same_as'],
  ],
  A95: [['B01', 'MAP_TO']],
  A96: [],
}

/** An invented release with retired codes, a code of many children, two ways up, a cycle, and maps. */
export const familyTree: ReleaseRecords = {
  ...tinyRelease,
  version: '2029',
  concepts: [
    ...Object.keys(REPLACEMENTS).map((code) => concept(code, false)),
    ...['B00', 'B01', 'B02', 'C00', 'C01', 'D00', ...CHILDREN].map((code) => concept(code, true)),
  ],
  terms: [
    { code: 'B00', text: 'Thing B00', kind: 'preferred', language: 'en' },
    { code: 'B00', text: 'Ding B00', kind: 'synonym', language: 'de' },
  ],
  edges: [
    ...CHILDREN.map((code) => ({ code, parent: 'B00' })),
    { code: 'B00', parent: 'B01' },
    { code: 'B00', parent: 'B02' },
    { code: 'B01', parent: 'D00' },
    { code: 'B02', parent: 'D00' },
    { code: 'C00', parent: 'C01' },
    { code: 'C01', parent: 'C00' },
  ],
  replacements: Object.entries(REPLACEMENTS).flatMap(([code, rows]) =>
    rows.map(([replacement, relation]) => ({ code, replacement, relation })),
  ),
  maps: [
    { code: 'B00', system: 'icd-9', target: '428.0', rule: '{"group":1}' },
    { code: 'B00', system: 'icd-11', target: 'BD10', rule: '' },
    { code: 'B00', system: 'icd-9', target: '', rule: 'otherwise' },
  ],
}

function concept(code: string, active: boolean): ConceptRecord {
  return { code, name: `Thing ${code}`, family: code, active, attributes: {} }
}

/** Puts the release below a root of indexes, as an ICD-10-CM of its own version. */
export function writeFamilyTree(dir: string): void {
  const { ontology, version } = familyTree
  writeTiny(indexPath(dir, ontology, version), familyTree, { columns: icd10cm.columns, now: NOW })
}
