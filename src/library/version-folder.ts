import { type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { asFileError } from '../errors.ts'
import { installedVersions } from '../index/registry.ts'

/**
 * File systems tell the time of a change in steps, some of two seconds: a folder that was listed sooner than this after
 * it changed may have changed again without showing it.
 */
const SETTLED_MS = 2000

/** Contents of a folder at one time. */
export interface Listing {
  /** Newest first. */
  readonly versions: readonly string[]
  /** True if every later change of the folder shows: the same object again means that none of its files was replaced. */
  readonly isSettled: boolean
}

interface DatedListing extends Listing {
  readonly folder: Stats
}

const EMPTY: Listing = { versions: [], isSettled: false }

/** The installed versions of one ontology, read anew only when the folder has changed. */
export class VersionFolder {
  readonly #dir: string
  readonly #ontology: string
  readonly #path: string
  #listing: DatedListing | undefined

  /** @param dir root of the indexes */
  constructor(dir: string, ontology: string) {
    this.#dir = dir
    this.#ontology = ontology
    this.#path = join(dir, ontology)
  }

  /**
   * The present contents; no versions if there is no folder. Asks the system once while nothing changes.
   *
   * @throws MedlinkError `no_access` for something that cannot be listed
   */
  look(): Listing {
    try {
      return this.#look()
    } catch (error) {
      throw asFileError(this.#path, error)
    }
  }

  #look(): Listing {
    const folder = statSync(this.#path, { throwIfNoEntry: false })
    if (folder === undefined) return EMPTY
    const known = this.#listing
    if (known?.isSettled && isSame(known.folder, folder)) return known
    const isSettled = Date.now() - folder.mtimeMs > SETTLED_MS
    const versions = installedVersions(this.#dir, this.#ontology)
    this.#listing = { folder, versions, isSettled }
    return this.#listing
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.dev === b.dev
}
