import { fileURLToPath } from 'node:url'
import { NARROWER } from '../../src/build/phrases.ts'
import { CONDITION_NAMES } from '../../src/clinical/word-kinds.ts'
import { readTable } from '../../src/language/tables.ts'
import { icd10cmRelease } from '../../src/ontologies/icd10cm/release/icd10cm-release.ts'
import { readRows } from '../check-starter/tables.ts'
import { EXCEPTION_COLUMNS, type Exception } from './exceptions.ts'
import type { Icd10cmStatements } from './icd-10-cm.ts'
import type { Statement } from './names.ts'
import type { SymptomWords } from './symptoms.ts'

const SYNONYM_COLUMNS = ['canonical', 'variant']

/** What the tables for ICD-10-CM say. */
export function icd10cmStatements(): Icd10cmStatements {
  const { synonyms, lay } = icd10cmRelease.phrases
  return {
    names: CONDITION_NAMES.flatMap((table) => statementsOf(table, ['code', 'name'])),
    synonyms: synonymStatements(synonyms),
    lay: synonymStatements(lay),
  }
}

/** The canonical phrases and variants of tables below data/synonyms that are said to mean the same. */
export function synonymStatements(tables: readonly string[]): Statement[] {
  return tables
    .flatMap((table) => statementsOf(`synonyms/${table}.tsv`, SYNONYM_COLUMNS))
    .filter(({ other }) => !other.startsWith(NARROWER))
}

/** Every row of the tables of what patients say, wider canonical phrases too. */
export function layStatements(): Statement[] {
  return icd10cmRelease.phrases.lay
    .flatMap((table) => statementsOf(`synonyms/${table}.tsv`, SYNONYM_COLUMNS))
    .map((each) => ({ ...each, other: each.other.replace(NARROWER, '') }))
}

export function readExceptions(): Exception[] {
  return readRows(locate('exceptions'), EXCEPTION_COLUMNS)
}

export function readSymptomWords(): SymptomWords {
  const rows = readRows(locate('words'), ['word', 'says'])
  const saying = (what: string) => rows.filter(({ says }) => says === what).map(({ word }) => word)
  return { symptom: saying('symptom'), diagnosis: saying('diagnosis') }
}

/** The first two cells of each row. */
function statementsOf(table: string, columns: readonly string[]): Statement[] {
  return readTable(table, columns).map(([one, other], i) => {
    return { place: `data/${table} line ${i + 2}`, one: one!, other: other! }
  })
}

function locate(folder: string): string {
  return fileURLToPath(new URL(folder, import.meta.url))
}
