import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * What stands in an index file behind its database: the arrays, a checksum of each block of the database, and a footer
 * that says how long these parts are. FORMAT.md has the layout in section 1.
 */

/** Bytes of the database under one checksum: few enough to stay in a processor's cache while they are summed. */
export const BLOCK_BYTES = 2 ** 18
const FOOTER_BYTES = 28
const MAGIC = 'MLNK'

/** A checksum of bytes or UTF-8 text, in continuation of the one of what stands before it: CRC-32. */
export function checksum(content: Uint8Array | string, before = 0): number {
  return crc32(content, before)
}

/** The parts of an index file, as its footer has them. */
export interface Tail {
  /** Bytes of the database, which is where the arrays begin. */
  readonly databaseBytes: number
  readonly arrayBytes: number
  /** Of every block of the database, in order. */
  readonly blockChecksums: readonly number[]
  readonly manifestChecksum: number
}

/** Completes a file that holds a database and nothing else. `manifestChecksum` is the manifest's, see manifest.ts. */
export function writeTail(
  file: string,
  arrays: readonly Uint8Array[],
  manifestChecksum: number,
): void {
  const handle = openSync(file, 'r+')
  try {
    const blocks: number[] = []
    let databaseBytes = 0
    const block = new Uint8Array(BLOCK_BYTES)
    for (let read = BLOCK_BYTES; read === BLOCK_BYTES; databaseBytes += read) {
      read = readAt(handle, block, databaseBytes)
      if (read > 0) blocks.push(checksum(block.subarray(0, read)))
    }
    let end = databaseBytes
    for (const array of arrays) end += writeAt(handle, array, end)
    const sums = Buffer.alloc(blocks.length * 4 + FOOTER_BYTES)
    for (const [i, sum] of blocks.entries()) sums.writeUInt32LE(sum, i * 4)
    const footer = sums.subarray(blocks.length * 4)
    footer.writeBigUInt64LE(BigInt(databaseBytes), 0)
    footer.writeBigUInt64LE(BigInt(end - databaseBytes), 8)
    footer.writeUInt32LE(manifestChecksum, 16)
    footer.writeUInt32LE(checksum(sums.subarray(0, -8)), 20)
    footer.write(MAGIC, 24, 'latin1')
    writeAt(handle, sums, end)
  } finally {
    closeSync(handle)
  }
}

/** The parts of a file of `size` bytes; undefined when it has no footer, or one that does not fit it. */
export function readTail(handle: number, size: number): Tail | undefined {
  const footer = Buffer.alloc(FOOTER_BYTES)
  if (size < FOOTER_BYTES || readAt(handle, footer, size - FOOTER_BYTES) < FOOTER_BYTES)
    return undefined
  const databaseBytes = Number(footer.readBigUInt64LE(0))
  const arrayBytes = Number(footer.readBigUInt64LE(8))
  const sumsBytes = Math.ceil(databaseBytes / BLOCK_BYTES) * 4
  if (
    footer.toString('latin1', 24) !== MAGIC ||
    databaseBytes + arrayBytes + sumsBytes + FOOTER_BYTES !== size
  )
    return undefined
  const sums = Buffer.alloc(sumsBytes)
  readAt(handle, sums, databaseBytes + arrayBytes)
  if (checksum(footer.subarray(0, 20), checksum(sums)) !== footer.readUInt32LE(20)) return undefined
  const blockChecksums = Array.from({ length: sumsBytes / 4 }, (_, i) => sums.readUInt32LE(i * 4))
  return {
    ...{ databaseBytes, arrayBytes, blockChecksums },
    manifestChecksum: footer.readUInt32LE(16),
  }
}

/** Whether a block of the database has its checksum. @param buffer room for it, as many bytes as a block has */
export function isBlockSound(
  handle: number,
  { databaseBytes, blockChecksums }: Tail,
  block: number,
  buffer = new Uint8Array(BLOCK_BYTES),
): boolean {
  const bytes = buffer.subarray(0, databaseBytes - block * BLOCK_BYTES)
  const read = readAt(handle, bytes, block * BLOCK_BYTES)
  return read === bytes.length && checksum(bytes) === blockChecksums[block]
}

/** The numbers of the blocks of the database that have not their checksum. Reads as they are asked for. */
export function* damagedBlocks(handle: number, tail: Tail): Generator<number> {
  const buffer = new Uint8Array(BLOCK_BYTES)
  for (let block = 0; block < tail.blockChecksums.length; block++)
    if (!isBlockSound(handle, tail, block, buffer)) yield block
}

/** Where an array stands, and its checksum. */
export interface ArrayPlace {
  /** In bytes, from the end of the database. */
  readonly offset: number
  readonly bytes: number
  readonly checksum: number
}

/** An array's bytes, in memory that threads can share; undefined when they are not there or have another checksum. */
export function readArrayBytes(
  handle: number,
  { databaseBytes, arrayBytes }: Tail,
  { offset, bytes, checksum: expected }: ArrayPlace,
): SharedArrayBuffer | undefined {
  if (!(offset >= 0 && bytes >= 0 && offset + bytes <= arrayBytes)) return undefined
  const shared = new SharedArrayBuffer(bytes)
  let sum = 0
  for (let at = 0; at < bytes; at += BLOCK_BYTES) {
    const block = new Uint8Array(shared, at, Math.min(BLOCK_BYTES, bytes - at))
    if (readAt(handle, block, databaseBytes + offset + at) < block.length) return undefined
    sum = checksum(block, sum)
  }
  return sum === expected ? shared : undefined
}

/** Fills a buffer from a place in a file. Returns how many bytes there were: fewer than it holds when the file ends. */
export function readAt(handle: number, buffer: Uint8Array, position: number): number {
  let filled = 0
  while (filled < buffer.length) {
    const read = readSync(handle, buffer, filled, buffer.length - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return filled
}

/** Writes all of a buffer. Returns its length. */
function writeAt(handle: number, buffer: Uint8Array, position: number): number {
  let written = 0
  while (written < buffer.length)
    written += writeSync(handle, buffer, written, buffer.length - written, position + written)
  return written
}
