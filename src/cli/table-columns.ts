/** Options for the columns of a table of the user's, and remarks on the way it is read. */

import { printable } from '../internal.ts'
import { type ColumnField, type ColumnNames, fieldsOf, type Table } from '../mapping/mapping.ts'
import type { LinkedOntology } from '../medlink.ts'
import { type Io, remark } from './io.ts'
import type { HintOptions } from './request.ts'

/** How a table is read, and names of its columns: the text, what a row is called by, and the hints of any ontology. */
export interface ColumnOptions extends HintOptions {
  readonly encoding?: string
  readonly delimiter?: string
  /** False with --no-guess: only the columns that are named. */
  readonly guess: boolean
  readonly text?: string
  readonly id?: string
}

/** Columns by field as they were named; where none may be guessed, every other field has none. */
export function columnsOf(
  io: Io,
  ontology: LinkedOntology,
  options: ColumnOptions,
): Partial<ColumnNames> {
  const { text, id, unit, specimen, value, range, form, age, sex, guess } = options
  const named: Record<ColumnField, string | undefined> = {
    ...{ text, id, unit, specimen, value, range, form, age, sex },
    specimen_text: options.specimenText,
    panel_name: options.panelName,
    method: options.method,
    extended_test_name: options.extendedTestName,
    generic_name: options.genericName,
    dose_unit: options.doseUnit,
    dose_custom: options.doseCustom,
  }
  const given = Object.entries(named).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  const fields = fieldsOf(ontology)
  const ignored = given.map(([field]) => field).filter((field) => !fields.includes(field))
  if (ignored.length > 0) remark(io, `${ontology} does not use ${ignored.join(', ')}: ignored`)
  const unnamed = guess ? [] : fields.map((field) => [field, ''])
  return Object.fromEntries([...unnamed, ...given])
}

/** Says how a table is read. */
export function remarkTable(io: Io, { path, remarks }: Table, columns: ColumnNames): void {
  const read = Object.entries(columns).map(([field, name]) => `${field} from "${printable(name)}"`)
  remark(io, ...remarks, `${path} is read as ${read.join(', ')}`)
}
