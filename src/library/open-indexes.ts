import { lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { COMPREHEND, COMPREHENDED_ONTOLOGIES, type LinkedOntology } from '../contract.ts'
import { asFileError, MedlinkError } from '../errors.ts'
import { faultsOf } from '../index/check.ts'
import { readManifest } from '../index/file/file.ts'
import type { Manifest } from '../index/file/manifest.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { SiteNameRecord } from '../index/records.ts'
import {
  indexPath,
  installedVersions,
  orphanedVersions,
  STARTER_VERSION,
} from '../index/registry.ts'
import { type Analyzer, createAnalyzer } from '../language/analyze.ts'
import { forgetTokens } from '../language/phrase-matcher.ts'
import { expectationOf } from '../linker/open.ts'
import { requireOntology } from '../ontologies/all.ts'
import {
  type PlacedSiteName,
  readSiteNames,
  remarksOn,
  type SiteNameSources,
  siteNamesHash,
} from '../ontologies/site-names.ts'
import { forgetUnits } from '../units/units.ts'
import type { Target } from './answerer.ts'
import { Answerer } from './answerer.ts'
import { flexsearchFaults } from './flexsearch-file.ts'
import { buildStarterNow } from './starters.ts'

/** An index that is open, and current when it was handed out. */
export interface OpenIndex {
  readonly index: MedlinkIndex
  readonly answerer: Answerer
  /** Another one at every opening. */
  readonly id: number
  readonly file: string
  readonly ontology: LinkedOntology
  /** Name of its file, by which requests ask for it. */
  readonly version: string
  /** Names that it was opened with, besides its own. */
  readonly names: readonly SiteNameRecord[]
}

/** A root of indexes. */
export interface IndexRoot {
  readonly dir: string
  /** True if a question about an ontology of which nothing is installed builds its starter. */
  readonly buildsStarters: boolean
}

/** Names that indexes are opened with. */
export interface OwnNames {
  readonly sources: SiteNameSources
  /** Called with remarks on names when an index is opened with them. */
  readonly onWarning: (message: string) => void
}

interface Entry extends OpenIndex {
  readonly key: string
  /** The folder's listing when the file was last seen to be this one. */
  seenIn: Listing
  /** True if a symbolic link leads to the file: its folder does not show when another file replaces it. */
  readonly isLink: boolean
  /** True if a request has named its version. */
  isPinned: boolean
}

/**
 * The indexes below a folder, each opened at its first use. Every request looks at the file system for some microseconds: after
 * at the file that was read, and before at the folder, which shows files that came, went or were replaced, unless a request did
 * so less than {@link LOOK_EVERY_MS} ago.
 * So a file that was replaced is opened anew, and a version that was installed is the newest from then on. An index is
 * closed if its file was replaced, or if it was open as the newest only and is so no more.
 */
export class OpenIndexes {
  readonly #dir: string
  readonly #buildsStarters: boolean
  readonly #onClose: (id: number) => void
  readonly #open = new Map<string, Entry>()
  readonly #folders = new Map<LinkedOntology, VersionFolder>()
  /** The index that last answered requests without a version. */
  readonly #newest = new Map<LinkedOntology, Entry>()
  readonly #onWarning: OwnNames['onWarning'] | undefined
  #names: readonly PlacedSiteName[] = []
  #analyzer: Analyzer | undefined
  #openings = 0
  #isClosed = false

  /**
   * @param root of the indexes; with `buildsStarters` a starter is built where nothing of its ontology is installed
   * @param onClose called with the id of each index that is closed
   * @param own names to open indexes with, which are read now
   * @throws MedlinkError `names_invalid`, and `no_access` for a file of names
   */
  constructor(root: IndexRoot, onClose: (id: number) => void, own?: OwnNames) {
    this.#dir = root.dir
    this.#buildsStarters = root.buildsStarters
    this.#onClose = onClose
    if (own === undefined) return
    this.#onWarning = own.onWarning
    this.#names = readSiteNames(own.sources, this.analyzer).names
  }

  /** Hash of the names that indexes are opened with; undefined if there are none. */
  get namesHash(): string | undefined {
    return this.#names.length === 0 ? undefined : siteNamesHash(this.#names)
  }

  /** The text analysis of all indexes. */
  get analyzer(): Analyzer {
    this.#analyzer ??= createAnalyzer()
    return this.#analyzer
  }

  /**
   * The result of `work` on an index, which it must not keep. It is called again if the index was overwritten before.
   *
   * @param wanted a version; default: the newest installed one
   * @throws MedlinkError what {@link require} throws; `index_incompatible` when the index was overwritten meanwhile
   */
  ask<T>(name: LinkedOntology, wanted: string | undefined, work: (open: OpenIndex) => T): T {
    const open = this.#find(name, wanted, isInPlace)
    try {
      return open.index.whileUnchanged(() => work(open))
    } catch (error) {
      if (!open.index.isOverwritten()) throw error
      const anew = this.require(name, wanted)
      return anew.index.whileUnchanged(() => work(anew))
    }
  }

  /** {@link ask} of several indexes at once, by the same keys. The work is done again if one of them was overwritten. */
  askAll<Key, T>(
    targets: ReadonlyMap<Key, Target>,
    work: (open: ReadonlyMap<Key, OpenIndex>) => T,
  ): T {
    const keys = [...targets.keys()]
    const askFrom = (at: number, open: ReadonlyMap<Key, OpenIndex>): T => {
      if (at === keys.length) return work(open)
      const key = keys[at]!
      const { ontology, version } = targets.get(key)!
      return this.ask(ontology, version, (one) => askFrom(at + 1, new Map([...open, [key, one]])))
    }
    return askFrom(0, new Map())
  }

  /** True if a version of an ontology answers: it is installed, or the starter can be built. @throws MedlinkError `closed`, `no_access` */
  has(name: LinkedOntology): boolean {
    return this.versions(name).length > 0 || this.#buildsStarters
  }

  /**
   * The index that answers for a version now. It may be closed at the next call.
   *
   * @throws MedlinkError `closed`; `unknown_ontology` for a name that is none; `index_missing` when no version is
   *   installed, `unknown_version` when the one that is wanted is not; `index_incompatible`,
   *   `index_corrupt` or `no_access`
   */
  require(name: LinkedOntology, wanted: string | undefined): OpenIndex {
    return this.#find(name, wanted, ({ index }) => index.isCurrent())
  }

  /** Installed versions of an ontology, newest first. @throws MedlinkError `closed`, `no_access` */
  versions(name: LinkedOntology): readonly string[] {
    return this.#look(name).versions
  }

  /** The manifest of a version. @throws MedlinkError when it cannot be read */
  readManifest(name: LinkedOntology, version: string): Manifest {
    const expectation = expectationOf(requireOntology(name), this.analyzer)
    return readManifest(indexPath(this.#dir, name, version), expectation)
  }

  /** Path of the file of a version. */
  fileOf(name: LinkedOntology, version: string): string {
    return indexPath(this.#dir, name, version)
  }

  /** Versions of which only the FlexSearch index is there. @throws MedlinkError `closed`, `no_access` */
  orphans(name: LinkedOntology): readonly string[] {
    this.requireOpen()
    try {
      return orphanedVersions(this.#dir, name)
    } catch (error) {
      throw asFileError(this.#dir, error)
    }
  }

  /** Faults of the files of a version, all of them read. */
  faultsOf(name: LinkedOntology, version: string): MedlinkError[] {
    const expectation = expectationOf(requireOntology(name), this.analyzer)
    const file = this.fileOf(name, version)
    const faults = faultsOf(file, expectation)
    if (faults.length > 0) return faults
    return flexsearchFaults(file, readManifest(file, expectation).content_hash)
  }

  /** Closes every index, for good, and forgets what was read with them. */
  close(): void {
    this.#isClosed = true
    for (const entry of [...this.#open.values()]) this.#close(entry)
    this.#analyzer = undefined
    this.#names = []
    forgetTokens()
    forgetUnits()
    forgetLastMatch()
  }

  /** @param isGood whether an index that is open still answers, its folder being as it is now */
  #find(
    name: LinkedOntology,
    wanted: string | undefined,
    isGood: (entry: Entry, folder: Listing) => boolean,
  ): OpenIndex {
    this.requireOpen()
    const folder = this.#lookWithStarter(name, wanted)
    const version = wanted ?? this.#newestIn(folder, name)
    const key = `${name}/${version}`
    let entry = this.#open.get(key)
    if (entry === undefined || !isGood(entry, folder)) {
      if (entry !== undefined) this.#close(entry)
      requireInstalled(folder, name, version)
      const file = indexPath(this.#dir, name, version)
      const placed = this.#names.filter((each) => each.ontology === name)
      const names = placed.map(({ record }) => record)
      const answerer = new Answerer(file, requireOntology(name), this.analyzer, { names })
      if (placed.length > 0) this.#warn(placed, answerer.index)
      const id = ++this.#openings
      const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
      entry = {
        ...{ key, id, file, ontology: name, version, isLink, isPinned: false, seenIn: folder },
        ...{ answerer, index: answerer.index, names },
      }
      this.#open.set(key, entry)
    }
    if (wanted === undefined) this.#setNewest(entry)
    else entry.isPinned = true
    return entry
  }

  /** Tells what a person should know of the names that an index was opened with; closes it where it cannot be read. */
  #warn(names: readonly PlacedSiteName[], index: MedlinkIndex): void {
    try {
      const remarks = index.whileUnchanged(() => remarksOn(names, index, this.analyzer))
      for (const remark of remarks) this.#onWarning?.(remark)
    } catch (error) {
      index.close()
      throw error
    }
  }

  /** @throws MedlinkError `closed` */
  requireOpen(): void {
    if (this.#isClosed) throw new MedlinkError('closed', CLOSED)
  }

  #look(name: LinkedOntology): Listing {
    this.requireOpen()
    let folder = this.#folders.get(name)
    if (folder === undefined) {
      folder = new VersionFolder(this.#dir, requireOntology(name).name)
      this.#folders.set(name, folder)
    }
    return folder.look()
  }

  /** The same, after the starter was built, if it may answer and nothing is installed. */
  #lookWithStarter(name: LinkedOntology, wanted: string | undefined): Listing {
    const folder = this.#look(name)
    const isWanted = this.#buildsStarters && (wanted === undefined || wanted === STARTER_VERSION)
    if (!isWanted || folder.versions.length > 0) return folder
    buildStarterNow(name, this.#dir)
    return this.#look(name)
  }

  #close(entry: Entry): void {
    entry.index.close()
    this.#open.delete(entry.key)
    if (this.#newest.get(entry.ontology) === entry) this.#newest.delete(entry.ontology)
    this.#onClose(entry.id)
  }

  #setNewest(entry: Entry): void {
    const before = this.#newest.get(entry.ontology)
    if (before === entry) return
    if (before?.isPinned === false) this.#close(before)
    this.#newest.set(entry.ontology, entry)
  }

  #newestIn({ versions: [newest] }: Listing, name: LinkedOntology): string {
    if (newest === undefined)
      throw new MedlinkError(
        'index_missing',
        `no version of ${name} is installed in ${this.#dir}${stateOf(this.#dir)}: run ` +
          `medlink build ${name} --release <folder or zip> --out ${this.#dir}, or medlink build starter --out ${this.#dir} for a sample`,
      )
    return newest
  }
}

/** Why a folder has nothing in it, where that is for what it is. */
function stateOf(dir: string): string {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (found === undefined) return ', which does not exist'
  return found.isDirectory() ? '' : ', which is not a folder'
}

/** True if the folder shows that an index's file is the one that was opened; looks at the file itself if it cannot. */
function isInPlace(entry: Entry, folder: Listing): boolean {
  if (folder.isSettled && entry.seenIn === folder && !entry.isLink) return true
  entry.seenIn = folder
  return entry.index.isCurrent()
}

function requireInstalled({ versions }: Listing, name: LinkedOntology, version: string): void {
  if (versions.includes(version)) return
  const installed = versions.length === 0 ? 'no version is' : `installed: ${versions.join(', ')}`
  const ofTexts =
    version === COMPREHEND
      ? `; the call comprehend reads texts, for ${COMPREHENDED_ONTOLOGIES.join(' and ')}`
      : ''
  throw new MedlinkError(
    'unknown_version',
    `${name} is not installed in that version; ${installed}${ofTexts}`,
  )
}

/** JavaScript keeps the text that a regular expression was last found in, as `RegExp.input`. */
function forgetLastMatch(): void {
  ;/./.test('-')
}

/** Message of requests after the end. */
export const CLOSED = 'this Medlink is closed: open a new one with openMedlink'

/**
 * File systems tell the time of a change in steps, some of two seconds: a folder that was listed sooner than this after
 * it changed may have changed again without showing it.
 */
const SETTLED_MS = 2000

/** So long the contents of a settled folder are taken as they were seen: links in a row need not ask the system each. */
const LOOK_EVERY_MS = 10

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
  /** When the folder was looked at last, in ms of this process. */
  #lookedAt = Number.NEGATIVE_INFINITY

  /** @param dir root of the indexes */
  constructor(dir: string, ontology: string) {
    this.#dir = dir
    this.#ontology = ontology
    this.#path = join(dir, ontology)
  }

  /**
   * The contents, not older than {@link LOOK_EVERY_MS}; no versions if there is no folder. Asks the system at most once while
   * nothing changes.
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
    const known = this.#listing
    const now = performance.now()
    if (known?.isSettled && now - this.#lookedAt < LOOK_EVERY_MS) return known
    const folder = statSync(this.#path, { throwIfNoEntry: false })
    if (folder === undefined) return EMPTY
    this.#lookedAt = now
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
