import { openRecords, type Records, readMasterKeys } from '../http/http.ts'
import type { Io } from './io.ts'
import { type SettingOptions, settingsOf } from './settings.ts'

/** Opens the records of the server for one piece of work, and closes them after it. */
export async function withRecords<T>(
  io: Io,
  { dir, data, config }: SettingOptions,
  use: (records: Records) => Promise<T>,
): Promise<T> {
  const { databaseUrl, data: folder, masterKeys } = settingsOf(io, { dir, data, config })
  const place = databaseUrl === undefined ? { folder } : { databaseUrl }
  const keys = masterKeys && (await readMasterKeys(masterKeys))
  const records = await openRecords(place, { masterKeys: keys })
  try {
    return await use(records)
  } finally {
    await records.close()
  }
}
