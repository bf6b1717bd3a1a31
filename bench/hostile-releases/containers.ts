/** Zips and folders that are damaged, or made to harm, whatever is in them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { makeZip, packZip, type ZipEntry } from '../../test/support/zip.ts'
import { type Attack, deflatedTimes, writeFiles, writeOne } from './attack.ts'
import { ORDER, orderLine } from './icd-10-cm.ts'

const CONTENTS = `${orderLine('A00')}\n${orderLine('A000')}\n`
const GOOD: ZipEntry = { path: ORDER, contents: CONTENTS }
const MIB = 2 ** 20

function zip(
  name: string,
  bytes: () => Uint8Array,
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  const write = (folder: string) => writeOne(folder, 'release.zip', bytes())
  return { name: `zip: ${name}`, ontology: 'icd-10-cm', outcome, says, write }
}

function folder(
  name: string,
  write: Attack['write'],
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  return { name: `folder: ${name}`, ontology: 'icd-10-cm', outcome, says, write }
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
  zip(
    '4 GB in one line',
    () =>
      packZip([{ path: ORDER, contents: deflatedTimes('x'.repeat(MIB), 4000), size: 4000 * MIB }]),
    /bytes: no such file/,
  ),
  zip(
    '50 MB of LF in 50 KB',
    () => packZip([{ path: ORDER, contents: deflatedTimes('\n'.repeat(MIB), 50), size: 50 * MIB }]),
    /bytes of the zip would become 52428800/,
  ),
  zip(
    '60 MB in one line, poorly packed',
    () =>
      packZip([
        { path: ORDER, contents: deflatedTimes(poorlyPacked(15_000, 'x'), 60), size: 60 * MIB },
      ]),
    /line 1: found no end of it/,
  ),
  zip(
    '60 MB of LF, poorly packed',
    () =>
      packZip([
        {
          path: ORDER,
          contents: deflatedTimes(poorlyPacked(15_000, '\n'), 60, 'x\n'),
          size: 60 * MIB + 2,
        },
      ]),
    /line 1: /,
  ),
  zip(
    '1 KB by its word, 60 MB in truth',
    () => packZip([{ path: ORDER, contents: deflatedTimes('\n'.repeat(MIB), 60), size: 1024 }]),
    /too many bytes in the stream/,
  ),
  zip(
    '1 KB by its word, less in truth',
    () => packZip([{ path: ORDER, contents: deflateRawSync(CONTENTS), size: 1_000 }]),
    /not enough bytes|line 3/,
  ),
  zip(
    'a packed size beyond the file',
    () => packZip([{ ...GOOD, packedSize: 1e9 }]),
    /lie over one another/,
  ),
  zip(
    'a thousand entries on the same bytes',
    () =>
      packZip(
        Array.from({ length: 1000 }, (_, i) => ({
          path: `${i}.txt`,
          contents: '',
          size: 1,
          packedSize: 1000,
          offset: 0,
        })),
      ),
    /lie over one another/,
  ),
  zip('an entry twice', () => packZip([GOOD, GOOD]), /holds icd10cm_order_2027\.txt twice/),
  zip(
    '65,000 entries',
    () => packZip(Array.from({ length: 65_000 }, (_, i) => ({ path: `${i}`, contents: '' }))),
    /65000 entries, 20000 are the most/,
  ),
  zip('65,534 entries by its word', () => packZip([GOOD], 65_534), /65534 entries/),
  zip('500 entries by its word', () => packZip([GOOD], 500), /invalid central directory|EOF/),
  zip('..', () => packZip([{ ...GOOD, path: `../../${ORDER}` }]), /invalid relative path/),
  zip(
    '.. with backslashes',
    () => packZip([{ ...GOOD, path: `..\\..\\${ORDER}` }]),
    /invalid relative path/,
  ),
  zip('an absolute path', () => packZip([{ ...GOOD, path: `/etc/${ORDER}` }]), /absolute path/),
  zip('a drive', () => packZip([{ ...GOOD, path: `C:\\${ORDER}` }]), /absolute path/),
  zip('.. with escapes', () => packZip([{ ...GOOD, path: `../\x1b[2J` }]), /\\u\{1b\}/),
  zip(
    'a name of 60 KB',
    () => packZip([{ ...GOOD, path: 'x'.repeat(60_000) }]),
    /a name of 60000 characters/,
  ),
  zip(
    'a name of escapes',
    () => packZip([{ ...GOOD, path: `icd10cm_order_2027\x1b[2J.txt` }]),
    /^$/,
    2,
  ),
  zip('a name that is no UTF-8', () => packZip([GOOD, { path: '\uFFFD', contents: '' }]), /^$/, 2),
  zip('encrypted', () => packZip([{ ...GOOD, flags: 0x801 }]), /it is encrypted/),
  zip('strongly encrypted', () => packZip([{ ...GOOD, flags: 0x841 }]), /strong encryption/),
  zip(
    'a link',
    () => packZip([{ ...GOOD, contents: '/etc/passwd', mode: 0o120777 }]),
    /is a link or a device/,
  ),
  zip('a device', () => packZip([{ ...GOOD, mode: 0o020666 }]), /is a link or a device/),
  zip('a wrong checksum', () => packZip([{ ...GOOD, checksum: 1 }]), /its checksum differs/),
  zip(
    'bytes that do not inflate',
    () => packZip([{ ...GOOD, contents: 'no deflate', size: 100 }]),
    /cannot be read/,
  ),
  zip(
    'cut off',
    () => makeZip({ [ORDER]: CONTENTS }).subarray(0, -30),
    /neither a folder nor an intact zip/,
  ),
  zip(
    'its first half missing',
    () => makeZip({ [ORDER]: CONTENTS }).subarray(60),
    /neither a folder nor an intact zip|cannot be read/,
  ),
  zip(
    'a comment that lies',
    () => Buffer.concat([makeZip({ [ORDER]: CONTENTS }), Buffer.from('more')]),
    /nvalid comment length/,
  ),
  zip('empty', () => new Uint8Array(), /neither a folder nor an intact zip/),
  zip('text', () => Buffer.from(CONTENTS), /neither a folder nor an intact zip/),
  zip(
    'a zip in a zip',
    () => makeZip({ 'release.zip': makeZip({ [ORDER]: CONTENTS }) }),
    /lacks the order file/,
    'release_not_found',
  ),
  zip(
    'zip64 that points nowhere',
    () => {
      const bytes = makeZip({ [ORDER]: CONTENTS })
      const locator = Buffer.alloc(20)
      locator.writeUInt32LE(0x07064b50)
      locator.writeBigUInt64LE(2n ** 52n, 8)
      return Buffer.concat([bytes.subarray(0, -22), locator, bytes.subarray(-22)])
    },
    /neither a folder nor an intact zip/,
  ),
  folder(
    'a pipe for a release',
    (path) => {
      execFileSync('mkfifo', [join(path, 'release.zip')])
      return join(path, 'release.zip')
    },
    /it is a pipe or a device/,
  ),
  folder('/dev/zero for a release', () => '/dev/zero', /it is a pipe or a device/),
  folder(
    'a pipe for its file',
    (path) => {
      execFileSync('mkfifo', [join(path, ORDER)])
      return path
    },
    /lacks the order file/,
    'release_not_found',
  ),
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
  folder(
    'a link to the folder above',
    (path) => {
      symlinkSync('..', join(path, 'up'))
      return path
    },
    /up is a link that leads out/,
  ),
  folder(
    'a link to itself',
    (path) => {
      symlinkSync('a', join(path, 'a'))
      return path
    },
    /a is a link that leads out/,
  ),
  folder(
    'links to one another inside',
    (path) => {
      symlinkSync('b', join(path, 'a'))
      return writeFiles(path, { [`b/${ORDER}`]: CONTENTS })
    },
    /^$/,
    2,
  ),
  folder('nothing', (path) => path, /lacks the order file/, 'release_not_found'),
]
