/** How commands reach the library: the ontology checked, and something installed to answer from. */

import { existsSync } from 'node:fs'
import { buildStarter, downloadableOntologies } from '../build/build.ts'
import { parseOntologyName, STARTER_VERSION, starterFolder } from '../internal.ts'
import {
  type InstalledVersion,
  type LinkedOntology,
  type Medlink,
  MedlinkError,
  openMedlink,
  type UnreadableVersion,
} from '../medlink.ts'
import { getNamedRoot, type Io, PROJECT_ROOT, remark } from './io.ts'

/** Which vocabulary a command asks. */
export interface Source {
  readonly ontology: string
  readonly version?: string
  readonly dir?: string
  /** Tables of names that the site gave codes itself. */
  readonly names?: readonly string[]
}

/**
 * Runs `use` with an open Medlink and closes it. If no folder is named and nothing of the ontology is installed in the
 * default one, the starter is built there first, which takes some seconds, and stderr says where. Whenever the starter
 * answers, stderr says so.
 *
 * @throws MedlinkError `unknown_ontology` for an ontology that this version of Medlink does not know
 */
export async function withMedlink<T>(
  io: Io,
  source: Source,
  use: (medlink: Medlink, ontology: LinkedOntology) => T | Promise<T>,
): Promise<T> {
  const ontology = parseOntologyName(source.ontology)
  const medlink = openIndexes(io, source)
  try {
    const mayBuild = getNamedRoot(io, source.dir) === undefined && !isOther(source.version)
    if (mayBuild) await buildMissingStarter(io, ontology)
    remarkSample(io, medlink, ontology, source.version)
    return await use(medlink, ontology)
  } finally {
    medlink.close()
  }
}

/** Medlink over the indexes and names of a command's options. Remarks on the names go to stderr. */
export function openIndexes(io: Io, { dir, names }: Pick<Source, 'dir' | 'names'>): Medlink {
  return openMedlink({
    dir: indexRoot(io, dir),
    ...(names !== undefined && { names }),
    onWarning: (warning) => remark(io, warning),
  })
}

/** Root of the indexes: the one that was named, else the default one. */
export function indexRoot(io: Io, dir: string | undefined): string {
  return getNamedRoot(io, dir) ?? defaultRoot()
}

/**
 * Root of the indexes if none was named: that of the project if it exists, else the folder of the starters. No command
 * leaves a folder where a user happens to be, which may be read-only or hold something else.
 */
export function defaultRoot(): string {
  return existsSync(PROJECT_ROOT) ? PROJECT_ROOT : starterFolder()
}

/** Time that a starter takes, for people who wait for it. */
const STARTER_TIME = 'in a few seconds, or a minute on a busy machine'

/**
 * Builds the starter of an ontology in a folder where nothing of it is installed, and says so.
 *
 * @param build default: in this thread
 */
export async function buildMissingStarter(
  io: Io,
  ontology: LinkedOntology,
  dir = defaultRoot(),
  build: (ontology: LinkedOntology, dir: string) => Promise<unknown> = buildHere,
): Promise<void> {
  const medlink = openMedlink({ dir })
  try {
    if (isEmpty(medlink, ontology)) {
      remark(io, `building the starter of ${ontology}, a sample, in ${dir}: once, ${STARTER_TIME}`)
      await build(ontology, dir)
    }
  } finally {
    medlink.close()
  }
}

function buildHere(ontology: LinkedOntology, dir: string) {
  return buildStarter(ontology, { dir })
}

/** True if another version than the starter is requested. */
function isOther(version: string | undefined): boolean {
  return version !== undefined && version !== STARTER_VERSION
}

/** Says on stderr, in one line, that a version is a sample, and how to get all of it; nothing when it is not. */
export function remarkSample(
  io: Io,
  medlink: Medlink,
  ontology: LinkedOntology,
  version: string | undefined,
): void {
  const answering = getAnswering(medlink, ontology, version)
  if (answering?.sample !== true) return
  const source = downloadableOntologies().includes(ontology)
    ? `medlink download ${ontology} (or the publisher's zip)`
    : "get the publisher's zip"
  const codes = answering.concepts.toLocaleString('en-US')
  remark(
    io,
    `answering from the starter, a sample of ${codes} codes; for the whole of ${ontology}: ${source}, then medlink build ${ontology} --release <zip>`,
  )
}

/** The version that answers; undefined if none can. */
function getAnswering(
  medlink: Medlink,
  ontology: LinkedOntology,
  version: string | undefined,
): InstalledVersion | undefined {
  try {
    return medlink.version(ontology, version)
  } catch (error) {
    if (error instanceof MedlinkError) return undefined
    throw error
  }
}

/** True if nothing of an ontology is installed but, perhaps, the starter of a Medlink with another index format. */
function isEmpty(medlink: Medlink, ontology: LinkedOntology): boolean {
  const { details, unreadable } = rowOf(medlink, ontology)
  return details.length === 0 && unreadable.every(isOtherStarter)
}

function isOtherStarter({ version, code }: UnreadableVersion): boolean {
  return version === STARTER_VERSION && code === 'index_incompatible'
}

function rowOf(medlink: Medlink, ontology: LinkedOntology) {
  return medlink.registry().ontologies.find(({ name }) => name === ontology)!
}

/** Refuses a root that was named and does not exist. @throws MedlinkError `index_missing` */
export function requireNamedRoot(io: Io, dir: string | undefined): void {
  const named = getNamedRoot(io, dir)
  if (named === undefined || existsSync(named)) return
  throw new MedlinkError(
    'index_missing',
    `${named} does not exist: name the folder with the indexes, or build one, medlink build starter --out ${named}`,
  )
}
