import { LATERALITY_TABLE } from '../../src/clinical/laterality.ts'
import { QUALIFIER_TABLES } from '../../src/clinical/qualifiers.ts'
import { readTable } from '../../src/language/tables.ts'

/** Phrase, kind and value of every qualifier, from the tables that have them. */
export function readQualifierRows(): [phrase: string, kind: string, value: string][] {
  return QUALIFIER_TABLES.flatMap((table) =>
    table === LATERALITY_TABLE
      ? readTable(table, ['word', 'value']).map(([word, value]): [string, string, string] => [
          word!,
          'laterality',
          value!,
        ])
      : (readTable(table, ['phrase', 'kind', 'value']) as [string, string, string][]),
  )
}
