import { MedlinkError } from '../../../errors.ts'
import { openRelease, plural, type ReleaseFiles } from '../../release-files.ts'
import type { DrugRelease } from '../drug.ts'
import { isCdci, readCdci } from './cdci.ts'
import { isDrugsAtFda, readDrugsAtFda } from './drugs-at-fda.ts'
import { isNdc, readNdc } from './ndc.ts'
import { isProducts, readProducts } from './products.ts'
import { isRxnorm, readRxnorm } from './rxnorm.ts'

/** A sort of release: how its files are known, and what they are called where none is found. */
interface ReleaseReader {
  readonly title: string
  isThere(release: ReleaseFiles): boolean | Promise<boolean>
  read(release: ReleaseFiles, lenient: boolean): Promise<DrugRelease>
}

const READERS: readonly ReleaseReader[] = [
  { title: 'RxNorm (RXNCONSO.RRF)', isThere: isRxnorm, read: readRxnorm },
  { title: 'Drugs@FDA (Products.txt)', isThere: isDrugsAtFda, read: readDrugsAtFda },
  { title: 'the NDC directory (product.txt)', isThere: isNdc, read: readNdc },
  { title: 'CDCI (generics and brands as .txt or .tsv)', isThere: isCdci, read: readCdci },
  {
    title: 'a list of products (.csv with name and short_composition1)',
    isThere: isProducts,
    read: readProducts,
  },
]

/** Largest file of a release; RXNSAT of the full RxNorm has about a gigabyte. */
const MAX_FILE_BYTES = 4 * 2 ** 30
/** Names of files that a message gives. */
const MAX_NAMED = 5

/**
 * The drugs of releases, one for each path, in their order. Each path is a folder or a zip; which source it is, its files
 * say, wherever in it they lie.
 * @param lenient leaves rows out that cannot be read, and counts them in the release's warnings
 * @throws MedlinkError `release_not_found` when a path is not there or holds no release of drugs; `release_invalid` when it
 *   holds several, and with file and line for what cannot be read
 */
export async function readDrugReleases(
  paths: readonly string[],
  { lenient = false }: { readonly lenient?: boolean } = {},
): Promise<readonly DrugRelease[]> {
  const releases: DrugRelease[] = []
  for (const path of paths) {
    const release = await openRelease(path, MAX_FILE_BYTES)
    try {
      const reader = await chooseReader(release)
      releases.push(await reader.read(release, lenient))
    } finally {
      release.close()
    }
  }
  return releases
}

async function chooseReader(release: ReleaseFiles): Promise<ReleaseReader> {
  const there: ReleaseReader[] = []
  for (const reader of READERS) if (await reader.isThere(release)) there.push(reader)
  const [reader, second] = there
  if (reader === undefined) {
    const names = release.files.slice(0, MAX_NAMED).map(({ name }) => name)
    const found = names.length === 0 ? 'no files' : names.join(', ')
    throw new MedlinkError(
      'release_not_found',
      `${release.path} holds no release of drugs (found ${plural(release.files.length, 'file')}: ${found}): ` +
        `expected the files of ${READERS.map(({ title }) => title).join(', or ')}`,
    )
  }
  if (second !== undefined)
    throw new MedlinkError(
      'release_invalid',
      `${release.path} holds several releases: ${there.map(({ title }) => title).join(' and ')}; give each its own folder`,
    )
  return reader
}
