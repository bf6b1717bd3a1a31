/** Zips and folders that are damaged, or made to harm, whatever is in them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { makeZip, packZip, type ZipEntry } from '../../test/support/zip.ts'
import { type Attack, attackOn, deflatedTimes, writeFiles, writeOne } from './attack.ts'
import { ORDER, orderLine } from './icd-10-cm.ts'

const CONTENTS = `${orderLine('A00')}\n${orderLine('A000')}\n`
const GOOD: ZipEntry = { path: ORDER, contents: CONTENTS }
const INTACT = makeZip({ [ORDER]: CONTENTS })
const MIB = 2 ** 20

const zip = (name: string, bytes: () => Uint8Array, says: RegExp, outcome?: Attack['outcome']) =>
  attackOn(
    'icd-10-cm',
    `zip: ${name}`,
    (folder) => writeOne(folder, 'release.zip', bytes()),
    says,
    outcome,
  )

const folder = (name: string, write: Attack['write'], says: RegExp, outcome?: Attack['outcome']) =>
  attackOn('icd-10-cm', `folder: ${name}`, write, says, outcome)

/** A zip with the order file alone, changed so. */
const changed = (
  name: string,
  entry: Partial<ZipEntry>,
  says: RegExp,
  outcome?: Attack['outcome'],
) => zip(name, () => packZip([{ ...GOOD, ...entry }]), says, outcome)

/** Empty entries. @param packedSize of each, by its word, from the first byte on */
function entries(count: number, packedSize?: number): ZipEntry[] {
  const lie = packedSize === undefined ? {} : { size: 1, packedSize, offset: 0 }
  return Array.from({ length: count }, (_, i) => ({ path: `${i}`, contents: '', ...lie }))
}

/** A pipe, which is the release or a file of it. */
function pipe(name: string): Attack['write'] {
  return (path) => {
    execFileSync('mkfifo', [join(path, name)])
    return name === ORDER ? path : join(path, name)
  }
}

function linked(target: string, name: string, files: Readonly<Record<string, string>> = {}) {
  return (path: string) => {
    symlinkSync(target, join(path, name))
    return writeFiles(path, files)
  }
}

/** A mebibyte of which deflate leaves about `kept` bytes. */
function poorlyPacked(kept: number, rest: string): Buffer {
  const noise = Buffer.alloc(kept)
  let seed = 1
  for (let i = 0; i < kept; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    noise[i] = 33 + ((seed >>> 16) % 90)
  }
  return Buffer.concat([noise, Buffer.alloc(MIB - kept, rest)])
}

export const CONTAINER_ATTACKS: readonly Attack[] = [
  changed(
    '4 GB in one line',
    { contents: deflatedTimes('x'.repeat(MIB), 4000), size: 4000 * MIB },
    /bytes: no such file/,
  ),
  changed(
    '50 MB of LF in 50 KB',
    { contents: deflatedTimes('\n'.repeat(MIB), 50), size: 50 * MIB },
    /bytes of the zip would become 52428800/,
  ),
  changed(
    '60 MB in one line, poorly packed',
    { contents: deflatedTimes(poorlyPacked(15_000, 'x'), 60), size: 60 * MIB },
    /line 1: found no end of it/,
  ),
  changed(
    '60 MB of LF, poorly packed',
    { contents: deflatedTimes(poorlyPacked(15_000, '\n'), 60, 'x\n'), size: 60 * MIB + 2 },
    /line 1: /,
  ),
  changed(
    '1 KB by its word, 60 MB in truth',
    { contents: deflatedTimes('\n'.repeat(MIB), 60), size: 1024 },
    /too many bytes in the stream/,
  ),
  changed(
    '1 KB by its word, less in truth',
    { contents: deflateRawSync(CONTENTS), size: 1000 },
    /not enough bytes|line 3/,
  ),
  changed('a packed size beyond the file', { packedSize: 1e9 }, /lie over one another/),
  zip('a thousand entries on the same bytes', () => packZip(entries(1000, 1000)), /lie over one/),
  zip('an entry twice', () => packZip([GOOD, GOOD]), /holds icd10cm_order_2027\.txt twice/),
  zip('65,000 entries', () => packZip(entries(65_000)), /65000 entries, 20000 are the most/),
  zip('65,534 entries by its word', () => packZip([GOOD], 65_534), /65534 entries/),
  zip('500 entries by its word', () => packZip([GOOD], 500), /invalid central directory|EOF/),
  changed('..', { path: `../../${ORDER}` }, /invalid relative path/),
  changed('.. with backslashes', { path: `..\\..\\${ORDER}` }, /invalid relative path/),
  changed('an absolute path', { path: `/etc/${ORDER}` }, /absolute path/),
  changed('a drive', { path: `C:\\${ORDER}` }, /absolute path/),
  changed('.. with escapes', { path: `../\x1b[2J` }, /\\u\{1b\}/),
  changed('a name of 60 KB', { path: 'x'.repeat(60_000) }, /a name of 60000 characters/),
  changed('a name of escapes', { path: `icd10cm_order_2027\x1b[2J.txt` }, /^$/, 2),
  zip('a name that is no UTF-8', () => packZip([GOOD, { path: '\uFFFD', contents: '' }]), /^$/, 2),
  changed('encrypted', { flags: 0x801 }, /it is encrypted/),
  changed('strongly encrypted', { flags: 0x841 }, /strong encryption/),
  changed('a link', { contents: '/etc/passwd', mode: 0o120777 }, /is a link or a device/),
  changed('a device', { mode: 0o020666 }, /is a link or a device/),
  changed('a wrong checksum', { checksum: 1 }, /its checksum differs/),
  changed('bytes that do not inflate', { contents: 'no deflate', size: 100 }, /cannot be read/),
  zip('cut off', () => INTACT.subarray(0, -30), /neither a folder nor an intact zip/),
  zip('its first half missing', () => INTACT.subarray(60), /intact zip|cannot be read/),
  zip('a comment that lies', () => Buffer.concat([INTACT, Buffer.from('more')]), /nvalid comment/),
  zip('empty', () => new Uint8Array(), /neither a folder nor an intact zip/),
  zip('text', () => Buffer.from(CONTENTS), /neither a folder nor an intact zip/),
  zip(
    'a zip in a zip',
    () => makeZip({ 'release.zip': INTACT }),
    /lacks the order file/,
    'release_not_found',
  ),
  zip(
    'zip64 that points nowhere',
    () => {
      const locator = Buffer.alloc(20)
      locator.writeUInt32LE(0x07064b50)
      locator.writeBigUInt64LE(2n ** 52n, 8)
      return Buffer.concat([INTACT.subarray(0, -22), locator, INTACT.subarray(-22)])
    },
    /neither a folder nor an intact zip/,
  ),
  folder('a pipe for a release', pipe('release.zip'), /it is a pipe or a device/),
  folder('/dev/zero for a release', () => '/dev/zero', /it is a pipe or a device/),
  folder('a pipe for its file', pipe(ORDER), /lacks the order file/, 'release_not_found'),
  folder(
    '25,000 files',
    (path) => {
      for (let i = 0; i < 25_000; i++) writeFileSync(join(path, `${i}`), '')
      return path
    },
    /more than 20000 files/,
  ),
  folder(
    '700 folders within one another',
    (path) => {
      const deep = 'x/'.repeat(700)
      mkdirSync(join(path, deep), { recursive: true })
      return writeFiles(path, { [ORDER]: CONTENTS, [`${deep}a.txt`]: '' })
    },
    /a name of 1405 characters/,
  ),
  folder('a link to the folder above', linked('..', 'up'), /up is a link that leads out/),
  folder('a link to itself', linked('a', 'a'), /a is a link that leads out/),
  folder('links to one another inside', linked('b', 'a', { [`b/${ORDER}`]: CONTENTS }), /^$/, 2),
  folder('nothing', (path) => path, /lacks the order file/, 'release_not_found'),
]
