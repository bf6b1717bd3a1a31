import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { compareStrings } from '../text/compare.ts'

/** Where an index of a version lies below the root. */
export function indexPath(dir: string, ontology: string, version: string): string {
  return join(dir, ontology, `${version}.sqlite`)
}

/**
 * Installed versions of an ontology, newest first: numbers count as numbers, and `starter` comes last. Whatever is called
 * like an index is one here, readable or not; hidden files are left out.
 *
 * @throws the system's error for a folder that cannot be listed
 */
export function installedVersions(dir: string, ontology: string): string[] {
  const folder = join(dir, ontology)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite') && !name.startsWith('.'))
    .map((name) => name.slice(0, -'.sqlite'.length))
    .sort(newestFirst)
}

/** The version of the vocabularies that ship with Medlink: any real release comes before it. */
export const STARTER_VERSION = 'starter'

/** A day in a version: 20250701, as of SNOMED CT, or 2025-10-06, as of RxNorm; further words may follow. */
const DATED = /^(\d{4})(-?)(\d{2})\2(\d{2})(?!\d)/

/** A day of the calendar. */
const daySchema = z.iso.date()

/** Date of a release whose version begins with it, as YYYY-MM-DD; null for other versions, as "2.82" and "2026". */
export function releaseDate(version: string): string | null {
  const [, year, , month, day] = DATED.exec(version) ?? []
  const date = `${year}-${month}-${day}`
  return daySchema.safeParse(date).success ? date : null
}

function newestFirst(a: string, b: string): number {
  if ((a === STARTER_VERSION) !== (b === STARTER_VERSION)) return a === STARTER_VERSION ? 1 : -1
  return compareVersions(b, a)
}

/** Part by part: "2.9" before "2.10", "2026" before "2026-04". */
function compareVersions(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? []
  const right = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = Number(left[i]) - Number(right[i]) || compareStrings(left[i]!, right[i]!)
    if (order !== 0) return order
  }
  return left.length - right.length
}
