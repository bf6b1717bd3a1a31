/**
 * The accessory files of a release, each of which adds something to the terms of the table. One that the release lacks
 * adds nothing; codes that the table lacks are one warning a file.
 */

import { type CsvColumns, type CsvRow, oneLine, readCsv } from '../../release-csv.ts'
import { type ReleaseFile, unknownCodesWarning } from '../../release-files.ts'
import type { LoincFiles } from './files.ts'
import type { LoincDraft, ReadContext } from './table.ts'

/** Replaces the table's consumer names by those of ConsumerName.csv. */
export async function addConsumerNames(
  reading: ReadContext,
  { consumerNames: file }: LoincFiles,
): Promise<void> {
  if (file === undefined) return
  const columns = { required: ['LoincNumber', 'ConsumerName'] } as const
  await readAccessory(reading, file, columns, 'LoincNumber', (row, term) => {
    term.consumerName = oneLine(row.ConsumerName) || term.consumerName
  })
}

/** Marks the panels of PanelsAndForms.csv. */
export async function addPanels(reading: ReadContext, { panels: file }: LoincFiles): Promise<void> {
  if (file === undefined) return
  const columns = { required: ['ParentLoinc'] } as const
  await readAccessory(reading, file, columns, 'ParentLoinc', (_, term) => {
    term.isPanel = true
  })
}

/** Hands over the rows whose code is in the table; the others are one warning. */
export async function readAccessory<Name extends string>(
  { terms, sources, warnings }: ReadContext,
  file: ReleaseFile,
  columns: CsvColumns<Name>,
  codeColumn: NoInfer<Name>,
  onRow: (row: CsvRow<Name>, term: LoincDraft) => void,
): Promise<void> {
  let rows = 0
  const unknown = { count: 0, example: '' }
  const sha256 = await readCsv(file, columns, (row) => {
    const code = row[codeColumn].trim()
    const term = terms.get(code)
    if (term === undefined) {
      if (unknown.count++ === 0) unknown.example = code
      return
    }
    rows++
    onRow(row, term)
  })
  sources.push({ file: file.name, sha256, rows })
  if (unknown.count > 0) warnings.push(unknownCodesWarning(file.name, unknown, 'Loinc.csv'))
}
