/** Tables of LOINC that are damaged, or made to harm. */
import { checkDigit } from '../../src/ontologies/loinc/code.ts'
import { type Contents, type ReleaseKind, rows, type Write, writeFiles } from './attack.ts'

const COLUMNS =
  'LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,STATUS,SHORTNAME,LONG_COMMON_NAME,RELATEDNAMES2'
const AXES = 'MCnc,Pt,Bld,Qn,,CHEM,ACTIVE'

function codeOf(i: number): string {
  return `${i}-${checkDigit(String(i))}`
}

/** A row of the table. */
function row(i: number, name = `Test ${i}`, related = ''): string {
  return `${codeOf(i)},${name},${AXES},${name},${name},${related}`
}

const ROWS = Array.from({ length: 30 }, (_, i) => `${row(i + 1)}\n`).join('')
const TABLE = `${COLUMNS}\n${ROWS}`

const ROOT = 'Loinc_2.99'

function writeWith(folder: string, file: string, contents: Contents): string {
  writeFiles(folder, { [`${ROOT}/Loinc.csv`]: TABLE, [`${ROOT}/${file}`]: contents })
  return `${folder}/${ROOT}`
}

const release =
  (file: string, contents: Contents): Write =>
  (folder) =>
    writeWith(folder, file, contents)

/** Ten codes in each of ten layers, each of which leads to all of the next: 10^10 ways. */
const LAYERS = Array.from({ length: 1000 }, (_, i) => {
  const [from, to] = [Math.floor(i / 10), Math.floor(i / 100) * 10 + 10 + (i % 10)]
  return `${codeOf(1000 + from)},${codeOf(1000 + to)}`
}).join('\n')

export const LOINC: ReleaseKind = {
  ontology: 'loinc',
  texts: { columns: COLUMNS, rows: ROWS, table: TABLE, row: row(1), axes: AXES, layers: LAYERS },
  writeWith,
  made: {
    'lines that end with CR': release('Loinc.csv', TABLE.replaceAll('\n', '\r')),
    'codes without end': release(
      'Loinc.csv',
      rows(260_000, (i) => row(i + 1), `${COLUMNS}\n`),
    ),
    'related names without end': release(
      'Loinc.csv',
      rows(1200, (i) => row(i + 1, 'x', 'a;'.repeat(9e4)), `${COLUMNS}\n`),
    ),
    'replacements in a circle': release(
      'MapTo.csv',
      rows(100_000, (i) => `${i},${(i + 1) % 100_000}`, 'LOINC,MAP_TO\n'),
    ),
  },
}
