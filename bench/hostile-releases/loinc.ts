/** Tables of LOINC that are damaged, or made to harm. */
import { checkDigit } from '../../src/ontologies/loinc/code.ts'
import { type Attack, attackOn, type Contents, readAttacks, rows, writeFiles } from './attack.ts'

const COLUMNS =
  'LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,STATUS,SHORTNAME,LONG_COMMON_NAME,RELATEDNAMES2'

function codeOf(i: number): string {
  return `${i}-${checkDigit(String(i))}`
}

/** A row of the table. */
function row(i: number, name = `Test ${i}`, related = ''): string {
  return `${codeOf(i)},${name},MCnc,Pt,Bld,Qn,,CHEM,ACTIVE,${name},${name},${related}`
}

const TABLE = `${COLUMNS}\n${Array.from({ length: 30 }, (_, i) => `${row(i + 1)}\n`).join('')}`

const ROOT = 'Loinc_2.99'
/** Writes a file beside the table, or the table itself. */
function writeWith(folder: string, file: string, contents: Contents): string {
  writeFiles(folder, { [`${ROOT}/Loinc.csv`]: TABLE, [`${ROOT}/${file}`]: contents })
  return `${folder}/${ROOT}`
}

function release(
  name: string,
  file: string,
  contents: Contents,
  says: RegExp,
  outcome?: Attack['outcome'],
): Attack {
  const write = (folder: string) => writeWith(folder, file, contents)
  return attackOn('loinc', `LOINC: ${name}`, write, says, outcome)
}

const table = (name: string, contents: Contents, says: RegExp, outcome?: Attack['outcome']) =>
  release(name, 'Loinc.csv', contents, says, outcome)

/** Ten codes in each of ten layers, each of which leads to all of the next: 10^10 ways. */
const LAYERS = Array.from({ length: 10 }, (_, layer) =>
  Array.from({ length: 100 }, (_, i) => {
    const [from, to] = [layer * 10 + Math.floor(i / 10), (layer + 1) * 10 + (i % 10)]
    return `${codeOf(1000 + from)},${codeOf(1000 + to)}`
  }).join('\n'),
).join('\n')

const TEXTS = {
  ...{ columns: COLUMNS, table: TABLE, row: row(1), axes: 'MCnc,Pt,Bld,Qn,,CHEM,ACTIVE' },
  layers: LAYERS,
}

export const LOINC_ATTACKS: readonly Attack[] = [
  table('lines that end with CR', TABLE.replaceAll('\n', '\r'), /^$/, 30),
  table('a column twice', TABLE.replace('\n', ',STATUS\n'), /line 1: .*column STATUS once/),
  table('an unknown status', TABLE.replace('ACTIVE', 'OLD'), /line 2: found "OLD"/),
  table(
    'codes without end',
    rows(260_000, (i) => row(i + 1), `${COLUMNS}\n`),
    /line 250002: .*at most 250000 codes/,
  ),
  table(
    'related names without end',
    rows(1200, (i) => row(i + 1, 'x', 'a;'.repeat(9e4)), `${COLUMNS}\n`),
    /line \d+: .*at most 10000000 related/,
  ),
  table('a bell in a name', TABLE.replace('Test 1', 'Test\x07'), /line 2: .*U\+0007/),
  release(
    'replacements in a circle',
    'MapTo.csv',
    rows(100_000, (i) => `${i},${(i + 1) % 100_000}`, 'LOINC,MAP_TO\n'),
    /100000 codes lead back/,
    30,
  ),
  release(
    'one code replaced by 150,000',
    'MapTo.csv',
    rows(150_000, (i) => `1-8,${i}`, 'LOINC,MAP_TO\n'),
    /^MapTo|1 code leads back/,
    30,
  ),
  ...readAttacks('LOINC', 'loinc', TEXTS, writeWith),
]
