import type { Role } from '../../http/http.ts'
import { MedlinkError } from '../../medlink.ts'
import { type Io, print, printJson, remark, UsageError } from '../io.ts'
import { withRecords } from '../records.ts'
import type { SettingOptions } from '../settings.ts'

export interface ClientOptions extends SettingOptions {
  readonly json?: true
}

export interface AddClientOptions extends ClientOptions {
  readonly workspace: string
  readonly role: Role
  readonly oid?: string
  readonly expires?: string
}

/** Registers a client that may log in, and shows its secret: this once. */
export async function addClient(io: Io, options: AddClientOptions): Promise<void> {
  const { workspace: bid, role, oid, expires, json } = options
  const client = {
    ...{ bid, role, oid },
    ...(expires !== undefined && { expires_at: secondsOf(expires) }),
  }
  const added = await withRecords(io, options, ({ clients }) => clients.add(client))
  if (json) return printJson(io, added)
  print(io, `client_id\t${added.client_id}`, `client_secret\t${added.client_secret}`)
  remark(io, 'the secret is not shown again')
}

export async function listClients(io: Io, options: ClientOptions): Promise<void> {
  const found = await withRecords(io, options, ({ clients }) => clients.list())
  if (options.json) return printJson(io, found)
  print(
    io,
    ...found.map(({ client_id, bid, oid, role, created, expires_at }) => {
      const until = expires_at === undefined ? 'never' : isoOf(expires_at)
      return [client_id, bid, role, oid, isoOf(created), until].join('\t')
    }),
  )
}

/** Removes a client: it cannot log in any more, and its tokens are refused. */
export async function removeClient(io: Io, id: string, options: ClientOptions): Promise<void> {
  const removed = await withRecords(io, options, ({ clients }) => clients.remove(id))
  if (!removed) throw new MedlinkError('invalid_request', 'there is no client with this id')
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function secondsOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || time <= Date.now())
    throw new UsageError('--expires must be a future date such as 2027-01-31')
  return Math.floor(time / 1000)
}
