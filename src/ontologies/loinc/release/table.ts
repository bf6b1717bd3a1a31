import { MedlinkError } from '../../../errors.ts'
import type { SourceRecord } from '../../../index/records.ts'
import { badCell, type CsvRow, oneLine, readCsv } from '../../release-csv.ts'
import type { ReleaseFile } from '../../release-files.ts'
import { parseLoincCode } from '../code.ts'
import { isPanelClass, type LoincRow, STATUSES } from './row.ts'

/** A term to which the accessory files still add names. */
export type LoincDraft = { -readonly [Key in keyof LoincRow]: LoincRow[Key] }

/** Contents of a release so far: the readers of the other files add to them. */
export interface ReadContext {
  /** Rows by code, in the order of the table. */
  readonly terms: ReadonlyMap<string, LoincDraft>
  readonly sources: SourceRecord[]
  readonly warnings: string[]
}

const COLUMNS = {
  required: [
    'LOINC_NUM',
    'COMPONENT',
    'PROPERTY',
    'TIME_ASPCT',
    'SYSTEM',
    'SCALE_TYP',
    'METHOD_TYP',
    'CLASS',
    'STATUS',
    'SHORTNAME',
    'LONG_COMMON_NAME',
  ],
  optional: [
    'CONSUMER_NAME',
    'CLASSTYPE',
    'RELATEDNAMES2',
    'ORDER_OBS',
    'EXTERNAL_COPYRIGHT_NOTICE',
    'EXAMPLE_UNITS',
    'EXAMPLE_UCUM_UNITS',
    'COMMON_TEST_RANK',
    'PanelType',
    'DisplayName',
  ],
} as const

const NAME_COLUMNS = [
  'COMPONENT',
  'SHORTNAME',
  'LONG_COMMON_NAME',
  'CONSUMER_NAME',
  'DisplayName',
] as const

type TableRow = CsvRow<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number]>

/** Codes of one table: 2.82 has 109,000. */
const MAX_CODES = 250_000

/** Names in RELATEDNAMES2 of all rows together, some thirty a row. */
const MAX_RELATED_NAMES = 10_000_000

/** Characters of a name; LOINC's own columns of them hold 255. */
const MAX_NAME = 2000

/**
 * The terms of Loinc.csv.
 * @throws MedlinkError `release_invalid` with file and line for what cannot be read, a code with a wrong check digit or a
 *   second time, an unknown status, and for a table without rows
 */
export async function readLoincTable(file: ReleaseFile): Promise<ReadContext> {
  const terms = new Map<string, LoincDraft>()
  const share = interner()
  let relatedNames = 0
  const sha256 = await readCsv(file, COLUMNS, (row, line) => {
    const term = parseTerm(row, share, (found, expected) => badCell(file, line, found, expected))
    if (terms.has(term.code)) {
      throw badCell(file, line, term.code, `each code once, but ${term.code} is there already`)
    }
    if (terms.size === MAX_CODES) throw badCell(file, line, term.code, `at most ${MAX_CODES} codes`)
    relatedNames += term.relatedNames.length
    if (relatedNames > MAX_RELATED_NAMES)
      throw badCell(file, line, term.code, `at most ${MAX_RELATED_NAMES} related names`)
    terms.set(term.code, term)
  })
  if (terms.size === 0) {
    throw new MedlinkError('release_invalid', `${file.name} holds no code: expected LOINC's table`)
  }
  return { terms, sources: [{ file: file.name, sha256, rows: terms.size }], warnings: [] }
}

function parseTerm(
  row: TableRow,
  share: (text: string) => string,
  bad: (found: string, expected: string) => MedlinkError,
): LoincDraft {
  const code = parseLoincCode(row.LOINC_NUM)
  if (code === undefined) {
    throw bad(row.LOINC_NUM, 'a code such as 2345-7 with the right check digit')
  }
  const status = STATUSES.find((each) => each === row.STATUS.trim())
  if (status === undefined) throw bad(row.STATUS, `one of ${STATUSES.join(', ')}`)
  const long = NAME_COLUMNS.find((column) => row[column].length > MAX_NAME)
  if (long !== undefined) throw bad(row[long], `a ${long} of at most ${MAX_NAME} characters`)
  const component = oneLine(row.COMPONENT)
  const shortName = oneLine(row.SHORTNAME)
  const group = share(oneLine(row.CLASS))
  return {
    code,
    component,
    property: share(oneLine(row.PROPERTY)),
    timeAspect: share(oneLine(row.TIME_ASPCT)),
    system: share(oneLine(row.SYSTEM)),
    scale: share(oneLine(row.SCALE_TYP)),
    method: share(oneLine(row.METHOD_TYP)),
    class: group,
    classType: parseCount(row.CLASSTYPE, (found) => bad(found, 'a class type 1 to 4')),
    status,
    longName: oneLine(row.LONG_COMMON_NAME) || shortName || component,
    shortName,
    displayName: oneLine(row.DisplayName),
    consumerName: oneLine(row.CONSUMER_NAME),
    relatedNames: splitNames(row.RELATEDNAMES2),
    orderObs: share(oneLine(row.ORDER_OBS)),
    units: share(oneLine(row.EXAMPLE_UNITS)),
    ucumUnits: share(oneLine(row.EXAMPLE_UCUM_UNITS)),
    rank: parseCount(row.COMMON_TEST_RANK, (found) => bad(found, 'a whole number as rank')) ?? 0,
    copyrightNotice: share(oneLine(row.EXTERNAL_COPYRIGHT_NOTICE)),
    componentName: '',
    isPanel: row.PanelType.trim() !== '' || isPanelClass(group),
  }
}

/** Equal texts as one string: a hundred thousand rows draw most of their cells from a few hundred values. */
function interner(): (text: string) => string {
  const texts = new Map<string, string>()
  return (text) => {
    const shared = texts.get(text)
    if (shared === undefined) texts.set(text, text)
    return shared ?? text
  }
}

function splitNames(list: string): string[] {
  return list
    .split(';')
    .map(oneLine)
    .filter((name) => name !== '')
}

/** A whole number of at least 0; undefined for a blank cell. */
function parseCount(cell: string, bad: (found: string) => MedlinkError): number | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  if (!/^\d{1,9}$/.test(text)) throw bad(cell)
  return Number(text)
}
