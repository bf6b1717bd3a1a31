import { hintSchemas, printable } from '../../internal.ts'
import { readTable } from '../../language/tables.ts'
import { type LinkedOntology, MedlinkError } from '../../medlink.ts'

/** Fields of a row: the text, each hint by the contract's key, and the identifier of the row (`id`). */
export type ColumnField = string

/** Names of columns by what they hold; `text` is always there. */
export type ColumnNames = Readonly<Record<ColumnField, string>>

/** The fields that columns may fill for an ontology: `text`, `id`, and the hints that it reads. */
export function fieldsOf(ontology: LinkedOntology): ColumnField[] {
  return ['text', 'id', ...Object.keys(hintSchemas[ontology].shape)]
}

/**
 * Which column holds what: as it is named, else the one that is usually called so ("Test Name", "UOM";
 * data/mapping/column-names.tsv). A table of one column has the text in it.
 *
 * @param named columns by field; a field that is named '' has no column
 * @param path of the table, for errors
 * @throws MedlinkError `table_invalid`, with the columns that there are, for a named column that is none of them, or where
 *   no column looks like the text
 */
export function chooseColumns(
  path: string,
  columns: readonly string[],
  ontology: LinkedOntology,
  named: Readonly<Partial<ColumnNames>>,
): ColumnNames {
  const have = () => `it has ${columns.map((name) => `"${printable(name)}"`).join(', ')}`
  for (const [field, name] of Object.entries(named))
    if (name && !columns.includes(name))
      throw new MedlinkError(
        'table_invalid',
        `${path} has no column of the name given for ${field}: ${have()}`,
      )
  const guessed = guessColumns(columns)
  if (columns.length === 1) guessed.text = columns[0]!
  const taken = new Set(Object.values(named))
  const chosen: Record<ColumnField, string> = {}
  for (const field of fieldsOf(ontology)) {
    const name = named[field] ?? guessed[field]
    if (!name || (named[field] === undefined && taken.has(name))) continue
    chosen[field] = name
    taken.add(name)
  }
  if (chosen.text !== undefined) return chosen
  const message = `${path} has no column that looks like the text to link: name it (--text); ${have()}`
  throw new MedlinkError('table_invalid', message)
}

/** Columns by what they seem to hold; of two that seem to hold the same, the one with the likelier name. */
export function guessColumns(columns: readonly string[]): Partial<Record<ColumnField, string>> {
  const guessed: Record<ColumnField, { name: string; rank: number }> = {}
  const usual = new Map(
    readTable('mapping/column-names.tsv', ['name', 'field', 'rank']).map(
      ([name, field, rank]) => [name!, { field: field!, rank: Number(rank) }] as const,
    ),
  )
  for (const name of columns) {
    const found = usual.get(plainName(name))
    if (found === undefined) continue
    const before = guessed[found.field]
    if (before === undefined || found.rank < before.rank)
      guessed[found.field] = { name, rank: found.rank }
  }
  return Object.fromEntries(Object.entries(guessed).map(([field, { name }]) => [field, name]))
}

/** "TestName", "test_name" and "Test Name:" are one name. */
function plainName(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
