import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { compareStrings } from '../language/sorted.ts'

const INDEX_SUFFIX = '.sqlite'
const PACK_SUFFIX = '.flexsearch.gz'

/** Where an index of a version lies below the root. */
export function indexPath(dir: string, ontology: string, version: string): string {
  return join(dir, ontology, `${version}${INDEX_SUFFIX}`)
}

/** Where the FlexSearch index lies that was compiled with an index file. */
export function packPath(file: string): string {
  return `${file.slice(0, -INDEX_SUFFIX.length)}${PACK_SUFFIX}`
}

/**
 * Installed versions of an ontology, newest first: dates and numbers by value, then other names, the starter last. Every
 * `.sqlite` file counts, readable or not, but hidden ones.
 *
 * @throws the system's error for a folder that cannot be listed
 */
export function installedVersions(dir: string, ontology: string): string[] {
  return namesWith(join(dir, ontology), INDEX_SUFFIX).sort(newestFirst)
}

/** Versions of which only the FlexSearch index is there, newest first. @throws the system's error */
export function orphanedVersions(dir: string, ontology: string): string[] {
  const folder = join(dir, ontology)
  const installed = new Set(namesWith(folder, INDEX_SUFFIX))
  return namesWith(folder, PACK_SUFFIX)
    .filter((version) => !installed.has(version))
    .sort(newestFirst)
}

/** Names of a folder's files with a suffix, without it. */
function namesWith(folder: string, suffix: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
    .map((name) => name.slice(0, -suffix.length))
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

/** A version, taken apart for the order of releases. */
interface VersionParts {
  /** Numbers that it begins with; a date is year, month, day. Empty for a name. */
  readonly numbers: readonly number[]
  /** The rest, as stretches of digits and of other characters. */
  readonly rest: readonly string[]
}

/** Numbers at the beginning, with one separator between two of them. */
const NUMBERS = /^\d+(?:[-._]\d+)*/

/**
 * The order of releases, newest first.
 *
 * 1. Versions that begin with a number or date, by value: "2.10" before "2.9", "2026-04" and "20260401" before "2026".
 *    More after the numbers makes a version older: "2026" before "2026-draft".
 * 2. Other names, such as "order-only": never instead of a number or date.
 * 3. The starter.
 */
function newestFirst(a: string, b: string): number {
  if ((a === STARTER_VERSION) !== (b === STARTER_VERSION)) return a === STARTER_VERSION ? 1 : -1
  const left = partsOf(a)
  const right = partsOf(b)
  return (
    compareNumbers(right.numbers, left.numbers) ||
    Number(left.rest.length > 0) - Number(right.rest.length > 0) ||
    compareRests(right.rest, left.rest) ||
    compareStrings(b, a)
  )
}

function partsOf(version: string): VersionParts {
  const [begin = ''] = NUMBERS.exec(version) ?? []
  const stretches = begin.match(/\d+/g) ?? []
  return {
    numbers: stretches.flatMap((each) => (releaseDate(each)?.split('-') ?? [each]).map(Number)),
    rest: version.slice(begin.length).match(/\d+|\D+/g) ?? [],
  }
}

/** One by one; where one list begins with the other, the shorter first. */
function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, i) => each !== b[i])
  return at < 0 || at >= b.length ? a.length - b.length : a[at]! - b[at]!
}

/** Stretch by stretch: "rc9" before "rc10". */
function compareRests(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = Number(a[i]) - Number(b[i]) || compareStrings(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}
