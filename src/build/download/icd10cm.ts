/**
 * ICD-10-CM from its publishers, in the public domain: CMS has the codes with their titles (the order file), CDC/NCHS
 * the tabular list, the alphabetic indexes and the tables of neoplasms and drugs, as XML.
 */

import { appendFileSync, closeSync, openSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MedlinkError } from '../../errors.ts'
import { openRelease, type ReleaseFile } from '../../ontologies/release-files.ts'
import { type FetchedFile, fetchFile } from './fetch-file.ts'

/** Where the publishers keep their files; no slash at the end. */
export interface Icd10cmPublishers {
  readonly cms: string
  readonly cdc: string
}

export const ICD10CM_PUBLISHERS: Icd10cmPublishers = {
  cms: 'https://www.cms.gov/files/zip',
  cdc: 'https://ftp.cdc.gov/pub/Health_Statistics/NCHS/Publications/ICD10CM',
}

export interface EditionOptions {
  /** The edition, by United States fiscal year: four digits. */
  readonly version: string
  /** Folder for the zips; the release itself goes to `icd-10-cm-<version>` in it. */
  readonly to: string
  readonly publishers?: Icd10cmPublishers
  /** Receives the bytes of a file that are there and the total; 0 if it is unknown. */
  readonly onBytes?: (file: string, done: number, total: number) => void
}

/** Result of a download. */
export interface DownloadedRelease {
  readonly version: string
  /** A folder that `buildIndex` takes. */
  readonly folder: string
  readonly files: readonly FetchedFile[]
  readonly warnings: readonly string[]
}

/**
 * The edition in force on a day: that of the fiscal year, which begins on 1 October of the year before.
 * @see ICD-10-CM Official Guidelines for Coding and Reporting, "effective October 1"
 */
export function icd10cmEditionOn(day: Date): string {
  return String(day.getUTCFullYear() + (day.getUTCMonth() >= 9 ? 1 : 0))
}

/**
 * Fetches an edition and unpacks what a build reads. The codes must come; the XML, which adds names and blocks, is a
 * warning when CDC cannot be reached.
 *
 * @throws MedlinkError `invalid_request` for a version that is no year, `download_failed` with what to fetch by hand
 */
export async function downloadIcd10cm(options: EditionOptions): Promise<DownloadedRelease> {
  const { version, to, publishers = ICD10CM_PUBLISHERS, onBytes } = options
  if (!/^20\d\d$/.test(version))
    throw new MedlinkError('invalid_request', 'the version must be a year such as 2026')
  const fetchZip = (url: string) => {
    const name = basename(decodeURIComponent(url))
    const tell = (done: number, total: number) => onBytes?.(name, done, total)
    return fetchFile(url, join(to, name), { magic: 'PK', onBytes: tell })
  }
  const codes = `${publishers.cms}/${version}-code-descriptions-tabular-order.zip`
  const files = [await fetchZip(codes).catch((error) => rethrow(error, codes, to))]
  const warnings: string[] = []
  try {
    files.push(await fetchZip(await findTables(`${publishers.cdc}/${version}/`)))
  } catch (error) {
    if (!(error instanceof MedlinkError)) throw error
    warnings.push(
      `the index and tables are missing, so the build has fewer names and no blocks: ${error.message}`,
    )
  }
  const folder = join(to, `icd-10-cm-${version}`)
  await mkdir(folder, { recursive: true })
  for (const { file } of files) await unpack(file, folder)
  return { version, folder, files, warnings }
}

/** Adds to a failed download how to do without it. */
function rethrow(error: unknown, url: string, to: string): never {
  if (!(error instanceof MedlinkError)) throw error
  throw new MedlinkError(
    error.code,
    `${error.message}: fetch that file with a browser or on another machine, put it into ${to}, then run ` +
      `medlink build icd-10-cm --release ${join(to, basename(url))}`,
    { cause: error },
  )
}

/**
 * The address of the zip with tabular list, indexes and tables. CDC spells its name anew every year
 * (`icd10cm-table-index-2025.zip`, `icd10cm-table_and_index-2026.zip`), so the folder's page is asked.
 */
async function findTables(folder: string): Promise<string> {
  const page = await fetch(folder).catch((cause: unknown) => {
    throw new MedlinkError('download_failed', `cannot reach ${folder}`, { cause })
  })
  const text = await page.text().catch(() => '')
  const links = [...text.matchAll(/href="([^"]+\.zip)"/gi)].map(
    ([, link]) => new URL(link!, folder),
  )
  const found = links.find(
    ({ origin, pathname }) =>
      origin === new URL(folder).origin && /table[^/]*index[^/]*\.zip$/i.test(pathname),
  )
  if (!page.ok || found === undefined)
    throw new MedlinkError('download_failed', `${folder} lists no zip of table and index`)
  return found.href
}

/** Files that a build reads; addenda and the rest of a zip stay in it. */
const WANTED = /^(icd10cm[-_]order.*\.txt|icd.*\.xml)$/i

/** Puts the wanted text files of a zip into `folder`, each whole or not at all. */
async function unpack(zip: string, folder: string): Promise<void> {
  const release = await openRelease(zip)
  try {
    for (const file of release.find(WANTED))
      if (!/addend/i.test(file.name)) await copyText(file, join(folder, file.name))
  } finally {
    release.close()
  }
}

async function copyText(file: ReleaseFile, target: string): Promise<void> {
  const temporary = `${target}.tmp`
  try {
    const output = openSync(temporary, 'w')
    try {
      await file.readText((text) => appendFileSync(output, text))
    } finally {
      closeSync(output)
    }
    await rename(temporary, target)
  } finally {
    await rm(temporary, { force: true })
  }
}
