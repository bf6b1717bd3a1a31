import { onTestFinished } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import type { Records } from '../../src/records/records.ts'
import { parseMasterKeys } from '../../src/records/sealing/master-keys.ts'

/** Records that are open until the test ends. @param keys as `MEDLINK_DATA_KEYS` has them; default: none */
export async function openUntilEnd(
  place: RecordsPlace,
  keys?: string,
  now: () => number = Date.now,
): Promise<Records> {
  const masterKeys = keys === undefined ? undefined : parseMasterKeys(keys)!
  const records = await openRecords(place, { masterKeys, now })
  onTestFinished(() => records.close())
  return records
}
