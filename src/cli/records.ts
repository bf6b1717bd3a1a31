import { openRecords, type Records } from '../http/http.ts'
import type { Io } from './io.ts'
import { type SettingOptions, settingsOf } from './settings.ts'

/** Opens the records of the server for one piece of work, and closes them after it. */
export async function withRecords<T>(
  io: Io,
  { dir, data, config }: SettingOptions,
  use: (records: Records) => Promise<T>,
): Promise<T> {
  const { databaseUrl, data: folder } = settingsOf(io, { dir, data, config })
  const records = await openRecords(databaseUrl === undefined ? { folder } : { databaseUrl })
  try {
    return await use(records)
  } finally {
    await records.close()
  }
}
