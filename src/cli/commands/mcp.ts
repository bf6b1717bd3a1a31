import type { Readable, Writable } from 'node:stream'
import { type McpOptions, serveMcp } from '../../mcp/mcp.ts'
import type { LinkedOntology } from '../../medlink.ts'
import { getNamedRoot, type Io, remark } from '../io.ts'
import { buildMissingStarter, defaultRoot, openIndexes, requireNamedRoot } from '../library.ts'

export interface McpCommandOptions {
  readonly dir?: string
  readonly names?: readonly string[]
}

/**
 * Serves one client over stdin and stdout until it closes stdin. If no folder of indexes is named, the starter of a
 * vocabulary is built at the first question about it, where nothing of it is installed.
 *
 * @throws MedlinkError `index_missing` if a folder was named that does not exist
 */
export async function mcp(io: Io, { dir, names }: McpCommandOptions): Promise<void> {
  requireNamedRoot(io, dir)
  const named = getNamedRoot(io, dir)
  const root = named ?? defaultRoot()
  if (io.stdin.isTTY) remark(io, 'waiting for a client of the Model Context Protocol on stdin')
  const medlink = openIndexes(io, { dir: root, ...(names !== undefined && { names }) })
  try {
    await serveMcp(
      { medlink, installStarter: named === undefined ? starterBuilder(io, root) : undefined },
      {
        input: io.stdin as Readable,
        output: io.stdout as Writable,
        onFault: (kind) => remark(io, `a message of the client could not be handled (${kind})`),
      },
    )
  } finally {
    medlink.close()
  }
}

/** Builds each missing starter once, however many calls ask for it at the same time. A failed build is tried again. */
function starterBuilder(io: Io, root: string): NonNullable<McpOptions['installStarter']> {
  const builds = new Map<LinkedOntology, Promise<void>>()
  return (ontology) => {
    const running = builds.get(ontology) ?? buildMissingStarter(io, ontology, root)
    builds.set(ontology, running)
    running.catch(() => builds.delete(ontology))
    return running
  }
}
