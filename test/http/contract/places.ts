/** Where the server of the contract keeps records and files: a folder alone, or PostgreSQL and a bucket. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { RecordsPlace } from '../../../src/records/open.ts'
import { makeBucket, openBucketClient, S3_ENDPOINT } from '../../support/bucket.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { fullRoot, type Server, startServer } from '../../support/server.ts'
import { ENVIRONMENT, type Form } from './asking.ts'

interface Places {
  readonly place: RecordsPlace
  readonly postgres?: PostgresServer
  /** Settings of where the files are. */
  readonly files: Readonly<Record<string, string>>
}

/** What runs while the tests of a place do. */
export interface Running extends Places {
  readonly server: Server
}

type Start = (folder: string) => Promise<Places>

/** The places by name. Files are in S3 if there is a server of it (`npm run test:s3`). */
export const PLACES: readonly {
  readonly name: string
  readonly start: Start
  /** The database is a server of its own, and may be gone. */
  readonly isServer: boolean
  readonly form: Form
}[] = [
  { name: 'SQLite and a folder', start: startFolder, isServer: false, form: 'plain' },
  {
    name: S3_ENDPOINT === undefined ? 'PostgreSQL and a folder' : 'PostgreSQL and S3',
    ...{ start: startPostgresAndS3, isServer: true, form: 'in an envelope' },
  },
]

/** Starts a server over a place before the tests of a `describe`, and ends it after them. @returns what runs by then */
export function runServer(start: Start): () => Running {
  let folder: string
  let running: Running | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'medlink-contract-'))
    const [dir, places] = await Promise.all([fullRoot(folder), start(folder)])
    const env = { ...ENVIRONMENT, ...places.files }
    running = { ...places, server: await startServer({ dir, place: places.place, env }) }
  })
  afterAll(async () => {
    await running?.server.stop()
    await running?.postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(running?.server.log())
  })
  return () => running!
}

async function startFolder(folder: string): Promise<Places> {
  return {
    place: { folder: mkdtempSync(join(folder, 'records-')) },
    files: { MEDLINK_FILES: mkdtempSync(join(folder, 'files-')) },
  }
}

async function startPostgresAndS3(folder: string): Promise<Places> {
  const postgres = await startPostgres()
  const files =
    S3_ENDPOINT === undefined
      ? { MEDLINK_FILES: mkdtempSync(join(folder, 'files-')) }
      : await bucketSettings(S3_ENDPOINT)
  return { place: { databaseUrl: await postgres.newDatabase() }, postgres, files }
}

async function bucketSettings(endpoint: string): Promise<Record<string, string>> {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_REGION = '' } = process.env
  const bucket = `medlink-${randomUUID()}`
  await makeBucket(bucket, openBucketClient())
  return {
    ...{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, MEDLINK_S3_REGION: AWS_REGION },
    ...{ MEDLINK_S3_BUCKET: bucket, MEDLINK_S3_ENDPOINT: endpoint, MEDLINK_S3_PATH_STYLE: 'true' },
  }
}
