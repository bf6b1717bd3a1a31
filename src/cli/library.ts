/** How commands reach the library: the ontology checked, and something installed to answer from. */

import { installedVersions, STARTER_VERSION } from '../index/registry.ts'
import { buildStarter, type Medlink, type OntologyName, openMedlink } from '../medlink.ts'
import { requireOntology } from '../ontologies/all.ts'
import { type Io, indexRoot, remark } from './io.ts'

/** Which vocabulary a command asks. */
export interface Source {
  readonly ontology: string
  readonly version?: string
  readonly dir?: string
}

/**
 * Runs `use` with an open Medlink and closes it. Where nothing of the ontology is installed, the starter is built
 * first (some seconds) and stderr says so.
 *
 * @throws MedlinkError `unknown_ontology` for an ontology that this version of Medlink does not know
 */
export async function withMedlink<T>(
  io: Io,
  source: Source,
  use: (medlink: Medlink, ontology: OntologyName) => T | Promise<T>,
): Promise<T> {
  const { name } = requireOntology(source.ontology)
  const dir = indexRoot(io, source.dir)
  const mayStart = source.version === undefined || source.version === STARTER_VERSION
  if (mayStart && installedVersions(dir, name).length === 0) await installStarter(io, dir, name)
  const medlink = openMedlink({ dir })
  try {
    return await use(medlink, name)
  } finally {
    medlink.close()
  }
}

async function installStarter(io: Io, dir: string, name: OntologyName): Promise<void> {
  const { canDownload } = await import('./commands/download.ts')
  const { manifest } = buildStarter(name, { dir })
  const source = canDownload(name)
    ? `medlink download ${name} (or the publisher's zip)`
    : "get the publisher's zip"
  const codes = manifest.counts.concepts.toLocaleString('en-US')
  remark(
    io,
    `no ${name} was installed in ${dir}: answering from the starter, a sample of ${codes} codes, built there just now`,
    `for the whole vocabulary: ${source}, then medlink build ${name} --release <zip>`,
  )
}
