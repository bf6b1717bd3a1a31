import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openRelease, type ReleaseFile } from '../../src/ontologies/release-files.ts'

/** Path of a new folder that holds these files; it is gone when the running test is over. */
export async function writeTempFolder(
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medlink-release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, contents] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), contents)
  }
  return folder
}

/** One file of a release, with these contents. */
export async function tempReleaseFile(
  name: string,
  contents: Uint8Array | string,
): Promise<ReleaseFile> {
  const release = await openRelease(await writeTempFolder({ [name]: contents }))
  return release.files[0]!
}
