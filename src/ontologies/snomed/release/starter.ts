import type { ConceptRecord, ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { STARTER_VERSION } from '../../../index/registry.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { readTable } from '../../../language/tables.ts'
import { STARTER_LICENCE } from './licence.ts'

/** Below data/: the disorders, and everything else. */
const STARTER_TABLES = ['disorders', 'findings-and-procedures'].map(
  (name) => `starter/snomed/${name}.tsv`,
)
const COLUMNS = ['code', 'name', 'tag', 'synonyms']

/** Separator of the synonyms of a cell. */
const SYNONYM_SEPARATOR = ' | '

/** Medlink's own selection of the concepts that clinics meet most, without a hierarchy, as a release named `starter`. */
export function readStarter(): ReleaseRecords {
  const rows = STARTER_TABLES.flatMap((table) => readTable(table, COLUMNS)).sort((a, b) =>
    compareStrings(a[0]!, b[0]!),
  )
  return {
    ontology: 'snomed',
    version: STARTER_VERSION,
    licence: STARTER_LICENCE,
    sources: [],
    concepts: rows.map(([code, name, tag]) => conceptOf(code!, name!, tag!)),
    terms: rows.flatMap(([code, name, tag, synonyms]) => termsOf(code!, name!, tag!, synonyms!)),
    edges: [],
    replacements: [],
    maps: [],
    facts: [],
    warnings: [],
  }
}

function conceptOf(code: string, name: string, tag: string): ConceptRecord {
  return {
    code,
    name,
    family: code,
    active: true,
    attributes: {
      semantic_tag: tag,
      source: 'snomed_ct_starter',
      is_core: true,
      is_defined: false,
      breadth: 0,
    },
  }
}

/** The preferred term, its synonyms and the fully specified name, strongest first. */
function termsOf(code: string, name: string, tag: string, synonyms: string): TermRecord[] {
  const others = synonyms === '-' ? [] : synonyms.split(SYNONYM_SEPARATOR)
  return [
    { code, text: name, kind: 'preferred', language: 'en' },
    ...others.map((text): TermRecord => ({ code, text, kind: 'synonym', language: 'en' })),
    { code, text: `${name} (${tag})`, kind: 'full', language: 'en', verbatim: true },
  ]
}
