import { contextIn } from '../../clinical/context.ts'
import { QUALIFIER_TABLES as CONTEXT_TABLES } from '../../clinical/qualifiers.ts'
import type { Column, ColumnArrays, ColumnSchema } from '../../index/columns.ts'
import { CODE_CONTEXTS_TABLE, contextOfCode } from './code-contexts.ts'
import { QUALIFIER_TABLES, type QualifierKind, qualifiersOf } from './qualifiers.ts'

type TermColumn = QualifierKind | 'context'
type ConceptColumn = TermColumn | 'billable' | 'code_length'
export type Icd10cmColumns = ColumnArrays<ConceptColumn, TermColumn>

const SAID: Readonly<Record<TermColumn, Column>> = {
  context: {
    type: Uint8Array,
    meaning:
      'bits: 1 absent, 2 suspected, 4 past, 8 family, 16 planned; of a concept by its place among the codes, too',
  },
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
  setting: {
    type: Uint8Array,
    meaning: '1 where it says in what disease: "in diseases classified elsewhere"',
  },
}

/** What ICD-10-CM notes: of a name and of a title what they say, of a code where it stands. */
export const icd10cmColumns: ColumnSchema<ConceptColumn, TermColumn> = {
  revision: 3,
  tables: [...QUALIFIER_TABLES, ...CONTEXT_TABLES, CODE_CONTEXTS_TABLE],
  concept: {
    ...SAID,
    billable: { type: Uint8Array, meaning: '1 where the code can be billed' },
    code_length: { type: Uint8Array, meaning: 'characters of the code without its dot, 3 to 7' },
  },
  term: SAID,
  ofConcept: ({ code, attributes }, title) => ({
    ...qualifiersOf(title),
    context: contextIn(title) | contextOfCode(code),
    billable: attributes.is_billable === true ? 1 : 0,
    code_length: code.replace('.', '').length,
  }),
  ofTerm: (_, words) => ({ ...qualifiersOf(words), context: contextIn(words) }),
}
