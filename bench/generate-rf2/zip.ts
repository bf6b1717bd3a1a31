import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of the archive, once it is written. */
interface Entry {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1980-01-01, so that the same files give the same bytes. */
const DATE = 0x21

/**
 * Packs a folder with all that is in it; streams. Needs Node 20.15; files and archive must be below 4 GB.
 *
 * @param folder its own name is the top folder in the archive
 * @see APPNOTE.TXT 6.3, sections 4.3.7 (local header), 4.3.9 (data descriptor), 4.3.12 (central directory), 4.3.16
 */
export async function zipFolder(parent: string, folder: string, archive: string): Promise<void> {
  const found = await readdir(join(parent, folder), { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const out = createWriteStream(archive)
  const entries: Entry[] = []
  let offset = 0
  for (const path of paths) {
    const name = Buffer.from(
      path
        .slice(parent.length)
        .replace(/^[\\/]+/, '')
        .replaceAll('\\', '/'),
    )
    const written = await writeEntry(out, path, name)
    entries.push({ name, offset, ...written })
    offset += 30 + name.length + written.packed + 16
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  await write(out, directory)
  await write(
    out,
    fields(
      [0x06054b50, 4],
      [0, 4],
      [entries.length, 2],
      [entries.length, 2],
      [directory.length, 4],
      [offset, 4],
      [0, 2],
    ),
  )
  out.end()
  await once(out, 'finish')
}

async function writeEntry(out: WriteStream, path: string, name: Buffer) {
  await write(
    out,
    fields(
      [0x04034b50, 4],
      [20, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
  )
  await write(out, name)
  let [crc, packed, size] = [0, 0, 0]
  const source = createReadStream(path)
  source.on('data', (chunk) => {
    crc = crc32(chunk, crc)
    size += chunk.length
  })
  const deflated = source.pipe(createDeflateRaw())
  source.on('error', (error) => deflated.destroy(error))
  for await (const chunk of deflated) {
    packed += chunk.length
    await write(out, chunk)
  }
  await write(out, fields([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]))
  return { crc, packed, size }
}

function directoryEntry({ name, offset, crc, packed, size }: Entry): Buffer {
  const header = fields(
    [0x02014b50, 4],
    [20, 2],
    [20, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  )
  return Buffer.concat([header, name])
}

/** Numbers of two or four bytes, one behind the other. */
function fields(...values: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of values) at = bytes.writeUIntLE(value, at, width)
  return bytes
}

async function write(out: WriteStream, bytes: Buffer): Promise<void> {
  if (!out.write(bytes)) await once(out, 'drain')
}
