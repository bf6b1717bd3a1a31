import type { ColumnArrays, ColumnSchema } from '../../index/rows/columns.ts'
import { DOSE_FORM_TABLES } from './dose-form.ts'
import { LEVELS, type Level } from './drug.ts'
import { INGREDIENT_TABLES } from './ingredients.ts'

type ConceptColumn = 'level' | 'source'

/** Columns of drugs, by which those of a family are distinguished before their rows are read. */
export type MedicationColumns = ColumnArrays<ConceptColumn, never>

export const medicationColumns: ColumnSchema<ConceptColumn, never> = {
  revision: 1,
  // The tables are read at link time for the names of families and the forms in the rows, not for the columns themselves.
  tables: [...INGREDIENT_TABLES, ...DOSE_FORM_TABLES],
  concept: {
    level: {
      type: Uint8Array,
      meaning: `how much the concept says of a drug: the place in ${LEVELS.join(', ')}`,
    },
    source: {
      type: Uint8Array,
      meaning: 'of the releases that were merged, which: the first is 0',
    },
  },
  term: {},
  ofConcept: ({ columns }) => ({ level: columns!.level!, source: columns!.source! }),
  ofTerm: () => ({}),
}

/** The number of a level in its column. */
export function levelNumber(level: Level): number {
  return LEVELS.indexOf(level)
}
