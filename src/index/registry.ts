import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
