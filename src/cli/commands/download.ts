import { downloadRelease } from '../../build/build.ts'
import { type Io, print, printJson } from '../io.ts'
import { withProgress } from '../progress.ts'
import { layOutPairs } from '../table.ts'

export interface DownloadOptions {
  readonly version?: string
  readonly to: string
  readonly json?: true
}

/** Fetches a release and prints what came, its SHA-256 and the build command that comes next. */
export async function download(
  io: Io,
  ontology: string,
  { version, to, json }: DownloadOptions,
): Promise<void> {
  const release = await withProgress(io, (update) =>
    downloadRelease(ontology, {
      ...(version !== undefined && { version }),
      to,
      onBytes: (file, done, total) => update(done, total, file),
    }),
  )
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
}
