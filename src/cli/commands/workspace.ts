import { type Io, print, printJson } from '../io.ts'
import { withRecords } from '../records.ts'
import type { SettingOptions } from '../settings.ts'

export interface SetWorkspaceOptions extends SettingOptions {
  readonly consent: 'required' | 'optional'
}

export interface ListWorkspacesOptions extends SettingOptions {
  readonly json?: true
}

/** Changes the settings of a workspace, for running servers from their next request on. */
export async function setWorkspace(
  io: Io,
  bid: string,
  options: SetWorkspaceOptions,
): Promise<void> {
  const demands_consent = options.consent === 'required'
  await withRecords(io, options, ({ audit, workspaces }) =>
    audit.during(
      {
        operation: 'medlink workspace set',
        action: 'update',
        record: { type: 'workspace' },
        workspace: bid,
        fields: ['consent'],
      },
      () => workspaces.set(bid, { demands_consent }),
    ),
  )
}

/** Prints each workspace with its settings, and the bytes of its documents. */
export async function listWorkspaces(io: Io, options: ListWorkspacesOptions): Promise<void> {
  const found = await withRecords(io, options, ({ workspaces }) => workspaces.list())
  if (options.json) return printJson(io, found)
  print(
    io,
    ...found.map(({ bid, bytes, demands_consent }) =>
      [bid, `consent ${demands_consent ? 'required' : 'optional'}`, `${bytes} bytes`].join('\t'),
    ),
  )
}
