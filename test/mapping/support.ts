import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Table, TableRow } from '../../src/mapping/mapping.ts'

/** A new folder that is gone when the running test is over. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medlink-mapping-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A file in a folder of its own, that is gone when the running test is over. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(await tempFolder(), name)
  await writeFile(file, content)
  return file
}

export async function rowsOf(table: Pick<Table, 'rows'>): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const row of table.rows()) rows.push(row)
  return rows
}
