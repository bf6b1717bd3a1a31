/** Servers with the playground over the starters of every vocabulary. */

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoutesOptions } from '../../../src/http/http.ts'
import { LINKED_ONTOLOGIES, openMedlink } from '../../../src/medlink.ts'
import { startServer, type TestServer } from '../../support/http.ts'
import { starterRoot } from '../../support/shared-index.ts'

export interface PlaygroundServer extends TestServer {
  readonly origin: string
  /** Root of the indexes. */
  readonly dir: string
}

/** Starts a server that listens at a free port. */
export async function startPlayground(
  playground: RoutesOptions['playground'],
): Promise<PlaygroundServer> {
  const dir = mkdtempSync(join(tmpdir(), 'medlink-playground-'))
  for (const ontology of LINKED_ONTOLOGIES)
    symlinkSync(join(starterRoot(ontology), ontology), join(dir, ontology))
  const medlink = openMedlink({ dir })
  const server = await startServer({ medlink, playground })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  return {
    ...{ ...server, dir, origin: `http://127.0.0.1:${port}` },
    async close() {
      await server.close()
      medlink.close()
      rmSync(dir, { recursive: true })
    },
  }
}
