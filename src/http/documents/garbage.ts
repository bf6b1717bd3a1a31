/** Files that belong to no document: of uploads that ended early, and of documents and patients that were deleted. */

import type { FastifyBaseLogger } from 'fastify'
import type { Blobs } from '../../records/blobs/blobs.ts'
import type { Documents, Records } from '../../records/records.ts'
import { loggedError } from '../log.ts'

/** Removes a file, and what is left of storing it. @throws MedlinkError */
export async function discardFile(documents: Documents, blobs: Blobs, key: string): Promise<void> {
  await blobs.remove(key)
  await documents.forget(key)
}

/**
 * Removes files of what was just deleted, and the bytes of its rows. What cannot be removed now is swept later.
 *
 * @param blobs undefined where this server keeps no files
 */
export async function collectGarbage(
  { documents, scrub }: Pick<Records, 'documents' | 'scrub'>,
  blobs: Blobs | undefined,
  keys: readonly string[],
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    if (blobs !== undefined) for (const key of keys) await discardFile(documents, blobs, key)
    await scrub()
  } catch (error) {
    log.warn({ error: loggedError(error) }, 'bytes of what was deleted cannot be removed yet')
  }
}

/**
 * Ends uploads whose time is over, and removes all files that are known to be garbage. Any number of processes may do so.
 *
 * @returns whether there was anything
 */
export async function sweepGarbage(
  { documents, uploads }: Pick<Records, 'documents' | 'uploads'>,
  blobs: Blobs,
): Promise<boolean> {
  for (let count = 0; ; ) {
    const expired = await uploads.expire()
    const keys = await documents.abandoned()
    for (const key of keys) await discardFile(documents, blobs, key)
    if (expired + keys.length === 0) return count > 0
    count += expired + keys.length
  }
}
