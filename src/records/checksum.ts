/** The checksum at the end of a backup. SQLite reads as many pages as its header says, and ignores what follows them. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

const MAGIC = Buffer.from('MLBKSUM1', 'latin1')
const DIGEST_BYTES = 32
/** Bytes that follow those of the database: {@link MAGIC}, and the SHA-256 of everything before it. */
export const CHECKSUM_BYTES = MAGIC.length + DIGEST_BYTES

/** Puts the checksum of a file at its end; it is on disk when the promise resolves. @throws the system's error */
export async function appendChecksum(file: string): Promise<void> {
  const { size } = await stat(file)
  const end = createWriteStream(file, { flags: 'a', flush: true })
  end.end(Buffer.concat([MAGIC, await digestOf(file, size)]))
  await once(end, 'close')
}

/** Compares a file with its checksum; `none` if it has none. @throws the system's error */
export async function checkChecksum(file: string): Promise<'right' | 'wrong' | 'none'> {
  const { size } = await stat(file)
  const length = size - CHECKSUM_BYTES
  if (length < 0) return 'none'
  const found = Buffer.alloc(CHECKSUM_BYTES)
  const handle = await open(file)
  try {
    await handle.read(found, 0, CHECKSUM_BYTES, length)
  } finally {
    await handle.close()
  }
  if (!found.subarray(0, MAGIC.length).equals(MAGIC)) return 'none'
  return found.subarray(MAGIC.length).equals(await digestOf(file, length)) ? 'right' : 'wrong'
}

async function digestOf(file: string, length: number): Promise<Buffer> {
  const hash = createHash('sha256')
  if (length > 0)
    for await (const chunk of createReadStream(file, { end: length - 1 })) hash.update(chunk)
  return hash.digest()
}
