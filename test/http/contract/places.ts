/** Where the server of the contract keeps records and files: a folder alone, or PostgreSQL and a bucket, sealed. */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openRecords, type RecordsPlace } from '../../../src/records/open.ts'
import type { Records } from '../../../src/records/records.ts'
import { parseMasterKeys } from '../../../src/records/sealing/master-keys.ts'
import { makeBucket, openBucketClient, S3_ENDPOINT } from '../../support/bucket.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { fullRoot, type Server, startServer } from '../../support/server.ts'
import { ENVIRONMENT, type Form } from './asking.ts'

interface Places {
  readonly place: RecordsPlace
  readonly postgres?: PostgresServer
  /** Settings of where the files are. */
  readonly files: Readonly<Record<string, string>>
  /** Keys of the records and the files. */
  readonly dataKeys?: string
}

/** What runs while the tests of a place do. */
export interface Running extends Places {
  readonly server: Server
  /** Opens the records of the server, as a command does. */
  openRecords(): Promise<Records>
  /** Folders with everything that the server stores, but for what is in a bucket. */
  readonly folders: readonly string[]
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
    name: `PostgreSQL and ${S3_ENDPOINT === undefined ? 'a folder' : 'S3'}, with data keys`,
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
    const { place, postgres, files, dataKeys } = places
    const keys: Record<string, string> = dataKeys ? { MEDLINK_DATA_KEYS: dataKeys } : {}
    const env = { ...ENVIRONMENT, ...files, ...keys }
    const masterKeys = dataKeys === undefined ? undefined : parseMasterKeys(dataKeys)!
    running = {
      ...places,
      server: await startServer({ dir, place, env }),
      openRecords: () => openRecords(place, { masterKeys }),
      folders: [folder, ...(postgres ? [postgres.data] : [])],
    }
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
  const dataKeys = `contract:${randomBytes(32).toString('hex')}`
  return { place: { databaseUrl: await postgres.newDatabase() }, postgres, files, dataKeys }
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
