import { MedlinkError } from '../../../errors.ts'
import type { SourceRecord } from '../../../index/records.ts'
import { compareStrings } from '../../../text/compare.ts'
import {
  openRelease,
  type ReleaseFile,
  type ReleaseFiles,
  unknownCodesWarning,
} from '../../release-files.ts'
import { parseLoincCode } from '../code.ts'
import { badCell, type CsvColumns, type CsvRow, readCsv } from './csv.ts'
import { findLoincFiles, type LoincFiles, type VariantFile } from './files.ts'
import { licenceNotice } from './licence.ts'

export interface LoincReleaseOptions {
  /** The release's version, e.g. `2.82`; without it the names of folder, zip and files say it. */
  readonly version?: string
  /** ISO 639-1 codes of the linguistic variants to read; none by default, each is as large as the table. */
  readonly languages?: readonly string[]
}

const STATUSES = ['ACTIVE', 'TRIAL', 'DISCOURAGED', 'DEPRECATED'] as const
export type LoincStatus = (typeof STATUSES)[number]

/** One term of Loinc.csv. Texts are '' where the release says nothing; names are on one line. */
export interface LoincRow {
  readonly code: string
  readonly component: string
  readonly property: string
  readonly timeAspect: string
  readonly system: string
  readonly scale: string
  readonly method: string
  readonly class: string
  /** 1 laboratory, 2 clinical, 3 claims attachment, 4 survey. */
  readonly classType: number | undefined
  readonly status: LoincStatus
  /** The long common name; where it is blank, the short name, else the component. */
  readonly longName: string
  readonly shortName: string
  readonly displayName: string
  readonly consumerName: string
  readonly relatedNames: readonly string[]
  /** `Order`, `Observation`, `Both` or `Subset`. */
  readonly orderObs: string
  readonly units: string
  readonly ucumUnits: string
  /** Place among the most common laboratory tests, 1 the most common; 0 when it is not among them. */
  readonly rank: number
  /** A third party's notice, line ends and all; to be kept wherever the term is shown. */
  readonly copyright: string
  /** The component part's display name; '' without the part files. */
  readonly componentName: string
}

/** A retired or discouraged code and one that answers in its place; both are in the table, the second is no longer mapped. */
export interface LoincReplacement {
  readonly code: string
  readonly replacement: string
  /** The publisher's comments on the way, joined by `; `; '' when there is none. */
  readonly comment: string
}

/** A term's names in another language; texts are '' where the variant says nothing. */
export interface LoincVariant {
  /** ISO 639-1. */
  readonly language: string
  readonly code: string
  readonly longName: string
  readonly shortName: string
  readonly displayName: string
  readonly component: string
  readonly relatedNames: readonly string[]
}

/** What the build takes from a release. Every code in it is one of `rows`. */
export interface LoincTables {
  readonly version: string
  /** {@link licenceNotice} of this version. */
  readonly licence: string
  readonly sources: readonly SourceRecord[]
  /** Sorted by code. */
  readonly rows: readonly LoincRow[]
  /** Sorted by code and replacement; a code may have several. */
  readonly replacements: readonly LoincReplacement[]
  /** Codes that stand for several observations. */
  readonly panels: ReadonlySet<string>
  /** Codes of the value set of universal laboratory orders. */
  readonly orders: ReadonlySet<string>
  /** Sorted by language and code. */
  readonly variants: readonly LoincVariant[]
  /** Things worth telling the person who builds, e.g. rows that name a code of another version. */
  readonly warnings: readonly string[]
}

/** Most steps from a code to the one that answers for it: longer ways are taken for cycles. */
const MAX_HOPS = 10

/**
 * The tables of a LOINC release: the publisher's files in a folder or a zip, of which only Loinc.csv must be there.
 * The same files give the same tables. About 4 s and 360 MB for a table of 109,000 rows.
 * @throws MedlinkError `release_not_found` when path or Loinc.csv are missing; `release_invalid` with file and line for
 *   what cannot be read, a code with a wrong check digit or a second time, an unknown status, and for a version that is
 *   neither given nor in a name
 */
export async function readLoincTables(
  path: string,
  options: LoincReleaseOptions = {},
): Promise<LoincTables> {
  const release = await openRelease(path)
  try {
    return await readFiles(release, options)
  } finally {
    release.close()
  }
}

async function readFiles(
  release: ReleaseFiles,
  { version: wanted, languages = [] }: LoincReleaseOptions,
): Promise<LoincTables> {
  const files = await findLoincFiles(release)
  const version = wanted ?? files.version
  if (version === undefined) {
    throw new MedlinkError(
      'release_invalid',
      `${release.path} does not say its version: expected a folder or zip called Loinc_<version>, or give --version`,
    )
  }
  const { source, terms, panels } = await readTable(files.table)
  const reading: ReadContext = { terms, sources: [source], warnings: [] }
  const replacements = await readMapTo(reading, files.mapTo)
  await addConsumerNames(reading, files.consumerNames)
  await addComponentNames(reading, files)
  await addPanels(reading, files.panels, panels)
  const orders = await readOrders(reading, files.orders)
  const variants = await readVariants(reading, files.variants, languages)
  return {
    version,
    licence: licenceNotice(version),
    sources: reading.sources,
    rows: [...terms.values()].sort((a, b) => compareStrings(a.code, b.code)),
    replacements,
    panels,
    orders,
    variants,
    warnings: reading.warnings,
  }
}

/** A term to which the accessory files still add names. */
type Draft = { -readonly [Key in keyof LoincRow]: LoincRow[Key] }

/** What has been read so far. */
interface ReadContext {
  readonly terms: ReadonlyMap<string, Draft>
  readonly sources: SourceRecord[]
  readonly warnings: string[]
}

const TABLE_COLUMNS = {
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

type TableRow = CsvRow<
  (typeof TABLE_COLUMNS.required)[number] | (typeof TABLE_COLUMNS.optional)[number]
>

async function readTable(file: ReleaseFile) {
  const terms = new Map<string, Draft>()
  const panels = new Set<string>()
  const share = interner()
  const sha256 = await readCsv(file, TABLE_COLUMNS, (row, line) => {
    const term = parseTerm(row, share, (found, expected) => badCell(file, line, found, expected))
    if (terms.has(term.code)) {
      throw badCell(file, line, term.code, `each code once, but ${term.code} is there already`)
    }
    terms.set(term.code, term)
    if (row.PanelType.trim() !== '' || term.class.startsWith('PANEL.')) panels.add(term.code)
  })
  if (terms.size === 0) {
    throw new MedlinkError('release_invalid', `${file.name} holds no code: expected LOINC's table`)
  }
  return { source: { file: file.name, sha256, rows: terms.size }, terms, panels }
}

function parseTerm(
  row: TableRow,
  share: (text: string) => string,
  bad: (found: string, expected: string) => MedlinkError,
): Draft {
  const code = parseLoincCode(row.LOINC_NUM)
  if (code === undefined) {
    throw bad(row.LOINC_NUM, 'a code such as 2345-7 with the right check digit')
  }
  const status = STATUSES.find((each) => each === row.STATUS.trim())
  if (status === undefined) throw bad(row.STATUS, `one of ${STATUSES.join(', ')}`)
  const component = oneLine(row.COMPONENT)
  const shortName = oneLine(row.SHORTNAME)
  return {
    code,
    component,
    property: share(oneLine(row.PROPERTY)),
    timeAspect: share(oneLine(row.TIME_ASPCT)),
    system: share(oneLine(row.SYSTEM)),
    scale: share(oneLine(row.SCALE_TYP)),
    method: share(oneLine(row.METHOD_TYP)),
    class: share(oneLine(row.CLASS)),
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
    copyright: share(row.EXTERNAL_COPYRIGHT_NOTICE.trim()),
    componentName: '',
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

function oneLine(text: string): string {
  return /[\r\n\t]| {2}/.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim()
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

/** Hands over the rows of an accessory file whose code is in the table; the others are one warning. */
async function readAccessory<Name extends string>(
  { terms, sources, warnings }: ReadContext,
  file: ReleaseFile,
  columns: CsvColumns<Name>,
  codeColumn: NoInfer<Name>,
  onRow: (row: CsvRow<Name>, term: Draft) => void,
  isWanted: (row: CsvRow<Name>) => boolean = () => true,
): Promise<void> {
  let rows = 0
  const unknown: string[] = []
  const sha256 = await readCsv(file, columns, (row) => {
    if (!isWanted(row)) return
    const code = row[codeColumn].trim()
    const term = terms.get(code)
    if (term === undefined) {
      unknown.push(code)
      return
    }
    rows++
    onRow(row, term)
  })
  sources.push({ file: file.name, sha256, rows })
  if (unknown.length > 0) warnings.push(unknownCodesWarning(file.name, unknown, 'Loinc.csv'))
}

async function addConsumerNames(
  reading: ReadContext,
  file: ReleaseFile | undefined,
): Promise<void> {
  if (file === undefined) return
  const columns = { required: ['LoincNumber', 'ConsumerName'] } as const
  await readAccessory(reading, file, columns, 'LoincNumber', (row, term) => {
    term.consumerName = oneLine(row.ConsumerName) || term.consumerName
  })
}

async function addComponentNames(
  reading: ReadContext,
  { parts, partLinks }: LoincFiles,
): Promise<void> {
  if (parts === undefined || partLinks === undefined) return
  const names = new Map<string, string>()
  const partColumns = { required: ['PartNumber', 'PartTypeName', 'PartDisplayName'] } as const
  const sha256 = await readCsv(parts, partColumns, (row) => {
    if (row.PartTypeName === 'COMPONENT') names.set(row.PartNumber, oneLine(row.PartDisplayName))
  })
  reading.sources.push({ file: parts.name, sha256, rows: names.size })
  await readAccessory(
    reading,
    partLinks,
    { required: ['LoincNumber', 'PartNumber', 'PartTypeName'] } as const,
    'LoincNumber',
    (row, term) => {
      term.componentName = names.get(row.PartNumber) ?? ''
    },
    ({ PartTypeName }) => PartTypeName === 'COMPONENT',
  )
}

async function addPanels(
  reading: ReadContext,
  file: ReleaseFile | undefined,
  panels: Set<string>,
): Promise<void> {
  if (file === undefined) return
  const columns = { required: ['ParentLoinc'] } as const
  await readAccessory(reading, file, columns, 'ParentLoinc', (_, { code }) => {
    panels.add(code)
  })
}

async function readOrders(
  reading: ReadContext,
  file: ReleaseFile | undefined,
): Promise<Set<string>> {
  const orders = new Set<string>()
  if (file === undefined) return orders
  const columns = { required: ['LOINC_NUM'] } as const
  await readAccessory(reading, file, columns, 'LOINC_NUM', (_, { code }) => {
    orders.add(code)
  })
  return orders
}

const VARIANT_COLUMNS = {
  required: ['LOINC_NUM', 'LONG_COMMON_NAME'],
  optional: ['COMPONENT', 'SHORTNAME', 'RELATEDNAMES2', 'LinguisticVariantDisplayName'],
} as const

async function readVariants(
  reading: ReadContext,
  files: readonly VariantFile[],
  languages: readonly string[],
): Promise<LoincVariant[]> {
  const variants: LoincVariant[] = []
  for (const language of new Set(languages.map((each) => each.toLowerCase()))) {
    const ofLanguage = files.filter((each) => each.language === language)
    if (ofLanguage.length === 0) {
      reading.warnings.push(`the release has no linguistic variant in "${language}"`)
    }
    for (const { file } of ofLanguage) {
      await readAccessory(reading, file, VARIANT_COLUMNS, 'LOINC_NUM', (row, { code }) => {
        variants.push({
          language,
          code,
          longName: oneLine(row.LONG_COMMON_NAME),
          shortName: oneLine(row.SHORTNAME),
          displayName: oneLine(row.LinguisticVariantDisplayName),
          component: oneLine(row.COMPONENT),
          relatedNames: splitNames(row.RELATEDNAMES2),
        })
      })
    }
  }
  return variants.sort(
    (a, b) => compareStrings(a.language, b.language) || compareStrings(a.code, b.code),
  )
}

async function readMapTo(
  { terms, sources, warnings }: ReadContext,
  file: ReleaseFile | undefined,
): Promise<LoincReplacement[]> {
  if (file === undefined) return []
  const rows: LoincReplacement[] = []
  const columns = { required: ['LOINC', 'MAP_TO'], optional: ['COMMENT'] } as const
  const sha256 = await readCsv(file, columns, (row) => {
    rows.push({
      code: row.LOINC.trim(),
      replacement: row.MAP_TO.trim(),
      comment: oneLine(row.COMMENT),
    })
  })
  const { replacements, circular } = resolveReplacements(rows)
  const isKnown = ({ code, replacement }: LoincReplacement) =>
    terms.has(code) && terms.has(replacement)
  const known = replacements.filter(isKnown)
  const unknown = replacements.find((each) => !isKnown(each))
  if (unknown !== undefined) {
    warnings.push(
      `${replacements.length - known.length} of ${replacements.length} replacements in ${file.name} name a code that Loinc.csv lacks, e.g. ${unknown.code} to ${unknown.replacement}`,
    )
  }
  if (circular.length > 0) {
    const codes = circular.length === 1 ? '1 code leads' : `${circular.length} codes lead`
    warnings.push(
      `${codes} back to itself or on for more than ${MAX_HOPS} steps in ${file.name}, e.g. ${circular[0]}`,
    )
  }
  sources.push({ file: file.name, sha256, rows: known.length })
  return known
}

/**
 * Replacements followed to their ends: with rows a→b and b→c, a is replaced by c. Sorted by code and replacement, each
 * pair once. `circular` are the codes, sorted, of which some way comes back to itself or takes more than 10 steps; such
 * a way gives no replacement.
 */
export function resolveReplacements(rows: readonly LoincReplacement[]): {
  readonly replacements: readonly LoincReplacement[]
  readonly circular: readonly string[]
} {
  const rowsOf = new Map<string, LoincReplacement[]>()
  for (const row of rows) {
    const group = rowsOf.get(row.code)
    if (group === undefined) rowsOf.set(row.code, [row])
    else group.push(row)
  }
  const replacements: LoincReplacement[] = []
  const circular: string[] = []
  for (const start of [...rowsOf.keys()].sort(compareStrings)) {
    const ends = new Map<string, string>()
    let isCircular = false
    const follow = (code: string, way: readonly string[], comments: readonly string[]) => {
      const next = rowsOf.get(code)
      if (next === undefined) {
        if (!ends.has(code)) ends.set(code, [...new Set(comments)].join('; '))
      } else if (way.includes(code) || way.length === MAX_HOPS) {
        isCircular = true
      } else {
        for (const { replacement, comment } of next) {
          follow(replacement, [...way, code], comment === '' ? comments : [...comments, comment])
        }
      }
    }
    follow(start, [], [])
    for (const [replacement, comment] of [...ends].sort(([a], [b]) => compareStrings(a, b))) {
      replacements.push({ code: start, replacement, comment })
    }
    if (isCircular) circular.push(start)
  }
  return { replacements, circular }
}
