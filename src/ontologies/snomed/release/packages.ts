/**
 * The files of SNOMED CT packages that Medlink reads, recognized by their names alone: folders differ between publishers.
 * Several packages may be given at once, each a folder or a zip, and a folder may hold several unpacked ones.
 */

import { MedlinkError } from '../../../errors.ts'
import { groupBy } from '../../../language/group.ts'
import type { ReleaseFile, ReleaseFiles } from '../../release-files.ts'
import { findListColumns } from './rf2.ts'

/** Contents of a file; a list is a table of concepts with their names, as the first Global Patient Sets were. */
export const ROLES = [
  'concept',
  'description',
  'definition',
  'language',
  'relationship',
  'association',
  'attribute_value',
  'map',
  'list',
] as const
export type Role = (typeof ROLES)[number]

/** How much of its history a file holds: the newest state of each row, all states, the latest changes. */
type ReleaseType = 'Snapshot' | 'Full' | 'Delta'

export interface PackageFile {
  readonly file: ReleaseFile
  readonly role: Role
  /** YYYYMMDD. */
  readonly date: string
  /** Country and namespace of the publisher: `INT`, `US1000124`. */
  readonly publisher: string
}

interface FoundFile extends PackageFile {
  readonly type: ReleaseType
  /** The release's path and the folder above the package's own folders. */
  readonly root: string
}

/**
 * `[x|z]?(sct2|der2)_[content]_[summary](Full|Snapshot|Delta)[-lang]_[country][namespace]_[date].txt`, as publishers
 * write it. SNOMED CT Release File Specifications, "Release file naming convention"; x and z mark previews.
 */
const RF2_NAME =
  /^[xz]?(?:sct2|der2)_([A-Za-z]+)_(?:([A-Za-z]*?)_?)?(Full|Snapshot|Delta)(?:-[a-z]{2}(?:-[A-Za-z]+)?)?_((?:[A-Za-z]{2,})?(?:\d{7})?)_(\d{8})\.txt$/

/** The ICD-10-CM map as the National Library of Medicine publishes it on its own, concept names next to the ids. */
const MAP_NAME = /^[xz]?tls_Icd10cmHumanReadableMap_([A-Za-z]*\d*)_(\d{8})\.tsv$/i

/** Folders inside a package: the folder above the first of them is the package. */
const INNER_FOLDERS: ReadonlySet<string> = new Set([
  'snapshot',
  'full',
  'delta',
  'terminology',
  'refset',
  'content',
  'language',
  'map',
  'metadata',
  'documentation',
  'resources',
])

/**
 * The files to read, sorted by role, package by package: the Snapshot of each kind of file, the Full one where there
 * is no Snapshot.
 * @param lenient takes files of several dates as they are, and says so in `warnings`
 * @throws MedlinkError `release_not_found` without concepts or descriptions; `release_invalid` for releases of two dates
 *   and for packages that hold changes only
 */
export async function choosePackageFiles(
  releases: readonly ReleaseFiles[],
  lenient: boolean,
  warnings: string[],
): Promise<PackageFile[]> {
  const chosen: FoundFile[] = []
  for (const release of releases) {
    const found = release.files.flatMap((file) => recognize(file, release.path))
    const list = found.length === 0 ? await findConceptList(release) : undefined
    if (list !== undefined) found.push(list)
    if (found.length === 0) {
      throw new MedlinkError(
        'release_not_found',
        `no SNOMED CT file in ${release.path}: expected files such as sct2_Concept_Snapshot_INT_<date>.txt`,
      )
    }
    for (const files of groupBy(found, ({ root }) => root).values())
      chosen.push(...chooseOfPackage(files))
  }
  if (!chosen.some(({ role }) => role === 'concept' || role === 'list')) {
    throw new MedlinkError(
      'release_not_found',
      `no Concept file in ${releases.map(({ path }) => path).join(', ')}: expected sct2_Concept_Snapshot_<country>_<date>.txt`,
    )
  }
  const mixed = findMixedDates(chosen)
  if (mixed !== undefined && !lenient) throw new MedlinkError('release_invalid', mixed)
  if (mixed !== undefined) warnings.push(mixed)
  return chosen.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role))
}

function recognize(file: ReleaseFile, path: string): FoundFile[] {
  const parts = file.path.split('/').slice(0, -1)
  const inner = parts.findIndex((part) => INNER_FOLDERS.has(part.toLowerCase()))
  const root = [path, ...(inner === -1 ? parts : parts.slice(0, inner))].join('/')
  const map = MAP_NAME.exec(file.name)
  if (map !== null) {
    return [{ file, role: 'map', type: 'Snapshot', publisher: map[1]!, date: map[2]!, root }]
  }
  const [, content, summary = '', type, publisher = '', date] = RF2_NAME.exec(file.name) ?? []
  const role = content === undefined ? undefined : roleOf(content, summary)
  if (role === undefined) return []
  return [{ file, role, type: type as ReleaseType, publisher, date: date!, root }]
}

/** `content` and `summary` of a file name: `Concept` and '', `cRefset` and `Language`. Summaries may name an edition. */
function roleOf(content: string, summary: string): Role | undefined {
  if (content.startsWith('iisssc') && summary.includes('ExtendedMap')) return 'map'
  if (content !== 'cRefset') return COMPONENT_ROLES[content]
  if (summary.includes('Language')) return 'language'
  if (summary.includes('Association')) return 'association'
  return summary.includes('AttributeValue') ? 'attribute_value' : undefined
}

const COMPONENT_ROLES: Readonly<Record<string, Role>> = {
  Concept: 'concept',
  Description: 'description',
  TextDefinition: 'definition',
  Relationship: 'relationship',
}

/** The table of an old Global Patient Set, recognized by its header. */
async function findConceptList(release: ReleaseFiles): Promise<FoundFile | undefined> {
  for (const file of release.find(/\.(txt|tsv)$/i)) {
    const [header = ''] = (await file.readHead(2000)).split(/\r?\n/)
    if (findListColumns(header) === undefined) continue
    const date = /(?<!\d)20\d{6}(?!\d)/.exec(`${file.name} ${file.path} ${release.path}`)?.[0] ?? ''
    return { file, role: 'list', type: 'Snapshot', publisher: 'GPS', date, root: release.path }
  }
  return undefined
}

/** The files of one package that are to be read. */
function chooseOfPackage(found: readonly FoundFile[]): FoundFile[] {
  const [{ root }] = found as [FoundFile]
  if (found.every(({ type }) => type === 'Delta')) {
    throw new MedlinkError(
      'release_invalid',
      `${root} holds only the latest changes (Delta): give a package with Snapshot or Full files`,
    )
  }
  const chosen = ROLES.flatMap((role) => {
    const ofRole = found.filter((each) => each.role === role)
    const snapshots = ofRole.filter(({ type }) => type === 'Snapshot')
    return snapshots.length > 0 ? snapshots : ofRole.filter(({ type }) => type === 'Full')
  })
  const has = (role: Role) => chosen.some((each) => each.role === role)
  if (has('concept') && !has('description')) {
    throw new MedlinkError(
      'release_not_found',
      `no Description file in ${root}: expected sct2_Description_Snapshot-<language>_<country>_<date>.txt`,
    )
  }
  return chosen
}

/** The fault of files of one publisher with two dates, in one package or in several. */
function findMixedDates(files: readonly FoundFile[]): string | undefined {
  const inPackages = groupBy(files, ({ root, publisher }) => `${root} ${publisher}`)
  const concepts = files.filter(({ role }) => role === 'concept')
  const acrossPackages = groupBy(concepts, ({ publisher }) => publisher)
  for (const group of [...inPackages.values(), ...acrossPackages.values()]) {
    const [first] = group as [FoundFile]
    const other = group.find(({ date }) => date !== first.date)
    if (other === undefined) continue
    return `releases of different dates are mixed: ${first.file.path} in ${first.root} and ${other.file.path} in ${other.root}: give one release of each publisher`
  }
  return undefined
}
