import { QUALIFIER_TABLES } from '../../clinical/qualifiers.ts'
import type { Column, ColumnArrays, ColumnSchema } from '../../index/rows/columns.ts'
import { type CodedQualifier, saidIn } from './qualifiers.ts'
import { GROUPS, groupOfTag, TAG_TABLE } from './semantic-tags.ts'

type ConceptColumn = CodedQualifier | 'group' | 'breadth'
export type SnomedColumns = ColumnArrays<ConceptColumn, CodedQualifier>

const QUALIFIERS: Readonly<Record<CodedQualifier, Column>> = {
  laterality: { type: Uint8Array, meaning: 'bits: 1 right, 2 left, 4 bilateral' },
  course: { type: Uint8Array, meaning: 'bits: 1 acute, 2 subacute, 4 chronic, 8 recurrent' },
  severity: { type: Uint8Array, meaning: 'bits: 1 mild, 2 moderate, 4 severe' },
  context: { type: Uint8Array, meaning: 'bits: 1 absent, 2 suspected, 4 past, 8 family' },
}

/** Columns of SNOMED CT: for names their qualifiers, for concepts their kind and the number of concepts below them, too. */
export const snomedColumns: ColumnSchema<ConceptColumn, CodedQualifier> = {
  revision: 2,
  tables: [...QUALIFIER_TABLES, TAG_TABLE],
  concept: {
    ...QUALIFIERS,
    group: {
      type: Uint8Array,
      meaning: `kind of thing by the semantic tag: ${GROUPS.map((name, i) => `${i} ${name}`).join(', ')}`,
    },
    breadth: {
      type: Uint8Array,
      meaning: '0 with nothing below the concept, then one more for every doubling of what is',
    },
  },
  term: QUALIFIERS,
  ofConcept: ({ attributes }, title) => ({
    ...saidIn(title),
    group: groupNumber(attributes.semantic_tag),
    breadth: Number(attributes.breadth ?? 0),
  }),
  ofTerm: (_, words) => saidIn(words),
}

function groupNumber(tag: unknown): number {
  return GROUPS.indexOf(typeof tag === 'string' ? (groupOfTag(tag) ?? 'other') : 'untagged')
}
