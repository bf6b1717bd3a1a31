import { type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { installedVersions } from '../index/registry.ts'

/**
 * File systems tell the time of a change in steps, some of two seconds: a folder that was listed sooner than this after
 * it changed may have changed again without showing it.
 */
const SETTLED_MS = 2000

interface Listing {
  readonly folder: Stats
  readonly versions: readonly string[]
  /** Whether any later change shows in the folder's time. */
  readonly isSettled: boolean
}

/** The installed versions of one ontology, read anew only when the folder has changed. */
export class VersionFolder {
  readonly #dir: string
  readonly #ontology: string
  #listing: Listing | undefined

  /** @param dir root of the indexes */
  constructor(dir: string, ontology: string) {
    this.#dir = dir
    this.#ontology = ontology
  }

  /** Newest first, none where there is no folder. Asks the system once while nothing changes. */
  versions(): readonly string[] {
    const folder = statSync(join(this.#dir, this.#ontology), { throwIfNoEntry: false })
    if (folder === undefined) return []
    const known = this.#listing
    if (known?.isSettled && isSame(known.folder, folder)) return known.versions
    const isSettled = Date.now() - folder.mtimeMs > SETTLED_MS
    const versions = installedVersions(this.#dir, this.#ontology)
    this.#listing = { folder, versions, isSettled }
    return versions
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.dev === b.dev
}
