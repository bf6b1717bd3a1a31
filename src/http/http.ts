/** The public API of the server, `medlink/http`. */

export { backUpRecords, restoreRecords } from '../records/backup.ts'
export type { Blobs, BlobsPlace } from '../records/blobs/blobs.ts'
export { openBlobs } from '../records/blobs/open.ts'
export { openRecords } from '../records/open.ts'
export { type Client, type Records, ROLES, type Role } from '../records/records.ts'
export {
  type MasterKeySource,
  type MasterKeys,
  readMasterKeys,
} from '../records/sealing/master-keys.ts'
export { auditEventOf } from './audit-event.ts'
export type { Caller } from './auth/caller.ts'
export type { Authenticate } from './auth/policy.ts'
export { signToken, type TokenSettings } from './auth/tokens.ts'
export { isMember } from './cluster.ts'
export { withSecret } from './development-secret.ts'
export { type EnvelopeKeys, parseEnvelopeKeys } from './envelope/keys.ts'
export { medlinkRoutes, type RoutesOptions } from './plugin.ts'
export { exportPatient } from './profiles/export.ts'
export { type LocalReview, type LocalReviewOptions, serveReview } from './review/local.ts'
export { serve } from './serve.ts'
export { createServer, type ServerOptions } from './server.ts'
export { readSettings, type Settings } from './settings.ts'
export { type Deliveries, type DeliveriesOptions, startDeliveries } from './webhooks/worker.ts'
