import { MedlinkError } from '../../../errors.ts'
import type { ReleaseFile, ReleaseFiles } from '../../release-files.ts'
import { badLine } from '../../release-text.ts'

/** Characters of a name or a list of ingredients; RXNCONSO's own column holds 3,000. */
export const MAX_TEXT = 4000

/** Drugs of one release: the largest lists have some hundred thousand. */
const MAX_DRUGS = 2_000_000

/** @throws MedlinkError `release_invalid` when there are more drugs than any release has */
export function requireRoom(file: ReleaseFile, line: number, drugs: number): void {
  if (drugs >= MAX_DRUGS)
    throw badLine(file.name, line, `more than ${MAX_DRUGS} drugs`, 'a release of drugs')
}

/**
 * The one file of a release with such a name, wherever it lies; undefined when there is none.
 * @throws MedlinkError `release_invalid` for two
 */
export function pickFile(release: ReleaseFiles, name: RegExp): ReleaseFile | undefined {
  const [file, second] = release.find(name)
  if (file !== undefined && second !== undefined)
    throw new MedlinkError(
      'release_invalid',
      `two files of the same kind: ${file.path} and ${second.path}; keep one of them`,
    )
  return file
}
