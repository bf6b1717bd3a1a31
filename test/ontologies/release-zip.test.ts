/**
 * Proves of a zip that its directory is believed only as far as it holds: what is there twice, lies over something else, is
 * larger than it says, no file, or packed smaller than text can be is refused by name.
 */

import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openRelease } from '../../src/ontologies/release-files.ts'
import { writeTempFolder } from '../support/temp-release.ts'
import { makeZip, packZip, type ZipEntry } from '../support/zip.ts'

const PLAIN: ZipEntry = { path: 'a.txt', contents: 'some text' }

/** What reading the first file of a zip comes to. */
async function readZip(bytes: Buffer, maxFileBytes?: number) {
  const folder = await writeTempFolder({ 'r.zip': bytes })
  const release = await openRelease(join(folder, 'r.zip'), maxFileBytes)
  try {
    const lines: string[] = []
    await release.files[0]!.readLines((line, number) => lines.push(`${number}:${line}`))
    return lines
  } finally {
    release.close()
  }
}

const NULS = deflateRawSync(Buffer.alloc(2 ** 21))

test.each<{ what: string; bytes: Buffer; maxFileBytes?: number; says: string | RegExp }>([
  {
    what: 'an entry twice',
    bytes: packZip([PLAIN, { ...PLAIN, contents: 'other' }]),
    says: 'r.zip is neither a folder nor an intact zip (it holds a.txt twice)',
  },
  {
    what: 'entries that lie over one another',
    bytes: packZip([
      { path: 'a', contents: 'text', packedSize: 120 },
      { path: 'b', contents: 'text', packedSize: 120 },
    ]),
    says: 'its entries lie over one another',
  },
  {
    what: 'more entries than a release has',
    bytes: packZip([PLAIN], 20_001),
    says: 'its directory says 20001 entries, 20000 are the most',
  },
  {
    what: 'a name that no file system takes',
    bytes: packZip([{ ...PLAIN, path: 'x'.repeat(256) }]),
    says: 'a file of it has a name of 256 characters',
  },
  {
    what: 'a path that no file system takes',
    bytes: packZip([{ ...PLAIN, path: `${'x/'.repeat(512)}a` }]),
    says: 'a file of it has a name of 1025 characters',
  },
  {
    what: 'a name that a terminal would obey',
    bytes: packZip([{ ...PLAIN, path: '../\u001b[2J' }]),
    says: /invalid relative path: \.\.\/\\u\{1b\}\[2J/,
  },
  {
    what: 'an encrypted entry',
    bytes: packZip([{ ...PLAIN, flags: 0x801 }]),
    says: 'a.txt cannot be read: it is encrypted',
  },
  {
    what: 'a link',
    bytes: packZip([{ ...PLAIN, contents: '/etc/passwd', mode: 0o120777 }]),
    says: /a\.txt cannot be read: it is a link or a device, no file$/,
  },
  {
    what: 'a device',
    bytes: packZip([{ ...PLAIN, mode: 0o020666 }]),
    says: 'a.txt cannot be read: it is a link or a device',
  },
  {
    what: 'a wrong checksum',
    bytes: packZip([{ ...PLAIN, checksum: 1 }]),
    says: 'a.txt cannot be read: it is damaged: its checksum differs in the zip',
  },
  {
    what: 'an entry that is larger than it says',
    bytes: packZip([{ ...PLAIN, contents: deflateRawSync('some text'), size: 5 }]),
    says: 'a.txt cannot be read: too many bytes in the stream. expected 5',
  },
  {
    what: 'an entry that is smaller than it says',
    bytes: packZip([{ ...PLAIN, contents: deflateRawSync('some text'), size: 50 }]),
    says: 'a.txt cannot be read: not enough bytes in the stream. expected 50',
  },
  {
    what: 'an entry that is packed too small for text',
    bytes: packZip([{ ...PLAIN, contents: NULS, size: 2 ** 21 }]),
    says: `a.txt cannot be read: ${NULS.length} bytes of the zip would become 2097152`,
  },
  {
    what: 'an entry that is larger than the ontology has any',
    bytes: packZip([PLAIN]),
    maxFileBytes: 8,
    says: 'a.txt has 9 bytes: no such file of a release has more than 8',
  },
])('refuses a zip with $what', async ({ bytes, maxFileBytes, says }) => {
  const reading = readZip(bytes, maxFileBytes)
  await expect(reading).rejects.toMatchObject({ code: 'release_invalid' })
  await expect(reading).rejects.toThrow(says)
})

test.each<{ what: string; entry: ZipEntry; maxFileBytes?: number }>([
  { what: 'a file of Unix', entry: { ...PLAIN, mode: 0o100644 } },
  { what: 'no type of file', entry: { ...PLAIN, mode: 0o644 } },
  { what: 'no more bytes than it may have', entry: PLAIN, maxFileBytes: 9 },
  { what: 'a name of 255 characters', entry: { ...PLAIN, path: 'x'.repeat(255) } },
])('reads an entry of $what', async ({ entry, maxFileBytes }) => {
  expect(await readZip(packZip([entry]), maxFileBytes)).toEqual(['1:some text'])
})

test('reads a megabyte however small it was packed', async () => {
  const lines = await readZip(makeZip({ 'a.txt': 'x'.repeat(2 ** 20) }))
  expect(lines[0]).toHaveLength(2 ** 20 + 2)
})
