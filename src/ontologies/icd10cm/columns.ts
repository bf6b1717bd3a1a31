import { QUALIFIER_TABLES as CONTEXT_TABLES, contextIn } from '../../clinical/qualifiers.ts'
import type { Column, ColumnArrays, ColumnSchema } from '../../index/rows/columns.ts'
import {
  CODE_CONTEXTS_TABLE,
  contextOfCode,
  FINDING_TABLES,
  findingNumberOf,
  isLasting,
} from './code-ranges.ts'
import { QUALIFIER_TABLES, type QualifierKind, qualifiersOf } from './qualifiers.ts'
import { TITLE_WORDS_TABLE } from './title-words.ts'

type TermColumn = QualifierKind | 'context'
/** Place of the code that says the same as another, see release/forms.ts. */
const NO_FORMS = {
  unspecified_offset: 0,
  initial_offset: 0,
  subsequent_offset: 0,
  sequela_offset: 0,
}
type ConceptColumn =
  | TermColumn
  | keyof typeof NO_FORMS
  | 'billable'
  | 'code_length'
  | 'finding'
  | 'graded'
  | 'lasting'
  | 'sided'
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

/** Columns of ICD-10-CM: for names and titles their meaning, for codes their place. */
export const icd10cmColumns: ColumnSchema<ConceptColumn, TermColumn> = {
  revision: 7,
  tables: [
    ...QUALIFIER_TABLES,
    ...CONTEXT_TABLES,
    CODE_CONTEXTS_TABLE,
    ...FINDING_TABLES,
    TITLE_WORDS_TABLE,
  ],
  concept: {
    ...SAID,
    billable: { type: Uint8Array, meaning: '1 where the code can be billed' },
    sided: {
      type: Uint8Array,
      meaning:
        'bits: 3 where a title next to it or below says right or left, 4 where one says bilateral',
    },
    graded: {
      type: Uint8Array,
      meaning: '1 where a name in its category says how severe: "mild", "profound"',
    },
    code_length: { type: Uint8Array, meaning: 'characters of the code without its dot, 3 to 7' },
    finding: {
      type: Uint8Array,
      meaning: '1 diagnosis, 2 sign, 3 symptom, 0 where the code is for no condition of a patient',
    },
    lasting: { type: Uint8Array, meaning: '1 where who ever had the condition has it still' },
    unspecified_offset: {
      type: Uint16Array,
      meaning: 'how many ids further the last code below stands that says the same; 0 for none',
    },
    initial_offset: {
      type: Uint8Array,
      meaning: 'how many ids further its code for an initial encounter stands; 0 for none',
    },
    subsequent_offset: { type: Uint8Array, meaning: 'the same for a subsequent encounter' },
    sequela_offset: { type: Uint8Array, meaning: 'the same for a sequela' },
  },
  term: SAID,
  ofConcept: ({ code, attributes, columns }, title) => ({
    ...qualifiersOf(title),
    context: contextIn(title) | contextOfCode(code),
    billable: attributes.is_billable === true ? 1 : 0,
    code_length: code.replace('.', '').length,
    finding: findingNumberOf(code),
    lasting: isLasting(code) ? 1 : 0,
    sided: 0,
    graded: 0,
    ...NO_FORMS,
    ...columns,
  }),
  ofTerm: (_, words) => ({ ...qualifiersOf(words), context: contextIn(words) }),
}
