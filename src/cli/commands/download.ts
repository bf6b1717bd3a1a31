import { downloadIcd10cm, icd10cmEditionOn } from '../../build/download/icd10cm.ts'
import { MedlinkError } from '../../errors.ts'
import { type Io, print, printJson } from '../io.ts'
import { showProgress } from '../progress.ts'
import { layOutPairs } from '../table.ts'

export interface DownloadOptions {
  readonly version?: string
  readonly to: string
  readonly json?: true
}

/** Releases that anybody may fetch. */
const DOWNLOADS = new Map([
  ['icd-10-cm', { fetchRelease: downloadIcd10cm, editionOn: icd10cmEditionOn }],
])

/** Whether `medlink download` knows where to fetch a release of this ontology. */
export function canDownload(ontology: string): boolean {
  return DOWNLOADS.has(ontology)
}

/** Fetches a release and prints what came, its SHA-256 and the build command that comes next. */
export async function download(
  io: Io,
  ontology: string,
  { version, to, json }: DownloadOptions,
): Promise<void> {
  const source = DOWNLOADS.get(ontology)
  if (source === undefined)
    throw new MedlinkError(
      'unknown_ontology',
      `there is no download of "${ontology}", only of ${[...DOWNLOADS.keys()].join(', ')}: get it from its publisher`,
    )
  const progress = showProgress(io)
  try {
    const release = await source.fetchRelease({
      version: version ?? source.editionOn(new Date()),
      to,
      onBytes: (file, done, total) => progress.update(done, total, file),
    })
    progress.stop()
    if (json) return printJson(io, release)
    for (const { url, file, bytes, sha256, kept } of release.files)
      print(
        io,
        ...layOutPairs([
          [kept ? 'already there' : 'fetched', file],
          ['from', url],
          ['bytes', bytes.toLocaleString('en-US')],
          ['sha256', sha256],
        ]),
        '',
      )
    print(io, ...layOutPairs(release.warnings.map((warning) => ['warning', warning])))
    print(io, `next: medlink build ${ontology} --release ${release.folder}`)
  } finally {
    progress.stop()
  }
}
