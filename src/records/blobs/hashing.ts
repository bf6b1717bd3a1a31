import { createHash } from 'node:crypto'
import type { StoredBlob } from './blobs.ts'

/** Bytes on their way into a store. */
export interface Hashed {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Facts about the bytes, once all have come. */
  result(): StoredBlob
  /** The failure of their source, if any: that is no fault of the store. */
  failure(): { readonly error: unknown } | undefined
}

/** Passes bytes on, and notes what they are. */
export function hashed(source: AsyncIterable<Uint8Array>): Hashed {
  const hash = createHash('sha256')
  let size = 0
  let failure: { readonly error: unknown } | undefined
  async function* passed() {
    try {
      for await (const chunk of source) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  return {
    bytes: passed(),
    result: () => ({ size, sha256: hash.digest('hex') }),
    failure: () => failure,
  }
}
