import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'

/** One entry of a zip. What is left out is as it should be; what is given may lie. */
export interface ZipEntry {
  readonly path: string
  /** Bytes before packing, or, with `size`, bytes that are packed already. */
  readonly contents: Uint8Array | string
  readonly method?: 'stored' | 'deflated'
  /** Bytes that unpacking gives, by the zip's word: `contents` are deflated already. */
  readonly size?: number
  /** Bytes that it takes up in the zip, by the zip's word. */
  readonly packedSize?: number
  readonly checksum?: number
  /** General purpose bit flag, UTF-8 names (0x800) when left out; 0x1 is encrypted. */
  readonly flags?: number
  /** POSIX `st_mode` of an entry packed on Unix, e.g. 0o120777 for a link. */
  readonly mode?: number
  /** Where the local header stands, by the directory's word. */
  readonly offset?: number
}

/** Bytes of a zip with these files, names as given, e.g. `{'release/a.txt': 'text'}`. For tests; needs Node 20.15. */
export function makeZip(
  files: Readonly<Record<string, Uint8Array | string>>,
  method: 'stored' | 'deflated' = 'deflated',
): Buffer {
  return packZip(Object.entries(files).map(([path, contents]) => ({ path, contents, method })))
}

/**
 * Bytes of a zip with these entries.
 * @param count of entries, by the word of the directory's end
 * @see APPNOTE.TXT 6.3, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end)
 */
export function packZip(entries: readonly ZipEntry[], count = entries.length): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { path, contents, method = 'deflated', size } = entry
    const name = Buffer.from(path)
    const raw = Buffer.from(contents)
    const packed = method === 'stored' || size !== undefined ? raw : deflateRawSync(raw)
    const fields = commonFields(entry, raw, entry.packedSize ?? packed.length, name.length)
    const local = Buffer.concat([signature(0x04034b50), fields, name, packed])
    locals.push(local)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6)
    rest.writeUInt32LE(entry.offset ?? offset, 10)
    const maker = Buffer.from([20, entry.mode === undefined ? 0 : 3])
    centrals.push(Buffer.concat([signature(0x02014b50), maker, fields, rest, name]))
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Math.min(count, 0xffff), 4)
  end.writeUInt16LE(Math.min(count, 0xffff), 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, signature(0x06054b50), end])
}

/** The 26 bytes that local header and directory share: version, flags, method, time, sizes, lengths. */
function commonFields(
  { method = 'deflated', flags = 0x0800, size, checksum }: ZipEntry,
  raw: Buffer,
  packedLength: number,
  nameLength: number,
) {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(method === 'stored' ? 0 : 8, 4)
  fields.writeUInt16LE(0x21, 8)
  fields.writeUInt32LE(checksum ?? crc32(raw), 10)
  fields.writeUInt32LE(packedLength, 14)
  fields.writeUInt32LE(size ?? raw.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The files of a zip, in its order. Their checksums are checked. */
export async function unzip(file: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await promised<ZipFile>((done) =>
    open(file, { lazyEntries: true, autoClose: false }, done),
  )
  const entries = await new Promise<Entry[]>((resolve, reject) => {
    const found: Entry[] = []
    zip.on('entry', (entry) => {
      found.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(found)).on('error', reject)
    zip.readEntry()
  })
  for (const entry of entries) {
    const bytes = await buffer(await promised<Readable>((done) => zip.openReadStream(entry, done)))
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has another checksum`)
    files.set(entry.fileName, bytes)
  }
  zip.close()
  return files
}

function promised<T>(ask: (done: (error: Error | null, result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((error, result) => (error ? reject(error) : resolve(result)))
  })
}
