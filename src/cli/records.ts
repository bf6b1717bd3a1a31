import { openRecords, type Records, readMasterKeys, type Settings } from '../http/http.ts'
import type { Io } from './io.ts'
import { type SettingOptions, settingsOf } from './settings.ts'

/** Opens the records of the server for one piece of work, which also gets the settings, and closes them after it. */
export async function withRecords<T>(
  io: Io,
  { dir, data, config }: SettingOptions,
  use: (records: Records, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = settingsOf(io, { dir, data, config })
  const { databaseUrl, data: folder, masterKeys } = settings
  const place = databaseUrl === undefined ? { folder } : { databaseUrl }
  const keys = masterKeys && (await readMasterKeys(masterKeys))
  const records = await openRecords(place, { masterKeys: keys })
  try {
    return await use(records, settings)
  } finally {
    await records.close()
  }
}
