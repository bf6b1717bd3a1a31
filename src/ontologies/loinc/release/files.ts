import { basename, dirname, resolve } from 'node:path'
import { MedlinkError } from '../../../errors.ts'
import type { ReleaseFile, ReleaseFiles } from '../../release-files.ts'

/** The files of one release that the build reads. Only the table is certain to be there. */
export interface LoincFiles {
  readonly table: ReleaseFile
  readonly mapTo: ReleaseFile | undefined
  readonly consumerNames: ReleaseFile | undefined
  readonly parts: ReleaseFile | undefined
  readonly partLinks: ReleaseFile | undefined
  readonly documentParts: ReleaseFile | undefined
  readonly answerLists: ReleaseFile | undefined
  readonly answerListLinks: ReleaseFile | undefined
  readonly panels: ReleaseFile | undefined
  /** E.g. `2.82`, as folder, zip, file names or release notes say it; undefined when they do not. */
  readonly version: string | undefined
}

const RELEASE_NOTES = /release[-_ ]?notes?.*\.(?:txt|md|html?)$/i

/** Bytes of the release notes in which their heading is looked for. */
const HEAD_BYTES = 4096

/**
 * The files of a release by name, wherever they lie. A release repeats some under the same name (MapTo.csv next to
 * LoincTableCore.csv, a Loinc.csv next to PanelsAndForms.csv): the one in the folder of its own kind is taken.
 * @throws MedlinkError `release_not_found` without a Loinc.csv, `release_invalid` with two of a name and none at home
 */
export async function findLoincFiles(release: ReleaseFiles): Promise<LoincFiles> {
  const table = pick(release, /^Loinc\.csv$/i, 'LoincTable')
  if (table === undefined) throw missingTable(release)
  return {
    table,
    mapTo: pick(release, /^MapTo\.csv$/i, 'LoincTable'),
    consumerNames: pick(release, /^ConsumerName\.csv$/i, 'ConsumerName'),
    parts: pick(release, /^Part\.csv$/i, 'PartFile'),
    partLinks: pick(release, /^LoincPartLink_Primary\.csv$/i, 'PartFile'),
    documentParts: pick(release, /^DocumentOntology\.csv$/i, 'DocumentOntology'),
    answerLists: pick(release, /^AnswerList\.csv$/i, 'AnswerFile'),
    answerListLinks: pick(release, /^LoincAnswerListLink\.csv$/i, 'AnswerFile'),
    panels: pick(release, /^PanelsAndForms\.csv$/i, 'PanelsAndForms'),
    version: await findVersion(release, table),
  }
}

/** The version in a name such as `Loinc_2.82.zip`, `LOINC_2_82_Text`, `loinc-2.66`; undefined when it has none. */
export function getVersion(name: string): string | undefined {
  const [, major, minor] = /loinc[-_ ]*(?:version|v)?[-_ ]*(\d)[._](\d{2})(?!\d)/i.exec(name) ?? []
  return major === undefined ? undefined : `${major}.${minor}`
}

/** The only file of a name, or that of several which lies in a folder called `home`. */
function pick(release: ReleaseFiles, name: RegExp, home: string): ReleaseFile | undefined {
  const files = release.find(name)
  const atHome = files.filter(
    ({ path }) => basename(dirname(path)).toLowerCase() === home.toLowerCase(),
  )
  const [file, second] = atHome.length > 0 ? atHome : files
  if (file !== undefined && second !== undefined) {
    throw new MedlinkError(
      'release_invalid',
      `two files of the same kind: ${file.path} and ${second.path}; keep one of them`,
    )
  }
  return file
}

/** Names first, the nearest to the table leading; other files only when all that name a version name the same. */
async function findVersion(release: ReleaseFiles, table: ReleaseFile): Promise<string | undefined> {
  const root = resolve(release.path)
  const names = [...table.path.split('/').reverse(), basename(root), basename(dirname(root))]
  const version = names.map(getVersion).find((each) => each !== undefined)
  if (version !== undefined) return version

  const versions = new Set(release.files.flatMap(({ path }) => getVersion(path) ?? []))
  if (versions.size === 1) return [...versions][0]
  for (const notes of release.find(RELEASE_NOTES)) {
    const head = await notes.readHead(HEAD_BYTES)
    const found = /\bLOINC\D{0,40}?(\d\.\d{2})(?!\d)/i.exec(head)
    if (found !== null) return found[1]
  }
  return undefined
}

function missingTable(release: ReleaseFiles): MedlinkError {
  const names = release.files.slice(0, 5).map(({ name }) => name)
  const found =
    names.length === 0 ? 'no files' : `${release.files.length} files: ${names.join(', ')}`
  return new MedlinkError(
    'release_not_found',
    `${release.path} lacks LoincTable/Loinc.csv (found ${found}); it is in Loinc_<version>.zip from loinc.org`,
  )
}
