/** Order files and XML of ICD-10-CM that are damaged, or made to harm. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Attack,
  attackOn,
  type Contents,
  readAttacks,
  rows,
  sparse,
  writeFiles,
} from './attack.ts'

export const ORDER = 'icd10cm_order_2027.txt'

/** A line of an order file, without its end. */
export function orderLine(code: string, title = 'Cholera', long = title): string {
  return `00001 ${code.padEnd(7)} 1 ${title.padEnd(60)} ${long}`
}

const GOOD = `${orderLine('A00')}\n${orderLine('A000')}\n`

/** A code of its own for each number: a letter, two digits, four of 36 signs. */
function codeOf(i: number): string {
  const rest = (i % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')
  const head = Math.floor(i / 36 ** 4)
  return `${String.fromCharCode(65 + Math.floor(head / 100))}${String(head % 100).padStart(2, '0')}${rest}`
}

const order = (name: string, contents: Contents, says: RegExp, outcome?: Attack['outcome']) =>
  placed(`order file: ${name}`, (folder) => writeWith(folder, ORDER, contents), says, outcome)

function placed(name: string, write: Attack['write'], says: RegExp, outcome?: Attack['outcome']) {
  return attackOn('icd-10-cm', name, write, says, outcome)
}

/** Writes a file beside the order file, or that file itself. */
function writeWith(folder: string, file: string, contents: Contents): string {
  return writeFiles(folder, { [ORDER]: GOOD, [file]: contents })
}

const withTabular = (contents: Contents) => (folder: string) =>
  writeWith(folder, 'icd10cm-tabular-2027.xml', contents)

function linked(target: string): Attack['write'] {
  return (folder) => {
    symlinkSync(target, join(folder, ORDER))
    return folder
  }
}

const OPEN = '<?xml version="1.0"?>\n<ICD10CM.tabular>\n'
const DIAG = '<diag><name>A00</name><inclusionTerm>'
const LAUGHS = Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`,
).join('\n')
const TEXTS = {
  good: GOOD,
  ...{ open: OPEN, close: '\n</ICD10CM.tabular>\n', diag: DIAG, laughs: LAUGHS },
}

export const ICD10CM_ATTACKS: readonly Attack[] = [
  order('lines that end with CR', GOOD.replaceAll('\n', '\r'), /^$/, 2),
  order('CRLF and LF mixed', `\uFEFF${GOOD.replace('\n', '\r\n')}`, /^$/, 2),
  order('UTF-16 with its mark', Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), /line 1: .*UTF-8/),
  order('UTF-16 without its mark', Buffer.from(GOOD, 'utf16le'), /line 1: .*U\+0000.*UTF-8/),
  order('Latin-1', Buffer.from(GOOD.replace('Cholera', 'Chol\xe9ra'), 'latin1'), /line 1: .*UTF-8/),
  order('NUL in a title', GOOD.replace('Cholera', 'Chol\0ra'), /line 1: .*U\+0000/),
  order('a blank line between codes', GOOD.replace('\n', '\n\n'), /line 2: found ""/),
  order('cut off within a line', GOOD.slice(0, -70), /line 2: .*flag 0/),
  order(
    'codes without end',
    rows(260_000, (i) => orderLine(codeOf(i))),
    /line 250001: .*at most 250000/,
  ),
  placed(
    'order file: 10 GB',
    (folder) => sparse(folder, ORDER, 1e10),
    /10000000000 bytes: no such file/,
  ),
  placed(
    'order file: a link to /etc/passwd',
    linked('/etc/passwd'),
    /^(?!.*passwd).*is a link that leads out/,
  ),
  placed(
    'order file: a link to /dev/zero',
    linked('/dev/zero'),
    /^(?!.*zero).*is a link that leads out/,
  ),
  placed(
    'order file: two of one year',
    (folder) => writeWith(folder, `again/${ORDER}`, GOOD),
    /two files of the same kind/,
  ),
  placed(
    'order file: a folder of its name',
    (folder) => writeFiles(folder, { [`${ORDER}/readme`]: '' }),
    /lacks the order file/,
    'release_not_found',
  ),
  placed(
    'XML: cut off',
    withTabular(`${OPEN}${DIAG}${TEXTS.close}`.slice(0, -10)),
    /line \d+: malformed XML/,
  ),
  placed(
    'XML: names without end',
    withTabular(rows(310_000, (i) => `<note>n ${i}</note>`, `<ICD10CM.tabular>\n${DIAG}\n`)),
    /line 300003: found more than 300000 names/,
  ),
  ...readAttacks('order file', 'icd-10-cm', TEXTS, writeWith),
  ...readAttacks('XML', 'icd-10-cm', TEXTS, writeWith),
]
