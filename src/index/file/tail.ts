import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * The part of an index file after its database: the arrays, a checksum of each block of both, and a footer with the lengths
 * of these parts. FORMAT.md has the layout in section 1.
 */

/** Bytes under one checksum: what is read where one of them is needed. */
export const BLOCK_BYTES = 2 ** 16
/** Arrays begin at multiples of this, so that they can be looked at where they lie. */
const ALIGNMENT = 8
const FOOTER_BYTES = 28
const MAGIC = 'MLN6'

/** A checksum of bytes or UTF-8 text, in continuation of the checksum before it: CRC-32. */
export function checksum(content: Uint8Array | string, before = 0): number {
  return crc32(content, before)
}

/** The parts of an index file, as its footer has them. */
export interface Tail {
  /** Bytes of the database, which is where the arrays begin. */
  readonly databaseBytes: number
  readonly arrayBytes: number
  /** Checksums of every block of database and arrays, in order. */
  readonly blockChecksums: Uint32Array
  readonly manifestChecksum: number
}

/** Place of an array. */
export interface ArrayPlace {
  /** In bytes, from the end of the database. */
  readonly offset: number
  readonly bytes: number
}

/** Places of arrays of these lengths in bytes, one after the other. */
export function placeArrays(lengths: readonly number[]): ArrayPlace[] {
  let end = 0
  return lengths.map((bytes) => {
    const offset = Math.ceil(end / ALIGNMENT) * ALIGNMENT
    end = offset + bytes
    return { offset, bytes }
  })
}

/**
 * Completes a file that holds a database and nothing else.
 *
 * @param arrays with the places that {@link placeArrays} gives them
 * @param manifestChecksum see manifest.ts
 */
export function writeTail(
  file: string,
  arrays: readonly { readonly offset: number; readonly content: Uint8Array }[],
  manifestChecksum: number,
): void {
  const handle = openSync(file, 'r+')
  try {
    const databaseBytes = fstatSync(handle).size
    let end = databaseBytes
    for (const { offset, content } of arrays) {
      const padding = new Uint8Array(databaseBytes + offset - end)
      end += writeAt(handle, padding, end)
      end += writeAt(handle, content, end)
    }
    const blocks: number[] = []
    const block = new Uint8Array(BLOCK_BYTES)
    for (let at = 0; at < end; at += BLOCK_BYTES)
      blocks.push(checksum(block.subarray(0, readAt(handle, block, at))))
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
  const sumsBytes = Math.ceil((databaseBytes + arrayBytes) / BLOCK_BYTES) * 4
  if (
    footer.toString('latin1', 24) !== MAGIC ||
    databaseBytes + arrayBytes + sumsBytes + FOOTER_BYTES !== size
  )
    return undefined
  const sums = Buffer.alloc(sumsBytes)
  readAt(handle, sums, databaseBytes + arrayBytes)
  if (checksum(footer.subarray(0, 20), checksum(sums)) !== footer.readUInt32LE(20)) return undefined
  const blockChecksums = Uint32Array.from({ length: sumsBytes / 4 }, (_, i) =>
    sums.readUInt32LE(i * 4),
  )
  return {
    ...{ databaseBytes, arrayBytes, blockChecksums },
    manifestChecksum: footer.readUInt32LE(16),
  }
}

/** True if a block has its checksum. @param buffer room for it, as many bytes as a block has */
export function isBlockSound(
  handle: number,
  tail: Tail,
  block: number,
  buffer = new Uint8Array(BLOCK_BYTES),
): boolean {
  const bytes = buffer.subarray(0, bytesOfBlock(tail, block))
  const read = readAt(handle, bytes, block * BLOCK_BYTES)
  return read === bytes.length && checksum(bytes) === tail.blockChecksums[block]
}

/** How many bytes a block has: the last one may have fewer than others. */
export function bytesOfBlock({ databaseBytes, arrayBytes }: Tail, block: number): number {
  return Math.min(BLOCK_BYTES, databaseBytes + arrayBytes - block * BLOCK_BYTES)
}

/** The numbers of the blocks in [from, to) that have not their checksum. Reads as they are asked for. */
export function* damagedBlocks(
  handle: number,
  tail: Tail,
  from: number,
  to: number,
): Generator<number> {
  const buffer = new Uint8Array(BLOCK_BYTES)
  for (let block = from; block < to; block++)
    if (!isBlockSound(handle, tail, block, buffer)) yield block
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
