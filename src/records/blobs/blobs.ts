import type { Readable } from 'node:stream'

/** Facts about a stored file. */
export interface StoredBlob {
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly sha256: string
}

/** The first and the last byte that are wanted, counted from 0; both are there. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where the files of documents are kept, each under a key of letters, digits and hyphens that is used once. An
 * implementation of your own throws a `MedlinkError`: `disk_full` where there is no room, `no_access` where the files
 * cannot be had.
 */
export interface Blobs {
  /**
   * Stores the bytes of a stream: all of them or nothing. They are safe when the promise resolves.
   *
   * @throws what the stream throws; MedlinkError `disk_full`, `no_access`
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /** The bytes of a file, or a range of them. @throws MedlinkError `no_access` */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Removes a file, if it is there, and what is left of storing it. @throws MedlinkError `no_access` */
  remove(key: string): Promise<void>
}

/** Where files are: in a folder, or in a bucket of S3 or of something that speaks as it does. */
export type BlobsPlace = { readonly folder: string } | S3Place

/** Credentials are found as every program that uses the SDK finds them: AWS_ACCESS_KEY_ID, a profile, a role. */
export interface S3Place {
  readonly bucket: string
  /** URL of the service; default: Amazon's. */
  readonly endpoint?: string | undefined
  /** Default: as the SDK finds it. */
  readonly region?: string | undefined
  /** True if the bucket is in the path of an address instead of in its host. */
  readonly pathStyle?: boolean | undefined
}
