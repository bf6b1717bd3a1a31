/** The public API of the server, `medlink/http`. */

export { backUpRecords, restoreRecords } from '../records/backup.ts'
export { openRecords } from '../records/open.ts'
export { type Client, type Records, ROLES, type Role } from '../records/records.ts'
export type { Caller } from './auth/caller.ts'
export type { Authenticate } from './auth/policy.ts'
export { signToken, type TokenSettings } from './auth/tokens.ts'
export { isMember } from './cluster.ts'
export { withSecret } from './development-secret.ts'
export { medlinkRoutes, type RoutesOptions } from './plugin.ts'
export { serve } from './serve.ts'
export { createServer, type ServerOptions } from './server.ts'
export { readSettings, type Settings } from './settings.ts'
