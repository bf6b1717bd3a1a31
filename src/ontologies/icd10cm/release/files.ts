import { MedlinkError } from '../../../errors.ts'
import type { ReleaseFile, ReleaseFiles } from '../../release-files.ts'

/** The XML files of a release, in the order in which their names are taken. */
export const XML_ROLES = ['tabular', 'index', 'eindex', 'neoplasm', 'drug'] as const
export type XmlRole = (typeof XML_ROLES)[number]

/** The files of one release that the build reads. Only the order file is certain to be there. */
export interface Icd10cmFiles {
  readonly order: ReleaseFile
  /** Four digits from the order file's name; undefined when the name has none. */
  readonly year: string | undefined
  readonly xml: ReadonlyMap<XmlRole, ReleaseFile>
}

const ORDER_FILE = /icd10cm[-_]order[-_ ]?.*\.txt$/i

/** Lists of changes next to the full files, and the procedure codes that CMS publishes in the same way. */
const OTHER_FILE = /addend|pcs/i

/** Tried in turn: "eindex" holds "index", and "drug" and "neoplasm" tables are indexes by layout. */
const XML_NAMES: readonly (readonly [XmlRole, RegExp])[] = [
  ['tabular', /tabular/i],
  ['eindex', /e[-_ ]?index|external/i],
  ['neoplasm', /neoplasm/i],
  ['drug', /drug/i],
  ['index', /index/i],
]

/** Bytes that are sure to hold root element and heading; both are in the first kilobyte of every file of FY2026. */
const HEAD_BYTES = 4096

/**
 * The files of a release by name, or by root element and heading where an XML file's name says nothing. Of several
 * editions in one release it takes the one of `version`'s year when it is there, else the newest; the XML files of
 * the order file's year when they are there, else the newest.
 * @throws MedlinkError `release_not_found` without an order file, `release_invalid` with two of the same year
 */
export async function findIcd10cmFiles(
  release: ReleaseFiles,
  version: string | undefined,
): Promise<Icd10cmFiles> {
  const orders = release.find(ORDER_FILE).filter(({ name }) => !OTHER_FILE.test(name))
  const order = pickEdition(orders, version)
  if (order === undefined) throw missingOrderFile(release)
  const year = getYear(order.name)

  const candidates = new Map<XmlRole, ReleaseFile[]>()
  for (const file of release.find(/\.xml$/i)) {
    const role = OTHER_FILE.test(file.name) ? undefined : await recognise(file)
    if (role !== undefined) candidates.set(role, [...(candidates.get(role) ?? []), file])
  }
  const xml = new Map<XmlRole, ReleaseFile>()
  for (const role of XML_ROLES) {
    const file = pickEdition(candidates.get(role) ?? [], year)
    if (file !== undefined) xml.set(role, file)
  }
  return { order, year, xml }
}

/** The year of an edition in a text such as `icd10cm_order_2026.txt`, `April-1-2026`, `2026`. */
export function getYear(text: string): string | undefined {
  return /(?<!\d)20\d\d(?!\d)/.exec(text)?.[0]
}

function pickEdition(files: readonly ReleaseFile[], wanted = ''): ReleaseFile | undefined {
  const years = files.map(({ name }) => getYear(name) ?? '')
  const wantedYear = getYear(wanted)
  const year = years.find((each) => each === wantedYear) ?? years.toSorted().at(-1)
  const [file, second] = files.filter((_, index) => years[index] === year)
  if (file !== undefined && second !== undefined) {
    throw new MedlinkError(
      'release_invalid',
      `two files of the same kind and year: ${file.path} and ${second.path}; keep one of them`,
    )
  }
  return file
}

async function recognise(file: ReleaseFile): Promise<XmlRole | undefined> {
  const named = XML_NAMES.find(([, pattern]) => pattern.test(file.name))
  if (named !== undefined) return named[0]
  const head = await file.readHead(HEAD_BYTES)
  if (head.includes('<ICD10CM.tabular')) return 'tabular'
  if (!head.includes('<ICD10CM.index')) return undefined
  if (/<head col="1">\s*Neoplasm/i.test(head)) return 'neoplasm'
  if (/<head col="1">\s*Substance/i.test(head)) return 'drug'
  return /external cause/i.test(head) ? 'eindex' : 'index'
}

function missingOrderFile(release: ReleaseFiles): MedlinkError {
  const names = release.files.slice(0, 5).map(({ name }) => name)
  const found =
    names.length === 0 ? 'no files' : `${release.files.length} files: ${names.join(', ')}`
  return new MedlinkError(
    'release_not_found',
    `${release.path} lacks the order file icd10cm_order_<year>.txt (found ${found}); ` +
      'it is in the publisher\'s "code descriptions in tabular order" zip',
  )
}
