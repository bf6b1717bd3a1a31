import type { Readable, Writable } from 'node:stream'
import { buildStarterAside, starterFolder } from '../../internal.ts'
import { serveMcp } from '../../mcp/mcp.ts'
import { LINKED_ONTOLOGIES, type LinkedOntology } from '../../medlink.ts'
import { getNamedRoot, type Io, remark } from '../io.ts'
import { buildMissingStarter, defaultRoot, openIndexes, requireNamedRoot } from '../library.ts'

export interface McpCommandOptions {
  readonly dir?: string
  readonly names?: readonly string[]
}

type InstallStarter = (ontology: LinkedOntology) => Promise<void>

/**
 * Serves one client over stdin and stdout until it closes stdin. If no folder of indexes is named, missing starters are built
 * while the client is served: all of them in the folder of the starters, and in the project's folder those of the
 * vocabularies that are asked about. A question waits for the starter that answers it.
 *
 * @throws MedlinkError `index_missing` if a folder was named that does not exist
 */
export async function mcp(io: Io, { dir, names }: McpCommandOptions): Promise<void> {
  requireNamedRoot(io, dir)
  const named = getNamedRoot(io, dir)
  const root = named ?? defaultRoot()
  if (io.stdin.isTTY) remark(io, 'waiting for a client of the Model Context Protocol on stdin')
  const medlink = openIndexes(io, { dir: root, ...(names !== undefined && { names }) })
  const installStarter = named === undefined ? starterInstaller(io, root) : undefined
  try {
    const served = serveMcp(
      { medlink, installStarter },
      {
        input: io.stdin as Readable,
        output: io.stdout as Writable,
        onFault: (kind) => remark(io, `a message of the client could not be handled (${kind})`),
      },
    )
    if (installStarter !== undefined && root === starterFolder()) void installAll(installStarter)
    await served
  } finally {
    medlink.close()
  }
}

/** Builds each missing starter once, however many calls ask for it at the same time. A failed build is tried again. */
function starterInstaller(io: Io, root: string): InstallStarter {
  const builds = new Map<LinkedOntology, Promise<void>>()
  return (ontology) => {
    const running =
      builds.get(ontology) ?? buildMissingStarter(io, ontology, root, buildStarterAside)
    builds.set(ontology, running)
    running.catch(() => builds.delete(ontology))
    return running
  }
}

/** Builds one after the other, so that the client is not slowed down. The answer to a question tells what failed. */
async function installAll(install: InstallStarter): Promise<void> {
  for (const ontology of LINKED_ONTOLOGIES) await install(ontology).catch(() => undefined)
}
