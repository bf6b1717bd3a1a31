import { backUpRecords, restoreRecords } from '../../http/http.ts'
import { type Io, remark, UsageError } from '../io.ts'
import { type SettingOptions, settingsOf } from '../settings.ts'

export interface RestoreOptions extends SettingOptions {
  readonly force?: true
}

/** Copies the records to a file while they may be written to. */
export async function backUp(io: Io, file: string, options: SettingOptions): Promise<void> {
  const folder = folderOf(io, options)
  await backUpRecords(folder, file)
  remark(io, `the records of ${folder} are in ${file}: keep it as safe as them`)
}

/** Replaces the records by those of a backup. */
export async function restore(io: Io, file: string, options: RestoreOptions): Promise<void> {
  const { force = false, ...others } = options
  const folder = folderOf(io, others)
  await restoreRecords(file, folder, { force })
  remark(io, `the records of ${file} are in ${folder}`)
}

function folderOf(io: Io, options: SettingOptions): string {
  const { databaseUrl, data } = settingsOf(io, options)
  if (databaseUrl === undefined) return data
  throw new UsageError(
    'records in PostgreSQL are backed up by its own means: pg_dump, pg_basebackup',
  )
}
