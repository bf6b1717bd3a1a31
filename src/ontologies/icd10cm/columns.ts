import type { Column, ColumnArrays, ColumnSchema } from '../../index/columns.ts'
import { QUALIFIER_TABLES, type QualifierKind, qualifiersOf } from './qualifiers.ts'

type ConceptColumn = QualifierKind | 'billable' | 'code_length'
export type Icd10cmColumns = ColumnArrays<ConceptColumn, QualifierKind>

const QUALIFIERS: Readonly<Record<QualifierKind, Column>> = {
  laterality: { type: Uint8Array, meaning: 'bits: 1 right, 2 left, 4 bilateral, 8 unspecified' },
  encounter: { type: Uint8Array, meaning: 'bits: 1 initial, 2 subsequent, 4 sequela' },
  trimester: { type: Uint8Array, meaning: 'bits: 1 first, 2 second, 4 third, 8 unspecified' },
  intent: {
    type: Uint8Array,
    meaning:
      'bits: 1 accidental, 2 self-harm, 4 assault, 8 undetermined, 16 adverse effect, 32 underdosing',
  },
  unspecified: { type: Uint8Array, meaning: '1 where it says "unspecified" or "NOS"' },
  residual: { type: Uint8Array, meaning: '1 where it says "other" or "elsewhere classified"' },
  negated: { type: Uint8Array, meaning: '1 where it says "without", "no" or "not"' },
}

/** What ICD-10-CM notes: of a name and of a title what they say, of a code where it stands. */
export const icd10cmColumns: ColumnSchema<ConceptColumn, QualifierKind> = {
  revision: 2,
  tables: QUALIFIER_TABLES,
  concept: {
    ...QUALIFIERS,
    billable: { type: Uint8Array, meaning: '1 where the code can be billed' },
    code_length: { type: Uint8Array, meaning: 'characters of the code without its dot, 3 to 7' },
  },
  term: QUALIFIERS,
  ofConcept: ({ code, attributes }, title) => ({
    ...qualifiersOf(title),
    billable: attributes.is_billable === true ? 1 : 0,
    code_length: code.replace('.', '').length,
  }),
  ofTerm: (_, words) => qualifiersOf(words),
}
