import { Readable } from 'node:stream'
import { MedlinkError } from '../../errors.ts'
import type { Blobs, S3Place } from './blobs.ts'
import { hashed } from './hashing.ts'

/** Size of one part of a file: the smallest that S3 takes. Each upload holds as much as one in memory. */
const PART_BYTES = 5 * 1024 * 1024
/** For a connection, and for a word of the service. */
const CONNECT_MS = 5_000
const SILENCE_MS = 30_000
const ATTEMPTS = 3

/** Answers of services that have no room; the first is MinIO's. */
const NO_ROOM = /^(?:XMinioStorageFull|QuotaExceeded|InsufficientStorage)$/

/**
 * Keeps files in a bucket. Needs the packages `@aws-sdk/client-s3` and `@aws-sdk/lib-storage`, which only those install who
 * use it. Files of more than 5 MB are sent in parts, and what was sent of one that failed is taken back; of a process that was killed
 * parts may stay, which a rule of the bucket can end.
 *
 * @throws MedlinkError `settings_invalid` where the packages are missing
 */
export async function openS3({ bucket, endpoint, region, pathStyle }: S3Place): Promise<Blobs> {
  const { DeleteObjectCommand, GetObjectCommand, S3Client, Upload } = await loadSdk()
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(pathStyle !== undefined && { forcePathStyle: pathStyle }),
    maxAttempts: ATTEMPTS,
    // Services that only speak like Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
  })
  return {
    async put(key, bytes) {
      const source = hashed(bytes)
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: Readable.from(source.bytes) },
        partSize: PART_BYTES,
        queueSize: 1,
      })
      try {
        await upload.done()
      } catch (error) {
        throw source.failure()?.error ?? unusable(error)
      }
      return source.result()
    },

    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range && { Range }) })
        const { Body } = await client.send(command)
        return Body as Readable
      } catch (error) {
        throw unusable(error)
      }
    },

    async remove(key) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
      } catch (error) {
        throw unusable(error)
      }
    },
  }
}

async function loadSdk() {
  try {
    const [client, storage] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/lib-storage'),
    ])
    return { ...client, ...storage }
  } catch (cause) {
    throw new MedlinkError(
      'settings_invalid',
      'files in S3 need packages that are not installed: run npm install @aws-sdk/client-s3 @aws-sdk/lib-storage',
      { cause },
    )
  }
}

/** As much of an error of the SDK's as is looked at. */
interface Fault {
  readonly name?: string
  /** Codes of the system if the service was not reached. */
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Without a cause: what the service says may hold its address, the bucket and the key. */
function unusable(error: unknown): MedlinkError {
  const { name, code, $metadata } = error as Fault
  if (NO_ROOM.test(name ?? '') || $metadata?.httpStatusCode === 507)
    return new MedlinkError('disk_full', 'the bucket of files is full')
  return new MedlinkError(
    'no_access',
    `the bucket of files cannot be used (${code ?? name ?? 'unknown'}): check the settings, the credentials and that it exists`,
  )
}
