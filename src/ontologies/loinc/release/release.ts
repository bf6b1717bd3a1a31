import { MedlinkError } from '../../../errors.ts'
import type { RelatedCodeRecord, RelationRecord, SourceRecord } from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { openRelease, type ReleaseFiles } from '../../release-files.ts'
import { addConsumerNames, addPanels } from './accessories.ts'
import { readAnswers } from './answers.ts'
import { findLoincFiles } from './files.ts'
import { licenceNotice } from './licence.ts'
import { type LoincReplacement, readMapTo } from './map-to.ts'
import { readParts } from './parts.ts'
import type { LoincRow } from './row.ts'
import { readLoincTable } from './table.ts'

export interface LoincReleaseOptions {
  /** The release's version, e.g. `2.82`; without it the names of folder, zip and files say it. */
  readonly version?: string
}

/** Bytes of one file: those of 2.82 that are read have less than a hundred million. */
const MAX_FILE_BYTES = 2 ** 28

/** Parts of a release that the build takes. Every code in it is one of `rows`. */
export interface LoincTables {
  readonly version: string
  /** {@link licenceNotice} of this version. */
  readonly licence: string
  readonly sources: readonly SourceRecord[]
  /** Sorted by code. */
  readonly rows: readonly LoincRow[]
  /** Sorted by code and replacement; a code may have several. */
  readonly replacements: readonly LoincReplacement[]
  /** Parts, answers and lists of answers. */
  readonly relatedCodes: readonly RelatedCodeRecord[]
  readonly relations: readonly RelationRecord[]
  /** Things worth telling the person who builds, e.g. rows that name a code of another version. */
  readonly warnings: readonly string[]
}

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
  const release = await openRelease(path, MAX_FILE_BYTES)
  try {
    return await readFiles(release, options)
  } finally {
    release.close()
  }
}

async function readFiles(
  release: ReleaseFiles,
  { version: wanted }: LoincReleaseOptions,
): Promise<LoincTables> {
  const files = await findLoincFiles(release)
  const version = wanted ?? files.version
  if (version === undefined) {
    throw new MedlinkError(
      'release_invalid',
      `${release.path} does not say its version: expected a folder or zip called Loinc_<version>, or give --version`,
    )
  }
  const reading = await readLoincTable(files.table)
  const replacements = await readMapTo(reading, files)
  await addConsumerNames(reading, files)
  const parts = await readParts(reading, files)
  const answers = await readAnswers(reading, files)
  await addPanels(reading, files)
  return {
    version,
    licence: licenceNotice(version),
    sources: reading.sources,
    rows: [...reading.terms.values()].sort((a, b) => compareStrings(a.code, b.code)),
    replacements,
    relatedCodes: [...parts.codes, ...answers.codes],
    relations: [...parts.relations, ...answers.relations],
    warnings: reading.warnings,
  }
}
