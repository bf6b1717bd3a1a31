import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compareStrings } from '../text/compare.ts'

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
 * Installed versions of an ontology, newest first: numbers count as numbers, and `starter` comes last. Whatever is called
 * like an index is one here, readable or not; hidden files are left out.
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

/** What comes before a suffix in the names of a folder's files. */
function namesWith(folder: string, suffix: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
    .map((name) => name.slice(0, -suffix.length))
}

/** The version of the vocabularies that ship with Medlink: any real release comes before it. */
export const STARTER_VERSION = 'starter'

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
