/** Tables of LOINC that are damaged, or made to harm. */
import { checkDigit } from '../../src/ontologies/loinc/code.ts'
import { type Attack, type Contents, repeated, rows, writeFiles } from './attack.ts'

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

function release(
  name: string,
  files: Readonly<Record<string, Contents>>,
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  const write = (folder: string) => {
    writeFiles(folder, { 'Loinc_2.99/Loinc.csv': TABLE })
    for (const [file, contents] of Object.entries(files))
      writeFiles(folder, { [`Loinc_2.99/${file}`]: contents })
    return `${folder}/Loinc_2.99`
  }
  return { name: `LOINC: ${name}`, ontology: 'loinc', outcome, says, write }
}

function table(
  name: string,
  contents: Contents,
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  return release(name, { 'Loinc.csv': contents }, says, outcome)
}

/** Ten codes in each of ten layers, each of which leads to all of the next: 10^10 ways. */
const LAYERS = Array.from({ length: 10 }, (_, layer) =>
  Array.from({ length: 100 }, (_, i) => {
    const [from, to] = [layer * 10 + Math.floor(i / 10), (layer + 1) * 10 + (i % 10)]
    return `${codeOf(1000 + from)},${codeOf(1000 + to)}`
  }).join('\n'),
).join('\n')

export const LOINC_ATTACKS: readonly Attack[] = [
  table('lines that end with CR', TABLE.replaceAll('\n', '\r'), /^$/, 30),
  table('a quote that never closes', `${TABLE}"1-8,`, /line 32: found no end of column/),
  table(
    'a quote that never closes, 200 MB',
    repeated('x,y\n', 200e6, `${COLUMNS}\n"`),
    /line 2: found no end of column/,
  ),
  table(
    'quotes on every line, never a pair',
    repeated('"x""\n', 200e6, `${COLUMNS}\n`),
    /line \d+: found (a misplaced quote|no end)/,
  ),
  table('a row too short', `${TABLE}1-8,x\n`, /line 32: found 2 cells/),
  table(
    'a row of a million cells',
    `${TABLE}${','.repeat(1e6)}\n`,
    /line 32: found a row of more characters/,
  ),
  table('a header of a million columns', `${'a,'.repeat(1e6)}\n`, /line 1: found a row of more/),
  table('a header without columns', 'a,b\n', /line 1: found "a,b", expected column LOINC_NUM/),
  table('a column twice', TABLE.replace('\n', ',STATUS\n'), /line 1: .*column STATUS once/),
  table(
    'a name of 1 MB',
    `${COLUMNS}\n${row(1, 'x'.repeat(1e6))}\n`,
    /line 2: found a row of more/,
  ),
  table(
    'a name of 50 KB',
    `${COLUMNS}\n${row(1, 'x'.repeat(5e4))}\n`,
    /line 2: .*COMPONENT of at most 2000/,
  ),
  table('a name of brackets', `${COLUMNS}\n${row(1, `${'()'.repeat(999)}x`)}\n`, /^$/, 1),
  table('a code twice', `${TABLE}${row(1)}\n`, /line 32: .*there already/),
  table(
    'a wrong check digit',
    `${COLUMNS}\n${row(1).replace('1-8', '1-7')}\n`,
    /line 2: found "1-7"/,
  ),
  table(
    'a code of escape sequences',
    `${COLUMNS}\n\u200b\u202e${row(1)}\n`,
    /line 2: found "\\u\{200b\}\\u\{202e\}/,
  ),
  table('an unknown status', TABLE.replace('ACTIVE', 'OLD'), /line 2: found "OLD"/),
  table('200 MB of blank lines', repeated('\n', 200e6, TABLE), /line \d+: found 1000000 blank/),
  table(
    '200 MB of one row',
    repeated(`${row(1)}\n`, 200e6, `${COLUMNS}\n`),
    /line 3: .*there already/,
  ),
  table('one line of 200 MB', repeated('x', 200e6), /line 1: found no end of it/),
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
  table('an empty file', '', /line 1: found ""/),
  release(
    'replacements in 10^10 ways',
    { 'MapTo.csv': `LOINC,MAP_TO\n${LAYERS}\n` },
    /Loinc\.csv lacks/,
    30,
  ),
  release(
    'replacements in a circle',
    { 'MapTo.csv': rows(100_000, (i) => `${i},${(i + 1) % 100_000}`, 'LOINC,MAP_TO\n') },
    /100000 codes lead back/,
    30,
  ),
  release(
    'one code replaced by 150,000',
    { 'MapTo.csv': rows(150_000, (i) => `1-8,${i}`, 'LOINC,MAP_TO\n') },
    /^MapTo|1 code leads back/,
    30,
  ),
  release(
    '200 MB of empty replacements',
    { 'MapTo.csv': repeated(',\n', 200e6, 'LOINC,MAP_TO\n') },
    /line 200002: .*at most 200000/,
  ),
  release(
    '200 MB of unknown parts',
    { 'ConsumerName.csv': repeated('9-9,x\n', 200e6, 'LoincNumber,ConsumerName\n') },
    /line \d+: found row 10000001/,
  ),
  release(
    '300 MB of panels',
    { 'PanelsAndForms.csv': repeated('1-8\n', 3e8, 'ParentLoinc\n') },
    /has \d+ bytes: no such file/,
  ),
  release(
    'another table in a folder of no kind',
    { 'x/Loinc.csv': TABLE },
    /two files of the same kind/,
  ),
]
