import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { openRelease } from '../../src/ontologies/release-files.ts'

/** Folder of the miniature LOINC release. */
export const LOINC_MINI = fileURLToPath(new URL('../fixtures/loinc-mini', import.meta.url))

/** Its Loinc.csv. */
export const LOINC_TABLE = await readFile(join(LOINC_MINI, 'LoincTable/Loinc.csv'), 'utf8')

/** The table with one text in place of another, which must be there. */
export function changedTable(from: string, to: string): string {
  expect(LOINC_TABLE).toContain(from)
  return LOINC_TABLE.replace(from, to)
}

/** The files of the miniature by path, those of `changes` in their place. */
export async function miniFiles(
  changes: Readonly<Record<string, string>> = {},
): Promise<Record<string, Uint8Array | string>> {
  const files: Record<string, Uint8Array | string> = {}
  const release = await openRelease(LOINC_MINI)
  for (const { path } of release.files) files[path] = await readFile(join(LOINC_MINI, path))
  return { ...files, ...changes }
}
