import type { ReleaseRecords, TermRecord } from '../index/records.ts'
import { readTable } from '../text/tables.ts'

/**
 * Adds Medlink's own names to a release: what clinicians call a code where the publisher's files word it otherwise.
 * A name of a code that the release does not have, or has by that name already, is left out.
 *
 * @param tables paths below data/ of tables with the columns code and name
 * @throws MedlinkError `data_invalid`
 */
export function withCuratedNames(
  release: ReleaseRecords,
  tables: readonly string[],
): ReleaseRecords {
  const codes = new Set(release.concepts.map(({ code }) => code))
  const known = new Set(release.terms.map(({ code, text }) => `${code} ${text.toLowerCase()}`))
  const terms: TermRecord[] = []
  for (const table of tables) {
    for (const [code, name] of readTable(table, ['code', 'name'])) {
      const mark = `${code} ${name!.toLowerCase()}`
      if (!codes.has(code!) || known.has(mark)) continue
      known.add(mark)
      terms.push({ code: code!, text: name!, kind: 'curated', language: 'en' })
    }
  }
  return { ...release, terms: [...release.terms, ...terms] }
}
