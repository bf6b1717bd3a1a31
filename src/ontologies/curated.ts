import type { ReleaseRecords, TermRecord } from '../index/records.ts'
import { readTable } from '../language/tables.ts'

/**
 * Medlink's own names of the codes of a release: what clinicians call a code where the publisher's files word it
 * otherwise. A name of a code that the release does not have, or has by that name already, is left out.
 *
 * @param tables paths below data/ of tables with the columns code and name
 * @throws MedlinkError `data_invalid`
 */
export function curatedNames(release: ReleaseRecords, tables: readonly string[]): TermRecord[] {
  const rows = tables.flatMap((table) => readTable(table, ['code', 'name']))
  const named = new Set(rows.map(([code]) => code!))
  const codes = release.concepts.map(({ code }) => code).filter((code) => named.has(code))
  const known = namesOfCodes(release.terms, codes)
  const terms: TermRecord[] = []
  for (const [code, name] of rows) {
    const names = known.get(code!)
    if (names === undefined || names.has(name!.toLowerCase())) continue
    names.add(name!.toLowerCase())
    terms.push({ code: code!, text: name!, kind: 'curated', language: 'en' })
  }
  return terms
}

/** The names, in lower case, that each of some codes has. */
export function namesOfCodes(
  terms: readonly TermRecord[],
  codes: Iterable<string>,
): Map<string, Set<string>> {
  const names = new Map([...codes].map((code) => [code, new Set<string>()]))
  for (const { code, text } of terms) names.get(code)?.add(text.toLowerCase())
  return names
}
