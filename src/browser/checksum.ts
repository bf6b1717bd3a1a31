/** CRC-32 of zlib, PNG and Ethernet. Nothing here needs Node.js. */

const REVERSED_POLYNOMIAL = 0xedb88320

/** The checksum of bytes, as an unsigned 32-bit number. Takes some milliseconds a megabyte. */
export function crc32(bytes: Uint8Array): number {
  const table = createTable()
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function createTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ REVERSED_POLYNOMIAL : crc >>> 1
    return crc >>> 0
  })
}
