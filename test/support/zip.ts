import { crc32, deflateRawSync } from 'node:zlib'

/**
 * Bytes of a zip with these files, names as given, e.g. `{'release/a.txt': 'text'}`. For tests; needs Node 20.15.
 * @see APPNOTE.TXT 6.3, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end)
 */
export function makeZip(
  files: Readonly<Record<string, Uint8Array | string>>,
  method: 'stored' | 'deflated' = 'deflated',
): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [path, contents] of Object.entries(files)) {
    const name = Buffer.from(path)
    const raw = Buffer.from(contents)
    const packed = method === 'stored' ? raw : deflateRawSync(raw)
    const fields = commonFields(method, raw, packed.length, name.length)
    const local = Buffer.concat([signature(0x04034b50), fields, name, packed])
    locals.push(local)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), fields, rest, name]))
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, signature(0x06054b50), end])
}

/** The 26 bytes that local header and directory share: version, flags (UTF-8 names), method, time, sizes, lengths. */
function commonFields(method: string, raw: Buffer, packedLength: number, nameLength: number) {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x0800, 2)
  fields.writeUInt16LE(method === 'stored' ? 0 : 8, 4)
  fields.writeUInt16LE(0x21, 8)
  fields.writeUInt32LE(crc32(raw), 10)
  fields.writeUInt32LE(packedLength, 14)
  fields.writeUInt32LE(raw.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
