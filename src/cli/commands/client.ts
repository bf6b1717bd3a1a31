import type { Role } from '../../http/http.ts'
import { MedlinkError } from '../../medlink.ts'
import { type Io, print, printJson, remark } from '../io.ts'
import { withRecords } from '../records.ts'
import type { SettingOptions } from '../settings.ts'

export interface ClientOptions extends SettingOptions {
  readonly json?: true
}

export interface AddClientOptions extends ClientOptions {
  readonly workspace: string
  readonly role: Role
  readonly oid?: string
}

/** Registers a client that may log in, and shows its secret: this once. */
export async function addClient(io: Io, options: AddClientOptions): Promise<void> {
  const { workspace: bid, role, oid, json } = options
  const added = await withRecords(io, options, ({ clients }) => clients.add({ bid, role, oid }))
  if (json) return printJson(io, added)
  print(io, `client_id\t${added.client_id}`, `client_secret\t${added.client_secret}`)
  remark(io, 'the secret is not shown again')
}

export async function listClients(io: Io, options: ClientOptions): Promise<void> {
  const found = await withRecords(io, options, ({ clients }) => clients.list())
  if (options.json) return printJson(io, found)
  print(
    io,
    ...found.map(({ client_id, bid, oid, role, created }) =>
      [client_id, bid, role, oid, new Date(created * 1000).toISOString()].join('\t'),
    ),
  )
}

/** Removes a client: it cannot log in any more, nor stay logged in for longer than its last token is good. */
export async function removeClient(io: Io, id: string, options: ClientOptions): Promise<void> {
  const removed = await withRecords(io, options, ({ clients }) => clients.remove(id))
  if (!removed) throw new MedlinkError('invalid_request', 'there is no client of this id')
}
