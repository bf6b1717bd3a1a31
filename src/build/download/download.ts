import type { LinkedOntology } from '../../contract.ts'
import { asFileError, MedlinkError } from '../../errors.ts'
import { requireOptions } from '../../language/options.ts'
import type { DownloadedRelease, EditionOptions } from './icd10cm.ts'

/** Where a release is downloaded to; the edition in force today when no version is given. */
export interface DownloadOptions extends Pick<EditionOptions, 'to' | 'onBytes'> {
  readonly version?: string
}

/** How a release is fetched, by ontology. Loaded on demand: fetching unpacks zips, which linking never does. */
const DOWNLOADS = new Map<LinkedOntology, (options: DownloadOptions) => Promise<DownloadedRelease>>(
  [
    [
      'icd-10-cm',
      async (options) => {
        const { downloadIcd10cm, icd10cmEditionOn } = await import('./icd10cm.ts')
        return downloadIcd10cm({ version: icd10cmEditionOn(new Date()), ...options })
      },
    ],
  ],
)

/** The ontologies whose releases anybody may fetch from their publishers. */
export function downloadableOntologies(): LinkedOntology[] {
  return [...DOWNLOADS.keys()]
}

/**
 * Fetches a release from its publisher, ready for `buildIndex`. A download that was cut off goes on where it stopped.
 *
 * @throws MedlinkError `unknown_ontology` for one that cannot be fetched, `invalid_request` for a version that is none or an unknown option,
 *   `download_failed` with what to fetch by hand; `disk_full`, `no_access`
 */
export async function downloadRelease(
  ontology: string,
  options: DownloadOptions,
): Promise<DownloadedRelease> {
  requireOptions<DownloadOptions>('downloadRelease', options, {
    ...{ to: true, version: true, onBytes: true },
  })
  const fetchRelease = DOWNLOADS.get(ontology as LinkedOntology)
  if (fetchRelease === undefined)
    throw new MedlinkError(
      'unknown_ontology',
      `only ${downloadableOntologies().join(', ')} can be downloaded: get other releases from their publishers`,
    )
  try {
    return await fetchRelease(options)
  } catch (error) {
    throw asFileError(options.to, error)
  }
}
