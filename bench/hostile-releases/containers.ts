/** Zips and folders of ICD-10-CM that are damaged, or made to harm, whatever is in them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { makeZip, packZip, type ZipEntry } from '../../test/support/zip.ts'
import { deflatedTimes, type ReleaseKind, type Write, writeFiles } from './attack.ts'
import { GOOD, ICD10CM, ORDER } from './icd-10-cm.ts'

const INTACT = makeZip({ [ORDER]: GOOD })
const MIB = 2 ** 20

const zip =
  (bytes: Uint8Array): Write =>
  (folder) => {
    writeFiles(folder, { 'release.zip': bytes })
    return join(folder, 'release.zip')
  }

const entry: ZipEntry = { path: ORDER, contents: GOOD }

/** A zip with the order file alone, changed so. */
const changed = (change: Partial<ZipEntry>) => zip(packZip([{ ...entry, ...change }]))

/** One whose file becomes `head`, then so many mebibytes. @param size of the file, by the zip's word */
function inflating(mebibyte: string | Uint8Array, times: number, head = '', size = times * MIB) {
  return changed({ contents: deflatedTimes(mebibyte, times, head), size: size + head.length })
}

/** Empty entries. @param packedSize of each, by its word, from the first byte on */
function entries(count: number, packedSize?: number): ZipEntry[] {
  const lie = packedSize === undefined ? {} : { size: 1, packedSize, offset: 0 }
  return Array.from({ length: count }, (_, i) => ({ path: `${i}`, contents: '', ...lie }))
}

/** A zip whose end says that its directory is somewhere else. */
function misplaced(): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(2n ** 52n, 8)
  return Buffer.concat([INTACT.subarray(0, -22), locator, INTACT.subarray(-22)])
}

/** A pipe, which is the release or a file of it. */
function pipe(name: string): Write {
  return (path) => {
    execFileSync('mkfifo', [join(path, name)])
    return name === ORDER ? path : join(path, name)
  }
}

function linked(target: string, name: string, files: Readonly<Record<string, string>> = {}): Write {
  return (path) => {
    symlinkSync(target, join(path, name))
    return writeFiles(path, files)
  }
}

/** A mebibyte of which deflate leaves about 15,000 bytes. */
function poorlyPacked(rest: string): Buffer {
  const noise = Buffer.alloc(15_000)
  let seed = 1
  for (let i = 0; i < noise.length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    noise[i] = 33 + ((seed >>> 16) % 90)
  }
  return Buffer.concat([noise, Buffer.alloc(MIB - noise.length, rest)])
}

export const CONTAINERS: ReleaseKind = {
  ...ICD10CM,
  made: {
    '4 GB in one line': inflating('x'.repeat(MIB), 4000),
    '50 MB of LF in 50 KB': inflating('\n'.repeat(MIB), 50),
    '60 MB in one line, poorly packed': inflating(poorlyPacked('x'), 60),
    '60 MB of LF, poorly packed': inflating(poorlyPacked('\n'), 60, 'x\n'),
    '1 KB by its word, 60 MB in truth': inflating('\n'.repeat(MIB), 60, '', 1024),
    '1 KB by its word, less in truth': changed({ contents: deflateRawSync(GOOD), size: 1000 }),
    'a packed size beyond the file': changed({ packedSize: 1e9 }),
    'a thousand entries on the same bytes': zip(packZip(entries(1000, 1000))),
    'an entry twice': zip(packZip([entry, entry])),
    '65,000 entries': zip(packZip(entries(65_000))),
    '65,534 entries by its word': zip(packZip([entry], 65_534)),
    '500 entries by its word': zip(packZip([entry], 500)),
    '..': changed({ path: `../../${ORDER}` }),
    '.. with backslashes': changed({ path: `..\\..\\${ORDER}` }),
    'an absolute path': changed({ path: `/etc/${ORDER}` }),
    'a drive': changed({ path: `C:\\${ORDER}` }),
    '.. with escapes': changed({ path: `../\x1b[2J` }),
    'a name of 60 KB': changed({ path: 'x'.repeat(60_000) }),
    'a name of escapes': changed({ path: `icd10cm_order_2027\x1b[2J.txt` }),
    'a name that is no UTF-8': zip(packZip([entry, { path: '\uFFFD', contents: '' }])),
    encrypted: changed({ flags: 0x801 }),
    'strongly encrypted': changed({ flags: 0x841 }),
    'a link': changed({ contents: '/etc/passwd', mode: 0o120777 }),
    'a device': changed({ mode: 0o020666 }),
    'a wrong checksum': changed({ checksum: 1 }),
    'bytes that do not inflate': changed({ contents: 'no deflate', size: 100 }),
    'cut off': zip(INTACT.subarray(0, -30)),
    'its first half missing': zip(INTACT.subarray(60)),
    'a comment that lies': zip(Buffer.concat([INTACT, Buffer.from('more')])),
    empty: zip(new Uint8Array()),
    text: zip(Buffer.from(GOOD)),
    'a zip in a zip': zip(makeZip({ 'release.zip': INTACT })),
    'zip64 that points nowhere': zip(misplaced()),
    'a pipe for a release': pipe('release.zip'),
    '/dev/zero for a release': () => '/dev/zero',
    'a pipe for its file': pipe(ORDER),
    '25,000 files': (path) => {
      for (let i = 0; i < 25_000; i++) writeFileSync(join(path, `${i}`), '')
      return path
    },
    '700 folders within one another': (path) => {
      const deep = 'x/'.repeat(700)
      mkdirSync(join(path, deep), { recursive: true })
      return writeFiles(path, { [ORDER]: GOOD, [`${deep}a.txt`]: '' })
    },
    'a link to the folder above': linked('..', 'up'),
    'a link to itself': linked('a', 'a'),
    'links to one another inside': linked('b', 'a', { [`b/${ORDER}`]: GOOD }),
    nothing: (path) => path,
  },
}
