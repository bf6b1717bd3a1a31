import type { ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { STARTER_VERSION } from '../../../index/registry.ts'
import { readTable } from '../../../language/tables.ts'
import { makeConcepts, makeEdges } from './concepts.ts'
import { withForms } from './forms.ts'
import { LICENCE } from './licence.ts'
import type { OrderRow } from './order.ts'

/** Below data/: code, billable (1 or 0) and official title of each code, chapters A to I and J to Z. */
export const STARTER_TABLES = ['starter/icd-10-cm/part-a-i.tsv', 'starter/icd-10-cm/part-j-z.tsv']

/** Medlink's own selection of the codes that clinics meet most, as a release named `starter`. */
export function readStarter(): ReleaseRecords {
  const rows = new Map<string, OrderRow>()
  for (const table of STARTER_TABLES) {
    for (const [code, billable, name] of readTable(table, ['code', 'billable', 'name']))
      rows.set(code!, {
        code: code!,
        isBillable: billable === '1',
        shortTitle: name!,
        longTitle: name!,
      })
  }
  const terms = [...rows.values()].map(
    ({ code, longTitle }): TermRecord => ({
      code,
      text: longTitle,
      kind: 'preferred',
      language: 'en',
    }),
  )
  const edges = makeEdges(rows)
  return {
    ontology: 'icd-10-cm',
    version: STARTER_VERSION,
    licence: LICENCE,
    sources: [],
    concepts: withForms({ concepts: makeConcepts(rows), terms, edges }),
    terms,
    edges,
    replacements: [],
    maps: [],
    facts: [],
    warnings: [],
  }
}
