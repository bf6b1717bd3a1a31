/** Order files and XML of ICD-10-CM that are damaged, or made to harm. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Contents, type ReleaseKind, rows, sparse, type Write, writeFiles } from './attack.ts'

export const ORDER = 'icd10cm_order_2027.txt'

/** A line of an order file, without its end. */
function orderLine(code: string): string {
  return `00001 ${code.padEnd(7)} 1 ${'Cholera'.padEnd(60)} Cholera`
}

const [ONE, TWO] = [orderLine('A00'), orderLine('A000')]
export const GOOD = `${ONE}\n${TWO}\n`

/** A code of its own for each number: a letter, two digits, four of 36 signs. */
function codeOf(i: number): string {
  const rest = (i % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')
  const head = Math.floor(i / 36 ** 4)
  return `${String.fromCharCode(65 + Math.floor(head / 100))}${String(head % 100).padStart(2, '0')}${rest}`
}

const order =
  (contents: Contents): Write =>
  (folder) =>
    writeFiles(folder, { [ORDER]: contents })

const linked =
  (target: string): Write =>
  (folder) => {
    symlinkSync(target, join(folder, ORDER))
    return folder
  }

const LAUGHS = Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`,
).join('\n')

export const ICD10CM: ReleaseKind = {
  ontology: 'icd-10-cm',
  texts: {
    ...{ one: ONE, two: TWO, good: GOOD, laughs: LAUGHS },
    ...{ open: '<?xml version="1.0"?>\n<ICD10CM.tabular>\n', close: '\n</ICD10CM.tabular>\n' },
    diag: '<diag><name>A00</name><inclusionTerm>',
  },
  writeWith: (folder, file, contents) => writeFiles(folder, { [ORDER]: GOOD, [file]: contents }),
  made: {
    'UTF-16 with its mark': order(Buffer.from(`\uFEFF${GOOD}`, 'utf16le')),
    'UTF-16 without its mark': order(Buffer.from(GOOD, 'utf16le')),
    'Latin-1': order(Buffer.from(GOOD.replace('Cholera', 'Chol\xe9ra'), 'latin1')),
    'codes without end': order(rows(260_000, (i) => orderLine(codeOf(i)))),
    '10 GB': (folder) => sparse(folder, ORDER, 1e10),
    'a link to /etc/passwd': linked('/etc/passwd'),
    'a link to /dev/zero': linked('/dev/zero'),
    'a folder of its name': (folder) => writeFiles(folder, { [`${ORDER}/readme`]: '' }),
  },
}
