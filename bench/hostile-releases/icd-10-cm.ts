/** Order files and XML of ICD-10-CM that are damaged, or made to harm. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Attack, type Contents, repeated, rows, sparse, writeFiles } from './attack.ts'

export const ORDER = 'icd10cm_order_2027.txt'
const TABULAR = 'icd10cm-tabular-2027.xml'
const INDEX = 'icd10cm-index-2027.xml'

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

function order(
  name: string,
  contents: Contents,
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  const write = (folder: string) => writeFiles(folder, { [ORDER]: contents })
  return { name: `order file: ${name}`, ontology: 'icd-10-cm', outcome, says, write }
}

function xml(
  name: string,
  file: string,
  contents: Contents,
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  const write = (folder: string) => writeFiles(folder, { [ORDER]: GOOD, [file]: contents })
  return { name: `XML: ${name}`, ontology: 'icd-10-cm', outcome, says, write }
}

function tabular(body: string): string {
  return `<?xml version="1.0"?>\n<ICD10CM.tabular>\n${body}\n</ICD10CM.tabular>\n`
}

const DIAG = '<diag><name>A00</name><inclusionTerm>'
const LAUGHS = Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`,
).join('\n')

export const ICD10CM_ATTACKS: readonly Attack[] = [
  order('lines that end with CR', GOOD.replaceAll('\n', '\r'), /^$/, 2),
  order('CRLF and LF mixed', `\uFEFF${GOOD.replace('\n', '\r\n')}`, /^$/, 2),
  order('UTF-16 with its mark', Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), /line 1: .*UTF-8/),
  order('UTF-16 without its mark', Buffer.from(GOOD, 'utf16le'), /line 1: .*U\+0000.*UTF-8/),
  order('Latin-1', Buffer.from(GOOD.replace('Cholera', 'Chol\xe9ra'), 'latin1'), /line 1: .*UTF-8/),
  order('NUL in a title', GOOD.replace('Cholera', 'Chol\0ra'), /line 1: .*U\+0000/),
  order('escape sequence in a title', `${GOOD}\x1b]0;owned\x07`, /line 3: .*U\+001B/),
  order('right-to-left override as a code', `${GOOD}\u202e\u202e`, /line 3: found "\\u\{202e\}/),
  order('one line of 60 MB', repeated('x', 60e6), /line 1: found no end of it within/),
  order(
    'lines of 1 MB',
    repeated(`${orderLine('A00', 'x', 'x'.repeat(1e6))}\n`, 60e6),
    /line 1: .*2000/,
  ),
  order('60 MB of LF', repeated('\n', 60e6), /line 1000001: found 1000000 blank lines/),
  order('60 MB of CR', repeated('\r', 60e6), /line 1000001: found 1000000 blank lines/),
  order('60 MB of spaces and LF', repeated(' \n', 60e6), /line 1: found "".*no code|no code/),
  order('a blank line between codes', GOOD.replace('\n', '\n\n'), /line 2: found ""/),
  order('a code twice', GOOD + GOOD, /line 3: .*there already/),
  order('cut off within a line', GOOD.slice(0, -70), /line 2: .*flag 0/),
  order('an empty file', '', /holds no code/),
  order(
    'codes without end',
    rows(260_000, (i) => orderLine(codeOf(i))),
    /line 250001: .*at most 250000/,
  ),
  {
    name: 'order file: 10 GB',
    ontology: 'icd-10-cm',
    outcome: 'release_invalid',
    says: /10000000000 bytes: no such file/,
    write: (folder) => sparse(folder, ORDER, 1e10),
  },
  {
    name: 'order file: a link to /etc/passwd',
    ontology: 'icd-10-cm',
    outcome: 'release_invalid',
    says: /^(?!.*passwd).*is a link that leads out/,
    write: (folder) => {
      symlinkSync('/etc/passwd', join(folder, ORDER))
      return folder
    },
  },
  {
    name: 'order file: a link to /dev/zero',
    ontology: 'icd-10-cm',
    outcome: 'release_invalid',
    says: /^(?!.*zero).*is a link that leads out/,
    write: (folder) => {
      symlinkSync('/dev/zero', join(folder, ORDER))
      return folder
    },
  },
  {
    name: 'order file: two of one year',
    ontology: 'icd-10-cm',
    outcome: 'release_invalid',
    says: /two files of the same kind/,
    write: (folder) => writeFiles(folder, { [ORDER]: GOOD, [`again/${ORDER}`]: GOOD }),
  },
  {
    name: 'order file: a folder of its name',
    ontology: 'icd-10-cm',
    outcome: 'release_not_found',
    says: /lacks the order file/,
    write: (folder) => writeFiles(folder, { [`${ORDER}/readme`]: '' }),
  },
  xml(
    'entities that expand to 10^9 letters',
    TABULAR,
    `<?xml version="1.0"?>\n<!DOCTYPE x [\n<!ENTITY a0 "ha">\n${LAUGHS}\n]>\n<ICD10CM.tabular>&a9;</ICD10CM.tabular>`,
    /line 14: malformed XML, .*undefined entity/,
  ),
  xml(
    'an entity that names a file',
    TABULAR,
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><ICD10CM.tabular>&a;</ICD10CM.tabular>',
    /line 1: malformed XML, .*undefined entity/,
  ),
  xml('another root', TABULAR, '<html>', /line 1: found <html>, expected <ICD10CM.tabular>/),
  xml('a root of 1 MB', TABULAR, `<${'x'.repeat(1e6)}>`, /line 1: found <x+…>/),
  xml('cut off', TABULAR, tabular(DIAG).slice(0, -10), /line \d+: malformed XML/),
  xml('tags that close others', TABULAR, tabular('<a></b>'), /line 3: malformed XML/),
  xml(
    'elements a million deep',
    TABULAR,
    tabular('<diag>\n'.repeat(1e6)),
    /line 5\d: found more than 50/,
  ),
  xml(
    'a note of 60 MB',
    TABULAR,
    repeated('choler \n', 60e6, `<ICD10CM.tabular>${DIAG}<note>`),
    /line \d+: malformed XML, .*unclosed tag: note/,
  ),
  xml(
    'an attribute of 60 MB',
    TABULAR,
    repeated('choler \n', 60e6, '<ICD10CM.tabular a="'),
    /malformed XML/,
  ),
  xml(
    'a comment of 60 MB',
    TABULAR,
    repeated('choler \n', 60e6, '<ICD10CM.tabular><!--'),
    /malformed XML/,
  ),
  xml(
    'one line of 60 MB',
    TABULAR,
    repeated('<a/>', 60e6, '<ICD10CM.tabular>'),
    /line 1: found no end of it/,
  ),
  xml('60 MB of LF', TABULAR, repeated('\n', 60e6), /malformed XML/),
  xml(
    '60 MB of attributes',
    TABULAR,
    repeated('<a b="1" c="2" d="3"/>\n', 60e6, '<ICD10CM.tabular>'),
    /malformed XML/,
  ),
  xml(
    '60 MB of chapters',
    TABULAR,
    repeated('<chapter><desc>x</desc></chapter>\n', 60e6, '<ICD10CM.tabular>\n'),
    /line 102: found more than 100/,
  ),
  xml(
    'names without end',
    TABULAR,
    rows(310_000, (i) => `<note>n ${i}</note>`, `<ICD10CM.tabular>\n${DIAG}\n`),
    /line 300003: found more than 300000 names/,
  ),
  xml(
    'a name of 10,000 letters',
    TABULAR,
    tabular(`${DIAG}<note>${'x'.repeat(1e4)}</note>`),
    /line 3: found a name of more than 1000/,
  ),
  xml(
    'an index whose path adds up',
    INDEX,
    `<ICD10CM.index>\n${`<term><title>${'x'.repeat(100)}</title>\n`.repeat(20)}<code>A00</code>`,
    /line 22: found an entry of more than 1000/,
  ),
  xml(
    'a title of brackets that never close',
    TABULAR,
    tabular(`${DIAG}${`<note>${'('.repeat(1000)}</note>\n`.repeat(20_000)}</inclusionTerm></diag>`),
    /^$/,
    2,
  ),
  xml(
    'a title of commas',
    INDEX,
    `<ICD10CM.index>\n${`<term><title>${', '.repeat(9000)}x</title></term>\n`.repeat(3000)}</ICD10CM.index>`,
    /^$/,
    2,
  ),
  xml('a control character', TABULAR, tabular(`${DIAG}\x08`), /line 3: .*U\+0008/),
]
